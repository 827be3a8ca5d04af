// Threads for work that several of them do together. What the work is, and how it is shared out, is the caller's.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace ajeeb {

// A thread that does the work; one that can't be joined where the system has no more threads to give.
std::thread try_thread(std::function<void()> work);

// Calls work() in `count` threads, this one among them, and returns when all are done. There may be fewer, if the
// system has no more, so `work` must take pieces until there are none left.
template <class Work>
void work_together(std::size_t count, const Work &work) {
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < count; i++) {
    std::thread other = try_thread([&work] { work(); });
    if (!other.joinable()) break;
    others.push_back(std::move(other));
  }
  work();
  for (std::thread &other : others) other.join();
}

}  // namespace ajeeb
