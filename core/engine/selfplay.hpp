// Games of the engine against itself at a fixed number of nodes: the data its evaluation is tuned from.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "board/packed.hpp"

namespace ajeeb::engine {

struct SelfplayOptions {
  int games = 100;
  std::int64_t nodes = 2000;  // a move
  std::uint64_t seed = 1;
  int random_plies = 8;                            // at the start of a game, so that no two are alike
  int chess960_share = 8;                          // one game in so many starts from a shuffled back rank; 0: none
  const std::atomic<bool> *interrupted = nullptr;  // ends the work, with the games that are finished, once it is set
};

// The quiet positions of the games (not in check, the move played no capture), with the search's score from white's
// view and the game's result.
std::vector<PackedPosition> selfplay(const SelfplayOptions &options);

}  // namespace ajeeb::engine
