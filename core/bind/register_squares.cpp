// SquareSet, and the small functions about squares and bitboards. Boards, moves and pieces have files of their own.
#include <algorithm>
#include <cstdlib>

#include "base/attacks.hpp"
#include "bind/iterators.hpp"
#include "bind/register.hpp"

namespace ajeeb::bind {

namespace {

using namespace nb::literals;

// ---- bitboards as numbers

Bitboard flip_vertical(Bitboard set) { return __builtin_bswap64(set); }

Bitboard flip_horizontal(Bitboard set) {
  constexpr Bitboard k1 = 0x5555555555555555, k2 = 0x3333333333333333, k4 = 0x0F0F0F0F0F0F0F0F;
  set = (set >> 1 & k1) | (set & k1) << 1;
  set = (set >> 2 & k2) | (set & k2) << 2;
  return (set >> 4 & k4) | (set & k4) << 4;
}

// Transposes the 8x8 bits about the line a1-h8 (Hacker's Delight, 7-3).
Bitboard flip_diagonal(Bitboard set) {
  const auto swap = [&set](int shift, Bitboard mask) {
    const Bitboard moved = (set ^ set << shift) & mask;
    set ^= moved ^ moved >> shift;
  };
  swap(28, 0x0F0F0F0F00000000);
  swap(14, 0x3333000033330000);
  swap(7, 0x5500550055005500);
  return set;
}

Bitboard flip_anti_diagonal(Bitboard set) { return flip_vertical(flip_horizontal(flip_diagonal(set))); }

// A shift by files and ranks; what leaves the board is gone.
template <int files, int ranks>
Bitboard shifted(Bitboard set) {
  for (int i = 0; i < std::abs(files); i++) set = files > 0 ? east(set) : west(set);
  for (int i = 0; i < std::abs(ranks); i++) set = ranks > 0 ? north(set) : south(set);
  return set;
}

template <Bitboard (*function)(Bitboard)>
void define_transform(nb::module_ &module, const char *name, const char *documentation) {
  module.def(name, [](MaskArg set) { return function(set); }, "bb"_a, documentation);
}

void define_transforms(nb::module_ &module) {
  define_transform<flip_vertical>(module, "flip_vertical", "The set with rank 1 and rank 8 exchanged, and so on.");
  define_transform<flip_horizontal>(module, "flip_horizontal", "The set with the a-file and h-file exchanged.");
  define_transform<flip_diagonal>(module, "flip_diagonal", "The set mirrored at the diagonal a1-h8.");
  define_transform<flip_anti_diagonal>(module, "flip_anti_diagonal", "The set mirrored at the diagonal a8-h1.");
  define_transform<shifted<0, -1>>(module, "shift_down", "The set one rank down, towards rank 1.");
  define_transform<shifted<0, -2>>(module, "shift_2_down", "The set two ranks down.");
  define_transform<shifted<0, 1>>(module, "shift_up", "The set one rank up.");
  define_transform<shifted<0, 2>>(module, "shift_2_up", "The set two ranks up.");
  define_transform<shifted<1, 0>>(module, "shift_right", "The set one file towards the h-file.");
  define_transform<shifted<2, 0>>(module, "shift_2_right", "The set two files towards the h-file.");
  define_transform<shifted<-1, 0>>(module, "shift_left", "The set one file towards the a-file.");
  define_transform<shifted<-2, 0>>(module, "shift_2_left", "The set two files towards the a-file.");
  define_transform<shifted<-1, 1>>(module, "shift_up_left", "The set one step up and left.");
  define_transform<shifted<1, 1>>(module, "shift_up_right", "The set one step up and right.");
  define_transform<shifted<-1, -1>>(module, "shift_down_left", "The set one step down and left.");
  define_transform<shifted<1, -1>>(module, "shift_down_right", "The set one step down and right.");
}

nb::object integers(PyObject *iterator) {
  if (!iterator) throw nb::python_error();
  return nb::steal(iterator);
}

void define_scans(nb::module_ &module) {
  module.def(
      "lsb", [](MaskArg set) { return set.mask ? lowest(set) : -1; }, "bb"_a,
      "The lowest square of a set; -1 if it is empty.");
  module.def(
      "msb", [](MaskArg set) { return set.mask ? highest(set) : -1; }, "bb"_a,
      "The highest square of a set; -1 if it is empty.");
  module.def("popcount", [](MaskArg set) { return popcount(set); }, "bb"_a, "How many squares a set has.");
  module.def(
      "scan_forward", [](MaskArg set) { return integers(new_square_iterator(set)); }, "bb"_a,
      nb::sig("def scan_forward(bb: int) -> collections.abc.Iterator[int]"),
      "The squares of a set, ascending.\n\n>>> list(scan_forward(BB_E4 | BB_A1))\n[0, 28]");
  module.def(
      "scan_reversed", [](MaskArg set) { return integers(new_square_iterator(set, true)); }, "bb"_a,
      nb::sig("def scan_reversed(bb: int) -> collections.abc.Iterator[int]"), "The squares of a set, descending.");
}

// ---- squares

std::string name_of(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

Square parse_square(TextArg name) {
  const std::string_view text = name;
  if (text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8') {
    return make_square(text[0] - 'a', text[1] - '1');
  }
  raise("ChessError", "expected a square such as e4, got " + quoted(text));
}

int distance(SquareArg a, SquareArg b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}
int manhattan_distance(SquareArg a, SquareArg b) {
  return std::abs(file_of(a) - file_of(b)) + std::abs(rank_of(a) - rank_of(b));
}
int knight_distance(SquareArg a, SquareArg b) {
  int steps = 0;
  for (Bitboard reached = bit(a); !contains(reached, b); steps++) {
    for (const Square square : squares(reached)) reached |= knight_attacks(square);
  }
  return steps;
}

void define_square_functions(nb::module_ &module) {
  module.def("parse_square", parse_square, "name"_a,
             "The square of a name such as \"e4\". Raises ChessError for any other text.");
  module.def(
      "square_name", [](SquareArg square) { return name_of(square); }, "square"_a,
      "The name of a square.\n\n>>> square_name(E4)\n'e4'");
  module.def(
      "square", [](int file, int rank) { return make_square(file, rank); }, "file_index"_a, "rank_index"_a,
      "The square on a file and a rank, both from 0.\n\n>>> square(4, 3) == E4\nTrue");
  module.def("square_file", [](int square) { return square & 7; }, "square"_a, "The file of a square, 0 for a.");
  module.def("square_rank", [](int square) { return square >> 3; }, "square"_a, "The rank of a square, 0 for rank 1.");
  module.def(
      "square_mirror", [](int square) { return square ^ 56; }, "square"_a, "The square seen from the other side.");
  module.def("square_distance", distance, "a"_a, "b"_a, "How many steps a king needs from a to b.");
  module.def("square_manhattan_distance", manhattan_distance, "a"_a, "b"_a,
             "How many steps straight along files and ranks lead from a to b.");
  module.def("square_knight_distance", knight_distance, "a"_a, "b"_a, "How many moves a knight needs from a to b.");
  module.def(
      "ray", [](SquareArg a, SquareArg b) { return line(a, b); }, "a"_a, "b"_a,
      "The whole rank, file or diagonal through two squares as a bitboard; 0 where there is none.");
  module.def(
      "between", [](SquareArg a, SquareArg b) { return between(a, b); }, "a"_a, "b"_a,
      "The squares strictly between two squares of one line as a bitboard; 0 where there are none.");
}

// ---- attack tables, for the constants of the Python side

Bitboard attack_table(const std::string &kind, SquareArg square, MaskArg occupied) {
  if (kind == "knight") return knight_attacks(square);
  if (kind == "king") return king_attacks(square);
  if (kind == "white_pawn") return pawn_attacks(kWhite, bit(square));
  if (kind == "black_pawn") return pawn_attacks(kBlack, bit(square));
  if (kind == "diagonal") return bishop_attacks(square, occupied);
  const Bitboard rank = rank_mask(rank_of(square));
  if (kind == "rank") return rook_attacks(square, occupied) & rank;
  return rook_attacks(square, occupied) & ~rank;
}

// ---- SquareSet

std::string picture(const SquareSet &set) {
  std::string text;
  for (int rank = 7; rank >= 0; rank--) {
    for (int file = 0; file < 8; file++) {
      text += contains(set.mask, make_square(file, rank)) ? '1' : '.';
      if (file < 7) text += ' ';
    }
    if (rank) text += '\n';
  }
  return text;
}

std::string representation(const SquareSet &set) {
  char text[40];
  const auto part = [&set](int shift) { return static_cast<unsigned>(set.mask >> shift & 0xFFFF); };
  std::snprintf(text, sizeof text, "SquareSet(0x%04x_%04x_%04x_%04x)", part(48), part(32), part(16), part(0));
  return text;
}

[[noreturn]] void raise_key_error(nb::object key) {
  PyErr_SetObject(PyExc_KeyError, key.ptr());
  throw nb::python_error();
}

Square pop(SquareSet &set) {
  if (!set.mask) raise_key_error(nb::str("pop from empty SquareSet"));
  return pop_lowest(set.mask);
}

void remove(SquareSet &set, SquareArg square) {
  if (!contains(set.mask, square)) raise_key_error(nb::int_(square.value));
  set.mask ^= bit(square);
}

Bitboard mask_of(nb::handle object) {
  SquareSetArg set;
  if (!read_square_set(object.ptr(), set)) throw nb::type_error("expected a set of squares");
  return set;
}
Bitboard union_of(const nb::args &others) {
  Bitboard mask = 0;
  for (const nb::handle other : others) mask |= mask_of(other);
  return mask;
}
Bitboard intersection_of(const nb::args &others) {
  Bitboard mask = kAllSquares;
  for (const nb::handle other : others) mask &= mask_of(other);
  return mask;
}

PyObject *iterate(PyObject *self) { return new_square_iterator(nb::inst_ptr<SquareSet>(self)->mask); }
PyType_Slot square_set_slots[] = {{Py_tp_iter, reinterpret_cast<void *>(iterate)}, {0, nullptr}};

using SquareSetClass = nb::class_<SquareSet>;

void define_container(SquareSetClass &type) {
  type.def("__contains__", [](const SquareSet &set, SquareArg square) { return contains(set.mask, square); });
  type.def("__len__", [](const SquareSet &set) { return popcount(set.mask); });
  type.def("__bool__", [](const SquareSet &set) { return set.mask != 0; });
  type.def(
      "__reversed__", [](const SquareSet &set) { return integers(new_square_iterator(set.mask, true)); },
      nb::sig("def __reversed__(self) -> collections.abc.Iterator[int]"));
  type.def("__int__", [](const SquareSet &set) { return set.mask; });
  type.def("__index__", [](const SquareSet &set) { return set.mask; });
  type.def(
      "__eq__",
      [](const SquareSet &set, nb::handle other) -> nb::object {
        SquareSetArg arg;
        if (!read_square_set(other.ptr(), arg) || arg.bad_square) return nb::borrow(Py_NotImplemented);
        return nb::bool_(set.mask == arg.mask);
      },
      nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"));
  type.attr("__hash__") = nb::none();
  type.def("__repr__", representation);
  type.def("__str__", picture);
  type.def("_repr_svg_", [](nb::object self) { return python_object("ajeeb.svg", "square_set_picture")(self); });
  type.def("__copy__", [](const SquareSet &set) { return set; });
  type.def("__deepcopy__", [](const SquareSet &set, nb::handle) { return set; }, "memo"_a);
  type.def("__getstate__", [](const SquareSet &set) { return set.mask; });
  type.def("__setstate__", [](SquareSet &set, Bitboard mask) { new (&set) SquareSet{mask}; });
}

template <class Operation>
void define_operator(SquareSetClass &type, const std::string &name, Operation operation) {
  const auto named = [&name](const char *prefix) { return "__" + (prefix + name) + "__"; };
  type.def(
      named("").c_str(), [operation](const SquareSet &a, SquareSetArg b) { return SquareSet{operation(a.mask, b)}; },
      nb::is_operator());
  type.def(
      named("r").c_str(), [operation](const SquareSet &a, SquareSetArg b) { return SquareSet{operation(b, a.mask)}; },
      nb::is_operator());
  type.def(
      named("i").c_str(),
      [operation](nb::object self, SquareSetArg b) {
        SquareSet &set = *nb::inst_ptr<SquareSet>(self);
        set.mask = operation(set.mask, b);
        return self;
      },
      nb::is_operator(),
      nb::sig(("def " + named("i") + "(self, arg: " + "typing.SupportsInt | " +
               "collections.abc.Iterable[int], /) -> SquareSet")
                  .c_str()));
}

long checked_shift(long by) {
  if (by < 0) throw nb::value_error("negative shift count");
  return by;
}

void define_operators(SquareSetClass &type) {
  define_operator(type, "or", [](Bitboard a, Bitboard b) { return a | b; });
  define_operator(type, "and", [](Bitboard a, Bitboard b) { return a & b; });
  define_operator(type, "xor", [](Bitboard a, Bitboard b) { return a ^ b; });
  define_operator(type, "sub", [](Bitboard a, Bitboard b) { return a & ~b; });
  type.def("__invert__", [](const SquareSet &set) { return SquareSet{~set.mask}; });
  const auto shift = [](Bitboard mask, long by) { return checked_shift(by) > 63 ? 0 : mask << by; };
  const auto shift_back = [](Bitboard mask, long by) { return checked_shift(by) > 63 ? 0 : mask >> by; };
  type.def("__lshift__", [shift](const SquareSet &set, long by) { return SquareSet{shift(set.mask, by)}; });
  type.def("__rshift__", [shift_back](const SquareSet &set, long by) { return SquareSet{shift_back(set.mask, by)}; });
  type.def("__ilshift__", [shift](SquareSet &set, long by) -> SquareSet & {
    set.mask = shift(set.mask, by);
    return set;
  });
  type.def("__irshift__", [shift_back](SquareSet &set, long by) -> SquareSet & {
    set.mask = shift_back(set.mask, by);
    return set;
  });
}

void define_set_methods(SquareSetClass &type) {
  type.def("add", [](SquareSet &set, SquareArg square) { set.mask |= bit(square); }, "square"_a, "Adds a square.");
  type.def(
      "discard", [](SquareSet &set, SquareArg square) { set.mask &= ~bit(square); }, "square"_a,
      "Takes a square out, if it is in.");
  type.def("remove", remove, "square"_a, "Takes a square out. Raises KeyError if it is not in.");
  type.def("pop", pop, "Takes the lowest square out and returns it. Raises KeyError if the set is empty.");
  type.def("clear", [](SquareSet &set) { set.mask = 0; }, "Takes all squares out.");
  type.def("copy", [](const SquareSet &set) { return set; }, "The same squares in a set of its own.");
  type.def(
      "isdisjoint", [](const SquareSet &set, SquareSetArg other) { return !(set.mask & other); }, "other"_a,
      "True if no square is in both.");
  type.def(
      "issubset", [](const SquareSet &set, SquareSetArg other) { return !(set.mask & ~other); }, "other"_a,
      "True if every square of this set is in the other.");
  type.def(
      "issuperset", [](const SquareSet &set, SquareSetArg other) { return !(~set.mask & other); }, "other"_a,
      "True if every square of the other set is in this one.");
  type.def(
      "union", [](const SquareSet &set, SquareSetArg other) { return SquareSet{set.mask | other}; }, "other"_a,
      "The squares in either.");
  type.def(
      "intersection", [](const SquareSet &set, SquareSetArg other) { return SquareSet{set.mask & other}; }, "other"_a,
      "The squares in both.");
  type.def(
      "difference", [](const SquareSet &set, SquareSetArg other) { return SquareSet{set.mask & ~other}; }, "other"_a,
      "The squares in this set only.");
  type.def(
      "symmetric_difference", [](const SquareSet &set, SquareSetArg other) { return SquareSet{set.mask ^ other}; },
      "other"_a, "The squares in one of the two.");
  type.def(
      "update", [](SquareSet &set, nb::args others) { set.mask |= union_of(others); }, "others"_a,
      nb::sig("def update(self, *others: typing.SupportsInt | collections.abc.Iterable[int]) -> None"),
      "Adds the squares of the others.");
  type.def(
      "intersection_update", [](SquareSet &set, nb::args others) { set.mask &= intersection_of(others); }, "others"_a,
      nb::sig("def intersection_update(self, *others: typing.SupportsInt | collections.abc.Iterable[int]) -> None"),
      "Keeps the squares that are in all the others.");
  type.def(
      "difference_update", [](SquareSet &set, SquareSetArg other) { set.mask &= ~other; }, "other"_a,
      "Takes out the squares of the other.");
  type.def(
      "symmetric_difference_update", [](SquareSet &set, SquareSetArg other) { set.mask ^= other; }, "other"_a,
      "Keeps the squares that are in one of the two.");
}

void define_chess_methods(SquareSetClass &type) {
  type.def(
      "carry_rippler", [](const SquareSet &set) { return integers(new_subset_iterator(set.mask)); },
      nb::sig("def carry_rippler(self) -> collections.abc.Iterator[int]"),
      "All subsets as bitboards, the empty one first.\n\n>>> list(SquareSet(5).carry_rippler())\n[0, 1, 4, 5]");
  type.def(
      "mirror", [](const SquareSet &set) { return SquareSet{flip_vertical(set.mask)}; },
      "The set seen from the other side.");
  type.def(
      "tolist",
      [](const SquareSet &set) {
        nb::list list;
        for (Square square = 0; square < 64; square++) list.append(nb::bool_(contains(set.mask, square)));
        return list;
      },
      nb::sig("def tolist(self) -> list[bool]"), "64 bools, one a square.");
  type.def_static(
      "ray", [](SquareArg a, SquareArg b) { return SquareSet{line(a, b)}; }, "a"_a, "b"_a,
      "The whole rank, file or diagonal through two squares; empty where there is none.");
  type.def_static(
      "between", [](SquareArg a, SquareArg b) { return SquareSet{between(a, b)}; }, "a"_a, "b"_a,
      "The squares strictly between two squares of one line; empty where there are none.");
  type.def_static(
      "from_square", [](SquareArg square) { return SquareSet{bit(square)}; }, "square"_a, "The set of one square.");
}

}  // namespace

bool read_square_set(PyObject *object, SquareSetArg &set) {
  if (PyLong_Check(object)) {
    set.mask = PyLong_AsUnsignedLongLongMask(object);
    return true;
  }
  if (nb::isinstance<SquareSet>(object)) {
    set.mask = nb::inst_ptr<SquareSet>(object)->mask;
    return true;
  }
  if (PyNumber_Check(object)) {
    const nb::object number = nb::steal(PyNumber_Long(object));
    if (number.is_valid()) set.mask = PyLong_AsUnsignedLongLongMask(number.ptr());
    PyErr_Clear();
    return number.is_valid();
  }
  const nb::object iterator = nb::steal(PyObject_GetIter(object));
  while (iterator.is_valid()) {
    const nb::object item = nb::steal(PyIter_Next(iterator.ptr()));
    if (!item.is_valid()) break;
    const Py_ssize_t square = PyNumber_AsSsize_t(item.ptr(), nullptr);
    if (square == -1 && PyErr_Occurred()) break;
    if (square < 0 || square > 63) {
      set.bad_square = square;
      return true;
    }
    set.mask |= bit(static_cast<Square>(square));
  }
  const bool failed = PyErr_Occurred() != nullptr;
  PyErr_Clear();
  return !failed;
}

void register_squares(nb::module_ &module) {
  define_transforms(module);
  define_scans(module);
  define_square_functions(module);
  module.def("attack_table", attack_table, "kind"_a, "square"_a, "occupied"_a = 0);

  SquareSetClass type(module, "SquareSet", nb::type_slots(square_set_slots),
                      "A set of squares in 64 bits, with the interface of Python's own sets.\n\n"
                      "Made from a bitboard or from squares. Everything that takes a set takes those too.\n\n"
                      ">>> SquareSet([A1, H8])\nSquareSet(0x8000_0000_0000_0001)\n"
                      ">>> list(SquareSet(BB_RANK_1) & SquareSet(BB_FILE_E))\n[4]");
  type.def("__init__", [](SquareSet *self, SquareSetArg set) { new (self) SquareSet{set}; }, "squares"_a = 0);
  type.def_rw("mask", &SquareSet::mask, "The squares as a bitboard.");
  type.def(
      "__iter__", [](const SquareSet &set) { return integers(new_square_iterator(set.mask)); },
      nb::sig("def __iter__(self) -> collections.abc.Iterator[int]"));
  define_container(type);
  define_operators(type);
  define_set_methods(type);
  define_chess_methods(type);
}

}  // namespace ajeeb::bind
