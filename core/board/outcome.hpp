// When a game is over, and why: mate, stalemate, dead positions by material, the 50/75-move and repetition rules.
#pragma once

#include "board/keyed_board.hpp"

namespace ajeeb {

enum class Termination : std::uint8_t {
  kNone,
  kCheckmate,
  kStalemate,
  kInsufficientMaterial,
  kSeventyfiveMoves,
  kFivefoldRepetition,
  kFiftyMoves,           // may be claimed
  kThreefoldRepetition,  // may be claimed
};

// `color` can't mate by any sequence of legal moves, judged by material alone.
bool has_insufficient_material(const Board &board, Color color);
bool is_insufficient_material(const Board &board);

bool is_checkmate(const Board &board);
bool is_stalemate(const Board &board);

// The clock is full and there is still a legal move, or mate or stalemate would come first.
bool is_fifty_moves(const Board &board);        // claimable now: 100 plies
bool is_seventyfive_moves(const Board &board);  // automatic: 150 plies
// A claim is also possible with a move that brings the clock to 100, or the third repetition, about.
bool can_claim_fifty_moves(const Board &board);
bool can_claim_threefold(const KeyedBoard &position);

// The first that holds, mate before everything; claims only if `claim_draw`.
Termination outcome(const KeyedBoard &position, bool claim_draw = false);

}  // namespace ajeeb
