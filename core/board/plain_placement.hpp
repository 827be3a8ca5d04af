// Placements of FENs that are in order, all eight ranks at once. What is wrong with the others is fen.cpp's to say.
#pragma once

#include <cstddef>
#include <string_view>

#include "board/board.hpp"

namespace ajeeb {

// Reads the placement from `at` to a space or the end, and moves `at` there. False, with nothing done, if anything is
// amiss with it or rare (more than 64 characters, a '~', a tab, less text behind it than a side to move and clocks
// take).
bool read_plain_placement(std::string_view text, std::size_t &at, Board &board);

}  // namespace ajeeb
