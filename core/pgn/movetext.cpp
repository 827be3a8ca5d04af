#include "pgn/movetext.hpp"

#include <algorithm>

#include "pgn/text.hpp"

namespace ajeeb::pgn {

namespace {

constexpr std::size_t kMaxSanBytes = 64;  // longer words are no moves
constexpr int kMaxNag = 1'000'000;
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

// One blank behind the opening brace and one before the closing one belong to neither.
std::string_view without_padding(std::string_view text) {
  if (text.starts_with(' ')) text.remove_prefix(1);
  if (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Everyday SAN without marks: "e4", "exd5", "e8=Q", "Nf3", "Rdxe1", "N1f3".
bool split_everyday_san(std::string_view text, SanParts &parts) {
  constexpr std::string_view kPieces = "PNBRQK";
  const std::size_t type = kPieces.find(text.front());
  const bool is_piece = type != std::string_view::npos && type != kPawn;
  if (is_piece) text.remove_prefix(1);
  PieceType promotion = kPawn;
  if (!is_piece && text.size() > 2 && text[text.size() - 2] == '=') {
    const std::size_t found = kPieces.find(text.back());
    if (found == std::string_view::npos || found == kPawn || found == kKing) return false;
    promotion = static_cast<PieceType>(found);
    text.remove_suffix(2);
  }
  if (text.size() < 2 || text.size() > 4 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) return false;
  parts.to = make_square(text[text.size() - 2] - 'a', text.back() - '1');
  text.remove_suffix(2);
  const bool captures = text.ends_with('x');
  if (captures) text.remove_suffix(1);
  if (text.size() == 1 && is_file(text[0]) && (is_piece || captures)) {
    parts.from_mask = file_mask(text[0] - 'a');
  } else if (text.size() == 1 && is_rank(text[0]) && is_piece) {
    parts.from_mask = rank_mask(text[0] - '1');
  } else if (!text.empty() || (captures && !is_piece)) {
    return false;
  } else if (!is_piece) {
    parts.from_mask = file_mask(file_of(parts.to));
  }
  parts.type = is_piece ? static_cast<PieceType>(type) : kPawn;
  parts.promotion = promotion;
  return true;
}

bool split(std::string_view text, SanParts &parts) {
  if (split_everyday_san(text, parts)) return true;
  return text.size() <= kMaxSanBytes && split_san(text, parts);
}

constexpr bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// How many bytes of signs and ellipses a word begins with.
std::size_t marks_in_front(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.substr(at).starts_with(kEllipsis)) {
      at += kEllipsis.size();
    } else if (!is_letter_or_digit(text[at]) && !is_beyond_ascii(text[at])) {
      at++;
    } else {
      break;
    }
  }
  return at;
}

// The longest move that a word begins with, marks apart.
std::string_view longest_move(std::string_view text, SanParts &parts) {
  for (std::size_t size = text.size() - 1; size >= 2; size--) {
    if (is_letter_or_digit(text[size - 1]) && split(text.substr(0, size), parts)) return text.substr(0, size);
  }
  return {};
}

// A letter that stands for a piece elsewhere, and squares.
bool is_foreign_move(std::string_view text) {
  std::size_t letter = 1;
  while (letter < text.size() && (text[letter] & 0xC0) == 0x80) letter++;
  SanParts parts;
  return (is_beyond_ascii(text[0]) || is_letter_or_digit(text[0])) && letter < text.size() &&
         split(text.substr(letter), parts);
}

// A drop of crazyhouse: no move here, but meant as one.
bool is_drop(std::string_view text) { return text.size() >= 3 && text.find('@') != std::string_view::npos; }

}  // namespace

Token Movetext::next() {
  Token token;
  while (at_ < end_ && !read_symbol(token)) {
  }
  return token;
}

bool Movetext::read_symbol(Token &token) {
  switch (letter(*at_)) {
    case Letter::kPiece:
    case Letter::kFile:
    case Letter::kCastle:
      return read_word(token);
    case Letter::kDigit:
      return read_number(token);
    case Letter::kOther:
      return read_mark(token) || read_word(token);
    case Letter::kNag:
      return read_glyph(token);
    case Letter::kOpenComment:
      return read_comment(token);
    case Letter::kOpenVariation:
      at_++;
      token.kind = Token::Kind::kOpen;
      return true;
    case Letter::kCloseVariation:
      at_++;
      token.kind = Token::Kind::kClose;
      return true;
    case Letter::kStar:
      token.kind = Token::Kind::kResult;
      token.text = {at_++, 1};
      return true;
    case Letter::kLineComment:
      at_ = line_end(at_, end_);
      return false;
    case Letter::kPercent:
      at_ = at_line_start() ? line_end(at_, end_) : at_ + 1;
      return false;
    case Letter::kBlank:
    case Letter::kDot:
    case Letter::kCloseComment:
    case Letter::kOpenBracket:
    case Letter::kCloseBracket:
      at_++;
      return false;
  }
  return false;
}

bool Movetext::read_comment(Token &token) {
  const char *const open = at_ + 1, *const close = find(open, end_, '}');
  const char *const last = close ? close : end_;
  token.kind = Token::Kind::kComment;
  token.text = without_padding({open, static_cast<std::size_t>(last - open)});
  at_ = close ? close + 1 : end_;
  return true;
}

// A result, or a move number, which says nothing; a null move or castling with zeros is a word.
bool Movetext::read_number(Token &token) {
  const char *after = at_ + 1;
  while (after < end_ && is_digit(*after)) after++;
  const bool ends_in_sign = after < end_ && (*after == '-' || *after == '/');
  if (!ends_in_sign) {
    if (std::string_view(at_, static_cast<std::size_t>(after - at_)) == "0000") return read_word(token);
    at_ = after;
    return false;
  }
  const std::string_view result = result_token(at_, end_);
  if (result.empty()) return read_word(token);
  at_ += result.size();
  if (result == "1/2") return false;  // without its other half it is no result that a game can have
  token.kind = Token::Kind::kResult;
  token.text = result;
  return true;
}

// "$5"; a dollar alone says nothing.
bool Movetext::read_glyph(Token &token) {
  const char *const first = ++at_;
  int number = 0;
  for (; at_ < end_ && is_digit(*at_); at_++) number = std::min(number * 10 + *at_ - '0', kMaxNag);
  if (at_ == first) return false;
  token.kind = Token::Kind::kNag;
  token.number = number;
  return true;
}

// The marks that have numbers.
bool Movetext::read_mark(Token &token) {
  struct Mark {
    std::string_view text;
    int nag;
  };
  constexpr Mark kMarks[] = {{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2}};
  if (*at_ != '!' && *at_ != '?') return false;
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  for (const Mark &mark : kMarks) {
    if (!rest.starts_with(mark.text)) continue;
    at_ += mark.text.size();
    token.kind = Token::Kind::kNag;
    token.number = mark.nag;
    break;
  }
  return true;
}

// The characters up to what ends a token or marks a move; a promotion in brackets belongs to its move.
std::string_view Movetext::word() const {
  const char *last = at_;
  while (last < end_ && !ends_token(*last) && *last != '!' && *last != '?') last++;
  const bool promotes = end_ - last >= 3 && last[0] == '(' && last[2] == ')' && last - at_ >= 2 &&
                        (last[-1] == '8' || last[-1] == '1') &&
                        std::string_view("QRBNqrbn").find(last[1]) != std::string_view::npos;
  return {at_, static_cast<std::size_t>(last - at_ + (promotes ? 3 : 0))};
}

bool Movetext::read_word(Token &token) {
  std::string_view text = word();
  if (text.empty()) {  // a quote, or a zero byte
    at_++;
    return false;
  }
  at_ += text.size();
  while (text.size() > 1 && (text.ends_with('+') || text.ends_with('#') || text.ends_with('.'))) text.remove_suffix(1);
  token.readable = split(text, token.parts);
  if (!token.readable && !is_drop(text)) return read_glued(text, token);
  token.kind = Token::Kind::kMove;
  token.text = text;
  return true;
}

// A word that is no move as a whole: one with something glued to it ("…e5", "Nf3+-", "Nf3,Nc6"), or in letters of
// another language ("Sf3"), which must not vanish without a word.
bool Movetext::read_glued(std::string_view text, Token &token) {
  if (text.size() < 2 || text.size() > kMaxSanBytes) return false;
  if (const std::size_t marks = marks_in_front(text)) {
    at_ = text.data() + marks;
    return false;
  }
  const std::string_view move = longest_move(text, token.parts);
  token.readable = !move.empty();
  if (!token.readable && !is_foreign_move(text)) return false;
  if (token.readable) {
    const char *const last = text.data() + text.size();
    at_ = std::find_if(move.data() + move.size(), last, is_letter_or_digit);
  }
  token.kind = Token::Kind::kMove;
  token.text = token.readable ? move : text;
  return true;
}

}  // namespace ajeeb::pgn
