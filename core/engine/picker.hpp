// Hands out a node's moves, the likeliest to refute first, and generates them only when they are asked for.
#pragma once

#include "engine/history.hpp"

namespace ajeeb::engine {

// The continuation histories of the moves 1, 2 and 4 plies ago.
using Continuations = std::array<const PieceTo *, 3>;

struct PickerContext {
  const Position &position;
  Histories &histories;
  Continuations continuations;
  Bitboard threats = 0;  // squares the enemy attacks
  Move table_move{};
  std::array<Move, 2> killers{};
  Move counter{};
};

class MovePicker {
 public:
  enum class Mode : std::uint8_t { kAll, kNoisy, kEvasions };
  // kNoisy gives captures and promotions only; kAll and kEvasions give everything. Captures that gain less than
  // `see_margin` by exchange come last (kAll), or not at all (kNoisy).
  MovePicker(const PickerContext &context, Mode mode, int see_margin = 0);

  // The next move, or the null move when there is none left. `skip_quiets` leaves out quiet moves from here on, unless
  // all moves are evasions.
  Move next(bool skip_quiets = false);

 private:
  enum class Stage : std::uint8_t {
    kTable,
    kMakeNoisy,
    kGoodNoisy,
    kKiller0,
    kKiller1,
    kCounter,
    kMakeQuiet,
    kQuiet,
    kBadNoisy,
    kMakeEvasions,
    kEvasions,
    kDone,
  };
  struct Scored {
    Move move;
    int score;
  };

  void make(Kind kind);
  void score_noisy();
  void score_quiets();
  void score_evasions();
  int quiet_score(Move move, Piece piece) const;
  Move best_left();
  bool is_special(Move move) const {
    return move == context_.table_move || move == context_.killers[0] || move == context_.killers[1] ||
           move == context_.counter;
  }
  bool is_playable_quiet(Move move) const;

  PickerContext context_;
  Mode mode_;
  Stage stage_;
  int see_margin_;
  int current_ = 0, end_ = 0, bad_end_ = 0, bad_current_ = 0;
  std::array<Scored, kMaxMoves> moves_;
  std::array<Move, kMaxMoves> bad_;
};

}  // namespace ajeeb::engine
