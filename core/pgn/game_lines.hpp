// Takes the lines of one game from a source of lines: where a game begins and ends when it comes through a text handle,
// one line at a time. The stream splitter (splitter.hpp) answers the same question for blocks of bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ajeeb::pgn {

class GameLines {
 public:
  // What to do after a line.
  enum class Answer : std::uint8_t {
    kMore,        // give the next line
    kLookAhead,   // the game may be over: the next line that is not blank tells. Note where you are before reading it
    kDone,        // the game is whole
    kDoneBefore,  // the game was whole before this line, which belongs to the next one
  };

  // Takes a line with its end of line; an empty text is the end of the source.
  Answer add(std::string_view line);

  // Whether the place noted at the last kLookAhead is still where the next game may begin.
  bool looks_ahead() const { return state_ == State::kBlankAfterMovetext; }
  bool found() const { return state_ != State::kBefore; }  // false: the source held no game
  // Names and values, in the order of the text.
  const std::vector<std::pair<std::string, std::string>> &tags() const { return tags_; }
  const std::string &movetext() const { return movetext_; }

 private:
  enum class State : std::uint8_t { kBefore, kTags, kMovetext, kBlankAfterMovetext };

  Answer begin(std::string_view line);
  Answer add_tag_line(std::string_view line);
  Answer add_movetext(std::string_view line);
  Answer after_blank(std::string_view line);
  void read_tags(std::string_view line);
  void lex(std::string_view line);

  State state_ = State::kBefore;
  bool blank_after_tag_ = false, event_tag_ = false;
  bool in_comment_ = false, result_ = false, result_at_line_end_ = false;
  std::vector<std::pair<std::string, std::string>> tags_;
  std::string movetext_;
};

}  // namespace ajeeb::pgn
