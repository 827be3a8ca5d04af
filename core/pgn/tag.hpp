// Tag pairs: `[Name "value"]`, as written and as miswritten. A tag never goes beyond its line.
#pragma once

#include <string>
#include <string_view>

#include "pgn/column.hpp"

namespace ajeeb::pgn {

struct Tag {
  std::string_view name;
  std::string_view value;  // as written, escapes and all
  bool quoted = true;      // false where the quotes are missing
  const char *end;         // behind the closing bracket
};

// Reads the tag that begins at `at` (see starts_tag). Quotes and brackets inside the value, a value whose closing quote
// is escaped, missing quotes and a missing bracket are all understood.
Tag read_tag(const char *at, const char *end);

// The value without its escapes.
std::string unescaped(std::string_view value);

// Appends the value without its escapes, as UTF-8. Bytes that are not UTF-8 are taken for Latin-1, the character set
// that the PGN standard names; then the answer is true.
bool append_value(std::string_view value, Column<char> &out);

}  // namespace ajeeb::pgn
