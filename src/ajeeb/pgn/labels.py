"""Labels of positions: what the comments and the result say about the position *before* a move.

An evaluation stands in the comment behind a move, and speaks of the position that the move led to: the one before the
next move.
"""

import numpy as np
import numpy.typing as npt

from ajeeb.pgn.scan import NO_SCORE, GameBatch

MATE_SCORE = 32_000
"""A mate in n moves is worth MATE_SCORE - n centipawns where only a number of centipawns fits."""

Scores = npt.NDArray[np.int16]


def before_move(values: Scores, offsets: npt.NDArray[np.int64]) -> Scores:
    """Scores of the positions before the moves, from scores behind the moves; NO_SCORE at the start of each game.

    >>> import numpy as np
    >>> before_move(np.array([20, 30, 40], np.int16), np.array([0, 2, 3])).tolist()
    [-32768, 20, -32768]
    """
    shifted = np.empty_like(values)
    shifted[1:] = values[:-1]
    starts = offsets[:-1]
    shifted[starts[starts < len(values)]] = NO_SCORE
    return shifted


def as_centipawns(evals: Scores, mates: Scores) -> Scores:
    """One number for both: mates as large numbers of centipawns, NO_SCORE where there is neither.

    >>> import numpy as np
    >>> as_centipawns(np.array([-32768, 15], np.int16), np.array([-3, -32768], np.int16)).tolist()
    [-31997, 15]
    """
    wide = mates.astype(np.int32)
    large = np.sign(wide) * (MATE_SCORE - np.minimum(np.abs(wide), 1_000))
    return np.where((mates != NO_SCORE) & (mates != 0), large, evals).astype(np.int16)


def row_columns(batch: GameBatch) -> dict[str, npt.NDArray[np.generic]]:
    """A batch as the columns that a dataset's rows have, one entry a ply: what `fields` are made of.

    "position" (PACKED, result and eval filled in), "move", "ply", "result" (3 unknown), "eval", "mate" (NO_SCORE:
    none), "clock_ms" (-1: none), "game" (counted from the start of the scan, bad ones left out).
    """
    owner = np.repeat(np.arange(len(batch)), np.diff(batch.offsets))
    evals, mates = before_move(batch.evals, batch.offsets), before_move(batch.mates, batch.offsets)
    positions, scores = batch.positions, as_centipawns(evals, mates)
    positions["result"] = batch.results[owner]
    positions["eval"] = np.where(scores == NO_SCORE, 0, scores)
    return {
        "game": owner.astype(np.int64),
        "ply": batch.plies,
        "position": positions,
        "move": batch.moves,
        "result": batch.results[owner],
        "clock_ms": batch.clocks,
        "eval": evals,
        "mate": mates,
    }
