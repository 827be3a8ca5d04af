#include "bind/iterators.hpp"

#include <algorithm>
#include <array>

#include "board/movegen.hpp"

namespace ajeeb::bind {

namespace {

// Room for every legal position; the few boards that have more moves get a buffer of their own.
struct MoveIterator {
  PyObject_HEAD;
  const Move *next, *end;
  Move *large;
  Move moves[kMaxMoves];
};

// Iterators that were given back: most programs need one or two at a time, again and again.
constexpr std::size_t kKept = 8;
std::array<MoveIterator *, kKept> kept;
std::size_t kept_count = 0;

struct SetIterator {
  PyObject_HEAD;
  Bitboard left;
  Bitboard set;  // of a subset iterator
  bool descending;
  bool finished;
};

PyTypeObject *move_iterator_type, *square_iterator_type, *subset_iterator_type;

PyObject *next_move(PyObject *self) {
  auto *iterator = reinterpret_cast<MoveIterator *>(self);
  return iterator->next != iterator->end ? Py_XNewRef(move_object({(iterator->next++)->raw})) : nullptr;
}

PyObject *moves_left(PyObject *self, PyObject *) {
  const auto *iterator = reinterpret_cast<MoveIterator *>(self);
  return PyLong_FromSsize_t(iterator->end - iterator->next);
}

PyObject *next_square(PyObject *self) {
  Bitboard &left = reinterpret_cast<SetIterator *>(self)->left;
  if (!left) return nullptr;
  if (!reinterpret_cast<SetIterator *>(self)->descending) return PyLong_FromLong(pop_lowest(left));
  const Square square = highest(left);
  left ^= bit(square);
  return PyLong_FromLong(square);
}

PyObject *squares_left(PyObject *self, PyObject *) {
  return PyLong_FromLong(popcount(reinterpret_cast<SetIterator *>(self)->left));
}

PyObject *next_subset(PyObject *self) {
  auto *iterator = reinterpret_cast<SetIterator *>(self);
  if (iterator->finished) return nullptr;
  const Bitboard subset = iterator->left;
  iterator->left = (subset - iterator->set) & iterator->set;
  iterator->finished = iterator->left == 0;
  return PyLong_FromUnsignedLongLong(subset);
}

void release_moves(PyObject *self) {
  auto *iterator = reinterpret_cast<MoveIterator *>(self);
  delete[] iterator->large;
  if (kept_count < kKept) {
    kept[kept_count++] = iterator;
  } else {
    PyObject_Free(self);
    Py_DECREF(move_iterator_type);
  }
}

MoveIterator *allocate_moves() {
  MoveIterator *iterator = nullptr;
  if (kept_count > 0) {
    iterator = kept[--kept_count];
    PyObject_Init(reinterpret_cast<PyObject *>(iterator), move_iterator_type);
    Py_DECREF(move_iterator_type);  // PyObject_Init counts an instance again that the type never lost
  } else {
    iterator = PyObject_New(MoveIterator, move_iterator_type);
  }
  if (iterator) iterator->large = nullptr;
  return iterator;
}

void release(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

PyMethodDef move_methods[] = {{"__length_hint__", moves_left, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
PyMethodDef square_methods[] = {{"__length_hint__", squares_left, METH_NOARGS, nullptr},
                                {nullptr, nullptr, 0, nullptr}};
PyMethodDef no_methods[] = {{nullptr, nullptr, 0, nullptr}};

PyTypeObject *make_type(const char *name, std::size_t size, destructor release, iternextfunc next,
                        PyMethodDef *methods) {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void *>(release)},
      {Py_tp_iter, reinterpret_cast<void *>(PyObject_SelfIter)},
      {Py_tp_iternext, reinterpret_cast<void *>(next)},
      {Py_tp_methods, methods},
      {0, nullptr},
  };
  PyType_Spec spec{name, static_cast<int>(size), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  PyObject *type = PyType_FromSpec(&spec);
  if (!type) throw nb::python_error();
  return reinterpret_cast<PyTypeObject *>(type);  // kept for ever
}

// True if kMaxMoves is room enough whatever stands where: counted by what each piece could do on an empty board.
bool has_few_moves(const Board &board) {
  constexpr int kMostMoves[] = {12, 8, 13, 14, 27, 10};  // a pawn promotes in three ways; a king may castle twice
  int most = 0;
  for (int type = kPawn; type < kPieceTypes; type++) {
    most += kMostMoves[type] * popcount(board.pieces(board.side, static_cast<PieceType>(type)));
  }
  return most <= static_cast<int>(kMaxMoves);
}

PyObject *new_set_iterator(PyTypeObject *type, Bitboard left, Bitboard set, bool descending) {
  SetIterator *iterator = PyObject_New(SetIterator, type);
  if (!iterator) return nullptr;
  iterator->left = left;
  iterator->set = set;
  iterator->descending = descending;
  iterator->finished = false;
  return reinterpret_cast<PyObject *>(iterator);
}

}  // namespace

PyObject *new_move_iterator(const Board &board, MoveWriter write) {
  MoveIterator *iterator = allocate_moves();
  if (!iterator) return nullptr;
  Move *first = iterator->moves;
  if (!has_few_moves(board)) first = iterator->large = new Move[kMaxAnyMoves];
  iterator->next = first;
  iterator->end = write(board, first);
  for (const Move *move = iterator->next; move != iterator->end; move++) prefetch_move({move->raw});
  return reinterpret_cast<PyObject *>(iterator);
}

PyObject *new_move_iterator(std::span<const Move> moves) {
  MoveIterator *iterator = allocate_moves();
  if (!iterator) return nullptr;
  Move *first = iterator->moves;
  if (moves.size() > kMaxMoves) first = iterator->large = new Move[moves.size()];
  iterator->next = first;
  iterator->end = std::copy(moves.begin(), moves.end(), first);
  return reinterpret_cast<PyObject *>(iterator);
}

PyObject *new_square_iterator(Bitboard set, bool descending) {
  return new_set_iterator(square_iterator_type, set, set, descending);
}

PyObject *new_subset_iterator(Bitboard set) { return new_set_iterator(subset_iterator_type, 0, set, false); }

void register_iterators(nb::module_ &) {
  move_iterator_type = make_type("ajeeb.MoveIterator", sizeof(MoveIterator), release_moves, next_move, move_methods);
  square_iterator_type = make_type("ajeeb.SquareIterator", sizeof(SetIterator), release, next_square, square_methods);
  subset_iterator_type = make_type("ajeeb.SubsetIterator", sizeof(SetIterator), release, next_subset, no_methods);
}

}  // namespace ajeeb::bind
