// Games of the engine against itself at a fixed number of nodes: the data its evaluation is tuned from.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "board/packed.hpp"

namespace ajeeb::engine {

struct SelfplayOptions {
  int games = 100;
  std::int64_t nodes = 2000;  // a move
  std::uint64_t seed = 1;
  int random_plies = 8;    // at the start of a game, so that no two are alike
  int chess960_share = 8;  // one game in so many starts from a shuffled back rank; 0: none
};

// The quiet positions of the games (not in check, the move played no capture), with the search's score from white's
// view and the game's result. `progress` hears the number of finished games; it ends the work by returning false.
std::vector<PackedPosition> selfplay(const SelfplayOptions &options, const std::function<bool(int)> &progress = {});

}  // namespace ajeeb::engine
