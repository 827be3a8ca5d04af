// Arrays of positions and moves as text, and texts read into arrays: FEN, UCI, SAN.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "batch/planes.hpp"
#include "batch/rows.hpp"
#include "board/fen.hpp"

namespace ajeeb::batch {

using Texts = std::span<const std::string_view>;

// The lines of a buffer, without their ends (\n or \r\n). An end at the end of the buffer begins no line.
std::vector<std::string_view> split_lines(std::string_view buffer);

// How castling fields are read: by what each position needs, or all in one way.
enum class CastlingRule : std::uint8_t { kAny, kStandard, kChess960 };

Result<Board, FenFault> read_fen(std::string_view text, CastlingRule rule, Reading reading);

// Reads and packs FENs of legal positions (as status() judges).
void from_fens(Texts texts, CastlingRule rule, Reading reading, std::span<PackedPosition> out, Faults faults,
               int threads);

// The same, straight to the 12 planes of every position.
template <class Value>
void planes_from_fens(Texts texts, CastlingRule rule, Reading reading, View view, Value *out, Faults faults,
                      int threads);

// One text a row, end to end: text i is bytes ends[i - 1] to ends[i] (from 0 for the first). Rows with a fault are
// empty.
struct TextColumn {
  std::string bytes;
  std::vector<std::size_t> ends;
};
enum class MoveNotation : std::uint8_t { kUci, kUciStandard, kUci960, kSan };  // kUci: castling as the position needs

TextColumn to_fens(Records records, CastlingOutput castling, std::string_view line_end, Faults faults, int threads);
TextColumn to_texts(Records records, RawMoves moves, Grouping grouping, MoveNotation notation, Faults faults,
                    int threads);
// kSan reads SAN, the others UCI.
void from_texts(Records records, Texts texts, Grouping grouping, MoveNotation notation, std::span<std::uint16_t> out,
                Faults faults, int threads);

}  // namespace ajeeb::batch
