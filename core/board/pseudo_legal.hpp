// Moves as the pieces make them, own king's safety apart: what rules of thumb and python-chess's interface ask for.
// The legal generator (movegen.hpp) needs none of it.
#pragma once

#include "board/movegen.hpp"

namespace ajeeb {

// Every move that obeys its piece's way of moving; castling only where it is legal. Same buffer sizes as for
// legal_moves.
Move *pseudo_legal_moves(const Board &board, Move *out);
// True if the move, whatever its bits, is one of those.
bool is_pseudo_legal(const Board &board, Move move);
// An en passant capture that is pseudo-legal exists.
bool has_pseudo_legal_ep(const Board &board);
// The pawns that could capture on the ep square.
Bitboard ep_capturers(const Board &board);

}  // namespace ajeeb
