// The native iterators behind legal moves and square sets. They hold a snapshot, so the board may change while one
// runs.
#pragma once

#include <span>

#include "bind/arguments.hpp"
#include "board/board.hpp"

namespace ajeeb::bind {

// Writes moves from `out` on, castling as Python writes it (see game_board.hpp), and returns the end; there is room for
// kMaxAnyMoves.
using MoveWriter = Move *(*)(const Board &board, Move *out);

// An iterator over Move objects: what `write` finds on the board.
PyObject *new_move_iterator(const Board &board, MoveWriter write);
// The same over moves that are there already, in Python's form.
PyObject *new_move_iterator(std::span<const Move> moves);
// How many moves were found on the board that was last iterated over.
std::size_t last_move_count();
// Over the squares of a set as ints, ascending or descending.
PyObject *new_square_iterator(Bitboard set, bool descending = false);
// Over all subsets of a set as ints, the empty one first and the set itself last (the carry-rippler).
PyObject *new_subset_iterator(Bitboard set);

void register_iterators(nb::module_ &module);

}  // namespace ajeeb::bind
