// The evaluation's terms, as a template over who counts them: a Sum adds parameters up for the search, a Recorder notes
// how often each counted for people and the tuner. Included by evaluate.cpp only.
#pragma once

#include <algorithm>

#include "engine/evaluate.hpp"

namespace ajeeb::engine {

namespace masks {

constexpr Bitboard kCentralFiles = file_mask(2) | file_mask(3) | file_mask(4) | file_mask(5);
constexpr Bitboard kQueensideFiles = file_mask(0) | file_mask(1) | file_mask(2) | file_mask(3);
constexpr Bitboard kCentre = bit(kD4) | bit(kE4) | bit(kD5) | bit(kE5);

constexpr Bitboard adjacent_files(int file) {
  return (file > 0 ? file_mask(file - 1) : 0) | (file < 7 ? file_mask(file + 1) : 0);
}
// Every rank ahead of the square, as `color` moves.
constexpr Bitboard ranks_ahead(Color color, Square square) {
  const int rank = rank_of(square);
  if (color == kWhite) return rank == 7 ? 0 : kAllSquares << 8 * (rank + 1);
  return rank == 0 ? 0 : kAllSquares >> 8 * (8 - rank);
}
constexpr Bitboard king_flank(Square king) {
  const int file = file_of(king);
  if (file <= 2) return file == 0 ? kQueensideFiles ^ file_mask(3) : kQueensideFiles;
  if (file <= 4) return kCentralFiles;
  return file == 7 ? ~kQueensideFiles ^ file_mask(4) : ~kQueensideFiles;
}
constexpr Bitboard fill_ahead(Color color, Bitboard set) {
  if (color == kWhite) {
    set |= set << 8;
    set |= set << 16;
    return set | set << 32;
  }
  set |= set >> 8;
  set |= set >> 16;
  return set | set >> 32;
}
constexpr int distance(Square a, Square b) {
  const int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
  return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

}  // namespace masks

// Adds up.
struct Sum {
  static constexpr bool kRecords = false;
  std::array<Score, 2> score{};
  std::array<int, 2> danger_sum{};

  void add(Color color, int index, int times = 1) {
    score[color] += kParameters[static_cast<std::size_t>(index)] * times;
  }
  void add_danger(Color king, int index, int times = 1) {
    danger_sum[king] += kDanger[static_cast<std::size_t>(index)] * times;
  }
};

// Notes down.
struct Recorder {
  static constexpr bool kRecords = true;
  Trace &trace;

  void add(Color color, int index, int times = 1) {
    auto &count = trace.counts[color][static_cast<std::size_t>(index)];
    count = static_cast<std::int16_t>(count + times);
  }
  void add_danger(Color king, int index, int times = 1) {
    auto &count = trace.danger[king][static_cast<std::size_t>(index)];
    count = static_cast<std::int16_t>(count + times);
  }
};

template <class Tally>
class Evaluator {
 public:
  Evaluator(const Position &position, Tally &tally)
      : position_(position), board_(position.board()), occupied_(board_.occupied()), tally_(tally) {}

  // Pawn structure, passed pawns by rank, and shelter: everything the pawn table remembers.
  void pawn_terms(PawnEntry &entry) {
    for (const Color color : {kWhite, kBlack}) {
      entry.passed[color] = 0;
      entry.spans[color] = masks::fill_ahead(color, pawn_attacks(color, board_.pieces(color, kPawn)));
    }
    structure<kWhite>(entry);
    structure<kBlack>(entry);
    shelter<kWhite>(entry);
    shelter<kBlack>(entry);
  }

  // All the rest; `entry` is filled.
  void piece_terms(const PawnEntry &entry) {
    prepare<kWhite>();
    prepare<kBlack>();
    all_pieces<kWhite>(entry);
    all_pieces<kBlack>(entry);
    king_danger<kWhite>(entry);
    king_danger<kBlack>(entry);
    threats<kWhite>();
    threats<kBlack>();
    passed_pawns<kWhite>(entry);
    passed_pawns<kBlack>(entry);
    space<kWhite>();
    space<kBlack>();
    tally_.add(board_.side, layout::kTempo);
  }

 private:
  template <Color us>
  void structure(PawnEntry &entry) {
    constexpr Color them = !us;
    const Bitboard own = board_.pieces(us, kPawn), enemy = board_.pieces(them, kPawn);
    const Bitboard enemy_attacks = pawn_attacks<them>(enemy);
    for (const Square square : squares(own)) {
      const int file = file_of(square), rank = relative_rank(us, square);
      const Bitboard ahead = masks::ranks_ahead(us, square), neighbours = masks::adjacent_files(file) & own;
      const Bitboard file_ahead = ahead & file_mask(file);
      const Bitboard supporters = pawn_attacks<them>(bit(square)) & own;
      const Bitboard phalanx = masks::adjacent_files(file) & rank_mask(rank_of(square)) & own;
      const bool opposed = (file_ahead & enemy) != 0;
      const Bitboard stoppers = (file_ahead | (masks::adjacent_files(file) & ahead)) & enemy;
      const Bitboard levers = pawn_attacks<us>(bit(square)) & enemy;

      if ((file_ahead & own) && !supporters) tally_.add(us, layout::kPawnDoubled);
      if (!neighbours) {
        tally_.add(us, layout::kPawnIsolated + !opposed);
      } else if (!(neighbours & ~ahead) && ((push<us>(bit(square)) & (enemy_attacks | enemy)))) {
        tally_.add(us, layout::kPawnBackward + !opposed);
      }
      if (phalanx) tally_.add(us, layout::kPawnPhalanx + rank);
      if (supporters) tally_.add(us, layout::kPawnSupported + rank, popcount(supporters));
      if (levers) tally_.add(us, layout::kPawnLever, popcount(levers));
      if (!stoppers && !(file_ahead & own)) {
        tally_.add(us, layout::kPassed + rank);
        entry.passed[us] |= bit(square);
      } else if (!(file_ahead & (enemy | own)) && popcount(supporters | phalanx) >= popcount(stoppers)) {
        tally_.add(us, layout::kPawnCandidate + rank);
      }
    }
    for (const Square square : squares(entry.passed[us])) {
      if (entry.passed[us] & king_attacks(square) & ~file_mask(file_of(square))) {
        tally_.add(us, layout::kPassedConnected + relative_rank(us, square));
      }
    }
  }

  template <Color us>
  void shelter(PawnEntry &entry) {
    constexpr Color them = !us;
    const Square king = board_.king(us);
    const Bitboard own = board_.pieces(us, kPawn), enemy = board_.pieces(them, kPawn);
    const Bitboard not_behind = masks::ranks_ahead(us, king) | rank_mask(rank_of(king));
    const int centre = std::clamp(file_of(king), 1, 6);
    entry.open_king_files[us] = entry.shelter_gaps[us] = entry.storms[us] = 0;
    for (int file = centre - 1; file <= centre + 1; file++) {
      const int edge = std::min(file, 7 - file);
      const Bitboard own_here = own & file_mask(file) & not_behind, enemy_here = enemy & file_mask(file) & not_behind;
      const int own_rank = own_here ? relative_rank(us, nearest<us>(own_here)) : 0;
      const int enemy_rank = enemy_here ? relative_rank(us, nearest<us>(enemy_here)) : 0;
      tally_.add(us, layout::kShelter + edge * 8 + own_rank);
      if (own_rank != 0 && enemy_rank == own_rank + 1) {
        tally_.add(us, layout::kStormBlocked + enemy_rank);
      } else {
        tally_.add(us, layout::kStormFree + edge * 8 + enemy_rank);
      }
      if (!(own & file_mask(file))) entry.open_king_files[us]++;
      if (own_rank == 0 || own_rank > relative_rank(us, king) + 2) entry.shelter_gaps[us]++;
      if (enemy_rank != 0 && enemy_rank <= 4 && enemy_rank != own_rank + 1) entry.storms[us]++;
    }
    if (!((own | enemy) & masks::king_flank(king))) tally_.add(us, layout::kPawnlessFlank);
    if (own) tally_.add(us, layout::kKingToPawns, steps_to_nearest(king, own));
    if (enemy) tally_.add(us, layout::kKingToPawns + 1, steps_to_nearest(king, enemy));
  }

  static int steps_to_nearest(Square from, Bitboard set) {
    int least = 7;
    for (const Square to : squares(set)) least = std::min(least, masks::distance(from, to));
    return least;
  }

  template <Color us>
  static Square nearest(Bitboard set) {
    return us == kWhite ? lowest(set) : highest(set);
  }

  // What must be known of both sides before any piece is judged.
  template <Color us>
  void prepare() {
    constexpr Color them = !us;
    const Square king = board_.king(us);
    const Bitboard own_pawns = board_.pieces(us, kPawn);
    king_[us] = king;
    attacks_[us][kPawn] = pawn_attacks<us>(own_pawns);
    attacks_[us][kKing] = king_attacks(king);
    attacked_[us] = attacks_[us][kPawn] | attacks_[us][kKing];
    twice_[us] =
        (attacks_[us][kPawn] & attacks_[us][kKing]) | (attack_west<us>(own_pawns) & attack_east<us>(own_pawns));
    // Pulled from the edge, so that the ring always has nine squares.
    const Square heart = make_square(std::clamp(file_of(king), 1, 6), std::clamp(rank_of(king), 1, 6));
    ring_[us] = king_attacks(heart) | bit(heart);
    // A pawn that two own pawns defend is no weakness of the ring, whoever looks at it.
    ring_[us] &= ~(attack_west<us>(own_pawns) & attack_east<us>(own_pawns));
    const Bitboard enemy_pawn_attacks = pawn_attacks<them>(board_.pieces(them, kPawn));
    const Bitboard stuck = own_pawns & (push<them>(occupied_) | relative_rank_mask(us, 1) | relative_rank_mask(us, 2));
    area_[us] = ~(stuck | board_.pieces(us, kKing) | enemy_pawn_attacks);
    screens_[us] = screens_before<us>(king);
    pinned_[us] = screens_[us] & board_.by_color[us];
  }

  // The pieces of both colors that alone stand between an enemy slider and the king.
  template <Color us>
  Bitboard screens_before(Square king) const {
    constexpr Color them = !us;
    Bitboard snipers = (bishop_attacks(king, 0) & board_.diagonal_sliders(them)) |
                       (rook_attacks(king, 0) & board_.straight_sliders(them));
    Bitboard screens = 0;
    for (const Square sniper : squares(snipers)) {
      const Bitboard screen = between(king, sniper) & occupied_;
      if (!more_than_one(screen)) screens |= screen;
    }
    return screens;
  }

  template <Color us>
  void all_pieces(const PawnEntry &entry) {
    pieces<us, kKnight>(entry);
    pieces<us, kBishop>(entry);
    pieces<us, kRook>(entry);
    pieces<us, kQueen>(entry);
    if (popcount(board_.pieces(us, kBishop)) >= 2) tally_.add(us, layout::kBishopPair);
    imbalance<us>();
  }

  // Pieces are worth more or less in each other's company.
  template <Color us>
  void imbalance() {
    const auto count = [&](PieceType type) { return popcount(board_.pieces(us, type)); };
    const int pawns = count(kPawn), knights = count(kKnight), rooks = count(kRook), queens = count(kQueen);
    tally_.add(us, layout::kImbalance, knights * pawns);
    tally_.add(us, layout::kImbalance + 1, count(kBishop) * pawns);
    tally_.add(us, layout::kImbalance + 2, rooks * pawns);
    tally_.add(us, layout::kImbalance + 3, queens * pawns);
    if (knights > 1) tally_.add(us, layout::kImbalance + 4);
    if (rooks > 1) tally_.add(us, layout::kImbalance + 5);
    if (queens) tally_.add(us, layout::kImbalance + 6, rooks);
  }

  template <Color us, PieceType type>
  Bitboard view(Square square) const {
    // Sliders see through the pieces that move the same way, which stand in the way of nothing.
    const Bitboard queens = board_.by_type[kQueen];
    Bitboard attacks;
    if constexpr (type == kBishop) {
      attacks = bishop_attacks(square, occupied_ ^ queens);
    } else if constexpr (type == kRook) {
      attacks = rook_attacks(square, occupied_ ^ queens ^ board_.pieces(us, kRook));
    } else {
      attacks = attacks_of<type>(square, occupied_);
    }
    return contains(pinned_[us], square) ? attacks & line(king_[us], square) : attacks;
  }

  template <Color us, PieceType type>
  void pieces(const PawnEntry &entry) {
    constexpr Color them = !us;
    constexpr int mobility = type == kKnight   ? layout::kMobilityKnight
                             : type == kBishop ? layout::kMobilityBishop
                             : type == kRook   ? layout::kMobilityRook
                                               : layout::kMobilityQueen;
    attacks_[us][type] = 0;
    for (const Square square : squares(board_.pieces(us, type))) {
      const Bitboard attacks = view<us, type>(square);
      twice_[us] |= attacked_[us] & attacks;
      attacks_[us][type] |= attacks;
      attacked_[us] |= attacks;
      if (attacks & ring_[them]) {
        tally_.add_danger(them, danger::kAttacker + type - kKnight);
        ring_attacks_[us] += popcount(attacks & king_attacks(king_[them]));
        ring_attackers_[us]++;
      } else if (looks_at_ring<us, type>(square)) {
        tally_.add(us, layout::kRingBehindScreen + (type == kRook));
      }
      const int safe = popcount(attacks & area_[us]);
      tally_.add(us, mobility + safe);
      if constexpr (type == kKnight || type == kBishop) minor<us, type>(square, attacks, entry);
      if constexpr (type == kRook) rook<us>(square, safe);
      if constexpr (type == kQueen) queen<us>(square);
    }
  }

  template <Color us, PieceType type>
  bool looks_at_ring(Square square) const {
    const Bitboard ring = ring_[!us];
    if constexpr (type == kBishop) return (bishop_attacks(square, board_.by_type[kPawn]) & ring) != 0;
    return type == kRook && (file_mask(file_of(square)) & ring) != 0;
  }

  template <Color us, PieceType type>
  void minor(Square square, Bitboard attacks, const PawnEntry &entry) {
    constexpr Color them = !us;
    constexpr Bitboard outpost_ranks =
        relative_rank_mask(us, 3) | relative_rank_mask(us, 4) | relative_rank_mask(us, 5);
    const Bitboard outposts = outpost_ranks & attacks_[us][kPawn] & ~entry.spans[them];
    if (contains(outposts, square)) {
      tally_.add(us, layout::kOutpost + (type == kBishop));
    } else if (type == kKnight && (outposts & attacks & ~board_.by_color[us])) {
      tally_.add(us, layout::kOutpostReach);
    }
    if (contains(push<them>(board_.by_type[kPawn]), square)) tally_.add(us, layout::kMinorBehindPawn);
    tally_.add(us, layout::kMinorKingDistance + (type == kBishop), masks::distance(king_[us], square));
    if constexpr (type == kBishop) {
      const Bitboard same = contains(kLightSquares, square) ? kLightSquares : kDarkSquares;
      const Bitboard own_pawns = board_.pieces(us, kPawn) & same;
      tally_.add(us, layout::kBishopPawns, popcount(own_pawns));
      tally_.add(us, layout::kBishopPawns + 1, popcount(own_pawns & push<them>(occupied_)));
      if (more_than_one(bishop_attacks(square, board_.by_type[kPawn]) & masks::kCentre)) {
        tally_.add(us, layout::kBishopLongDiagonal);
      }
    }
  }

  template <Color us>
  void rook(Square square, int safe_squares) {
    const Bitboard file = file_mask(file_of(square));
    if (board_.by_type[kQueen] & file) tally_.add(us, layout::kRookQueenFile);
    if (!(board_.pieces(us, kPawn) & file)) {
      tally_.add(us, layout::kRookOpenFile + ((board_.by_type[kPawn] & file) != 0));
    } else if (safe_squares <= 3) {
      const int king_file = file_of(king_[us]);
      if ((king_file < 4) == (file_of(square) < king_file)) tally_.add(us, layout::kRookTrapped);
    }
  }

  template <Color us>
  void queen(Square square) {
    constexpr Color them = !us;
    const Bitboard snipers = (bishop_attacks(square, 0) & board_.pieces(them, kBishop)) |
                             (rook_attacks(square, 0) & board_.pieces(them, kRook));
    for (const Square sniper : squares(snipers)) {
      const Bitboard screen = between(square, sniper) & occupied_;
      if (screen && !more_than_one(screen)) {
        tally_.add(us, layout::kQueenAttackable);
        return;
      }
    }
  }

  template <Color us>
  void king_danger(const PawnEntry &entry) {
    constexpr Color them = !us;
    const Square king = king_[us];
    const Bitboard weak = attacked_[them] & ~twice_[us] & (~attacked_[us] | attacks_[us][kKing] | attacks_[us][kQueen]);
    const Bitboard safe = ~board_.by_color[them] & (~attacked_[us] | (weak & twice_[them]));
    const Bitboard straight = rook_attacks(king, occupied_ ^ board_.pieces(us, kQueen));
    const Bitboard diagonal = bishop_attacks(king, occupied_ ^ board_.pieces(us, kQueen));
    const std::array<Bitboard, 4> checks = {knight_attacks(king) & attacks_[them][kKnight],
                                            diagonal & attacks_[them][kBishop], straight & attacks_[them][kRook],
                                            (straight | diagonal) & attacks_[them][kQueen]};
    Bitboard unsafe = 0;
    for (int i = 0; i < 4; i++) {
      const Bitboard set = checks[static_cast<std::size_t>(i)];
      if (set & safe) {
        tally_.add_danger(us, danger::kSafeCheck + i, more_than_one(set & safe) ? 2 : 1);
      } else if (i < 3) {
        unsafe |= set;
      }
    }
    const Bitboard camp =
        masks::king_flank(king) & ~(relative_rank_mask(us, 7) | relative_rank_mask(us, 6) | relative_rank_mask(us, 5));
    const Bitboard flank_attacks = attacked_[them] & camp;
    tally_.add_danger(us, danger::kConstant);
    tally_.add_danger(us, danger::kRingAttacks, ring_attacks_[them]);
    tally_.add_danger(us, danger::kWeakRing, popcount(ring_[us] & weak));
    tally_.add_danger(us, danger::kUnsafeChecks, popcount(unsafe));
    if (!board_.pieces(them, kQueen)) tally_.add_danger(us, danger::kNoQueen);
    tally_.add_danger(us, danger::kFlankAttack, popcount(flank_attacks) + popcount(flank_attacks & twice_[them]));
    tally_.add_danger(us, danger::kFlankDefence, popcount(attacked_[us] & camp));
    if (attacks_[us][kKnight] & attacks_[us][kKing]) tally_.add_danger(us, danger::kKnightDefender);
    if (entry.open_king_files[us]) tally_.add_danger(us, danger::kOpenFile, entry.open_king_files[us]);
    if (pinned_[us]) tally_.add_danger(us, danger::kPinned, popcount(pinned_[us]));
    const Bitboard discoverers = screens_[us] & board_.by_color[them];
    if (discoverers) tally_.add_danger(us, danger::kDiscoverer, popcount(discoverers));
    tally_.add_danger(us, danger::kAttackerPairs, ring_attackers_[them] * (ring_attackers_[them] - 1) / 2);
    for (const Square queen : squares(board_.pieces(them, kQueen))) {
      tally_.add_danger(us, danger::kQueenNear, 7 - masks::distance(king, queen));
    }
    tally_.add_danger(us, danger::kFlight, popcount(attacks_[us][kKing] & ~board_.by_color[us] & ~attacked_[them]));
    tally_.add_danger(us, danger::kShelterGap, entry.shelter_gaps[us]);
    tally_.add_danger(us, danger::kStorm, entry.storms[us]);
  }

  template <Color us>
  void threats() {
    constexpr Color them = !us;
    const Bitboard enemies = board_.by_color[them], enemy_pieces = enemies & ~board_.by_type[kPawn];
    const Bitboard strong = attacks_[them][kPawn] | (twice_[them] & ~twice_[us]);
    const Bitboard weak = enemies & ~strong & attacked_[us];
    const Bitboard defended = enemy_pieces & strong;
    by_victim(us, layout::kThreatByMinor, (defended | weak) & (attacks_[us][kKnight] | attacks_[us][kBishop]));
    by_victim(us, layout::kThreatByRook, weak & attacks_[us][kRook]);
    if (weak & attacks_[us][kKing]) tally_.add(us, layout::kThreatByKing);
    const Bitboard hanging = weak & (~attacked_[them] | (enemy_pieces & twice_[us]));
    if (hanging) tally_.add(us, layout::kThreatHanging, popcount(hanging));
    const Bitboard bound = weak & attacks_[them][kQueen];
    if (bound) tally_.add(us, layout::kThreatQueenGuarded, popcount(bound));

    const Bitboard contested = attacked_[them] & ~strong & attacked_[us];
    tally_.add(us, layout::kThreatRestricted, popcount(contested));

    const Bitboard safe = ~attacked_[them] | attacked_[us];
    const Bitboard pawns = board_.pieces(us, kPawn);
    by_victim(us, layout::kThreatByPawn, pawn_attacks<us>(pawns & safe) & enemy_pieces);
    Bitboard steps = push<us>(pawns) & ~occupied_;
    steps |= push<us>(steps & relative_rank_mask(us, 2)) & ~occupied_;
    steps &= ~attacks_[them][kPawn] & safe;
    const Bitboard pushed = pawn_attacks<us>(steps) & enemy_pieces;
    if (pushed) tally_.add(us, layout::kThreatPush, popcount(pushed));

    if (const Bitboard queen = board_.pieces(them, kQueen); queen && !more_than_one(queen)) {
      const Square square = lowest(queen);
      const Bitboard open = area_[us] & ~strong & ~board_.pieces(us, kPawn);
      const Bitboard knights = attacks_[us][kKnight] & knight_attacks(square) & open;
      const Bitboard sliders = ((attacks_[us][kBishop] & bishop_attacks(square, occupied_)) |
                                (attacks_[us][kRook] & rook_attacks(square, occupied_))) &
                               open & twice_[us];
      if (knights) tally_.add(us, layout::kThreatOnQueen, popcount(knights));
      if (sliders) tally_.add(us, layout::kThreatOnQueen + 1, popcount(sliders));
    }
  }

  void by_victim(Color us, int block, Bitboard victims) {
    for (const Square square : squares(victims & ~board_.by_type[kKing]))
      tally_.add(us, block + position_.type_on(square));
  }

  template <Color us>
  void passed_pawns(const PawnEntry &entry) {
    constexpr Color them = !us;
    const bool bare_enemy = (board_.by_color[them] & ~(board_.by_type[kPawn] | board_.by_type[kKing])) == 0;
    for (const Square square : squares(entry.passed[us])) {
      const int rank = relative_rank(us, square);
      const Square stop = forward(us, square);
      tally_.add(us, layout::kPassedOwnKing + rank, std::min(5, masks::distance(king_[us], stop)));
      tally_.add(us, layout::kPassedTheirKing + rank, std::min(5, masks::distance(king_[them], stop)));
      if (contains(occupied_, stop)) {
        tally_.add(us,
                   (contains(board_.by_color[them], stop) ? layout::kPassedBlocked : layout::kPassedObstructed) + rank);
      }
      if (!contains(attacked_[them], stop)) tally_.add(us, layout::kPassedSafeStop + rank);
      if (contains(attacked_[us], stop)) tally_.add(us, layout::kPassedGuardedStop + rank);
      const Bitboard path = masks::ranks_ahead(us, square) & file_mask(file_of(square));
      if (!(path & (occupied_ | attacked_[them]))) tally_.add(us, layout::kPassedFreePath + rank);
      const Bitboard behind = masks::ranks_ahead(them, square) & file_mask(file_of(square)) & board_.by_type[kRook];
      if (behind) {
        if (behind & board_.by_color[us]) tally_.add(us, layout::kPassedRookBehind);
        if (behind & board_.by_color[them]) tally_.add(us, layout::kPassedRookBehind + 1);
      }
      if (bare_enemy && outruns<us>(square, path)) tally_.add(us, layout::kPassedUnstoppable);
    }
  }

  // The rule of the square.
  template <Color us>
  bool outruns(Square pawn, Bitboard path) const {
    const Square goal = make_square(file_of(pawn), us == kWhite ? 7 : 0);
    const int steps = std::min(5, 7 - relative_rank(us, pawn));
    return !(path & board_.by_color[us]) && masks::distance(king_[!us], goal) - (board_.side != us) > steps;
  }

  template <Color us>
  void space() {
    constexpr Color them = !us;
    constexpr Bitboard zone =
        masks::kCentralFiles & (relative_rank_mask(us, 1) | relative_rank_mask(us, 2) | relative_rank_mask(us, 3));
    const Bitboard pawns = board_.pieces(us, kPawn);
    const Bitboard safe = zone & ~pawns & ~attacks_[them][kPawn];
    const Bitboard behind = masks::fill_ahead(them, push<them>(pawns));
    tally_.add(us, layout::kSpace, popcount(safe) + popcount(behind & safe & ~attacked_[them]));
  }

  const Position &position_;
  const Board &board_;
  const Bitboard occupied_;
  Tally &tally_;
  std::array<Square, 2> king_{};
  std::array<std::array<Bitboard, kPieceTypes>, 2> attacks_{};
  std::array<Bitboard, 2> attacked_{}, twice_{}, ring_{}, area_{}, screens_{}, pinned_{};
  std::array<int, 2> ring_attacks_{}, ring_attackers_{};
};

}  // namespace ajeeb::engine
