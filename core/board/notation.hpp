// Moves as text, both ways: UCI and SAN.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "board/board.hpp"

namespace ajeeb {

enum class MoveFault : std::uint8_t { kInvalid, kIllegal, kAmbiguous };
const char *fault_name(MoveFault fault);  // "invalid", "illegal", "ambiguous"

// Text of at most 7 bytes, without a heap.
struct MoveText {
  char chars[8] = {};
  std::uint8_t length = 0;
  std::string_view view() const { return {chars, length}; }
  void append(char c) { chars[length++] = c; }
  void append(std::string_view text) {
    for (const char c : text) append(c);
  }
};

// "e2e4", "e7e8q", "0000". Castling is e1g1 in standard chess and king-takes-rook in chess960.
MoveText to_uci(const Board &board, Move move);
MoveText to_uci(const Board &board, Move move, bool chess960);

// Reads a UCI move. kInvalid: not of the form; kIllegal: not legal here. Castling is understood in both spellings,
// whatever the mode, where only one meaning is legal. "0000" is the null move, refused in check.
Result<Move, MoveFault> parse_uci(const Board &board, std::string_view text);

// The move's SAN, minimal and with + or #; "--" for the null move. The move must be legal.
std::string to_san(const Board &board, Move move);
MoveText to_san_without_suffix(const Board &board, Move move);

// Reads SAN as people write it: wrong or missing check marks, "0-0", "e8Q", "e8(Q)", "exd6 e.p.", "e4!?", needless or
// long disambiguation ("Ng1f3", "e2e4"), "--", "Z0", "0000" and "@@@@" for the null move. The move returned is legal.
Result<Move, MoveFault> parse_san(const Board &board, std::string_view text);

// What a SAN says before the position is asked.
struct SanParts {
  PieceType type = kPawn;
  Bitboard from_mask = kAllSquares;  // squares the disambiguation allows
  Square to = kNoSquare;
  PieceType promotion = kPawn;  // kPawn: none
  enum class Shape : std::uint8_t { kMove, kCastleShort, kCastleLong, kNull } shape = Shape::kMove;
};
// Splits a SAN token into its parts; false if it is none.
bool split_san(std::string_view text, SanParts &parts);
// Finds the one legal move with these parts by asking the attack tables backwards from `to`; generates nothing.
Result<Move, MoveFault> resolve_san(const Board &board, const SanParts &parts);

}  // namespace ajeeb
