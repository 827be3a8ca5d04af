// Fills the attack tables once, before main. Slow loops are fine here; nothing else of the core walks rays.
#include "base/attacks.hpp"

#if !defined(__BMI2__)
#include "base/magics.inc"
#endif

namespace ajeeb::tables {

std::array<Slider, 64> bishops, rooks;
std::array<PerSquare, 64> between, line;

namespace {

struct Step {
  int file, rank;
};
using Directions = std::array<Step, 4>;
constexpr Directions kBishopSteps = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr Directions kRookSteps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

// Squares from `from` (exclusive) in one direction up to the first occupied one (inclusive).
Bitboard ray(Square from, Step step, Bitboard occupied) {
  Bitboard seen = 0;
  int file = file_of(from) + step.file, rank = rank_of(from) + step.rank;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += step.file, rank += step.rank) {
    seen |= bit(make_square(file, rank));
    if (seen & occupied) break;
  }
  return seen;
}

Bitboard rays(Square from, const Directions &directions, Bitboard occupied) {
  Bitboard attacks = 0;
  for (const Step step : directions) attacks |= ray(from, step, occupied);
  return attacks;
}

Bitboard relevant_occupancy(Square from, const Directions &directions) {
  const Bitboard far_ranks = kBackRanks & ~rank_mask(rank_of(from));
  const Bitboard far_files = (kFileA | kFileH) & ~file_mask(file_of(from));
  return rays(from, directions, 0) & ~(far_ranks | far_files);
}

std::array<Bitboard, 5248 + 102400> entries;  // the sums of 2^popcount(mask) over the bishops' and the rooks' squares

// Returns the first free entry behind this slider's own.
Bitboard *fill(Slider &slider, Square from, const Directions &directions, Bitboard *own) {
  Bitboard occupied = 0;
  do {  // every subset of the mask, by the carry-rippler
    own[slider.index(occupied)] = rays(from, directions, occupied);
    occupied = (occupied - slider.mask) & slider.mask;
  } while (occupied);
  return own + (std::size_t{1} << popcount(slider.mask));
}

void fill_sliders() {
  Bitboard *next = entries.data();
  for (Square from = 0; from < 64; from++) {
    for (const bool is_rook : {false, true}) {
      Slider &slider = (is_rook ? rooks : bishops)[from];
      const Directions &directions = is_rook ? kRookSteps : kBishopSteps;
      slider.mask = relevant_occupancy(from, directions);
      slider.entries = next;
#if !defined(__BMI2__)
      slider.magic = (is_rook ? kRookMagics : kBishopMagics)[from];
      slider.shift = 64 - popcount(slider.mask);
#endif
      next = fill(slider, from, directions, next);
    }
  }
}

void fill_lines() {
  for (Square a = 0; a < 64; a++) {
    for (const Directions &directions : {kBishopSteps, kRookSteps}) {
      for (const Step step : directions) {
        const Bitboard ahead = ray(a, step, 0), behind = ray(a, {-step.file, -step.rank}, 0);
        for (const Square b : squares(ahead)) {
          between[a][b] = ray(a, step, bit(b)) ^ bit(b);
          line[a][b] = ahead | behind | bit(a);
        }
      }
    }
  }
}

const bool filled = [] {
  fill_sliders();
  fill_lines();
  return true;
}();

}  // namespace
}  // namespace ajeeb::tables
