// The generator's sink that lists moves. Included by movegen.cpp only.
//
// How many moves a piece has is what a processor can't foresee, and a loop over them costs more for its last turn,
// guessed wrong, than for the moves. So sets are written without a loop where that pays: the steps of pawns where most
// of them are, from a table by files; and where the CPU has PEXT and byte shuffles, those of a piece: all its moves on
// an empty board lie in a row, and those wanted are picked from it. Eight moves are written at a time, whatever is
// meant.
#pragma once

#include <tuple>

#include "board/movegen.hpp"
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ajeeb {

namespace tables {

using MoveRow = std::array<std::uint16_t, 8>;

// By a set of files: what those files add to the moves of pawns that arrive on them, the others left out. From a given
// distance a pawn's move grows by the same with every square that it arrives further on.
constexpr int kPawnMovePerSquare = Move(1, 1).raw;
constexpr std::array<MoveRow, 256> make_pawn_rows() {
  std::array<MoveRow, 256> rows{};
  for (Bitboard set = 0; set < 256; set++) {
    std::size_t i = 0;
    for (const Square file : squares(set)) rows[set][i++] = static_cast<std::uint16_t>(file * kPawnMovePerSquare);
  }
  return rows;
}
alignas(64) inline constexpr std::array<MoveRow, 256> kPawnRows = make_pawn_rows();

#if defined(__BMI2__)

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

#endif

}  // namespace tables

template <Color us>
struct ListSink {
  static constexpr bool kNeedsType = false;
  static constexpr int up = us == kWhite ? 8 : -8;
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
#else
  template <PieceType>
  void piece(Square from, Bitboard targets) {
    for (const Square to : squares(targets)) add(from, to);
  }
#endif
  // In ascending order, like all others.
  void pawns(Bitboard targets, int step) {
    if (step != up) return one_by_one(targets, step);  // captures: seldom more than one, and a loop's end is foreseen
    if (us == kWhite) on_rank(2, targets, step);       // where most steps arrive
    one_by_one(targets & ~relative_rank_mask(us, 2), step);
    if (us == kBlack) on_rank(2, targets, step);
  }
  void double_steps(Bitboard targets) { on_rank(3, targets, 2 * up); }
  void promotions(Bitboard targets, int step) {
    for (const Square to : squares(targets)) {
      for (const PieceType type : {kQueen, kRook, kBishop, kKnight}) add(to - step, to, type);
    }
  }
  void en_passant(Square from, Square to) { add(from, to); }
  void castling(Square king, Square rook) { add(king, rook); }

 private:
  static_assert(kMoveSlack >= std::tuple_size_v<tables::MoveRow>);

  static Move pawn_move(Square to, int step) {
    return Move(static_cast<std::uint16_t>(to * tables::kPawnMovePerSquare - step));
  }
  void one_by_one(Bitboard targets, int step) {
    for (const Square to : squares(targets)) *end++ = pawn_move(to, step);
  }
  // Those that arrive on a rank, all at once.
  void on_rank(int relative_rank, Bitboard targets, int step) {
    const Square first = make_square(0, us == kWhite ? relative_rank : 7 - relative_rank);
    const Bitboard files = targets >> first & 255;
    const Move to_first = pawn_move(first, step);
    for (std::size_t i = 0; i < 8; i++) {
      end[i] = Move(static_cast<std::uint16_t>(tables::kPawnRows[files][i] + to_first.raw));
    }
    end += popcount(files);
  }

#if defined(__BMI2__)
  // The moves to `targets` among those of a piece that goes to `lines` on an empty board.
  template <std::size_t rows>
  void pick(const std::array<tables::MoveRow, 2> &all, Bitboard targets, Bitboard lines) {
    const std::size_t places = _pext_u64(targets, lines);
    for (std::size_t row = 0; row < rows; row++) {
      const std::size_t set = places >> 8 * row & 255;
      const __m128i shuffle = _mm_load_si128(reinterpret_cast<const __m128i *>(&tables::kShuffles[set]));
      const __m128i moves = _mm_load_si128(reinterpret_cast<const __m128i *>(&all[row]));
      _mm_storeu_si128(reinterpret_cast<__m128i *>(end), _mm_shuffle_epi8(moves, shuffle));
      end += popcount(set);
    }
  }
#endif
};

}  // namespace ajeeb
