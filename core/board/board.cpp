#include "board/board.hpp"

namespace ajeeb {

namespace {

constexpr Board make_start_board() {
  Board board;
  board.by_type = {0x00FF00000000FF00, 0x4200000000000042, 0x2400000000000024,
                   0x8100000000000081, 0x0800000000000008, 0x1000000000000010};
  board.by_color = {0x000000000000FFFF, 0xFFFF000000000000};
  board.castling = 0x8100000000000081;
  return board;
}

// Out of line: it is rare, and wants more registers than all the rest.
[[gnu::noinline]] void castle(Board &board, Color us, Square king_from, Square rook_from) {
  const CastlingSquares to = castling_squares(king_from, rook_from);
  board.by_type[kKing] ^= bit(king_from);
  board.by_type[kRook] ^= bit(rook_from);
  board.by_color[us] &= ~(bit(king_from) | bit(rook_from));
  board.clear(bit(to.king) | bit(to.rook));  // already empty in every castling that is legal
  board.put(us, kKing, to.king);
  board.put(us, kRook, to.rook);
}

// What only pawns do: become another piece, take in passing, leave an ep square behind.
void finish_pawn_move(Board &board, Color us, Move move, Square old_ep) {
  const Square from = move.from(), to = move.to();
  if (move.is_promotion()) {
    board.by_type[kPawn] ^= bit(to);
    board.by_type[move.promotion() < kKing ? move.promotion() : kQueen] ^= bit(to);
  } else if (to == old_ep && file_of(from) != file_of(to)) {
    const Bitboard victim = bit(to ^ 8) & board.pieces(!us, kPawn);
    board.by_type[kPawn] ^= victim;
    board.by_color[!us] ^= victim;
  } else if ((from ^ to) == 16 && relative_rank(us, from) == 1) {
    board.ep = static_cast<std::uint8_t>((from + to) / 2);
  }
}

void move_piece(Board &board, Color us, PieceType type, Move move, Square old_ep) {
  const Bitboard from = bit(move.from()), to = bit(move.to());
  if (board.occupied() & to & ~from) {
    board.clear(to);
    board.halfmove_clock = 0;
    old_ep = kNoSquare;  // what stands there is taken, and nothing else
  }
  const Bitboard step = from ^ to;
  board.by_type[type] ^= step;
  board.by_color[us] ^= step;
  if (type == kPawn) {
    board.halfmove_clock = 0;
    finish_pawn_move(board, us, move, old_ep);
  }
}

Bitboard clean_rights_of(const Board &board, Color color) {
  const Square king = board.king(color);
  if (king == kNoSquare || relative_rank(color, king) != 0) return 0;
  const Bitboard rooks = board.castling & board.pieces(color, kRook) & relative_rank_mask(color, 0);
  if (!board.chess960) return file_of(king) == 4 ? rooks & (kFileA | kFileH) : 0;
  const Bitboard a_side = rooks & (bit(king) - 1), h_side = rooks & ~(bit(king) - 1);
  return (a_side ? bit(lowest(a_side)) : 0) | (h_side ? bit(highest(h_side)) : 0);
}

}  // namespace

const Board kStartBoard = make_start_board();

Bitboard clean_castling_rights(const Board &board) {
  return board.castling ? clean_rights_of(board, kWhite) | clean_rights_of(board, kBlack) : 0;
}

void do_move(Board &board, Move move) {
  const Color us = board.side;
  const Square from = move.from(), old_ep = board.ep;
  board.side = !us;
  board.ep = kNoSquare;
  board.halfmove_clock++;
  if (us == kBlack) board.fullmove_number++;
  if (move.is_null() || !contains(board.by_color[us], from)) return;
  const PieceType type = board.type_at(from);
  if (type == kKing && contains(board.pieces(us, kRook), move.to())) {
    castle(board, us, from, move.to());
  } else {
    move_piece(board, us, type, move, old_ep);
  }
  board.castling &= ~(bit(from) | bit(move.to()));
  if (type == kKing) board.castling &= ~relative_rank_mask(us, 0);
}

Board mirrored(const Board &board) {
  const auto flip = [](Bitboard set) { return __builtin_bswap64(set); };
  Board other = board;
  for (Bitboard &type : other.by_type) type = flip(type);
  other.by_color = {flip(board.by_color[kBlack]), flip(board.by_color[kWhite])};
  other.castling = flip(board.castling);
  other.side = !board.side;
  if (board.ep != kNoSquare) other.ep = static_cast<std::uint8_t>(flip_rank(board.ep));
  return other;
}

}  // namespace ajeeb
