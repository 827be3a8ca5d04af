// Moves as indices into a policy head, both ways, and the legal ones as masks.
//
// AlphaZero, 4,672 indices: 73 * from + plane. Planes 0..55 are steps like a queen's: seven for each direction,
// clockwise from north (7 * direction + distance - 1); 56..63 a knight's, clockwise from north-north-east; 64..72
// promotions to knight, bishop, rook (64 + 3 * piece + 0, 1, 2 for capturing west, pushing, capturing east). A
// promotion to a queen is the plain step. Castling is the king's two steps where he stands on the e-file and the rook
// in the corner, and the king taking his rook in the other positions of Chess960.
//
// lc0, 1,858 indices: every step of a queen or a knight on an empty board, by from and then to (1,792 of them); then
// the promotions to queen, rook and bishop by from, to and piece. A promotion to a knight is the plain step. Castling
// is the king taking his rook.
//
// Both see the board as the mover does: ranks flipped for black.
#pragma once

#include <array>

#include "batch/rows.hpp"

namespace ajeeb::batch {

enum class PolicyEncoding : std::uint8_t { kAlphaZero, kLc0 };

inline constexpr std::size_t kAlphaZeroMoves = 4672;
inline constexpr std::size_t kLc0Moves = 1858;
inline constexpr std::size_t kNoIndex = 0xFFFF;
constexpr std::size_t move_count(PolicyEncoding encoding) {
  return encoding == PolicyEncoding::kAlphaZero ? kAlphaZeroMoves : kLc0Moves;
}
// Bytes of a mask row, one bit a move.
constexpr std::size_t mask_bytes(PolicyEncoding encoding) { return (move_count(encoding) + 7) / 8; }

namespace policy {

// One encoding as tables: the index of a move as the mover sees it, and the move of an index.
struct Table {
  std::array<std::array<std::uint16_t, 64>, 64> plain;                        // [from][to], kNoIndex: no piece goes so
  std::array<std::array<std::array<std::uint16_t, 3>, 8>, kPieceTypes> last;  // [promotion][from file][to - from + 1]
  std::array<Move, kAlphaZeroMoves> move;  // with the promotion where the index says it; null: stands for none
};
extern const Table kAlphaZero, kLc0;
inline const Table &table(PolicyEncoding encoding) {
  return encoding == PolicyEncoding::kAlphaZero ? kAlphaZero : kLc0;
}

}  // namespace policy

// The index of a legal move.
template <PolicyEncoding encoding>
std::size_t move_index(const Board &board, Move move) {
  constexpr bool kTwoSteps = encoding == PolicyEncoding::kAlphaZero;
  const policy::Table &table = encoding == PolicyEncoding::kAlphaZero ? policy::kAlphaZero : policy::kLc0;
  const int flip = board.side == kBlack ? 56 : 0;
  const Square from = move.from() ^ flip;
  Square to = move.to() ^ flip;
  if (move.is_promotion()) [[unlikely]] {
    return table.last[move.promotion()][static_cast<std::size_t>(file_of(from))]
                     [static_cast<std::size_t>(file_of(to) - file_of(from) + 1)];
  }
  if (kTwoSteps && from == kE1 && (to == kA1 || to == kH1) && is_castling(board, move)) [[unlikely]] {
    to = to == kA1 ? kC1 : kG1;
  }
  return table.plain[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}
inline std::size_t move_index(const Board &board, Move move, PolicyEncoding encoding) {
  return encoding == PolicyEncoding::kAlphaZero ? move_index<PolicyEncoding::kAlphaZero>(board, move)
                                                : move_index<PolicyEncoding::kLc0>(board, move);
}
// The legal move that an index stands for here; null if there is none.
Move index_move(const Board &board, std::size_t index, PolicyEncoding encoding);

// Writes one byte a move (0 or 1), or one bit a move, the lowest bit of a byte first.
enum class MaskForm : std::uint8_t { kBytes, kBits };
void write_legal_mask(const Board &board, PolicyEncoding encoding, MaskForm form, std::uint8_t *out);

// Indices of moves, one a move; -1 where there is a fault.
void move_indices(Records records, RawMoves moves, Grouping grouping, PolicyEncoding encoding,
                  std::span<std::int64_t> out, Faults faults, int threads);
void index_moves(Records records, std::span<const std::int64_t> indices, Grouping grouping, PolicyEncoding encoding,
                 std::span<std::uint16_t> out, Faults faults, int threads);
// (N) records to (N, 4672 or 1858) bytes, or (N, 584 or 233) bytes of bits.
void legal_masks(Records records, PolicyEncoding encoding, MaskForm form, std::uint8_t *out, Faults faults,
                 int threads);

}  // namespace ajeeb::batch
