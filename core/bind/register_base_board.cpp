// BaseBoard: pieces on squares, without turn, rights or moves. What Board inherits, and the methods that both have but
// that end Board's move stack.

#include "bind/board_class.hpp"
#include "bind/register.hpp"
#include "board/chess960.hpp"
#include "board/fen.hpp"

namespace ajeeb::bind {

namespace {

using namespace nb::literals;

// ---- looking

Bitboard attacks_from(const BaseBoard &self, Square square) {
  const Board &board = self.board();
  const PieceType type = board.type_at(square);
  if (type == kPawn) return pawn_attacks(board.color_at(square), bit(square));
  return attacks_of(type, square, board.occupied());
}

Bitboard attackers_of(const BaseBoard &self, Color color, Square square, std::optional<SquareSetArg> occupied) {
  return attackers(self.board(), color, square, occupied ? Bitboard{*occupied} : self.board().occupied());
}

// The line of the pin that holds `square` to the king of `color`, all squares where there is none. The square may be
// empty: then it is asked whether a piece there would be pinned.
Bitboard pin_line(const BaseBoard &self, Color color, Square square) {
  const Board &board = self.board();
  const Square king = board.king(color);
  if (king == kNoSquare || !line(king, square)) return kAllSquares;
  const bool straight = file_of(king) == file_of(square) || rank_of(king) == rank_of(square);
  const Bitboard snipers = straight ? board.straight_sliders(!color) : board.diagonal_sliders(!color);
  for (const Square sniper : squares(snipers & line(king, square))) {
    if ((between(king, sniper) & (board.occupied() | bit(square))) == bit(square)) return line(king, square);
  }
  return kAllSquares;
}

nb::dict piece_map(const BaseBoard &self, Bitboard mask) {
  nb::dict map;
  for (const Square square : squares(self.board().occupied() & mask)) {
    map[nb::int_(square)] = nb::cast(*self.piece_at(square));
  }
  return map;
}

void define_looking(BaseBoardClass &type) {
  type.def(
      "pieces_mask",
      [](const BaseBoard &self, PieceTypeArg kind, ColorArg color) {
        return kind.is_valid() ? self.board().pieces(color, kind.type()) : 0;
      },
      "piece_type"_a, "color"_a, "The squares of a color's pieces of one type, as a bitboard.");
  type.def(
      "pieces",
      [](const BaseBoard &self, PieceTypeArg kind, ColorArg color) {
        return SquareSet{kind.is_valid() ? self.board().pieces(color, kind.type()) : 0};
      },
      "piece_type"_a, "color"_a,
      "The squares of a color's pieces of one type.\n\n"
      ">>> list(Board().pieces(KNIGHT, WHITE))\n[1, 6]");
  type.def(
      "piece_at", [](const BaseBoard &self, SquareArg square) { return self.piece_at(square); }, "square"_a,
      "The piece on a square, or None.");
  type.def(
      "piece_type_at",
      [](const BaseBoard &self, SquareArg square) -> std::optional<int> {
        const PieceType kind = self.board().type_at(square);
        return kind == kNoPieceType ? std::nullopt : std::optional<int>(kind + 1);
      },
      "square"_a, "The type of the piece on a square, or None.");
  type.def(
      "color_at",
      [](const BaseBoard &self, SquareArg square) -> std::optional<bool> {
        if (!contains(self.board().occupied(), square)) return {};
        return self.board().color_at(square) == kWhite;
      },
      "square"_a, "The color of the piece on a square, or None.");
  type.def(
      "king",
      [](const BaseBoard &self, ColorArg color) -> std::optional<int> {
        const Square king = self.board().king(color);
        return king == kNoSquare ? std::nullopt : std::optional<int>(king);
      },
      "color"_a, "Where a color's king stands, or None. Of several kings the one on the highest square counts.");
  type.def(
      "piece_map", [](const BaseBoard &self, MaskArg mask) { return piece_map(self, mask); }, nb::kw_only(),
      "mask"_a = kAllSquares, nb::sig("def piece_map(self, *, mask: int = ...) -> dict[int, Piece]"),
      "A dictionary from squares to the pieces on them.");
}

void define_attacks(BaseBoardClass &type) {
  type.def(
      "attacks_mask", [](const BaseBoard &self, SquareArg square) { return attacks_from(self, square); }, "square"_a,
      "The squares that the piece on a square attacks, as a bitboard; 0 if there is none.");
  type.def(
      "attacks", [](const BaseBoard &self, SquareArg square) { return SquareSet{attacks_from(self, square)}; },
      "square"_a, "The squares that the piece on a square attacks, pinned or not; empty if there is none.");
  type.def(
      "attackers_mask",
      [](const BaseBoard &self, ColorArg color, SquareArg square, std::optional<SquareSetArg> occupied) {
        return attackers_of(self, color, square, occupied);
      },
      "color"_a, "square"_a, "occupied"_a = nb::none(), "The color's pieces that attack a square, as a bitboard.");
  type.def(
      "attackers",
      [](const BaseBoard &self, ColorArg color, SquareArg square, std::optional<SquareSetArg> occupied) {
        return SquareSet{attackers_of(self, color, square, occupied)};
      },
      "color"_a, "square"_a, "occupied"_a = nb::none(),
      "The color's pieces that attack a square, pinned ones too. `occupied` tells what stops sliders (default: all\n"
      "pieces).\n\n>>> list(Board().attackers(WHITE, F3))\n[6, 12, 14]");
  type.def(
      "is_attacked_by",
      [](const BaseBoard &self, ColorArg color, SquareArg square, std::optional<SquareSetArg> occupied) {
        return attackers_of(self, color, square, occupied) != 0;
      },
      "color"_a, "square"_a, "occupied"_a = nb::none(), "True if a piece of the color attacks the square.");
  type.def(
      "pin_mask", [](const BaseBoard &self, ColorArg color, SquareArg square) { return pin_line(self, color, square); },
      "color"_a, "square"_a, "pin() as a bitboard.");
  type.def(
      "pin",
      [](const BaseBoard &self, ColorArg color, SquareArg square) { return SquareSet{pin_line(self, color, square)}; },
      "color"_a, "square"_a,
      "The line along which the square is pinned to the color's king; all 64 squares if it is not pinned.");
  type.def(
      "is_pinned",
      [](const BaseBoard &self, ColorArg color, SquareArg square) {
        return pin_line(self, color, square) != kAllSquares;
      },
      "color"_a, "square"_a, "True if the square is pinned to the color's king.");
}

// ---- attributes that programs read and write

template <class Get, class Set>
void define_set(BaseBoardClass &type, const char *name, Get get, Set set) {
  type.def_prop_rw(
      name, [get](const BaseBoard &self) { return get(self.piece_sets()); },
      [set](BaseBoard &self, MaskArg mask) {
        PieceSets sets = self.piece_sets();
        set(sets) = mask;
        self.write_piece_sets(sets);
      },
      "A bitboard that may be written; the board holds what all of them together say.");
}

template <PieceType kind>
void define_type_set(BaseBoardClass &type, const char *name) {
  define_set(
      type, name, [](const PieceSets &sets) { return sets.by_type[kind]; },
      [](PieceSets &sets) -> Bitboard & { return sets.by_type[kind]; });
}

// board.occupied_co: two bitboards, indexed by color, that write through to the board.
struct OccupiedByColor {
  nb::object board;

  BaseBoard &target() const { return *nb::inst_ptr<BaseBoard>(board); }
  static Color color(Py_ssize_t index) {
    if (index < -2 || index > 1) throw nb::index_error("occupied_co is indexed by a color");
    return index == 1 || index == -1 ? kWhite : kBlack;
  }
  Bitboard get(Py_ssize_t index) const { return target().piece_sets().by_color[color(index)]; }
  void set(Py_ssize_t index, MaskArg mask) const {
    PieceSets sets = target().piece_sets();
    sets.by_color[color(index)] = mask;
    target().write_piece_sets(sets);
  }
  nb::list list() const {
    nb::list pair;
    for (const Py_ssize_t index : {0, 1}) pair.append(nb::int_(get(index)));
    return pair;
  }
};

void register_occupied_by_color(nb::module_ &module) {
  nb::class_<OccupiedByColor> type(module, "OccupiedByColor",
                                   "Two bitboards, indexed by color; writing one changes the board.");
  type.def("__getitem__", [](const OccupiedByColor &self, Py_ssize_t color) { return self.get(color); }, "color"_a);
  type.def(
      "__setitem__", [](const OccupiedByColor &self, Py_ssize_t color, MaskArg mask) { self.set(color, mask); },
      "color"_a, "mask"_a);
  type.def("__len__", [](const OccupiedByColor &) { return 2; });
  type.def(
      "__iter__", [](const OccupiedByColor &self) { return nb::iter(self.list()); },
      nb::sig("def __iter__(self) -> collections.abc.Iterator[int]"));
  type.def(
      "__eq__",
      [](const OccupiedByColor &self, nb::handle other) -> nb::object {
        if (!PySequence_Check(other.ptr())) return nb::borrow(Py_NotImplemented);
        return nb::bool_(self.list().equal(nb::list(other)));
      },
      "other"_a.none(), nb::sig("def __eq__(self, other: object) -> bool"));
  type.attr("__hash__") = nb::none();
  type.def("__repr__", [](const OccupiedByColor &self) { return nb::repr(self.list()); });
}

void define_attributes(BaseBoardClass &type) {
  define_type_set<kPawn>(type, "pawns");
  define_type_set<kKnight>(type, "knights");
  define_type_set<kBishop>(type, "bishops");
  define_type_set<kRook>(type, "rooks");
  define_type_set<kQueen>(type, "queens");
  define_type_set<kKing>(type, "kings");
  define_set(
      type, "occupied", [](const PieceSets &sets) { return sets.occupied; },
      [](PieceSets &sets) -> Bitboard & { return sets.occupied; });
  type.def_prop_rw(
      "promoted", [](const BaseBoard &self) { return self.promoted(); },
      [](BaseBoard &self, MaskArg mask) { self.set_promoted(mask); },
      "The squares of pieces that were pawns, as a bitboard. Only FEN with promoted=True shows it.");
  type.def_prop_rw(
      "occupied_co", [](nb::object self) { return OccupiedByColor{self}; },
      [](nb::object self, nb::sequence masks) {
        const OccupiedByColor target{self};
        std::array<MaskArg, 2> values;
        if (nb::len(masks) != 2 || !nb::try_cast(masks[0], values[0]) || !nb::try_cast(masks[1], values[1])) {
          throw nb::type_error("expected two bitboards");
        }
        for (const Py_ssize_t color : {0, 1}) target.set(color, values[static_cast<std::size_t>(color)]);
      },
      nb::for_setter(nb::sig("def occupied_co(self, masks: collections.abc.Sequence[int], /) -> None")),
      "The occupied squares of each color, indexed by color.");
}

// ---- text

std::string text_of(const BaseBoard &self) {
  std::string text;
  for (int rank = 7; rank >= 0; rank--) {
    for (int file = 0; file < 8; file++) {
      const auto piece = self.piece_at(make_square(file, rank));
      text += piece ? "PNBRQKpnbrqk"[piece->code] : '.';
      if (file < 7) text += ' ';
    }
    if (rank) text += '\n';
  }
  return text;
}

std::string unicode_text(const BaseBoard &self, bool inverted, bool borders, const std::string &empty, Color below) {
  constexpr const char *kPieces[] = {"♙", "♘", "♗", "♖", "♕", "♔", "♟", "♞", "♝", "♜", "♛", "♚"};
  const std::string rule = "  -----------------\n";
  std::string text;
  for (int row = 0; row < 8; row++) {
    const int rank = below == kWhite ? 7 - row : row;
    if (borders) text += rule + static_cast<char>('1' + rank) + ' ';
    for (int column = 0; column < 8; column++) {
      const int file = below == kWhite ? column : 7 - column;
      const auto piece = self.piece_at(make_square(file, rank));
      text += borders ? "|" : column ? " " : "";
      text += piece ? kPieces[(piece->code + (inverted ? 6 : 0)) % 12] : empty;
    }
    if (borders) text += '|';
    if (borders || row < 7) text += '\n';
  }
  if (borders) text += rule + (below == kWhite ? "   a b c d e f g h" : "   h g f e d c b a");
  return text;
}

std::string board_fen(const BaseBoard &self, std::optional<FlagArg> promoted) {
  return placement_text(self.board(), promoted && *promoted ? self.promoted() : 0);
}

void define_text(BaseBoardClass &type) {
  type.def("board_fen", board_fen, nb::kw_only(), "promoted"_a = false,
           "The placement of the pieces, as the first field of a FEN; `promoted` marks promoted ones with ~.");
  type.def("__str__", text_of);
  type.def("__repr__", [](const BaseBoard &self) { return "BaseBoard('" + board_fen(self, {}) + "')"; });
  type.def(
      "unicode",
      [](const BaseBoard &self, FlagArg inverted, FlagArg borders, const std::string &empty, ColorArg orientation) {
        return unicode_text(self, inverted, borders, empty, orientation);
      },
      nb::kw_only(), "invert_color"_a = false, "borders"_a = false, "empty_square"_a = "⭘", "orientation"_a = true,
      "The board in chess characters, for terminals; `orientation` is the color at the bottom.");
  type.def("_repr_svg_", [](nb::object self) {
    return python_object("ajeeb.svg", "board")(nb::arg("board") = self, nb::arg("size") = 390);
  });
  type.def(
      "__eq__",
      [](const BaseBoard &self, nb::handle other) -> nb::object {
        if (!nb::isinstance<BaseBoard>(other)) return nb::borrow(Py_NotImplemented);
        const PieceSets a = self.piece_sets(), b = nb::inst_ptr<BaseBoard>(other)->piece_sets();
        return nb::bool_(a.by_type == b.by_type && a.by_color == b.by_color);
      },
      "other"_a.none(), nb::sig("def __eq__(self, other: object) -> bool"));
  type.attr("__hash__") = nb::none();
}

// ---- changing

Board read_placement(std::string_view text) {
  if (const std::size_t blank = text.find_first_of(" \t\n\v\f\r"); blank != std::string_view::npos) {
    raise_fen_fault(text, "extra", "placement", blank, "a piece placement alone, without blanks");
  }
  const Result<Board, FenFault> board = parse_fen(text);
  if (!board) {
    const FenFault &fault = board.error();
    raise_fen_fault(text, fault.kind, field_name(fault.field), fault.offset, fault.expected);
  }
  return *board;
}

Board placement_of(const nb::mapping &pieces) {
  Board board;
  for (const nb::handle item : pieces.items()) {
    PyPiece piece;
    SquareArg square{};
    if (!nb::try_cast(item[0], square) || !read_piece(nb::object(item[1]).ptr(), piece)) {
      throw nb::type_error("expected a mapping of squares to pieces");
    }
    board.put(piece.color(), piece.type(), square);
  }
  return board;
}

BaseBoard transformed_pieces(const BaseBoard &self, const nb::callable &function) {
  Board board = self.as_written();
  for (Bitboard &set : board.by_type) set = transformed(function, set);
  for (Bitboard &set : board.by_color) set = transformed(function, set);
  BaseBoard other(board);
  other.set_promoted(transformed(function, self.promoted()));
  return other;
}

BaseBoard mirrored_pieces(const BaseBoard &self) {
  BaseBoard other(mirrored(self.as_written()));
  other.set_promoted(__builtin_bswap64(self.promoted()));
  return other;
}

template <class Kind>
void set_piece(Kind &self, Square square, std::optional<PyPiece> piece, bool promoted) {
  self.set_piece(square, piece, promoted);
  placement_changed(self);
}

// The methods that BaseBoard and Board share in name and sense, but not in what becomes of the move stack.
template <class Kind, class... Extra>
void define_changing(nb::class_<Kind, Extra...> &type) {
  type.def(
      "reset_board",
      [](Kind &self) {
        self.set_placement(kStartBoard);
        placement_changed(self);
      },
      "Puts the pieces of the standard starting position up.");
  type.def(
      "clear_board",
      [](Kind &self) {
        self.set_placement(Board{});
        placement_changed(self);
      },
      "Takes all pieces off.");
  type.def(
      "set_board_fen",
      [](Kind &self, TextArg fen) {
        const Board board = read_placement(fen);
        self.set_placement(board, promoted_in(fen));
        placement_changed(self);
      },
      "fen"_a, "Puts the pieces up that the first field of a FEN tells. Raises InvalidFenError.");
  type.def(
      "set_piece_map",
      [](Kind &self, const nb::mapping &pieces) {
        self.set_placement(placement_of(pieces));
        placement_changed(self);
      },
      "pieces"_a, nb::sig("def set_piece_map(self, pieces: collections.abc.Mapping[int, Piece]) -> None"),
      "Puts the pieces of a dictionary from squares to pieces up.");
  type.def(
      "set_piece_at",
      [](Kind &self, SquareArg square, std::optional<PyPiece> piece, FlagArg promoted) {
        set_piece(self, square, piece, promoted);
      },
      "square"_a, "piece"_a.none(), "promoted"_a = false, "Puts a piece on a square; None takes it off.");
  type.def(
      "remove_piece_at",
      [](Kind &self, SquareArg square) {
        const std::optional<PyPiece> piece = self.piece_at(square);
        set_piece(self, square, {}, false);
        return piece;
      },
      "square"_a, "Takes the piece off a square and returns it, or None.");
}

void define_whole_changes(BaseBoardClass &type) {
  type.def(
      "set_chess960_pos",
      [](BaseBoard &self, int scharnagl) {
        self.set_placement(chess960_placement(checked_chess960_number(scharnagl)));
      },
      "scharnagl"_a, "Puts Chess960 starting position 0..959 up.");
  type.def(
      "chess960_pos", [](const BaseBoard &self) { return chess960_number(self.board()); },
      "The number 0..959 of the Chess960 starting position on the board, or None.");
  type.def(
      "apply_transform",
      [](BaseBoard &self, nb::callable function) {
        const BaseBoard other = transformed_pieces(self, function);
        self.set_placement(other.board(), other.promoted());
      },
      "f"_a, nb::sig("def apply_transform(self, f: collections.abc.Callable[[int], int]) -> None"),
      "Applies a function on bitboards, such as flip_vertical, to the board.");
  type.def(
      "transform",
      [](nb::object self, nb::callable function) {
        BaseBoard other = transformed_pieces(*nb::inst_ptr<BaseBoard>(self), function);
        return new_instance<BaseBoard>(self.type(), std::move(other));
      },
      "f"_a, nb::sig("def transform(self, f: collections.abc.Callable[[int], int]) -> typing.Self"),
      "A copy with a function on bitboards applied to it.");
  type.def(
      "apply_mirror",
      [](BaseBoard &self) { self.set_placement(mirrored(self.board()), __builtin_bswap64(self.promoted())); },
      "Flips the board vertically and exchanges the colors.");
  type.def(
      "mirror",
      [](nb::object self) {
        return new_instance<BaseBoard>(self.type(), mirrored_pieces(*nb::inst_ptr<BaseBoard>(self)));
      },
      nb::sig("def mirror(self) -> typing.Self"), "A copy flipped vertically, with the colors exchanged.");
  const auto copy = [](nb::object self) {
    return new_instance<BaseBoard>(self.type(), *nb::inst_ptr<BaseBoard>(self));
  };
  type.def("copy", copy, nb::sig("def copy(self) -> typing.Self"), "A board of its own with the same pieces.");
  const auto twin = [copy](nb::object self) {
    return is_of_subclass<BaseBoard>(self) ? overridable_copy<BaseBoard>(self) : copy(self);
  };
  type.def("__copy__", twin, nb::sig("def __copy__(self) -> typing.Self"));
  type.def(
      "__deepcopy__", [twin](nb::object self, nb::handle) { return twin(self); }, "memo"_a,
      nb::sig("def __deepcopy__(self, memo: dict[int, object]) -> typing.Self"));
  type.def(
      "__getstate__", [](const BaseBoard &self) { return board_fen(self, FlagArg{true}); },
      nb::sig("def __getstate__(self) -> object"));
  type.def(
      "__setstate__",
      [](BaseBoard &self, TextArg fen) {
        const Board board = read_placement(fen);
        new (&self) BaseBoard(board);
        self.set_promoted(promoted_in(fen));
      },
      nb::sig("def __setstate__(self, state: object, /) -> None"));
}

}  // namespace

void raise_fen_fault(std::string_view text, const char *kind, const char *field, std::size_t offset,
                     const char *expected) {
  const std::string message = std::string("expected ") + expected + " in the " + field + " of " + quoted(text) +
                              ", at offset " + std::to_string(offset);
  const nb::object error = python_object("ajeeb.errors", "InvalidFenError")(message, kind, field, offset);
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

std::string placement_text(const Board &board, Bitboard promoted) {
  const std::string plain = placement(board);
  if (!(promoted & board.occupied())) return plain;
  std::string marked;
  Square square = kA8;
  for (const char c : plain) {
    marked += c;
    if (c == '/') {
      square -= 16;
    } else if (c >= '1' && c <= '8') {
      square += c - '0';
    } else if (contains(promoted, square++)) {
      marked += '~';
    }
  }
  return marked;
}

Bitboard promoted_in(std::string_view fen) {
  const std::string_view field = fen.substr(0, fen.find(' ', std::min(fen.find_first_not_of(' '), fen.size())));
  if (field.find('~') == std::string_view::npos) return 0;
  Bitboard promoted = 0;
  Square square = kA8;
  for (const char c : field) {
    if (c == '/') {
      square -= 16;
    } else if (c >= '1' && c <= '8') {
      square += c - '0';
    } else if (c == '~') {
      promoted |= bit(square - 1);
    } else if (c > ' ') {
      square++;
    }
  }
  return promoted;
}

Bitboard transformed(const nb::callable &function, Bitboard set) {
  MaskArg mask;
  if (!nb::try_cast(function(set), mask)) throw nb::type_error("expected a function from bitboards to bitboards");
  return mask;
}

int checked_chess960_number(int scharnagl) {
  if (scharnagl < 0 || scharnagl >= kChess960Positions) {
    raise("ChessError", "expected a Chess960 position from 0 to 959, got " + std::to_string(scharnagl));
  }
  return scharnagl;
}

void define_board_changing(BoardClass &type) { define_changing(type); }

void register_base_board(nb::module_ &module) {
  register_occupied_by_color(module);
  BaseBoardClass type(module, "BaseBoard", nb::dynamic_attr(),
                      "Pieces on squares: no turn, no rights, no moves.\n\n"
                      "Made from the first field of a FEN; None makes an empty board. Raises InvalidFenError.\n\n"
                      ">>> BaseBoard(\"8/8/8/8/8/8/8/K6k\").king(BLACK) == H1\nTrue");
  type.def(
      "__init__",
      [](BaseBoard *self, std::optional<TextArg> board_fen) {
        const Board board = board_fen ? read_placement(*board_fen) : Board{};
        new (self) BaseBoard(board);
        if (board_fen) self->set_promoted(promoted_in(*board_fen));
      },
      "board_fen"_a.none() = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
  define_attributes(type);
  define_looking(type);
  define_attacks(type);
  define_text(type);
  define_changing(type);
  define_whole_changes(type);
  define_class_method(
      type, "empty", [](nb::handle kind) { return kind(nb::none()); }, "def empty(cls) -> typing.Self",
      "A board without pieces.");
  define_class_method(
      type, "from_chess960_pos",
      [](nb::handle kind, int scharnagl) {
        nb::object board = kind(nb::none());
        board.attr("set_chess960_pos")(scharnagl);
        return board;
      },
      "def from_chess960_pos(cls, scharnagl: int) -> typing.Self", "A board with Chess960 starting position 0..959.",
      "scharnagl"_a);
}

}  // namespace ajeeb::bind
