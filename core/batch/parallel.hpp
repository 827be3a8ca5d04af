// Sharing rows among threads: the one way in which kernels over arrays run on several cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>

#include "base/workers.hpp"

namespace ajeeb::batch {

inline constexpr std::size_t kMaxThreads = 256;
inline constexpr std::size_t kRowsPerBlock = 256;  // enough work that taking a block costs nothing

// How many threads will work on so many blocks: at least one, no more than blocks; `threads` 0 asks for one per core.
inline std::size_t threads_for(std::size_t blocks, int threads) {
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
  return std::clamp<std::size_t>(wanted, 1, std::clamp<std::size_t>(blocks, 1, kMaxThreads));
}

// Calls body(own, begin, end) for blocks that cover 0..rows, each once, handed out in ascending order to whichever
// thread is free; `own` is an object of the thread's own.
template <class Own, class Body>
void for_blocks_with(std::size_t rows, int threads, Body body, std::size_t rows_per_block = kRowsPerBlock) {
  const std::size_t blocks = (rows + rows_per_block - 1) / rows_per_block;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    Own own;
    for (std::size_t block; (block = next.fetch_add(1, std::memory_order_relaxed)) < blocks;) {
      body(own, block * rows_per_block, std::min(rows, (block + 1) * rows_per_block));
    }
  };
  work_together(threads_for(blocks, threads), work);
}

// Calls body(begin, end) for such blocks.
template <class Body>
void for_blocks(std::size_t rows, int threads, Body body, std::size_t rows_per_block = kRowsPerBlock) {
  struct Nothing {};
  for_blocks_with<Nothing>(
      rows, threads, [&body](Nothing, std::size_t begin, std::size_t end) { body(begin, end); }, rows_per_block);
}

// Calls body(row) for every row.
template <class Body>
void for_rows(std::size_t rows, int threads, Body body, std::size_t rows_per_block = kRowsPerBlock) {
  for_blocks(
      rows, threads,
      [&body](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; row++) body(row);
      },
      rows_per_block);
}

}  // namespace ajeeb::batch
