// Moves that can be taken back on the board, found by what they change of a key: two positions whose keys differ by one
// of them are a single move of a piece apart (Marcel van Kervinck's observation, 2013).
#pragma once

#include "base/zobrist.hpp"

namespace ajeeb::engine {

struct Reversal {
  Key key = 0;  // what the move changes, the side to move included
  Square a = 0, b = 0;
};

// Null unless some piece but a pawn goes between two squares by changing the key so, on an empty board.
const Reversal *find_reversal(Key difference);

}  // namespace ajeeb::engine
