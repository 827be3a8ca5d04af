// Legal moves of whole arrays of positions, and the positions that moves lead to.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>

#include "batch/rows.hpp"

namespace ajeeb::batch {

// The moves of all rows, end to end, from several threads at once. A thread that has those of a block of rows is told
// their place when those of all blocks before are counted, and then copies them beside the others: into room of the
// caller's, or into memory that grows.
class MoveArray {
 public:
  explicit MoveArray(std::span<std::uint16_t> room) : room_(room), grows_(false) {}
  explicit MoveArray(std::size_t expected) : grows_(true) { grow(expected); }

  // Where the moves of a block begin. Blocks are counted from 0, and each is put once; what has no room in the caller's
  // is counted only.
  std::size_t put(std::size_t block, std::span<const Move> moves);

  std::size_t size() const { return size_; }
  std::unique_ptr<std::uint16_t[]> release() { return std::move(memory_); }

 private:
  void grow(std::size_t capacity);

  std::span<std::uint16_t> room_;
  std::unique_ptr<std::uint16_t[]> memory_;
  bool grows_;
  std::size_t size_ = 0;
  std::atomic<std::size_t> turn_{0};  // the block whose place is known next
  std::shared_mutex moving_;          // held by one while the memory moves, shared by those who write to it
};

// The number of moves that a MoveArray expects of so many positions; the mean over positions of real games is about 31.
constexpr std::size_t usual_moves(std::size_t positions) { return positions * 36 + 64; }

// The legal moves of all records in their order. `offsets` has one entry more than there are records.
void legal_moves(Records records, MoveArray &out, std::span<std::int64_t> offsets, Faults faults, int threads);

// The positions behind one move for each record, or behind each of a group of moves. Results are kept, evals are not.
// With one move a record `out` may be the records themselves.
void apply(Records records, RawMoves moves, Grouping grouping, std::span<PackedPosition> out, Faults faults,
           int threads);

}  // namespace ajeeb::batch
