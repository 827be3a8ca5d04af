// Whole games, given as start positions and moves: every position on the way, with the history that networks look back
// on. A game's rows are its moves (the position each was made in), and one more for its end if asked for.
#pragma once

#include "batch/planes.hpp"
#include "batch/rows.hpp"

namespace ajeeb::batch {

// `starts`: one record a game, or none at all for games from the start position. Moves offsets[g] to offsets[g + 1]
// belong to game g. Behind an illegal move a game has no positions: those rows are faults.
struct Games {
  Records starts;
  RawMoves moves;
  std::span<const std::int64_t> offsets;
  bool with_end = false;

  std::size_t count() const { return offsets.size() - 1; }
  std::size_t rows() const { return moves.size() + (with_end ? count() : 0); }
};

// Every position, packed; out.size() == games.rows().
void play_out(const Games &games, std::span<PackedPosition> out, Faults faults, int threads);

// Every position with the seven before it, newest first, zeros where there are none: (rows, 8) records and counts, what
// history_planes takes.
void histories(const Games &games, std::span<PackedPosition> out, std::span<std::uint8_t> repetitions, Faults faults,
               int threads);

// The planes of every position, without the way through records.
template <class Value>
void game_planes(const Games &games, PlaneEncoding encoding, Fill fill, Value *out, Faults faults, int threads);

}  // namespace ajeeb::batch
