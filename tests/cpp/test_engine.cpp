// The engine's position, evaluation, exchanges and search: derived state against recomputation over random games,
// symmetry, exchanges with known results, the bench's signature. Runs under the sanitizers.
#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "board/chess960.hpp"
#include "board/fen.hpp"
#include "board/notation.hpp"
#include "check.hpp"
#include "engine/bench.hpp"
#include "engine/endgames.hpp"
#include "engine/engine.hpp"
#include "engine/mates.hpp"
#include "engine/protocol.hpp"
#include "engine/see.hpp"

using namespace ajeeb;
using namespace ajeeb::engine;

namespace {

Position at(std::string_view fen) { return Position(*read_fen(fen, false).board); }

Move move_at(const Position &position, std::string_view text) { return *parse_uci(position.board(), text); }

Position chess960_start(int number) {
  const std::string fen = to_fen(chess960_placement(number));
  return Position(*read_fen(fen.substr(0, fen.find(' ')) + " w KQkq - 0 1", true).board);
}

// A random move, or none now and then where that may be.
Move any_move(const Position &position, std::mt19937 &random) {
  MoveList moves;
  legal_moves(position.board(), moves);
  if (moves.empty() || (!position.in_check() && random() % 16 == 0)) return kNullMove;
  return moves[random() % moves.size()];
}

bool has_ended(const Position &position) {
  MoveList moves;
  legal_moves(position.board(), moves);
  return moves.empty();
}

// Random games from the bench's positions, and as many from Chess960's, with null moves, visited ply by ply.
template <class Visit>
void random_games(int rounds, int plies, Visit visit) {
  std::mt19937 random(7);
  const auto play = [&](Position position) {
    for (int ply = 0; ply < plies && !has_ended(position); ply++) {
      position.do_move(any_move(position, random));
      visit(position);
    }
  };
  for (int round = 0; round < rounds; round++) {
    for (const std::string_view fen : bench_positions()) {
      play(at(fen));
      play(chess960_start(static_cast<int>(random() % kChess960Positions)));
    }
  }
}

bool is_kept(const Position &position) {
  State fresh = Position::init(position.board());
  fresh.plies_from_null = position.state().plies_from_null;
  return fresh == position.state();
}

}  // namespace

TEST(derived_state_equals_recomputation) {
  constexpr int kRounds = 200;
  int plies = 0;
  random_games(kRounds, 160, [&](const Position &position) {
    CHECK(is_kept(position));
    plies++;
  });
  CHECK(plies > 2'000'000);
}

TEST(undoing_restores_every_value) {
  std::mt19937 random(3);
  for (int game = 0; game < kChess960Positions; game++) {
    Position position = game % 2 ? chess960_start(game) : at(bench_positions()[game % bench_positions().size()]);
    std::vector<State> states;
    for (int ply = 0; ply < 100 && !has_ended(position); ply++) {
      states.push_back(position.state());
      position.do_move(any_move(position, random));
    }
    for (; !states.empty(); states.pop_back()) {
      position.undo_move();
      CHECK(position.state() == states.back());
    }
  }
}

TEST(evaluation_is_the_same_for_both_colors) {
  PawnTable pawns;
  random_games(2, 80, [&](const Position &position) {
    const int value = evaluate(position, pawns);
    CHECK_EQUAL(evaluate(Position(mirrored(position.board())), pawns), value);
    CHECK_EQUAL(trace(position).value, position.side() == kWhite ? value : -value);
  });
}

TEST(checks_are_foreseen) {
  random_games(1, 80, [](const Position &position) {
    const CheckSquares checks = position.check_squares();
    MoveList moves;
    legal_moves(position.board(), moves);
    for (const Move move : moves) {
      Position after = position;
      after.do_move(move);
      CHECK_EQUAL(position.gives_check(move, checks), after.in_check());
    }
  });
}

namespace {

bool some_move_leads_to(const Board &board, Key key) {
  MoveList moves;
  legal_moves(board, moves);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    Position after(board);
    after.do_move(move);
    return after.key() == key;
  });
}

// By trying every move, here and from every earlier position whose mover is not ours.
bool repeats_by_trial(const Position &position) {
  const auto &history = position.history();
  const int reach = std::min(static_cast<int>(position.board().halfmove_clock), position.state().plies_from_null);
  for (int back = 3; back <= std::min(reach, static_cast<int>(history.size())); back += 2) {
    const State &earlier = history[history.size() - static_cast<std::size_t>(back)];
    if (some_move_leads_to(position.board(), earlier.key)) return true;
    if (some_move_leads_to(earlier.board, position.key())) return true;
  }
  return false;
}

}  // namespace

TEST(a_king_is_stuck_that_has_no_move) {
  int stuck = 0;
  random_games(20, 160, [&](const Position &position) {
    MoveList moves;
    legal_moves(position.board(), moves);
    const Color us = position.side();
    const auto is_step = [&](Move move) {
      return move.from() == position.board().king(us) && !is_castling(position.board(), move);
    };
    const bool has_step = std::any_of(moves.begin(), moves.end(), is_step);
    CHECK(position.is_king_stuck(us) != has_step);
    stuck += !has_step;
  });
  CHECK(stuck > 1000);
}

TEST(repetitions_within_reach_are_foreseen) {
  std::mt19937 random(11);
  int seen = 0, checked = 0;
  for (const std::string_view fen :
       {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k1n1/8/8/8/8/8/8/1NB1K3 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "4k3/pppp4/8/8/8/8/PPPP4/RNBQK3 w - - 0 1"}) {
    for (int round = 0; round < 40; round++) {
      Position position = at(fen);
      for (int ply = 0; ply < 24; ply++, checked++) {
        MoveList moves;
        legal_moves(position.board(), moves);
        if (moves.empty()) break;
        position.do_move(moves[random() % moves.size()]);
        const bool expected = repeats_by_trial(position);
        CHECK_EQUAL(position.can_repeat(kMaxPly), expected);
        CHECK(!position.can_repeat(3));  // the root itself and what is before it do not count
        seen += expected;
      }
    }
  }
  CHECK(seen > 20 && seen < checked - 20);
}

TEST(exchanges) {
  struct Case {
    const char *fen, *move;
    int gain;
  };
  const Case cases[] = {
      {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
      {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100},
      {"4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
      {"4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", 850},
      {"3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 1350 - 950},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
      {"4k3/8/8/8/8/5p2/8/4K2R w K - 0 1", "e1g1", 0},
  };
  for (const Case &c : cases) {
    const Position position = at(c.fen);
    const Move move = move_at(position, c.move);
    CHECK(see_at_least(position, move, c.gain));
    CHECK(!see_at_least(position, move, c.gain + 1));
  }
}

TEST(king_and_pawn_against_king) {
  CHECK(kpk_is_won(kWhite, kE6, kE5, kE8, kWhite));
  CHECK(kpk_is_won(kWhite, kE6, kE5, kE8, kBlack));
  CHECK(!kpk_is_won(kWhite, kE5, kE4, kE7, kWhite));  // black has the opposition
  CHECK(kpk_is_won(kWhite, kE5, kE4, kE7, kBlack));   // white has it
  CHECK(!kpk_is_won(kWhite, kB6, kA5, kA8, kWhite));  // a rook pawn
  CHECK(kpk_is_won(kBlack, kE3, kE4, kE1, kBlack));   // colors exchanged
}

TEST(searches_are_reproducible) {
  const BenchResult first = *bench(6), second = *bench(6);
  CHECK_EQUAL(first.nodes, second.nodes);
  CHECK(first.nodes > 10000);
}

TEST(mates_have_their_exact_length) {
  struct Case {
    const char *fen;
    int depth, moves;
  };
  const Case cases[] = {
      {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 4, 1},
      {"8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", 2, 1},  // the mating move is the hundredth ply
      {"r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", 12, 2},
      {"k4r2/1R4pb/1pQp1n1p/3P4/5p1P/3P2P1/r1q1R2K/8 w - - 0 1", 12, 3},
  };
  Engine engine;
  for (const Case &c : cases) {
    Limits limits;
    limits.depth = c.depth;
    engine.new_game();
    CHECK_EQUAL(moves_to_mate(engine.run(at(c.fen), limits).info.score), c.moves);
  }
}

TEST(contempt_counts_in_games_and_not_in_analyses) {
  const Position last_ply_before_the_draw = at("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
  Engine engine(1);
  engine.change_options([](Options &options) { options.contempt = 30; });
  Limits analysis, game;
  analysis.depth = game.depth = 4;
  game.time = {60000, 60000};
  CHECK_EQUAL(engine.run(last_ply_before_the_draw, analysis).info.score, 0);
  engine.new_game();
  CHECK_EQUAL(engine.run(last_ply_before_the_draw, game).info.score, -30);
}

// What is left must never be used up for one move, however much the increment promises.
TEST(an_increment_above_the_time_left_does_not_use_it_up) {
  Limits limits;
  limits.time = {200, 200};
  limits.increment = {2000, 2000};
  Clock clock;
  clock.start(limits, kWhite, 10);
  std::this_thread::sleep_for(std::chrono::milliseconds(160));
  CHECK(clock.is_over());
}

// Pondering is thinking in advance: what was found counts, and is answered as soon as it is asked for.
TEST(a_ponderhit_is_answered_at_once_if_enough_was_found) {
  Limits limits;
  limits.ponder = true;
  limits.time[kWhite] = 600'000;
  for (const bool is_enough : {true, false}) {
    Clock clock;
    clock.start(limits, kWhite, 10);
    clock.note_enough(is_enough);
    CHECK(!clock.is_over());
    clock.ponderhit(std::nullopt);
    CHECK_EQUAL(clock.is_over(), is_enough);
  }
  limits.time[kWhite] = 1000;
  Clock clock;
  clock.start(limits, kWhite, 10);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  CHECK(clock.is_time_to_stop(1) && !clock.is_over());
}

TEST(the_last_report_is_of_the_move_that_is_played) {
  Engine engine(1);
  int changed = 0;
  for (const std::string_view fen : bench_positions()) {
    for (int nodes = 200; nodes < 20'000; nodes = nodes * 3 / 2) {
      Limits limits;
      limits.nodes = nodes;
      Move reported{}, before{};
      const Outcome outcome = engine.run(at(fen), limits, [&](const SearchInfo &info) {
        before = std::exchange(reported, info.pv.empty() ? kNullMove : info.pv[0]);
      });
      CHECK(reported == outcome.best);
      changed += before != reported;
    }
  }
  CHECK(changed > 0);
}

// What is best of some moves is not what the position is worth: a later search must not believe it.
TEST(a_search_of_some_moves_leaves_no_score_of_the_position) {
  const Position position = at("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");  // Ra8 mates
  Table table;
  CHECK(table.resize(1));
  SharedSearch shared(table);
  shared.workers.push_back(std::make_unique<Worker>(shared, 0));
  shared.limits.depth = 6;
  TableEntry entry;
  shared.workers[0]->prepare(position, {move_at(position, "h2h3")});
  shared.workers[0]->iterate();
  CHECK(!table.probe(position.key(), entry) || entry.score < kMateInMax);
  CHECK(!table.probe(position.key(), entry) || entry.depth < 6);
  MoveList moves;
  legal_moves(position.board(), moves);
  shared.workers[0]->prepare(position, {moves.begin(), moves.end()});
  shared.workers[0]->iterate();
  CHECK(table.probe(position.key(), entry) && entry.score >= kMateInMax);
}

TEST(threads_share_one_table) {
  Engine engine(2, 3);
  Limits limits;
  limits.nodes = 200000;
  for (const std::string_view fen : bench_positions().subspan(0, 4)) {
    const Outcome outcome = engine.run(at(fen), limits);
    CHECK(is_legal(at(fen).board(), outcome.best));
  }
}

TEST(a_search_can_be_stopped_from_elsewhere) {
  Engine engine;
  Limits limits;
  limits.infinite = true;
  Outcome outcome;
  engine.start(Position(), limits, {}, [&](const Outcome &result) { outcome = result; });
  engine.stop();
  engine.wait();
  CHECK(is_legal(kStartBoard, outcome.best));
}

TEST(settings_from_other_threads_end_the_search) {
  Engine engine(1, 2);
  Limits endless;
  endless.infinite = true;
  for (int round = 0; round < 10; round++) {
    Outcome outcome;
    std::thread searcher([&] { outcome = engine.run(Position(), endless); });
    while (!engine.is_searching()) std::this_thread::yield();
    if (round % 5 == 0) CHECK(engine.set_hash(1 + round % 2));
    if (round % 5 == 1) engine.set_threads(1 + round % 3);
    if (round % 5 == 2) engine.new_game();
    if (round % 5 == 3) engine.clear_hash();
    if (round % 5 == 4) engine.change_options([](Options &options) { options.multi_pv = 2; });
    searcher.join();
    CHECK(is_legal(kStartBoard, outcome.best));
  }
}

TEST(the_table_gives_back_what_it_was_given) {
  Table table;
  CHECK(table.resize(1));
  for (int depth = 0; depth < kMaxPly; depth++) {
    const Key key = zobrist::kWords.ep_file[0] * static_cast<Key>(2 * depth + 1);
    const TableEntry stored{Move(kE2, kE4), depth - 100, kNoScore, depth, Bound::kLower, depth % 2 == 0};
    table.store(key, stored);
    TableEntry found;
    CHECK(table.probe(key, found));
    CHECK_EQUAL(found.depth, depth);
    CHECK_EQUAL(found.score, stored.score);
    CHECK_EQUAL(found.eval, kNoScore);
    CHECK(found.move == stored.move && found.bound == stored.bound && found.is_pv == stored.is_pv);
  }
}

// Visits every position of a tree.
template <class Visit>
void walk(Position &position, int depth, Visit visit) {
  visit(position);
  if (depth == 0) return;
  MoveList moves;
  legal_moves(position.board(), moves);
  for (const Move move : moves) {
    position.do_move(move);
    walk(position, depth - 1, visit);
    position.undo_move();
  }
}

// Corrections belong to a search's histories, and are added anew whenever an entry is read.
TEST(the_table_holds_evaluations_before_corrections) {
  int checked = 0;
  for (const std::string_view fen : bench_positions().subspan(0, 6)) {
    Position position = at(fen);
    Table table;
    CHECK(table.resize(4));
    SharedSearch shared(table);
    shared.workers.push_back(std::make_unique<Worker>(shared, 0));
    shared.limits.depth = 11;
    MoveList moves;
    legal_moves(position.board(), moves);
    shared.workers[0]->prepare(position, {moves.begin(), moves.end()});
    shared.workers[0]->iterate();
    PawnTable pawns;
    int wrong = 0;
    walk(position, 3, [&](const Position &seen) {
      TableEntry entry;
      if (!table.probe(seen.key(), entry) || entry.eval == kNoScore) return;
      checked++;
      wrong += seen.in_check() || entry.eval != evaluate(seen, pawns);
    });
    CHECK_EQUAL(wrong, 0);
  }
  CHECK(checked > 1000);
}

TEST(only_a_search_that_ponders_hears_ponderhit) {
  using namespace std::chrono_literals;
  Limits limits;
  limits.movetime = 40;
  Clock clock;
  clock.start(limits, kWhite, 0);
  std::this_thread::sleep_for(25ms);
  clock.ponderhit(std::nullopt);  // a stray one: no second start
  std::this_thread::sleep_for(25ms);
  CHECK(clock.is_over());
  limits.ponder = true;
  clock.start(limits, kWhite, 0);
  std::this_thread::sleep_for(50ms);
  CHECK(!clock.is_over());
  clock.ponderhit(std::nullopt);
  CHECK(!clock.is_over() && !clock.is_waiting());
  limits.infinite = true;
  clock.start(limits, kWhite, 0);
  clock.ponderhit(std::nullopt);
  CHECK(clock.is_waiting());
}

TEST(a_clock_that_has_changed_is_planned_with_afresh) {
  Limits limits;
  limits.ponder = true;
  limits.time[kBlack] = 600'000;
  Clock clock;
  clock.start(limits, kBlack, 10);
  clock.ponderhit(50);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  CHECK(clock.is_over());
  limits.movetime = 50;
  clock.start(limits, kBlack, 0);
  clock.ponderhit(600'000);  // the other limit stays
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  CHECK(clock.is_over());
  limits.time[kBlack].reset();
  limits.movetime = 600'000;
  clock.start(limits, kBlack, 0);
  clock.ponderhit(1);  // no clock to be planned with
  CHECK(!clock.is_over());
}

TEST(numbers_are_read_up_to_the_ends_of_their_range) {
  CHECK_EQUAL(to_clamped("7", 1, 9).value_or(-1), 7);
  CHECK_EQUAL(to_clamped("99999999999999999999", 1, 9).value_or(-1), 9);
  CHECK_EQUAL(to_clamped("-99999999999999999999", 1, 9).value_or(-1), 1);
  CHECK_EQUAL(to_clamped("inf", 0.0, 9.0).value_or(-1), 9.0);
  for (const std::string_view word : {"", "x", "7x", "-", "0x7"}) CHECK(!to_clamped(word, 1, 9));
  CHECK(!to_clamped("nan", 0.0, 9.0));
}

// What an engine says to a whole script, until it quits or the script ends.
std::string answer_to(const std::string &script) {
  std::FILE *in = std::tmpfile(), *out = std::tmpfile();
  std::fwrite(script.data(), 1, script.size(), in);
  std::rewind(in);
  CHECK_EQUAL(run_protocol(in, out), 0);
  std::string answer(static_cast<std::size_t>(std::ftell(out)), ' ');
  std::rewind(out);
  answer.resize(std::fread(answer.data(), 1, answer.size(), out));
  std::fclose(in);
  std::fclose(out);
  return answer;
}
std::size_t count_of(const std::string &text, const std::string &part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) count++;
  return count;
}

TEST(uci_scripts_are_answered) {
  std::string long_game = "position startpos moves";
  for (int i = 0; i < 5000; i++) long_game += " g1f3 g8f6 f3g1 f6g8";
  const std::string answer = answer_to(
      "uci\r\nsetoption name Hash value 1\nsetoption name Threads value 3\nsetoption name MultiPV value 3\nisready\n"
      "position startpos moves e2e4\ngo infinite\ngo nodes 10\nisready\nsetoption name hash value 2\nstop\n"
      "go ponder nodes 10\nstop\nucinewgame\n" +
      long_game +
      "\ngo nodes 2000 searchmoves e2e4 d2d4 zzzz\nstop\ngo ponder wtime 1 btime 1\nponderhit\nstop\n"
      "position fen 8/8/8/8/8/8/8/8 w - - 0 1\nposition fen\nposition\ngo infinite\nposition startpos\nstop\n"
      "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\ngo movetime 5\nstop\n"
      "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo mate 3\nd\neval\nflip\nd\nperft 3\n"
      "\x01\xff garbage\nsetoption\nsetoption name\nsetoption name Hash value x\nquit\n");
  CHECK_EQUAL(count_of(answer, "uciok\n"), 1);
  CHECK_EQUAL(count_of(answer, "readyok\n"), 2);
  CHECK_EQUAL(count_of(answer, "a search is running"), 1);
  CHECK_EQUAL(count_of(answer, "bestmove "), 7);
  CHECK_EQUAL(count_of(answer, "the old position is kept"), 3);
  CHECK(answer.find("bestmove (none)") != std::string::npos);
  CHECK_EQUAL(count_of(answer, "Fen: "), 2);
}

TEST(bytes_that_are_no_text_are_survived) {
  using namespace std::string_literals;
  const std::string answer = answer_to("\0\nisready\na\0b\nisready\n\0"s + "\xff\xfe\0\nisready\nquit\0\nisready"s);
  CHECK_EQUAL(count_of(answer, "readyok\n"), 4);
  CHECK(answer.find('\0') == std::string::npos && answer.find('\xff') == std::string::npos);
}

TEST(searchmoves_takes_what_can_be_read_and_tells_the_rest) {
  const std::string answer = answer_to("go depth 3 searchmoves e2e5 a2a3 zzzz\n");
  CHECK_EQUAL(count_of(answer, "bestmove a2a3"), 1);
  CHECK_EQUAL(count_of(answer, "info string neither a legal move nor a limit: 'e2e5'\n"), 1);
  CHECK_EQUAL(count_of(answer, "'zzzz'\n"), 1);
}

TEST(a_clock_of_any_size_in_a_fen_overflows_nothing) {
  for (const std::string_view clock : {"99", "221", "1000000", "1000000000"}) {
    const std::string fen = "rnbqkbnr/pppppppp/8/8/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - " + std::string(clock) + " 1";
    CHECK_EQUAL(count_of(answer_to("position fen " + fen + "\ngo depth 4\n"), "bestmove "), 1);
  }
}

TEST(limits_and_levels_in_odd_forms) {
  const std::string answer = answer_to(
      "go depth 3 perft 2 nodes 5\ngo wtime 99999999999999999999 btime 99999999999999999999 depth 2\nstop\n"
      "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 900\ngo depth 4\n");
  CHECK_EQUAL(count_of(answer, "Nodes searched: 400\n"), 1);
  CHECK_EQUAL(count_of(answer, "bestmove "), 2);
  CHECK_EQUAL(count_of(answer, " multipv 2 "), 0);  // one line was asked for, however many are weighed
}

namespace {

// By the plainest search. A third occurrence is a draw, unless the game before is not asked about.
bool mates_within(Position &position, int moves, bool minds_game = true) {
  const auto is_drawn = [&] { return minds_game && position.repetitions() >= 2; };
  MoveList attacks;
  legal_moves(position.board(), attacks);
  for (const Move attack : attacks) {
    position.do_move(attack);
    MoveList defences;
    legal_moves(position.board(), defences);
    bool mates = defences.empty() ? position.in_check() : moves > 1 && !is_drawn();
    for (const Move defence : defences) {
      if (!mates) break;
      position.do_move(defence);
      mates = !is_drawn() && mates_within(position, moves - 1, minds_game);
      position.undo_move();
    }
    position.undo_move();
    if (mates) return true;
  }
  return false;
}

// These pieces anywhere, white to move; nothing if that is no legal position.
std::optional<Position> random_ending(std::mt19937 &random, std::string_view pieces) {
  std::string squares(64, ' ');
  for (const char piece : pieces) squares[random() % 64] = piece;
  std::string fen;
  for (std::size_t square = 0; square < 64; square++) {
    if (square && square % 8 == 0) fen += '/';
    if (squares[square] != ' ') {
      fen += squares[square];
    } else if (square % 8 && squares[square - 1] == ' ') {
      fen.back()++;
    } else {
      fen += '1';
    }
  }
  const ReadPosition read = read_fen(fen + " w - - 0 1", false);
  return read.board ? std::optional(Position(*read.board)) : std::nullopt;
}

}  // namespace

TEST(proofs_of_mates_agree_with_looking_at_everything) {
  using Verdict = MateProver::Verdict;
  std::mt19937 random(11);
  std::array<int, 3> mates{};
  const auto compare = [&](Position position) {
    MoveList moves;
    legal_moves(position.board(), moves);
    MateProver prover(position, {moves.begin(), moves.end()}, [] { return true; });
    for (int length = 1; length <= 2; length++) {
      const bool expected = mates_within(position, length);
      CHECK(prover.prove(length) == (expected ? Verdict::kMate : Verdict::kNoMate));
      if (!expected) continue;
      mates[static_cast<std::size_t>(length)]++;
      const std::vector<Move> line = prover.line(length);
      CHECK_EQUAL(static_cast<int>(line.size()), 2 * length - 1);
      for (const Move move : line) position.do_move(move);
      CHECK(position.in_check() && has_ended(position));
      return;
    }
  };
  int visited = 0;
  random_games(1, 80, [&](const Position &position) {
    if (visited++ % 50 == 0 && !has_ended(position)) compare(position);
  });
  for (int i = 0; i < 1000; i++) {
    if (const auto ending = random_ending(random, "KQRkn"); ending && !has_ended(*ending)) compare(*ending);
  }
  CHECK(mates[1] > 20 && mates[2] > 50);
}

// Positions to which one move of each side leads back, where it would be for the third time.
TEST(proofs_of_mates_know_the_game_before_them) {
  std::mt19937 random(5);
  const auto back = [](Move move) { return Move(move.to(), move.from()); };
  int compared = 0, prevented = 0;
  for (int i = 0; i < 4000; i++) {
    std::optional<Position> position = random_ending(random, "KRRk");
    if (!position || has_ended(*position)) continue;
    const Move white = any_move(*position, random);
    if (white.is_null()) continue;
    Position after = *position;
    after.do_move(white);
    if (has_ended(after)) continue;
    const Move black = any_move(after, random);
    bool is_legal_game = !black.is_null();
    for (const Move move : {white, black, back(white), back(black), white, black}) {
      is_legal_game = is_legal_game && is_legal(position->board(), move) && !is_capture(position->board(), move);
      if (is_legal_game) position->do_move(move);
    }
    if (!is_legal_game || has_ended(*position)) continue;
    MoveList moves;
    legal_moves(position->board(), moves);
    MateProver prover(*position, {moves.begin(), moves.end()}, [] { return true; });
    const bool mates = mates_within(*position, 2);
    CHECK((prover.prove(2) == MateProver::Verdict::kMate) == mates);
    compared++;
    prevented += !mates && mates_within(*position, 2, false);
  }
  CHECK(compared > 1000 && prevented > 0);
}

TEST(proofs_of_mates_end_when_they_are_told_to) {
  Position position = at("r5k1/p2q3p/Pnp2r2/3p2p1/P2Pp3/N1P2pP1/Q3NP1P/R3R2K b - - 2 25");
  MoveList moves;
  legal_moves(position.board(), moves);
  for (int most = 1; most < 2000; most += 37) {
    int left = most;
    MateProver prover(position, {moves.begin(), moves.end()}, [&left] { return --left > 0; });
    CHECK(prover.prove(5) == MateProver::Verdict::kUnknown);
    CHECK_EQUAL(left, 0);
  }
}

TEST(xboard_takes_numbers_of_any_size) {
  const std::string answer = answer_to(
      "xboard\nlevel -3 99999999999999999999:7 nan\nlevel 0 9223372036854775807:9223372036854775807 inf\nst nan\n"
      "st 1e400\nst -5\ntime 9223372036854775807\notim -9223372036854775807\nsd -1\nmemory -1\nping 1\n"
      "e2e9\na1a1q\nusermove e2e4\nplayother\nvariant \xff\nquit\n");
  CHECK_EQUAL(count_of(answer, "pong 1\n"), 1);
  CHECK_EQUAL(count_of(answer, "Error"), 4);  // two that are no numbers, e2e9, the variant
  CHECK_EQUAL(count_of(answer, "Illegal move: a1a1q\n"), 1);
}

TEST(xboard_gets_through_a_script) {
  const std::string answer = answer_to(
      "xboard\nprotover 2\nnew\nlevel 40 5 0\ntime 500\notim 500\nst 1\nsd 3\ne2e4\nping 1\nforce\nundo\nremove\n"
      "setboard 8/8/8/8/8/8/8/8 w - - 0 1\nsetboard 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\nanalyze\nexit\ngo\nping 2\n"
      "usermove a1a9\nvariant fischerandom\nedit\n?\nhint\nforce\nnew\nhard\nsd 2\nd2d4\n.\nhint\neasy\nhard\n?\n"
      "analyze\n.\nexit\nquit\n");
  CHECK(answer.find("feature ") != std::string::npos);
  CHECK_EQUAL(count_of(answer, "pong "), 2);
  CHECK(answer.find("Illegal") != std::string::npos);
}

RUN_TESTS()
