// A middlegame and an endgame score packed into one word, so that one addition serves both.
#pragma once

#include <cstdint>

namespace ajeeb {

class Score {
 public:
  constexpr Score() = default;
  constexpr Score(int mg, int eg) : packed_(static_cast<std::int32_t>(static_cast<std::uint32_t>(eg) << 16) + mg) {}

  constexpr int mg() const { return static_cast<std::int16_t>(static_cast<std::uint16_t>(packed_)); }
  // Rounded, because a negative mg has borrowed one from the half above it.
  constexpr int eg() const {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>((static_cast<std::uint32_t>(packed_) + 0x8000U) >> 16));
  }

  constexpr Score &operator+=(Score other) { return packed_ += other.packed_, *this; }
  constexpr Score &operator-=(Score other) { return packed_ -= other.packed_, *this; }
  friend constexpr Score operator+(Score a, Score b) { return a += b; }
  friend constexpr Score operator-(Score a, Score b) { return a -= b; }
  friend constexpr Score operator-(Score a) { return Score() - a; }
  friend constexpr Score operator*(Score a, int factor) { return from_packed(a.packed_ * factor); }
  friend constexpr bool operator==(Score, Score) = default;

 private:
  static constexpr Score from_packed(std::int32_t packed) {
    Score score;
    score.packed_ = packed;
    return score;
  }
  std::int32_t packed_ = 0;
};

}  // namespace ajeeb
