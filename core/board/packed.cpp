#include "board/packed.hpp"

#include "board/movegen.hpp"

namespace ajeeb {

namespace {

// At most one castling rook on either side of a king that shares its back rank.
bool castling_fits(const Board &board, Color color) {
  const Bitboard rooks = board.castling & board.by_color[color];
  if (!rooks) return true;
  const Square king = board.king(color);
  const Bitboard before_king = bit(king) - 1;
  return relative_rank(color, king) == 0 && !(rooks & ~relative_rank_mask(color, 0)) &&
         !more_than_one(rooks & before_king) && !more_than_one(rooks & ~before_king);
}

}  // namespace

bool packing::castling_fits(const Board &board) {
  return ajeeb::castling_fits(board, kWhite) && ajeeb::castling_fits(board, kBlack);
}

bool packing::ep_fits(const Board &board) {
  return relative_rank(board.side, board.ep) == 5 && !contains(board.occupied(), board.ep) &&
         contains(board.pieces(!board.side, kPawn), board.ep ^ 8);
}

PackFault pack(const Board &board, PackedPosition &out) {
  const Bitboard occupied = board.occupied();
  if (popcount(occupied) > packing::kMaxPieces) return PackFault::kTooManyPieces;
  if (board.halfmove_clock > 0xFF) return PackFault::kHalfmoveClock;
  if (board.fullmove_number > 0xFFFF) return PackFault::kFullmoveNumber;
  const auto &types = board.by_type;
  const packing::Planes planes = {types[kKnight] | (types[kRook] & ~board.castling) | types[kKing],
                                  types[kBishop] | types[kRook], types[kQueen] | types[kKing] | board.castling,
                                  board.by_color[kBlack]};
  const BitGather pieces(occupied);
  std::uint64_t low = 0, high = 0;
  for (std::size_t b = 0; b < planes.size(); b++) {
    const std::uint64_t dense = pieces.gather(planes[b]);
    low |= BitGather::scatter_nibbles(dense) << b;
    high |= BitGather::scatter_nibbles(dense >> 16) << b;
  }
  out.occupied = occupied;
  out.pieces = packing::bytes_of({low, high});
  out.side_and_ep = static_cast<std::uint8_t>(legal_ep(board) | (board.side == kBlack ? packing::kBlackMoves : 0));
  out.halfmove_clock = static_cast<std::uint8_t>(board.halfmove_clock);
  out.fullmove_number = static_cast<std::uint16_t>(board.fullmove_number);
  out.eval = 0;
  out.result = kResultUnknown;
  out.spare = 0;
  return PackFault::kNone;
}

}  // namespace ajeeb
