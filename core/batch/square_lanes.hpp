// Sets of squares as vectors with a lane for each square, for writing planes: bytes or floats, as many at a time as a
// register of the CPU level holds. What planes mean is planes.hpp's.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "base/bitboard.hpp"
#if defined(__SSSE3__)
#include <immintrin.h>
#endif

namespace ajeeb::batch {

template <class Value>
struct SquareLanes {
#if defined(__AVX2__)
  static constexpr std::size_t kBytes = 32;
#else
  static constexpr std::size_t kBytes = 16;
#endif
  static_assert(std::is_same_v<Value, std::uint8_t> || std::is_same_v<Value, float>);
  using Word = std::conditional_t<sizeof(Value) == 1, std::uint8_t, std::uint32_t>;
  typedef Word Vector __attribute__((vector_size(kBytes)));
  static constexpr std::size_t kSquares = kBytes / sizeof(Value);

  // All bits in the lanes of the set's squares, none in the others; from square `first` on.
  static Vector mask(Bitboard set, std::size_t first) {
    const Vector own_bits = load(kOwnBits);
    return (Vector)((rank_of_every_lane(set, first) & own_bits) == own_bits);
  }
  static Vector all(Value value) {
    Word word;
    std::memcpy(&word, &value, sizeof word);
    return Vector{} | word;
  }
  static void store(Vector lanes, Value *out) { std::memcpy(out, &lanes, sizeof lanes); }

 private:
  using Words = std::array<Word, kSquares>;
  static constexpr Words kOwnBits = [] {
    Words bits{};
    for (std::size_t i = 0; i < kSquares; i++) bits[i] = static_cast<Word>(1U << i % 8);
    return bits;
  }();
  static constexpr Words kRanks = [] {
    Words ranks{};
    for (std::size_t i = 0; i < kSquares; i++) ranks[i] = static_cast<Word>(i / 8);
    return ranks;
  }();
  static Vector load(const Words &words) {
    Vector lanes;
    std::memcpy(&lanes, words.data(), sizeof lanes);
    return lanes;
  }

  // The squares of a lane's rank in the lane, its own one at bit (lane % 8).
  static Vector rank_of_every_lane(Bitboard set, std::size_t first) {
    if constexpr (sizeof(Value) != 1) {
      return Vector{} | static_cast<Word>(set >> first);
    } else {
#if defined(__SSSE3__)
      const Vector rank = load(kRanks) + static_cast<Word>(first / 8);
#if defined(__AVX2__)
      return (Vector)_mm256_shuffle_epi8(_mm256_set1_epi64x(static_cast<long long>(set)), (__m256i)rank);
#else
      return (Vector)_mm_shuffle_epi8(_mm_set1_epi64x(static_cast<long long>(set)), (__m128i)rank);
#endif
#else
      Vector ranks;
      for (std::size_t i = 0; i < kSquares; i += 8) {
        const Bitboard copies = (set >> (first + i) & 0xFF) * 0x0101010101010101ULL;
        std::memcpy(reinterpret_cast<char *>(&ranks) + i, &copies, sizeof copies);
      }
      return ranks;
#endif
    }
  }
};

}  // namespace ajeeb::batch
