// Static exchange evaluation: what a sequence of captures on one square brings, without searching it.
#pragma once

#include "engine/position.hpp"

namespace ajeeb::engine {

inline constexpr std::array<int, 7> kExchangeValues = {100, 320, 330, 500, 950, 0, 0};  // king and nothing last

// True if the exchange that the move begins brings at least `threshold`.
bool see_at_least(const Position &position, Move move, int threshold);

}  // namespace ajeeb::engine
