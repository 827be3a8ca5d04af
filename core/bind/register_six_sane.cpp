// The sane rules of the 6x6 engine and their search, one board at a time.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>

#include "bind/register.hpp"
#include "bind/six_convert.hpp"
#include "six/sane.hpp"
#include "six/search.hpp"

namespace nb = nanobind;

namespace ajeeb::bind {

void register_six_sane(nb::module_ &module);

namespace {

using namespace six;  // NOLINT: this file is about nothing else

struct FaultName {
  std::uint32_t fault;
  const char *text;
};
constexpr FaultName kFaultNames[] = {
    {sane::kPieceOnRim, "a piece outside the 6x6 board"},
    {sane::kUnknownPiece, "an unknown piece"},
    {sane::kWhiteKings, "not exactly one white king"},
    {sane::kBlackKings, "not exactly one black king"},
    {sane::kPawnOnLastRow, "a pawn on its last row"},
    {sane::kOpponentInCheck, "the side that has just moved is in check"},
    {sane::kTurnNibble, "a malformed side to move"},
};

std::vector<std::string> fault_names(std::uint32_t faults) {
  std::vector<std::string> names;
  for (const FaultName &name : kFaultNames) {
    if ((faults & name.fault) != 0) names.emplace_back(name.text);
  }
  return names;
}

sane::Position position_from(nb::handle value) {
  const Board board = board_from(value);
  const std::uint32_t faults = sane::faults(board);
  if (faults != 0) {
    const std::vector<std::string> names = fault_names(faults);
    std::string message = "board " + quoted(index_of(value)) + " is not playable under the sane rules: ";
    nb::list kinds;
    for (const std::string &name : names) {
      message += (kinds.size() == 0 ? "" : ", ") + name;
      kinds.append(name);
    }
    raise_six("IllegalPositionError", message, nb::tuple(kinds));
  }
  return sane::Position(board);
}

std::vector<Move> legal(nb::handle board) {
  const sane::MoveList list = sane::legal_moves(position_from(board));
  return {list.moves.begin(), list.moves.begin() + list.size};
}

// The move in white's view, checked to be legal.
Move legal_from(const sane::Position &position, nb::handle value) {
  const Move move = move_from(value);
  const sane::MoveList list = sane::legal_moves(position);
  if (!std::binary_search(list.moves.begin(), list.moves.begin() + list.size, move)) {
    raise_six("IllegalMoveError", "move " + quoted(index_of(value)) + " is not legal here under the sane rules");
  }
  return sane::flip(move, position.side);
}

nb::object apply_move(nb::handle board, nb::handle move) {
  sane::Position position = position_from(board);
  position.play(legal_from(position, move));
  return to_python(position.board());
}

nb::tuple search(nb::handle board, const nb::list &past, int ply, int depth, std::uint64_t nodes, double seconds) {
  const sane::Position root = position_from(board);
  std::vector<std::uint64_t> keys;
  for (const nb::handle earlier : past) keys.push_back(position_from(earlier).key);
  sane::SearchResult result;
  Interruption interruption;
  {
    const nb::gil_scoped_release released;
    const sane::Limits limits{depth, nodes, seconds};
    sane::Searcher searcher(sane::table_bits(limits));
    result = searcher.run(root, keys, ply, limits, std::ref(interruption));
  }
  interruption.raise_if_seen();
  return nb::make_tuple(result.move, result.score, result.depth, result.nodes, result.line);
}

std::uint64_t perft(nb::handle board, int depth) {
  const sane::Position root = position_from(board);
  const nb::gil_scoped_release released;
  return sane::perft(root, depth);
}

}  // namespace

void register_six_sane(nb::module_ &module) {
  module.attr("SANE_MATE") = sane::kMate;
  module.attr("SANE_MOVE_LIMIT") = sane::kMoveLimit;
  module.attr("SANE_MAX_DEPTH") = sane::kMaxDepth;
  module.def(
      "sane_faults", [](nb::handle board) { return fault_names(sane::faults(board_from(board))); }, nb::arg("board"),
      nb::sig("def sane_faults(board: int) -> list[str]"));
  module.def("sane_fault_names", &fault_names, nb::arg("faults"));
  module.def("sane_apply_move", &apply_move, nb::arg("board"), nb::arg("move"),
             nb::sig("def sane_apply_move(board: int, move: int) -> int"));
  module.def("sane_legal_moves", &legal, nb::arg("board"), nb::sig("def sane_legal_moves(board: int) -> list[int]"));
  module.def(
      "sane_evaluate_move",
      [](nb::handle board, nb::handle move) {
        const sane::Position position = position_from(board);
        return sane::evaluate_move(position, legal_from(position, move));
      },
      nb::arg("board"), nb::arg("move"), nb::sig("def sane_evaluate_move(board: int, move: int) -> int"));
  module.def(
      "sane_evaluate", [](nb::handle board) { return position_from(board).evaluate(); }, nb::arg("board"),
      nb::sig("def sane_evaluate(board: int) -> int"));
  module.def(
      "sane_in_check", [](nb::handle board) { return position_from(board).in_check(); }, nb::arg("board"),
      nb::sig("def sane_in_check(board: int) -> bool"));
  module.def("sane_perft", &perft, nb::arg("board"), nb::arg("depth"),
             nb::sig("def sane_perft(board: int, depth: int) -> int"));
  module.def(
      "sane_search", &search, nb::arg("board"), nb::arg("past"), nb::arg("ply"), nb::arg("depth"), nb::arg("nodes"),
      nb::arg("seconds"),
      nb::sig("def sane_search(board: int, past: list[int], ply: int, depth: int, nodes: int, seconds: float) -> "
              "tuple[int, int, int, int, list[int]]"));
}

}  // namespace ajeeb::bind
