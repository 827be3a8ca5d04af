// Piece: twelve immutable, interned values, written against CPython for the reason told in register_move.cpp.
// clang-format off: structmember.h needs Python.h before it
#include <Python.h>
#include <structmember.h>
// clang-format on

#include <array>

#include "bind/arguments.hpp"
#include "bind/register.hpp"

namespace ajeeb::bind {

namespace {

struct PieceObject {
  PyObject_HEAD;
  PyObject *piece_type, *color;  // what Python reads: 1..6, and True for white
  PyObject *symbol;
  PyPiece piece;
};

constexpr std::string_view kSymbols = "PNBRQKpnbrqk";
constexpr const char *kUnicode[] = {"♙", "♘", "♗", "♖", "♕", "♔", "♟", "♞", "♝", "♜", "♛", "♚"};

std::array<PieceObject *, 12> interned;
PyTypeObject *piece_type;

PieceObject *as_piece(PyObject *object) { return reinterpret_cast<PieceObject *>(object); }

PyObject *construct(PyTypeObject *, PyObject *args, PyObject *keywords) {
  static const char *names[] = {"piece_type", "color", nullptr};
  long type = 0;
  int white = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "lp:Piece", const_cast<char **>(names), &type, &white)) {
    return nullptr;
  }
  if (type < 1 || type > kPieceTypes) {
    return PyErr_Format(python_object("ajeeb.errors", "PieceError").ptr(),
                        "expected a piece type from 1 (pawn) to 6 (king), got %ld", type);
  }
  return Py_XNewRef(piece_object({white ? kWhite : kBlack, static_cast<PieceType>(type - 1)}));
}

PyObject *from_symbol(PyObject *, PyObject *text) {
  Py_ssize_t length = 0;
  const char *chars = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &length) : nullptr;
  const std::size_t code = chars && length == 1 ? kSymbols.find(chars[0]) : std::string_view::npos;
  if (code != std::string_view::npos) return Py_XNewRef(reinterpret_cast<PyObject *>(interned[code]));
  PyErr_Clear();
  return PyErr_Format(python_object("ajeeb.errors", "PieceError").ptr(),
                      "expected a piece symbol of PNBRQKpnbrqk, got %.200R", text);
}

PyObject *symbol(PyObject *self, PyObject *) { return Py_NewRef(as_piece(self)->symbol); }
PyObject *str(PyObject *self) { return symbol(self, nullptr); }
PyObject *repr(PyObject *self) { return PyUnicode_FromFormat("Piece.from_symbol(%R)", as_piece(self)->symbol); }

PyObject *unicode_symbol(PyObject *self, PyObject *args, PyObject *keywords) {
  static const char *names[] = {"invert_color", nullptr};
  int inverted = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|$p:unicode_symbol", const_cast<char **>(names), &inverted)) {
    return nullptr;
  }
  return PyUnicode_FromString(kUnicode[(as_piece(self)->piece.code + (inverted ? 6 : 0)) % 12]);
}

PyObject *picture(PyObject *self, PyObject *) {
  try {
    return python_object("ajeeb.svg", "piece")(nb::handle(self), nb::arg("size") = 45).release().ptr();
  } catch (nb::python_error &error) {
    error.restore();
    return nullptr;
  }
}

Py_hash_t hash(PyObject *self) { return as_piece(self)->piece.code; }
PyObject *compare(PyObject *self, PyObject *other, int operation) {
  if ((operation != Py_EQ && operation != Py_NE) || !Py_IS_TYPE(other, piece_type)) Py_RETURN_NOTIMPLEMENTED;
  return PyBool_FromLong((self == other) == (operation == Py_EQ));
}
PyObject *itself(PyObject *self, PyObject *) { return Py_NewRef(self); }
PyObject *reduce(PyObject *self, PyObject *) {
  const PieceObject *piece = as_piece(self);
  return Py_BuildValue("O(OO)", Py_TYPE(self), piece->piece_type, piece->color);
}

template <class Function>
PyCFunction with_keywords(Function *function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void *>(function));
}

PyMethodDef methods[] = {
    {"from_symbol", from_symbol, METH_O | METH_CLASS,
     "from_symbol($type, symbol, /)\n--\n\nThe piece of a FEN letter, upper case for white.\n\n"
     "Raises PieceError for any other text.\n\n>>> Piece.from_symbol(\"q\").color == BLACK\nTrue"},
    {"symbol", symbol, METH_NOARGS, "symbol($self, /)\n--\n\nThe piece's FEN letter, upper case for white."},
    {"unicode_symbol", with_keywords(unicode_symbol), METH_VARARGS | METH_KEYWORDS,
     "unicode_symbol($self, /, *, invert_color=False)\n--\n\nThe piece as a chess character; the other color's if "
     "inverted, for dark backgrounds."},
    {"_repr_svg_", picture, METH_NOARGS, nullptr},
    {"__copy__", itself, METH_NOARGS, nullptr},
    {"__deepcopy__", itself, METH_O, nullptr},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef members[] = {
    {"piece_type", T_OBJECT_EX, offsetof(PieceObject, piece_type), READONLY, "1 (pawn) to 6 (king)."},
    {"color", T_OBJECT_EX, offsetof(PieceObject, color), READONLY, "True for white."},
    {nullptr, 0, 0, 0, nullptr},
};

constexpr const char *kDocumentation =
    "Piece(piece_type, color)\n--\n\nA piece with type and color.\n\n"
    "Immutable, hashable and interned. Raises PieceError for a type that is none.\n\n"
    ">>> Piece(KNIGHT, WHITE)\nPiece.from_symbol('N')";

template <class Function>
void *slot(Function *function) {
  return reinterpret_cast<void *>(function);
}

PieceObject *make(PyPiece piece) {
  PieceObject *object = PyObject_New(PieceObject, piece_type);
  if (!object) throw nb::python_error();
  object->piece_type = PyLong_FromLong(piece.type() + 1);
  object->color = PyBool_FromLong(piece.color() == kWhite);
  object->symbol = PyUnicode_FromStringAndSize(&kSymbols[piece.code], 1);
  object->piece = piece;
  return object;
}

}  // namespace

PyObject *piece_object(PyPiece piece) { return reinterpret_cast<PyObject *>(interned[piece.code]); }

bool read_piece(PyObject *object, PyPiece &piece) {
  if (!Py_IS_TYPE(object, piece_type)) return false;
  piece = as_piece(object)->piece;
  return true;
}

void register_piece(nb::module_ &module) {
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char *>(kDocumentation)},
      {Py_tp_new, slot(construct)},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {Py_tp_repr, slot(repr)},
      {Py_tp_str, slot(str)},
      {Py_tp_hash, slot(hash)},
      {Py_tp_richcompare, slot(compare)},
      {0, nullptr},
  };
  PyType_Spec spec{"ajeeb.Piece", sizeof(PieceObject), 0, Py_TPFLAGS_DEFAULT, slots};
  nb::object type = nb::steal(PyType_FromSpec(&spec));
  if (!type.is_valid()) throw nb::python_error();
  piece_type = reinterpret_cast<PyTypeObject *>(type.ptr());
  type.attr("__module__") = module.attr("__name__");
  type.attr("__match_args__") = nb::make_tuple("piece_type", "color");
  module.attr("Piece") = type;
  for (const Color color : {kWhite, kBlack}) {
    for (int kind = kPawn; kind < kPieceTypes; kind++) {
      const PyPiece piece(color, static_cast<PieceType>(kind));
      interned[piece.code] = make(piece);
    }
  }
}

}  // namespace ajeeb::bind
