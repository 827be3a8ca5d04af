// The 32-byte position that batches take, datasets store and NNUE trainers read (marlinformat). Packing works on whole
// boards at once: four bit planes say, square by square, the four bits of the nibbles.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "base/bit_gather.hpp"
#include "base/byte_lanes.hpp"
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

// What pack() and unpack() share, and the rare cases of a record's checks.
namespace packing {

constexpr int kMaxPieces = 32;
constexpr std::uint8_t kBlackMoves = 0x80;

using Planes = std::array<Bitboard, 4>;  // bit b of the code of what stands on a square
using TypeSets = std::array<Bitboard, kPieceTypes>;
using Nibbles = std::array<std::uint64_t, 2>;  // the first 16, the last 16, the first of them lowest

constexpr std::uint64_t little_endian(std::uint64_t word) {
  return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}
constexpr std::array<std::uint8_t, 16> bytes_of(Nibbles nibbles) {
  for (std::uint64_t &word : nibbles) word = little_endian(word);
  return std::bit_cast<std::array<std::uint8_t, 16>>(nibbles);
}

// What the nibbles say of every square, bit by bit.
inline Planes planes_of(const PackedPosition &record) {
  using Lanes = ByteLanes<kVectorBytes>;
  std::array<std::uint32_t, 4> dense{};  // the same of every piece
  for (std::size_t first = 0; first < kMaxPieces; first += kVectorBytes) {
    const Lanes::Bytes codes = Lanes::nibbles(record.pieces.data() + first / 2);
    for (std::size_t b = 0; b < dense.size(); b++) dense[b] |= Lanes::bits_of(codes, b) << first;
  }
  const BitGather pieces(record.occupied);
  Planes planes;
  for (std::size_t b = 0; b < planes.size(); b++) planes[b] = pieces.scatter(dense[b]);
  return planes;
}
// The low three bits of the codes as sets of pieces. None may have all three: it would be a rook and a king.
constexpr TypeSets types_of(Bitboard occupied, Bitboard b0, Bitboard b1, Bitboard b2) {
  return {occupied & ~(b0 | b1 | b2), b0 & ~(b1 | b2), b1 & ~(b0 | b2), b1 & (b0 | b2), b2 & ~(b0 | b1), b0 & b2};
}

// The castling rooks that are not as in standard chess: in a corner, the king of its color on the e-file beside it.
// Nearly always none, and told without a branch: whether a position has rights at all is anybody's guess.
constexpr Bitboard odd_castling(Bitboard castling, Bitboard kings, Bitboard black) {
  const Bitboard at_home = ~(black ^ kRank1 << 56);  // on the back ranks: what stands on its own one
  const Bitboard home_kings = kings & at_home & (bit(kE1) | bit(kE8));
  return castling & ~((home_kings >> 4 | home_kings << 3) & at_home);
}

bool castling_fits(const Board &board);
bool ep_fits(const Board &board);

inline bool has_one_king_a_side(const Board &board) {
  const auto one = [](Bitboard set) { return set != 0 && !more_than_one(set); };
  return one(board.pieces(kWhite, kKing)) && one(board.pieces(kBlack, kKing));
}

// `board.chess960` tells whether the castling rights need it.
inline PackFault find_fault(const Board &board) {
  if (!has_one_king_a_side(board)) return PackFault::kBadKings;
  if (popcount(board.by_color[kWhite]) > 16 || popcount(board.by_color[kBlack]) > 16)
    return PackFault::kTooManyOfAColor;
  if (board.by_type[kPawn] & kBackRanks) return PackFault::kBadSquare;
  if (board.ep != kNoSquare && !ep_fits(board)) return PackFault::kBadSquare;
  if (board.chess960 && !castling_fits(board)) return PackFault::kBadCastling;
  if (checkers(board, !board.side)) return PackFault::kOppositeCheck;
  return PackFault::kNone;
}

}  // namespace packing

// Unpacks and validates: a board that comes out is one the generator is sure of. `chess960` is set when the rights need
// it. Part of every kernel over arrays, where a call would cost as much as a quarter of the work.
[[gnu::always_inline]] inline PackFault unpack(const PackedPosition &record, Board &out) {
  const Bitboard occupied = record.occupied;
  if (popcount(occupied) > packing::kMaxPieces) return PackFault::kTooManyPieces;
  const auto [b0, b1, b2, black] = packing::planes_of(record);
  if (b0 & b1 & b2) return PackFault::kBadPiece;

  out.by_type = packing::types_of(occupied, b0, b1, b2);
  out.by_color = {occupied & ~black, black};
  out.castling = b2 & b1;
  out.side = record.side_and_ep & packing::kBlackMoves ? kBlack : kWhite;
  out.ep = static_cast<std::uint8_t>(record.side_and_ep & ~packing::kBlackMoves);
  if (out.ep > kNoSquare) return PackFault::kBadSquare;
  out.halfmove_clock = record.halfmove_clock;
  out.fullmove_number = record.fullmove_number;
  out.chess960 = packing::odd_castling(out.castling, out.by_type[kKing], black) != 0;
  return packing::find_fault(out);
}

}  // namespace ajeeb
