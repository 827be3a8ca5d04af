// A value or the error that stands in its place: what the core returns where another language would throw.
#pragma once

#include <utility>
#include <variant>

namespace ajeeb {

template <class Value, class Error>
class [[nodiscard]] Result {
 public:
  Result(Value value) : content_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit on purpose
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const Value &value() const { return *std::get_if<0>(&content_); }  // only when ok()
  Value &value() { return *std::get_if<0>(&content_); }
  const Value &operator*() const { return value(); }
  const Value *operator->() const { return &value(); }
  const Error &error() const { return *std::get_if<1>(&content_); }  // only when not ok()

 private:
  std::variant<Value, Error> content_;
};

}  // namespace ajeeb
