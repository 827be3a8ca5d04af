// The move generator, as a template over what becomes of the moves: a Sink gets them in sets, and lists, counts or
// plays them. Included by movegen.cpp and perft.cpp only.
//
// A Sink has these members, `us` being the side to move and all squares absolute:
//   piece<type>(from, targets)            one piece (not a pawn) to any square of a set
//   pawns(targets, step)                  pawns that arrive on `targets` from `target - step`
//   double_steps(targets)                 pawns that arrive there from two squares behind
//   promotions(targets, step)             as pawns(), on the last rank
//   en_passant(from, to)
//   castling(king, rook)
// and kNeedsType, false if piece() may name a queen's moves a bishop's and a rook's.
#pragma once

#include "board/movegen.hpp"

// Left to itself the compiler keeps some of these functions out of line, which costs perft a quarter of its speed.
#if defined(__OPTIMIZE__)
#define AJEEB_INLINE [[gnu::always_inline]] inline
#else
#define AJEEB_INLINE inline
#endif

namespace ajeeb::generate {

// What may be relied on. kLawful: each side has one king, and the side to move can't take the other's; so it stays
// whatever legal moves are made. kAny: a board may have any kings or none, and they may stand side by side.
enum class Kings { kAny, kLawful };

inline bool are_kings_lawful(const Board &board) {
  const Bitboard own = board.pieces(board.side, kKing), other = board.pieces(!board.side, kKing);
  return popcount(own) == 1 && popcount(other) == 1 && !attackers(board, board.side, lowest(other));
}

// What holds for a whole position before any piece is looked at.
struct Masks {
  Bitboard targets = kAllSquares;  // where a piece other than the king may go: all; on a check, the ray to the checker
  Bitboard pinned_straight = 0;    // rays from the king to an enemy rook or queen with one own piece between, ends in
  Bitboard pinned_diagonal = 0;    // likewise for bishops and queens
  Bitboard checkers = 0;
};

template <Color us, Kind kind>
AJEEB_INLINE Bitboard wanted_targets(const Placement &board, Bitboard occupied) {
  if constexpr (kind == Kind::kNoisy) return board.by_color[!us];
  if constexpr (kind == Kind::kQuiet) return ~occupied;
  return ~board.by_color[us];
}

// Adds those of `sliders`, all on the king's lines, that check him to `checkers`, and returns the rays to those that
// look at him through exactly one own piece.
AJEEB_INLINE Bitboard find_sliders(Square king, Bitboard occupied, Bitboard own, Bitboard sliders, Bitboard &checkers) {
  Bitboard rays = 0;
  for (const Square sniper : squares(sliders)) {
    const Bitboard path = between(king, sniper), shields = path & occupied;
    if (!shields) {
      checkers |= bit(sniper);
    } else if ((shields & own) && !more_than_one(shields)) {
      rays |= path | bit(sniper);
    }
  }
  return rays;
}

template <Color us, Kings law>
AJEEB_INLINE Masks find_masks(const Placement &board, Square king, Bitboard occupied) {
  constexpr Color them = !us;
  const Bitboard own = board.by_color[us];
  Masks masks;
  masks.checkers =
      (pawn_attacks_from(us, king) & board.pieces(them, kPawn)) | (knight_attacks(king) & board.pieces(them, kKnight));
  if constexpr (law == Kings::kAny) masks.checkers |= king_attacks(king) & board.pieces(them, kKing);
  masks.pinned_straight =
      find_sliders(king, occupied, own, board.straight_sliders(them) & rook_lines(king), masks.checkers);
  masks.pinned_diagonal =
      find_sliders(king, occupied, own, board.diagonal_sliders(them) & bishop_lines(king), masks.checkers);
  if (masks.checkers) {
    const Square checker = lowest(masks.checkers);
    masks.targets = more_than_one(masks.checkers) ? 0 : between(king, checker) | bit(checker);
  }
  return masks;
}

template <Color us>
AJEEB_INLINE Bitboard attacked_by_sliders(const Placement &board, Bitboard occupied) {
  constexpr Color them = !us;
  Bitboard attacked = 0;
  for (const Square from : squares(board.diagonal_sliders(them))) attacked |= bishop_attacks(from, occupied);
  for (const Square from : squares(board.straight_sliders(them))) attacked |= rook_attacks(from, occupied);
  return attacked;
}

// Those of `targets` where the king would be safe. The king himself is looked through: he can't hide in his own shadow.
template <Color us, Kings law>
AJEEB_INLINE Bitboard safe_squares(const Placement &board, Square king, Bitboard targets, Bitboard occupied) {
  constexpr Color them = !us;
  constexpr int kFew = 1;  // asking square by square is cheaper up to here
  const Bitboard seen_through = occupied & ~bit(king);
  targets &= ~pawn_attacks<them>(board.pieces(them, kPawn));
  const Bitboard kings = board.pieces(them, kKing);
  targets &= ~(law == Kings::kLawful ? king_attacks(lowest(kings)) : kings_attacks(kings));
  for (const Square from : squares(board.pieces(them, kKnight))) targets &= ~knight_attacks(from);
  if (popcount(targets) > kFew) return targets & ~attacked_by_sliders<us>(board, seen_through);
  Bitboard safe = targets;
  for (const Square to : squares(targets)) {
    const Bitboard attackers = (bishop_attacks(to, seen_through) & board.diagonal_sliders(them)) |
                               (rook_attacks(to, seen_through) & board.straight_sliders(them));
    if (attackers) safe ^= bit(to);
  }
  return safe;
}

// The rooks that may castle but for what stands or looks on the squares that king and rook cross. In Chess960 a rook
// may shield the king's new square from the edge: then it is pinned.
template <Color us>
AJEEB_INLINE Bitboard castling_rooks(const Placement &board, Square king, Bitboard occupied, const Masks &masks) {
  const Bitboard rooks = board.castling & board.pieces(us, kRook) & relative_rank_mask(us, 0) & ~masks.pinned_straight;
  if (!rooks || masks.checkers || relative_rank(us, king) != 0) return 0;
  return rooks & rook_attacks(king, occupied);  // most often settles it
}

// `safe` must be right about the back rank.
template <Color us>
AJEEB_INLINE bool may_castle(Square king, Square rook, Bitboard occupied, Bitboard safe) {
  const CastlingWay &way = castling_way(us, king, rook);
  return !((way.free & occupied) | (way.king_path & ~safe));
}

template <Color us, Kind kind, Kings law, class Sink>
AJEEB_INLINE void king_moves(const Placement &board, Square king, Bitboard occupied, const Masks &masks, Sink &sink) {
  const Bitboard targets = king_attacks(king) & wanted_targets<us, kind>(board, occupied);
  const Bitboard rooks = kind == Kind::kNoisy ? 0 : castling_rooks<us>(board, king, occupied, masks);
  const Bitboard asked = targets | (rooks ? relative_rank_mask(us, 0) : 0);
  if (!asked) return;  // hemmed in: no need to know what the enemy attacks
  const Bitboard safe = safe_squares<us, law>(board, king, asked, occupied);
  if (safe & targets) sink.template piece<kKing>(king, safe & targets);
  for (const Square rook : squares(rooks)) {
    if (may_castle<us>(king, rook, occupied, safe)) sink.castling(king, rook);
  }
}

// After the capture neither a slider nor a checker that stays may see the king. Rare, so tested on the resulting board.
template <Color us>
AJEEB_INLINE bool en_passant_is_safe(const Placement &board, Square king, Square from, Square to, Bitboard occupied) {
  if (king == kNoSquare) return true;
  constexpr Color them = !us;
  const Bitboard victim = bit(to ^ 8);
  const Bitboard after = (occupied ^ bit(from) ^ victim) | bit(to);
  return !(attackers(board, them, king, after) & ~victim);
}

template <Color us, class Sink>
AJEEB_INLINE void en_passants(const Placement &board, Square king, Bitboard occupied, Sink &sink) {
  const Square to = board.ep;
  if (to == kNoSquare || relative_rank(us, to) != 5 || contains(occupied, to)) return;
  if (!contains(board.pieces(!us, kPawn), to ^ 8)) return;
  for (const Square from : squares(pawn_attacks<!us>(bit(to)) & board.pieces(us, kPawn))) {
    if (en_passant_is_safe<us>(board, king, from, to, occupied)) sink.en_passant(from, to);
  }
}

// Where a set of pawns steps and captures, by direction.
struct PawnTargets {
  Bitboard steps, west, east;
};

// A pinned pawn moves only along its ray: forward on a straight one, sideways on a diagonal one.
template <Color us, bool restricted>
AJEEB_INLINE PawnTargets pawn_targets(Bitboard pawns, const Masks &masks) {
  if constexpr (!restricted) return {push<us>(pawns), attack_west<us>(pawns), attack_east<us>(pawns)};
  const Bitboard straight = masks.pinned_straight, diagonal = masks.pinned_diagonal;
  const Bitboard on_straight = pawns & straight, on_diagonal = pawns & diagonal, free = pawns & ~(straight | diagonal);
  return {push<us>(free) | (push<us>(on_straight) & straight),
          attack_west<us>(free) | (attack_west<us>(on_diagonal) & diagonal),
          attack_east<us>(free) | (attack_east<us>(on_diagonal) & diagonal)};
}

template <Color us, Kind kind, bool restricted, class Sink>
AJEEB_INLINE void pawn_moves(const Placement &board, Square king, Bitboard occupied, const Masks &masks, Sink &sink) {
  constexpr int up = us == kWhite ? 8 : -8;
  constexpr Bitboard last_rank = relative_rank_mask(us, 7);
  const Bitboard pawns = board.pieces(us, kPawn), free = ~occupied;
  const PawnTargets moves = pawn_targets<us, restricted>(pawns, masks);
  const Bitboard reached = restricted ? masks.targets : kAllSquares, enemies = board.by_color[!us] & reached;
  const Bitboard steps = moves.steps & free, west = moves.west & enemies, east = moves.east & enemies;
  const bool promotes = pawns & relative_rank_mask(us, 6);

  if constexpr (kind != Kind::kNoisy) {
    sink.pawns(steps & reached & (promotes ? ~last_rank : kAllSquares), up);
    sink.double_steps(push<us>(steps & relative_rank_mask(us, 2)) & free & reached);
  }
  if constexpr (kind != Kind::kQuiet) {
    if (promotes) {
      sink.pawns(west & ~last_rank, up - 1);
      sink.pawns(east & ~last_rank, up + 1);
      sink.promotions(steps & reached & last_rank, up);
      sink.promotions(west & last_rank, up - 1);
      sink.promotions(east & last_rank, up + 1);
    } else {
      sink.pawns(west, up - 1);
      sink.pawns(east, up + 1);
    }
    if (board.ep != kNoSquare) en_passants<us>(board, king, occupied, sink);
  }
}

template <PieceType type, class Sink>
AJEEB_INLINE void leaps_and_slides(Bitboard movers, Bitboard occupied, Bitboard targets, Sink &sink) {
  for (const Square from : squares(movers)) sink.template piece<type>(from, attacks_of<type>(from, occupied) & targets);
}

// Bishops, rooks and queens on `movers`. A queen is a bishop and a rook on one square: a sink that does not care which
// piece it was gets her moves in two sets, and is spared a loop.
template <Color us, class Sink>
AJEEB_INLINE void slides(const Placement &board, Bitboard movers, Bitboard occupied, Bitboard targets, Sink &sink) {
  if constexpr (Sink::kNeedsType) {
    leaps_and_slides<kBishop>(board.pieces(us, kBishop) & movers, occupied, targets, sink);
    leaps_and_slides<kRook>(board.pieces(us, kRook) & movers, occupied, targets, sink);
    leaps_and_slides<kQueen>(board.pieces(us, kQueen) & movers, occupied, targets, sink);
  } else {
    leaps_and_slides<kBishop>(board.diagonal_sliders(us) & movers, occupied, targets, sink);
    leaps_and_slides<kRook>(board.straight_sliders(us) & movers, occupied, targets, sink);
  }
}

// Pinned sliders move along their ray if it is of their kind; everything else that is pinned stands still. A queen
// moves as the ray's kind only: her other moves could reach a second ray of the same kind.
template <Color us, class Sink>
AJEEB_INLINE void pinned_slides(const Placement &board, Bitboard occupied, Bitboard targets, const Masks &masks,
                                Sink &sink) {
  const Bitboard straight = masks.pinned_straight, diagonal = masks.pinned_diagonal;
  const Bitboard queens = board.pieces(us, kQueen);
  leaps_and_slides<kBishop>(board.pieces(us, kBishop) & diagonal, occupied, targets & diagonal, sink);
  leaps_and_slides<kRook>(board.pieces(us, kRook) & straight, occupied, targets & straight, sink);
  for (const Square from : squares(queens & diagonal)) {
    sink.template piece<kQueen>(from, bishop_attacks(from, occupied) & targets & diagonal);
  }
  for (const Square from : squares(queens & straight)) {
    sink.template piece<kQueen>(from, rook_attacks(from, occupied) & targets & straight);
  }
}

// All moves but the king's. `restricted` is whether there is a check or a pin; without, nothing asks for the masks.
template <Color us, Kind kind, bool restricted, class Sink>
AJEEB_INLINE void other_moves(const Placement &board, Square king, Bitboard occupied, const Masks &masks, Sink &sink) {
  Bitboard targets = wanted_targets<us, kind>(board, occupied), movers = kAllSquares;
  pawn_moves<us, kind, restricted>(board, king, occupied, masks, sink);
  if constexpr (restricted) {
    targets &= masks.targets;
    movers = ~(masks.pinned_straight | masks.pinned_diagonal);
    if (~movers) pinned_slides<us>(board, occupied, targets, masks, sink);
  }
  leaps_and_slides<kKnight>(board.pieces(us, kKnight) & movers, occupied, targets, sink);
  slides<us>(board, movers, occupied, targets, sink);
}

// Boards with several kings are lawless; the highest king is the king, the others move as pieces that may be lost.
template <Color us, Kind kind, class Sink>
AJEEB_INLINE void extra_king_moves(const Placement &board, Square king, Bitboard occupied, const Masks &masks,
                                   Sink &sink) {
  const Bitboard extra = board.pieces(us, kKing) & ~(bit(king) | masks.pinned_straight | masks.pinned_diagonal);
  leaps_and_slides<kKing>(extra, occupied, wanted_targets<us, kind>(board, occupied) & masks.targets, sink);
}

template <Color us, Kind kind, Kings law, class Sink>
AJEEB_INLINE void moves(const Placement &board, Sink &sink) {
  const Bitboard occupied = board.occupied(), kings = board.pieces(us, kKing);
  if (law == Kings::kAny && !kings) return other_moves<us, kind, false>(board, kNoSquare, occupied, Masks{}, sink);
  const Square king = law == Kings::kAny ? highest(kings) : lowest(kings);
  const Masks masks = find_masks<us, law>(board, king, occupied);
  king_moves<us, kind, law>(board, king, occupied, masks, sink);
  if (!masks.targets) return;  // double check
  if (masks.pinned_straight | masks.pinned_diagonal | masks.checkers) {
    other_moves<us, kind, true>(board, king, occupied, masks, sink);
  } else {
    other_moves<us, kind, false>(board, king, occupied, masks, sink);
  }
  if (law == Kings::kAny && more_than_one(kings)) [[unlikely]]
    extra_king_moves<us, kind>(board, king, occupied, masks, sink);
}

}  // namespace ajeeb::generate

#undef AJEEB_INLINE
