// Gathering the bits of a mask into a dense word and scattering them back: PEXT and PDEP where the CPU level has them,
// a loop over the mask elsewhere.
#pragma once

#include "base/bitboard.hpp"
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ajeeb {

// The bits of `word` under `mask`, packed to the low end in ascending order.
inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(word, mask);
#else
  std::uint64_t dense = 0;
  for (int i = 0; mask; i++, mask &= mask - 1) dense |= (word >> lowest(mask) & 1) << i;
  return dense;
#endif
}

// The inverse: the low bits of `dense`, spread over the squares of `mask` in ascending order.
inline std::uint64_t scatter_bits(std::uint64_t dense, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pdep_u64(dense, mask);
#else
  std::uint64_t word = 0;
  for (; mask; dense >>= 1, mask &= mask - 1) word |= (mask & (~mask + 1)) * (dense & 1);
  return word;
#endif
}

}  // namespace ajeeb
