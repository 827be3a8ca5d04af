// The pawn table: what depends on pawns and kings alone, remembered by their key. Filled by evaluator.hpp.
#pragma once

#include <array>
#include <memory>

#include "base/score.hpp"
#include "base/zobrist.hpp"

namespace ajeeb::engine {

struct PawnEntry {
  Key key = ~Key{0};
  std::array<Score, 2> score{};      // structure, passed pawns and shelter, by color
  std::array<Bitboard, 2> passed{};  // by owner
  std::array<Bitboard, 2> spans{};   // squares that the color's pawns attack or may attack later
  // Of the three files at the king: without own pawn, without one near the king, with an enemy pawn close by.
  std::array<std::uint8_t, 2> open_king_files{}, shelter_gaps{}, storms{};
};

// Direct-mapped, one per thread.
class PawnTable {
 public:
  PawnTable() : entries_(std::make_unique<std::array<PawnEntry, kSize>>()) {}
  PawnEntry &slot(Key key) { return (*entries_)[key % kSize]; }
  void prefetch(Key key) const { __builtin_prefetch(&(*entries_)[key % kSize]); }
  void clear() { entries_->fill(PawnEntry{}); }

 private:
  static constexpr std::size_t kSize = 1 << 14;
  std::unique_ptr<std::array<PawnEntry, kSize>> entries_;
};

}  // namespace ajeeb::engine
