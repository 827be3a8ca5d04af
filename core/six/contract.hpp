// The contract's rules and search, bit for bit, quirks included. What it would revert on comes back as a `Revert`.
// The sane rules are in sane.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "six/board.hpp"

namespace ajeeb::six::contract {

// Why a call reverts: Solidity's panic 0x32 (an array index out of range), or the EVM's stack running over.
enum class Revert : std::uint8_t { none, array_index, stack_overflow };

inline constexpr int kMovesPerWord = 21;
inline constexpr int kMoveWords = 5;
inline constexpr int kMostMoves = kMovesPerWord * kMoveWords;    // one more and generateMoves reverts
inline constexpr int kMostVisited = kMostMoves - kMovesPerWord;  // one more and a loop over the moves reverts

// The moves in the order of generation, cut off (with `revert` set) where the contract gives up.
struct MoveList {
  std::array<Move, kMostMoves> moves;
  int size = 0;
  Revert revert = Revert::none;

  // The i-th move that the contract's loops look at: every block of 21 runs backwards.
  Move visited(int i) const {
    const int start = i - i % kMovesPerWord;
    const int end = start + kMovesPerWord < size ? start + kMovesPerWord : size;
    return moves[start + end - 1 - i];
  }
  // One of the five uint256 that generateMoves returns.
  Board word(int index) const;
};

struct Score {
  int value = 0;
  Revert revert = Revert::none;
};

struct Choice {
  Move move = 0;  // 0: the engine resigns, or there is nothing to play
  bool wins = false;
  int score = 0;  // of the best root move, also where the engine resigns over it
  Revert revert = Revert::none;
};

Board apply_move(const Board &board, Move move);
MoveList generate_moves(const Mailbox &board);
int evaluate_move(const Mailbox &board, Move move);
Score nega_max(const Mailbox &board, std::uint64_t depth);
// The score that search_move gives a root move. Depth 0 wraps round, as the contract's does.
Score root_score(const Mailbox &board, Move move, std::uint64_t depth);
Choice search_move(const Mailbox &board, std::uint64_t depth);

struct Verdict {
  bool legal = false;
  Revert revert = Revert::none;
};
Verdict is_legal_move(const Mailbox &board, Move move);

// Every move that is_legal_move allows, ascending by from, then to.
struct LegalMoves {
  std::array<Move, kSide * kSide * kSide * kSide> moves;
  int size = 0;
  Revert revert = Revert::none;
};
LegalMoves legal_moves(const Mailbox &board);

}  // namespace ajeeb::six::contract
