// The node signature: a fixed search whose node count changes exactly when the engine's decisions do.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ajeeb::engine {

struct BenchResult {
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
};

std::span<const std::string_view> bench_positions();
inline constexpr int kBenchDepth = 12, kBenchHash = 16;

// Searches every position to `depth`, each as a new game, and sums the nodes. Nothing if there is no memory for the
// table. It ends early, with what it has, once `interrupted` is set.
std::optional<BenchResult> bench(int depth = kBenchDepth, int hash_megabytes = kBenchHash, int threads = 1,
                                 const std::atomic<bool> *interrupted = nullptr);

}  // namespace ajeeb::engine
