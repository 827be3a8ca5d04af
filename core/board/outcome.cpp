#include "board/outcome.hpp"

namespace ajeeb {

namespace {

constexpr std::uint32_t kFiftyMoves = 100, kSeventyfiveMoves = 150;  // in plies

// Calls `holds` with each legal move until it says true.
template <class Predicate>
bool any_legal_move(const Board &board, Predicate holds) {
  AnyMoveList moves;
  legal_moves(board, moves);
  for (const Move move : moves) {
    if (holds(move)) return true;
  }
  return false;
}

}  // namespace

bool has_insufficient_material(const Board &board, Color color) {
  const Bitboard own = board.by_color[color], theirs = board.by_color[!color];
  const Bitboard bishops = board.by_type[kBishop], knights = board.by_type[kKnight], pawns = board.by_type[kPawn];
  if (own & (pawns | board.by_type[kRook] | board.by_type[kQueen])) return false;
  if (own & knights) {
    // A lone knight mates only if an enemy piece other than a queen walls the king in.
    return popcount(own) <= 2 && !(theirs & ~board.by_type[kKing] & ~board.by_type[kQueen]);
  }
  if (own & bishops) {
    const bool one_shade = !(bishops & kDarkSquares) || !(bishops & kLightSquares);
    return one_shade && !pawns && !knights;
  }
  return true;
}

bool is_insufficient_material(const Board &board) {
  return has_insufficient_material(board, kWhite) && has_insufficient_material(board, kBlack);
}

bool is_checkmate(const Board &board) { return is_check(board) && !has_legal_move(board); }
bool is_stalemate(const Board &board) { return !is_check(board) && !has_legal_move(board); }

bool is_fifty_moves(const Board &board) { return board.halfmove_clock >= kFiftyMoves && has_legal_move(board); }
bool is_seventyfive_moves(const Board &board) {
  return board.halfmove_clock >= kSeventyfiveMoves && has_legal_move(board);
}

bool can_claim_fifty_moves(const Board &board) {
  if (is_fifty_moves(board)) return true;
  if (board.halfmove_clock + 1 < kFiftyMoves) return false;
  return any_legal_move(board, [&](Move move) {
    if (is_zeroing(board, move)) return false;
    Board next = board;
    do_move(next, move);
    return is_fifty_moves(next);
  });
}

bool can_claim_threefold(const KeyedBoard &position) {
  if (position.repetitions(3) >= 3) return true;
  if (position.history().empty()) return false;
  return any_legal_move(position.board(), [&](Move move) { return position.repetitions_after(move, 3) >= 3; });
}

Termination outcome(const KeyedBoard &position, bool claim_draw) {
  const Board &board = position.board();
  const bool stuck = !has_legal_move(board);
  if (stuck && is_check(board)) return Termination::kCheckmate;
  if (is_insufficient_material(board)) return Termination::kInsufficientMaterial;
  if (stuck) return Termination::kStalemate;
  if (board.halfmove_clock >= kSeventyfiveMoves) return Termination::kSeventyfiveMoves;
  if (position.repetitions(5) >= 5) return Termination::kFivefoldRepetition;
  if (claim_draw && can_claim_fifty_moves(board)) return Termination::kFiftyMoves;
  if (claim_draw && can_claim_threefold(position)) return Termination::kThreefoldRepetition;
  return Termination::kNone;
}

}  // namespace ajeeb
