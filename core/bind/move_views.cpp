// The views of a board's moves: LegalMoveGenerator and PseudoLegalMoveGenerator, and the properties that make them.
//
// `list(board.legal_moves)` is what programs do most, and needs a view, an iterator and a list for it. The types are
// written against CPython itself, because making a view through nanobind costs more than finding the moves.
//
// A subclass of Board may override the methods that python-chess's views ask: then these ask them, too.

#include "bind/move_views.hpp"

#include "bind/board_class.hpp"
#include "bind/iterators.hpp"
#include "bind/recycled.hpp"
#include "bind/register.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "board/pseudo_legal.hpp"

namespace ajeeb::bind {

namespace {

struct View {
  PyObject_HEAD;
  PyObject *object;
  const GameBoard *board;  // what `object` holds; it never moves

  const Board &position() const { return board->board(); }
};

const View &as_view(PyObject *object) { return *reinterpret_cast<View *>(object); }

struct Legal {
  static constexpr const char *kGenerator = "generate_legal_moves", *kQuestion = "is_legal";
  static constexpr const char *kName = "LegalMoveGenerator";
  static constexpr const char *kDocumentation =
      "LegalMoveGenerator(board)\n--\n\nThe legal moves of a board, as `Board.legal_moves` gives.";
  static constexpr MoveWriter write = write_legal_moves;
  static std::size_t count(const Board &board) { return count_legal(board); }
  static bool has(const Board &board, PyMove move) { return is_legal(board, to_core_exactly(board, move)); }
};

struct PseudoLegal {
  static constexpr const char *kGenerator = "generate_pseudo_legal_moves", *kQuestion = "is_pseudo_legal";
  static constexpr const char *kName = "PseudoLegalMoveGenerator";
  static constexpr const char *kDocumentation =
      "PseudoLegalMoveGenerator(board)\n--\n\nThe pseudo-legal moves of a board.";
  static constexpr MoveWriter write = write_pseudo_legal_moves;
  static std::size_t count(const Board &board) {
    AnyMoveList list;
    return static_cast<std::size_t>(pseudo_legal_moves(board, list.begin()) - list.begin());
  }
  static bool has(const Board &board, PyMove move) { return is_pseudo_legal(board, to_core_exactly(board, move)); }
};

template <class Moves>
PyTypeObject *view_type;
template <class Moves>
Recycled<View> spare_views;

// ---- making and freeing

template <class Moves>
PyObject *make_view(PyObject *board) {
  if (!nb::inst_ready(board)) {
    return PyErr_Format(PyExc_TypeError, "%s.__init__() has not been called", Py_TYPE(board)->tp_name);
  }
  View *view = spare_views<Moves>.take();
  if (!view && !(view = PyObject_GC_New(View, view_type<Moves>))) return nullptr;
  view->object = Py_NewRef(board);
  view->board = nb::inst_ptr<GameBoard>(board);
  PyObject_GC_Track(view);
  return reinterpret_cast<PyObject *>(view);
}

template <class Moves>
PyObject *get_view(PyObject *board, void *) {
  return make_view<Moves>(board);
}

template <class Moves>
PyObject *construct(PyTypeObject *, PyObject *arguments, PyObject *keywords) {
  static const char *names[] = {"board", nullptr};
  PyObject *board = nullptr;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O", const_cast<char **>(names), &board)) return nullptr;
  if (!nb::isinstance<GameBoard>(board)) return PyErr_Format(PyExc_TypeError, "expected a Board, got %R", board);
  return make_view<Moves>(board);
}

template <class Moves>
void release(PyObject *self) {
  View *view = reinterpret_cast<View *>(self);
  PyObject_GC_UnTrack(self);
  PyObject *const board = view->object;
  if (!spare_views<Moves>.keep(view)) {
    PyObject_GC_Del(self);
    Py_DECREF(view_type<Moves>);
  }
  Py_DECREF(board);
}

// A view may lie in its own board's __dict__: the collector has to see the way back, and clears the board's.
int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(as_view(self).object);
  return 0;
}

// ---- behaviour

// True if the board is of a subclass with a method of its own in the place of Board's. Not so where a program has taken
// the method away.
bool overrides(const View &view, const char *method) {
  const nb::handle kind = reinterpret_cast<PyObject *>(Py_TYPE(view.object)), board_kind = nb::type<GameBoard>();
  if (kind.is(board_kind)) return false;
  const nb::object own = nb::steal(PyObject_GetAttrString(kind.ptr(), method));
  const nb::object inherited = own.is_valid() ? nb::steal(PyObject_GetAttrString(board_kind.ptr(), method)) : own;
  if (!inherited.is_valid()) PyErr_Clear();
  return inherited.is_valid() && !own.is(inherited);
}

template <class Moves>
nb::object overridden_list(const View &view) {
  return nb::steal(PySequence_List(nb::object(nb::handle(view.object).attr(Moves::kGenerator)()).ptr()));
}

template <class Moves>
PyObject *iterate(PyObject *self) {
  const View &view = as_view(self);
  if (!overrides(view, Moves::kGenerator)) return new_move_iterator(view.position(), Moves::write);
  return caught([&] { return nb::iter(nb::handle(view.object).attr(Moves::kGenerator)()); });
}

// How many moves there are; -1 with an error set if a method of the board's raised one.
template <class Moves>
Py_ssize_t number_of_moves(const View &view) {
  if (!overrides(view, Moves::kGenerator)) return static_cast<Py_ssize_t>(Moves::count(view.position()));
  const nb::object list = nb::steal(caught([&] { return overridden_list<Moves>(view); }));
  return list.is_valid() ? PyList_GET_SIZE(list.ptr()) : -1;
}

template <class Moves>
PyObject *count(PyObject *self, PyObject *) {
  const Py_ssize_t moves = number_of_moves<Moves>(as_view(self));
  return moves < 0 ? nullptr : PyLong_FromSsize_t(moves);
}

template <class Moves>
int truth(PyObject *self) {
  const Py_ssize_t moves = number_of_moves<Moves>(as_view(self));
  return moves < 0 ? -1 : moves != 0;
}

template <class Moves>
int has(PyObject *self, PyObject *object) {
  const View &view = as_view(self);
  if (overrides(view, Moves::kQuestion)) {
    const nb::object answer =
        nb::steal(caught([&] { return nb::handle(view.object).attr(Moves::kQuestion)(nb::handle(object)); }));
    return answer.is_valid() ? PyObject_IsTrue(answer.ptr()) : -1;
  }
  PyMove move;
  if (read_move(object, move)) return Moves::has(view.position(), move);
  if (object == Py_None) return 0;
  PyErr_Format(PyExc_TypeError, "expected a Move, got %R", object);
  return -1;
}

template <class Moves>
PyObject *represent(PyObject *self) {
  const Board &board = as_view(self).position();
  std::string texts;
  const nb::object moves = nb::steal(PySequence_List(self));
  if (!moves.is_valid()) return nullptr;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(moves.ptr()); i++) {
    PyMove move;
    if (i > 0) texts += ", ";
    if (read_move(PyList_GET_ITEM(moves.ptr(), i), move)) texts += to_san(board, to_core(board, move));
  }
  return PyUnicode_FromFormat("<%s at %p (%s)>", Moves::kName, self, texts.c_str());
}

PyObject *reduce(PyObject *self, PyObject *) { return Py_BuildValue("O(O)", Py_TYPE(self), as_view(self).object); }

template <class Moves>
PyMethodDef methods[] = {
    {"count", count<Moves>, METH_NOARGS, "count($self, /)\n--\n\nHow many moves there are."},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

// A list is made with room for as many moves as its iterator, just begun, has found: it is right, and allocates once.
PyObject *length_hint(PyObject *, PyObject *) { return PyLong_FromSize_t(last_move_count()); }
PyMethodDef length_hint_function = {"__length_hint__", length_hint, METH_NOARGS, nullptr};

template <class Function>
void *slot(Function *function) {
  return reinterpret_cast<void *>(function);
}

template <class Moves>
void define_view(nb::module_ &module) {
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char *>(Moves::kDocumentation)},
      {Py_tp_new, slot(construct<Moves>)},
      {Py_tp_dealloc, slot(release<Moves>)},
      {Py_tp_traverse, slot(traverse)},
      {Py_tp_methods, methods<Moves>},
      {Py_tp_iter, slot(iterate<Moves>)},
      {Py_tp_repr, slot(represent<Moves>)},
      {Py_sq_contains, slot(has<Moves>)},
      {Py_nb_bool, slot(truth<Moves>)},
      {0, nullptr},
  };
  const std::string name = std::string("ajeeb.") + Moves::kName;
  PyType_Spec spec{name.c_str(), sizeof(View), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};
  nb::object type = nb::steal(PyType_FromSpec(&spec));
  if (!type.is_valid()) throw nb::python_error();
  // A function, not a method: binding one to the view for each list would cost as much as the list.
  const nb::object hint = nb::steal(PyCFunction_New(&length_hint_function, nullptr));
  if (!hint.is_valid()) throw nb::python_error();
  type.attr("__length_hint__") = hint;
  type.attr("__module__") = module.attr("__name__");
  view_type<Moves> = reinterpret_cast<PyTypeObject *>(type.inc_ref().ptr());
  module.attr(Moves::kName) = type;
}

}  // namespace

PyGetSetDef move_view_getters[] = {
    {"legal_moves", get_view<Legal>, nullptr,
     "The legal moves: iterable, countable, and asked with `in`. The view follows the board; iterating takes a\n"
     "snapshot.\n\n>>> Move.from_uci(\"g1f3\") in Board().legal_moves\nTrue",
     nullptr},
    {"pseudo_legal_moves", get_view<PseudoLegal>, nullptr,
     "The pseudo-legal moves: legal but for the own king's safety, castling always legal.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void register_move_views(nb::module_ &module) {
  define_view<Legal>(module);
  define_view<PseudoLegal>(module);
}

}  // namespace ajeeb::bind
