// The words of chess: colors, piece types, squares and moves. No rules and no boards here.
#pragma once

#include <cstdint>

namespace ajeeb {

using Bitboard = std::uint64_t;  // bit s is square s, a1 = 0, h8 = 63

enum Color : std::uint8_t { kWhite, kBlack };
constexpr Color operator!(Color color) { return static_cast<Color>(color ^ 1); }

// The order of the packed position's nibbles, and of the promotion codes of a move (knight 1 … queen 4).
enum PieceType : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing, kNoPieceType };
inline constexpr int kPieceTypes = 6;

using Square = int;  // 0..63, or kNoSquare
inline constexpr Square kNoSquare = 64;

// clang-format off
enum NamedSquare : int {
  kA1, kB1, kC1, kD1, kE1, kF1, kG1, kH1, kA2, kB2, kC2, kD2, kE2, kF2, kG2, kH2,
  kA3, kB3, kC3, kD3, kE3, kF3, kG3, kH3, kA4, kB4, kC4, kD4, kE4, kF4, kG4, kH4,
  kA5, kB5, kC5, kD5, kE5, kF5, kG5, kH5, kA6, kB6, kC6, kD6, kE6, kF6, kG6, kH6,
  kA7, kB7, kC7, kD7, kE7, kF7, kG7, kH7, kA8, kB8, kC8, kD8, kE8, kF8, kG8, kH8,
};
// clang-format on

constexpr int file_of(Square square) { return square & 7; }
constexpr int rank_of(Square square) { return square >> 3; }
constexpr Square make_square(int file, int rank) { return rank * 8 + file; }
constexpr Square flip_rank(Square square) { return square ^ 56; }
// The square's rank as `color` sees it: 0 is the own back rank.
constexpr int relative_rank(Color color, Square square) { return rank_of(square) ^ (color == kWhite ? 0 : 7); }
constexpr Square forward(Color color, Square square) { return square + (color == kWhite ? 8 : -8); }

// A move in 16 bits: from, to << 6, promotion << 12 (a PieceType; 0 for none). Castling is the king taking his own
// rook; en passant is a pawn's diagonal step onto an empty square. All zero is the null move.
struct Move {
  std::uint16_t raw;

  Move() = default;  // uninitialised, so that a list of moves costs nothing to make; Move{} is the null move
  constexpr explicit Move(std::uint16_t bits) : raw(bits) {}
  constexpr Move(Square from_square, Square to_square, PieceType promotion_type = kPawn)
      : raw(static_cast<std::uint16_t>(from_square | to_square << 6 | promotion_type << 12)) {}

  constexpr Square from() const { return raw & 63; }
  constexpr Square to() const { return raw >> 6 & 63; }
  constexpr bool is_promotion() const { return raw >> 12 != 0; }
  constexpr PieceType promotion() const { return static_cast<PieceType>(raw >> 12); }  // kPawn when there is none
  constexpr bool is_null() const { return raw == 0; }
  friend constexpr bool operator==(Move, Move) = default;
};
inline constexpr Move kNullMove{};

}  // namespace ajeeb
