// Finding moves. Legality comes from masks (checks, pins, danger to the king); no move is made to test it.
// The generator itself is the template in generate.hpp; this is what everybody else calls.
#pragma once

#include <cstddef>

#include "board/board.hpp"

namespace ajeeb {

// No position that a game can reach has more than 218 moves, but status() can't tell which those are: sixteen pieces of
// a color make at most 15 · 27 + 8, for which kMaxMoves leaves room. A board of the lawless kind (status() not clean)
// can have more: a buffer of kMaxAnyMoves is enough for whatever a Board can hold. Both count the kMoveSlack places
// behind the last move that may be written to as well.
inline constexpr std::size_t kMaxMoves = 512;
inline constexpr std::size_t kMaxAnyMoves = 2048;
inline constexpr std::size_t kMoveSlack = 8;

// kNoisy: captures, en passant and promotions. kQuiet: all others, castling included. kAll is both.
enum class Kind { kAll, kNoisy, kQuiet };

// A list on the stack; `capacity` as above.
template <std::size_t capacity>
class MoveBuffer {
 public:
  MoveBuffer() = default;
  MoveBuffer(const MoveBuffer &) = delete;
  MoveBuffer &operator=(const MoveBuffer &) = delete;

  Move *begin() { return moves_; }
  Move *end() { return end_; }
  const Move *begin() const { return moves_; }
  const Move *end() const { return end_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - moves_); }
  bool empty() const { return end_ == moves_; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  void set_end(Move *end) { end_ = end; }

 private:
  Move moves_[capacity];
  Move *end_ = moves_;
};
using MoveList = MoveBuffer<kMaxMoves>;
using AnyMoveList = MoveBuffer<kMaxAnyMoves>;

// Writes the legal moves from `out` on, where there must be room as said above, and returns the end. The board's
// castling rights must be clean. The king's moves come first. Without a king of the side to move nothing is a check and
// nothing is pinned.
Move *legal_moves(const Board &board, Move *out, Kind kind = Kind::kAll);
// The same count without a list.
std::size_t count_legal(const Board &board);
bool has_legal_move(const Board &board);

template <std::size_t capacity>
void legal_moves(const Board &board, MoveBuffer<capacity> &list, Kind kind = Kind::kAll) {
  list.set_end(legal_moves(board, list.begin(), kind));
}

// True if the move, whatever its bits, is legal here. Does not generate.
bool is_legal(const Board &board, Move move);
// True if a pseudo-legal move (as its piece moves, own king's safety apart) leaves the own king safe.
bool keeps_king_safe(const Board &board, Move move);

// The ep square if some pawn can legally capture there, else kNoSquare: what keys and packed positions hold.
Square legal_ep(const Board &board);

}  // namespace ajeeb
