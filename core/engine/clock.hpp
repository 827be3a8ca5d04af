// What ends a search: the limits of a `go`, and the clock that turns remaining time into a time for this move.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/types.hpp"

namespace ajeeb::engine {

// Any of them may be set together; the first that is reached ends the search. Times are in milliseconds.
struct Limits {
  std::optional<int> depth, mate, movestogo;
  std::optional<std::int64_t> nodes, movetime;
  std::array<std::optional<std::int64_t>, 2> time{}, increment{};
  std::vector<Move> searchmoves;  // only these at the root, unless empty
  bool infinite = false, ponder = false;
  const std::atomic<bool> *interrupted = nullptr;  // ends the search as well, if there is one and it is set

  bool are_interrupted() const { return interrupted && interrupted->load(std::memory_order_relaxed); }
};

class Clock {
 public:
  using Instant = std::chrono::steady_clock;

  // Starts now. `overhead` is what passes between the end of the search and the stopping of the real clock.
  void start(const Limits &limits, Color side, std::int64_t overhead);
  // The opponent played the expected move: from here on it is our time that runs. Nothing, if it already does. A clock
  // that shows something else than when the search began is planned with afresh.
  void ponderhit(std::optional<std::int64_t> left);

  std::int64_t elapsed() const { return milliseconds_since(started_.load(std::memory_order_relaxed)); }
  bool is_waiting() const {  // for a word from outside
    return pondering_.load(std::memory_order_acquire) || infinite_.load(std::memory_order_relaxed);
  }
  // While waiting: the search would end if it might. Then it ends at a ponderhit, whatever our own clock says.
  void note_enough(bool is_enough) { enough_.store(is_enough, std::memory_order_relaxed); }
  // No more time may be spent; never true while waiting.
  bool is_over() const {
    if (is_waiting()) return false;
    return enough_.load(std::memory_order_relaxed) ||
           (has_limit_ && own_elapsed() >= hard_.load(std::memory_order_relaxed));
  }
  // Asked between iterations: whether the next one would probably end after the planned time, stretched by how much
  // more the search wants (1: as planned). The next one takes longer than all before it together. What was found while
  // pondering counts as found in our own time.
  bool is_time_to_stop(double stretch) const {
    return has_limit_ &&
           own_elapsed() >= static_cast<std::int64_t>(0.8 * soft_.load(std::memory_order_relaxed) * stretch);
  }
  bool manages_time() const { return manages_; }

  static std::int64_t now();  // in milliseconds, from no matter when
  static std::int64_t milliseconds_since(std::int64_t instant) { return now() - instant; }

 private:
  void plan(std::int64_t given);
  std::int64_t own_elapsed() const { return milliseconds_since(own_start_.load(std::memory_order_relaxed)); }

  std::atomic<std::int64_t> started_{0}, own_start_{0};
  std::atomic<bool> pondering_{false}, infinite_{false}, enough_{false};
  bool has_limit_ = false, manages_ = false;
  std::atomic<double> soft_{0};
  std::atomic<std::int64_t> hard_{0};
  // What time is planned with.
  std::optional<int> movestogo_;
  std::optional<std::int64_t> movetime_;  // less the overhead
  std::int64_t increment_ = 0, overhead_ = 0;
};

}  // namespace ajeeb::engine
