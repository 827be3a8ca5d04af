// The static evaluation: one number for the search, or every term for people and for the tuner. The terms themselves
// are in evaluator.hpp.
#pragma once

#include <string>
#include <vector>

#include "engine/parameters.hpp"
#include "engine/pawns.hpp"
#include "engine/position.hpp"

namespace ajeeb::engine {

// Centipawns, from the side to move's view, without regard to checks.
int evaluate(const Position &position, PawnTable &pawns);

// How often each parameter counted, for each side.
struct Trace {
  std::array<std::array<std::int16_t, layout::kEnd>, 2> counts{};
  std::array<std::array<std::int16_t, danger::kEnd>, 2> danger{};  // of the color's own king
  int phase = 0;                                                   // 0..kMaxPhase
  int weight = 0;                                                  // of the middlegame half: the phase, or 0 (mix_of)
  int scale = 64;                                                  // of the endgame half, in 64ths
  bool known_ending = false;                                       // judged by endgames.hpp: the counts say nothing
  int value = 0;                                                   // white's view
};
Trace trace(const Position &position);

// One line of the evaluation's table: a group of terms.
struct TermLine {
  std::string name;
  std::array<Score, 2> by_color;
};
std::vector<TermLine> term_lines(const Trace &trace);

// The middlegame and endgame halves as one number, white's view, rounded towards zero. `weight` is the first half's.
constexpr int taper(Score score, int weight, int scale) {
  return (score.mg() * weight + score.eg() * (kMaxPhase - weight) * scale / 64) / kMaxPhase;
}

}  // namespace ajeeb::engine
