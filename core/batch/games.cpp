#include "batch/games.hpp"

#include <algorithm>
#include <vector>

#include "batch/parallel.hpp"
#include "board/keyed_board.hpp"

namespace ajeeb::batch {

namespace {

constexpr std::size_t kGamesPerBlock = 4;

// The keys since the last move that can't be undone: all that a position can repeat.
class Repetitions {
 public:
  explicit Repetitions(Key start) : keys_{start} {}
  // How often the position stood before.
  std::uint8_t next(Key key, bool irreversible) {
    if (irreversible) keys_.clear();
    std::size_t count = 0;
    const std::size_t oldest = keys_.size() - std::min(keys_.size(), kLookBack);
    for (std::size_t i = keys_.size(); i >= oldest + 2; i -= 2) count += keys_[i - 2] == key;
    keys_.push_back(key);
    return static_cast<std::uint8_t>(std::min<std::size_t>(count, 255));
  }

 private:
  static constexpr std::size_t kLookBack = 512;  // games end by rule after 150 such plies; keeps long ones linear

  std::vector<Key> keys_;
};

RowFault start_board(const Games &games, std::size_t game, Board &board) {
  if (!games.starts.empty()) return unpack_row(games.starts[game], board);
  board = kStartBoard;
  return RowFault::kNone;
}

// Calls visit(row, board, repetition) for the positions of one game, in order; `repetition` tells how often the
// position had stood before in this game. A visit returns the fault of its row alone.
template <class Visit>
void replay(const Games &games, std::size_t game, Faults faults, Visit visit) {
  const auto begin = static_cast<std::size_t>(games.offsets[game]);
  const auto end = static_cast<std::size_t>(games.offsets[game + 1]);
  std::size_t row = begin + (games.with_end ? game : 0);
  const std::size_t last_row = row + (end - begin) + (games.with_end ? 1 : 0);
  Board board;
  RowFault broken = start_board(games, game, board);
  Key key = broken == RowFault::kNone ? zobrist_key(board) : 0;
  Repetitions repetitions(key);
  std::uint8_t repetition = 0;
  for (std::size_t i = begin; row < last_row && broken == RowFault::kNone; i++, row++) {
    faults[row] = visit(row, board, repetition);
    if (i == end) continue;
    const Move move(games.moves[i]);
    if (!is_playable(board, move)) {
      faults[row] = RowFault::kIllegalMove;
      broken = RowFault::kAfterIllegalMove;
      continue;
    }
    const bool zeroing = is_zeroing(board, move);
    const Bitboard rights = board.castling;
    do_move(board, key, move);
    repetition = repetitions.next(key, zeroing || rights != board.castling);
  }
  for (; row < last_row; row++) faults[row] = broken;
}

// A row whose move is illegal still holds its position; all other faulty rows become zeros.
template <class Value>
void clear_unreached(Faults faults, std::size_t width, Value *out) {
  for (std::size_t row = 0; row < faults.size(); row++) {
    if (faults[row] != RowFault::kNone && faults[row] != RowFault::kIllegalMove) {
      std::fill_n(out + row * width, width, Value{});
    }
  }
}

}  // namespace

void play_out(const Games &games, std::span<PackedPosition> out, Faults faults, int threads) {
  const auto one = [&](std::size_t game) {
    const std::uint8_t result = games.starts.empty() ? kResultUnknown : games.starts[game].result;
    replay(games, game, faults, [&](std::size_t row, const Board &board, std::uint8_t) {
      const RowFault fault = row_fault(pack(board, out[row]));
      out[row].result = result;
      return fault;
    });
  };
  for_rows(games.count(), threads, one, kGamesPerBlock);
  clear_unreached(faults, 1, out.data());
}

void histories(const Games &games, std::span<PackedPosition> out, std::span<std::uint8_t> repetitions, Faults faults,
               int threads) {
  std::fill(out.begin(), out.end(), PackedPosition{});
  std::fill(repetitions.begin(), repetitions.end(), std::uint8_t{0});
  const auto one = [&](std::size_t game) {
    std::size_t known = 0;
    replay(games, game, faults, [&](std::size_t row, const Board &board, std::uint8_t repetition) {
      PackedPosition *records = out.data() + row * kHistory;
      std::uint8_t *counts = repetitions.data() + row * kHistory;
      if (known != 0) {
        std::copy_n(records - kHistory, known, records + 1);
        std::copy_n(counts - kHistory, known, counts + 1);
      }
      known = std::min(known + 1, kHistory - 1);
      counts[0] = repetition;
      return row_fault(pack(board, records[0]));
    });
  };
  for_rows(games.count(), threads, one, kGamesPerBlock);
  clear_unreached(faults, kHistory, out.data());
  clear_unreached(faults, kHistory, repetitions.data());
}

template <class Value>
void game_planes(const Games &games, PlaneEncoding encoding, Fill fill, Value *out, Faults faults, int threads) {
  const std::size_t width = plane_count(encoding) * kPlaneSquares;
  const auto one = [&](std::size_t game) {
    History history;
    replay(games, game, faults, [&](std::size_t row, const Board &board, std::uint8_t repetition) {
      history.push_front(board, repetition);
      write_history_planes(history, encoding, fill, out + row * width);
      return RowFault::kNone;
    });
  };
  for_rows(games.count(), threads, one, kGamesPerBlock);
  clear_unreached(faults, width, out);
}

template void game_planes(const Games &, PlaneEncoding, Fill, std::uint8_t *, Faults, int);
template void game_planes(const Games &, PlaneEncoding, Fill, float *, Faults, int);

}  // namespace ajeeb::batch
