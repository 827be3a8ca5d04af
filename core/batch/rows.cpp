#include "batch/rows.hpp"

#include <array>

namespace ajeeb::batch {

namespace {

struct Words {
  RowFault fault;
  std::string_view name, meaning;
};
constexpr std::array<Words, 17> kWords = {{
    {row_fault(PackFault::kTooManyPieces), "too_many_pieces", "more than 32 pieces"},
    {row_fault(PackFault::kHalfmoveClock), "halfmove_clock", "a halfmove clock over 255"},
    {row_fault(PackFault::kFullmoveNumber), "fullmove_number", "a fullmove number over 65535"},
    {row_fault(PackFault::kBadPiece), "bad_piece", "a code that stands for no piece"},
    {row_fault(PackFault::kBadKings), "bad_kings", "not exactly one king a side"},
    {row_fault(PackFault::kBadSquare), "bad_square", "an ep square that can't be, or a pawn on a back rank"},
    {row_fault(PackFault::kBadCastling), "bad_castling", "a castling rook that no king can castle with"},
    {row_fault(PackFault::kOppositeCheck), "opposite_check", "the side that just moved is in check"},
    {row_fault(PackFault::kTooManyOfAColor), "too_many_of_a_color", "more than 16 pieces of a color"},
    {RowFault::kUnreadable, "unreadable", "not a FEN"},
    {RowFault::kIllegalPosition, "illegal_position", "a position that breaks the rules"},
    {RowFault::kInvalidMove, "invalid_move", "not a move"},
    {RowFault::kIllegalMove, "illegal_move", "a move that is not legal here"},
    {RowFault::kAmbiguousMove, "ambiguous_move", "several legal moves fit"},
    {RowFault::kNoMoveOfIndex, "no_move_of_index", "a policy index of no legal move here"},
    {RowFault::kAfterIllegalMove, "after_illegal_move", "behind an earlier fault of its game"},
    {RowFault::kNone, "none", "no fault"},
}};

const Words *find(RowFault fault) {
  for (const Words &words : kWords) {
    if (words.fault == fault) return &words;
  }
  return nullptr;
}

}  // namespace

std::string_view fault_name(RowFault fault) {
  const Words *words = find(fault);
  return words ? words->name : std::string_view{};
}

std::string_view fault_meaning(RowFault fault) {
  const Words *words = find(fault);
  return words ? words->meaning : std::string_view{};
}

}  // namespace ajeeb::batch
