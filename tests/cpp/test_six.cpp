// The 6x6 core under the sanitizers: odd boards, full move lists, the search's limits, threads over rows. That it
// answers as the contract does is shown by the vectors, from Python.
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "six/board.hpp"
#include "six/contract.hpp"
#include "six/parallel.hpp"
#include "six/sane.hpp"
#include "six/search.hpp"

using namespace ajeeb::six;

namespace {

Board start() {
  Board board;
  board.put(0, 1);
  constexpr int kBack[] = {kRook, kKnight, kKing, kQueen, kKnight, kRook};
  constexpr int kFar[] = {kRook, kBishop, kKing, kQueen, kBishop, kRook};
  for (int col = 1; col <= kSide; col++) {
    board.put(8 + col, kBack[col - 1] | kWhite);
    board.put(16 + col, kPawn | kWhite);
    board.put(40 + col, kPawn);
    board.put(48 + col, kFar[col - 1]);
  }
  return board;
}

// Any nibbles anywhere: `density` in 16 squares are filled.
Board noise(std::mt19937_64 &random, unsigned density) {
  Board board;
  for (int i = 0; i < kSquares; i++) {
    if (random() % 16 < density) board.put(i, static_cast<int>(random() % 16));
  }
  return board;
}

// White queens on a third of the squares: more moves than the contract has room for.
Board crowd(std::mt19937_64 &random) {
  Board board;
  board.put(0, 1);
  for (int i = 0; i < kSquares; i++) {
    if (is_interior(i) && random() % 3 == 0) board.put(i, kQueen | kWhite);
  }
  return board;
}

}  // namespace

TEST(boards_pack_and_turn) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 500; i++) {
    const Board board = noise(random, i % 17);
    Mailbox mailbox(board);
    CHECK(mailbox.pack() == board);
    mailbox.rotate();
    CHECK(mailbox.pack() == rotate(board));
    CHECK(rotate(rotate(board)) == board);
    const Mailbox again(rotate(board));
    CHECK_EQUAL(mailbox.white, again.white);
    CHECK_EQUAL(mailbox.black, again.black);
  }
}

TEST(playing_on_the_mailbox_is_playing_on_the_words) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 500; i++) {
    const Board board = noise(random, 8);
    const Move move = static_cast<Move>(random() & 0x1FFF);
    Mailbox mailbox(board);
    mailbox.shift_piece(from_square(move), to_square(move));
    mailbox.rotate();
    CHECK(mailbox.pack() == contract::apply_move(board, move));
  }
}

TEST(any_board_is_searched_or_reverts) {
  std::mt19937_64 random(3);
  int reverts = 0;
  for (int i = 0; i < 600; i++) {
    const Mailbox board(i % 4 == 0 ? crowd(random) : noise(random, i % 17));
    const contract::MoveList list = contract::generate_moves(board);
    CHECK(list.size <= contract::kMostMoves);
    for (int j = 0; j < list.size; j++) {
      const Move move = list.visited(j);
      CHECK(to_square(move) < kSquares && is_interior(from_square(move)));
      contract::evaluate_move(board, move);
    }
    const contract::Choice choice = contract::search_move(board, 3);
    reverts += choice.revert != contract::Revert::none;
    contract::legal_moves(board);
    contract::nega_max(board, ~std::uint64_t{0});
  }
  CHECK(reverts > 0);
}

TEST(visits_run_backwards_in_blocks) {
  contract::MoveList list;
  list.size = 50;
  for (int i = 0; i < list.size; i++) list.moves[i] = static_cast<Move>(i);
  CHECK_EQUAL(list.visited(0), 20);
  CHECK_EQUAL(list.visited(20), 0);
  CHECK_EQUAL(list.visited(21), 41);
  CHECK_EQUAL(list.visited(42), 49);
  CHECK_EQUAL(list.visited(49), 42);
}

TEST(sane_positions_stay_what_scratch_says) {
  std::mt19937_64 random(4);
  sane::Position position(start());
  for (int ply = 0; ply < 3000; ply++) {
    const sane::MoveList legal = sane::legal_moves(position);
    if (legal.size == 0) {
      position = sane::Position(start());
      continue;
    }
    position.play(sane::flip(legal.moves[random() % legal.size], position.side));
    CHECK_EQUAL(sane::faults(position.board()), 0u);
    const sane::Position scratch(position.board());
    CHECK_EQUAL(position.key, scratch.key);
    CHECK_EQUAL(position.balance, scratch.balance);
    CHECK(position.color == scratch.color);
    CHECK(position.kind == scratch.kind);
    CHECK(position.square == scratch.square);
  }
}

TEST(perft_of_the_start) {
  const sane::Position position(start());
  CHECK_EQUAL(sane::perft(position, 3), std::uint64_t{2997});
  CHECK_EQUAL(sane::perft(position, 4), std::uint64_t{38344});
}

TEST(searches_keep_their_limits) {
  const sane::Position position(start());
  sane::Searcher searcher(12);
  const sane::SearchResult nodes = searcher.run(position, {}, 0, {sane::kMaxDepth, 3000, 0});
  CHECK(nodes.nodes <= 3000 && nodes.move != 0);
  sane::Searcher timed(12);
  CHECK(timed.run(position, {}, 0, {sane::kMaxDepth, 0, 0.02}).depth >= 1);
  sane::Searcher stopped(12);
  const sane::SearchResult cut = stopped.run(position, {}, 0, {sane::kMaxDepth, 0, 0}, [] { return true; });
  CHECK(cut.depth < sane::kMaxDepth && cut.move != 0);
}

TEST(every_row_is_worked_on_once) {
  for (const int threads : {0, 1, 3, 1000}) {
    std::vector<std::atomic<int>> seen(1003);
    for_each_block(seen.size(), threads, 10, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; i++) seen[i]++;
    });
    int wrong = 0;
    for (const std::atomic<int> &count : seen) wrong += count != 1;
    CHECK_EQUAL(wrong, 0);
  }
}

RUN_TESTS()
