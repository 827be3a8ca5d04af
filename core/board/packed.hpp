// The 32-byte position that batches take, datasets store and NNUE trainers read (marlinformat).
#pragma once

#include <array>
#include <cstddef>

#include "board/board.hpp"

namespace ajeeb {

// Little-endian, whatever the machine. Nibble i of `pieces` (low half of a byte first) tells what stands on the i-th
// occupied square, ascending: type 0..5 = P N B R Q K, 6 = a rook that may still castle, +8 = black.
struct PackedPosition {
  std::uint64_t occupied;
  std::array<std::uint8_t, 16> pieces;
  std::uint8_t side_and_ep;  // ep square if a capture there is legal, else 64; bit 7 set when black moves
  std::uint8_t halfmove_clock;
  std::uint16_t fullmove_number;
  std::int16_t eval;    // centipawns, white's view
  std::uint8_t result;  // 0 black won, 1 draw, 2 white won, 3 unknown
  std::uint8_t spare;

  friend bool operator==(const PackedPosition &, const PackedPosition &) = default;
};
static_assert(sizeof(PackedPosition) == 32);

inline constexpr std::uint8_t kResultUnknown = 3;

// Why a board can't be packed, or a record can't be unpacked.
enum class PackFault : std::uint8_t {
  kNone,
  kTooManyPieces,    // more than 32
  kHalfmoveClock,    // over 255
  kFullmoveNumber,   // over 65535
  kBadPiece,         // a nibble that stands for no piece
  kBadKings,         // not exactly one king a side
  kBadSquare,        // an ep square that can't be, or pawns on a back rank
  kBadCastling,      // a castling rook off the back rank, or with no king to castle
  kOppositeCheck,    // the side that just moved is in check
  kTooManyOfAColor,  // more than 16 pieces
};

// Packs a board. Eval and result are for the caller to fill in (0 and unknown until then).
PackFault pack(const Board &board, PackedPosition &out);

// Unpacks and validates: a board that comes out is one the generator is sure of. `chess960` is set when the rights need
// it.
PackFault unpack(const PackedPosition &record, Board &out);

}  // namespace ajeeb
