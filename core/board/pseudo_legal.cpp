#include "board/pseudo_legal.hpp"

namespace ajeeb {

namespace {

Move *add(Move *out, Square from, Square to, bool promotes) {
  if (!promotes) {
    *out++ = Move(from, to);
    return out;
  }
  for (const PieceType type : {kQueen, kRook, kBishop, kKnight}) *out++ = Move(from, to, type);
  return out;
}

// Where the pawn on `from` may go, en passant included.
Bitboard pawn_targets(const Board &board, Square from) {
  const Color us = board.side;
  const Bitboard free = ~board.occupied();
  const auto step = [us](Bitboard set) { return us == kWhite ? north(set) : south(set); };
  const Bitboard single = step(bit(from)) & free;
  const Bitboard twice = step(single & relative_rank_mask(us, 2)) & free;
  const Bitboard ep = contains(ep_capturers(board), from) ? bit(board.ep) : 0;
  return single | twice | (pawn_attacks(us, bit(from)) & board.by_color[!us]) | ep;
}

Bitboard castling_rooks(const Board &board, Square king) {
  Bitboard rooks = 0;
  for (const Square rook : squares(board.castling & board.by_color[board.side])) {
    if (is_legal(board, Move(king, rook))) rooks |= bit(rook);
  }
  return rooks;
}

Bitboard targets_of(const Board &board, PieceType type, Square from) {
  if (type == kPawn) return pawn_targets(board, from);
  return attacks_of(type, from, board.occupied()) & ~board.by_color[board.side];
}

}  // namespace

Bitboard ep_capturers(const Board &board) {
  if (board.ep == kNoSquare || relative_rank(board.side, board.ep) != 5 || contains(board.occupied(), board.ep)) {
    return 0;
  }
  if (!contains(board.pieces(!board.side, kPawn), board.ep ^ 8)) return 0;
  return pawn_attacks(!board.side, bit(board.ep)) & board.pieces(board.side, kPawn);
}

bool has_pseudo_legal_ep(const Board &board) { return ep_capturers(board) != 0; }

Move *pseudo_legal_moves(const Board &board, Move *out) {
  const Color us = board.side;
  for (const Square from : squares(board.by_color[us])) {
    const PieceType type = board.type_at(from);
    for (const Square to : squares(targets_of(board, type, from))) {
      out = add(out, from, to, type == kPawn && relative_rank(us, to) == 7);
    }
  }
  const Square king = board.king(us);
  if (king == kNoSquare) return out;
  for (const Square rook : squares(castling_rooks(board, king))) *out++ = Move(king, rook);
  return out;
}

bool is_pseudo_legal(const Board &board, Move move) {
  const Square from = move.from(), to = move.to();
  if (!contains(board.by_color[board.side], from)) return false;
  if (is_castling(board, move)) return is_legal(board, move);
  const PieceType type = board.type_at(from);
  const bool promotes = type == kPawn && relative_rank(board.side, to) == 7;
  return promotes == move.is_promotion() && move.promotion() < kKing && contains(targets_of(board, type, from), to);
}

}  // namespace ajeeb
