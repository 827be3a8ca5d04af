// Storage and replacement of the transposition table. Pages come from the system untouched, so that a large table
// costs nothing until it is used.
#include "engine/table.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace ajeeb::engine {

namespace {

constexpr int kDeepest = 255;
int depth_of(std::uint64_t data) { return static_cast<std::uint8_t>(data >> 48); }

// data: move 16 | score 16 | eval 16 | depth 8 | bound 2, pv 1, age 5
std::uint64_t encode(const TableEntry &entry, Move move, unsigned age) {
  const auto half = [](int value) { return std::uint64_t{static_cast<std::uint16_t>(value)}; };
  const unsigned tag = static_cast<unsigned>(entry.bound) | (entry.is_pv ? 4U : 0U) | age << 3;
  return std::uint64_t{move.raw} | half(entry.score) << 16 | half(entry.eval) << 32 |
         std::uint64_t{static_cast<std::uint8_t>(std::min(entry.depth, kDeepest))} << 48 | std::uint64_t{tag} << 56;
}
TableEntry decode(std::uint64_t data) {
  TableEntry entry;
  entry.move = Move(static_cast<std::uint16_t>(data));
  entry.score = static_cast<std::int16_t>(data >> 16);
  entry.eval = static_cast<std::int16_t>(data >> 32);
  entry.depth = depth_of(data);
  entry.bound = static_cast<Bound>(data >> 56 & 3);
  entry.is_pv = (data >> 58 & 1) != 0;
  return entry;
}
unsigned age_of(std::uint64_t data) { return static_cast<unsigned>(data >> 59); }

void *map_zeroed(std::size_t bytes) {
#if defined(__linux__)
  // Not MAP_NORESERVE: better to hear now that there is not so much than to be ended when the table fills.
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
#else
  void *memory = std::aligned_alloc(64, bytes);
  if (memory) std::fill_n(static_cast<char *>(memory), bytes, '\0');
  return memory;
#endif
}

void unmap(void *memory, [[maybe_unused]] std::size_t bytes) {
  if (!memory) return;
#if defined(__linux__)
  munmap(memory, bytes);
#else
  std::free(memory);
#endif
}

}  // namespace

void Table::release() {
  unmap(buckets_, bytes_);
  buckets_ = nullptr;
}

bool Table::resize(std::size_t megabytes) {
  const std::size_t bytes = std::max<std::size_t>(megabytes, 1) << 20;
  if (bytes == bytes_ && buckets_) {
    clear();
    return true;
  }
  void *memory = map_zeroed(bytes);
  if (!memory) return false;
  release();
  buckets_ = static_cast<Bucket *>(memory);
  bytes_ = bytes;
  megabytes_ = bytes >> 20;
  count_ = bytes / sizeof(Bucket);
  age_ = 0;
  return true;
}

void Table::clear() {
  age_ = 0;
#if defined(__linux__)
  if (madvise(buckets_, bytes_, MADV_DONTNEED) == 0) return;  // the pages come back as zeros
#endif
  for (std::size_t i = 0; i < count_; i++) {
    for (Slot &slot : buckets_[i].slots) {
      slot.check.store(0, std::memory_order_relaxed);
      slot.data.store(0, std::memory_order_relaxed);
    }
  }
}

bool Table::probe(Key key, TableEntry &entry) const {
  for (const Slot &slot : bucket(key).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
      entry = decode(data);
      return true;
    }
  }
  return false;
}

void Table::store(Key key, const TableEntry &entry) {
  Slot *victim = nullptr;
  int lowest_worth = 1 << 20;
  Move move = entry.move;
  for (Slot &slot : bucket(key).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if (data == 0 || (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
      if (data != 0) {
        const TableEntry old = decode(data);
        // A shallow bound does not push out a deep one of the same search.
        const bool is_current = age_of(data) == age_;
        if (entry.bound != Bound::kExact && is_current && entry.depth + 4 + 2 * entry.is_pv < old.depth) return;
        if (move.is_null()) move = old.move;
      }
      victim = &slot;
      break;
    }
    const int worth = depth_of(data) - 8 * static_cast<int>((age_ - age_of(data)) & kAgeMask);
    if (worth < lowest_worth) {
      lowest_worth = worth;
      victim = &slot;
    }
  }
  const std::uint64_t data = encode(entry, move, age_);
  victim->data.store(data, std::memory_order_relaxed);
  victim->check.store(key ^ data, std::memory_order_relaxed);
}

int Table::permille_used() const {
  const std::size_t sample = std::min<std::size_t>(count_, 250);
  int used = 0;
  for (std::size_t i = 0; i < sample; i++) {
    for (const Slot &slot : buckets_[i].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      used += data != 0 && age_of(data) == age_;
    }
  }
  return static_cast<int>(static_cast<std::size_t>(used) * 1000 / (sample * kWays));
}

}  // namespace ajeeb::engine
