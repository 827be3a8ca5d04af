// How much of the remaining time a move gets.
#include "engine/clock.hpp"

#include <algorithm>

namespace ajeeb::engine {

namespace {
constexpr std::int64_t kReservedMoves = 15;  // their overheads
}

std::int64_t Clock::now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Instant::now().time_since_epoch()).count();
}

void Clock::start(const Limits &limits, Color side, std::int64_t overhead) {
  started_ = own_start_ = now();
  pondering_ = limits.ponder;
  infinite_ = limits.infinite;
  enough_ = false;
  movetime_.reset();
  if (limits.movetime) {
    movetime_ = std::max<std::int64_t>(0, *limits.movetime - std::min(overhead, *limits.movetime / 2));
    hard_ = *movetime_;
    soft_ = 1e18;
  }
  const auto &given = limits.time[side] ? limits.time[side] : limits.time[!side];  // better the other's than none
  manages_ = given.has_value();
  has_limit_ = manages_ || movetime_;
  movestogo_ = limits.movestogo;
  increment_ = std::max<std::int64_t>(0, limits.increment[side].value_or(0));
  overhead_ = overhead;
  if (given) plan(*given);
}

// Turns what is left on the clock into a time for this move.
void Clock::plan(std::int64_t given) {
  const std::int64_t left = std::max<std::int64_t>(1, given - overhead_);
  const auto increment = static_cast<double>(increment_);
  double planned, most;
  if (movestogo_ && *movestogo_ > 0) {
    const int moves = std::min(*movestogo_, 50);
    planned = static_cast<double>(left) / (moves + 1) + 0.8 * increment;
    most = moves == 1 ? 0.8 * static_cast<double>(left) : std::min(0.7 * static_cast<double>(left), 5 * planned);
  } else {
    // Most games are decided early: a move gets the larger part of what is left the earlier it comes. A reserve for the
    // moves of a long ending is not touched.
    const std::int64_t reserve = std::min(left / 2, kReservedMoves * overhead_);
    planned = static_cast<double>(left - reserve) / 15 + 0.75 * increment;
    // With little time left no move may take so much that a hiccup of the machine loses on time.
    most = std::min(0.25 * static_cast<double>(left) + 0.8 * increment, 5 * planned);
  }
  most = std::clamp(most, 1.0, std::max(1.0, 0.8 * static_cast<double>(left)));
  const auto managed_hard = static_cast<std::int64_t>(most);
  hard_ = movetime_ ? std::min(*movetime_, managed_hard) : managed_hard;
  soft_ = std::min(planned, most);
}

void Clock::ponderhit(std::optional<std::int64_t> left) {
  if (!pondering_) return;  // a stray word must not give the clock a second start
  if (left && manages_) plan(*left);
  own_start_ = now();
  pondering_ = false;  // only now, so that nobody takes the time of pondering for ours
}

}  // namespace ajeeb::engine
