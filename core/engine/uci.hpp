// The UCI protocol: commands in, lines out. A search runs behind it, so that every command is read at once; only
// `bench` and `perft` are waited for.
#pragma once

#include "engine/engine.hpp"
#include "engine/protocol.hpp"

namespace ajeeb::engine {

class UciLoop {
 public:
  explicit UciLoop(LineWriter &out);
  ~UciLoop() { engine_.finish(); }

  // Carries out one command. False after `quit`.
  bool obey(const std::string &line);

 private:
  void identify();
  void set_option(Words words);
  void apply_option(const std::string &name, const std::string &text);
  void apply_waiting_options();
  void set_position(Words words);
  void go(Words words);
  int read_depth(Words &words, std::string_view command, int usual);
  void go_perft(int depth);
  Limits read_limits(Words &words, std::optional<int> &perft);
  void show_board();
  void show_evaluation();
  void flip();
  void run_bench(Words words);
  void tell(const std::string &text) { out_.write("info string " + text); }
  std::string info_line(const SearchInfo &info, const Board &root) const;

  LineWriter &out_;
  Engine engine_;
  Position position_;
  bool chess960_ = false, show_wdl_ = false;
  std::vector<std::pair<std::string, std::string>> waiting_options_;  // set while a search ran
};

// "cp 13" or "mate -2".
std::string score_text(int score);

}  // namespace ajeeb::engine
