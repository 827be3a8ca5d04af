#include "batch/planes.hpp"

#include <algorithm>

#include "batch/parallel.hpp"
#include "batch/record_block.hpp"

namespace ajeeb::batch {

namespace {

constexpr std::size_t kRowsOfHistoryPerBlock = 32;

// The planes of one position, before they are written out.
template <std::size_t count>
class Stack {
 public:
  void add(Bitboard set, std::uint32_t value = 1) {
    sets_[length_] = set;
    values_[length_++] = value;
  }
  void add_all(std::uint32_t value) { add(value ? kAllSquares : 0, value); }
  void skip(std::size_t planes) {
    for (std::size_t i = 0; i < planes; i++) add(0, 0);
  }

  template <class Value>
  void write(Value *out) const {
    constexpr std::uint32_t kMost = sizeof(Value) == 1 ? 255 : 0xFFFFFF;
    for (std::size_t i = 0; i < count; i++) {
      write_plane(sets_[i], static_cast<Value>(std::min(values_[i], kMost)), out + i * kPlaneSquares);
    }
  }

 private:
  std::array<Bitboard, count> sets_;
  std::array<std::uint32_t, count> values_;
  std::size_t length_ = 0;
};

// Own pieces, then theirs, as `mover` sees the board.
template <std::size_t count>
void add_pieces(Stack<count> &stack, const Board &board, Color mover) {
  for (const Color color : {mover, !mover}) {
    for (const Bitboard type : board.by_type) {
      const Bitboard set = type & board.by_color[color];
      stack.add(mover == kWhite ? set : __builtin_bswap64(set));
    }
  }
}

struct Rights {
  bool king_side, queen_side;
};
Rights castling_rights(const Board &board, Color color) {
  const Bitboard rooks = board.castling & board.by_color[color];
  if (!rooks) return {false, false};
  const Bitboard queen_side = bit(board.king(color)) - 1;
  return {(rooks & ~queen_side) != 0, (rooks & queen_side) != 0};
}

// Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and Go through self-play"
// (2018), table S1. 14 planes a position, then color, move number, castling (own king's side, own queen's side,
// theirs), clock.
Stack<kAlphaZeroPlanes> alphazero_stack(const History &history, Fill fill) {
  Stack<kAlphaZeroPlanes> stack;
  const Board &now = history.boards[0];
  for (std::size_t i = 0; i < kHistory; i++) {
    const std::size_t at = std::min(i, history.length - 1);
    if (at != i && (fill == Fill::kZeros || (fill == Fill::kUnlessStart && history.boards[at] == kStartBoard))) {
      stack.skip((kHistory - i) * 14);
      break;
    }
    add_pieces(stack, history.boards[at], now.side);
    stack.add_all(history.repetitions[at] >= 1);
    stack.add_all(history.repetitions[at] >= 2);
  }
  stack.add_all(now.side == kBlack);
  stack.add_all(now.fullmove_number);
  for (const Color color : {now.side, !now.side}) {
    const Rights rights = castling_rights(now, color);
    stack.add_all(rights.king_side);
    stack.add_all(rights.queen_side);
  }
  stack.add_all(now.halfmove_clock);
  return stack;
}

// The board as it stood before the double step that left an ep square behind: as near to an unknown past as can be
// told.
Board before_double_step(const Board &board) {
  Board before = board;
  if (board.ep == kNoSquare) return before;
  const Color them = !board.side;
  before.clear(bit(board.ep ^ 8));
  before.put(them, kPawn, forward(board.side, board.ep));
  before.ep = kNoSquare;
  return before;
}

// lc0's input format 1 (INPUT_CLASSICAL_112_PLANE). 13 planes a position, then castling (own queen's side, own king's
// side, theirs), black to move, the halfmove clock, zeros, ones.
Stack<kLc0Planes> lc0_stack(const History &history, Fill fill) {
  Stack<kLc0Planes> stack;
  const Board &now = history.boards[0], &oldest = history.boards[history.length - 1];
  const bool filled = fill == Fill::kRepeat || (fill == Fill::kUnlessStart && oldest != kStartBoard);
  const Board unknown = before_double_step(oldest);
  for (std::size_t i = 0; i < kHistory; i++) {
    const bool known = i < history.length;
    if (!known && !filled) {
      stack.skip((kHistory - i) * 13);
      break;
    }
    add_pieces(stack, known ? history.boards[i] : unknown, now.side);
    stack.add_all(history.repetitions[std::min(i, history.length - 1)] >= 1);
  }
  for (const Color color : {now.side, !now.side}) {
    const Rights rights = castling_rights(now, color);
    stack.add_all(rights.queen_side);
    stack.add_all(rights.king_side);
  }
  stack.add_all(now.side == kBlack);
  stack.add_all(now.halfmove_clock);
  stack.skip(1);
  stack.add_all(1);
  return stack;
}

template <class Value>
void write_history(const History &history, PlaneEncoding encoding, Fill fill, Value *out) {
  encoding == PlaneEncoding::kAlphaZero ? alphazero_stack(history, fill).write(out)
                                        : lc0_stack(history, fill).write(out);
}

// Reads a row of up to eight records. The first must be a position; one without pieces ends the history.
RowFault read_history(Records row, std::span<const std::uint8_t> repetitions, History &history) {
  history.clear();
  for (std::size_t i = 0; i < row.size(); i++) {
    if (i != 0 && row[i].occupied == 0) break;
    const RowFault fault = unpack_row(row[i], history.boards[i]);
    if (fault != RowFault::kNone) return fault;
    history.repetitions[i] = repetitions.empty() ? std::uint8_t{0} : repetitions[i];
    history.length++;
  }
  return RowFault::kNone;
}

// The planes of a record that a block was not sure of.
template <class Value>
[[gnu::noinline]] RowFault write_with_care(const PackedPosition &record, View view, Value *out) {
  Board board;
  const RowFault fault = unpack_row(record, board);
  if (fault == RowFault::kNone) {
    write_piece_planes(board, view, out);
  } else {
    std::fill_n(out, kPiecePlanes * kPlaneSquares, Value{});
  }
  return fault;
}

// Compiled for either view, so that white's has nothing to flip.
template <View view, class Value>
void piece_planes_of_view(Records records, Value *out, Faults faults, int threads) {
  for_blocks_with<RecordBlock>(records.size(), threads, [=](RecordBlock &block, std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += RecordBlock::kRows) {
      const std::size_t count = std::min(RecordBlock::kRows, end - first);
      block.unpack(records.subspan(first, count));
      std::fill_n(faults.begin() + static_cast<std::ptrdiff_t>(first), count, RowFault::kNone);
      for (std::size_t i = 0; i < count; i++) {
        Value *planes = out + (first + i) * kPiecePlanes * kPlaneSquares;
        if (block.is_plain_position(i)) [[likely]] {
          const Color color = first_color(view, block.side(i));
          write_piece_planes(block.types(i), block.pieces(i, color), color == kBlack, planes);
        } else {
          faults[first + i] = write_with_care(records[first + i], view, planes);
        }
      }
    }
  });
}

}  // namespace

void History::push_front(const Board &board, std::uint8_t repetition) {
  length = std::min(length + 1, kHistory);
  for (std::size_t i = length - 1; i > 0; i--) {
    boards[i] = boards[i - 1];
    repetitions[i] = repetitions[i - 1];
  }
  boards[0] = board;
  repetitions[0] = repetition;
}

void write_history_planes(const History &history, PlaneEncoding encoding, Fill fill, std::uint8_t *out) {
  write_history(history, encoding, fill, out);
}
void write_history_planes(const History &history, PlaneEncoding encoding, Fill fill, float *out) {
  write_history(history, encoding, fill, out);
}

template <class Value>
void piece_planes(Records records, View view, Value *out, Faults faults, int threads) {
  view == View::kWhite ? piece_planes_of_view<View::kWhite>(records, out, faults, threads)
                       : piece_planes_of_view<View::kMover>(records, out, faults, threads);
}

template <class Value>
void history_planes(Records records, std::size_t depth, std::span<const std::uint8_t> repetitions,
                    PlaneEncoding encoding, Fill fill, Value *out, Faults faults, int threads) {
  const std::size_t width = plane_count(encoding) * kPlaneSquares;
  const auto one = [&](std::size_t row) {
    History history;
    const auto counts = repetitions.empty() ? repetitions : repetitions.subspan(row * depth, depth);
    faults[row] = read_history(records.subspan(row * depth, depth), counts, history);
    if (faults[row] == RowFault::kNone) {
      write_history(history, encoding, fill, out + row * width);
    } else {
      std::fill_n(out + row * width, width, Value{});
    }
  };
  for_rows(faults.size(), threads, one, kRowsOfHistoryPerBlock);
}

using Counts = std::span<const std::uint8_t>;
template void piece_planes(Records, View, std::uint8_t *, Faults, int);
template void piece_planes(Records, View, float *, Faults, int);
template void history_planes(Records, std::size_t, Counts, PlaneEncoding, Fill, std::uint8_t *, Faults, int);
template void history_planes(Records, std::size_t, Counts, PlaneEncoding, Fill, float *, Faults, int);

}  // namespace ajeeb::batch
