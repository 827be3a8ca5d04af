// A growing array of plain values that Python can take over without a copy. Unlike std::vector it never fills what it
// grows into, and gives its memory away.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace ajeeb::pgn {

template <class Value>
class Column {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Value *data() const { return memory_.get(); }
  Value *data() { return memory_.get(); }
  const Value &operator[](std::size_t i) const { return memory_.get()[i]; }
  Value &operator[](std::size_t i) { return memory_.get()[i]; }
  const Value &back() const { return memory_.get()[size_ - 1]; }

  void push(Value value) { *push_room() = value; }
  // Grows by one value, which the caller fills in.
  Value *push_room() {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    return memory_.get() + size_++;
  }
  void append(const Value *values, std::size_t count) {
    if (count == 0) return;
    if (size_ + count > capacity_) grow(size_ + count);
    std::memcpy(memory_.get() + size_, values, count * sizeof(Value));
    size_ += count;
  }
  // Forgets everything behind the first `count` values.
  void truncate(std::size_t count) { size_ = count; }
  void reserve(std::size_t count) {
    if (count > capacity_) grow(count);
  }

 private:
  struct Free {
    void operator()(Value *memory) const { std::free(memory); }
  };

  void grow(std::size_t wanted) {
    capacity_ = std::max({wanted, 2 * capacity_, std::size_t{64}});
    void *memory = std::realloc(memory_.get(), capacity_ * sizeof(Value));
    if (memory == nullptr) std::abort();  // the core has no other way to say that memory is out
    static_cast<void>(memory_.release());
    memory_.reset(static_cast<Value *>(memory));
  }

  std::unique_ptr<Value, Free> memory_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace ajeeb::pgn
