// Rows of an array over several threads. Nothing here knows what a row is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace ajeeb::six {

inline constexpr std::size_t kMostThreads = 256;

// Calls work(begin, end) over 0..rows in blocks, from `threads` threads (0: one a processor).
template <class Work>
void for_each_block(std::size_t rows, int threads, std::size_t block, const Work &work) {
  const std::size_t blocks = (rows + block - 1) / block;
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
  const std::size_t count = std::max<std::size_t>(1, std::min({wanted, blocks, kMostThreads}));
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t i = next++; i < blocks; i = next++) work(i * block, std::min(rows, (i + 1) * block));
  };
  std::vector<std::jthread> others;  // joined at the end, also when the system has no more threads to give
  for (std::size_t i = 1; i < count; i++) others.emplace_back(run);
  run();
}

}  // namespace ajeeb::six
