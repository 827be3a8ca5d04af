// Reads the games of one chunk into columns: tags, the mainline's moves (every one checked), positions, and what the
// comments say about clocks and evaluations. Variations are skipped. A bad game costs that game alone.
#pragma once

#include "pgn/games.hpp"
#include "pgn/splitter.hpp"

namespace ajeeb::pgn {

enum class Work : std::uint8_t {
  kTokens,     // only cuts tokens, to time it; its games have no moves
  kMoves,      // moves, without positions
  kPositions,  // everything
};

struct Options {
  Work work = Work::kPositions;
  bool keep_faulty = false;  // keep a faulty game up to its fault, flagged, instead of dropping it
};

Games read_games(const Chunk &chunk, const Options &options);

}  // namespace ajeeb::pgn
