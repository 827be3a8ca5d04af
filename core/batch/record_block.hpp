// Records unpacked by the block, for a kernel that would spend most of its time in unpack(): whatever takes the same
// few operations for every record is done for several at once, and each step is short, so that the processor can work
// on many rows together. What stands here is a sieve: a row that passes is a position; one that does not is for
// unpack() to judge.
#pragma once

#include "base/rays.hpp"
#include "batch/rows.hpp"

namespace ajeeb::batch {

class RecordBlock {
 public:
  static constexpr std::size_t kRows = 32;

  // Up to kRows records.
  void unpack(Records records) {
    for (std::size_t row = 0; row < records.size(); row++) read(records[row], row);
    for (std::size_t row = 0; row < kRows; row++) derive(row);
    for (std::size_t row = 0; row < records.size(); row++) doubts_[row] |= surplus(row) | checkers(row);
  }

  // False for every record that is no position, and for the few positions with an ep square or the castling of
  // Chess960.
  bool is_plain_position(std::size_t row) const { return doubts_[row] == 0; }

  // Of such rows.
  packing::TypeSets types(std::size_t row) const {
    packing::TypeSets types;
    for (std::size_t type = 0; type < types.size(); type++) types[type] = types_[type][row];
    return types;
  }
  Bitboard pieces(std::size_t row, Color color) const { return color == kWhite ? white_[row] : planes_[3][row]; }
  Color side(std::size_t row) const { return static_cast<Color>(states_[row] / packing::kBlackMoves); }

 private:
  using Sets = std::array<Bitboard, kRows>;

  void read(const PackedPosition &record, std::size_t row) {
    const packing::Planes planes = packing::planes_of(record);
    for (std::size_t b = 0; b < planes.size(); b++) planes_[b][row] = planes[b];
    occupied_[row] = record.occupied;
    states_[row] = record.side_and_ep;
  }

  // All that needs no look-up: the compiler's to do for a vector of rows. The code that no piece has makes a king that
  // is a castling rook as well: an odd one, or a second king.
  void derive(std::size_t row) {
    const Bitboard b0 = planes_[0][row], b1 = planes_[1][row], b2 = planes_[2][row], black = planes_[3][row];
    const Bitboard occupied = occupied_[row], state = states_[row];
    const packing::TypeSets types = packing::types_of(occupied, b0, b1, b2);
    for (std::size_t type = 0; type < types.size(); type++) types_[type][row] = types[type];
    const auto [pawns, knights, bishops, rooks, queens, kings] = types;
    const Bitboard white = occupied ^ black, if_black_moves = -(state / packing::kBlackMoves);
    const Bitboard movers = white ^ (occupied & if_black_moves), waiting_kings = kings & ~movers;
    const Bitboard pawn_checks = (pawn_attacks<kWhite>(waiting_kings) & if_black_moves) |
                                 (pawn_attacks<kBlack>(waiting_kings) & ~if_black_moves);
    white_[row] = white;
    targets_[row] = waiting_kings | bit(63);  // a square even where there is no king
    knights_[row] = knights & movers;
    kings_[row] = kings & movers;
    straight_sliders_[row] = (rooks | queens) & movers;
    diagonal_sliders_[row] = (bishops | queens) & movers;
    doubts_[row] = (pawns & kBackRanks) | packing::odd_castling(b1 & b2, kings, black) | not_single(waiting_kings) |
                   not_single(kings & movers) | (pawns & movers & pawn_checks) |
                   (state % packing::kBlackMoves ^ Bitboard{kNoSquare});
  }
  // 0 for a set of one square: none to drop, and not all bits below the lowest, as the empty set has.
  static Bitboard not_single(Bitboard set) { return (set & (set - 1)) | (~set & (set - 1)) >> 63; }

  // 0 for up to 16 pieces of either color.
  Bitboard surplus(std::size_t row) const {
    const int white = popcount(white_[row]), black = popcount(planes_[3][row]);
    return static_cast<Bitboard>((white + 15) | (black + 15)) & ~Bitboard{31};
  }

  // 0 if no piece of the side to move but its pawns attacks the king it faces: the rest of checkers() in board.hpp,
  // without the big tables.
  Bitboard checkers(std::size_t row) const {
    const Square king = lowest(targets_[row]);
    const bool far = attacked_by_sliders(king, straight_sliders_[row], diagonal_sliders_[row], occupied_[row]);
    return (knight_attacks(king) & knights_[row]) | (king_attacks(king) & kings_[row]) | Bitboard{far};
  }

  std::array<Sets, 4> planes_{};
  Sets occupied_{}, states_{};  // as the records have them: the squares, the byte of side and ep square
  std::array<Sets, kPieceTypes> types_;
  Sets white_, targets_, knights_, kings_, straight_sliders_, diagonal_sliders_, doubts_;
};

}  // namespace ajeeb::batch
