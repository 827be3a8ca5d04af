// The 6x6 board as the contract packs it, and the unpacked form that its searches work on. No rules live here: those
// are in contract.hpp and sane.hpp. Imports nothing else of the core.
//
// 64 nibbles, index = 8 * row + column, seen from the mover: index 0 is the bottom right of the picture, 63 the top
// left. The playable interior is rows 1..6 by columns 1..6; nibble 0 holds the side to move (1 white, 0 black).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ajeeb::six {

inline constexpr int kSquares = 64;
inline constexpr int kSide = 6;
inline constexpr std::uint64_t kInterior = 0x007E7E7E7E7E7E00;

enum Piece : std::uint8_t { kEmpty, kPawn, kBishop, kRook, kKnight, kQueen, kKing, kUnknown, kWhite = 8 };

constexpr int piece_type(int piece) { return piece & 7; }
constexpr bool is_white(int piece) { return (piece & kWhite) != 0; }
constexpr std::uint64_t bit(int square) { return std::uint64_t{1} << square; }
constexpr bool is_interior(int square) { return square >= 0 && square < kSquares && ((kInterior >> square) & 1) != 0; }

// The square's number in the 6x6 board, 0 at the bottom right. Outside the interior it leaves 0..35, or aliases.
constexpr int compact_index(int square) { return kSide * (square >> 3) + (square & 7) - 7; }

// The 64 bits in the opposite order: square i becomes square 63 - i.
constexpr std::uint64_t reversed(std::uint64_t bits) {
  bits = ((bits >> 1) & 0x5555555555555555) | ((bits & 0x5555555555555555) << 1);
  bits = ((bits >> 2) & 0x3333333333333333) | ((bits & 0x3333333333333333) << 2);
  bits = ((bits >> 4) & 0x0F0F0F0F0F0F0F0F) | ((bits & 0x0F0F0F0F0F0F0F0F) << 4);
  return __builtin_bswap64(bits);
}

// `from << 6 | to`. The contract takes any uint256 as a move; one wider than 12 bits has no square to come from, which
// a `from` of 64 or more stands for.
using Move = std::uint16_t;
inline constexpr Move kNoSquare = 64;
constexpr Move make_move(int from, int to) { return static_cast<Move>(from << 6 | to); }
constexpr int from_square(Move move) { return move >> 6; }
constexpr int to_square(Move move) { return move & 63; }

// The uint256, low word first: nibble i is in words[i / 16].
struct Board {
  std::array<std::uint64_t, 4> words{};

  constexpr int at(int square) const { return static_cast<int>(words[square >> 4] >> (4 * (square & 15))) & 15; }
  constexpr void put(int square, int piece) {
    const int shift = 4 * (square & 15);
    std::uint64_t &word = words[square >> 4];
    word = (word & ~(std::uint64_t{15} << shift)) | (static_cast<std::uint64_t>(piece) << shift);
  }
  constexpr bool white_to_move() const { return (words[0] & 1) != 0; }
  friend constexpr bool operator==(const Board &, const Board &) = default;
};

// All 64 nibbles in the opposite order: the other side's view. The turn bit travels with them.
Board rotate(const Board &board);

// One byte a square, and the occupied squares of either colour, rim included.
struct alignas(64) Mailbox {
  std::array<std::uint8_t, kSquares> square;
  std::uint64_t white = 0;
  std::uint64_t black = 0;

  explicit Mailbox(const Board &board);
  Board pack() const;

  bool white_to_move() const { return (square[0] & 1) != 0; }
  std::uint64_t own() const { return white_to_move() ? white : black; }
  std::uint64_t enemy() const { return white_to_move() ? black : white; }

  // Clears both squares and writes the piece at `to`. A `from` off the board only clears `to`.
  void shift_piece(int from, int to) {
    const std::uint8_t piece = from < kSquares ? square[from] : std::uint8_t{kEmpty};
    const std::uint64_t kept = ~((from < kSquares ? bit(from) : 0) | bit(to));
    if (from < kSquares) square[from] = kEmpty;
    square[to] = piece;
    white = (white & kept) | (is_white(piece) ? bit(to) : 0);
    black = (black & kept) | (piece != kEmpty && !is_white(piece) ? bit(to) : 0);
  }

  // Into the other side's view.
  void rotate() {
    std::array<std::uint8_t, kSquares> turned;
    for (int i = 0; i < kSquares; i++) turned[i] = square[kSquares - 1 - i];
    square = turned;
    white = reversed(white);
    black = reversed(black);
  }
};

}  // namespace ajeeb::six
