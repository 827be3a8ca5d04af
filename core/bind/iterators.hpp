// The native iterators behind legal moves and square sets. They hold a snapshot, so the board may change while one
// runs.
#pragma once

#include <span>

#include "bind/arguments.hpp"

namespace ajeeb::bind {

// An iterator over Move objects, in the order given.
PyObject *new_move_iterator(std::span<const PyMove> moves);
// Over the squares of a set as ints, ascending or descending.
PyObject *new_square_iterator(Bitboard set, bool descending = false);
// Over all subsets of a set as ints, the empty one first and the set itself last (the carry-rippler).
PyObject *new_subset_iterator(Bitboard set);

void register_iterators(nb::module_ &module);

}  // namespace ajeeb::bind
