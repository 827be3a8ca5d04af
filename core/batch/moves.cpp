#include "batch/moves.hpp"

#include <cstring>

#include "batch/parallel.hpp"

namespace ajeeb::batch {

namespace {

constexpr std::size_t kUsualMoves = 36;     // the mean over positions of real games is about 31
constexpr std::size_t kPartsPerThread = 8;  // so that no thread waits long for the last
constexpr std::size_t kLeastRowsInPart = 512;

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

void MoveStore::reserve(std::size_t capacity) {
  if (capacity <= capacity_) return;
  auto larger = std::make_unique_for_overwrite<std::uint16_t[]>(capacity);
  if (size_ != 0) std::memcpy(larger.get(), moves_.get(), size_ * sizeof(std::uint16_t));
  moves_ = std::move(larger);
  capacity_ = capacity;
}

void MoveStore::append(const Move *moves, std::size_t count) {
  static_assert(sizeof(Move) == sizeof(std::uint16_t));
  if (size_ + count > capacity_) reserve((size_ + count) * 3 / 2);
  if (count != 0) std::memcpy(moves_.get() + size_, moves, count * sizeof(std::uint16_t));
  size_ += count;
}

std::vector<MoveStore> legal_moves(Records records, std::span<std::int64_t> offsets, Faults faults, int threads) {
  const std::size_t rows = records.size(), shares = threads_for(rows / kLeastRowsInPart, threads);
  const std::size_t parts = shares == 1 ? 1 : shares * kPartsPerThread, rows_in_part = rows / parts + 1;
  std::vector<MoveStore> stores(parts);
  const auto generate = [&](std::size_t begin, std::size_t end) {
    MoveStore &store = stores[begin / rows_in_part];
    store.reserve((end - begin) * kUsualMoves);
    for (std::size_t row = begin; row < end; row++) {
      Board board;
      RecordMoveList moves;
      faults[row] = unpack_row(records[row], board);
      if (faults[row] == RowFault::kNone) ajeeb::legal_moves(board, moves);
      store.append(moves.begin(), moves.size());
      offsets[row + 1] = static_cast<std::int64_t>(moves.size());
    }
  };
  for_blocks(rows, static_cast<int>(shares), generate, rows_in_part);
  offsets[0] = 0;
  for (std::size_t row = 0; row < rows; row++) offsets[row + 1] += offsets[row];
  return stores;
}

void join(const std::vector<MoveStore> &stores, std::uint16_t *out) {
  for (const MoveStore &store : stores) {
    if (store.size() != 0) std::memcpy(out, store.data(), store.size() * sizeof(std::uint16_t));
    out += store.size();
  }
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
