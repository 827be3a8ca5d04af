// The evaluation's features of many positions as sparse rows: what the tuner learns from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/packed.hpp"

namespace ajeeb::engine {

// Row r holds entries offsets[r] .. offsets[r + 1]: a parameter's index, and how often it counts.
struct SparseRows {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> index;
  std::vector<float> count;
};

struct Features {
  SparseRows terms;                // a row per position: white's count less black's
  SparseRows danger;               // two rows per position: the white king's danger, the black king's
  std::vector<float> phase;        // 0 to 1, the middlegame's share
  std::vector<float> scale;        // of the endgame's share, 0 to 1
  std::vector<std::int64_t> rows;  // which record each position was; known endings and bad records are left out
};

Features extract_features(std::span<const PackedPosition> records);

}  // namespace ajeeb::engine
