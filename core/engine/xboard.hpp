// The XBoard protocol, version 2: for interfaces that don't speak UCI.
#pragma once

#include <functional>

#include "base/mailbox.hpp"
#include "engine/engine.hpp"
#include "engine/protocol.hpp"

namespace ajeeb::engine {

// One thread reads lines and one searches; a third obeys what the first says, hears of what the second finds, and has
// all that is written below to itself.
class XboardLoop {
 public:
  XboardLoop(LineReader &in, LineWriter &out) : in_(in), out_(out) { new_game(); }
  ~XboardLoop() { end_search(); }
  // Until `quit` or the end of the input; returns the exit code.
  int run();

 private:
  struct RootMoveNews {  // the move that a search has come to
    Move move{};
    int number = 0, depth = 0;
  };

  void obey(const std::string &line);
  bool obey_setup(const std::string &command, Words &words);
  bool obey_clock(const std::string &command, Words &words);
  bool obey_game(const std::string &command, Words &words);
  void announce();
  void new_game();
  void take_back(int plies);
  void set_option(std::string_view name, std::string_view value);
  void user_move(std::string_view text);
  void hint();
  void tell_progress();
  bool tell_result();  // true if the game is over
  void show_thinking(const SearchInfo &info);
  void answer_pings();

  void think();  // about the move to play, if it is the engine's turn
  void search_for_move();
  void play(const Outcome &outcome);
  void ponder(Move expected);
  void analyse();
  void begin_search(const Position &position, const Limits &limits);
  void hear(const Outcome &outcome);
  void stop_pondering();
  void end_search();    // it plays nothing; to be resumed
  void drop_thought();  // the same, and no move is owed any more
  void resume();        // what was ended
  Limits limits() const;
  void count_spent_time();
  int own_moves() const {  // the engine's, since the position that was set up
    return static_cast<int>(played_.size() + (position_.side() != engine_side_)) / 2;
  }
  bool is_pondering() const { return !expected_.is_null(); }

  LineReader &in_;
  LineWriter &out_;
  Mailbox<std::function<void()>> tasks_;  // of the obeying thread
  bool is_over_ = false;
  Engine engine_;
  Position position_;
  std::vector<Move> played_;
  Color engine_side_ = kBlack;
  bool force_ = false, analysing_ = false, is_hurried_ = false, post_ = true, ponders_ = false, chess960_ = false;
  bool owes_move_ = false;     // from the beginning of a thought until its move is played
  Move expected_ = kNullMove;  // the answer that is being pondered on
  unsigned search_ = 0;        // the number of the newest one
  Board root_;                 // of the newest search
  SearchInfo latest_;          // what it said last
  RootMoveNews current_;
  std::vector<std::string> late_pongs_;  // to be said once the move is
  std::int64_t thought_began_ = 0;       // by the engine's clock
  int moves_per_session_ = 0;
  std::int64_t base_ms_ = 300'000, increment_ms_ = 0;
  std::int64_t own_ms_ = 300'000;
  std::optional<std::int64_t> fixed_ms_;
  std::optional<int> depth_;
};

}  // namespace ajeeb::engine
