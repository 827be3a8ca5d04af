// Packing works on whole boards at once: four bit planes say, square by square, the four bits of the nibbles.
#include "board/packed.hpp"

#include <bit>
#include <cstring>

#include "base/bit_gather.hpp"
#include "board/movegen.hpp"

namespace ajeeb {

namespace {

constexpr int kMaxPieces = 32;
constexpr std::uint64_t kNibbleLow = 0x1111111111111111ULL;  // bit 0 of every nibble of a word
constexpr std::uint8_t kBlackMoves = 0x80;

using Planes = std::array<Bitboard, 4>;  // bit b of the code of what stands on a square

// The bytes of the nibbles as a word, the first lowest, and back. One memory access where the machine is little-endian.
constexpr std::uint64_t little_endian(std::uint64_t word) {
  return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}
void store(std::array<std::uint8_t, 16> &bytes, std::size_t at, std::uint64_t word) {
  word = little_endian(word);
  std::memcpy(bytes.data() + at, &word, sizeof word);
}
std::uint64_t load(const std::array<std::uint8_t, 16> &bytes, std::size_t at) {
  std::uint64_t word;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return little_endian(word);
}

bool has_one_king_a_side(const Board &board) {
  const auto one = [](Bitboard set) { return set != 0 && !more_than_one(set); };
  return one(board.pieces(kWhite, kKing)) && one(board.pieces(kBlack, kKing));
}

// At most one castling rook on either side of a king that shares its back rank.
bool castling_fits(const Board &board, Color color) {
  const Bitboard rooks = board.castling & board.by_color[color];
  if (!rooks) return true;
  const Square king = board.king(color);
  const Bitboard before_king = bit(king) - 1;
  return relative_rank(color, king) == 0 && !(rooks & ~relative_rank_mask(color, 0)) &&
         !more_than_one(rooks & before_king) && !more_than_one(rooks & ~before_king);
}

bool needs_chess960(const Board &board) {
  constexpr Bitboard kCorners = (kFileA | kFileH) & kBackRanks;
  if (board.castling & ~kCorners) return true;
  for (const Color color : {kWhite, kBlack}) {
    if ((board.castling & board.by_color[color]) && file_of(board.king(color)) != 4) return true;
  }
  return false;
}

bool ep_fits(const Board &board) {
  if (board.ep == kNoSquare) return true;
  return relative_rank(board.side, board.ep) == 5 && !contains(board.occupied(), board.ep) &&
         contains(board.pieces(!board.side, kPawn), board.ep ^ 8);
}

PackFault find_fault(const Board &board) {
  if (!has_one_king_a_side(board)) return PackFault::kBadKings;
  if (popcount(board.by_color[kWhite]) > 16 || popcount(board.by_color[kBlack]) > 16)
    return PackFault::kTooManyOfAColor;
  if ((board.by_type[kPawn] & kBackRanks) || !ep_fits(board)) return PackFault::kBadSquare;
  if (!castling_fits(board, kWhite) || !castling_fits(board, kBlack)) return PackFault::kBadCastling;
  if (checkers(board, !board.side)) return PackFault::kOppositeCheck;
  return PackFault::kNone;
}

}  // namespace

PackFault pack(const Board &board, PackedPosition &out) {
  const Bitboard occupied = board.occupied();
  if (popcount(occupied) > kMaxPieces) return PackFault::kTooManyPieces;
  if (board.halfmove_clock > 0xFF) return PackFault::kHalfmoveClock;
  if (board.fullmove_number > 0xFFFF) return PackFault::kFullmoveNumber;
  const auto &types = board.by_type;
  const Planes planes = {types[kKnight] | (types[kRook] & ~board.castling) | types[kKing],
                         types[kBishop] | types[kRook], types[kQueen] | types[kKing] | board.castling,
                         board.by_color[kBlack]};
  std::uint64_t low = 0, high = 0;  // the first 16 nibbles, the last 16
  for (std::size_t b = 0; b < planes.size(); b++) {
    const std::uint64_t dense = gather_bits(planes[b], occupied);
    low |= scatter_bits(dense & 0xFFFF, kNibbleLow << b);
    high |= scatter_bits(dense >> 16, kNibbleLow << b);
  }
  out.occupied = occupied;
  store(out.pieces, 0, low);
  store(out.pieces, 8, high);
  out.side_and_ep = static_cast<std::uint8_t>(legal_ep(board) | (board.side == kBlack ? kBlackMoves : 0));
  out.halfmove_clock = static_cast<std::uint8_t>(board.halfmove_clock);
  out.fullmove_number = static_cast<std::uint16_t>(board.fullmove_number);
  out.eval = 0;
  out.result = kResultUnknown;
  out.spare = 0;
  return PackFault::kNone;
}

PackFault unpack(const PackedPosition &record, Board &out) {
  const Bitboard occupied = record.occupied;
  if (popcount(occupied) > kMaxPieces) return PackFault::kTooManyPieces;
  const std::uint64_t low = load(record.pieces, 0), high = load(record.pieces, 8);
  Planes planes;
  for (std::size_t b = 0; b < planes.size(); b++) {
    const std::uint64_t dense = gather_bits(low, kNibbleLow << b) | gather_bits(high, kNibbleLow << b) << 16;
    planes[b] = scatter_bits(dense, occupied);
  }
  const auto [b0, b1, b2, black] = planes;
  if (b0 & b1 & b2) return PackFault::kBadPiece;

  out.by_color = {occupied & ~black, black};
  out.castling = b2 & b1;
  out.by_type[kPawn] = occupied & ~(b0 | b1 | b2);
  out.by_type[kKnight] = b0 & ~b1 & ~b2;
  out.by_type[kBishop] = b1 & ~b0 & ~b2;
  out.by_type[kRook] = b1 & (b0 | b2);
  out.by_type[kQueen] = b2 & ~b0 & ~b1;
  out.by_type[kKing] = b2 & b0;
  out.side = record.side_and_ep & kBlackMoves ? kBlack : kWhite;
  out.ep = static_cast<std::uint8_t>(record.side_and_ep & ~kBlackMoves);
  if (out.ep > kNoSquare) return PackFault::kBadSquare;
  out.halfmove_clock = record.halfmove_clock;
  out.fullmove_number = record.fullmove_number;
  const PackFault fault = find_fault(out);
  out.chess960 = fault == PackFault::kNone && needs_chess960(out);
  return fault;
}

}  // namespace ajeeb
