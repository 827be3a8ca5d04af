#include "engine/leaves.hpp"

#include <utility>

#include "board/status.hpp"
#include "engine/engine.hpp"

namespace ajeeb::engine {

std::vector<PackedPosition> sample_leaves(std::span<const PackedPosition> roots, std::int64_t nodes, int interval,
                                          const std::atomic<bool> *interrupted) {
  constexpr int kHash = 4;
  Engine engine(kHash);
  LeafSample sample{interval, interval};
  engine.sample_leaves(&sample);
  Limits limits;
  limits.nodes = nodes;
  limits.interrupted = interrupted;
  for (const PackedPosition &root : roots) {
    Board board;
    if (limits.are_interrupted()) break;
    if (unpack(root, board) != PackFault::kNone || status(board) != kStatusValid || !has_legal_move(board)) continue;
    engine.new_game();
    engine.run(Position(board), limits);
  }
  engine.sample_leaves(nullptr);
  return std::move(sample.positions);
}

}  // namespace ajeeb::engine
