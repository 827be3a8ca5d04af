#include "six/board.hpp"

namespace ajeeb::six {

static std::uint64_t reversed_nibbles(std::uint64_t word) {
  word = __builtin_bswap64(word);
  return ((word >> 4) & 0x0F0F0F0F0F0F0F0F) | ((word & 0x0F0F0F0F0F0F0F0F) << 4);
}

Board rotate(const Board &board) {
  Board turned;
  for (int i = 0; i < 4; i++) turned.words[i] = reversed_nibbles(board.words[3 - i]);
  return turned;
}

Mailbox::Mailbox(const Board &board) {
  for (int i = 0; i < kSquares; i++) {
    const int piece = board.at(i);
    square[i] = static_cast<std::uint8_t>(piece);
    white |= static_cast<std::uint64_t>(is_white(piece)) << i;
    black |= static_cast<std::uint64_t>(piece != kEmpty && !is_white(piece)) << i;
  }
}

Board Mailbox::pack() const {
  Board board;
  for (int i = 0; i < kSquares; i++) board.words[i >> 4] |= static_cast<std::uint64_t>(square[i]) << (4 * (i & 15));
  return board;
}

}  // namespace ajeeb::six
