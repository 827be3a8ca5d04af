// The position a game starts from: what its FEN and Variant tags say, mended where a known kind of careless writer is
// sure to have meant something else.
#pragma once

#include <optional>
#include <string_view>

#include "board/board.hpp"
#include "pgn/games.hpp"

namespace ajeeb::pgn {

struct Setup {
  Board board = kStartBoard;
  bool repaired = false;  // castling rights or an ep square that the placement can't bear were mended
  std::optional<FaultKind> fault;
  std::string_view text;  // the tag value at fault
};

Setup read_setup(std::string_view fen, bool has_fen, std::string_view variant);

}  // namespace ajeeb::pgn
