// board.legal_moves and board.pseudo_legal_moves: views of a board, which see its every change.
#pragma once

#include <nanobind/nanobind.h>

namespace ajeeb::bind {

// Board's two properties, as getters of CPython's own kind.
extern PyGetSetDef move_view_getters[];

}  // namespace ajeeb::bind
