// Messages from any thread to the one that takes them, in the order they were sent.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
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
    return take_first();
  }

  // The oldest one, if there is any.
  std::optional<Message> take_if_any() {
    const std::lock_guard lock(mutex_);
    if (messages_.empty()) return std::nullopt;
    return take_first();
  }

 private:
  Message take_first() {
    Message first = std::move(messages_.front());
    messages_.pop_front();
    return first;
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Message> messages_;
};

}  // namespace ajeeb
