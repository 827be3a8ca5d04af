// Cuts a stream of PGN bytes into chunks of whole games, so that each chunk can be read on its own and by any thread.
// Where it cuts depends on the bytes alone, never on how they arrive. No games are read here, only their borders found:
// tag lines, comments and lines that end with a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace ajeeb::pgn {

// Bounds of what the splitter holds in memory. A comment or game beyond them is given up, and the reader says so.
inline constexpr std::size_t kMaxCommentBytes = 8u << 20;
inline constexpr std::size_t kMaxGameBytes = 16u << 20;

struct Chunk {
  // Why the last game of the chunk may not be whole.
  enum class End : std::uint8_t {
    kWhole,
    kTooLong,    // no border was found within kMaxGameBytes; what follows is skipped up to the next [Event]
    kTruncated,  // the stream broke off
  };

  std::string text;
  std::uint64_t byte = 0;  // where the text begins in the stream
  std::uint64_t line = 1;  // likewise, counted from 1
  End end = End::kWhole;
};

class Splitter {
 public:
  // Chunks end at the first border behind `target` bytes. A stream that is entered where a chunk ended starts at `byte`
  // and `line`, `skipping` if that chunk ended as too long.
  explicit Splitter(std::size_t target, std::uint64_t byte = 0, std::uint64_t line = 1, bool skipping = false)
      : target_(target), byte_(byte), line_(line), mid_line_(skipping), skipping_(skipping) {}

  void feed(std::string_view bytes);
  // No more bytes will come; `truncated` if some should have.
  void finish(bool truncated = false);

  bool has_chunk() const { return !chunks_.empty(); }
  Chunk take_chunk() {
    Chunk chunk = std::move(chunks_.front());
    chunks_.pop_front();
    return chunk;
  }

 private:
  // What the lines since the last border held.
  struct Seen {
    bool movetext = false;  // something other than tags
    bool blank_after_tag = false;
    bool event_tag = false;
    bool result_at_line_end = false;  // in the line before this one
  };

  void advance();
  // These three lex one thing at at_; false when it is not all there yet.
  bool advance_line();
  bool advance_comment();
  bool advance_skipped_line();
  // Returns where the movetext of the line begins.
  std::size_t lex_line_start(std::size_t line_end);
  void lex_movetext(std::size_t at, std::size_t line_end);
  bool give_up_comment(std::size_t window_end);
  void give_up_game(std::size_t at);

  void border(std::size_t at);
  void cut(std::size_t at, Chunk::End end);
  void resync(std::size_t section);
  void drop_consumed();
  std::size_t visible_end() const;
  bool is_stream_end(std::size_t at) const { return final_ && at == pending_.size(); }
  const char *at(std::size_t offset) const { return pending_.data() + offset; }

  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

  std::size_t target_;
  std::uint64_t byte_, line_;  // of pending_[begin_]
  std::string pending_;
  std::deque<Chunk> chunks_;
  bool final_ = false, truncated_ = false;

  // All sizes below are offsets in pending_.
  std::size_t begin_ = 0;                                  // of the next chunk
  std::size_t last_border_ = 0;                            // since begin_
  std::size_t at_ = 0;                                     // everything before is lexed
  std::size_t newline_ = kUnknown, newline_searched_ = 0;  // the end of the line at_ is in; how far there is none
  std::size_t comment_ = 0;                                // the open comment's brace
  std::size_t close_ = 0, close_searched_ = 0;             // the next '}' if it is behind at_; how far there is none
  std::size_t last_open_ = 0;                              // the last '{' before close_
  bool in_comment_ = false;
  bool mid_line_ = false;  // at_ is behind a comment, not at the start of a line
  bool skipping_ = false;  // the rest of a game that was too long
  Seen seen_;
};

}  // namespace ajeeb::pgn
