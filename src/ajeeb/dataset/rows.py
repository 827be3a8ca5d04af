"""From games to rows: which positions of a batch become rows of a dataset, and with what labels.

A row is the position before a move. Its result and its evaluation are those of that very position: the evaluation
that stands in the comment behind the *previous* move. The clock is the mover's, after his move.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ajeeb.dataset.fingerprints import FingerprintStore
from ajeeb.dataset.manifest import Counts
from ajeeb.dataset.options import BuildOptions
from ajeeb.pgn import FLAGS, NO_SCORE, RESULT_UNKNOWN, Fault, GameBatch
from ajeeb.pgn.labels import as_centipawns, before_move

Mask = npt.NDArray[np.bool_]


@dataclass
class Rows:
    """Columns of equal length, one entry a row. Unknown: `result` 3, `clock` -1, `eval` and `mate` NO_SCORE."""

    game: npt.NDArray[np.int64]
    ply: npt.NDArray[np.int32]
    position: npt.NDArray[np.void]
    move: npt.NDArray[np.uint16]
    result: npt.NDArray[np.uint8]
    clock: npt.NDArray[np.int32]
    eval: npt.NDArray[np.int16]
    mate: npt.NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.move)


def select_games(batch: GameBatch, options: BuildOptions, counts: Counts) -> tuple[Mask, list[Fault]]:
    """Which games are kept, and which were refused; counts them. Behind the last game that `max_games` allows nothing
    is looked at."""
    kept = np.ones(len(batch), np.bool_)
    if options.min_elo > 0:
        for name in ("WhiteElo", "BlackElo"):
            kept &= batch.ratings(name) >= options.min_elo
    read, faults, seen = len(batch), batch.faults, np.ones(len(batch), np.bool_)
    left = None if options.max_games is None else options.max_games - counts.games_kept
    if left is not None and np.count_nonzero(kept) >= left:
        read = int(np.flatnonzero(kept)[left - 1]) + 1 if left else 0
        end = int(batch.bytes[read - 1]) if read else -1
        seen[read:] = False
        kept &= seen
        faults = [fault for fault in faults if fault.game_byte < end]
    counts.games_read += read + len(faults)
    counts.games_kept += int(np.count_nonzero(kept))
    counts.rejected.update(fault.kind for fault in faults)
    counts.filtered.update({"min_elo": count} if (count := read - int(np.count_nonzero(kept))) else {})
    for bit, name in enumerate(FLAGS):
        if count := int(np.count_nonzero(batch.flags[kept] & (1 << bit))):
            counts.mended[name] += count
    return kept, faults


def select_rows(
    batch: GameBatch,
    kept_games: Mask,
    options: BuildOptions,
    counts: Counts,
    *,
    source: int,
    first_game: int,
    seen: FingerprintStore | None,
) -> Rows:
    """The rows of the kept games, in order; what is dropped is counted. `first_game` numbers the first kept game."""
    lengths = np.diff(batch.offsets)
    owner = np.repeat(np.arange(len(batch)), lengths)
    evals, mates = before_move(batch.evals, batch.offsets), before_move(batch.mates, batch.offsets)
    results, plies = batch.results[owner], batch.plies
    scores = as_centipawns(evals, mates)
    wanted = kept_games[owner]
    counts.positions_read += int(np.count_nonzero(wanted))

    def drop(reason: str, bad: Callable[[], Mask]) -> None:
        dropping = wanted & bad()
        wanted[dropping] = False
        if count := int(np.count_nonzero(dropping)):
            counts.dropped[reason] += count

    drop("null_move", lambda: batch.moves == 0)
    if options.min_ply > 0:
        drop("min_ply", lambda: plies < options.min_ply)
    if options.skip_in_check:
        drop("in_check", lambda: batch.in_check)
    if options.skip_captures:
        drop("capture", lambda: batch.captures)
    if options.format == "packed":
        drop("no_result", lambda: results == RESULT_UNKNOWN)
        if options.eval_default is None:
            drop("no_eval", lambda: scores == NO_SCORE)
    if options.sample < 1:
        drop("sample", lambda: ~_sampled(batch.bytes[owner], plies, source, options))
    rows = np.flatnonzero(wanted)
    positions = batch.positions[rows]
    if seen is not None:
        fresh = seen.add(positions)
        if count := len(fresh) - int(np.count_nonzero(fresh)):
            counts.dropped["duplicate"] += count
        rows, positions = rows[fresh], positions[fresh]
    counts.rows += len(rows)
    positions["result"] = results[rows]
    positions["eval"] = np.where(scores[rows] == NO_SCORE, options.eval_default or 0, scores[rows])
    numbers = first_game + np.cumsum(kept_games) - 1
    return Rows(
        numbers[owner[rows]], plies[rows], positions, batch.moves[rows], results[rows], batch.clocks[rows], evals[rows],
        mates[rows],
    )  # fmt: skip


def _sampled(
    game_bytes: npt.NDArray[np.uint64], plies: npt.NDArray[np.int32], source: int, options: BuildOptions
) -> Mask:
    """A fair coin for every position that depends on its place in the input and the seed alone."""
    with np.errstate(over="ignore"):
        word = _mixed(game_bytes + np.uint64((options.seed * 0x9E3779B97F4A7C15 + source) % (1 << 64)))
        word = _mixed(word ^ plies.astype(np.uint64))
    return word < np.uint64(min(int(options.sample * 2.0**64), 2**64 - 1))


def _mixed(word: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The output step of splitmix64 (Steele, Lea and Flood, 2014)."""
    word = (word + np.uint64(0x9E3779B97F4A7C15)).astype(np.uint64)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))
