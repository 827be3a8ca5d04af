// Endings judged by material: draws, lone kings to be mated, the solved king and pawn ending, and scales.
#include "engine/endgames.hpp"

#include <algorithm>
#include <memory>

#include "engine/evaluator.hpp"

namespace ajeeb::engine {

namespace {

using masks::distance;

constexpr int edge_distance(Square square) {
  const int file = std::min(file_of(square), 7 - file_of(square)),
            rank = std::min(rank_of(square), 7 - rank_of(square));
  return std::min(file, rank);
}
constexpr int corner_distance(Square square, bool dark_corners) {
  const int a = dark_corners ? distance(square, kA1) : distance(square, kA8);
  const int b = dark_corners ? distance(square, kH8) : distance(square, kH1);
  return std::min(a, b);
}

struct Material {
  std::array<std::array<int, kPieceTypes>, 2> count{};

  explicit Material(const Board &board) {
    for (const Color color : {kWhite, kBlack}) {
      for (int type = kPawn; type < kKing; type++) {
        count[color][static_cast<std::size_t>(type)] = popcount(board.pieces(color, static_cast<PieceType>(type)));
      }
    }
  }
  int of(Color color, PieceType type) const { return count[color][type]; }
  int minors(Color color) const { return of(color, kKnight) + of(color, kBishop); }
  int majors(Color color) const { return of(color, kRook) + of(color, kQueen); }
  int count_pieces(Color color) const { return minors(color) + majors(color); }  // besides king and pawns
  // In units of a minor piece's third, pawns apart.
  int pieces(Color color) const { return 3 * minors(color) + 5 * of(color, kRook) + 9 * of(color, kQueen); }
};

bool has_both_bishops(const Board &board, Color color) {
  const Bitboard bishops = board.pieces(color, kBishop);
  return (bishops & kLightSquares) && (bishops & kDarkSquares);
}

// The lone king goes to the edge, the other one comes near; with bishop and knight, to a corner of the bishop's color.
int drive_to_the_edge(const Board &board, Color strong, const Material &material) {
  const Square lone = board.king(!strong), hunter = board.king(strong);
  int value = kKnownWin / 4 - 10 * distance(lone, hunter) - 20 * edge_distance(lone);
  value += 9 * 100 * material.of(strong, kQueen) + 5 * 100 * material.of(strong, kRook) +
           3 * 100 * material.minors(strong) + 100 * material.of(strong, kPawn);
  if (material.majors(strong) == 0 && material.of(strong, kPawn) == 0 && material.of(strong, kKnight) == 1) {
    value -= 60 * corner_distance(lone, (board.pieces(strong, kBishop) & kDarkSquares) != 0);
  }
  return value;
}

std::optional<int> against_lone_king(const Board &board, Color strong, const Material &material) {
  const int sign = strong == kWhite ? 1 : -1;
  const int pawns = material.of(strong, kPawn), minors = material.minors(strong);
  if (material.majors(strong) == 0 && pawns == 0) {
    if (minors <= 1) return 0;
    if (material.of(strong, kKnight) == 2 && minors == 2) return 0;
    if (material.of(strong, kKnight) == 0 && !has_both_bishops(board, strong)) return 0;
  }
  if (material.majors(strong) == 0 && minors == 0) {
    if (pawns != 1) return std::nullopt;
    const Square pawn = lowest(board.pieces(strong, kPawn));
    const bool won = kpk_is_won(strong, board.king(strong), pawn, board.king(!strong), board.side);
    return won ? sign * (kKnownWin / 5 + 40 * relative_rank(strong, pawn)) : 0;
  }
  if (material.majors(strong) == 0 && minors < 2) return std::nullopt;
  return sign * drive_to_the_edge(board, strong, material);
}

// A rook pawn whose bishop does not command the corner, and a king who has reached it.
bool is_wrong_bishop(const Board &board, Color strong) {
  const Bitboard pawns = board.pieces(strong, kPawn), bishops = board.pieces(strong, kBishop);
  if (!pawns || ((pawns & ~kFileA) && (pawns & ~kFileH))) return false;
  const Square corner = make_square(file_of(lowest(pawns)), strong == kWhite ? 7 : 0);
  const Bitboard corner_color = contains(kLightSquares, corner) ? kLightSquares : kDarkSquares;
  return !(bishops & corner_color) && distance(board.king(!strong), corner) <= 1;
}

}  // namespace

std::optional<int> known_ending(const Board &board) {
  if (popcount(board.occupied()) > 7) return std::nullopt;
  const Material material(board);
  for (const Color strong : {kWhite, kBlack}) {
    if (popcount(board.by_color[!strong]) != 1) continue;
    if (popcount(board.by_color[strong]) == 1) return 0;
    return against_lone_king(board, strong, material);
  }
  for (const Color strong : {kWhite, kBlack}) {  // any number of bishops of one color, and nothing else: no mate
    const int bishops = material.of(strong, kBishop);
    const bool nothing_else = material.pieces(strong) == 3 * bishops && material.of(strong, kPawn) == 0;
    if (bishops >= 2 && nothing_else && !has_both_bishops(board, strong) && material.pieces(!strong) == 0) return 0;
  }
  const bool only_minors = !board.by_type[kPawn] && !board.by_type[kRook] && !board.by_type[kQueen];
  if (only_minors && material.minors(kWhite) == 1 && material.minors(kBlack) == 1) return 0;
  return std::nullopt;
}

namespace {

// How much of what an ending promises is kept, in 64ths: the more pawns the side ahead has, the more. Fitted to the
// results of the engine's own games, ending by ending.
struct Kept {
  int without_pawns, per_pawn, most;

  int with(int pawns) const { return std::clamp(without_pawns + per_pawn * pawns, 0, most); }
};
constexpr Kept kManyPieces{44, 5, 64}, kFewPieces{34, 7, 64}, kOnePieceEach{18, 10, 60}, kQueenAgainstOthers{18, 9, 60},
    kOppositeBishopsAlone{2, 6, 32}, kOppositeBishopsAndOthers{32, 4, 56};
constexpr int kLostOnOneFlank = 7;  // pawns on one flank are easier to hold

bool has_opposite_bishops(const Board &board, const Material &material) {
  const bool lone_bishops = material.of(kWhite, kBishop) == 1 && material.of(kBlack, kBishop) == 1;
  return lone_bishops && (board.by_type[kBishop] & kLightSquares) && (board.by_type[kBishop] & kDarkSquares);
}

bool has_pawns_on_both_flanks(const Board &board) {
  const Bitboard pawns = board.by_type[kPawn];
  return (pawns & masks::kQueensideFiles) && (pawns & ~masks::kQueensideFiles);
}

// Without pawns it takes more than a minor piece to win.
std::optional<int> kept_without_pawns(const Material &material, Color strong) {
  const Color weak = !strong;
  if (material.majors(strong) == 0 && material.of(strong, kKnight) == 2 && material.minors(strong) == 2) return 4;
  if (material.pieces(strong) - material.pieces(weak) > 3) return std::nullopt;
  return material.pieces(strong) < 5 ? 0 : 6;
}

}  // namespace

int endgame_scale(const Board &board, Color strong) {
  const int pawns = popcount(board.pieces(strong, kPawn));
  if (popcount(board.occupied()) > 14) return kManyPieces.with(pawns);
  const Material material(board);
  const Color weak = !strong;
  const int pieces = material.count_pieces(strong), enemy_pieces = material.count_pieces(weak);
  if (pieces == 0 && enemy_pieces == 0) return 64;
  if (pawns == 0) {
    if (const auto kept = kept_without_pawns(material, strong)) return *kept;
  }
  const bool one_each = pieces == 1 && enemy_pieces == 1;
  if (has_opposite_bishops(board, material)) {
    return (one_each ? kOppositeBishopsAlone : kOppositeBishopsAndOthers).with(pawns);
  }
  if (enemy_pieces == 0 && pieces == material.of(strong, kBishop) && is_wrong_bishop(board, strong)) return 0;
  if (material.of(strong, kQueen) == 1 && material.of(weak, kQueen) == 0) return kQueenAgainstOthers.with(pawns);
  const bool like_against_like = one_each && material.majors(strong) == material.majors(weak);
  const int kept = (like_against_like ? kOnePieceEach : kFewPieces).with(pawns);
  return has_pawns_on_both_flanks(board) ? kept : kept - kLostOnOneFlank;
}

namespace {

// Solved by working backwards from won and drawn positions until nothing changes. White has the pawn, on files a to d.
class PawnEnding {
 public:
  PawnEnding() {
    for (int index = 0; index < kCount; index++) verdicts_[static_cast<std::size_t>(index)] = first_verdict(index);
    for (bool changed = true; changed;) {
      changed = false;
      for (int index = 0; index < kCount; index++) {
        auto &verdict = verdicts_[static_cast<std::size_t>(index)];
        if (verdict != kUnknown) continue;
        verdict = judge(index);
        changed |= verdict != kUnknown;
      }
    }
  }
  bool is_won(Square king, Square pawn, Square lone, Color side) const {
    return verdicts_[static_cast<std::size_t>(index_of(side, king, pawn, lone))] == kWon;
  }

 private:
  enum Verdict : std::uint8_t { kInvalid = 0, kUnknown = 1, kDrawn = 2, kWon = 4 };
  static constexpr int kCount = 2 * 24 * 64 * 64;

  static constexpr int index_of(Color side, Square king, Square pawn, Square lone) {
    return king | lone << 6 | side << 12 | (file_of(pawn) + 4 * (rank_of(pawn) - 1)) << 13;
  }
  static constexpr Square pawn_of(int index) { return make_square((index >> 13) & 3, 1 + ((index >> 15))); }

  static Verdict first_verdict(int index) {
    const Square king = index & 63, lone = index >> 6 & 63, pawn = pawn_of(index);
    const Color side = static_cast<Color>(index >> 12 & 1);
    const Bitboard hits = pawn_attacks<kWhite>(bit(pawn));
    if (distance(king, lone) <= 1 || king == pawn || lone == pawn || (side == kWhite && contains(hits, lone))) {
      return kInvalid;
    }
    if (side == kWhite) {  // a promotion that can't be answered
      const Square goal = pawn + 8;
      const bool free = king != goal && lone != goal;
      return rank_of(pawn) == 6 && free && (distance(lone, goal) > 1 || distance(king, goal) == 1) ? kWon : kUnknown;
    }
    const Bitboard guarded = king_attacks(king) | hits;
    if (!(king_attacks(lone) & ~guarded)) return contains(hits, lone) ? kWon : kDrawn;
    return contains(king_attacks(lone) & ~king_attacks(king), pawn) ? kDrawn : kUnknown;
  }

  Verdict judge(int index) const {
    const Square king = index & 63, lone = index >> 6 & 63, pawn = pawn_of(index);
    const bool whites_turn = (index >> 12 & 1) == kWhite;
    int seen = kInvalid;
    const auto look = [&](Color side, Square k, Square p, Square l) {
      seen |= verdicts_[static_cast<std::size_t>(index_of(side, k, p, l))];
    };
    if (whites_turn) {
      for (const Square to : squares(king_attacks(king))) look(kBlack, to, pawn, lone);
      if (rank_of(pawn) < 6 && pawn + 8 != king && pawn + 8 != lone) {
        look(kBlack, king, pawn + 8, lone);
        if (rank_of(pawn) == 1 && pawn + 16 != king && pawn + 16 != lone) look(kBlack, king, pawn + 16, lone);
      }
      return seen & kWon ? kWon : seen & kUnknown ? kUnknown : kDrawn;
    }
    for (const Square to : squares(king_attacks(lone))) look(kWhite, king, pawn, to);
    return seen & kDrawn ? kDrawn : seen & kUnknown ? kUnknown : kWon;
  }

  std::array<Verdict, kCount> verdicts_;
};

}  // namespace

bool kpk_is_won(Color pawn_color, Square pawn_king, Square pawn, Square lone_king, Color side_to_move) {
  static const auto solved = std::make_unique<const PawnEnding>();  // made when first asked for: a few milliseconds
  int flip = pawn_color == kWhite ? 0 : 56;
  if (file_of(pawn) > 3) flip ^= 7;
  const Color side = side_to_move == pawn_color ? kWhite : kBlack;
  return solved->is_won(pawn_king ^ flip, pawn ^ flip, lone_king ^ flip, side);
}

}  // namespace ajeeb::engine
