// What material alone says about an ending: known results, and how far an advantage can be trusted.
#pragma once

#include <optional>

#include "engine/position.hpp"

namespace ajeeb::engine {

// A score that search may count on being won, yet below every mate score.
inline constexpr int kKnownWin = 10000;

// The value from white's view where material decides it: dead draws, mating a lone king, king and pawn against king.
std::optional<int> known_ending(const Board &board);

// How much of an endgame advantage of `strong` counts, in 64ths.
int endgame_scale(const Board &board, Color strong);

// King and pawn against king, solved: true if the side with the pawn wins.
bool kpk_is_won(Color pawn_color, Square pawn_king, Square pawn, Square lone_king, Color side_to_move);

}  // namespace ajeeb::engine
