// The PGN splitter and reader: chunks join up to the stream, games do not depend on chunks, limits hold.
#include "pgn/reader.hpp"

#include <string>

#include "check.hpp"
#include "pgn/commands.hpp"

using namespace ajeeb;
using namespace ajeeb::pgn;

namespace {

struct Totals {
  std::string text;
  std::size_t games = 0, moves = 0, faults = 0;
};

Totals read_all(const std::string &stream, std::size_t target, std::size_t block) {
  Splitter splitter(target);
  for (std::size_t at = 0; at < stream.size(); at += block) splitter.feed(std::string_view(stream).substr(at, block));
  splitter.finish();
  Totals totals;
  while (splitter.has_chunk()) {
    const Chunk chunk = splitter.take_chunk();
    const Games games = read_games(chunk, {});
    CHECK_EQUAL(chunk.byte, totals.text.size());
    CHECK_EQUAL(games.size(), games.ply_offsets.size() - 1);
    CHECK_EQUAL(games.moves.size(), games.positions.size());
    totals.text += chunk.text;
    totals.games += games.size();
    totals.moves += games.moves.size();
    totals.faults += games.faults.size();
  }
  return totals;
}

}  // namespace

TEST(chunks_join_up_to_the_stream) {
  const std::string game = "[Event \"x\"]\n\n1. e4 {a\n[Event \"no\"]\n} e5 2. Nf3 (2. f4 1-0\n) Nc6 *\n\n";
  const std::string stream = game + game + "1. d4 d5 1-0\n1. c4 0-1\n\n" + game;
  for (const std::size_t block : {1, 7, 1000}) {
    for (const std::size_t target : {1, 50, 100'000}) {
      const Totals totals = read_all(stream, target, block);
      CHECK(totals.text == stream);
      CHECK_EQUAL(totals.games, 5u);
      CHECK_EQUAL(totals.moves, 15u);
      CHECK_EQUAL(totals.faults, 0u);
    }
  }
}

// What stands between a result in an open variation and the sign that the game ended with it: both halves must agree.
TEST(games_end_at_the_same_line_in_chunks_of_any_size) {
  for (const char *between :
       {"", "%an escape\n", "%one\n%two\n", " %no escape\n", ";a comment\n", "{a comment}\n", "2. c4\n"}) {
    for (const char *sign : {"\n", "[Event \"y\"]\n", "1. e4 e5\n", "e5\n", ""}) {
      const std::string stream = std::string("1. d4 d5 (1... e5 *\n") + between + sign + "\n1. c4 c5 1-0\n";
      const Totals whole = read_all(stream, stream.size(), stream.size());
      for (const std::size_t block : {std::size_t{1}, std::size_t{9}, stream.size()}) {
        const Totals pieces = read_all(stream, 1, block);
        CHECK_EQUAL(pieces.games, whole.games);
        CHECK_EQUAL(pieces.moves, whole.moves);
        CHECK_EQUAL(pieces.faults, whole.faults);
      }
    }
  }
}

TEST(faulty_games_leave_no_rows) {
  const Totals totals = read_all("[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"y\"]\n\n1. e4 *\n", 1, 3);
  CHECK_EQUAL(totals.games, 1u);
  CHECK_EQUAL(totals.moves, 1u);
  CHECK_EQUAL(totals.faults, 1u);
}

TEST(commands) {
  Annotation annotation;
  read_commands("text [%emt 0:00:01] [%clk 1:02:03.4567] [%eval #-7] [%eval 1.0]", annotation);
  CHECK_EQUAL(annotation.clock, 3723457);
  CHECK_EQUAL(annotation.mate, -7);
  CHECK_EQUAL(annotation.eval, kNoScore);
  annotation = {};
  read_commands("[%clk 12] [%eval -0.055,22] [%clk 3:04]", annotation);
  CHECK_EQUAL(annotation.clock, 184'000);
  CHECK_EQUAL(annotation.eval, -6);
  annotation = {};
  read_commands("[%eval 99999999999999999999.0] [%clk 999999999:00:00]", annotation);
  CHECK_EQUAL(annotation.eval, kMaxCentipawns);
  CHECK_EQUAL(annotation.clock, kNoClock);
  read_commands("[%eval", annotation);
}

RUN_TESTS()
