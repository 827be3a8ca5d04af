#include "pgn/game_lines.hpp"

#include "pgn/tag.hpp"
#include "pgn/text.hpp"

namespace ajeeb::pgn {

namespace {

const char *end_of(std::string_view text) { return text.data() + text.size(); }

bool is_blank(std::string_view line) {
  const char *at = skip_blanks(line.data(), end_of(line));
  return at == end_of(line) || *at == '\n';
}
bool is_tag(std::string_view line) {
  const char *at = skip_blanks(line.data(), end_of(line));
  return starts_tag(at, end_of(line));
}
bool is_event_tag(std::string_view line) {
  const char *at = skip_blanks(line.data(), end_of(line));
  return starts_event_tag(at, end_of(line));
}
// "1." or "1..." in front, as the first move of a game without tags has.
bool is_first_move(std::string_view line) {
  const char *at = skip_blanks(line.data(), end_of(line));
  return end_of(line) - at >= 2 && at[0] == '1' && at[1] == '.';
}

}  // namespace

GameLines::Answer GameLines::add(std::string_view line) {
  if (line.empty()) return Answer::kDone;
  switch (state_) {
    case State::kBefore:
      return begin(line);
    case State::kTags:
      return add_tag_line(line);
    case State::kMovetext:
      return add_movetext(line);
    case State::kBlankAfterMovetext:
      return after_blank(line);
  }
  return Answer::kDone;
}

GameLines::Answer GameLines::begin(std::string_view line) {
  if (is_blank(line) || line.front() == '%' || line.front() == ';') return Answer::kMore;
  return is_tag(line) ? add_tag_line(line) : add_movetext(line);
}

GameLines::Answer GameLines::add_tag_line(std::string_view line) {
  state_ = State::kTags;
  if (is_blank(line)) {
    blank_after_tag_ = true;
    return Answer::kMore;
  }
  if (line.front() == '%' || line.front() == ';') return Answer::kMore;
  if (!is_tag(line)) return add_movetext(line);
  if (is_event_tag(line) && (blank_after_tag_ || event_tag_)) return Answer::kDoneBefore;
  read_tags(line);
  blank_after_tag_ = false;
  return Answer::kMore;
}

void GameLines::read_tags(std::string_view line) {
  const char *at = skip_blanks(line.data(), end_of(line));
  while (starts_tag(at, end_of(line))) {
    event_tag_ |= starts_event_tag(at, end_of(line));
    const Tag tag = read_tag(at, end_of(line));
    tags_.emplace_back(tag.name, unescaped(tag.value));
    at = skip_blanks(tag.end, end_of(line));
  }
  if (at < end_of(line) && *at != '\n' && *at != ';') lex({at, static_cast<std::size_t>(end_of(line) - at)});
}

GameLines::Answer GameLines::add_movetext(std::string_view line) {
  state_ = State::kMovetext;
  if (in_comment_) {
    lex(line);
    return Answer::kMore;
  }
  if (is_blank(line)) {
    if (result_) return Answer::kDone;
    state_ = State::kBlankAfterMovetext;
    return Answer::kLookAhead;
  }
  if (line.front() == '%') return Answer::kMore;
  const bool next_game = is_tag(line) || (result_at_line_end_ && is_first_move(line));
  if (next_game && !movetext_.empty()) return Answer::kDoneBefore;
  lex(line);
  return Answer::kMore;
}

// A blank line without a result before it ends the game if what follows begins another.
GameLines::Answer GameLines::after_blank(std::string_view line) {
  if (is_blank(line)) return Answer::kMore;
  if (is_tag(line) || is_first_move(line)) return Answer::kDoneBefore;
  return add_movetext(line);
}

// Notes comments left open and results; the line goes to the movetext.
void GameLines::lex(std::string_view line) {
  movetext_ += line;
  const char *at = line.data(), *const end = end_of(line);
  while (at < end) {
    if (in_comment_) {
      const char *close = find(at, end, '}');
      if (!close) return;
      in_comment_ = false;
      at = close + 1;
      continue;
    }
    if (*at == ';') return;
    if (*at == '{') {
      in_comment_ = true;
      at++;
      continue;
    }
    const bool starts_word = at == line.data() || ends_token(at[-1]);
    const std::string_view result = starts_word ? result_token(at, end) : std::string_view();
    if (result.empty()) {
      if (!is_blank_in_line(*at) && *at != '\n') result_at_line_end_ = false;
      at++;
    } else {
      result_ = result_at_line_end_ = true;
      at += result.size();
    }
  }
}

}  // namespace ajeeb::pgn
