// Board as text and moves as text: FEN, EPD, SAN, long algebraic, UCI and XBoard, in both directions.

#include "bind/board_class.hpp"
#include "bind/register.hpp"
#include "board/fen.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"

namespace ajeeb::bind {

namespace {

using namespace nb::literals;

// ---- positions

EpOutput ep_output(const std::string &name) {
  if (name == "legal") return EpOutput::kLegal;
  if (name == "fen") return EpOutput::kAlways;
  if (name == "xfen") return EpOutput::kXfen;
  raise("ChessError", "expected en_passant to be 'legal', 'fen' or 'xfen', got " + quoted(name));
}
CastlingOutput castling_output(bool shredder) { return shredder ? CastlingOutput::kShredder : CastlingOutput::kXfen; }

std::string marked(const GameBoard &self, std::string text, std::optional<FlagArg> promoted) {
  if (!promoted || !*promoted) return text;
  return placement_text(self.board(), self.promoted()) + text.substr(text.find(' '));
}

std::string fen_of(const GameBoard &self, FlagArg shredder, const std::string &ep, std::optional<FlagArg> promoted) {
  return marked(self, to_fen(self.board(), ep_output(ep), castling_output(shredder)), promoted);
}

std::string epd_of(nb::object self, FlagArg shredder, const std::string &ep, std::optional<FlagArg> promoted,
                   nb::kwargs operations) {
  const GameBoard &board = *nb::inst_ptr<GameBoard>(self);
  std::string text = marked(board, to_epd(board.board(), ep_output(ep), castling_output(shredder)), promoted);
  if (nb::len(operations) == 0) return text;
  return text + ' ' + nb::cast<std::string>(python_object("ajeeb._epd", "format_operations")(self, operations));
}

// Sets the position of an EPD line and returns its operations, typed.
nb::object set_epd(nb::object self, TextArg epd) {
  GameBoard &board = *nb::inst_ptr<GameBoard>(self);
  const Result<EpdLine, FenFault> line = parse_epd(epd, board.board().chess960);
  if (!line) {
    const FenFault &fault = line.error();
    raise_fen_fault(epd, fault.kind, field_name(fault.field), fault.offset, fault.expected);
  }
  nb::list operations;
  for (const EpdOperation &operation : line->operations) {
    nb::list operands;
    for (const std::string &operand : operation.operands) operands.append(operand);
    operations.append(nb::make_tuple(operation.opcode, operands, operation.quoted));
  }
  const nb::object fresh = nb::cast(GameBoard(line->board));
  const nb::object read = python_object("ajeeb._epd", "read_operations")(fresh, operations);
  GameBoard &result = *nb::inst_ptr<GameBoard>(fresh);  // hmvc and fmvn have set its counters
  board.replace(result.as_written());
  board.set_promoted(promoted_in(epd));
  board.clear_stack();
  return read;
}

void set_castling_fen(GameBoard &self, TextArg text) {
  Board board = self.as_written();
  const std::string fen =
      placement(board) + (board.side == kWhite ? " w " : " b ") + (text.text.empty() ? "-" : std::string(text.text));
  const Result<Board, FenFault> read = parse_fen(fen, board.chess960);
  if (!read || text.text.find_first_of(" \t\r\n\v\f") != std::string_view::npos) {
    raise_fen_fault(text, "castling", "castling", 0, "'-', or letters such as KQkq or HAha");
  }
  board.castling = read->castling;
  self.replace(board);
  self.clear_stack();
}

void define_positions(BoardClass &type) {
  type.def(
      "fen", fen_of, nb::kw_only(), "shredder"_a = false, "en_passant"_a = "legal", "promoted"_a.none() = nb::none(),
      "The position as FEN.\n\n`shredder` writes castling rights as files; `en_passant` tells when to write the ep\n"
      "square: 'legal' if a capture is legal, 'xfen' if a pawn stands beside, 'fen' always; `promoted` marks\n"
      "promoted pieces with ~.");
  type.def(
      "shredder_fen",
      [](const GameBoard &self, const std::string &ep, std::optional<FlagArg> promoted) {
        return fen_of(self, {true}, ep, promoted);
      },
      nb::kw_only(), "en_passant"_a = "legal", "promoted"_a.none() = nb::none(),
      "The position as FEN, with castling rights as the files of the rooks (HAha).");
  type.def("epd", epd_of, nb::kw_only(), "shredder"_a = false, "en_passant"_a = "legal",
           "promoted"_a.none() = nb::none(), "operations"_a,
           nb::sig("def epd(self, *, shredder: bool = False, en_passant: str = 'legal', promoted: bool | None = None, "
                   "**operations: str | int | float | Move | collections.abc.Iterable[Move] | None) -> str"),
           "The position as EPD, with operations given by keyword: text, numbers, moves or None; `bm` and `am` take\n"
           "lists of moves, `pv` a line.\n\n>>> Board(None).epd(id=\"empty\")\n'8/8/8/8/8/8/8/8 w - - id \"empty\";'");
  type.def("set_epd", set_epd, "epd"_a,
           nb::sig("def set_epd(self, epd: str) -> dict[str, str | int | float | Move | list[Move] | None]"),
           "Sets the position of an EPD line (counters from hmvc and fmvn) and returns its operations.\n\n"
           "Raises InvalidFenError or a move error, and leaves the board as it was then.");
  define_class_method(
      type, "from_epd",
      [](nb::handle kind, nb::str epd, FlagArg chess960) {
        nb::object board = kind(nb::none(), "chess960"_a = bool(chess960));
        nb::object operations = board.attr("set_epd")(epd);
        return nb::make_tuple(board, operations);
      },
      "def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[typing.Self, dict[str, str | int | float | Move "
      "| "
      "list[Move] | None]]",
      "The board of an EPD line, and its operations.", "epd"_a, nb::kw_only(), "chess960"_a = false);
  type.def(
      "castling_xfen", [](const GameBoard &self) { return castling_text(self.board()); },
      "The castling field of a FEN: KQkq, or a file where that would be ambiguous.");
  type.def(
      "castling_shredder_fen",
      [](const GameBoard &self) { return castling_text(self.board(), CastlingOutput::kShredder); },
      "The castling field of a Shredder-FEN: the files of the rooks.");
  type.def("set_castling_fen", set_castling_fen, "castling_fen"_a,
           "Sets the castling rights from a FEN field such as KQkq; forgets the move stack. Raises InvalidFenError.");
}

// ---- moves

[[noreturn]] void raise_move_fault(MoveFault fault, const char *notation, std::string_view text, const Board &board) {
  constexpr const char *kErrors[] = {"InvalidMoveError", "IllegalMoveError", "AmbiguousMoveError"};
  constexpr const char *kExpected[] = {"expected a move in ", "expected a legal move in ",
                                       "expected a move that is not ambiguous in "};
  const auto kind = static_cast<std::size_t>(fault);
  raise(kErrors[kind],
        std::string(kExpected[kind]) + notation + ", got " + quoted(text) + " in " + quoted(to_fen(board)));
}

PyMove parse_move(const GameBoard &self, std::string_view text, const char *notation,
                  Result<Move, MoveFault> (*parse)(const Board &, std::string_view)) {
  const Result<Move, MoveFault> move = parse(self.board(), text);
  if (!move) raise_move_fault(move.error(), notation, text, self.board());
  return to_python(self.board(), *move);
}
PyMove parse_san_move(const GameBoard &self, TextArg text) { return parse_move(self, text, "SAN", parse_san); }
PyMove parse_uci_move(const GameBoard &self, TextArg text) { return parse_move(self, text, "UCI", parse_uci); }

// Pushes what another method reads. A subclass may override both.
template <PyMove (*parse)(const GameBoard &, TextArg)>
void define_push(BoardClass &type, const char *name, const char *parser, const char *argument,
                 const char *documentation) {
  const std::string signature = std::string("def ") + name + "(self, " + argument + ": str) -> Move";
  type.def(
      name,
      [parser](nb::handle self, TextArg text) {
        nb::object move;
        if (is_of_subclass<GameBoard>(self)) {
          move = self.attr(parser)(nb::str(text.text.data(), text.text.size()));
          self.attr("push")(move);
        } else {
          GameBoard &board = *nb::inst_ptr<GameBoard>(self);
          const PyMove found = parse(board, text);
          board.push(found);
          move = nb::cast(found);
        }
        return move;
      },
      nb::arg(argument), nb::sig(signature.c_str()), documentation);
}

// The move in the core's form, which must belong to some piece.
Move playable(const Board &board, PyMove move) {
  const Move core = to_core(board, move);
  if (!core.is_null() && !contains(board.occupied(), core.from())) {
    raise("UnplayableMoveError",
          "expected a legal move, got " + std::string(to_uci(board, core).view()) + " in " + quoted(to_fen(board)));
  }
  return core;
}

std::string lan_of(const Board &board, Move move) {
  std::string san = to_san(board, move);
  if (move.is_null() || is_castling(board, move)) return san;
  const std::string suffix = san.ends_with('+') || san.ends_with('#') ? san.substr(san.size() - 1) : "";
  const std::string uci(to_uci(board, move).view());
  const PieceType type = board.type_at(move.from());
  std::string text = type == kPawn ? "" : std::string(1, "PNBRQK"[type]);
  text += uci.substr(0, 2) + (is_capture(board, move) ? 'x' : '-') + uci.substr(2, 2);
  if (move.is_promotion()) text += std::string("=") + "PNBRQQ"[std::min<int>(move.promotion(), kKing)];
  return text + suffix;
}

std::string variation_san(const GameBoard &self, const nb::iterable &variation) {
  Board board = self.board();
  std::string text;
  for (const nb::handle item : variation) {
    PyMove python_move;
    if (!read_move(item.ptr(), python_move)) throw nb::type_error("expected moves");
    const Move move = to_core_exactly(board, python_move);
    if (!is_legal(board, move)) raise_move_fault(MoveFault::kIllegal, "a variation", to_uci(board, move).view(), board);
    if (board.side == kWhite || text.empty()) {
      if (!text.empty()) text += ' ';
      text += std::to_string(board.fullmove_number) + (board.side == kWhite ? ". " : "...");
    } else {
      text += ' ';
    }
    text += to_san(board, move);
    do_move(board, move);
  }
  return text;
}

nb::object uci_of(const GameBoard &self, PyMove move, std::optional<FlagArg> chess960) {
  Board board = self.board();
  const Move core = to_core(board, move);
  if (chess960) board.chess960 = *chess960;
  return nb::borrow(move_uci(to_python(board, core)));
}

nb::object xboard_of(const GameBoard &self, PyMove move, std::optional<FlagArg> chess960) {
  const Board &board = self.board();
  if (move.code == 0) return nb::str("@@@@");
  const Move core = to_core(board, move);
  if ((chess960 ? *chess960 : board.chess960) && is_castling(board, core)) {
    return nb::str(core.to() > core.from() ? "O-O" : "O-O-O");
  }
  return uci_of(self, move, FlagArg{false});
}

void define_san(BoardClass &type) {
  type.def(
      "san", [](const GameBoard &self, PyMove move) { return to_san(self.board(), playable(self.board(), move)); },
      "move"_a,
      "The move in standard algebraic notation; -- for the null move. The move must be legal; raises\n"
      "UnplayableMoveError where no piece stands on its first square.");
  type.def(
      "lan", [](const GameBoard &self, PyMove move) { return lan_of(self.board(), playable(self.board(), move)); },
      "move"_a, "The move in long algebraic notation (Ng1-f3).");
  type.def(
      "san_and_push",
      [](nb::handle self, PyMove move) {
        GameBoard &board = *nb::inst_ptr<GameBoard>(self);
        std::string san = to_san(board.board(), playable(board.board(), move));
        is_of_subclass<GameBoard>(self) ? void(self.attr("push")(move)) : board.push(move);
        return san;
      },
      "move"_a, "The move's SAN; the move is made as well.");
  type.def("variation_san", variation_san, "variation"_a,
           nb::sig("def variation_san(self, variation: collections.abc.Iterable[Move]) -> str"),
           "A line of moves as text: '1. e4 e5 2. Nf3'. Raises IllegalMoveError.");
  type.def("parse_san", parse_san_move, "san"_a,
           "The legal move that a SAN names; habits such as 0-0, e8Q, Ng1f3 or missing marks are understood.\n\n"
           "Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError.");
  define_push<parse_san_move>(type, "push_san", "parse_san", "san", "Makes the move that a SAN names and returns it.");
}

void define_machine_text(BoardClass &type) {
  type.def("uci", uci_of, "move"_a, nb::kw_only(), "chess960"_a.none() = nb::none(),
           nb::sig("def uci(self, move: Move, *, chess960: bool | None = None) -> str"),
           "The move as UCI text; castling in the board's mode unless `chess960` says otherwise.");
  type.def("parse_uci", parse_uci_move, "uci"_a,
           "The legal move (or null move) that a UCI text names; castling is understood in both spellings.\n\n"
           "Raises InvalidMoveError or IllegalMoveError.");
  define_push<parse_uci_move>(type, "push_uci", "parse_uci", "uci",
                              "Makes the move that a UCI text names and returns it.");
  type.def("xboard", xboard_of, "move"_a, "chess960"_a.none() = nb::none(),
           nb::sig("def xboard(self, move: Move, chess960: bool | None = None) -> str"),
           "The move as XBoard writes it: UCI text, but O-O in Chess960 and @@@@ to pass.");
  type.def("parse_xboard", parse_san_move, "xboard"_a, "The legal move that an XBoard text names.");
  define_push<parse_san_move>(type, "push_xboard", "parse_xboard", "san", "Makes the move that an XBoard text names.");
}

}  // namespace

void define_board_text(BoardClass &type) {
  define_positions(type);
  define_san(type);
  define_machine_text(type);
}

}  // namespace ajeeb::bind
