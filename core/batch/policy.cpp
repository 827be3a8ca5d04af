#include "batch/policy.hpp"

#include <algorithm>
#include <cstring>

#include "batch/parallel.hpp"

namespace ajeeb::batch {

namespace policy {

namespace {

struct Step {
  int file, rank;
};
constexpr std::array<Step, 8> kDirections = {{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
constexpr std::array<Step, 8> kLeaps = {{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

constexpr Table empty_table() {
  Table table{};
  for (auto &row : table.plain) row.fill(kNoIndex);
  for (auto &type : table.last) {
    for (auto &file : type) file.fill(kNoIndex);
  }
  table.move.fill(Move{});
  return table;
}

// Where a step leads; kNoSquare off the board.
constexpr Square walk(Square from, Step step, int distance) {
  const int file = file_of(from) + step.file * distance, rank = rank_of(from) + step.rank * distance;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? make_square(file, rank) : kNoSquare;
}

constexpr void set_plain(Table &table, Square from, Square to, std::size_t index) {
  table.plain[from][to] = static_cast<std::uint16_t>(index);
  table.move[index] = Move(from, to);
}
constexpr void set_promotion(Table &table, int file, int step, PieceType type, std::size_t index) {
  table.last[type][file][step + 1] = static_cast<std::uint16_t>(index);
  table.move[index] = Move(make_square(file, 6), make_square(file + step, 7), type);
}
// The pawn's last step that a promotion shares with the plain move of the same squares.
constexpr void share_with_plain(Table &table, PieceType type) {
  for (int file = 0; file < 8; file++) {
    for (int step = std::max(-1, -file); step <= std::min(1, 7 - file); step++) {
      table.last[type][file][step + 1] = table.plain[make_square(file, 6)][make_square(file + step, 7)];
    }
  }
}

constexpr Table make_alphazero() {
  constexpr std::size_t kPlanesPerSquare = 73, kFirstLeap = 56, kFirstPromotion = 64;
  Table table = empty_table();
  for (Square from = 0; from < 64; from++) {
    const std::size_t base = kPlanesPerSquare * static_cast<std::size_t>(from);
    for (std::size_t direction = 0; direction < 8; direction++) {
      for (int distance = 1; distance < 8; distance++) {
        const Square to = walk(from, kDirections[direction], distance);
        const std::size_t plane = 7 * direction + static_cast<std::size_t>(distance) - 1;
        if (to != kNoSquare) set_plain(table, from, to, base + plane);
      }
      const Square to = walk(from, kLeaps[direction], 1);
      if (to != kNoSquare) set_plain(table, from, to, base + kFirstLeap + direction);
    }
    if (rank_of(from) != 6) continue;
    for (const PieceType type : {kKnight, kBishop, kRook}) {
      for (int step = -1; step <= 1; step++) {
        const int file = file_of(from);
        const std::size_t plane = kFirstPromotion + 3 * (type - 1U) + static_cast<std::size_t>(step + 1);
        if (file + step >= 0 && file + step < 8) set_promotion(table, file, step, type, base + plane);
      }
    }
  }
  share_with_plain(table, kQueen);
  return table;
}

constexpr Table make_lc0() {
  Table table = empty_table();
  std::size_t index = 0;
  for (Square from = 0; from < 64; from++) {
    Bitboard reached = 0;
    for (const Step step : kDirections) {
      for (int distance = 1; distance < 8; distance++) {
        const Square to = walk(from, step, distance);
        if (to != kNoSquare) reached |= bit(to);
      }
    }
    for (const Step step : kLeaps) {
      const Square to = walk(from, step, 1);
      if (to != kNoSquare) reached |= bit(to);
    }
    for (const Square to : squares(reached)) set_plain(table, from, to, index++);
  }
  for (int file = 0; file < 8; file++) {
    for (int step = std::max(-1, -file); step <= std::min(1, 7 - file); step++) {
      for (const PieceType type : {kQueen, kRook, kBishop}) set_promotion(table, file, step, type, index++);
    }
  }
  share_with_plain(table, kKnight);
  return table;
}

}  // namespace

constinit const Table kAlphaZero = make_alphazero();
constinit const Table kLc0 = make_lc0();

}  // namespace policy

namespace {

// The promotion that a plain index means when a pawn makes its last step.
constexpr PieceType plain_promotion(PolicyEncoding encoding) {
  return encoding == PolicyEncoding::kAlphaZero ? kQueen : kKnight;
}

template <PolicyEncoding encoding>
void set_mask_bytes(const Board &board, const RecordMoveList &moves, std::uint8_t *out) {
  std::memset(out, 0, move_count(encoding));
  for (const Move move : moves) out[move_index<encoding>(board, move)] = 1;
}

template <PolicyEncoding encoding>
void set_mask_bits(const Board &board, const RecordMoveList &moves, std::uint8_t *out) {
  std::memset(out, 0, mask_bytes(encoding));
  for (const Move move : moves) {
    const std::size_t index = move_index<encoding>(board, move);
    out[index / 8] = static_cast<std::uint8_t>(out[index / 8] | 1U << index % 8);
  }
}

template <PolicyEncoding encoding>
void set_mask(const Board &board, MaskForm form, std::uint8_t *out) {
  RecordMoveList moves;
  legal_moves(board, moves);
  form == MaskForm::kBytes ? set_mask_bytes<encoding>(board, moves, out) : set_mask_bits<encoding>(board, moves, out);
}

}  // namespace

Move index_move(const Board &board, std::size_t index, PolicyEncoding encoding) {
  if (index >= move_count(encoding)) return kNullMove;
  const Move seen = policy::table(encoding).move[index];
  if (seen.is_null()) return kNullMove;
  const int flip = board.side == kBlack ? 56 : 0;
  const Square from = seen.from() ^ flip, to = seen.to() ^ flip;
  Move move(from, to, seen.promotion());
  if (contains(board.pieces(board.side, kPawn), from) && relative_rank(board.side, to) == 7) {
    if (!move.is_promotion()) move = Move(from, to, plain_promotion(encoding));
  } else if (from == board.king(board.side) && seen.from() == kE1 && (seen.to() == kC1 || seen.to() == kG1) &&
             encoding == PolicyEncoding::kAlphaZero && !contains(board.occupied(), to)) {
    move = Move(from, (seen.to() == kC1 ? kA1 : kH1) ^ flip);
  }
  return is_legal(board, move) && move_index(board, move, encoding) == index ? move : kNullMove;
}

void write_legal_mask(const Board &board, PolicyEncoding encoding, MaskForm form, std::uint8_t *out) {
  encoding == PolicyEncoding::kAlphaZero ? set_mask<PolicyEncoding::kAlphaZero>(board, form, out)
                                         : set_mask<PolicyEncoding::kLc0>(board, form, out);
}

void move_indices(Records records, RawMoves moves, Grouping grouping, PolicyEncoding encoding,
                  std::span<std::int64_t> out, Faults faults, int threads) {
  for_rows(records.size(), threads, [&](std::size_t row) {
    Board board;
    const RowFault fault = unpack_row(records[row], board);
    for (std::size_t i = grouping.begin(row); i < grouping.end(row); i++) {
      const Move move(moves[i]);
      faults[i] = fault != RowFault::kNone ? fault : is_legal(board, move) ? RowFault::kNone : RowFault::kIllegalMove;
      out[i] = faults[i] == RowFault::kNone ? static_cast<std::int64_t>(move_index(board, move, encoding)) : -1;
    }
  });
}

void index_moves(Records records, std::span<const std::int64_t> indices, Grouping grouping, PolicyEncoding encoding,
                 std::span<std::uint16_t> out, Faults faults, int threads) {
  for_rows(records.size(), threads, [&](std::size_t row) {
    Board board;
    const RowFault fault = unpack_row(records[row], board);
    for (std::size_t i = grouping.begin(row); i < grouping.end(row); i++) {
      const bool usable = fault == RowFault::kNone && indices[i] >= 0;
      const Move move = usable ? index_move(board, static_cast<std::size_t>(indices[i]), encoding) : kNullMove;
      faults[i] = fault != RowFault::kNone ? fault : move.is_null() ? RowFault::kNoMoveOfIndex : RowFault::kNone;
      out[i] = move.raw;
    }
  });
}

void legal_masks(Records records, PolicyEncoding encoding, MaskForm form, std::uint8_t *out, Faults faults,
                 int threads) {
  const std::size_t width = form == MaskForm::kBytes ? move_count(encoding) : mask_bytes(encoding);
  for_rows(records.size(), threads, [&](std::size_t row) {
    Board board;
    faults[row] = unpack_row(records[row], board);
    if (faults[row] == RowFault::kNone) {
      write_legal_mask(board, encoding, form, out + row * width);
    } else {
      std::memset(out + row * width, 0, width);
    }
  });
}

}  // namespace ajeeb::batch
