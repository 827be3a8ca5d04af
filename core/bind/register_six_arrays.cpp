// The 6x6 engine over arrays: boards as (N, 4) uint64, the uint256's words with the low one first. Every kernel
// releases the GIL and works on blocks of rows from several threads. A row that fails gets a code instead of an
// answer: the fault bits of the sane rules, or for the contract 0x32 (panic) or 1 (the stack overflows).
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>

#include "bind/register.hpp"
#include "bind/six_convert.hpp"
#include "six/contract.hpp"
#include "six/parallel.hpp"
#include "six/sane.hpp"
#include "six/search.hpp"

namespace nb = nanobind;

namespace ajeeb::bind {

void register_six_arrays(nb::module_ &module);

namespace {

using namespace six;  // NOLINT: this file is about nothing else

using Boards = nb::ndarray<const std::uint64_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;
using Moves = nb::ndarray<const std::uint16_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Column = nb::ndarray<nb::numpy, T, nb::shape<-1>, nb::c_contig>;
using BoardRows = nb::ndarray<nb::numpy, std::uint64_t, nb::shape<-1, 4>, nb::c_contig>;
using Code = std::uint32_t;

constexpr std::size_t kBlock = 256;  // rows a thread takes at a time
constexpr std::size_t kSearchBlock = 8;
constexpr Code kIllegalMove = 1u << 16;  // apply, sane rules

template <class T>
struct Buffer {
  std::unique_ptr<T[]> data;
  std::size_t size;

  explicit Buffer(std::size_t count) : data(new T[count]()), size(count) {}
  T &operator[](std::size_t i) { return data[i]; }
  Column<T> column() {
    T *raw = data.release();
    const nb::capsule owner(raw, [](void *p) noexcept { delete[] static_cast<T *>(p); });
    return Column<T>(raw, {size}, owner);
  }
};

BoardRows board_rows(Buffer<std::uint64_t> &words) {
  std::uint64_t *raw = words.data.release();
  const nb::capsule owner(raw, [](void *p) noexcept { delete[] static_cast<std::uint64_t *>(p); });
  return BoardRows(raw, {words.size / 4, 4}, owner);
}

Board board_at(const std::uint64_t *words, std::size_t row) {
  Board board;
  std::memcpy(board.words.data(), words + 4 * row, sizeof board.words);
  return board;
}

Code code_of(contract::Revert revert) {
  return revert == contract::Revert::none ? 0 : revert == contract::Revert::array_index ? 0x32 : 1;
}

// Each answers for one board with the moves in `into` and their number, or a code.
struct Listing {
  std::array<Move, kSide * kSide * kSide * kSide> moves;
  int size = 0;
  Code code = 0;
};

void list_generated(const Board &board, Listing &into) {
  const contract::MoveList list = contract::generate_moves(Mailbox(board));
  into.code = code_of(list.revert);
  into.size = into.code != 0 ? 0 : list.size;
  for (int i = 0; i < into.size; i++) into.moves[i] = list.visited(i);
}

void list_contract_legal(const Board &board, Listing &into) {
  const contract::LegalMoves list = contract::legal_moves(Mailbox(board));
  into.code = code_of(list.revert);
  into.size = into.code != 0 ? 0 : list.size;
  std::copy_n(list.moves.begin(), into.size, into.moves.begin());
}

void list_sane_legal(const Board &board, Listing &into) {
  into.code = sane::faults(board);
  into.size = 0;
  if (into.code != 0) return;
  const sane::MoveList list = sane::legal_moves(sane::Position(board));
  into.size = list.size;
  std::copy_n(list.moves.begin(), into.size, into.moves.begin());
}

template <void (*List)(const Board &, Listing &)>
nb::tuple list_rows(const Boards &boards, int threads) {
  const std::size_t rows = boards.shape(0);
  const std::uint64_t *words = boards.data();
  Buffer<std::int64_t> offsets(rows + 1);
  Buffer<Code> codes(rows);
  std::unique_ptr<Buffer<Move>> values;
  {
    const nb::gil_scoped_release released;
    for_each_block(rows, threads, kBlock, [&](std::size_t begin, std::size_t end) {
      Listing listing;
      for (std::size_t row = begin; row < end; row++) {
        List(board_at(words, row), listing);
        offsets[row + 1] = listing.size;
        codes[row] = listing.code;
      }
    });
    for (std::size_t row = 0; row < rows; row++) offsets[row + 1] += offsets[row];
    values = std::make_unique<Buffer<Move>>(static_cast<std::size_t>(offsets[rows]));
    // Listing again is cheaper than keeping every row's moves until the offsets are known.
    for_each_block(rows, threads, kBlock, [&](std::size_t begin, std::size_t end) {
      Listing listing;
      for (std::size_t row = begin; row < end; row++) {
        List(board_at(words, row), listing);
        std::copy_n(listing.moves.begin(), listing.size, values->data.get() + offsets[row]);
      }
    });
  }
  return nb::make_tuple(values->column(), offsets.column(), codes.column());
}

// `Map` sets the board and returns a code; a row that fails keeps its board.
template <class Map>
nb::tuple map_rows(const Boards &boards, int threads, const Map &map) {
  const std::size_t rows = boards.shape(0);
  const std::uint64_t *words = boards.data();
  Buffer<std::uint64_t> out(4 * rows);
  Buffer<Code> codes(rows);
  {
    const nb::gil_scoped_release released;
    for_each_block(rows, threads, kBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; row++) {
        Board board = board_at(words, row);
        codes[row] = map(row, board);
        std::memcpy(out.data.get() + 4 * row, board.words.data(), sizeof board.words);
      }
    });
  }
  return nb::make_tuple(board_rows(out), codes.column());
}

nb::tuple rotate_rows(const Boards &boards, int threads) {
  return map_rows(boards, threads, [](std::size_t, Board &board) {
    board = rotate(board);
    return Code{0};
  });
}

nb::tuple apply_rows(const Boards &boards, const Moves &moves, int threads) {
  if (moves.shape(0) != boards.shape(0)) throw nb::value_error("as many moves as boards are needed");
  const Move *chosen = moves.data();
  return map_rows(boards, threads, [chosen](std::size_t row, Board &board) {
    board = contract::apply_move(board, chosen[row]);
    return Code{0};
  });
}

nb::tuple sane_apply_rows(const Boards &boards, const Moves &moves, int threads) {
  if (moves.shape(0) != boards.shape(0)) throw nb::value_error("as many moves as boards are needed");
  const Move *chosen = moves.data();
  return map_rows(boards, threads, [chosen](std::size_t row, Board &board) {
    const Code faults = sane::faults(board);
    if (faults != 0) return faults;
    sane::Position position(board);
    const sane::MoveList list = sane::legal_moves(position);
    if (!std::binary_search(list.moves.begin(), list.moves.begin() + list.size, chosen[row])) return kIllegalMove;
    position.play(sane::flip(chosen[row], position.side));
    board = position.board();
    return Code{0};
  });
}

struct Answer {
  Move move = 0;
  bool wins = false;
  std::int32_t score = 0;
  Code code = 0;
};

// `Search` answers for one board; the interruption is for searches that take long.
template <class Search>
nb::tuple search_rows(const Boards &boards, int threads, const Search &search) {
  const std::size_t rows = boards.shape(0);
  const std::uint64_t *words = boards.data();
  Buffer<Move> moves(rows);
  Buffer<bool> wins(rows);
  Buffer<std::int32_t> scores(rows);
  Buffer<Code> codes(rows);
  Interruption interruption;
  {
    const nb::gil_scoped_release released;
    for_each_block(rows, threads, kSearchBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end && !interruption(); row++) {
        const Answer answer = search(board_at(words, row), interruption);
        moves[row] = answer.move;
        wins[row] = answer.wins;
        scores[row] = answer.score;
        codes[row] = answer.code;
      }
    });
  }
  interruption.raise_if_seen();
  return nb::make_tuple(moves.column(), wins.column(), scores.column(), codes.column());
}

nb::tuple contract_search_rows(const Boards &boards, nb::handle depth, int threads) {
  const std::uint64_t plies = depth_from(depth);
  return search_rows(boards, threads, [plies](const Board &board, Interruption &) {
    const contract::Choice choice = contract::search_move(Mailbox(board), plies);
    return Answer{choice.move, choice.wins, choice.score, code_of(choice.revert)};
  });
}

nb::tuple sane_search_rows(const Boards &boards, int depth, std::uint64_t nodes, int threads) {
  const sane::Limits limits{depth, nodes, 0};
  return search_rows(boards, threads, [limits](const Board &board, Interruption &interruption) {
    const Code faults = sane::faults(board);
    if (faults != 0) return Answer{0, false, 0, faults};
    sane::Searcher searcher(sane::table_bits(limits));
    const sane::SearchResult result = searcher.run(sane::Position(board), {}, 0, limits, std::ref(interruption));
    return Answer{result.move, result.score == sane::kMate - 1, result.score, 0};
  });
}

}  // namespace

#define AJEEB_BOARDS "numpy.typing.NDArray[numpy.uint64]"
#define AJEEB_CODES "numpy.typing.NDArray[numpy.uint32]"
#define AJEEB_MOVES "numpy.typing.NDArray[numpy.uint16]"
#define AJEEB_LISTED "tuple[" AJEEB_MOVES ", numpy.typing.NDArray[numpy.int64], " AJEEB_CODES "]"
#define AJEEB_APPLIED "tuple[" AJEEB_BOARDS ", " AJEEB_CODES "]"
#define AJEEB_FOUND                       \
  "tuple[" AJEEB_MOVES                    \
  ", numpy.typing.NDArray[numpy.bool_], " \
  "numpy.typing.NDArray[numpy.int32], " AJEEB_CODES "]"

void register_six_arrays(nb::module_ &module) {
  module.attr("ILLEGAL_MOVE") = kIllegalMove;
  module.def("generate_rows", &list_rows<list_generated>, nb::arg("boards"), nb::arg("threads"),
             nb::sig("def generate_rows(boards: " AJEEB_BOARDS ", threads: int) -> " AJEEB_LISTED));
  module.def("legal_rows", &list_rows<list_contract_legal>, nb::arg("boards"), nb::arg("threads"),
             nb::sig("def legal_rows(boards: " AJEEB_BOARDS ", threads: int) -> " AJEEB_LISTED));
  module.def("sane_legal_rows", &list_rows<list_sane_legal>, nb::arg("boards"), nb::arg("threads"),
             nb::sig("def sane_legal_rows(boards: " AJEEB_BOARDS ", threads: int) -> " AJEEB_LISTED));
  module.def("rotate_rows", &rotate_rows, nb::arg("boards"), nb::arg("threads"),
             nb::sig("def rotate_rows(boards: " AJEEB_BOARDS ", threads: int) -> " AJEEB_APPLIED));
  module.def(
      "apply_rows", &apply_rows, nb::arg("boards"), nb::arg("moves"), nb::arg("threads"),
      nb::sig("def apply_rows(boards: " AJEEB_BOARDS ", moves: " AJEEB_MOVES ", threads: int) -> " AJEEB_APPLIED));
  module.def(
      "sane_apply_rows", &sane_apply_rows, nb::arg("boards"), nb::arg("moves"), nb::arg("threads"),
      nb::sig("def sane_apply_rows(boards: " AJEEB_BOARDS ", moves: " AJEEB_MOVES ", threads: int) -> " AJEEB_APPLIED));
  module.def("search_rows", &contract_search_rows, nb::arg("boards"), nb::arg("depth"), nb::arg("threads"),
             nb::sig("def search_rows(boards: " AJEEB_BOARDS ", depth: int, threads: int) -> " AJEEB_FOUND));
  module.def(
      "sane_search_rows", &sane_search_rows, nb::arg("boards"), nb::arg("depth"), nb::arg("nodes"), nb::arg("threads"),
      nb::sig("def sane_search_rows(boards: " AJEEB_BOARDS ", depth: int, nodes: int, threads: int) -> " AJEEB_FOUND));
}

}  // namespace ajeeb::bind
