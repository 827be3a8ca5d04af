#include "bind/iterators.hpp"

#include <algorithm>

namespace ajeeb::bind {

namespace {

struct MoveIterator {
  PyObject_VAR_HEAD;  // ob_size moves
  Py_ssize_t next;
  PyMove moves[1];
};

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
  return iterator->next < Py_SIZE(self) ? Py_XNewRef(move_object(iterator->moves[iterator->next++])) : nullptr;
}

PyObject *moves_left(PyObject *self, PyObject *) {
  return PyLong_FromSsize_t(Py_SIZE(self) - reinterpret_cast<MoveIterator *>(self)->next);
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

void release(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

PyMethodDef move_methods[] = {{"__length_hint__", moves_left, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
PyMethodDef square_methods[] = {{"__length_hint__", squares_left, METH_NOARGS, nullptr},
                                {nullptr, nullptr, 0, nullptr}};
PyMethodDef no_methods[] = {{nullptr, nullptr, 0, nullptr}};

PyTypeObject *make_type(const char *name, std::size_t size, std::size_t item_size, iternextfunc next,
                        PyMethodDef *methods) {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void *>(release)},
      {Py_tp_iter, reinterpret_cast<void *>(PyObject_SelfIter)},
      {Py_tp_iternext, reinterpret_cast<void *>(next)},
      {Py_tp_methods, methods},
      {0, nullptr},
  };
  PyType_Spec spec{name, static_cast<int>(size), static_cast<int>(item_size),
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
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

PyObject *new_move_iterator(std::span<const PyMove> moves) {
  const auto count = static_cast<Py_ssize_t>(moves.size());
  MoveIterator *iterator = PyObject_NewVar(MoveIterator, move_iterator_type, count);
  if (!iterator) return nullptr;
  iterator->next = 0;
  std::copy(moves.begin(), moves.end(), iterator->moves);
  for (const PyMove move : moves) prefetch_move(move);
  return reinterpret_cast<PyObject *>(iterator);
}

PyObject *new_square_iterator(Bitboard set, bool descending) {
  return new_set_iterator(square_iterator_type, set, set, descending);
}

PyObject *new_subset_iterator(Bitboard set) { return new_set_iterator(subset_iterator_type, 0, set, false); }

void register_iterators(nb::module_ &) {
  move_iterator_type =
      make_type("ajeeb.MoveIterator", offsetof(MoveIterator, moves), sizeof(PyMove), next_move, move_methods);
  square_iterator_type = make_type("ajeeb.SquareIterator", sizeof(SetIterator), 0, next_square, square_methods);
  subset_iterator_type = make_type("ajeeb.SubsetIterator", sizeof(SetIterator), 0, next_subset, no_methods);
}

}  // namespace ajeeb::bind
