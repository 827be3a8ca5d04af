"""A dataset on the disk, opened: its rows by row group, its games, its manifest."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ajeeb.batch import PACKED, from_fens
from ajeeb.dataset._arrow import parquet, pyarrow
from ajeeb.dataset.manifest import MANIFEST, PROGRESS, load_manifest
from ajeeb.dataset.options import ROW_GROUP_ROWS
from ajeeb.errors import ChessError
from ajeeb.pgn import NO_CLOCK, NO_SCORE, RESULT_UNKNOWN

Columns = dict[str, npt.NDArray[Any]]

_MISSING = {"result": RESULT_UNKNOWN, "clock_ms": NO_CLOCK, "eval": NO_SCORE, "mate": NO_SCORE}
_COLUMNS = {
    "parquet": ("position", "move", "result", "eval", "mate", "clock_ms", "game", "ply"),
    "packed": ("position", "result", "eval"),
    "fen": ("position",),
}


@dataclass(frozen=True)
class RowGroup:
    """Some rows that are read at once: `index` is their group in a Parquet file, or their first byte in another."""

    path: Path
    index: int
    rows: int
    size: int = 0


class Dataset:
    """A finished dataset (`ajeeb.dataset.open`). `len` is its number of rows; see `batches` for training."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder, self.manifest = folder, manifest
        self.format: str = manifest["options"]["format"]
        if self.format not in _COLUMNS:
            raise ChessError(f"{folder} has rows of format {self.format!r}: expected one of {', '.join(_COLUMNS)}")
        self.row_groups = list(self._row_groups())

    def __len__(self) -> int:
        return sum(group.rows for group in self.row_groups)

    def __repr__(self) -> str:
        return f"<Dataset {self.folder}: {len(self):,} rows, {self.format}>"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that its rows have."""
        return _COLUMNS[self.format]

    def _files(self, prefix: str) -> list[Path]:
        names = [name for shard in self.manifest["shards"] for name in shard["files"] if name.startswith(prefix)]
        return [self.folder / name for name in names]

    def _row_groups(self) -> Iterator[RowGroup]:
        for path in self._files("positions-"):
            if self.format == "parquet":
                metadata = _open_parquet(path).metadata
                for index in range(metadata.num_row_groups):
                    if rows := metadata.row_group(index).num_rows:
                        yield RowGroup(path, index, rows)
            elif self.format == "packed":
                total = path.stat().st_size // PACKED.itemsize
                for first in range(0, total, ROW_GROUP_ROWS):
                    rows = min(ROW_GROUP_ROWS, total - first)
                    yield RowGroup(path, first * PACKED.itemsize, rows, rows * PACKED.itemsize)
            else:
                yield from _line_groups(path)

    def read(self, group: RowGroup, columns: Sequence[str]) -> Columns:
        """Columns of one row group. Unknown values: `result` 3, `clock_ms` -1, `eval` and `mate` NO_SCORE."""
        if missing := [name for name in columns if name not in self.columns]:
            raise ChessError(f"{self.folder}: a {self.format} dataset has no {', '.join(missing)}: build it as parquet")
        if self.format == "parquet":
            return _read_parquet(group, columns)
        with group.path.open("rb") as file:
            file.seek(group.index)
            data = file.read(group.size)
        if self.format == "fen":
            return {"position": from_fens(data)}
        records = np.frombuffer(data, PACKED)
        return {name: records if name == "position" else records[name] for name in columns}

    def games(self) -> Any:
        """The games as one pyarrow table (Parquet datasets only): tags, results, ratings, moves."""
        pa = pyarrow()
        pq = parquet()

        if self.format != "parquet":
            raise ChessError(f"{self.folder}: a {self.format} dataset has no table of games: build it as parquet")
        return pa.concat_tables([pq.read_table(path) for path in self._files("games-")])

    def batches(self, size: int, fields: Sequence[str] = ("planes:12", "policy:1858", "wdl"), **options: Any) -> Any:
        """Iterate over batches of arrays: see `ajeeb.dataset.Batches` for the options.

        >>> import tempfile
        >>> import ajeeb.dataset
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = ajeeb.dataset.build(b"1. e4 e5 2. Nf3 1-0", folder)
        ...     data = ajeeb.dataset.open(folder)
        ...     batches = list(data.batches(2, ("planes:12", "wdl"), seed=None))
        >>> [(batch["planes:12"].shape, batch["wdl"].tolist()) for batch in batches]
        [((2, 12, 8, 8), [1, -1]), ((1, 12, 8, 8), [1])]
        """
        from ajeeb.dataset.batches import Batches

        return Batches(self, size, fields, **options)


def _line_groups(path: Path) -> Iterator[RowGroup]:
    begin = end = rows = 0
    with path.open("rb") as file:
        for line in file:
            end += len(line)
            rows += 1
            if rows == ROW_GROUP_ROWS:
                yield RowGroup(path, begin, rows, end - begin)
                begin, rows = end, 0
    if rows:
        yield RowGroup(path, begin, rows, end - begin)


def _open_parquet(path: Path) -> Any:
    try:
        return parquet().ParquetFile(path)
    except pyarrow().ArrowInvalid as error:
        raise ChessError(f"{path} is damaged ({error}): build the dataset anew (--overwrite)") from error


def _read_parquet(group: RowGroup, columns: Sequence[str]) -> Columns:
    file = _open_parquet(group.path)
    table = file.read_row_group(group.index, columns=list(columns), use_threads=False)
    read: Columns = {}
    for name in columns:
        column = table.column(name).combine_chunks()
        if name == "position":
            offset = column.offset * PACKED.itemsize
            read[name] = np.frombuffer(column.buffers()[1], PACKED, len(column), offset)
        elif name in _MISSING:
            read[name] = column.fill_null(_MISSING[name]).to_numpy(zero_copy_only=False)
        else:
            read[name] = column.to_numpy(zero_copy_only=False)
    return read


def open_dataset(folder: str | os.PathLike[str]) -> Dataset:
    """Open a finished dataset. Raises FileNotFoundError where there is none, ChessError for an unfinished build."""
    path = Path(folder)
    if not (path / MANIFEST).exists():
        if (path / PROGRESS).exists():
            raise ChessError(f"{path} holds an unfinished build: run the same `ajeeb dataset build` again to finish it")
        raise FileNotFoundError(f"{path} holds no dataset: there is no {MANIFEST}")
    return Dataset(path, load_manifest(path / MANIFEST))
