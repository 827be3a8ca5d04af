// A board with its zobrist key, kept move by move, and its history: what repetition rules, undoing and Python's Board
// need. The search's Position, which derives more, is the engine's own.
#pragma once

#include <algorithm>
#include <vector>

#include "base/zobrist.hpp"
#include "board/movegen.hpp"

namespace ajeeb {

// The key of a position, from scratch: pieces, side, castling rights, and the ep file if the capture is legal.
Key zobrist_key(const Board &board);
// The key of the Polyglot book format: its ep rule is a pawn that stands beside, legal capture or not.
Key polyglot_key(const Board &board);

// Makes the move and updates the key to equal zobrist_key of the new board.
void do_move(Board &board, Key &key, Move move);

class KeyedBoard {
 public:
  struct Step {  // what a move left behind
    Step(const Board &old_board, Key old_key, Move its_move) : board(old_board), key(old_key), move(its_move) {}

    Board board;
    Key key;
    Move move;
  };

  KeyedBoard() : KeyedBoard(kStartBoard) {}
  explicit KeyedBoard(const Board &board) : board_(board), key_(zobrist_key(board)) {}

  const Board &board() const { return board_; }
  Key key() const { return key_; }
  const std::vector<Step> &history() const { return history_; }

  void push(Move move) {
    if (history_.empty()) history_.reserve(kFirstSteps);
    history_.emplace_back(board_, key_, move);
    do_move(board_, key_, move);
  }
  // Takes the last move back; there must be one.
  Move pop() {
    const Step &last = history_.back();
    const Move move = last.move;
    board_ = last.board;
    key_ = last.key;
    history_.pop_back();
    return move;
  }
  void clear_history() { history_.clear(); }
  // Puts another board in the place of this one; the history stays.
  void replace(const Board &board) {
    board_ = board;
    key_ = zobrist_key(board);
  }
  // A copy that remembers only the last `plies` of the history.
  KeyedBoard copy(std::size_t plies) const {
    const std::size_t forgotten = history_.size() - std::min(plies, history_.size());
    return KeyedBoard(*this, history_.begin() + static_cast<std::ptrdiff_t>(forgotten));
  }

  // How often this position has stood on the board, now included; stops counting at `enough`. Looks back no further
  // than the last capture, pawn move or loss of castling rights.
  int repetitions(int enough = 5) const { return 1 + earlier(key_, board_.castling, history_.size(), enough - 1); }
  // The same for the position that a legal move would bring about.
  int repetitions_after(Move move, int enough = 5) const;

 private:
  // How often `key` stood among the positions two, four, … plies before the `index`-th one, counting up to `enough`.
  int earlier(Key key, Bitboard rights, std::size_t index, int enough) const;

  KeyedBoard(const KeyedBoard &other, std::vector<Step>::const_iterator first)
      : board_(other.board_), key_(other.key_), history_(first, other.history_.end()) {}

  static constexpr std::size_t kFirstSteps = 8;  // spares the first few of a history's moves to a larger place

  Board board_;
  Key key_;
  std::vector<Step> history_;
};

}  // namespace ajeeb
