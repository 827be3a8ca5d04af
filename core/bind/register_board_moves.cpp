// Board's moves: generators of some of them, and what can be asked about a single move. The views of all legal and
// pseudo-legal ones live in move_views.cpp.

#include "bind/board_class.hpp"
#include "bind/iterators.hpp"
#include "bind/register.hpp"
#include "board/fen.hpp"
#include "board/notation.hpp"
#include "board/pseudo_legal.hpp"

namespace ajeeb::bind {

namespace {

using namespace nb::literals;

nb::object stolen(PyObject *iterator) {
  if (!iterator) throw nb::python_error();
  return nb::steal(iterator);
}

// ---- generators with masks

// Masks speak of squares as the move is written, but of the rook's square for castling.
template <class Keep>
nb::object filtered(const GameBoard &self, MoveWriter write, MaskArg from, MaskArg to, Keep keep) {
  const Board &board = self.board();
  AnyMoveList moves;
  const Move *const last = write(board, moves.begin());
  Move *kept = moves.begin();
  for (const Move *found = moves.begin(); found != last; found++) {
    const Move move = to_core(board, {found->raw});
    if (contains(from, move.from()) && contains(to, move.to()) && keep(board, move)) *kept++ = *found;
  }
  return stolen(new_move_iterator({moves.begin(), kept}));
}

template <class Keep>
void define_generator(BoardClass &type, const char *name, const char *documentation, MoveWriter write, Keep keep) {
  const std::string signature =
      std::string("def ") + name + "(self, from_mask: int = ..., to_mask: int = ...) -> collections.abc.Iterator[Move]";
  type.def(
      name,
      [write, keep](const GameBoard &self, MaskArg from, MaskArg to) { return filtered(self, write, from, to, keep); },
      "from_mask"_a = kAllSquares, "to_mask"_a = kAllSquares, nb::sig(signature.c_str()), documentation);
}

void define_generators(BoardClass &type) {
  const auto any = [](const Board &, Move) { return true; };
  const auto capture = [](const Board &board, Move move) { return is_capture(board, move); };
  const auto en_passant = [](const Board &board, Move move) { return is_en_passant(board, move); };
  const auto castling = [](const Board &board, Move move) { return is_castling(board, move); };
  define_generator(type, "generate_legal_moves", "The legal moves from and to the squares of two masks.",
                   write_legal_moves, any);
  define_generator(type, "generate_pseudo_legal_moves", "The pseudo-legal moves from and to the squares of two masks.",
                   write_pseudo_legal_moves, any);
  define_generator(type, "generate_legal_captures", "The legal captures, en passant included.", write_legal_moves,
                   capture);
  define_generator(type, "generate_pseudo_legal_captures", "The pseudo-legal captures, en passant included.",
                   write_pseudo_legal_moves, capture);
  define_generator(type, "generate_legal_ep", "The legal en passant captures.", write_legal_moves, en_passant);
  define_generator(type, "generate_pseudo_legal_ep", "The pseudo-legal en passant captures.", write_pseudo_legal_moves,
                   en_passant);
  define_generator(type, "generate_castling_moves", "The legal castlings.", write_legal_moves, castling);
}

// ---- one move

// Binds a question about a move that the core answers; castling is in the core's form by then.
template <class Question>
void define_question(BoardClass &type, const char *name, const char *documentation, Question question) {
  type.def(
      name,
      [question](const GameBoard &self, PyMove move) { return question(self.board(), to_core(self.board(), move)); },
      "move"_a, documentation);
}

bool is_reducing_rights(const Board &board, Move move) {
  if (!board.castling) return false;
  Board next = board;
  do_move(next, move);
  return next.castling != board.castling;
}

bool is_castling_shaped(const Board &board, Move move) {
  if (!contains(board.by_type[kKing], move.from())) return false;
  const int step = file_of(move.from()) - file_of(move.to());
  return step > 1 || step < -1 || is_castling(board, move);
}

bool leaves_king_attacked(const Board &board, Move move) {
  const Square king = board.king(board.side);
  if (king == kNoSquare) return false;
  if (is_castling(board, move)) return !is_legal(board, move) && is_check(board);
  return !keeps_king_safe(board, move);
}

void define_legality(BoardClass &type) {
  type.def(
      "is_legal",
      [](const GameBoard &self, std::optional<PyMove> move) {
        return move && is_legal(self.board(), to_core_exactly(self.board(), *move));
      },
      "move"_a.none(), "True if the move is legal here. None is no move.");
  type.def(
      "is_pseudo_legal",
      [](const GameBoard &self, std::optional<PyMove> move) {
        return move && is_pseudo_legal(self.board(), to_core_exactly(self.board(), *move));
      },
      "move"_a.none(), "True if the move obeys its piece's way of moving, own king's safety apart.");
  define_question(type, "is_into_check", "True if the pseudo-legal move leaves the own king attacked.",
                  leaves_king_attacked);
  define_question(type, "gives_check", "True if the pseudo-legal move gives check.", [](const Board &board, Move move) {
    Board next = board;
    do_move(next, move);
    return is_check(next);
  });
}

void define_kinds(BoardClass &type) {
  define_question(type, "is_capture", "True if the pseudo-legal move takes a piece.",
                  [](const Board &board, Move move) { return !is_castling(board, move) && is_capture(board, move); });
  define_question(type, "is_en_passant", "True if the pseudo-legal move takes en passant.",
                  [](const Board &board, Move move) { return is_en_passant(board, move); });
  define_question(type, "is_zeroing", "True if the pseudo-legal move is a capture or pawn move.",
                  [](const Board &board, Move move) { return is_zeroing(board, move); });
  define_question(
      type, "is_irreversible",
      "True if the position can't come back after the pseudo-legal move: captures, pawn moves, lost castling\n"
      "rights, and an en passant capture passed over.",
      [](const Board &board, Move move) {
        return is_zeroing(board, move) || is_reducing_rights(board, move) || legal_ep(board) != kNoSquare;
      });
  define_question(type, "is_castling", "True if the pseudo-legal move is castling.", is_castling_shaped);
  define_question(type, "is_kingside_castling", "True if the pseudo-legal move is castling to the h-side.",
                  [](const Board &board, Move move) {
                    return is_castling_shaped(board, move) && file_of(move.to()) > file_of(move.from());
                  });
  define_question(type, "is_queenside_castling", "True if the pseudo-legal move is castling to the a-side.",
                  [](const Board &board, Move move) {
                    return is_castling_shaped(board, move) && file_of(move.to()) < file_of(move.from());
                  });
}

PyMove find_move(const GameBoard &self, SquareArg from, SquareArg to, std::optional<PieceTypeArg> promotion) {
  const Board &board = self.board();
  const bool promotes = contains(board.by_type[kPawn], from) && contains(kBackRanks, to);
  const PieceType type = promotion ? promotion->type() : promotes ? kQueen : kPawn;
  const bool is_promotion = promotion ? promotion->is_valid() && type != kPawn && type != kKing : promotes;
  const Move move = to_core(board, {Move(from, to, is_promotion ? type : kPawn).raw});
  if ((promotion && !is_promotion) || !is_legal(board, move)) {
    raise("IllegalMoveError",
          "expected a legal move, got " + std::string(to_uci(board, move).view()) + " in " + quoted(to_fen(board)));
  }
  return to_python(board, move);
}

// ---- checks, rights

void define_checks(BoardClass &type) {
  type.def(
      "checkers_mask", [](const GameBoard &self) { return checkers(self.board(), self.board().side); },
      "The pieces that give check, as a bitboard.");
  type.def(
      "checkers", [](const GameBoard &self) { return SquareSet{checkers(self.board(), self.board().side)}; },
      "The pieces that give check to the side to move.");
  type.def(
      "is_check", [](const GameBoard &self) { return is_check(self.board()); },
      "True if the side to move is in check.");
  type.def(
      "was_into_check", [](const GameBoard &self) { return checkers(self.board(), !self.board().side) != 0; },
      "True if the side that has just moved stands in check.");
  type.def(
      "has_pseudo_legal_en_passant", [](const GameBoard &self) { return has_pseudo_legal_ep(self.board()); },
      "True if a pawn stands ready to take en passant.");
  type.def(
      "has_legal_en_passant", [](const GameBoard &self) { return legal_ep(self.board()) != kNoSquare; },
      "True if an en passant capture is legal.");
}

Bitboard rights_of(const GameBoard &self, Color color) { return self.board().castling & self.board().by_color[color]; }

bool has_rights_beyond(const GameBoard &self, Color color, bool kingside) {
  for (const Square rook : squares(rights_of(self, color))) {
    if ((rook > self.board().king(color)) == kingside) return true;
  }
  return false;
}

void define_rights(BoardClass &type) {
  type.def(
      "clean_castling_rights", [](const GameBoard &self) { return self.board().castling; },
      "The castling rights that the placement can bear, as a bitboard of rooks.");
  type.def(
      "has_castling_rights", [](const GameBoard &self, ColorArg color) { return rights_of(self, color) != 0; },
      "color"_a, "True if the color may still castle to some side.");
  type.def(
      "has_kingside_castling_rights",
      [](const GameBoard &self, ColorArg color) { return has_rights_beyond(self, color, true); }, "color"_a,
      "True if the color may still castle to the h-side.");
  type.def(
      "has_queenside_castling_rights",
      [](const GameBoard &self, ColorArg color) { return has_rights_beyond(self, color, false); }, "color"_a,
      "True if the color may still castle to the a-side.");
  type.def(
      "has_chess960_castling_rights",
      [](const GameBoard &self) {
        Board board = self.as_written(), standard = board;
        board.chess960 = true;
        standard.chess960 = false;
        return clean_castling_rights(board) != clean_castling_rights(standard);
      },
      "True if some castling right exists in Chess960 only.");
}

}  // namespace

void define_board_moves(BoardClass &type) {
  define_generators(type);
  define_legality(type);
  define_kinds(type);
  type.def("find_move", find_move, "from_square"_a, "to_square"_a, "promotion"_a.none() = nb::none(),
           "The legal move between two squares; a pawn becomes a queen unless told otherwise.\n\n"
           "Raises IllegalMoveError if there is none.");
  define_checks(type);
  define_rights(type);
}

void register_legal_uci(nb::module_ &module) {
  module.def(
      "legal_uci",
      [](TextArg fen, FlagArg chess960) {
        const Result<Board, FenFault> board = parse_fen(fen, chess960);
        if (!board) {
          const FenFault &fault = board.error();
          raise_fen_fault(fen, fault.kind, field_name(fault.field), fault.offset, fault.expected);
        }
        Board clean = *board;
        clean.castling = clean_castling_rights(clean);
        AnyMoveList moves;
        moves.set_end(write_legal_moves(clean, moves.begin()));
        nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(moves.size())));
        for (std::size_t i = 0; i < moves.size(); i++) {
          PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), Py_NewRef(move_uci({moves[i].raw})));
        }
        return list;
      },
      "fen"_a, nb::kw_only(), "chess960"_a = false,
      nb::sig("def legal_uci(fen: str, *, chess960: bool = False) -> list[str]"),
      "The legal moves of a position as UCI text: the fastest way from one FEN to its moves. Many positions go faster\n"
      "through `ajeeb.batch`. Raises InvalidFenError.\n\n>>> len(legal_uci(STARTING_FEN))\n20");
}

}  // namespace ajeeb::bind
