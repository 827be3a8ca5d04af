#include "batch/positions.hpp"

#include <algorithm>
#include <limits>

#include "batch/parallel.hpp"
#include "board/keyed_board.hpp"
#include "board/outcome.hpp"
#include "board/status.hpp"

namespace ajeeb::batch {

namespace {

// out[row] = answer(board) for every record, 0 where there is a fault.
template <class Out, class Answer>
void map_boards(Records records, std::span<Out> out, Faults faults, int threads, Answer answer) {
  for_rows(records.size(), threads, [&](std::size_t row) {
    Board board;
    faults[row] = unpack_row(records[row], board);
    out[row] = faults[row] == RowFault::kNone ? static_cast<Out>(answer(board)) : Out{};
  });
}

PackedPosition mirrored_record(const PackedPosition &record, const Board &board) {
  PackedPosition other;
  pack(mirrored(board), other);  // what fits into 32 bytes still does
  other.eval = static_cast<std::int16_t>(std::min(-record.eval, int{std::numeric_limits<std::int16_t>::max()}));
  other.result = record.result <= 2 ? static_cast<std::uint8_t>(2 - record.result) : record.result;
  other.spare = record.spare;
  return other;
}

}  // namespace

void validate(Records records, Faults faults, int threads) {
  for_rows(records.size(), threads, [&](std::size_t row) {
    Board board;
    faults[row] = unpack_row(records[row], board);
    if (faults[row] == RowFault::kNone && status(board) != kStatusValid) faults[row] = RowFault::kIllegalPosition;
  });
}

void count_legal(Records records, std::span<std::int32_t> out, Faults faults, int threads) {
  map_boards(records, out, faults, threads, [](const Board &board) { return ajeeb::count_legal(board); });
}

void ask(Records records, Question question, std::span<std::uint8_t> out, Faults faults, int threads) {
  map_boards(records, out, faults, threads, [question](const Board &board) {
    switch (question) {
      case Question::kCheck:
        return is_check(board);
      case Question::kCheckmate:
        return is_checkmate(board);
      case Question::kStalemate:
        return is_stalemate(board);
    }
    return false;
  });
}

void keys(Records records, KeyKind kind, std::span<Key> out, Faults faults, int threads) {
  map_boards(records, out, faults, threads, [kind](const Board &board) {
    return kind == KeyKind::kZobrist ? zobrist_key(board) : polyglot_key(board);
  });
}

void mirror(Records records, std::span<PackedPosition> out, Faults faults, int threads) {
  for_rows(records.size(), threads, [&](std::size_t row) {
    Board board;
    faults[row] = unpack_row(records[row], board);
    out[row] = faults[row] == RowFault::kNone ? mirrored_record(records[row], board) : PackedPosition{};
  });
}

}  // namespace ajeeb::batch
