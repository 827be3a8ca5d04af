// Between Python ints and the 6x6 core's boards, moves and depths, and the errors of both rule sets. Included by the
// files of the 6x6 engine only.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "six/contract.hpp"
#include "six/sane.hpp"

namespace ajeeb::bind {

// Raises ajeeb.errors.NAME(message) or ajeeb.errors.NAME(message, detail).
[[noreturn]] inline void raise_six(const char *name, const std::string &message, nanobind::object detail = {}) {
  const nanobind::object type = nanobind::module_::import_("ajeeb.errors").attr(name);
  const nanobind::object error = detail.is_valid() ? type(message, detail) : type(message);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nanobind::python_error();
}

// The start of what the caller passed, to quote in an error.
inline std::string quoted(nanobind::handle value) {
  constexpr std::size_t kLongest = 80;
  const nanobind::object digits = nanobind::steal(PyNumber_ToBase(value.ptr(), 16));
  if (!digits.is_valid()) throw nanobind::python_error();
  std::string text = nanobind::cast<std::string>(digits);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

// A Python int as four words. False when it is no uint256: too wide, or negative (of which the shifts leave -1).
inline bool words_from(const nanobind::object &number, six::Board &into) {
  nanobind::object rest = number;
  const nanobind::int_ word_bits(64);
  for (std::uint64_t &word : into.words) {
    word = PyLong_AsUnsignedLongLongMask(rest.ptr());
    rest = rest >> word_bits;
  }
  return PyObject_IsTrue(rest.ptr()) == 0;
}

inline nanobind::object index_of(nanobind::handle value) {
  const nanobind::object number = nanobind::steal(PyNumber_Index(value.ptr()));
  if (!number.is_valid()) throw nanobind::python_error();
  return number;
}

inline six::Board board_from(nanobind::handle value) {
  const nanobind::object number = index_of(value);
  six::Board board;
  if (!words_from(number, board)) {
    raise_six("IllegalPositionError", "board " + quoted(number) + " is no uint256: expected 0 <= board < 2**256",
              nanobind::make_tuple("not a uint256"));
  }
  return board;
}

inline nanobind::object to_python(const six::Board &board) {
  nanobind::object number = nanobind::steal(PyLong_FromUnsignedLongLong(board.words[3]));
  const nanobind::int_ word_bits(64);
  for (int i = 2; i >= 0; i--) {
    number = (number << word_bits) | nanobind::steal(PyLong_FromUnsignedLongLong(board.words[i]));
  }
  return number;
}

// A uint256 move; one wider than 12 bits keeps its target and comes from no square.
inline six::Move move_from(nanobind::handle value) {
  const nanobind::object number = index_of(value);
  six::Board words;
  if (!words_from(number, words)) {
    raise_six("InvalidMoveError", "move " + quoted(number) + " is no uint256: expected from << 6 | to");
  }
  const bool wide = words.words[0] > 0xFFF || (words.words[1] | words.words[2] | words.words[3]) != 0;
  return static_cast<six::Move>((words.words[0] & 0xFFF) | (wide ? 1u << 12 : 0u));
}

// A uint256 depth. Beyond 64 bits one is as good as another: no line is so long.
inline std::uint64_t depth_from(nanobind::handle value) {
  const nanobind::object number = index_of(value);
  six::Board words;
  if (!words_from(number, words)) raise_six("ChessError", "depth " + quoted(number) + " is no uint256");
  return (words.words[1] | words.words[2] | words.words[3]) != 0 ? ~std::uint64_t{0} : words.words[0];
}

// Ctrl-C during work that has released the GIL. Only the thread that came from Python may ask for it, and it does so
// seldom: with other Python threads at work, getting the GIL can take milliseconds.
class Interruption {
 public:
  bool operator()() {
    if (!seen_ && std::this_thread::get_id() == owner_ && Clock::now() >= next_) {
      next_ = Clock::now() + std::chrono::milliseconds(100);
      const nanobind::gil_scoped_acquire held;
      if (PyErr_CheckSignals() != 0) seen_ = true;
    }
    return seen_;
  }
  // With the GIL held again: raises what the signal's handler raised.
  void raise_if_seen() const {
    if (seen_) throw nanobind::python_error();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(100);
  const std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<bool> seen_{false};
};

inline void check_revert(six::contract::Revert revert) {
  switch (revert) {
    case six::contract::Revert::none:
      return;
    case six::contract::Revert::array_index:
      raise_six("RevertError", "the contract reverts: panic 0x32, more moves than its arrays hold",
                nanobind::int_(0x32));
    case six::contract::Revert::stack_overflow:
      raise_six("RevertError", "the contract reverts: the search recurses until the EVM's stack overflows");
  }
}

}  // namespace ajeeb::bind
