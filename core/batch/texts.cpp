#include "batch/texts.hpp"

#include <cstring>

#include "batch/parallel.hpp"
#include "board/notation.hpp"
#include "board/status.hpp"

namespace ajeeb::batch {

namespace {

// One text after the other, written by rows in order, part by part, and joined: write(row, bytes, ends) appends the
// texts of one row.
template <class Write>
TextColumn write_column(std::size_t rows, int threads, Write write) {
  const std::size_t blocks = (rows + kRowsPerBlock - 1) / kRowsPerBlock;
  const std::size_t rows_in_part = threads_for(blocks, threads) == 1 ? std::max<std::size_t>(rows, 1) : kRowsPerBlock;
  std::vector<TextColumn> parts((rows + rows_in_part - 1) / rows_in_part);
  for_blocks(
      rows, threads,
      [&](std::size_t begin, std::size_t end) {
        TextColumn &part = parts[begin / rows_in_part];
        for (std::size_t row = begin; row < end; row++) write(row, part.bytes, part.ends);
      },
      rows_in_part);
  if (parts.size() == 1) return std::move(parts[0]);
  TextColumn whole;
  for (const TextColumn &part : parts) {
    for (const std::size_t end : part.ends) whole.ends.push_back(whole.bytes.size() + end);
    whole.bytes += part.bytes;
  }
  return whole;
}

// Texts lie anywhere in memory: asking for one early hides the time until it comes.
void fetch_ahead(Texts texts, std::size_t row) {
  constexpr std::size_t kRowsAhead = 6, kCacheLine = 64;
  if (row + kRowsAhead >= texts.size()) return;
  const char *text = texts[row + kRowsAhead].data();
  __builtin_prefetch(text);
  __builtin_prefetch(text + kCacheLine);
}

// Calls take(board) with a legal position, and passes on the fault it returns.
template <class Take>
RowFault read_position(std::string_view text, CastlingRule rule, Reading reading, Take take) {
  const Result<Board, FenFault> board = read_fen(text, rule, reading);
  if (!board) return RowFault::kUnreadable;
  return status(*board) == kStatusValid ? take(*board) : RowFault::kIllegalPosition;
}

RowFault row_fault(MoveFault fault) {
  switch (fault) {
    case MoveFault::kInvalid:
      return RowFault::kInvalidMove;
    case MoveFault::kIllegal:
      return RowFault::kIllegalMove;
    case MoveFault::kAmbiguous:
      return RowFault::kAmbiguousMove;
  }
  return RowFault::kInvalidMove;
}

void append_move(const Board &board, Move move, MoveNotation notation, std::string &bytes) {
  switch (notation) {
    case MoveNotation::kUci:
      bytes += to_uci(board, move).view();
      break;
    case MoveNotation::kUciStandard:
      bytes += to_uci(board, move, false).view();
      break;
    case MoveNotation::kUci960:
      bytes += to_uci(board, move, true).view();
      break;
    case MoveNotation::kSan:
      bytes += to_san(board, move);
  }
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view buffer) {
  std::vector<std::string_view> lines;
  while (!buffer.empty()) {
    const std::size_t end = std::min(buffer.find('\n'), buffer.size());
    std::string_view line = buffer.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    buffer.remove_prefix(std::min(end + 1, buffer.size()));
  }
  return lines;
}

Result<Board, FenFault> read_fen(std::string_view text, CastlingRule rule, Reading reading) {
  return rule == CastlingRule::kAny ? parse_fen_any(text, reading)
                                    : parse_fen(text, rule == CastlingRule::kChess960, reading);
}

void from_fens(Texts texts, CastlingRule rule, Reading reading, std::span<PackedPosition> out, Faults faults,
               int threads) {
  for_rows(texts.size(), threads, [&](std::size_t row) {
    fetch_ahead(texts, row);
    const auto take = [&](const Board &board) { return batch::row_fault(pack(board, out[row])); };
    faults[row] = read_position(texts[row], rule, reading, take);
    if (faults[row] != RowFault::kNone) out[row] = PackedPosition{};
  });
}

template <class Value>
void planes_from_fens(Texts texts, CastlingRule rule, Reading reading, View view, Value *out, Faults faults,
                      int threads) {
  constexpr std::size_t kWidth = kPiecePlanes * kPlaneSquares;
  for_rows(texts.size(), threads, [&](std::size_t row) {
    fetch_ahead(texts, row);
    const auto take = [&](const Board &board) {
      write_piece_planes(board, view, out + row * kWidth);
      return RowFault::kNone;
    };
    faults[row] = read_position(texts[row], rule, reading, take);
    if (faults[row] != RowFault::kNone) std::fill_n(out + row * kWidth, kWidth, Value{});
  });
}

template void planes_from_fens(Texts, CastlingRule, Reading, View, std::uint8_t *, Faults, int);
template void planes_from_fens(Texts, CastlingRule, Reading, View, float *, Faults, int);

TextColumn to_fens(Records records, CastlingOutput castling, std::string_view line_end, Faults faults, int threads) {
  return write_column(records.size(), threads,
                      [&](std::size_t row, std::string &bytes, std::vector<std::size_t> &ends) {
                        Board board;
                        faults[row] = unpack_row(records[row], board);
                        if (faults[row] == RowFault::kNone) bytes += to_fen(board, EpOutput::kLegal, castling);
                        bytes += line_end;
                        ends.push_back(bytes.size());
                      });
}

TextColumn to_texts(Records records, RawMoves moves, Grouping grouping, MoveNotation notation, Faults faults,
                    int threads) {
  return write_column(records.size(), threads,
                      [&](std::size_t row, std::string &bytes, std::vector<std::size_t> &ends) {
                        Board board;
                        const RowFault fault = unpack_row(records[row], board);
                        for (std::size_t i = grouping.begin(row); i < grouping.end(row); i++) {
                          const Move move(moves[i]);
                          faults[i] = fault != RowFault::kNone   ? fault
                                      : is_playable(board, move) ? RowFault::kNone
                                                                 : RowFault::kIllegalMove;
                          if (faults[i] == RowFault::kNone) append_move(board, move, notation, bytes);
                          ends.push_back(bytes.size());
                        }
                      });
}

void from_texts(Records records, Texts texts, Grouping grouping, MoveNotation notation, std::span<std::uint16_t> out,
                Faults faults, int threads) {
  for_rows(records.size(), threads, [&](std::size_t row) {
    Board board;
    const RowFault fault = unpack_row(records[row], board);
    for (std::size_t i = grouping.begin(row); i < grouping.end(row); i++) {
      out[i] = 0;
      faults[i] = fault;
      if (fault != RowFault::kNone) continue;
      const auto move = notation == MoveNotation::kSan ? parse_san(board, texts[i]) : parse_uci(board, texts[i]);
      faults[i] = move ? RowFault::kNone : row_fault(move.error());
      if (move) out[i] = move->raw;
    }
  });
}

}  // namespace ajeeb::batch
