// Gathering the bits under a mask into a dense word and scattering them back: PEXT and PDEP where the CPU level has
// them, the same in shifts elsewhere. Both come as a mask prepared once for several words, the second also for the
// nibbles of a word.
#pragma once

#include <array>

#include "base/bitboard.hpp"
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ajeeb {

inline constexpr std::uint64_t kNibbleLow = 0x1111111111111111ULL;  // bit 0 of every nibble of a word

// Henry S. Warren, "Hacker's Delight", 2nd edition, 7-4 and 7-5: every bit moves by the count of gaps below it, in
// steps of 1, 2, 4 … 32. Most of the work is finding the bits that take each step, which depends on the mask alone.
class ShiftingGather {
 public:
  explicit ShiftingGather(std::uint64_t mask) : mask_(mask) {
    std::uint64_t gaps = ~mask << 1;  // those below a bit, one binary digit of their count at a time
    for (std::size_t i = 0; i < kSteps; i++) {
      std::uint64_t odd = gaps;  // bits with an odd number of gaps below them
      for (int shift = 1; shift < 64; shift *= 2) odd ^= odd << shift;
      moving_[i] = odd & mask;
      mask = (mask ^ moving_[i]) | moving_[i] >> (1 << i);
      gaps &= ~odd;
    }
  }

  // The bits of `word` under the mask, packed to the low end in ascending order.
  std::uint64_t gather(std::uint64_t word) const {
    word &= mask_;
    for (std::size_t i = 0; i < kSteps; i++) {
      const std::uint64_t moving = word & moving_[i];
      word = (word ^ moving) | moving >> (1 << i);
    }
    return word;
  }
  // The inverse: the low bits of `dense`, spread over the mask in ascending order.
  std::uint64_t scatter(std::uint64_t dense) const {
    for (std::size_t i = kSteps; i-- > 0;) dense = (dense & ~moving_[i]) | (dense << (1 << i) & moving_[i]);
    return dense & mask_;
  }

  // The same under kNibbleLow, whose gaps are known: 16 bits as the low bits of nibbles.
  static std::uint64_t scatter_nibbles(std::uint64_t dense) {
    dense = ((dense & 0xFFFF) | dense << 24) & 0x000000FF000000FFULL;
    dense = (dense | dense << 12) & 0x000F000F000F000FULL;
    dense = (dense | dense << 6) & 0x0303030303030303ULL;
    return (dense | dense << 3) & kNibbleLow;
  }

 private:
  static constexpr std::size_t kSteps = 6;
  std::uint64_t mask_;
  std::array<std::uint64_t, kSteps> moving_;
};

#if defined(__BMI2__)
class BitGather {
 public:
  explicit BitGather(std::uint64_t mask) : mask_(mask) {}
  std::uint64_t gather(std::uint64_t word) const { return _pext_u64(word, mask_); }
  std::uint64_t scatter(std::uint64_t dense) const { return _pdep_u64(dense, mask_); }
  static std::uint64_t scatter_nibbles(std::uint64_t dense) { return _pdep_u64(dense, kNibbleLow); }

 private:
  std::uint64_t mask_;
};
#else
using BitGather = ShiftingGather;
#endif

}  // namespace ajeeb
