// Any text read as SAN and as UCI along a game: what is accepted is legal and keeps the key true. The input is a FEN, a
// newline, then one move a line; without a FEN that can be read the game starts from the start.
#include "board/fen.hpp"
#include "board/keyed_board.hpp"
#include "board/notation.hpp"
#include "require.hpp"

using namespace ajeeb;

namespace {

std::string_view take_line(std::string_view &rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::string_view rest = fuzz::as_text(data, size);
  const auto start = parse_fen_any(take_line(rest), Reading::kLenient);
  KeyedBoard position(start.ok() ? *start : kStartBoard);
  for (int ply = 0; !rest.empty() && ply < 200; ply++) {
    const std::string_view text = take_line(rest);
    const Board &board = position.board();
    const auto san = parse_san(board, text), uci = parse_uci(board, text);
    for (const auto &move : {san, uci}) {
      if (move.ok()) fuzz::require(move->is_null() || is_legal(board, *move));
    }
    if (!san.ok() && !uci.ok()) continue;
    position.push(san.ok() ? *san : *uci);
    fuzz::require(position.key() == zobrist_key(position.board()));
    fuzz::require(position.repetitions() >= 1);
  }
  while (!position.history().empty()) position.pop();
  fuzz::require(position.board() == (start.ok() ? *start : kStartBoard));
  return 0;
}
