// Counting the leaves of the legal move tree: the proof of a move generator, and its speedometer. Exact, no hashing.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board.hpp"

namespace ajeeb {

// Every ply is a call within a call: beyond this the stack might not do. Nobody lives to see such a count, unless the
// side to move never has a choice.
inline constexpr int kMaxPerftDepth = 1000;

// Legal move sequences of `depth` plies, kMaxPerftDepth at most; 1 at depth 0. `threads` share the moves at the root.
std::uint64_t perft(const Board &board, int depth, int threads = 1);

// The same number the long way: a move list is written at every node, the last ply included. Its own proof of the
// lists, and the speed of a generator as engines use it.
std::uint64_t perft_by_lists(const Board &board, int depth);

struct Division {
  Move move;
  std::uint64_t nodes;
};
// perft(depth - 1) behind each legal move; empty at depth 0.
std::vector<Division> divide(const Board &board, int depth, int threads = 1);

}  // namespace ajeeb
