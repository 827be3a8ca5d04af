// Positions as text: FEN with X-FEN and Shredder castling fields, and EPD lines with operations.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "board/board.hpp"

namespace ajeeb {

enum class FenField : std::uint8_t {
  kPlacement,
  kSide,
  kCastling,
  kEnPassant,
  kHalfmove,
  kFullmove,
  kOperations,
  kText
};

struct FenFault {
  const char *kind;      // a word for programs: "rank_width", "rank_count", "piece", "side", "castling", …
  FenField field;        // where
  std::size_t offset;    // in bytes from the start of the text
  const char *expected;  // a phrase for people: "8 ranks separated by /"
};
const char *field_name(FenField field);

// Reads a FEN; fields missing at the end take their defaults (w, -, -, 0, 1), and a fullmove number of 0 is read as 1.
// kStrict judges the text only: the board may break the rules (see status()), and its castling rights may be ones that
// clean_castling_rights() refuses. kLenient also takes castling letters in any order, and drops the rights and the ep
// square that can't be. K and Q name the outermost rook on their side of the king, in either mode.
enum class Reading { kLenient, kStrict };
Result<Board, FenFault> parse_fen(std::string_view text, bool chess960 = false, Reading reading = Reading::kStrict);

// Reads a FEN as a chess960 position if its castling rights need that, as standard chess if not.
Result<Board, FenFault> parse_fen_any(std::string_view text, Reading reading = Reading::kStrict);

enum class EpOutput { kLegal, kAlways, kXfen };  // when to write the ep square; kXfen: a pawn stands beside
enum class CastlingOutput { kXfen, kShredder };  // KQkq (a file letter where ambiguous), or always file letters
std::string placement(const Board &board);       // the first field only
std::string castling_text(const Board &board, CastlingOutput how = CastlingOutput::kXfen);
std::string to_fen(const Board &board, EpOutput ep = EpOutput::kLegal, CastlingOutput how = CastlingOutput::kXfen);
// The first four fields.
std::string to_epd(const Board &board, EpOutput ep = EpOutput::kLegal, CastlingOutput how = CastlingOutput::kXfen);

// An EPD line: four fields, then `opcode operand…;` operations, quotes respected, operands left as text.
struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands;  // quoted ones without their quotes
  bool quoted = false;                // the (only) operand was quoted
};
struct EpdLine {
  Board board;
  std::vector<EpdOperation> operations;
};
Result<EpdLine, FenFault> parse_epd(std::string_view text, bool chess960 = false);

}  // namespace ajeeb
