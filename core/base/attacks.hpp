// Attack sets of every piece on an otherwise given board, and the lines between squares. Sliders are one table load:
// indexed with PEXT where the CPU level has it, with magic multiplication elsewhere.
#pragma once

#include <array>
#include <cstddef>

#include "base/bitboard.hpp"
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ajeeb {

namespace tables {

using PerSquare = std::array<Bitboard, 64>;
using Steps = std::array<int, 8>;

constexpr PerSquare make_steps(Steps file_steps, Steps rank_steps) {
  PerSquare table{};
  for (Square from = 0; from < 64; from++) {
    for (std::size_t i = 0; i < 8; i++) {
      const int file = file_of(from) + file_steps[i], rank = rank_of(from) + rank_steps[i];
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) table[from] |= bit(make_square(file, rank));
    }
  }
  return table;
}

inline constexpr PerSquare kKnight = make_steps({1, 2, 2, 1, -1, -2, -2, -1}, {2, 1, -1, -2, -2, -1, 1, 2});
inline constexpr PerSquare kKing = make_steps({0, 1, 1, 1, 0, -1, -1, -1}, {1, 1, 0, -1, -1, -1, 0, 1});

constexpr std::array<PerSquare, 2> make_pawn_attacks() {
  std::array<PerSquare, 2> table{};
  for (Square from = 0; from < 64; from++) {
    table[kWhite][from] = pawn_attacks<kWhite>(bit(from));
    table[kBlack][from] = pawn_attacks<kBlack>(bit(from));
  }
  return table;
}

inline constexpr std::array<PerSquare, 2> kPawn = make_pawn_attacks();

constexpr PerSquare make_rook_lines() {
  PerSquare table{};
  for (Square from = 0; from < 64; from++) {
    table[from] = (file_mask(file_of(from)) | rank_mask(rank_of(from))) ^ bit(from);
  }
  return table;
}

constexpr PerSquare make_bishop_lines() {
  PerSquare table{};
  for (Square from = 0; from < 64; from++) {
    for (Square to = 0; to < 64; to++) {
      const int files = file_of(from) - file_of(to), ranks = rank_of(from) - rank_of(to);
      if (from != to && (files == ranks || files == -ranks)) table[from] |= bit(to);
    }
  }
  return table;
}

inline constexpr PerSquare kRookLines = make_rook_lines(), kBishopLines = make_bishop_lines();

// How sliders of one kind find their attacks, by square, in a table of entries that all share.
struct Sliders {
  PerSquare masks;  // the squares whose occupation matters: the rays without their last squares
  std::array<const Bitboard *, 64> entries;
#if !defined(__BMI2__)
  PerSquare magics;
  std::array<std::uint8_t, 64> shifts;
#endif

  std::size_t index(Square from, Bitboard occupied) const {
#if defined(__BMI2__)
    return _pext_u64(occupied, masks[from]);
#else
    return (occupied & masks[from]) * magics[from] >> shifts[from];
#endif
  }
  Bitboard attacks(Square from, Bitboard occupied) const { return entries[from][index(from, occupied)]; }
};

// What is looked up by a piece's square, in one object, so that one register is base enough for all of it.
struct Pieces {
  PerSquare knight, king;
  std::array<PerSquare, 2> pawn;
  PerSquare rook_lines, bishop_lines;  // what a rook and a bishop attack on an empty board
  Sliders bishops, rooks;
};

// The sliders' part, and these, are filled before main by attacks.cpp.
extern Pieces pieces;
extern std::array<PerSquare, 64> between, line;

}  // namespace tables

inline Bitboard knight_attacks(Square from) { return tables::pieces.knight[from]; }
inline Bitboard king_attacks(Square from) { return tables::pieces.king[from]; }
inline Bitboard pawn_attacks_from(Color color, Square from) { return tables::pieces.pawn[color][from]; }
// All that a set of kings attacks; a lawful set has one.
inline Bitboard kings_attacks(Bitboard kings) {
  Bitboard attacks = 0;
  for (const Square king : squares(kings)) attacks |= king_attacks(king);
  return attacks;
}
// What a slider attacks on an empty board.
inline Bitboard bishop_lines(Square from) { return tables::pieces.bishop_lines[from]; }
inline Bitboard rook_lines(Square from) { return tables::pieces.rook_lines[from]; }
inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
  return tables::pieces.bishops.attacks(from, occupied);
}
inline Bitboard rook_attacks(Square from, Bitboard occupied) { return tables::pieces.rooks.attacks(from, occupied); }
inline Bitboard queen_attacks(Square from, Bitboard occupied) {
  return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
}

template <PieceType type>
Bitboard attacks_of(Square from, Bitboard occupied) {
  static_assert(type != kPawn && type != kNoPieceType, "a pawn's attacks depend on its color");
  if constexpr (type == kKnight) return knight_attacks(from);
  if constexpr (type == kBishop) return bishop_attacks(from, occupied);
  if constexpr (type == kRook) return rook_attacks(from, occupied);
  if constexpr (type == kQueen) return queen_attacks(from, occupied);
  if constexpr (type == kKing) return king_attacks(from);
}

// The same with the type known at run time only; empty for a pawn.
inline Bitboard attacks_of(PieceType type, Square from, Bitboard occupied) {
  switch (type) {
    case kKnight:
      return knight_attacks(from);
    case kBishop:
      return bishop_attacks(from, occupied);
    case kRook:
      return rook_attacks(from, occupied);
    case kQueen:
      return queen_attacks(from, occupied);
    case kKing:
      return king_attacks(from);
    default:
      return 0;
  }
}

// The squares strictly between two squares of one rank, file or diagonal; empty otherwise.
inline Bitboard between(Square a, Square b) { return tables::between[a][b]; }
// The whole rank, file or diagonal through two squares, from edge to edge; empty where there is none.
inline Bitboard line(Square a, Square b) { return tables::line[a][b]; }

}  // namespace ajeeb
