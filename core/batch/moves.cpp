#include "batch/moves.hpp"

#include <algorithm>
#include <cstring>

#include "batch/parallel.hpp"

namespace ajeeb::batch {

namespace {

// Blocks large enough that a thread which sleeps until its turn comes, and all behind it, lose little by that.
constexpr std::size_t kRowsPerTurn = 1024;

// The moves of one block of rows, in memory that a thread keeps for all of its blocks.
class BlockOfMoves {
 public:
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  std::span<const Move> moves() const { return {moves_.get(), size_}; }
  void generate(const Board &board) {
    if (size_ + kMaxMoves > capacity_) grow();
    size_ = static_cast<std::size_t>(ajeeb::legal_moves(board, moves_.get() + size_) - moves_.get());
  }

 private:
  void grow() {
    capacity_ = capacity_ == 0 ? 2 * kMaxMoves : 2 * capacity_;
    auto larger = std::make_unique_for_overwrite<Move[]>(capacity_);
    std::copy_n(moves_.get(), size_, larger.get());
    moves_ = std::move(larger);
  }

  std::unique_ptr<Move[]> moves_;
  std::size_t size_ = 0, capacity_ = 0;
};

// The position after the move. A record that its move does not fit into any more says so.
RowFault move_on(const PackedPosition &record, const Board &board, Move move, PackedPosition &out) {
  if (!is_playable(board, move)) return RowFault::kIllegalMove;
  const std::uint8_t result = record.result;
  Board after = board;
  do_move(after, move);
  const RowFault fault = row_fault(pack(after, out));
  if (fault == RowFault::kNone) out.result = result;
  return fault;
}

}  // namespace

void MoveArray::grow(std::size_t capacity) {
  auto larger = std::make_unique_for_overwrite<std::uint16_t[]>(capacity);
  std::copy_n(memory_.get(), std::min(size_, room_.size()), larger.get());
  memory_ = std::move(larger);
  room_ = {memory_.get(), capacity};
}

std::size_t MoveArray::put(std::size_t block, std::span<const Move> moves) {
  static_assert(sizeof(Move) == sizeof(std::uint16_t));
  for (std::size_t turn; (turn = turn_.load(std::memory_order_acquire)) != block;) turn_.wait(turn);
  const std::size_t begin = size_, end = begin + moves.size();
  if (grows_ && end > room_.size()) {
    const std::unique_lock lock(moving_);
    grow(end + end / 2);
  }
  size_ = end;
  turn_.store(block + 1, std::memory_order_release);
  turn_.notify_all();
  const std::shared_lock lock(moving_);
  if (end <= room_.size() && begin != end) std::memcpy(&room_[begin], moves.data(), moves.size_bytes());
  return begin;
}

void legal_moves(Records records, MoveArray &out, std::span<std::int64_t> offsets, Faults faults, int threads) {
  offsets[0] = 0;
  const auto generate = [&](BlockOfMoves &own, std::size_t begin, std::size_t end) {
    own.clear();
    for (std::size_t row = begin; row < end; row++) {
      Board board;
      const RowFault fault = unpack_row(records[row], board);
      if (fault == RowFault::kNone) own.generate(board);
      faults[row] = fault;
      offsets[row + 1] = static_cast<std::int64_t>(own.size());
    }
    const auto base = static_cast<std::int64_t>(out.put(begin / kRowsPerTurn, own.moves()));
    for (std::size_t row = begin; row < end; row++) offsets[row + 1] += base;
  };
  for_blocks_with<BlockOfMoves>(records.size(), threads, generate, kRowsPerTurn);
}

void apply(Records records, RawMoves moves, Grouping grouping, std::span<PackedPosition> out, Faults faults,
           int threads) {
  for_rows(records.size(), threads, [&](std::size_t row) {
    Board board;
    const PackedPosition record = records[row];
    const RowFault fault = unpack_row(record, board);
    for (std::size_t i = grouping.begin(row); i < grouping.end(row); i++) {
      faults[i] = fault == RowFault::kNone ? move_on(record, board, Move(moves[i]), out[i]) : fault;
      if (faults[i] != RowFault::kNone) out[i] = PackedPosition{};
    }
  });
}

}  // namespace ajeeb::batch
