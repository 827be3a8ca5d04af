// The Polyglot book format's key, and the words it is made of. Books are read in src/ajeeb/polyglot.py.
#include "base/zobrist.hpp"
#include "bind/game_board.hpp"
#include "bind/register.hpp"

namespace ajeeb::bind {

void register_polyglot(nb::module_ &parent) {
  using namespace nb::literals;
  nb::module_ module = parent.def_submodule("polyglot", "The Polyglot book format's key.");
  module.def(
      "key", [](const GameBoard &board) { return polyglot_key(board.board()); }, "board"_a,
      nb::sig("def key(board: ajeeb._core.Board) -> int"), "The key of a position.");
  module.def(
      "words",
      [] {
        nb::list words;
        for (const Key word : polyglot::kWords) words.append(nb::int_(word));
        return words;
      },
      nb::sig("def words() -> list[int]"), "The 781 random words, in the format's order.");
}

}  // namespace ajeeb::bind
