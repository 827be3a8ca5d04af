// The transposition table: what earlier searches found out about a position, shared by all threads without locks.
#pragma once

#include <atomic>
#include <cstddef>

#include "base/zobrist.hpp"
#include "engine/scores.hpp"

namespace ajeeb::engine {

enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

struct TableEntry {
  Move move{};
  int score = kNoScore;  // mates counted from the stored position
  int eval = kNoScore;   // the static evaluation, before corrections
  int depth = 0;
  Bound bound = Bound::kNone;
  bool is_pv = false;
};

// Buckets of one cache line. An entry is two words, the first being key xor data: a torn write does not match its key
// (Hyatt and Mann, "A lock-less transposition-table implementation for parallel search chess engines", 2002).
class Table {
 public:
  Table() = default;
  ~Table() { release(); }
  Table(const Table &) = delete;
  Table &operator=(const Table &) = delete;

  // Makes room for about `megabytes` and forgets everything. False (and nothing changes) if there is no memory.
  bool resize(std::size_t megabytes);
  std::size_t megabytes() const { return megabytes_; }
  void clear();
  void new_search() { age_ = (age_ + 1) & kAgeMask; }

  bool probe(Key key, TableEntry &entry) const;
  void store(Key key, const TableEntry &entry);
  void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }
  int permille_used() const;

 private:
  static constexpr unsigned kAgeMask = 31;
  static constexpr std::size_t kWays = 4;
  struct Slot {
    std::atomic<std::uint64_t> check, data;
  };
  struct alignas(64) Bucket {
    Slot slots[kWays];
  };

  Bucket &bucket(Key key) const {
    return buckets_[static_cast<std::size_t>((static_cast<unsigned __int128>(key) * count_) >> 64)];
  }
  void release();

  Bucket *buckets_ = nullptr;
  std::size_t count_ = 0, bytes_ = 0, megabytes_ = 0;
  unsigned age_ = 0;
};

// Mate scores are stored as seen from the position, not from the root.
constexpr int score_to_table(int score, int ply) {
  return score >= kMateInMax ? score + ply : score <= -kMateInMax ? score - ply : score;
}
// A mate that the fifty-move rule may come before is no mate to rely on.
constexpr int score_from_table(int score, int ply, int halfmove_clock) {
  if (score == kNoScore) return score;
  if (score >= kMateInMax) return kMate - score > 100 - halfmove_clock ? kMateInMax - 1 : score - ply;
  if (score <= -kMateInMax) return kMate + score > 100 - halfmove_clock ? 1 - kMateInMax : score + ply;
  return score;
}

}  // namespace ajeeb::engine
