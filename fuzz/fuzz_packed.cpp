// Any 32 bytes: refused, or a board that packs back to the same record and whose moves can be listed and made.
#include <cstring>

#include "board/movegen.hpp"
#include "board/packed.hpp"
#include "require.hpp"

using namespace ajeeb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  PackedPosition record{}, again{};
  std::memcpy(&record, data, size < sizeof record ? size : sizeof record);
  Board board;
  if (unpack(record, board) != PackFault::kNone) return 0;
  fuzz::require(pack(board, again) == PackFault::kNone);
  fuzz::require(again.occupied == record.occupied && again.halfmove_clock == record.halfmove_clock &&
                again.fullmove_number == record.fullmove_number);
  AnyMoveList moves;
  legal_moves(board, moves);
  fuzz::require(moves.size() == count_legal(board));
  for (const Move move : moves) {
    Board next = board;
    do_move(next, move);
    fuzz::require(pack(next, again) == PackFault::kNone || next.halfmove_clock > 0xFF || next.fullmove_number > 0xFFFF);
  }
  // The move's bits may be anything at all.
  for (std::size_t i = 0; i + 1 < size; i += 2) {
    Board next = board;
    do_move(next, Move(static_cast<std::uint16_t>(data[i] | data[i + 1] << 8)));
    is_legal(board, Move(static_cast<std::uint16_t>(data[i] | data[i + 1] << 8)));
    fuzz::require(!(next.by_color[kWhite] & next.by_color[kBlack]));
  }
  return 0;
}
