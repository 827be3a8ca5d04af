// The generator's sink that lists moves. Included by movegen.cpp only.
//
// How many moves a piece has is what a processor can't foresee, and a loop over them costs more for its last turn,
// guessed wrong, than for the moves. So where the CPU has PEXT and byte shuffles a set is written without a loop: all
// moves of a piece on an empty board lie in a row, and those wanted are picked from it.
#pragma once

#include "board/movegen.hpp"
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ajeeb {

#if defined(__BMI2__)

namespace tables {

using MoveRow = std::array<std::uint16_t, 8>;

// By square: the moves of a leaper or slider on an empty board, by target; a slider has two rows.
using MoveRows = std::array<std::array<MoveRow, 2>, 64>;
constexpr MoveRows make_move_rows(const PerSquare &lines) {
  MoveRows rows{};
  for (Square from = 0; from < 64; from++) {
    std::size_t i = 0;
    for (const Square to : squares(lines[from])) {
      rows[from][i / 8][i % 8] = Move(from, to).raw;
      i++;
    }
  }
  return rows;
}
alignas(64) inline constexpr MoveRows kKnightRows = make_move_rows(kKnight), kKingRows = make_move_rows(kKing);
alignas(64) inline constexpr MoveRows kBishopRows = make_move_rows(kBishopLines), kRookRows =
                                                                                      make_move_rows(kRookLines);

// By a set of a row's places: the shuffle that brings them to the front.
using Shuffles = std::array<std::array<std::uint8_t, 16>, 256>;
constexpr Shuffles make_shuffles() {
  Shuffles shuffles{};
  for (Bitboard set = 0; set < 256; set++) {
    std::size_t i = 0;
    for (const Square place : squares(set)) {
      shuffles[set][i++] = static_cast<std::uint8_t>(2 * place);
      shuffles[set][i++] = static_cast<std::uint8_t>(2 * place + 1);
    }
  }
  return shuffles;
}
alignas(64) inline constexpr Shuffles kShuffles = make_shuffles();

}  // namespace tables

#endif

struct ListSink {
  static constexpr bool kNeedsType = false;
  Move *end;

  void add(Square from, Square to, PieceType promotion = kPawn) { *end++ = Move(from, to, promotion); }

#if defined(__BMI2__)
  template <PieceType type>
  void piece(Square from, Bitboard targets) {
    if constexpr (type == kKnight) return pick<1>(tables::kKnightRows[from], targets, knight_attacks(from));
    if constexpr (type == kBishop) return pick<2>(tables::kBishopRows[from], targets, bishop_lines(from));
    if constexpr (type == kRook) return pick<2>(tables::kRookRows[from], targets, rook_lines(from));
    if constexpr (type == kKing) return pick<1>(tables::kKingRows[from], targets, king_attacks(from));
    for (const Square to : squares(targets)) add(from, to);  // a pinned queen
  }
  void pawns(Bitboard targets, int step) {
    const bool captures = step % 8 != 0;  // seldom more than one: a loop's end is foreseen
    if (captures || popcount(targets) > 8) return one_by_one(targets, step);
    const __m128i to = squares_of(targets);
    const __m128i from = _mm_sub_epi16(to, _mm_set1_epi16(static_cast<short>(step)));
    write(_mm_or_si128(_mm_slli_epi16(to, 6), from), popcount(targets));
  }
  void double_steps(Bitboard targets) { pawns(targets, targets & (kAllSquares >> 32) ? 16 : -16); }
#else
  template <PieceType>
  void piece(Square from, Bitboard targets) {
    for (const Square to : squares(targets)) add(from, to);
  }
  void pawns(Bitboard targets, int step) { one_by_one(targets, step); }
  void double_steps(Bitboard targets) { one_by_one(targets, targets & (kAllSquares >> 32) ? 16 : -16); }
#endif
  void promotions(Bitboard targets, int step) {
    for (const Square to : squares(targets)) {
      for (const PieceType type : {kQueen, kRook, kBishop, kKnight}) add(to - step, to, type);
    }
  }
  void en_passant(Square from, Square to) { add(from, to); }
  void castling(Square king, Square rook) { add(king, rook); }

 private:
  void one_by_one(Bitboard targets, int step) {
    for (const Square to : squares(targets)) add(to - step, to);
  }

#if defined(__BMI2__)
  // Eight moves are written, `count` are meant.
  static_assert(kMoveSlack >= 8);
  void write(__m128i moves, int count) {
    _mm_storeu_si128(reinterpret_cast<__m128i *>(end), moves);
    end += count;
  }

  // The moves to `targets` among those of a piece that goes to `lines` on an empty board.
  template <std::size_t rows>
  void pick(const std::array<tables::MoveRow, 2> &all, Bitboard targets, Bitboard lines) {
    const std::size_t places = _pext_u64(targets, lines);
    for (std::size_t row = 0; row < rows; row++) {
      const std::size_t set = places >> 8 * row & 255;
      const __m128i shuffle = _mm_load_si128(reinterpret_cast<const __m128i *>(&tables::kShuffles[set]));
      const __m128i moves = _mm_load_si128(reinterpret_cast<const __m128i *>(&all[row]));
      write(_mm_shuffle_epi8(moves, shuffle), popcount(set));
    }
  }

  // The first eight squares of a set, ascending: bit by bit of their numbers, each gathered for all of them at once.
  static __m128i squares_of(Bitboard set) {
    constexpr Bitboard kWithBit[] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                     0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
    const __m128i places = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
    __m128i numbers = _mm_setzero_si128();
    for (int i = 0; i < 6; i++) {
      const __m128i gathered = _mm_set1_epi16(static_cast<short>(_pext_u64(kWithBit[i], set)));
      const __m128i has_bit = _mm_cmpeq_epi16(_mm_and_si128(gathered, places), places);
      numbers = _mm_or_si128(numbers, _mm_and_si128(has_bit, _mm_set1_epi16(static_cast<short>(1 << i))));
    }
    return numbers;
  }
#endif
};

}  // namespace ajeeb
