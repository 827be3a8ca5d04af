// Cuts the movetext of one game into tokens, forgivingly: what is no token is stepped over. Nothing is played here.
#pragma once

#include <cstdint>
#include <string_view>

#include "board/notation.hpp"

namespace ajeeb::pgn {

struct Token {
  enum class Kind : std::uint8_t {
    kEnd,
    kMove,     // text: the SAN as written, without marks behind it
    kComment,  // text: between the braces, less one blank at either end
    kNag,      // number
    kOpen,     // a variation
    kClose,
    kResult,  // text: "1-0", "0-1", "1/2-1/2" or "*"
  };

  Kind kind = Kind::kEnd;
  std::string_view text;
  int number = 0;
  SanParts parts{};       // of a move
  bool readable = false;  // false for a move that is none of chess (a drop) or not in English
};

// The text must outlive the tokens.
class Movetext {
 public:
  explicit Movetext(std::string_view text) : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  Token next();

 private:
  // Each reads what stands at at_; false if it was nothing to tell of, and is behind at_ now.
  bool read_symbol(Token &token);
  bool read_comment(Token &token);
  bool read_number(Token &token);
  bool read_glyph(Token &token);
  bool read_mark(Token &token);
  bool read_word(Token &token);
  bool read_glued(std::string_view text, Token &token);
  std::string_view word() const;
  bool at_line_start() const { return at_ == begin_ || at_[-1] == '\n'; }

  const char *begin_, *at_, *end_;
};

}  // namespace ajeeb::pgn
