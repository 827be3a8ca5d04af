"""Labelled positions as sparse rows of evaluation features."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ajeeb._core import engine as _engine
from ajeeb.batch import PACKED
from ajeeb.engine.tuning.header import blocks
from ajeeb.errors import ChessError

__all__ = ["JUDGED", "RESULT_UNKNOWN", "Rows", "Sparse", "read_records", "split"]

RESULT_UNKNOWN = 3
JUDGED = 1  # in the spare byte: no result, and the evaluation is an engine's opinion

FloatArray = npt.NDArray[np.floating[Any]]


def read_records(paths: list[Path]) -> npt.NDArray[Any]:
    """The packed positions of some files: those with a known result, and judged ones."""
    parts = []
    for path in paths:
        data = path.read_bytes()
        if len(data) % PACKED.itemsize:
            raise ChessError(f"{path}: {len(data)} bytes are no whole number of {PACKED.itemsize}-byte positions")
        parts.append(np.frombuffer(data, PACKED))
    records = np.concatenate(parts) if parts else np.empty(0, PACKED)
    labelled: npt.NDArray[Any] = records[(records["result"] < RESULT_UNKNOWN) | _is_judged(records)]
    if not len(labelled):
        raise ChessError("there are no positions with a result, and no judged ones, in these files")
    return labelled


def split(records: npt.NDArray[Any], holdout: float, seed: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Training and test positions, the first shuffled. The test share is cut from the end: games stay whole but one."""
    cut = int(len(records) * (1 - holdout))
    return np.random.default_rng(seed).permutation(records[:cut]), records[cut:]


@dataclass
class Sparse:
    """Rows of (column, count) pairs: row r is entries offsets[r] .. offsets[r + 1]."""

    offsets: npt.NDArray[np.int64]
    index: npt.NDArray[np.int32]
    count: FloatArray

    def take(self, first: int, last: int) -> Sparse:
        """Rows first .. last (exclusive) as a view."""
        begin, end = self.offsets[first], self.offsets[last]
        return Sparse(self.offsets[first : last + 1] - begin, self.index[begin:end], self.count[begin:end])

    def dot(self, weights: FloatArray) -> FloatArray:
        """Each row's sum of count times weight."""
        if not len(self.index):
            return np.zeros(len(self.offsets) - 1, np.float32)
        products = np.append(self.count * weights[self.index], np.float32(0))
        sums: FloatArray = np.add.reduceat(products, self.offsets[:-1])
        sums[self.offsets[1:] == self.offsets[:-1]] = 0
        return sums

    def weighted_columns(self, row_weights: FloatArray, columns: int) -> FloatArray:
        """The transposed product: each column's sum of count times its row's weight."""
        spread = np.repeat(row_weights, np.diff(self.offsets))
        sums: FloatArray = np.asarray(np.bincount(self.index, self.count * spread, minlength=columns), np.float32)
        return sums


@dataclass
class Rows:
    """Features and labels of positions. Results and evaluations are from white's view."""

    terms: Sparse  # a row per position: white's counts less black's
    danger: Sparse  # two rows per position: the white king's, the black king's
    phase: FloatArray
    scale: FloatArray
    result: FloatArray  # 0, 0.5 or 1
    eval: FloatArray  # centipawns, of the search that played the game, or an engine's opinion where there is no result
    is_judged: npt.NDArray[np.bool_]  # no result: the evaluation is all that is known
    # 1 or -1 where white or black is to move in a judged position, else 0; the tempo term does not count there. Leaves
    # of a search are mostly positions where the last move was a mistake, which must not be taken for the worth of a
    # tempo.
    mover: FloatArray

    @classmethod
    def of(cls, records: npt.NDArray[Any], chunk: int = 50_000) -> Rows:
        """The features of packed positions, `chunk` at a time."""
        parts = []
        for start in range(0, max(1, len(records)), chunk):  # one part at least, if an empty one
            part = records[start : start + chunk]
            parts.append(_engine.features(part.view(np.uint8).reshape(-1, PACKED.itemsize)))
            parts[-1]["rows"] = parts[-1]["rows"] + start

        def joined(name: str) -> Any:
            return np.concatenate([part[name] for part in parts])

        def sparse(prefix: str) -> Sparse:
            ends = np.cumsum([0, *(len(part[prefix + "index"]) for part in parts)])
            pairs = zip(parts, ends, strict=False)
            offsets = np.concatenate([[0], *(part[prefix + "offsets"][1:] + end for part, end in pairs)])
            return Sparse(offsets.astype(np.int64), joined(prefix + "index"), joined(prefix + "count"))

        kept = records[joined("rows")]
        is_judged = _is_judged(kept)
        terms = sparse("")
        is_tempo = np.repeat(is_judged, np.diff(terms.offsets)) & (terms.index == _tempo_index())
        terms.count[is_tempo] = 0
        side = np.where(kept["side_and_ep"] < 128, 1, -1)
        return cls(
            terms, sparse("danger_"), joined("phase"), joined("scale"),
            kept["result"].astype(np.float32) / 2, kept["eval"].astype(np.float32),
            is_judged, (is_judged * side).astype(np.float32),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.phase)

    def take(self, first: int, last: int) -> Rows:
        """Positions first .. last (exclusive) as views."""
        cut = slice(first, last)
        return Rows(
            self.terms.take(first, last), self.danger.take(2 * first, 2 * last),
            self.phase[cut], self.scale[cut], self.result[cut], self.eval[cut], self.is_judged[cut], self.mover[cut],
        )  # fmt: skip


def _is_judged(records: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    judged: npt.NDArray[np.bool_] = (records["result"] == RESULT_UNKNOWN) & (records["spare"] == JUDGED)
    return judged


def _tempo_index() -> int:
    return next(block.first for block in blocks() if block.name == "Tempo")
