// Games as columns: what reading a chunk gives. One row per game, one per ply, one per fault.
#pragma once

#include <cstdint>
#include <string_view>

#include "board/packed.hpp"
#include "pgn/column.hpp"

namespace ajeeb::pgn {

// Why a game is no good. The names are the `kind` of Python's errors.
enum class FaultKind : std::uint8_t {
  kInvalidSan,
  kIllegalMove,
  kAmbiguousMove,
  kNullMoveInCheck,
  kInvalidFen,
  kIllegalPosition,
  kUnsupportedVariant,
  kUnpackable,
  kUnterminatedComment,
  kGameTooLong,
  kTruncated,
};
inline constexpr std::size_t kFaultKinds = 11;
std::string_view fault_name(FaultKind kind);

struct Fault {
  std::uint64_t byte, line;     // of the token, in the stream; line counts from 1
  std::uint64_t game_byte;      // where its game begins
  std::uint32_t game;           // counts the games of the chunk, good and bad
  std::uint32_t ply;            // plies read before
  std::uint32_t token, length;  // in fault_text
  FaultKind kind;
};

// What a good game had that was mended or is odd. The names are those of the counters in reports.
enum GameFlag : std::uint16_t {
  kLatin1 = 1 << 0,
  kUnquotedTag = 1 << 1,
  kSetupWithoutFen = 1 << 2,
  kRepairedPosition = 1 << 3,   // castling rights or an ep square that the placement can't bear
  kResultConflict = 1 << 4,     // tag, terminator and final position do not agree
  kMissingTerminator = 1 << 5,  // no result token at the end
  kUnclosedVariation = 1 << 6,
  kStrayText = 1 << 7,
  kFaulty = 1 << 8,  // ends at a fault; only when faulty games are kept
};
inline constexpr std::size_t kGameFlags = 9;
std::string_view flag_name(std::size_t bit_index);

enum PlyFlag : std::uint8_t { kPlyInCheck = 1, kPlyCapture = 2 };  // who moves is in check; what he plays captures

struct Games {
  // Per game.
  Column<std::uint64_t> byte, line;  // where it begins in the stream
  Column<PackedPosition> start;
  Column<std::uint8_t> result;  // 0 black won, 1 draw, 2 white won, 3 unknown
  Column<std::uint8_t> chess960;
  Column<std::uint16_t> flags;
  Column<std::int64_t> ply_offsets;  // one more than games
  Column<std::int64_t> tag_offsets;  // one more than games: the game's pairs in tag_ends, counted in strings

  // Per ply, the position being the one before the move.
  Column<std::uint16_t> moves;
  Column<PackedPosition> positions;
  Column<std::int32_t> clock;  // these three come from the comment behind the move: see Annotation
  Column<std::int16_t> eval, mate;
  Column<std::uint8_t> ply_flags;

  // Names and values of tags, in turn, as UTF-8 in one text. tag_ends has a leading 0.
  Column<char> tag_text;
  Column<std::int64_t> tag_ends;

  Column<Fault> faults;
  Column<char> fault_text;
  std::uint64_t games_read = 0;  // good and bad
  std::uint64_t tokens = 0;      // moves met by a reader that only cuts tokens

  std::size_t size() const { return result.size(); }
};

// One tag of every game as an Arrow column of strings: text, n + 1 offsets, and which games have the tag.
struct TagColumn {
  Column<char> text;
  Column<std::int64_t> offsets;
  Column<std::uint8_t> present;
};
TagColumn tag_column(const Games &games, std::string_view name);

// A rating tag as a number; 0 where it is missing or no plain number ("?", "-", "2400?").
Column<std::int16_t> rating_column(const Games &games, std::string_view name);

}  // namespace ajeeb::pgn
