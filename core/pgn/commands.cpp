#include "pgn/commands.hpp"

#include <algorithm>

#include "pgn/text.hpp"

namespace ajeeb::pgn {

namespace {

// Reads numbers off the front of a text.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : text_(text) {}

  bool take(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  // Digits, at least one and at most nine that count.
  bool take_whole(std::int64_t &value) {
    if (text_.empty() || !is_digit(text_.front())) return false;
    value = 0;
    for (; !text_.empty() && is_digit(text_.front()); text_.remove_prefix(1)) {
      if (value < 100'000'000) value = 10 * value + (text_.front() - '0');
    }
    return true;
  }
  // The digits behind a point as `places` decimals, rounded half up; 0 where there is no point.
  std::int64_t take_fraction(int places) {
    std::int64_t value = 0;
    int seen = 0;
    if (take('.')) {
      for (; !text_.empty() && is_digit(text_.front()); text_.remove_prefix(1), seen++) {
        if (seen < places) value = 10 * value + (text_.front() - '0');
        if (seen == places && text_.front() >= '5') value++;
      }
    }
    for (; seen < places; seen++) value *= 10;
    return value;
  }
  bool at_end() const { return text_.empty() || text_.front() == ']' || text_.front() == ',' || text_.front() == ' '; }

 private:
  std::string_view text_;
};

void read_clock(std::string_view text, Annotation &annotation) {
  Numbers numbers(text);
  std::int64_t total = 0, part = 0;
  int parts = 0;
  do {
    if (!numbers.take_whole(part)) return;
    total = 60 * total + part;
  } while (++parts < 3 && numbers.take(':'));
  total = 1000 * total + numbers.take_fraction(3);
  if (parts < 2 || !numbers.at_end() || total > std::numeric_limits<std::int32_t>::max()) return;
  annotation.clock = static_cast<std::int32_t>(total);
}

void read_eval(std::string_view text, Annotation &annotation) {
  Numbers numbers(text);
  const bool is_mate = numbers.take('#');
  const bool negative = numbers.take('-');
  if (!negative) numbers.take('+');
  std::int64_t whole = 0;
  if (!numbers.take_whole(whole)) return;
  if (is_mate) {
    if (!numbers.at_end()) return;
    const std::int64_t moves = std::min<std::int64_t>(whole, std::numeric_limits<std::int16_t>::max());
    annotation.mate = static_cast<std::int16_t>(negative ? -moves : moves);
    return;
  }
  const std::int64_t centipawns = std::min<std::int64_t>(100 * whole + numbers.take_fraction(2), kMaxCentipawns);
  if (numbers.at_end()) annotation.eval = static_cast<std::int16_t>(negative ? -centipawns : centipawns);
}

}  // namespace

void read_commands(std::string_view comment, Annotation &annotation) {
  for (std::size_t at = comment.find("[%"); at != std::string_view::npos; at = comment.find("[%", at)) {
    at += 2;
    std::string_view command = comment.substr(at);
    const bool is_clock = command.starts_with("clk ");
    if (!is_clock && !command.starts_with("eval ")) continue;
    command.remove_prefix(is_clock ? 4 : 5);
    while (command.starts_with(' ')) command.remove_prefix(1);
    if (is_clock && annotation.clock == kNoClock) read_clock(command, annotation);
    if (!is_clock && annotation.eval == kNoScore && annotation.mate == kNoScore) read_eval(command, annotation);
  }
}

}  // namespace ajeeb::pgn
