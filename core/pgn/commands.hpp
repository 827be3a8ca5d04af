// Commands in comments: `[%clk 0:09:58.3]` and `[%eval -0.31]`. All others are left to who wants them.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace ajeeb::pgn {

inline constexpr std::int32_t kNoClock = -1;
inline constexpr std::int16_t kNoScore = std::numeric_limits<std::int16_t>::min();
inline constexpr std::int16_t kMaxCentipawns = 32000;

// What the comments behind one move say.
struct Annotation {
  std::int32_t clock = kNoClock;  // milliseconds left to who moved
  std::int16_t eval = kNoScore;   // centipawns, white's view, of the position after the move; within +-kMaxCentipawns
  std::int16_t mate = kNoScore;   // moves to mate, negative when black mates; never together with an eval
};

// Adds what this comment's text says; the first clock and the first score stay.
void read_commands(std::string_view comment, Annotation &annotation);

}  // namespace ajeeb::pgn
