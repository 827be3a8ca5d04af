#include "board/keyed_board.hpp"

#include <algorithm>

#include "board/movegen.hpp"

namespace ajeeb {

namespace {

Key castling_key(Bitboard rights) {
  Key key = 0;
  for (const Square rook : squares(rights)) key ^= zobrist::kWords.castling[rook];
  return key;
}

Key ep_key(const Board &board) {
  const Square ep = legal_ep(board);
  return ep == kNoSquare ? 0 : zobrist::kWords.ep_file[file_of(ep)];
}

// The words of all pieces on `set`.
Key pieces_key(const Board &board, Bitboard set) {
  Key key = 0;
  for (const Square square : squares(set & board.occupied())) {
    key ^= zobrist::piece(board.color_at(square), board.type_at(square), square);
  }
  return key;
}

// True if the move does nothing but take a piece of the side to move from a square to another, and an enemy off there;
// a pawn may become another piece.
bool is_plain(const Board &board, Move move) {
  const Bitboard own = board.by_color[board.side];
  const bool promotes_well =
      !move.is_promotion() || (contains(board.by_type[kPawn], move.from()) && move.promotion() < kKing);
  return contains(own, move.from()) && !contains(own, move.to()) && move.to() != board.ep && promotes_well;
}

// The squares whose contents a move may change.
Bitboard touched(const Board &board, Move move) {
  Bitboard set = bit(move.from()) | bit(move.to());
  if (is_castling(board, move)) {
    const CastlingSquares to = castling_squares(move.from(), move.to());
    set |= bit(to.king) | bit(to.rook);
  } else if (move.to() == board.ep) {
    set |= bit(move.to() ^ 8);
  }
  return set;
}

}  // namespace

Key zobrist_key(const Board &board) {
  return pieces_key(board, kAllSquares) ^ castling_key(board.castling) ^ ep_key(board) ^
         (board.side == kBlack ? zobrist::kWords.black_to_move : 0);
}

Key polyglot_key(const Board &board) {
  constexpr std::size_t kCastlingWords = 768, kEpWords = 772, kWhiteToMoveWord = 780;
  Key key = 0;
  for (const Square square : squares(board.occupied())) {
    const std::size_t kind = 2 * board.type_at(square) + (board.color_at(square) == kWhite);
    key ^= polyglot::kWords[64 * kind + static_cast<std::size_t>(square)];
  }
  for (const Color color : {kWhite, kBlack}) {
    const Square king = board.king(color);
    for (const Square rook : squares(board.castling & board.by_color[color])) {
      key ^= polyglot::kWords[kCastlingWords + 2 * color + (rook < king)];
    }
  }
  if (board.ep != kNoSquare && (pawn_attacks(!board.side, bit(board.ep)) & board.pieces(board.side, kPawn))) {
    key ^= polyglot::kWords[kEpWords + static_cast<std::size_t>(file_of(board.ep))];
  }
  return board.side == kWhite ? key ^ polyglot::kWords[kWhiteToMoveWord] : key;
}

void do_move(Board &board, Key &key, Move move) {
  const Bitboard rights = board.castling;
  key ^= ep_key(board) ^ zobrist::kWords.black_to_move;
  if (is_plain(board, move)) [[likely]] {
    const Square from = move.from(), to = move.to();
    const PieceType type = board.type_at(from), captured = board.type_at(to);
    const PieceType becomes = move.is_promotion() ? move.promotion() : type;
    key ^= zobrist::piece(board.side, type, from) ^ zobrist::piece(board.side, becomes, to);
    if (captured != kNoPieceType) key ^= zobrist::piece(!board.side, captured, to);
    do_move(board, move);
  } else {
    const Bitboard changed = touched(board, move);
    key ^= pieces_key(board, changed);
    do_move(board, move);
    key ^= pieces_key(board, changed);
  }
  key ^= ep_key(board);
  if (rights != board.castling) key ^= castling_key(rights ^ board.castling);
}

int KeyedBoard::earlier(Key key, Bitboard rights, std::size_t index, int enough) const {
  int count = 0;
  for (std::size_t i = std::min(index, history_.size()); i-- > 0 && count < enough;) {
    const Step &step = history_[i];
    if (is_zeroing(step.board, step.move) || step.board.castling != rights) break;
    if ((index - i) % 2 == 0 && step.key == key) count++;
  }
  return count;
}

int KeyedBoard::repetitions_after(Move move, int enough) const {
  if (is_zeroing(board_, move)) return 1;
  Board next = board_;
  Key next_key = key_;
  do_move(next, next_key, move);
  if (next.castling != board_.castling) return 1;
  return 1 + earlier(next_key, next.castling, history_.size() + 1, enough - 1);
}

}  // namespace ajeeb
