#include "engine/features.hpp"

#include "engine/evaluate.hpp"

namespace ajeeb::engine {

namespace {

void add_entry(SparseRows &rows, std::size_t index, int count) {
  if (count == 0) return;
  rows.index.push_back(static_cast<std::int32_t>(index));
  rows.count.push_back(static_cast<float>(count));
}

void end_row(SparseRows &rows) { rows.offsets.push_back(static_cast<std::int64_t>(rows.index.size())); }

}  // namespace

Features extract_features(std::span<const PackedPosition> records) {
  Features features;
  for (std::size_t row = 0; row < records.size(); row++) {
    Board board;
    if (unpack(records[row], board) != PackFault::kNone) continue;
    const Trace traced = trace(Position(board));
    if (traced.known_ending) continue;
    for (std::size_t i = 0; i < layout::kEnd; i++) {
      add_entry(features.terms, i, traced.counts[kWhite][i] - traced.counts[kBlack][i]);
    }
    end_row(features.terms);
    for (const Color color : {kWhite, kBlack}) {
      for (std::size_t i = 0; i < danger::kEnd; i++) add_entry(features.danger, i, traced.danger[color][i]);
      end_row(features.danger);
    }
    features.phase.push_back(static_cast<float>(traced.weight) / kMaxPhase);
    features.scale.push_back(static_cast<float>(traced.scale) / 64);
    features.rows.push_back(static_cast<std::int64_t>(row));
  }
  return features;
}

}  // namespace ajeeb::engine
