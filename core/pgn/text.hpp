// The letters of PGN: what the splitter, which cuts a stream between games, and the reader, which reads games, must see
// in the same way. Everything here works on [at, end) and looks at no byte outside.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ajeeb::pgn {

// What a byte may begin, outside of comments and tags.
enum class Letter : std::uint8_t {
  kOther,
  kBlank,  // also the ends of lines
  kDigit,
  kPiece,   // N B R Q K
  kFile,    // a-h
  kCastle,  // O
  kOpenComment,
  kCloseComment,
  kOpenVariation,
  kCloseVariation,
  kLineComment,
  kNag,
  kStar,
  kOpenBracket,
  kCloseBracket,
  kPercent,
  kDot,
};

constexpr std::array<Letter, 256> make_letters() {
  std::array<Letter, 256> table{};
  const auto set = [&table](std::string_view chars, Letter letter) {
    for (const char c : chars) table[static_cast<unsigned char>(c)] = letter;
  };
  set(" \t\r\n\v\f", Letter::kBlank);
  set("0123456789", Letter::kDigit);
  set("NBRQK", Letter::kPiece);
  set("abcdefgh", Letter::kFile);
  set("O", Letter::kCastle);
  set("{", Letter::kOpenComment);
  set("}", Letter::kCloseComment);
  set("(", Letter::kOpenVariation);
  set(")", Letter::kCloseVariation);
  set(";", Letter::kLineComment);
  set("$", Letter::kNag);
  set("*", Letter::kStar);
  set("[", Letter::kOpenBracket);
  set("]", Letter::kCloseBracket);
  set("%", Letter::kPercent);
  set(".", Letter::kDot);
  return table;
}
inline constexpr std::array<Letter, 256> kLetters = make_letters();
inline Letter letter(char c) { return kLetters[static_cast<unsigned char>(c)]; }

// Bytes that end a token: blanks and whatever begins something else.
constexpr std::array<bool, 256> make_token_ends() {
  std::array<bool, 256> table{};
  for (const char c : std::string_view(" \t\r\n\v\f{}();[]$*\"")) table[static_cast<unsigned char>(c)] = true;
  table[0] = true;
  return table;
}
inline constexpr std::array<bool, 256> kTokenEnds = make_token_ends();
inline bool ends_token(char c) { return kTokenEnds[static_cast<unsigned char>(c)]; }

inline bool is_blank_in_line(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_file(char c) { return c >= 'a' && c <= 'h'; }
inline bool is_rank(char c) { return c >= '1' && c <= '8'; }

inline const char *find(const char *at, const char *end, char c) {
  return at == end ? nullptr : static_cast<const char *>(std::memchr(at, c, static_cast<std::size_t>(end - at)));
}
inline const char *find_last(const char *at, const char *end, char c) {
  const std::size_t found = std::string_view(at, static_cast<std::size_t>(end - at)).rfind(c);
  return found == std::string_view::npos ? nullptr : at + found;
}
// The end of the line that `at` is in: its '\n', or `end`.
inline const char *line_end(const char *at, const char *end) {
  const char *newline = find(at, end, '\n');
  return newline ? newline : end;
}

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Skips blanks within a line, and byte order marks, which concatenated files carry in their middle.
inline const char *skip_blanks(const char *at, const char *end) {
  while (at < end) {
    if (is_blank_in_line(*at)) {
      at++;
    } else if (std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(kByteOrderMark)) {
      at += kByteOrderMark.size();
    } else {
      break;
    }
  }
  return at;
}

// True if a tag begins here: a bracket and a name. "[%clk" is none.
inline bool starts_tag(const char *at, const char *end) {
  if (at == end || *at != '[') return false;
  const char *name = skip_blanks(at + 1, end);
  return name != end && is_word(*name);
}
inline bool starts_event_tag(const char *at, const char *end) {
  if (!starts_tag(at, end)) return false;
  at = skip_blanks(at + 1, end);
  return std::string_view(at, static_cast<std::size_t>(end - at)).starts_with("Event") &&
         (end - at == 5 || !is_word(at[5]));
}

// The result token that begins here, empty if none does: "1-0", "0-1", "1/2-1/2", "1/2" or "*".
inline std::string_view result_token(const char *at, const char *end) {
  const std::string_view text(at, static_cast<std::size_t>(end - at));
  for (const std::string_view token : {"1-0", "0-1", "1/2-1/2", "1/2"}) {
    if (!text.starts_with(token)) continue;
    const char next = text.size() == token.size() ? ' ' : text[token.size()];
    if (!is_word(next) && next != '-' && next != '/') return token;
  }
  return text.starts_with('*') ? text.substr(0, 1) : std::string_view();
}

// True if the rest of this line holds nothing but blanks, and the line after it shows that a game has ended: it is
// empty, or begins with a tag or with move number 1, or is not there. Lines escaped by '%' are not looked at.
inline bool game_ends_with_line(const char *at, const char *end) {
  at = skip_blanks(at, end);
  while (at != end) {
    if (*at != '\n') return false;
    const char *line = at + 1;
    if (line == end || *line != '%') {
      at = skip_blanks(line, end);
      return at == end || *at == '\n' || starts_tag(at, end) || (*at == '1' && at + 1 < end && at[1] == '.');
    }
    at = line_end(line, end);
  }
  return true;
}

}  // namespace ajeeb::pgn
