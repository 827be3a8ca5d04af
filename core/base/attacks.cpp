// Fills the attack tables once, before main. Slow loops are fine here; nothing else of the core walks rays.
#include "base/attacks.hpp"

#if !defined(__BMI2__)
#include "base/magics.inc"
#endif

namespace ajeeb::tables {

constinit Pieces pieces = {kKnight, kKing, kPawn, kRookLines, kBishopLines, {}, {}};
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

// Returns the first free entry behind those of this square.
Bitboard *fill(const Sliders &sliders, Square from, const Directions &directions, Bitboard *own) {
  const Bitboard mask = sliders.masks[from];
  Bitboard occupied = 0;
  do {  // every subset of the mask, by the carry-rippler
    own[sliders.index(from, occupied)] = rays(from, directions, occupied);
    occupied = (occupied - mask) & mask;
  } while (occupied);
  return own + (std::size_t{1} << popcount(mask));
}

void fill_sliders() {
  Bitboard *next = entries.data();
  for (Square from = 0; from < 64; from++) {
    for (const bool is_rook : {false, true}) {
      Sliders &sliders = is_rook ? pieces.rooks : pieces.bishops;
      const Directions &directions = is_rook ? kRookSteps : kBishopSteps;
      sliders.masks[from] = relevant_occupancy(from, directions);
      sliders.entries[from] = next;
#if !defined(__BMI2__)
      sliders.magics[from] = (is_rook ? kRookMagics : kBishopMagics)[from];
      sliders.shifts[from] = static_cast<std::uint8_t>(64 - popcount(sliders.masks[from]));
#endif
      next = fill(sliders, from, directions, next);
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
