// A sample of the positions whose evaluation searches ask for: what the evaluation is there to judge, and so what it is
// best tuned on.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "board/packed.hpp"

namespace ajeeb::engine {

struct LeafSample {
  int interval = 1;                         // one in so many is kept
  int until_next = 1;                       // how many more to see until then
  std::vector<PackedPosition> positions{};  // without evaluation and result

  void see(const Board &board) {
    if (--until_next > 0) return;
    until_next = interval;
    PackedPosition record;
    if (pack(board, record) != PackFault::kNone) return;
    record.result = kResultUnknown;
    positions.push_back(record);
  }
};

// Searches `nodes` nodes from every root, each as if nothing had been searched before, and keeps every `interval`-th
// position that was evaluated. Records that are no legal positions, and mates and stalemates, are passed over. It ends
// early once `interrupted` is set.
std::vector<PackedPosition> sample_leaves(std::span<const PackedPosition> roots, std::int64_t nodes, int interval,
                                          const std::atomic<bool> *interrupted = nullptr);

}  // namespace ajeeb::engine
