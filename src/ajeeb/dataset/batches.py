"""Batches of training arrays from a dataset: shuffled by a seed, shared among ranks and workers, resumable.

Row groups come in an order that the seed permutes; some of them at a time (the buffer) are mixed row by row. Every row
comes once a pass, in one rank and worker.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ajeeb._arguments import whole_number
from ajeeb.dataset.reading import Columns, Dataset, RowGroup
from ajeeb.pgn.fields import Encoder, parse_fields

Batch = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class _Pool:
    """Row groups that are mixed together, and where their rows begin in the pass."""

    number: int
    groups: list[RowGroup]
    first: int

    @property
    def rows(self) -> int:
        return sum(group.rows for group in self.groups)


class Batches(Iterator[Batch]):
    """One pass over a dataset: {field: array} of `size` rows each, the last batch perhaps fewer.

    `seed=None` keeps the order of the dataset; `epoch` gives each pass an order of its own. `buffer` is how many row
    groups (65,536 rows each) are mixed at a time. `rank` of `world` takes its share of the row groups: use one number
    for each process and loader's worker. `start` is the number of batches to pass over, cheaply: `done` of an earlier
    iterator with the same arguments. `drop_last` leaves a short last batch out. With `reuse` all batches share their
    memory: one is gone when the next is asked for. Rows of null moves were never in the dataset.
    """

    def __init__(
        self,
        dataset: Dataset,
        size: int,
        fields: Sequence[str],
        *,
        seed: int | None = 0,
        epoch: int = 0,
        buffer: int = 4,
        rank: int = 0,
        world: int = 1,
        start: int = 0,
        drop_last: bool = False,
        reuse: bool = False,
        threads: int = 1,
    ) -> None:
        for name, value, least in (("size", size, 1), ("buffer", buffer, 1), ("world", world, 1), ("start", start, 0)):
            whole_number(name, value, least)
        for name, number in (("seed", 0 if seed is None else seed), ("epoch", epoch)):
            whole_number(name, number, least=0)
        if not 0 <= whole_number("rank", rank) < world:
            raise ValueError(f"rank={rank}: expected 0 to {world - 1} (world={world})")
        self.dataset, self.size, self.seed, self.epoch, self.drop_last = dataset, size, seed, epoch, drop_last
        self.done = start
        """Batches that have been taken: what `start` wants."""
        self._encoder = Encoder(parse_fields(fields), threads, reuse)
        if missing := [name for name in self._encoder.columns if name not in dataset.columns]:
            dataset.read(dataset.row_groups[0] if dataset.row_groups else RowGroup(dataset.folder, 0, 0), missing)
        self._pools = self._arrange(buffer, rank, world)
        self._rows = self._take_rows()

    def __len__(self) -> int:
        rows = sum(pool.rows for pool in self._pools)
        return rows // self.size if self.drop_last else -(-rows // self.size)

    def __next__(self) -> Batch:
        columns = next(self._rows)
        rows = len(next(iter(columns.values())))
        if self.drop_last and rows < self.size:
            raise StopIteration
        self.done += 1
        return self._encoder.encode(columns, rows)

    def _random(self, *place: int) -> np.random.Generator:
        return np.random.default_rng([self.seed or 0, self.epoch, *place])

    def _arrange(self, buffer: int, rank: int, world: int) -> list[_Pool]:
        groups = self.dataset.row_groups
        if self.seed is not None:
            groups = [groups[i] for i in self._random(0).permutation(len(groups))]
        share, first = groups[rank::world], 0
        pools: list[_Pool] = []
        for at in range(0, len(share), buffer):
            pools.append(_Pool(rank + world * len(pools), share[at : at + buffer], first))
            first += pools[-1].rows
        return pools

    def _read(self, pool: _Pool) -> Columns:
        parts = [self.dataset.read(group, self._encoder.columns) for group in pool.groups]
        columns = {name: _joined([part[name] for part in parts]) for name in self._encoder.columns}
        if self.seed is None:
            return columns
        order = self._random(1, pool.number).permutation(pool.rows)
        return {name: column[order] for name, column in columns.items()}

    def _take_rows(self) -> Iterator[Columns]:
        skip, rest = self.done * self.size, None
        for pool in self._pools:
            if pool.first + pool.rows <= skip:
                continue
            columns = self._read(pool)
            if rest is None:
                columns = {name: column[max(0, skip - pool.first) :] for name, column in columns.items()}
            else:
                columns = {name: _joined([rest[name], column]) for name, column in columns.items()}
            rows = len(next(iter(columns.values())))
            whole = rows - rows % self.size
            for at in range(0, whole, self.size):
                yield {name: column[at : at + self.size] for name, column in columns.items()}
            rest = {name: column[whole:] for name, column in columns.items()}
        if rest is not None and len(next(iter(rest.values()))):
            yield rest


def _joined(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    parts = [part for part in parts if len(part)] or parts[:1]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
