#include "pgn/splitter.hpp"

#include <algorithm>

#include "pgn/tag.hpp"
#include "pgn/text.hpp"

namespace ajeeb::pgn {

namespace {

// A line this long is no tag line when looking for a place to go on after a game that was given up.
constexpr std::size_t kMaxSectionLine = 64u << 10;

// Where a line with an Event tag begins that has an empty line before it; `end` if nowhere.
const char *find_section(const char *at, const char *end) {
  bool after_blank_line = false;
  for (const char *newline = find(at, end, '\n'); newline; newline = find(at, end, '\n')) {
    at = newline + 1;
    const char *text = skip_blanks(at, end);
    if (after_blank_line && starts_event_tag(text, end)) return at;
    after_blank_line = text < end && *text == '\n';
  }
  return end;
}

bool ends_with_result(const char *begin, const char *end) {
  while (end > begin && is_blank_in_line(end[-1])) end--;
  const char *token = end;
  while (token > begin && !is_blank_in_line(token[-1])) token--;
  const std::string_view result = result_token(token, end);
  return !result.empty() && token + result.size() == end;
}

}  // namespace

void Splitter::feed(std::string_view bytes) {
  pending_.append(bytes);
  advance();
}

void Splitter::finish(bool truncated) {
  final_ = true;
  truncated_ = truncated;
  advance();
  if (!skipping_) cut(pending_.size(), truncated_ ? Chunk::End::kTruncated : Chunk::End::kWhole);
}

// A game is never looked at beyond its greatest length: where it is given up must not depend on what has arrived.
std::size_t Splitter::visible_end() const { return std::min(pending_.size(), last_border_ + kMaxGameBytes); }

void Splitter::advance() {
  for (;;) {
    const bool advanced = skipping_ ? advance_skipped_line() : in_comment_ ? advance_comment() : advance_line();
    if (advanced) continue;
    if (skipping_ || visible_end() == pending_.size()) break;
    give_up_game(visible_end());
  }
  drop_consumed();
}

bool Splitter::advance_line() {
  const std::size_t end = visible_end();
  if (at_ == end) return false;
  if (newline_ == kUnknown || newline_ < at_) {
    const char *found = find(at(std::max(at_, newline_searched_)), at(end), '\n');
    newline_ = found ? static_cast<std::size_t>(found - at(0)) : is_stream_end(end) ? end : kUnknown;
    newline_searched_ = end;
    if (newline_ == kUnknown) return false;
    newline_searched_ = newline_;
  }
  const std::size_t line_end = newline_, movetext = mid_line_ ? at_ : lex_line_start(line_end);
  lex_movetext(movetext, line_end);
  if (in_comment_) return true;
  at_ = std::min(line_end + 1, end);
  mid_line_ = false;
  return true;
}

std::size_t Splitter::lex_line_start(std::size_t line_end) {
  const char *end = at(line_end);
  if (*at(at_) == '%') return line_end;
  const char *text = skip_blanks(at(at_), end);
  const bool after_result = seen_.result_at_line_end;
  seen_.result_at_line_end = false;
  if (text == end) {
    if (after_result) border(at_);
    seen_.blank_after_tag = true;
    return line_end;
  }
  if (!starts_tag(text, end)) {
    if (after_result && *text == '1' && text + 1 < end && text[1] == '.') border(at_);
    return at_;
  }
  const bool is_event = starts_event_tag(text, end);
  if (seen_.movetext || (is_event && (seen_.blank_after_tag || seen_.event_tag))) border(at_);
  while (starts_tag(text, end)) {
    seen_.event_tag |= starts_event_tag(text, end);
    text = skip_blanks(read_tag(text, end).end, end);
  }
  seen_.blank_after_tag = false;
  return static_cast<std::size_t>(text - at(0));
}

void Splitter::lex_movetext(std::size_t begin, std::size_t line_end) {
  const char *end = at(line_end), *brace = find(at(begin), end, '{');
  const char *semicolon = find(at(begin), brace ? brace : end, ';');
  if (semicolon) {
    seen_.movetext = true;
    return;
  }
  if (brace) {
    seen_.movetext = true;
    in_comment_ = true;
    comment_ = static_cast<std::size_t>(brace - at(0));
    return;
  }
  if (skip_blanks(at(begin), end) == end) return;
  seen_.movetext = true;
  seen_.result_at_line_end = ends_with_result(at(begin), end);
}

// A comment that a new game seems to begin in, and another comment after that, was not closed: comments don't nest.
bool Splitter::advance_comment() {
  const std::size_t end = std::min(visible_end(), comment_ + kMaxCommentBytes);
  if (close_ <= comment_) {
    const std::size_t from = std::min(std::max(comment_ + 1, close_searched_), end);
    const char *found = find(at(from), at(end), '}');
    if (!found) {
      close_searched_ = std::max(end, close_searched_);
      const bool is_whole = is_stream_end(end) || end == comment_ + kMaxCommentBytes;
      return is_whole && give_up_comment(end);
    }
    close_ = static_cast<std::size_t>(found - at(0));
    const char *open = find_last(at(comment_ + 1), found, '{');
    last_open_ = open ? static_cast<std::size_t>(open - at(0)) : 0;
  }
  if (last_open_ > comment_) {
    const char *section = find_section(at(comment_), at(last_open_));
    if (section != at(last_open_)) {
      resync(static_cast<std::size_t>(section - at(0)));
      return true;
    }
  }
  at_ = close_ + 1;
  in_comment_ = false;
  mid_line_ = true;
  return true;
}

bool Splitter::give_up_comment(std::size_t window_end) {
  const char *section = find_section(at(comment_), at(window_end));
  if (section != at(window_end)) {
    resync(static_cast<std::size_t>(section - at(0)));
    return true;
  }
  if (is_stream_end(window_end)) {
    at_ = window_end;
    in_comment_ = false;
    mid_line_ = true;
    return false;
  }
  give_up_game(window_end);
  return true;
}

// Gives the game from the last border on up to the reader as far as `end`, and skips the rest.
void Splitter::give_up_game(std::size_t end) {
  cut(last_border_, Chunk::End::kWhole);
  cut(end, Chunk::End::kTooLong);
  in_comment_ = false;
  mid_line_ = true;
  skipping_ = true;
}

bool Splitter::advance_skipped_line() {
  const char *end = at(pending_.size());
  const char *newline = find(at(std::max(at_, newline_searched_)), end, '\n');
  if (!newline) newline_searched_ = pending_.size();
  const std::size_t length = static_cast<std::size_t>((newline ? newline : end) - at(at_));
  if (!newline && length <= kMaxSectionLine && !final_) return false;
  const char *text = skip_blanks(at(at_), newline ? newline : end);
  if (!mid_line_ && length <= kMaxSectionLine && seen_.blank_after_tag && starts_event_tag(text, end)) {
    skipping_ = false;
    seen_ = {};
    last_border_ = at_;
    return true;
  }
  seen_.blank_after_tag = !mid_line_ && newline && text == newline;
  mid_line_ = !newline;
  at_ = newline ? static_cast<std::size_t>(newline - at(0)) + 1 : pending_.size();
  line_ += newline != nullptr;
  byte_ += at_ - begin_;
  begin_ = last_border_ = at_;
  return newline != nullptr;
}

void Splitter::border(std::size_t border_at) {
  last_border_ = border_at;
  seen_ = {};
  if (border_at - begin_ >= target_) cut(border_at, Chunk::End::kWhole);
}

// Goes on with a new game behind a comment that was not closed. The reader must not see more than its own chunk.
void Splitter::resync(std::size_t section) {
  cut(section, Chunk::End::kWhole);
  at_ = section;
  newline_ = kUnknown;
  newline_searched_ = section;
  in_comment_ = false;
  mid_line_ = false;
}

void Splitter::cut(std::size_t end_at, Chunk::End end) {
  if (end_at > begin_) {
    chunks_.push_back({pending_.substr(begin_, end_at - begin_), byte_, line_, end});
    byte_ += end_at - begin_;
    line_ += static_cast<std::uint64_t>(std::count(at(begin_), at(end_at), '\n'));
  }
  begin_ = last_border_ = end_at;
  at_ = std::max(at_, end_at);
  seen_ = {};
}

void Splitter::drop_consumed() {
  if (begin_ == 0) return;
  pending_.erase(0, begin_);
  for (std::size_t *offset :
       {&last_border_, &at_, &newline_searched_, &comment_, &close_, &close_searched_, &last_open_}) {
    *offset -= std::min(*offset, begin_);
  }
  if (newline_ != kUnknown) newline_ = newline_ < begin_ ? kUnknown : newline_ - begin_;
  begin_ = 0;
}

}  // namespace ajeeb::pgn
