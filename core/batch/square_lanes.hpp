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

  // Something in the lanes of the set's squares, 0 in the others; from square `first` on.
  static Vector marks(Bitboard set, std::size_t first) { return rank_of_every_lane(set, first) & load(kOwnBits); }
  // A value for every lane, in the form that `keep` and `pick` take.
  static Vector all(Value value) {
    Word word;
    std::memcpy(&word, &value, sizeof word);
    return kBySign ? times_sign(Vector{} | word, load(kSigns)) : Vector{} | word;
  }
  // The lanes of `values` that have a mark, 0 in the others, in the same form.
  static Vector keep(Vector values, Vector marks) { return values & (Vector)(marks == load(kOwnBits)); }
  // The same, to be stored.
  static Vector pick(Vector values, Vector marks) { return kBySign ? times_sign(values, marks) : keep(values, marks); }
  static void store(Vector lanes, Value *out) { std::memcpy(out, &lanes, sizeof lanes); }

 private:
  using Words = std::array<Word, kSquares>;

  // For bytes there is an instruction that multiplies by the sign of another byte, -1, 0 or 1, which picks the lanes
  // with a mark in one step. The mark of the h-file is negative, so that the values of its lanes have to be, too.
#if defined(__SSSE3__)
  static constexpr bool kBySign = sizeof(Value) == 1;
#else
  static constexpr bool kBySign = false;
#endif
  static Vector times_sign(Vector values, Vector others) {
#if defined(__AVX2__)
    return (Vector)_mm256_sign_epi8((__m256i)values, (__m256i)others);
#elif defined(__SSSE3__)
    return (Vector)_mm_sign_epi8((__m128i)values, (__m128i)others);
#else
    return values * others;  // where this is not for use
#endif
  }
  static constexpr Words kSigns = [] {
    Words signs{};
    for (std::size_t i = 0; i < kSquares; i++) signs[i] = static_cast<Word>(i % 8 == 7 ? -1 : 1);
    return signs;
  }();
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
      Vector ranks{};
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
