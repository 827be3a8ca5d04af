// Static exchange evaluation by the swap algorithm: each side takes with its least valuable piece and may stop.
#include "engine/see.hpp"

namespace ajeeb::engine {

namespace {

int value_of(PieceType type) { return kExchangeValues[type]; }

// What the move wins before anybody answers.
int first_gain(const Position &position, Move move) {
  int gain = value_of(type_of(position.captured_piece(move)));
  if (move.is_promotion()) gain += value_of(move.promotion()) - value_of(kPawn);
  return gain;
}

}  // namespace

bool see_at_least(const Position &position, Move move, int threshold) {
  const Board &board = position.board();
  if (is_castling(board, move)) return threshold <= 0;
  const Square from = move.from(), to = move.to();
  const PieceType mover = move.is_promotion() ? move.promotion() : position.type_on(from);

  int balance = first_gain(position, move) - threshold;
  if (balance < 0) return false;
  balance -= value_of(mover);
  if (balance >= 0) return true;

  Bitboard occupied = (board.occupied() ^ bit(from)) | bit(to);
  if (is_en_passant(board, move)) occupied ^= bit(to ^ 8);
  const Bitboard diagonal = board.by_type[kBishop] | board.by_type[kQueen];
  const Bitboard straight = board.by_type[kRook] | board.by_type[kQueen];
  Bitboard takers = attackers(board, kWhite, to, occupied) | attackers(board, kBlack, to, occupied);
  Color side = !board.side;
  for (;;) {
    takers &= occupied;
    const Bitboard own = takers & board.by_color[side];
    if (!own) break;
    int type = kPawn;
    while (!(own & board.by_type[static_cast<std::size_t>(type)])) type++;
    occupied ^= bit(lowest(own & board.by_type[static_cast<std::size_t>(type)]));
    if (type == kPawn || type == kBishop || type == kQueen) takers |= bishop_attacks(to, occupied) & diagonal;
    if (type == kRook || type == kQueen) takers |= rook_attacks(to, occupied) & straight;
    side = !side;
    balance = -balance - 1 - value_of(static_cast<PieceType>(type));
    if (balance >= 0) {
      // A king may not take what is still defended: then the last capture did not happen.
      if (type == kKing && (takers & occupied & board.by_color[side])) side = !side;
      break;
    }
  }
  return side != board.side;
}

}  // namespace ajeeb::engine
