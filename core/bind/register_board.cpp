// Board: what it is (turn, rights, clocks, its move stack), how it is made, copied and compared, and making moves.
// Legality, text and game ends have files of their own.

#include "bind/board_class.hpp"
#include "bind/move_views.hpp"
#include "bind/register.hpp"
#include "board/chess960.hpp"
#include "board/fen.hpp"
#include "board/perft.hpp"
#include "board/status.hpp"

namespace ajeeb::bind {

namespace {

using namespace nb::literals;

constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// ---- making

Board read_fen(std::string_view text, bool chess960) {
  const Result<Board, FenFault> board = parse_fen(text, chess960);
  if (board) return *board;
  const FenFault &fault = board.error();
  raise_fen_fault(text, fault.kind, field_name(fault.field), fault.offset, fault.expected);
}

void initialise(GameBoard *self, std::optional<TextArg> fen, FlagArg chess960) {
  Board board;
  board.chess960 = chess960;
  if (fen) board = read_fen(*fen, chess960);
  new (self) GameBoard(board);
  if (fen) self->set_promoted(promoted_in(*fen));
}

void set_fen(GameBoard &self, TextArg fen) {
  self.replace(read_fen(fen, self.board().chess960));
  self.set_promoted(promoted_in(fen));
  self.clear_stack();
}

// Position, rights, turn and counters of a start; chess960 stays.
void start_over(GameBoard &self, Board board) {
  board.chess960 = self.board().chess960;
  self.replace(board);
  self.set_promoted(0);
  self.clear_stack();
}

Board chess960_start(int scharnagl) {
  Board board = chess960_placement(checked_chess960_number(scharnagl));
  board.chess960 = true;
  board.castling = board.by_type[kRook];
  return board;
}

[[noreturn]] void raise_illegal_position(const std::string &fen, Status faults) {
  nb::list kinds;
  std::string names;
  for (const std::string_view name : status_names(faults)) {
    kinds.append(nb::str(name.data(), name.size()));
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  const nb::object error = python_object("ajeeb.errors", "IllegalPositionError")(
      "expected a legal position, got " + quoted(fen) + ": " + names, nb::tuple(kinds));
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

nb::object from_fen(nb::handle kind, nb::str fen, FlagArg chess960, FlagArg strict) {
  nb::object board = kind(fen, "chess960"_a = bool(chess960));
  const Status faults = status(nb::inst_ptr<GameBoard>(board)->as_written());
  if (strict && faults) raise_illegal_position(fen.c_str(), faults);
  return board;
}

void define_making(BoardClass &type) {
  type.def("__init__", initialise, "fen"_a.none() = nb::str(kStartFen.data()), nb::kw_only(), "chess960"_a = false);
  type.attr("starting_fen") = nb::str(kStartFen.data());
  define_class_method(
      type, "from_fen", from_fen,
      "def from_fen(cls, fen: str, *, chess960: bool = False, strict: bool = False) -> typing.Self",
      "The board of a FEN. With `strict` the position must be legal too.\n\n"
      "Raises InvalidFenError for a text that can't be read, IllegalPositionError with every fault of the position in\n"
      "`kinds`.\n\n>>> Board.from_fen(\"8/8/8/8/8/8/8/KQ2k3 w - - 0 1\", strict=True)\n"
      "Traceback (most recent call last):\n...\n"
      "ajeeb.errors.IllegalPositionError: expected a legal position, got '8/8/8/8/8/8/8/KQ2k3 w - - 0 1': "
      "opposite_check",
      "fen"_a, nb::kw_only(), "chess960"_a = false, "strict"_a = false);
  define_class_method(
      type, "empty", [](nb::handle kind, FlagArg chess960) { return kind(nb::none(), "chess960"_a = bool(chess960)); },
      "def empty(cls, *, chess960: bool = False) -> typing.Self", "A board without pieces.", nb::kw_only(),
      "chess960"_a = false);
  define_class_method(
      type, "from_chess960_pos",
      [](nb::handle kind, int scharnagl) {
        nb::object board = kind(nb::none(), "chess960"_a = true);
        start_over(*nb::inst_ptr<GameBoard>(board), chess960_start(scharnagl));
        return board;
      },
      "def from_chess960_pos(cls, scharnagl: int) -> typing.Self", "A board with Chess960 starting position 0..959.",
      "scharnagl"_a);
  type.def("set_fen", set_fen, "fen"_a,
           "Sets the position from a FEN. Raises InvalidFenError, and leaves the board as it was then.");
  type.def("reset", [](GameBoard &self) { start_over(self, kStartBoard); }, "Sets the standard starting position up.");
  type.def("clear", [](GameBoard &self) { start_over(self, Board{}); }, "Empties the board: white to move, no rights.");
  type.def(
      "set_chess960_pos",
      [](GameBoard &self, int scharnagl) {
        Board board = chess960_start(scharnagl);
        self.replace(board);
        self.set_promoted(0);
        self.clear_stack();
      },
      "scharnagl"_a, "Sets Chess960 starting position 0..959 up.");
  type.def(
      "chess960_pos",
      [](const GameBoard &self, FlagArg ignore_turn, FlagArg ignore_castling,
         FlagArg ignore_counters) -> std::optional<int> {
        const Board &board = self.board();
        const bool counters_start = board.fullmove_number == 1 && board.halfmove_clock == 0;
        if (board.ep != kNoSquare || (!ignore_turn && board.side != kWhite) ||
            (!ignore_castling && clean_castling_rights(self.as_written()) != board.by_type[kRook]) ||
            (!ignore_counters && !counters_start)) {
          return {};
        }
        return chess960_number(board);
      },
      nb::kw_only(), "ignore_turn"_a = false, "ignore_castling"_a = false, "ignore_counters"_a = true,
      "The number 0..959 of the Chess960 starting position on the board, or None. White must be to move and all\n"
      "castling rights there, unless they are to be ignored.");
}

// ---- attributes

// Changes one field of the board; the pieces stay as programs wrote them.
template <class Change>
void change(GameBoard &self, Change apply) {
  const PieceSets sets = self.piece_sets();
  Board board = self.as_written();
  apply(board);
  self.replace(board);
  if (sets.occupied != board.occupied() || sets.by_type != board.by_type || sets.by_color != board.by_color) {
    self.write_piece_sets(sets);
  }
}

std::uint32_t counter(nb::handle value, const char *name) {
  const long long number = PyLong_AsLongLong(value.ptr());
  if (number == -1 && PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_OverflowError)) throw nb::python_error();
    PyErr_Clear();
  }
  if (number < 0 || number > std::numeric_limits<std::uint32_t>::max()) {
    raise("ChessError", std::string("expected ") + name + " from 0 to 4294967295, got " + nb::repr(value).c_str());
  }
  return static_cast<std::uint32_t>(number);
}

void define_attributes(BoardClass &type) {
  type.def_prop_rw(
      "turn", [](const GameBoard &self) { return self.board().side == kWhite; },
      [](GameBoard &self, ColorArg color) { change(self, [&](Board &board) { board.side = color; }); },
      "The side to move: True for white.");
  type.def_prop_rw(
      "castling_rights", [](const GameBoard &self) { return self.castling_rights(); },
      [](GameBoard &self, MaskArg mask) { change(self, [&](Board &board) { board.castling = mask; }); },
      "The squares of rooks that may castle, as written; clean_castling_rights() tells which of them can.");
  type.def_prop_rw(
      "ep_square",
      [](const GameBoard &self) -> std::optional<int> {
        return self.board().ep == kNoSquare ? std::nullopt : std::optional<int>(self.board().ep);
      },
      [](GameBoard &self, std::optional<SquareArg> square) {
        const Square ep = square ? Square{*square} : kNoSquare;
        change(self, [&](Board &board) { board.ep = static_cast<std::uint8_t>(ep); });
      },
      nb::for_setter(nb::arg("square").none()), "The square behind a pawn that has just made a double step, or None.");
  type.def_prop_rw(
      "halfmove_clock", [](const GameBoard &self) { return self.board().halfmove_clock; },
      [](GameBoard &self, nb::int_ plies) {
        const std::uint32_t value = counter(plies, "a halfmove clock");
        change(self, [&](Board &board) { board.halfmove_clock = value; });
      },
      "Plies since the last capture or pawn move.");
  type.def_prop_rw(
      "fullmove_number", [](const GameBoard &self) { return self.board().fullmove_number; },
      [](GameBoard &self, nb::int_ number) {
        const std::uint32_t value = counter(number, "a fullmove number");
        change(self, [&](Board &board) { board.fullmove_number = value; });
      },
      "The number of the move, from 1, counted up after black's.");
  type.def_prop_rw(
      "chess960", [](const GameBoard &self) { return self.board().chess960; },
      [](GameBoard &self, FlagArg chess960) { change(self, [&](Board &board) { board.chess960 = chess960; }); },
      "Whether castling is written as in Chess960.");
  type.def_prop_rw(
      "move_stack", [](GameBoard &self) { return self.move_stack(); },
      [](GameBoard &self, nb::list moves) { self.set_move_stack(moves); },
      nb::for_getter(nb::sig("def move_stack(self) -> list[Move]")),
      nb::for_setter(nb::sig("def move_stack(self, moves: list[Move], /) -> None")),
      "The moves made on this board, the last at the end.");
}

// ---- making and taking back moves

std::string uci_of(PyMove move) { return PyUnicode_AsUTF8(move_uci(move)); }

void define_stack(BoardClass &type) {
  type.def("pop", &GameBoard::pop, "Takes the last move back and returns it. Raises IndexError if there is none.");
  type.def(
      "peek",
      [](GameBoard &self) {
        const nb::object stack = self.move_stack();
        if (nb::len(stack) == 0) throw nb::index_error("peek at an empty move stack");
        return nb::object(stack[-1]);
      },
      nb::sig("def peek(self) -> Move"), "The last move. Raises IndexError if there is none.");
  type.def("clear_stack", &GameBoard::clear_stack, "Forgets the moves that were made.");
  type.def(
      "ply",
      [](const GameBoard &self) { return 2LL * self.board().fullmove_number - (self.board().side == kWhite ? 2 : 1); },
      "Plies since the start of the game, by fullmove number and turn.");
  type.def(
      "root",
      [](nb::object self) {
        const GameBoard &board = *nb::inst_ptr<GameBoard>(self);
        if (!board.plies() && is_of_subclass<GameBoard>(self)) {
          return overridable_copy<GameBoard>(self, "stack"_a = false);
        }
        return new_instance<GameBoard>(self.type(), board.root());
      },
      nb::sig("def root(self) -> typing.Self"), "A board with the position before the first move of the stack.");
}

// ---- copying and comparing

constexpr std::size_t kAllPlies = std::numeric_limits<std::size_t>::max();

std::size_t plies_to_copy(nb::handle stack) {
  if (stack.is(Py_True)) return kAllPlies;
  const int truth = PyObject_IsTrue(stack.ptr());
  if (truth < 0) throw nb::python_error();
  if (!truth) return 0;
  const Py_ssize_t plies = PyNumber_AsSsize_t(stack.ptr(), nullptr);
  if (plies == -1 && PyErr_Occurred()) throw nb::python_error();
  return plies < 0 ? 0 : static_cast<std::size_t>(plies);
}

nb::object copy_of(nb::handle self, std::size_t plies) {
  return new_instance<GameBoard>(self.type(), *nb::inst_ptr<GameBoard>(self), plies);
}

// The position without its move stack, changed by a function on bitboards.
GameBoard transformed_board(const GameBoard &self, const nb::callable &function) {
  Board board = self.as_written();
  for (Bitboard &set : board.by_type) set = transformed(function, set);
  for (Bitboard &set : board.by_color) set = transformed(function, set);
  board.castling = transformed(function, board.castling);
  if (board.ep != kNoSquare) {
    const Bitboard ep = transformed(function, bit(board.ep));
    board.ep = static_cast<std::uint8_t>(ep ? highest(ep) : kNoSquare);
  }
  GameBoard other(board);
  other.set_promoted(transformed(function, self.promoted()));
  return other;
}

GameBoard mirrored_board(const GameBoard &self) {
  GameBoard other(mirrored(self.as_written()));
  other.set_promoted(__builtin_bswap64(self.promoted()));
  return other;
}

// Takes another board's position; the move stack is over.
void become(GameBoard &self, const GameBoard &other) {
  self.replace(other.as_written());
  self.set_promoted(other.promoted());
  self.clear_stack();
}

nb::object twin_of(nb::handle self) {
  return is_of_subclass<GameBoard>(self) ? overridable_copy<GameBoard>(self) : copy_of(self, kAllPlies);
}

// A copy of `self` that has become `other`.
nb::object changed_copy(nb::handle self, GameBoard other) {
  if (!is_of_subclass<GameBoard>(self)) return new_instance<GameBoard>(self.type(), std::move(other));
  nb::object copy = overridable_copy<GameBoard>(self, "stack"_a = false);
  become(*nb::inst_ptr<GameBoard>(copy), other);
  return copy;
}

void define_copying(BoardClass &type) {
  type.def("__copy__", twin_of, nb::sig("def __copy__(self) -> typing.Self"));
  type.def(
      "__deepcopy__", [](nb::handle self, nb::handle) { return twin_of(self); }, "memo"_a,
      nb::sig("def __deepcopy__(self, memo: dict[int, object]) -> typing.Self"));
  type.def(
      "apply_transform",
      [](GameBoard &self, nb::callable function) { become(self, transformed_board(self, function)); }, "f"_a,
      nb::sig("def apply_transform(self, f: collections.abc.Callable[[int], int]) -> None"),
      "Applies a function on bitboards, such as flip_vertical, to the position; forgets the move stack.");
  type.def(
      "transform",
      [](nb::object self, nb::callable function) {
        return changed_copy(self, transformed_board(*nb::inst_ptr<GameBoard>(self), function));
      },
      "f"_a, nb::sig("def transform(self, f: collections.abc.Callable[[int], int]) -> typing.Self"),
      "A copy with a function on bitboards applied to it, without move stack.");
  type.def(
      "apply_mirror", [](GameBoard &self) { become(self, mirrored_board(self)); },
      "Flips the position vertically and exchanges the colors; forgets the move stack.");
  type.def(
      "mirror", [](nb::object self) { return changed_copy(self, mirrored_board(*nb::inst_ptr<GameBoard>(self))); },
      nb::sig("def mirror(self) -> typing.Self"),
      "The same position with the colors exchanged, without move stack.\n\n"
      ">>> Board(\"8/8/8/8/8/8/1K6/7k w - - 0 1\").mirror().fen()\n'7K/1k6/8/8/8/8/8/8 b - - 0 1'");
}

bool same_position(const GameBoard &a, const GameBoard &b) {
  Board x = a.board(), y = b.board();
  x.chess960 = y.chess960 = false;
  return x == y;
}

void define_comparing(BoardClass &type) {
  type.def(
      "__eq__",
      [](const GameBoard &self, nb::handle other) -> nb::object {
        if (nb::isinstance<GameBoard>(other)) return nb::bool_(same_position(self, *nb::inst_ptr<GameBoard>(other)));
        return nb::type<BaseBoard>().attr("__eq__")(nb::find(self), other);
      },
      "other"_a.none(), nb::sig("def __eq__(self, other: object) -> bool"));
  type.attr("__hash__") = nb::none();
  const auto key = [](const GameBoard &self) { return self.position().key(); };
  type.def("key", key,
           "The position's 64-bit zobrist key: equal for positions that count as repeated, the same in every process.\n"
           "A board itself can't be hashed, because it changes.");
  type.def("_transposition_key", key);
  type.def("__repr__", [](nb::handle self) {
    const GameBoard &board = *nb::inst_ptr<GameBoard>(self);
    const std::string tail = board.board().chess960 ? "', chess960=True)" : "')";
    return nb::cast<std::string>(self.type().attr("__name__")) + "('" + to_fen(board.board()) + tail;
  });
  type.def("_repr_svg_", [](nb::object self) { return python_object("ajeeb.svg", "board_with_context")(self); });
}

// ---- what programs call most: methods of CPython's own kind, which cost half of nanobind's

// The board of a method's `self`; nullptr with an error set if __init__ has not made one.
GameBoard *board_of(PyObject *self) {
  if (nb::inst_ready(self)) return nb::inst_ptr<GameBoard>(self);
  PyErr_Format(PyExc_TypeError, "%s.__init__() has not been called", Py_TYPE(self)->tp_name);
  return nullptr;
}

PyObject *push(PyObject *self, PyObject *argument) {
  GameBoard *board = board_of(self);
  if (!board) return nullptr;
  PyMove move;
  if (!read_move(argument, move)) return PyErr_Format(PyExc_TypeError, "push() expects a Move, got %R", argument);
  return caught([&] {
    const Move core(move.code);
    if (!core.is_null() && !contains(board->board().occupied(), core.from())) {
      raise("UnplayableMoveError",
            "push() expects a pseudo-legal move, got " + uci_of(move) + " in " + quoted(to_fen(board->board())));
    }
    board->push(move);
    return nb::none();
  });
}

PyObject *copy(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names) {
  if (!board_of(self)) return nullptr;
  const Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
  const bool has_stack = named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "stack") == 0;
  if (count || named != has_stack) {
    return PyErr_Format(PyExc_TypeError, "copy() takes no arguments but the keyword stack");
  }
  return caught([&] { return copy_of(self, has_stack ? plies_to_copy(values[0]) : kAllPlies); });
}

PyMethodDef hot_methods[] = {
    {"push", push, METH_O,
     "push($self, move, /)\n--\n\nMakes a move and puts it on the move stack.\n\nThe move must be pseudo-legal or "
     "null; that is not checked. Raises UnplayableMoveError where no piece\nstands on its first square."},
    {"copy", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(copy)), METH_FASTCALL | METH_KEYWORDS,
     "copy($self, *, stack=True)\n--\n\nA board of its own in the same position, with the whole move stack, none of "
     "it, or its last moves."},
    {nullptr, nullptr, 0, nullptr},
};
PyType_Slot board_slots[] = {{Py_tp_methods, hot_methods}, {Py_tp_getset, move_view_getters}, {0, nullptr}};

// ---- the legal move tree

void check_depth(int depth, int least) {
  if (depth >= least && depth <= kMaxPerftDepth) return;
  raise("ChessError", "expected a depth of at least " + std::to_string(least) + " and at most " +
                          std::to_string(kMaxPerftDepth) + ", got " + std::to_string(depth));
}

void define_perft(BoardClass &type) {
  type.def(
      "perft",
      [](const GameBoard &self, int depth, int threads, FlagArg lists) {
        const Board board = self.board();
        check_depth(depth, 0);
        nb::gil_scoped_release released;
        return lists ? perft_by_lists(board, depth) : perft(board, depth, threads);
      },
      "depth"_a, nb::kw_only(), "threads"_a = 1, "lists"_a = false,
      "How many sequences of `depth` legal plies there are: exact, without hashing.\n\n"
      "`threads` share the root's moves. With `lists` one thread writes every node's move list, the last ply "
      "included,\n"
      "instead of counting sets: slower, and a check of the lists.\n\n>>> Board().perft(3)\n8902");
  type.def(
      "divide",
      [](const GameBoard &self, int depth, int threads) {
        const Board board = self.board();
        check_depth(depth, 1);
        std::vector<Division> divisions;
        {
          nb::gil_scoped_release released;
          divisions = divide(board, depth, threads);
        }
        nb::dict nodes;
        for (const Division &division : divisions) nodes[nb::cast(to_python(board, division.move))] = division.nodes;
        return nodes;
      },
      "depth"_a, nb::kw_only(), "threads"_a = 1,
      nb::sig("def divide(self, depth: int, *, threads: int = 1) -> dict[Move, int]"),
      "perft(depth - 1) behind each legal move.");
}

}  // namespace

void define_board_state(BoardClass &type) {
  define_making(type);
  define_attributes(type);
  define_stack(type);
  define_copying(type);
  define_comparing(type);
  define_perft(type);
}

void register_board(nb::module_ &module) {
  BoardClass type(module, "Board", nb::dynamic_attr(), nb::is_weak_referenceable(), nb::type_slots(board_slots),
                  "A position with turn, castling rights, ep square and clocks, and the moves that led to it.\n\n"
                  "Made from a FEN (the starting position by default); None makes an empty board. It may hold an\n"
                  "illegal position: `status()` tells. Raises InvalidFenError for a text that can't be read.\n\n"
                  ">>> board = Board()\n>>> board.push_san(\"e4\")\nMove.from_uci('e2e4')\n"
                  ">>> board.legal_moves.count()\n20");
  define_board_state(type);
  define_board_changing(type);
  define_board_moves(type);
  define_board_text(type);
  define_board_outcome(type);
  define_board_pickling(type);
}

}  // namespace ajeeb::bind
