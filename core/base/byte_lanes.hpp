// Bytes by the vector, as many as a register holds, and those operations on them that C++ has no operator for: one
// instruction each on x86-64, plain loops elsewhere.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__SSSE3__)
#include <immintrin.h>
#endif

namespace ajeeb {

#if defined(__AVX2__)
inline constexpr std::size_t kVectorBytes = 32;
#else
inline constexpr std::size_t kVectorBytes = 16;
#endif

// 16 or kVectorBytes bytes, also seen as words of eight of them, the first lowest on a little-endian machine. Comparing
// Bytes gives a mask: 0xFF where it holds, 0 elsewhere.
template <std::size_t kSize>
struct ByteLanes {
  typedef std::uint8_t Bytes __attribute__((vector_size(kSize)));
  typedef std::uint16_t Pairs __attribute__((vector_size(kSize)));
  typedef std::uint64_t Words __attribute__((vector_size(kSize)));

  static Bytes load(const void *bytes) {
    Bytes lanes;
    std::memcpy(&lanes, bytes, sizeof lanes);
    return lanes;
  }

  // A bit for each byte of a mask, the first lowest.
  static std::uint32_t bits_of(Bytes mask) {
#if defined(__SSSE3__)
#if defined(__AVX2__)
    if constexpr (kSize == 32) return static_cast<std::uint32_t>(_mm256_movemask_epi8((__m256i)mask));
#endif
    if constexpr (kSize == 16) return static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)mask));
#else
    std::array<std::uint8_t, kSize> bytes;
    std::memcpy(bytes.data(), &mask, sizeof mask);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kSize; i++) bits |= (bytes[i] & 1U) << i;
    return bits;
#endif
  }

  // Bit `n` of every byte, the first lowest.
  static std::uint32_t bits_of(Bytes bytes, std::size_t n) {
#if defined(__SSSE3__)
    return bits_of(
        (Bytes)((Words)bytes << (7 - n)));  // the instruction takes bit 7, whatever a word's shift puts below
#else
    return bits_of(bytes >> static_cast<std::uint8_t>(n));
#endif
  }

  // True if any bit is set.
  static bool any(Words words) {
#if defined(__SSE4_1__)
#if defined(__AVX2__)
    if constexpr (kSize == 32) return !_mm256_testz_si256((__m256i)words, (__m256i)words);
#endif
    if constexpr (kSize == 16) return !_mm_testz_si128((__m128i)words, (__m128i)words);
#else
    return std::bit_cast<std::array<std::uint64_t, kSize / 8> >(words) != std::array<std::uint64_t, kSize / 8>{};
#endif
  }

  // The nibbles of half as many bytes, the low half of a byte first. What the upper halves of the results hold is open.
  static Bytes nibbles(const std::uint8_t *bytes) {
#if defined(__SSE4_1__)
    Pairs pairs;
#if defined(__AVX2__)
    if constexpr (kSize == 32) pairs = (Pairs)_mm256_cvtepu8_epi16((__m128i)ByteLanes<16>::load(bytes));
#endif
    if constexpr (kSize == 16) pairs = (Pairs)_mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)bytes));
    return (Bytes)(pairs | pairs << 4);
#else
    std::array<std::uint8_t, kSize> halves;
    for (std::size_t i = 0; i < kSize; i++) halves[i] = static_cast<std::uint8_t>(bytes[i / 2] >> i % 2 * 4);
    return load(halves.data());
#endif
  }

  // The sum of each word's bytes.
  static Words sums(Bytes lanes) {
#if defined(__SSSE3__)
#if defined(__AVX2__)
    if constexpr (kSize == 32) return (Words)_mm256_sad_epu8((__m256i)lanes, __m256i{});
#endif
    if constexpr (kSize == 16) return (Words)_mm_sad_epu8((__m128i)lanes, __m128i{});
#else
    Words words = (Words)lanes, totals{};
    for (int shift = 0; shift < 64; shift += 8) totals += words >> shift & 0xFF;
    return totals;
#endif
  }

  // 1 << n in every byte, for n up to 7. Whatever other n give, it does no harm.
  static Bytes powers(Bytes n) {
#if defined(__SSSE3__)
    constexpr std::array<std::uint8_t, 32> kPowers = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0,
                                                      1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0};
#if defined(__AVX2__)
    if constexpr (kSize == 32) return (Bytes)_mm256_shuffle_epi8((__m256i)load(kPowers.data()), (__m256i)n);
#endif
    if constexpr (kSize == 16) return (Bytes)_mm_shuffle_epi8((__m128i)load(kPowers.data()), (__m128i)n);
#else
    return (Bytes{} + 1) << (n & 7);
#endif
  }
};

}  // namespace ajeeb
