// Legal moves of whole arrays of positions, and the positions that moves lead to.
#pragma once

#include <memory>
#include <vector>

#include "batch/rows.hpp"

namespace ajeeb::batch {

// Moves appended one list after the other, in memory of its own that grows.
class MoveStore {
 public:
  void append(const Move *moves, std::size_t count);
  std::size_t size() const { return size_; }
  const std::uint16_t *data() const { return moves_.get(); }
  // Hands the memory over; the store is empty then.
  std::unique_ptr<std::uint16_t[]> release() {
    size_ = capacity_ = 0;
    return std::move(moves_);
  }
  void reserve(std::size_t capacity);

 private:
  std::unique_ptr<std::uint16_t[]> moves_;
  std::size_t size_ = 0, capacity_ = 0;
};

// The legal moves of all records in their order, in as many stores as there were parts of the work (one for one
// thread). `offsets` has one entry more than there are records.
std::vector<MoveStore> legal_moves(Records records, std::span<std::int64_t> offsets, Faults faults, int threads);
// Copies the stores, one behind the other.
void join(const std::vector<MoveStore> &stores, std::uint16_t *out);

// The positions behind one move for each record, or behind each of a group of moves. Results are kept, evals are not.
// With one move a record `out` may be the records themselves.
void apply(Records records, RawMoves moves, Grouping grouping, std::span<PackedPosition> out, Faults faults,
           int threads);

}  // namespace ajeeb::batch
