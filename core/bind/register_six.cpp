// The 6x6 engine's Python face: the contract's rules, one board at a time. The sane rules are registered in
// register_six_sane.cpp, the array kernels in register_six_arrays.cpp.
#include <nanobind/stl/vector.h>

#include "bind/register.hpp"
#include "bind/six_convert.hpp"
#include "six/board.hpp"
#include "six/contract.hpp"

namespace nb = nanobind;

namespace ajeeb::bind {

void register_six_sane(nb::module_ &module);
void register_six_arrays(nb::module_ &module);

namespace {

using namespace six;  // NOLINT: this file is about nothing else

std::vector<Move> generated(nb::handle board) {
  const contract::MoveList list = contract::generate_moves(Mailbox(board_from(board)));
  check_revert(list.revert);
  std::vector<Move> moves(list.size);
  for (int i = 0; i < list.size; i++) moves[i] = list.visited(i);
  return moves;
}

nb::list generated_words(nb::handle board) {
  const contract::MoveList list = contract::generate_moves(Mailbox(board_from(board)));
  check_revert(list.revert);
  nb::list words;
  for (int i = 0; i < contract::kMoveWords; i++) words.append(to_python(list.word(i)));
  return words;
}

std::vector<Move> legal(nb::handle board) {
  const contract::LegalMoves found = contract::legal_moves(Mailbox(board_from(board)));
  check_revert(found.revert);
  return {found.moves.begin(), found.moves.begin() + found.size};
}

std::vector<int> root_scores(nb::handle board, nb::handle depth) {
  const Mailbox root(board_from(board));
  const std::uint64_t plies = depth_from(depth);
  const contract::MoveList list = contract::generate_moves(root);
  check_revert(list.size > contract::kMostVisited ? contract::Revert::array_index : list.revert);
  std::vector<int> scores;
  for (int i = 0; i < list.size; i++) {
    const contract::Score score = contract::root_score(root, list.visited(i), plies);
    check_revert(score.revert);
    scores.push_back(score.value);
  }
  return scores;
}

int nega_max(nb::handle board, nb::handle depth) {
  const contract::Score score = contract::nega_max(Mailbox(board_from(board)), depth_from(depth));
  check_revert(score.revert);
  return score.value;
}

nb::tuple search_move(nb::handle board, nb::handle depth) {
  const contract::Choice choice = contract::search_move(Mailbox(board_from(board)), depth_from(depth));
  check_revert(choice.revert);
  return nb::make_tuple(choice.move, choice.wins);
}

bool is_legal_move(nb::handle board, nb::handle move) {
  const contract::Verdict verdict = contract::is_legal_move(Mailbox(board_from(board)), move_from(move));
  check_revert(verdict.revert);
  return verdict.legal;
}

}  // namespace

void register_six(nb::module_ &parent) {
  nb::module_ module = parent.def_submodule("six", "The 6x6 engine.");
  module.def(
      "rotate", [](nb::handle board) { return to_python(rotate(board_from(board))); }, nb::arg("board"),
      nb::sig("def rotate(board: int) -> int"));
  module.def(
      "apply_move",
      [](nb::handle board, nb::handle move) {
        return to_python(contract::apply_move(board_from(board), move_from(move)));
      },
      nb::arg("board"), nb::arg("move"), nb::sig("def apply_move(board: int, move: int) -> int"));
  module.def("generate_moves", &generated, nb::arg("board"), nb::sig("def generate_moves(board: int) -> list[int]"));
  module.def("generate_moves_words", &generated_words, nb::arg("board"),
             nb::sig("def generate_moves_words(board: int) -> list[int]"));
  module.def(
      "evaluate_move",
      [](nb::handle board, nb::handle move) {
        return contract::evaluate_move(Mailbox(board_from(board)), move_from(move));
      },
      nb::arg("board"), nb::arg("move"), nb::sig("def evaluate_move(board: int, move: int) -> int"));
  module.def("nega_max", &nega_max, nb::arg("board"), nb::arg("depth"),
             nb::sig("def nega_max(board: int, depth: int) -> int"));
  module.def("search_move", &search_move, nb::arg("board"), nb::arg("depth"),
             nb::sig("def search_move(board: int, depth: int) -> tuple[int, bool]"));
  module.def("root_scores", &root_scores, nb::arg("board"), nb::arg("depth"),
             nb::sig("def root_scores(board: int, depth: int) -> list[int]"));
  module.def("is_legal_move", &is_legal_move, nb::arg("board"), nb::arg("move"),
             nb::sig("def is_legal_move(board: int, move: int) -> bool"));
  module.def("legal_moves", &legal, nb::arg("board"), nb::sig("def legal_moves(board: int) -> list[int]"));
  register_six_sane(module);
  register_six_arrays(module);
}

}  // namespace ajeeb::bind
