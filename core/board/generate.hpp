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
#pragma once

#include "board/movegen.hpp"

namespace ajeeb::generate {

// What holds for a whole position before any piece is looked at.
struct Masks {
  Bitboard targets = kAllSquares;  // where a piece other than the king may go: all; on a check, the ray to the checker
  Bitboard pinned_straight = 0;    // rays from the king to an enemy rook or queen with one own piece between, ends in
  Bitboard pinned_diagonal = 0;    // likewise for bishops and queens
  Bitboard checkers = 0;
};

// Rays to those of `snipers` that look at the king through exactly one own piece. `attacks` is the slider's attack
// function.
template <class Attacks>
Bitboard pin_rays(Square king, Bitboard occupied, Bitboard own, Bitboard seen, Bitboard snipers, Attacks attacks) {
  Bitboard rays = 0;
  const Bitboard blockers = seen & own;
  for (const Square sniper : squares(attacks(king, occupied ^ blockers) & snipers & ~seen)) {
    rays |= between(king, sniper) | bit(sniper);
  }
  return rays;
}

template <Color us>
Masks find_masks(const Board &board, Square king, Bitboard occupied) {
  constexpr Color them = !us;
  const Bitboard own = board.by_color[us];
  const Bitboard straight = board.straight_sliders(them), diagonal = board.diagonal_sliders(them);
  const Bitboard rook_view = rook_attacks(king, occupied), bishop_view = bishop_attacks(king, occupied);

  Masks masks;
  masks.checkers = (pawn_attacks<us>(bit(king)) & board.pieces(them, kPawn)) |
                   (knight_attacks(king) & board.pieces(them, kKnight)) | (rook_view & straight) |
                   (bishop_view & diagonal);
  masks.pinned_straight = pin_rays(king, occupied, own, rook_view, straight, rook_attacks);
  masks.pinned_diagonal = pin_rays(king, occupied, own, bishop_view, diagonal, bishop_attacks);
  if (masks.checkers) {
    const Square checker = lowest(masks.checkers);
    masks.targets = more_than_one(masks.checkers) ? 0 : between(king, checker) | bit(checker);
  }
  return masks;
}

// Every square the enemy attacks, looking through the king: he can't hide in his own shadow.
template <Color us>
Bitboard danger(const Board &board, Bitboard occupied_without_king) {
  constexpr Color them = !us;
  Bitboard attacked = pawn_attacks<them>(board.pieces(them, kPawn));
  for (const Square from : squares(board.pieces(them, kKnight))) attacked |= knight_attacks(from);
  for (const Square from : squares(board.diagonal_sliders(them)))
    attacked |= bishop_attacks(from, occupied_without_king);
  for (const Square from : squares(board.straight_sliders(them))) attacked |= rook_attacks(from, occupied_without_king);
  for (const Square from : squares(board.pieces(them, kKing))) attacked |= king_attacks(from);
  return attacked;
}

template <class Sink>
void castlings(Square king, Bitboard rooks, Bitboard occupied, Bitboard attacked, Bitboard pinned_straight,
               Sink &sink) {
  for (const Square rook : squares(rooks)) {
    const CastlingSquares to = castling_squares(king, rook);
    const Bitboard king_path = between(king, to.king) | bit(to.king);
    const Bitboard rook_path = between(rook, to.rook) | bit(to.rook);
    const Bitboard others = occupied & ~(bit(king) | bit(rook));
    // In Chess960 the rook itself may shield the king's new square from the edge: then it is pinned.
    if (!((king_path | rook_path | between(king, rook)) & others) && !(king_path & attacked) &&
        !contains(pinned_straight, rook)) {
      sink.castling(king, rook);
    }
  }
}

template <Color us, Kind kind, class Sink>
void king_moves(const Board &board, Square king, Bitboard occupied, const Masks &masks, Sink &sink) {
  const Bitboard own = board.by_color[us];
  const Bitboard wanted = kind == Kind::kNoisy ? board.by_color[!us] : kind == Kind::kQuiet ? ~occupied : ~own;
  const Bitboard targets = king_attacks(king) & wanted;
  Bitboard rooks = 0;
  if (kind != Kind::kNoisy && !masks.checkers && relative_rank(us, king) == 0) {
    rooks = board.castling & board.pieces(us, kRook) & relative_rank_mask(us, 0);
  }
  if (!(targets | rooks)) return;  // hemmed in: no need to know what the enemy attacks
  const Bitboard attacked = danger<us>(board, occupied ^ bit(king));
  if (const Bitboard safe = targets & ~attacked) sink.template piece<kKing>(king, safe);
  if (rooks) castlings(king, rooks, occupied, attacked, masks.pinned_straight, sink);
}

// After the capture neither a slider nor a checker that stays may see the king. Rare, so tested on the resulting board.
template <Color us>
bool en_passant_is_safe(const Board &board, Square king, Square from, Square to, Bitboard occupied) {
  if (king == kNoSquare) return true;
  constexpr Color them = !us;
  const Bitboard victim = bit(to ^ 8);
  const Bitboard after = (occupied ^ bit(from) ^ victim) | bit(to);
  return !(attackers(board, them, king, after) & ~victim);
}

template <Color us, class Sink>
void en_passants(const Board &board, Square king, Bitboard occupied, Sink &sink) {
  const Square to = board.ep;
  if (to == kNoSquare || relative_rank(us, to) != 5 || contains(occupied, to)) return;
  if (!contains(board.pieces(!us, kPawn), to ^ 8)) return;
  for (const Square from : squares(pawn_attacks<!us>(bit(to)) & board.pieces(us, kPawn))) {
    if (en_passant_is_safe<us>(board, king, from, to, occupied)) sink.en_passant(from, to);
  }
}

// Pawns in sets. A pinned pawn steps only along its ray: forward on a straight one, sideways on a diagonal one.
template <Color us, Kind kind, class Sink>
void pawn_moves(const Board &board, Square king, Bitboard occupied, const Masks &masks, Sink &sink) {
  constexpr int up = us == kWhite ? 8 : -8;
  constexpr Bitboard last_rank = relative_rank_mask(us, 7);
  const Bitboard pawns = board.pieces(us, kPawn), enemies = board.by_color[!us] & masks.targets;

  const Bitboard pushable = pawns & ~masks.pinned_diagonal, capturing = pawns & ~masks.pinned_straight;
  const Bitboard free = ~occupied;
  const Bitboard steps = (push<us>(pushable & ~masks.pinned_straight) |
                          (push<us>(pushable & masks.pinned_straight) & masks.pinned_straight)) &
                         free;
  const Bitboard single_steps = steps & masks.targets;
  const Bitboard free_capturers = capturing & ~masks.pinned_diagonal, pinned = capturing & masks.pinned_diagonal;
  const Bitboard west_captures =
      (attack_west<us>(free_capturers) | (attack_west<us>(pinned) & masks.pinned_diagonal)) & enemies;
  const Bitboard east_captures =
      (attack_east<us>(free_capturers) | (attack_east<us>(pinned) & masks.pinned_diagonal)) & enemies;

  if constexpr (kind != Kind::kNoisy) {
    sink.pawns(single_steps & ~last_rank, up);
    sink.double_steps(push<us>(steps & relative_rank_mask(us, 2)) & free & masks.targets);
  }
  if constexpr (kind != Kind::kQuiet) {
    sink.pawns(west_captures & ~last_rank, up - 1);
    sink.pawns(east_captures & ~last_rank, up + 1);
    if ((single_steps | west_captures | east_captures) & last_rank) {
      sink.promotions(single_steps & last_rank, up);
      sink.promotions(west_captures & last_rank, up - 1);
      sink.promotions(east_captures & last_rank, up + 1);
    }
    en_passants<us>(board, king, occupied, sink);
  }
}

template <PieceType type, class Sink>
void leaps_and_slides(Bitboard movers, Bitboard occupied, Bitboard targets, Sink &sink) {
  for (const Square from : squares(movers)) sink.template piece<type>(from, attacks_of<type>(from, occupied) & targets);
}

// A queen pinned on a straight ray moves as a rook, on a diagonal one as a bishop, and only along the ray.
template <Color us, class Sink>
void piece_moves(const Board &board, Bitboard occupied, Bitboard targets, const Masks &masks, Sink &sink) {
  const Bitboard straight = masks.pinned_straight, diagonal = masks.pinned_diagonal, free = ~(straight | diagonal);
  const Bitboard bishops = board.pieces(us, kBishop), rooks = board.pieces(us, kRook),
                 queens = board.pieces(us, kQueen);
  leaps_and_slides<kKnight>(board.pieces(us, kKnight) & free, occupied, targets, sink);
  leaps_and_slides<kBishop>(bishops & free, occupied, targets, sink);
  leaps_and_slides<kRook>(rooks & free, occupied, targets, sink);
  leaps_and_slides<kQueen>(queens & free, occupied, targets, sink);
  if (!((bishops | rooks | queens) & ~free)) return;
  leaps_and_slides<kBishop>(bishops & diagonal & ~straight, occupied, targets & diagonal, sink);
  leaps_and_slides<kRook>(rooks & straight & ~diagonal, occupied, targets & straight, sink);
  for (const Square from : squares(queens & straight)) {
    sink.template piece<kQueen>(from, rook_attacks(from, occupied) & targets & straight);
  }
  for (const Square from : squares(queens & diagonal)) {
    sink.template piece<kQueen>(from, bishop_attacks(from, occupied) & targets & diagonal);
  }
}

// Boards with several kings are lawless; the highest king is the king, the others move as pieces that may be lost.
template <Color us, class Sink>
void extra_king_moves(Bitboard extra_kings, Bitboard occupied, Bitboard targets, const Masks &masks, Sink &sink) {
  leaps_and_slides<kKing>(extra_kings & ~(masks.pinned_straight | masks.pinned_diagonal), occupied, targets, sink);
}

template <Color us, Kind kind, class Sink>
void moves(const Board &board, Sink &sink) {
  const Bitboard occupied = board.occupied(), kings = board.pieces(us, kKing);
  const Square king = kings ? highest(kings) : kNoSquare;
  Masks masks;
  if (king != kNoSquare) [[likely]] {
    masks = find_masks<us>(board, king, occupied);
    king_moves<us, kind>(board, king, occupied, masks, sink);
    if (!masks.targets) return;  // double check
  }
  const Bitboard wanted = kind == Kind::kNoisy   ? board.by_color[!us]
                          : kind == Kind::kQuiet ? ~occupied
                                                 : ~board.by_color[us];
  const Bitboard targets = wanted & masks.targets;
  pawn_moves<us, kind>(board, king, occupied, masks, sink);
  piece_moves<us>(board, occupied, targets, masks, sink);
  if (more_than_one(kings)) [[unlikely]]
    extra_king_moves<us>(kings ^ bit(king), occupied, targets, masks, sink);
}

}  // namespace ajeeb::generate
