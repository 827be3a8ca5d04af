// Whether any slider attacks one square, told by arithmetic along the eight rays from it. More to compute than a
// look-up in the attack tables of attacks.hpp, but what it reads is 4 KB where those are almost 1 MB: the better way
// where a kernel's own rows want the cache.
#pragma once

#include <array>

#include "base/bitboard.hpp"
#include "base/byte_lanes.hpp"

namespace ajeeb {

namespace tables {

// The rays of a square that lead to higher squares, and those that lead to lower ones, from edge to edge without the
// square itself. Straight and diagonal ones take turns.
struct Rays {
  std::array<Bitboard, 4> up, down;
};

constexpr std::array<Rays, 64> make_rays() {
  constexpr std::array<int, 4> kFileSteps = {0, 1, 1, -1}, kRankSteps = {1, 1, 0, 1};  // of the rays that lead up
  const auto ray = [](Square from, int file_step, int rank_step) {
    Bitboard squares = 0;
    int file = file_of(from) + file_step, rank = rank_of(from) + rank_step;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step) {
      squares |= bit(make_square(file, rank));
    }
    return squares;
  };
  std::array<Rays, 64> table{};
  for (Square from = 0; from < 64; from++) {
    for (std::size_t i = 0; i < 4; i++) {
      table[from].up[i] = ray(from, kFileSteps[i], kRankSteps[i]);
      table[from].down[i] = ray(from, -kFileSteps[i], -kRankSteps[i]);
    }
  }
  return table;
}

inline constexpr std::array<Rays, 64> kRays = make_rays();

}  // namespace tables

// True if one of the sliders, all of them among the occupied squares, attacks `target`.
inline bool attacked_by_sliders(Square target, Bitboard straight_sliders, Bitboard diagonal_sliders,
                                Bitboard occupied) {
  using Lanes = ByteLanes<kVectorBytes>;
  constexpr std::size_t kRaysAtOnce = kVectorBytes / sizeof(Bitboard);
  static_assert(kRaysAtOnce % 2 == 0, "straight and diagonal rays take turns");
  typename Lanes::Words sliders, seen{};
  for (std::size_t i = 0; i < kRaysAtOnce; i++) sliders[i] = i % 2 ? diagonal_sliders : straight_sliders;
  const auto &[up, down] = tables::kRays[target];
  for (std::size_t first = 0; first < up.size(); first += kRaysAtOnce) {
    const auto up_rays = (typename Lanes::Words)Lanes::load(&up[first]);
    const auto down_rays = (typename Lanes::Words)Lanes::load(&down[first]);
    // The nearest piece on a ray that leads up is its lowest bit.
    const auto above = occupied & up_rays;
    seen |= above & -above & sliders;
    // On a ray that leads down it is the highest, which outweighs all others together: twice the sliders are more than
    // all pieces if and only if it is one of them. No such ray has bit 63, so that the difference has room for its
    // sign.
    seen |= ((occupied & down_rays) - ((sliders & down_rays) << 1)) >> 63;
  }
  return Lanes::any(seen);
}

}  // namespace ajeeb
