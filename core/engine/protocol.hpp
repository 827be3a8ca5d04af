// What the UCI and the XBoard loop share: whole lines out, words in, and the entry that tells the protocols apart.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/board.hpp"

namespace ajeeb::engine {

// Writes whole lines, flushed at once, from any thread.
class LineWriter {
 public:
  explicit LineWriter(std::FILE *out) : out_(out) {}
  void write(std::string line) {
    line += '\n';
    const std::lock_guard lock(mutex_);
    std::fwrite(line.data(), 1, line.size(), out_);
    std::fflush(out_);
  }

 private:
  std::FILE *out_;
  std::mutex mutex_;
};

// Reads lines of any length; of what is longer than any command, only the beginning, marked as cut.
class LineReader {
 public:
  explicit LineReader(std::FILE *in) : in_(in) {}
  // The next line without its end; nothing at the end of the input.
  std::optional<std::string> read();

 private:
  std::FILE *in_;
};

// The words of a line, taken one by one. Blanks, tabs and carriage returns separate them.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }
  bool empty() const { return rest_.empty(); }
  std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(kBlanks)); }
  std::string_view next() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    skip_blanks();
    return word;
  }
  // All that is left, without blanks at its end.
  std::string_view rest() const { return rest_.substr(0, rest_.find_last_not_of(kBlanks) + 1); }

 private:
  static constexpr std::string_view kBlanks = " \t\r\n\v\f";
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size())); }
  std::string_view rest_;
};

// A whole word as a number; nothing if it is none or does not fit.
template <class Number>
std::optional<Number> to_number(std::string_view word) {
  Number value{};
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (fault != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// A number within a range; what lies beyond, or is too large to be read, becomes the end of it. Nothing for what is no
// number.
template <class Number>
std::optional<Number> to_clamped(std::string_view word, Number lowest, Number highest) {
  Number value{};
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || word.empty()) return std::nullopt;
  if (fault == std::errc::result_out_of_range) return word.front() == '-' ? lowest : highest;
  if (fault != std::errc() || value != value) return std::nullopt;  // "nan" is read as a number
  return std::clamp(value, lowest, highest);
}

std::string lower_case(std::string_view text);
// Words of the other side as they may be repeated in an answer: their beginning, without bytes that are no ASCII text.
std::string printable(std::string_view text);
std::string quoted(std::string_view text);  // the same in quotation marks

// A FEN of a legal position (missing counters are filled in), or the reason why it is none. Castling rights and ep
// squares that the placement can't bear are left out of the board, and named.
struct ReadPosition {
  std::optional<Board> board;
  std::string fault;
  bool is_illegal = false;  // the text was read, but the position breaks the rules
  std::string dropped;      // "castling rights that can't be"; empty if nothing was
};
ReadPosition read_fen(std::string_view fen, bool chess960);

// Runs the engine on a pair of streams until `quit` or the end of input: UCI, or XBoard if the first word says so.
// Returns the process's exit code.
int run_protocol(std::FILE *in, std::FILE *out);

}  // namespace ajeeb::engine
