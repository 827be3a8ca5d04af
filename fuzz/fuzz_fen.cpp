// Any text: FEN and EPD readers refuse it with a fault inside the text, or give a board on which everything is safe and
// whose own FEN reads back to the same board.
#include "board/fen.hpp"
#include "board/keyed_board.hpp"
#include "board/notation.hpp"
#include "board/outcome.hpp"
#include "board/packed.hpp"
#include "board/status.hpp"
#include "require.hpp"

using namespace ajeeb;

namespace {

void use(Board board) {
  const Status faults = status(board);
  const std::string fen = to_fen(board, EpOutput::kAlways);
  board.castling = clean_castling_rights(board);
  const auto again = parse_fen(fen, board.chess960);
  fuzz::require(again.ok() && *again == board);
  AnyMoveList moves;
  legal_moves(board, moves);
  fuzz::require(moves.size() == count_legal(board));
  fuzz::require(faults || moves.size() <= kMaxMoves);
  for (const Move move : moves) {
    fuzz::require(is_legal(board, move));
    Board next = board;
    Key key = zobrist_key(board);
    do_move(next, key, move);
    fuzz::require(key == zobrist_key(next));
    const auto same = parse_uci(board, to_uci(board, move).view());
    fuzz::require(same.ok());
    if (!faults) fuzz::require(*parse_san(board, to_san(board, move)) == move);
  }
  outcome(KeyedBoard(board), true);
  polyglot_key(board);
  PackedPosition record;
  Board unpacked;
  if (!faults && pack(board, record) == PackFault::kNone) {
    fuzz::require(unpack(record, unpacked) == PackFault::kNone && count_legal(unpacked) == moves.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text = fuzz::as_text(data, size);
  for (const bool chess960 : {false, true}) {
    for (const Reading reading : {Reading::kStrict, Reading::kLenient}) {
      const auto board = parse_fen(text, chess960, reading);
      if (board.ok()) use(*board);
      if (!board.ok()) fuzz::require(board.error().offset <= size);
    }
    const auto line = parse_epd(text, chess960);
    if (!line.ok()) fuzz::require(line.error().offset <= size);
  }
  const auto any = parse_fen_any(text);
  if (any.ok()) use(*any);
  return 0;
}
