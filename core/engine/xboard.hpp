// The XBoard protocol, version 2: for interfaces that don't speak UCI.
#pragma once

#include "engine/engine.hpp"
#include "engine/protocol.hpp"

namespace ajeeb::engine {

class XboardLoop {
 public:
  XboardLoop(LineReader &in, LineWriter &out) : in_(in), out_(out) { new_game(); }
  ~XboardLoop() { abandon_search(); }
  // Until `quit` or the end of the input; returns the exit code.
  int run();

 private:
  bool obey(const std::string &line);
  bool obey_setup(const std::string &command, Words &words);
  bool obey_clock(const std::string &command, Words &words);
  void announce();
  void new_game();
  void think();  // about the move to play, if it is the engine's turn
  void search_for_move();
  void analyse();
  void hint();
  void abandon_search();  // ends it and plays nothing; to be resumed
  void drop_thought();    // the same, and no move is owed any more
  void resume();          // what was abandoned
  void set_option(std::string_view name, std::string_view value);
  void answer_ping(std::string pong);
  void answer_late_pings();
  void user_move(std::string_view text);
  void play(const Outcome &outcome);
  bool tell_result();  // true if the game is over
  Limits limits() const;
  void show_thinking(const SearchInfo &info, const Board &root);

  LineReader &in_;
  LineWriter &out_;
  Engine engine_;
  Position position_;  // a search's end makes its move here: look only after `abandon_search`
  std::vector<Move> played_;
  Color engine_side_ = kBlack;
  bool force_ = false, analysing_ = false, is_hurried_ = false;
  std::int64_t thought_began_ = 0;  // by the engine's clock
  std::atomic<bool> post_{true}, abandoned_{false}, chess960_{false};
  std::atomic<bool> owes_move_{false};  // from the beginning of a thought until its move is played
  std::mutex pongs_mutex_;
  std::vector<std::string> late_pongs_;  // to be said once the move is
  int moves_per_session_ = 0;
  std::int64_t base_ms_ = 300'000, increment_ms_ = 0;
  std::int64_t own_ms_ = 300'000;
  std::optional<std::int64_t> fixed_ms_;
  std::optional<int> depth_;
};

}  // namespace ajeeb::engine
