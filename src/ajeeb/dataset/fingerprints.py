"""Positions seen before, on the disk: a hash table of 64-bit fingerprints in a mapped file that grows by doubling.

Little of it stays in memory, however large it gets. Beside the table a build keeps, for each closed shard, the
fingerprints that the shard added (`.seen-00000.u64`): after an interruption the table is made again from those.
"""

import mmap
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ajeeb._core import dataset as _core
from ajeeb._files import whole_file
from ajeeb.errors import ChessError

_FIRST_SLOTS = 1 << 17
_FULLEST = 0.6
_STEP = 1 << 14  # positions between two times that touched pages are let go


class FingerprintStore:
    """A set of positions in `folder`, of at most `limit`; the same position is one with equal placement, side, rights
    and legal ep square. 64 bits tell positions apart: among a hundred million one is lost with a chance of 1 in 3,700.
    """

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder, self.limit, self.count = folder, limit, 0
        self._generation = 0
        self._pending: list[npt.NDArray[np.uint64]] = []
        self._map, self._table = self._new_table(_FIRST_SLOTS)

    def add(self, positions: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
        """Add positions (PACKED) in turn; tells which were new. Raises ChessError beyond the limit."""
        words = np.ascontiguousarray(positions).view(np.uint64)
        fresh = np.empty(len(positions), np.uint8)
        for at in range(0, len(positions), _STEP):
            end = min(at + _STEP, len(positions))
            self._grow(self.count + end - at)
            self.count += _core.insert_positions(self._table, words[4 * at : 4 * end], fresh[at:end])
            self._let_go()
        if self.count > self.limit:
            raise ChessError(f"more than {self.limit:,} different positions: raise the limit (--dedup-limit)")
        added = fresh.view(np.bool_)
        fingerprints = np.empty(int(added.sum()), np.uint64)
        _core.fingerprints(np.ascontiguousarray(positions[added]).view(np.uint64), fingerprints)
        self._pending.append(fingerprints)
        return added

    def close_shard(self, number: int) -> None:
        """Keep what was added since the last shard was closed."""
        with whole_file(self._sidecar(number)) as file:
            for fingerprints in self._pending:
                file.write(fingerprints.astype("<u8").tobytes())
        self._pending.clear()

    def restore(self, shards: int) -> None:
        """Take in what closed shards have kept."""
        for number in range(shards):
            fingerprints = np.fromfile(self._sidecar(number), "<u8").astype(np.uint64)
            for at in range(0, len(fingerprints), _STEP):
                some = fingerprints[at : at + _STEP]
                self._grow(self.count + len(some))
                self.count += _core.insert_fingerprints(self._table, some)
                self._let_go()

    def delete(self) -> None:
        """Remove the table and all that was kept beside it."""
        del self._table
        self._map.close()
        for pattern in (".seen-*.u64", ".seen.table*"):
            for path in self.folder.glob(pattern):
                path.unlink()

    def _sidecar(self, number: int) -> Path:
        return self.folder / f".seen-{number:05}.u64"

    def _new_table(self, slots: int) -> tuple[mmap.mmap, npt.NDArray[np.uint64]]:
        path = self.folder / f".seen.table{self._generation}"
        self._generation ^= 1
        with path.open("wb+") as file:
            file.truncate(8 * slots)
            mapped = mmap.mmap(file.fileno(), 8 * slots)
        return mapped, np.frombuffer(mapped, np.uint64)

    def _let_go(self) -> None:
        if len(self._table) > 4 * _FIRST_SLOTS:
            self._map.madvise(mmap.MADV_DONTNEED)

    def _grow(self, needed: int) -> None:
        while needed > _FULLEST * len(self._table):
            old_map, old = self._map, self._table
            self._map, self._table = self._new_table(2 * len(old))
            for at in range(0, len(old), 1 << 20):
                _core.insert_fingerprints(self._table, old[at : at + (1 << 20)])
                self._let_go()
                if len(old) > 4 * _FIRST_SLOTS:
                    old_map.madvise(mmap.MADV_DONTNEED)
            del old
            old_map.close()
            (self.folder / f".seen.table{self._generation}").unlink()
