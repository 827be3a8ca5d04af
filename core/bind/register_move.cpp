// Move: an immutable, interned value. Every distinct move is one object for the life of the process, with its UCI text
// beside it, so a list of legal moves costs a table load and an increment per move.
//
// The type is written against CPython itself: a call of `uci()` through it takes half as long as through nanobind, and
// attributes that are plain object slots are read by the interpreter's own fast path.
// clang-format off: structmember.h needs Python.h before it
#include <Python.h>
#include <structmember.h>
// clang-format on

#include <array>

#include "base/attacks.hpp"
#include "bind/arguments.hpp"
#include "bind/register.hpp"

namespace ajeeb::bind {

namespace {

// One cache line, so that handing a move out touches one.
struct alignas(64) MoveObject {
  PyObject_HEAD;
  PyObject *from_square, *to_square, *promotion, *drop;  // what Python reads; drop is always None
  PyObject *uci;                                         // made when first asked for
  std::uint16_t code;
};

constexpr std::size_t kCodes = std::size_t{kPromotesToPawn + 1} << 12;
constexpr std::string_view kPromotionLetters = " nbrqkp";

// The objects themselves: finding one is arithmetic. Memory that no move has touched costs nothing; an object has no
// type until its move is first met.
std::array<MoveObject, kCodes> interned;

// Where a move's object lies. The moves of one piece, and those of a row of pawns, would all share a set of the cache
// if the code itself were the index: the origin is turned by a multiple of the target.
constexpr std::size_t place_of(std::uint16_t code) {
  const unsigned from = code & 63, to = code >> 6 & 63;
  return (code & ~63u) | ((from + 5 * to) & 63);
}
MoveObject *object_of(PyMove move) { return &interned[place_of(move.code)]; }

PyTypeObject *move_type;

MoveObject *as_move(PyObject *object) { return reinterpret_cast<MoveObject *>(object); }

// The code's promotion in Python's numbering, 0 for none.
int promotion_number(std::uint16_t code) {
  const int promotion = code >> 12;
  return promotion == 0 ? 0 : promotion == kPromotesToPawn ? 1 : promotion + 1;
}
int promotion_code(int number) { return number == 1 ? int{kPromotesToPawn} : number - 1; }

std::string uci_text(std::uint16_t code) {
  if (code == 0) return "0000";
  const auto square = [](int index) {
    return std::string{static_cast<char>('a' + (index & 7)), static_cast<char>('1' + index / 8)};
  };
  std::string text = square(code & 63) + square(code >> 6 & 63);
  if (code >> 12) text += kPromotionLetters[code >> 12];
  return text;
}

PyObject *intern(std::uint16_t code) {
  MoveObject *move = object_of({code});
  const int promotion = promotion_number(code);
  move->from_square = PyLong_FromLong(code & 63);
  move->to_square = PyLong_FromLong(code >> 6 & 63);
  move->promotion = promotion ? PyLong_FromLong(promotion) : Py_NewRef(Py_None);
  move->drop = Py_NewRef(Py_None);
  move->uci = nullptr;
  move->code = code;
  // The reference that PyObject_Init gives is the table's own: the object never dies.
  return PyObject_Init(reinterpret_cast<PyObject *>(move), move_type);
}

// Interns the moves that a piece can make on some board, so that nobody has to ask whether one is there.
void intern_playable_moves() {
  for (Square from = 0; from < 64; from++) {
    const Bitboard targets = bishop_lines(from) | rook_lines(from) | knight_attacks(from);
    for (const Square to : squares(targets)) move_object({Move(from, to).raw});
    const bool may_promote = rank_of(from) == 1 || rank_of(from) == 6;
    const Bitboard last_rank = rank_of(from) == 1 ? rank_mask(0) : rank_mask(7);
    for (const Square to : squares(may_promote ? king_attacks(from) & last_rank : 0)) {
      for (const PieceType type : {kKnight, kBishop, kRook, kQueen}) move_object({Move(from, to, type).raw});
    }
  }
}

// ---- construction

int read_promotion(PyObject *object) {  // the code; -1 with an error set
  if (!object || object == Py_None) return 0;
  const long number = PyLong_AsLong(object);
  if (number == -1 && PyErr_Occurred()) return -1;
  if (number >= 1 && number <= kPieceTypes) return promotion_code(static_cast<int>(number));
  PyErr_Format(python_object("ajeeb.errors", "InvalidMoveError").ptr(),
               "expected a promotion from 1 (pawn) to 6 (king) or None, got %ld", number);
  return -1;
}

int read_square(PyObject *object) {  // -1 with an error set
  const Py_ssize_t square = PyNumber_AsSsize_t(object, PyExc_IndexError);
  if (square == -1 && PyErr_Occurred()) return -1;
  if (square >= 0 && square < 64) return static_cast<int>(square);
  PyErr_Format(python_object("ajeeb.errors", "SquareError").ptr(), "expected a square from 0 (a1) to 63 (h8), got %zd",
               square);
  return -1;
}

PyObject *refuse_drop() {
  PyErr_SetString(python_object("ajeeb.errors", "InvalidMoveError").ptr(),
                  "drops are moves of crazyhouse, which is left out: see docs/left-out.md");
  return nullptr;
}

PyObject *construct(PyTypeObject *, PyObject *args, PyObject *keywords) {
  static const char *names[] = {"from_square", "to_square", "promotion", "drop", nullptr};
  PyObject *from = nullptr, *to = nullptr, *promotion = nullptr, *drop = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|OO:Move", const_cast<char **>(names), &from, &to, &promotion,
                                   &drop)) {
    return nullptr;
  }
  if (drop && drop != Py_None) return refuse_drop();
  const int from_square = read_square(from), to_square = from_square < 0 ? -1 : read_square(to);
  const int promotes = to_square < 0 ? -1 : read_promotion(promotion);
  if (promotes < 0) return nullptr;
  return Py_XNewRef(move_object({static_cast<std::uint16_t>(from_square | to_square << 6 | promotes << 12)}));
}

// The code of a UCI text, -1 if it is none.
int parse_uci(std::string_view text) {
  if (text == "0000") return 0;
  if (text.size() != 4 && text.size() != 5) return -1;
  for (const std::size_t i : {0, 2}) {
    if (text[i] < 'a' || text[i] > 'h' || text[i + 1] < '1' || text[i + 1] > '8') return -1;
  }
  const int from = make_square(text[0] - 'a', text[1] - '1'), to = make_square(text[2] - 'a', text[3] - '1');
  const std::size_t promotion = text.size() == 5 ? kPromotionLetters.find(text[4]) : 0;
  if (from == to || promotion == std::string_view::npos || (text.size() == 5 && promotion == 0)) return -1;
  return from | to << 6 | static_cast<int>(promotion << 12);
}

PyObject *from_uci(PyObject *, PyObject *text) {
  Py_ssize_t length = 0;
  const char *chars = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &length) : nullptr;
  const int code = chars ? parse_uci({chars, static_cast<std::size_t>(length)}) : -1;
  if (code >= 0) return Py_XNewRef(move_object({static_cast<std::uint16_t>(code)}));
  if (!chars && !PyUnicode_Check(text)) {
    return PyErr_Format(PyExc_TypeError, "expected a UCI move as str, got %R", text);
  }
  PyErr_Clear();
  if (length == 4 && chars[1] == '@') return refuse_drop();
  return PyErr_Format(python_object("ajeeb.errors", "InvalidMoveError").ptr(),
                      "expected a UCI move such as e2e4, e7e8q or 0000, got %.200R", text);
}

PyObject *null(PyObject *, PyObject *) { return Py_XNewRef(move_object({0})); }

// ---- behaviour

PyObject *uci(PyObject *self, PyObject *) {
  MoveObject *move = as_move(self);
  if (!move->uci) {
    const std::string text = uci_text(move->code);
    move->uci = PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  }
  return Py_XNewRef(move->uci);
}
PyObject *str(PyObject *self) { return uci(self, nullptr); }
PyObject *xboard(PyObject *self, PyObject *) {
  return as_move(self)->code ? uci(self, nullptr) : PyUnicode_FromString("@@@@");
}
PyObject *repr(PyObject *self) {
  nb::object text = nb::steal(uci(self, nullptr));
  return text.is_valid() ? PyUnicode_FromFormat("Move.from_uci(%R)", text.ptr()) : nullptr;
}
int truth(PyObject *self) { return as_move(self)->code != 0; }
Py_hash_t hash(PyObject *self) { return as_move(self)->code; }
PyObject *compare(PyObject *self, PyObject *other, int operation) {
  if ((operation != Py_EQ && operation != Py_NE) || !Py_IS_TYPE(other, move_type)) Py_RETURN_NOTIMPLEMENTED;
  return PyBool_FromLong((self == other) == (operation == Py_EQ));
}
PyObject *itself(PyObject *self, PyObject *) { return Py_NewRef(self); }
PyObject *reduce(PyObject *self, PyObject *) {
  const MoveObject *move = as_move(self);
  return Py_BuildValue("O(OOO)", Py_TYPE(self), move->from_square, move->to_square, move->promotion);
}

PyMethodDef methods[] = {
    {"from_uci", from_uci, METH_O | METH_CLASS,
     "from_uci($type, uci, /)\n--\n\nThe move that a UCI text names: \"e2e4\", \"e7e8q\", \"0000\".\n\n"
     "Raises InvalidMoveError if the text is none.\n\n>>> Move.from_uci(\"e7e8q\").promotion == QUEEN\nTrue"},
    {"null", null, METH_NOARGS | METH_CLASS,
     "null($type, /)\n--\n\nThe null move, which passes the turn. It is false where a bool is asked for."},
    {"uci", uci, METH_NOARGS, "uci($self, /)\n--\n\nThe move as UCI text.\n\n>>> Move(E2, E4).uci()\n'e2e4'"},
    {"xboard", xboard, METH_NOARGS, "xboard($self, /)\n--\n\nThe move as XBoard writes it: UCI, but @@@@ to pass."},
    {"__copy__", itself, METH_NOARGS, nullptr},
    {"__deepcopy__", itself, METH_O, nullptr},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

// Plain object slots, which the interpreter reads without a call.
PyMemberDef members[] = {
    {"from_square", T_OBJECT_EX, offsetof(MoveObject, from_square), READONLY, "Where the piece comes from, 0..63."},
    {"to_square", T_OBJECT_EX, offsetof(MoveObject, to_square), READONLY, "Where it goes, 0..63."},
    {"promotion", T_OBJECT_EX, offsetof(MoveObject, promotion), READONLY,
     "What a pawn becomes (a piece type) or None."},
    {"drop", T_OBJECT_EX, offsetof(MoveObject, drop), READONLY, "Always None: there are no drops here."},
    {nullptr, 0, 0, 0, nullptr},
};

constexpr const char *kDocumentation =
    "Move(from_square, to_square, promotion=None, drop=None)\n--\n\n"
    "A move from a square to a square, with what a pawn becomes if it promotes.\n\n"
    "Immutable, hashable and interned: equal moves are the same object. Castling is the king's step of two squares, "
    "or\n"
    "in Chess960 the king taking the own rook. Raises SquareError for a square outside 0..63.\n\n"
    ">>> Move(E7, E8, promotion=QUEEN)\nMove.from_uci('e7e8q')";

template <class Function>
void *slot(Function *function) {
  return reinterpret_cast<void *>(function);
}

}  // namespace

PyObject *move_object(PyMove move) {
  PyObject *object = reinterpret_cast<PyObject *>(object_of(move));
  return Py_TYPE(object) ? object : intern(move.code);
}
void playable_move_objects(const Move *moves, std::size_t count, PyObject **objects) {
  const std::size_t whole = (count + kMoveBlock - 1) / kMoveBlock * kMoveBlock;
  for (std::size_t i = 0; i < whole; i++) objects[i] = reinterpret_cast<PyObject *>(object_of({moves[i].raw}));
}

PyObject *move_uci(PyMove move) {
  PyObject *object = move_object(move);
  if (!object) return nullptr;
  if (!as_move(object)->uci) Py_XDECREF(uci(object, nullptr));
  return as_move(object)->uci;
}

bool read_move(PyObject *object, PyMove &move) {
  if (!Py_IS_TYPE(object, move_type)) return false;
  move.code = as_move(object)->code;
  return true;
}

void register_move(nb::module_ &module) {
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char *>(kDocumentation)},
      {Py_tp_new, slot(construct)},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {Py_tp_repr, slot(repr)},
      {Py_tp_str, slot(str)},
      {Py_tp_hash, slot(hash)},
      {Py_tp_richcompare, slot(compare)},
      {Py_nb_bool, slot(truth)},
      {0, nullptr},
  };
  PyType_Spec spec{"ajeeb.Move", sizeof(MoveObject), 0, Py_TPFLAGS_DEFAULT, slots};
  nb::object type = nb::steal(PyType_FromSpec(&spec));
  if (!type.is_valid()) throw nb::python_error();
  move_type = reinterpret_cast<PyTypeObject *>(type.ptr());
  type.attr("__module__") = module.attr("__name__");
  type.attr("__match_args__") = nb::make_tuple("from_square", "to_square", "promotion", "drop");
  module.attr("Move") = type;
  intern_playable_moves();
}

}  // namespace ajeeb::bind
