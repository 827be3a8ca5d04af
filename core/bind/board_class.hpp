// What the files that describe BaseBoard and Board to Python share.
#pragma once

#include <memory>
#include <utility>

#include "bind/game_board.hpp"

namespace ajeeb::bind {

using BaseBoardClass = nb::class_<BaseBoard>;
using BoardClass = nb::class_<GameBoard, BaseBoard>;

// A class method: `function` gets the class, then the arguments.
template <class Function, class... Arguments>
void define_class_method(nb::object type, const char *name, Function function, const char *signature,
                         const char *documentation, Arguments... arguments) {
  const nb::object callable =
      nb::cpp_function(function, nb::name(name), nb::arg("cls"), arguments..., nb::sig(signature), documentation);
  type.attr(name) = nb::steal(PyClassMethod_New(callable.ptr()));
}

// Board's share of the interface, one function per file.
void define_board_changing(BoardClass &type);  // register_base_board.cpp
void define_board_state(BoardClass &type);     // register_board.cpp
void define_board_moves(BoardClass &type);     // register_board_moves.cpp
void define_board_text(BoardClass &type);      // register_board_text.cpp
void define_board_outcome(BoardClass &type);   // register_board_outcome.cpp
void define_board_pickling(BoardClass &type);  // board_pickling.cpp

// Changing pieces by hand ends what the move stack can undo.
inline void placement_changed(BaseBoard &) {}
inline void placement_changed(GameBoard &board) { board.clear_stack(); }

// A Kind made of `arguments` as an instance of `type`: Kind itself, or a subclass, which is then called with None as
// python-chess does.
template <class Kind, class... Arguments>
nb::object new_instance(nb::handle type, Arguments &&...arguments) {
  if (type.is(nb::type<Kind>())) {
    nb::object instance = nb::inst_alloc(type);
    std::construct_at(nb::inst_ptr<Kind>(instance), std::forward<Arguments>(arguments)...);
    nb::inst_mark_ready(instance);
    return instance;
  }
  Kind board(std::forward<Arguments>(arguments)...);
  nb::object instance = type(nb::none());
  Kind *place = nb::inst_ptr<Kind>(instance);
  std::destroy_at(place);
  std::construct_at(place, std::move(board));
  return instance;
}

// True for an instance of a subclass. There, what python-chess does through other methods goes through them here, too:
// programs override push() and copy() to carry something of their own along.
template <class Kind>
bool is_of_subclass(nb::handle self) {
  return !self.type().is(nb::type<Kind>());
}

// A copy without move stack, made by copy(), which a subclass may override.
template <class Kind, class... Keywords>
nb::object overridable_copy(nb::handle self, Keywords... keywords) {
  nb::object copy = self.attr("copy")(keywords...);
  if (!nb::isinstance<Kind>(copy)) throw nb::type_error("expected copy() to return a board");
  return copy;
}

// What a function given by a program makes of a bitboard.
Bitboard transformed(const nb::callable &function, Bitboard set);
// Raises ChessError unless it is 0..959.
int checked_chess960_number(int scharnagl);

// Raises InvalidFenError for a fault that the core found in `text`.
[[noreturn]] void raise_fen_fault(std::string_view text, const char *kind, const char *field, std::size_t offset,
                                  const char *expected);

// A placement in FEN letters, with '~' behind the pieces marked as promoted.
std::string placement_text(const Board &board, Bitboard promoted);
// The squares that a FEN's placement field marks as promoted; the text must have been read without a fault.
Bitboard promoted_in(std::string_view fen);

}  // namespace ajeeb::bind
