#include "pgn/tag.hpp"

#include "pgn/text.hpp"

namespace ajeeb::pgn {

namespace {

constexpr std::string_view kNameSigns = "+#=:-";  // allowed in names besides letters, digits and underscores

// The first quote that no backslash escapes and that only a bracket follows, or null.
const char *closing_quote(const char *at, const char *end) {
  for (; at < end; at++) {
    if (*at == '\\') {
      at++;
    } else if (*at == '"') {
      const char *next = skip_blanks(at + 1, end);
      if (next == end || *next == ']') return at;
    }
  }
  return nullptr;
}

std::string_view span(const char *begin, const char *end) { return {begin, static_cast<std::size_t>(end - begin)}; }

std::string_view trimmed(const char *begin, const char *end) {
  while (end > begin && is_blank_in_line(end[-1])) end--;
  return span(begin, end);
}

// The length of the UTF-8 sequence at `at`, 0 if it is none (overlong forms and surrogates are none).
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0, surrogate = lead == 0xED && byte(1) >= 0xA0;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90, beyond = lead == 0xF4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

bool is_plain(std::string_view text) {
  unsigned char seen = 0;
  for (const char c : text) seen |= static_cast<unsigned char>(c);
  return seen < 0x80;
}

bool is_utf8(std::string_view text) {
  if (is_plain(text)) return true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

}  // namespace

Tag read_tag(const char *at, const char *end) {
  end = line_end(at, end);
  Tag tag{};
  const char *name = skip_blanks(at + 1, end), *name_end = name;
  while (name_end < end && (is_word(*name_end) || kNameSigns.find(*name_end) != std::string_view::npos)) name_end++;
  tag.name = span(name, name_end);

  const char *value = skip_blanks(name_end, end);
  if (value < end && *value == '"') {
    value++;
    const char *close = closing_quote(value, end);
    if (!close) close = find_last(value, end, '"');
    if (!close) {
      tag.value = trimmed(value, end);
      tag.end = end;
      return tag;
    }
    tag.value = span(value, close);
    const char *bracket = skip_blanks(close + 1, end);
    tag.end = bracket < end && *bracket == ']' ? bracket + 1 : bracket;
    return tag;
  }
  tag.quoted = false;
  const char *bracket = find_last(value, end, ']');
  tag.value = trimmed(value, bracket ? bracket : end);
  tag.end = bracket ? bracket + 1 : end;
  return tag;
}

std::string unescaped(std::string_view value) {
  std::string text;
  for (std::size_t i = 0; i < value.size(); i++) {
    const bool escapes = value[i] == '\\' && i + 1 < value.size() && (value[i + 1] == '"' || value[i + 1] == '\\');
    text += value[escapes ? ++i : i];
  }
  return text;
}

bool append_value(std::string_view value, Column<char> &out) {
  const bool utf8 = is_utf8(value);
  if (utf8 && value.find('\\') == std::string_view::npos) {
    out.append(value.data(), value.size());
    return false;
  }
  for (const char c : unescaped(value)) {
    const auto byte = static_cast<unsigned char>(c);
    if (utf8 || byte < 0x80) {
      out.push(c);
    } else {
      out.push(static_cast<char>(0xC0 | byte >> 6));
      out.push(static_cast<char>(0x80 | (byte & 0x3F)));
    }
  }
  return !utf8;
}

}  // namespace ajeeb::pgn
