// The 960 starting positions and their numbers (Scharnagl's).
#pragma once

#include <optional>

#include "board/board.hpp"

namespace ajeeb {

inline constexpr int kChess960Positions = 960;

// The pieces of starting position `number` (0..959), white's and black's, pawns included; nothing else is set.
Board chess960_placement(int number);
// The number of the starting position whose pieces stand here; none if they stand in no starting position.
std::optional<int> chess960_number(const Board &board);

}  // namespace ajeeb
