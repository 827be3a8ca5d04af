// Which positions have been seen before: 64-bit fingerprints of what makes two positions the same, in an open hash
// table that lives in memory of the caller's (a mapped file, say). Growing and storing are src/ajeeb/dataset's.
#pragma once

#include <cstdint>
#include <span>

#include "board/packed.hpp"

namespace ajeeb::dataset {

// Of placement, castling rights, side to move and legal ep square; clocks, eval and result don't count. Never 0. Among
// n positions about n^2 / 2^65 pairs collide: one in a hundred million positions is lost once in a few thousand runs.
std::uint64_t fingerprint(const PackedPosition &position);

// A table has 2^k slots, 0 meaning free, and must never be full. A fingerprint's slot follows from its highest bits, so
// that a table twice the size has everything in the same order.

// Adds the positions in turn; fresh[i] becomes 1 if the i-th was new, 0 if not. Returns how many were new.
std::size_t insert(std::span<std::uint64_t> table, std::span<const PackedPosition> positions, std::uint8_t *fresh);
// Adds fingerprints, the contents of another table or part of one among them.
std::size_t insert(std::span<std::uint64_t> table, std::span<const std::uint64_t> fingerprints);

}  // namespace ajeeb::dataset
