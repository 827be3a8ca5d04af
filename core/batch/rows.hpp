// What all kernels over arrays share: rows of packed positions, the moves that belong to them, and one fault a row.
//
// Every kernel takes spans that its caller owns, writes one RowFault for each row of its result and zeros into the rows
// that failed. Nothing is raised, printed or skipped here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "board/movegen.hpp"
#include "board/packed.hpp"

namespace ajeeb::batch {

enum class RowFault : std::uint8_t {
  kNone,
  // 1 to 10 are the PackFaults, by their values.
  kUnreadable = 32,   // a text that is no FEN
  kIllegalPosition,   // a position that status() objects to
  kInvalidMove,       // a text that is no move
  kIllegalMove,       // a move the position does not allow
  kAmbiguousMove,     // a SAN that fits several
  kNoMoveOfIndex,     // a policy index that stands for no legal move here
  kAfterIllegalMove,  // a row of a game behind one of its faults
};
// A word for programs ("opposite_check", "illegal_move"), and what it means for people. Empty for numbers without one.
std::string_view fault_name(RowFault fault);
std::string_view fault_meaning(RowFault fault);

constexpr RowFault row_fault(PackFault fault) { return static_cast<RowFault>(fault); }

using Records = std::span<const PackedPosition>;
using Faults = std::span<RowFault>;
using RawMoves = std::span<const std::uint16_t>;

// A record can name sixteen pieces a side, promoted or not: fifteen queens have more moves than any legal game reaches.
using RecordMoveList = MoveBuffer<512>;

inline RowFault unpack_row(const PackedPosition &record, Board &board) { return row_fault(unpack(record, board)); }

// Which flat items (moves, texts) belong to which row: items offsets[i] up to offsets[i + 1], or item i itself where
// there are no offsets. Offsets must ascend from 0 to the number of items.
struct Grouping {
  std::span<const std::int64_t> offsets;

  std::size_t begin(std::size_t row) const { return offsets.empty() ? row : static_cast<std::size_t>(offsets[row]); }
  std::size_t end(std::size_t row) const {
    return offsets.empty() ? row + 1 : static_cast<std::size_t>(offsets[row + 1]);
  }
};

// True for a move that may be made: a legal one, or the null move out of check.
inline bool is_playable(const Board &board, Move move) {
  return move.is_null() ? !is_check(board) : is_legal(board, move);
}

}  // namespace ajeeb::batch
