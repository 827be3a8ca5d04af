// Messages from any thread to the one that takes them, in the order they were sent.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace ajeeb {

template <class Message>
class Mailbox {
 public:
  void send(Message message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
    arrived_.notify_one();
  }

  // The oldest one, waited for.
  Message take() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !messages_.empty(); });
    Message first = std::move(messages_.front());
    messages_.pop_front();
    return first;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Message> messages_;
};

}  // namespace ajeeb
