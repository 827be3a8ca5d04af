// Positions as stacks of 8x8 planes for neural networks: the plain 12, AlphaZero's 119 and lc0's 112. A plane is first
// a bitboard and the value its squares take; writing it out is the same for all encodings. [rank][file], a1 first.
#pragma once

#include <array>
#include <cstring>

#include "batch/rows.hpp"

namespace ajeeb::batch {

inline constexpr std::size_t kPlaneSquares = 64;
inline constexpr std::size_t kPiecePlanes = 12;
inline constexpr std::size_t kAlphaZeroPlanes = 119;
inline constexpr std::size_t kLc0Planes = 112;
inline constexpr std::size_t kHistory = 8;  // positions a network sees, the current one first

enum class PlaneEncoding : std::uint8_t { kAlphaZero, kLc0 };  // those with a history
constexpr std::size_t plane_count(PlaneEncoding encoding) {
  return encoding == PlaneEncoding::kAlphaZero ? kAlphaZeroPlanes : kLc0Planes;
}

// Whose eyes: white's always, or the mover's (own pieces first, ranks flipped for black).
enum class View : std::uint8_t { kWhite, kMover };

// What stands in the place of positions before the first one known. lc0's own choice, kUnlessStart, is its "fen_only".
enum class Fill : std::uint8_t { kZeros, kUnlessStart, kRepeat };

// One byte for each bit of a rank, the lowest first.
inline std::uint64_t spread_rank(std::uint64_t rank) {
  // Eight copies, one bit kept of each, moved to the top of its byte by a sum that can't carry over.
  const std::uint64_t own_bits = (rank * 0x0101010101010101ULL) & 0x8040201008040201ULL;
  return ((own_bits + 0x7F7F7F7F7F7F7F7FULL) & 0x8080808080808080ULL) >> 7;
}

inline void write_plane(Bitboard set, std::uint8_t value, std::uint8_t *out) {
#if defined(__AVX2__)
  const __m256i own_bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
  const __m256i byte_of_lane = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i values = _mm256_set1_epi8(static_cast<char>(value));
  for (int half = 0; half < 2; half++, out += 32) {
    const __m256i ranks = _mm256_set1_epi32(static_cast<int>(set >> 32 * half));
    const __m256i bits = _mm256_and_si256(_mm256_shuffle_epi8(ranks, byte_of_lane), own_bit);
    const __m256i bytes = _mm256_and_si256(_mm256_cmpeq_epi8(bits, own_bit), values);
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(out), bytes);
  }
#else
  for (int rank = 0; rank < 8; rank++, out += 8) {
    const std::uint64_t bytes = spread_rank(set >> 8 * rank & 0xFF) * value;
    std::memcpy(out, &bytes, 8);
  }
#endif
}
inline void write_plane(Bitboard set, float value, float *out) {
#if defined(__AVX2__)
  const __m256i own_bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m256 values = _mm256_set1_ps(value);
  for (int rank = 0; rank < 8; rank++, out += 8) {
    const __m256i bits = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(set >> 8 * rank)), own_bit);
    _mm256_storeu_ps(out, _mm256_and_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(bits, own_bit)), values));
  }
#else
  for (int rank = 0; rank < 8; rank++, out += 8) {
    const auto row = static_cast<std::uint32_t>(set >> 8 * rank & 0xFF);
    for (std::uint32_t file = 0; file < 8; file++) out[file] = row & 1U << file ? value : 0.0F;
  }
#endif
}

// The 12 planes of one board: P N B R Q K of white (of the mover), then of the other side. `out` has room for 12 x 64.
template <class Value>
void write_piece_planes(const Board &board, View view, Value *out) {
  const bool flip = view == View::kMover && board.side == kBlack;
  for (const Color color : {flip ? kBlack : kWhite, flip ? kWhite : kBlack}) {
    for (const Bitboard type : board.by_type) {
      const Bitboard set = type & board.by_color[color];
      write_plane(flip ? __builtin_bswap64(set) : set, Value{1}, out);
      out += kPlaneSquares;
    }
  }
}

// What a network with history sees of a game: up to eight positions, the current one first, and how often each had
// stood on the board before.
struct History {
  std::array<Board, kHistory> boards;
  std::array<std::uint8_t, kHistory> repetitions{};
  std::size_t length = 0;

  void clear() { length = 0; }
  void push_front(const Board &board, std::uint8_t repetition);
};

// Values over 255 (move numbers) are written as 255 where the type ends there.
void write_history_planes(const History &history, PlaneEncoding encoding, Fill fill, std::uint8_t *out);
void write_history_planes(const History &history, PlaneEncoding encoding, Fill fill, float *out);

// (N) records to (N, 12, 8, 8).
template <class Value>
void piece_planes(Records records, View view, Value *out, Faults faults, int threads);

// (N, depth) records, newest first, and as many repetition counts (or none: all zero) to (N, 119 or 112, 8, 8). A
// record without pieces ends its history. `depth` is 1 to 8.
template <class Value>
void history_planes(Records records, std::size_t depth, std::span<const std::uint8_t> repetitions,
                    PlaneEncoding encoding, Fill fill, Value *out, Faults faults, int threads);

}  // namespace ajeeb::batch
