#include "engine/protocol.hpp"

#include <cctype>

#include "board/fen.hpp"
#include "board/status.hpp"
#include "engine/uci.hpp"
#include "engine/xboard.hpp"

namespace ajeeb::engine {

std::optional<std::string> LineReader::read() {
  constexpr std::size_t kLongest = 16 << 20;
  constexpr std::size_t kShown = 100;
  std::string line;
  bool is_cut = false;
  const auto whole = [&] {
    if (is_cut) line += " (cut)";  // no move, no number, no FEN: it will be refused
    return std::move(line);
  };
  for (int c = std::getc(in_); c != EOF; c = std::getc(in_)) {  // byte by byte: there may be NULs among them
    if (c == '\n') return whole();
    if (is_cut) continue;
    line += static_cast<char>(c);
    if (line.size() < kLongest) continue;
    is_cut = true;
    line.resize(kShown);
    line.shrink_to_fit();
  }
  if (line.empty()) return std::nullopt;
  return whole();
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char &c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 100;
  std::string safe;
  for (const char c : text.substr(0, kLongest)) safe += c >= ' ' && c <= '~' ? c : '?';
  return safe;
}

std::string quoted(std::string_view text) { return std::string("'").append(printable(text)).append("'"); }

namespace {

// What the lenient reading left out of the text's position. (It also takes castling letters in any order, which leaves
// nothing out; texts with both are not looked into.)
std::string dropped_by_lenience(std::string_view fen, const Board &read) {
  const auto written = parse_fen(fen, read.chess960, Reading::kStrict);
  if (!written) return "";
  std::string dropped;
  if (written->castling != read.castling) dropped = "castling rights that can't be";
  if (written->ep != read.ep) dropped += std::string(dropped.empty() ? "" : " and ") + "an ep square that can't be";
  return dropped;
}

}  // namespace

ReadPosition read_fen(std::string_view fen, bool chess960) {
  const auto parsed = chess960 ? parse_fen(fen, true, Reading::kLenient) : parse_fen_any(fen, Reading::kLenient);
  ReadPosition read;
  if (!parsed) {
    const FenFault &fault = parsed.error();
    read.fault = std::string("the FEN can't be read at byte ") + std::to_string(fault.offset) + " (" +
                 field_name(fault.field) + "): expected " + fault.expected;
    return read;
  }
  if (const Status faults = status(*parsed); faults != kStatusValid) {
    std::string names;
    for (const std::string_view name : status_names(faults)) names += (names.empty() ? "" : ", ") + std::string(name);
    read.fault = "the position is illegal: " + names;
    read.is_illegal = true;
    return read;
  }
  read.board = *parsed;
  read.dropped = dropped_by_lenience(fen, *parsed);
  return read;
}

int run_protocol(std::FILE *in, std::FILE *out) {
  LineReader reader(in);
  LineWriter writer(out);
  while (auto line = reader.read()) {
    const std::string_view first = Words(*line).peek();
    if (first.empty()) continue;
    if (first == "xboard") return XboardLoop(reader, writer).run();
    UciLoop loop(writer);
    for (; line; line = reader.read()) {
      if (!loop.obey(*line)) return 0;
    }
    return 0;  // the other side is gone
  }
  return 0;
}

}  // namespace ajeeb::engine
