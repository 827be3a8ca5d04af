#include "pgn/games.hpp"

#include <array>

#include "pgn/text.hpp"

namespace ajeeb::pgn {

namespace {

std::string_view tag_string(const Games &games, std::int64_t i) {
  const auto at = static_cast<std::size_t>(i);
  const std::int64_t begin = games.tag_ends[at], end = games.tag_ends[at + 1];
  return {games.tag_text.data() + begin, static_cast<std::size_t>(end - begin)};
}

// Calls visit(game, value) for every game, with a null view where the tag is missing. Of a repeated tag the last
// counts.
template <class Visit>
void for_each_value(const Games &games, std::string_view name, Visit visit) {
  for (std::size_t game = 0; game < games.size(); game++) {
    std::string_view value;
    bool present = false;
    for (std::int64_t i = games.tag_offsets[game]; i < games.tag_offsets[game + 1]; i += 2) {
      if (tag_string(games, i) != name) continue;
      value = tag_string(games, i + 1);
      present = true;
    }
    visit(present, value);
  }
}

}  // namespace

std::string_view fault_name(FaultKind kind) {
  constexpr std::array<std::string_view, kFaultKinds> kNames = {
      "invalid_san",      "illegal_move",        "ambiguous_move", "null_move_in_check",   "invalid_fen",
      "illegal_position", "unsupported_variant", "unpackable",     "unterminated_comment", "game_too_long",
      "truncated"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view flag_name(std::size_t bit_index) {
  constexpr std::array<std::string_view, kGameFlags> kNames = {
      "latin1_text",        "unquoted_tag",    "setup_without_fen",
      "repaired_position",  "result_conflict", "missing_terminator",
      "unclosed_variation", "stray_text",      "faulty"};
  return kNames[bit_index];
}

TagColumn tag_column(const Games &games, std::string_view name) {
  TagColumn column;
  column.offsets.push(0);
  for_each_value(games, name, [&column](bool present, std::string_view value) {
    column.text.append(value.data(), value.size());
    column.offsets.push(static_cast<std::int64_t>(column.text.size()));
    column.present.push(present);
  });
  return column;
}

Column<std::int16_t> rating_column(const Games &games, std::string_view name) {
  Column<std::int16_t> column;
  for_each_value(games, name, [&column](bool, std::string_view value) {
    std::int16_t rating = 0;
    bool plain = value.size() <= 4;
    for (const char c : value) {
      plain = plain && is_digit(c);
      if (plain) rating = static_cast<std::int16_t>(10 * rating + (c - '0'));
    }
    column.push(plain ? rating : std::int16_t{0});
  });
  return column;
}

}  // namespace ajeeb::pgn
