#include "bind/iterators.hpp"

#include "bind/recycled.hpp"
#include "board/movegen.hpp"

namespace ajeeb::bind {

namespace {

// The moves as the objects that Python will get. There is room for most positions; others get a buffer of their own.
struct MoveIterator {
  static constexpr std::size_t kRoom = 16 * kMoveBlock;
  PyObject_HEAD;
  PyObject **next, **end;
  PyObject **large;
  PyObject *moves[kRoom];  // whole blocks
};

Recycled<MoveIterator> spare_iterators;
std::size_t last_count = 0;

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
  return iterator->next != iterator->end ? Py_NewRef(*iterator->next++) : nullptr;
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
  if (iterator->large) delete[] iterator->large;
  if (spare_iterators.keep(iterator)) return;
  PyObject_Free(self);
  Py_DECREF(move_iterator_type);
}

// Its moves are yet to be filled in, and may be by the block.
MoveIterator *allocate_moves(std::size_t count) {
  MoveIterator *iterator = spare_iterators.take();
  if (!iterator && !(iterator = PyObject_New(MoveIterator, move_iterator_type))) return nullptr;
  iterator->large = count > MoveIterator::kRoom ? new PyObject *[count + kMoveBlock] : nullptr;
  iterator->next = iterator->large ? iterator->large : iterator->moves;
  iterator->end = iterator->next + count;
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
  AnyMoveList moves;
  moves.set_end(write(board, moves.begin()));
  MoveIterator *iterator = allocate_moves(moves.size());
  if (!iterator) return nullptr;
  playable_move_objects(moves.begin(), moves.size(), iterator->next);
  last_count = moves.size();
  return reinterpret_cast<PyObject *>(iterator);
}

PyObject *new_move_iterator(std::span<const Move> moves) {
  MoveIterator *iterator = allocate_moves(moves.size());
  if (!iterator) return nullptr;
  PyObject **next = iterator->next;
  for (const Move move : moves) *next++ = move_object({move.raw});
  return reinterpret_cast<PyObject *>(iterator);
}

std::size_t last_move_count() { return last_count; }

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
