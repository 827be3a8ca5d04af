"""Shards: rows and games on their way into files. One class per format; all files come whole or not at all."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ajeeb import batch as arrays
from ajeeb._files import commit, temporary
from ajeeb.dataset._arrow import parquet, pyarrow
from ajeeb.dataset.options import ROW_GROUP_ROWS, Format
from ajeeb.dataset.rows import Mask, Rows
from ajeeb.errors import ChessError
from ajeeb.pgn import NO_CLOCK, NO_SCORE, RESULT_UNKNOWN, GameBatch


class ShardWriter(Protocol):
    """One shard being written."""

    rows: int
    games: int

    def add(self, batch: GameBatch, source: str, kept_games: Mask, first_game: int, rows: Rows) -> None:
        """Append the rows and games of one batch."""
        ...

    def close(self) -> list[str]:
        """Finish the shard's files, give them their names, and return those."""
        ...

    def abandon(self) -> None:
        """Let go of files that are not finished."""
        ...


class Lane:
    """Does work in turn: at once, or on a thread of its own with no more than a little of it waiting."""

    _MOST_WAITING = 1

    def __init__(self, threaded: bool) -> None:
        self._pool = ThreadPoolExecutor(1) if threaded else None
        self._waiting: deque[Future[None]] = deque()

    def run(self, work: Callable[[], None]) -> None:
        """Do it, or have it done; an error of earlier work comes out here or in `finish`."""
        if self._pool is None:
            work()
            return
        while len(self._waiting) >= self._MOST_WAITING:
            self._waiting.popleft().result()
        self._waiting.append(self._pool.submit(work))

    def finish(self) -> None:
        """Wait for all of it."""
        while self._waiting:
            self._waiting.popleft().result()
        if self._pool is not None:
            self._pool.shutdown()

    def abandon(self) -> None:
        """Wait, and hold errors back: another one is on its way already."""
        while self._waiting:
            self._waiting.popleft().exception()
        if self._pool is not None:
            self._pool.shutdown()


def new_shard(form: Format, folder: Path, number: int, threaded: bool = False) -> ShardWriter:
    """The writer of one shard; `threaded` if it may use threads of its own, which change no byte."""
    if form == "parquet":
        return ParquetShard(folder, number, threaded)
    return BytesShard(folder / f"positions-{number:05}.{'bin' if form == 'packed' else 'fen'}", as_text=form == "fen")


class BytesShard:
    """Bare records, or FENs by the line."""

    def __init__(self, path: Path, as_text: bool) -> None:
        self.path, self.as_text = path, as_text
        self.rows = self.games = 0
        self._file = temporary(path).open("wb")

    def add(self, batch: GameBatch, source: str, kept_games: Mask, first_game: int, rows: Rows) -> None:
        """Append the rows."""
        if self.as_text:
            self._file.write("".join(f"{fen}\n" for fen in arrays.to_fens(rows.position)).encode())
        else:
            self._file.write(rows.position.tobytes())
        self.rows += len(rows)
        self.games += int(np.count_nonzero(kept_games))

    def close(self) -> list[str]:
        """Name the file."""
        self._file.close()
        commit(self.path)
        return [self.path.name]

    def abandon(self) -> None:
        """Close the file under its temporary name."""
        self._file.close()


class ParquetShard:
    """A table of games and one of positions, positions in row groups of ROW_GROUP_ROWS."""

    def __init__(self, folder: Path, number: int, threaded: bool) -> None:
        self._tables = [
            _Table(folder / f"games-{number:05}.parquet", 1 << 13, Lane(threaded)),
            _Table(folder / f"positions-{number:05}.parquet", ROW_GROUP_ROWS, Lane(threaded)),
        ]
        self.rows = self.games = 0

    def add(self, batch: GameBatch, source: str, kept_games: Mask, first_game: int, rows: Rows) -> None:
        """Append both."""
        games, positions = self._tables
        games.add(lambda: games_table(batch, source, kept_games, first_game))
        positions.add(lambda: positions_table(rows))
        self.rows += len(rows)
        self.games += int(np.count_nonzero(kept_games))

    def close(self) -> list[str]:
        """Name the files."""
        return [table.close() for table in self._tables]

    def abandon(self) -> None:
        """Close both under their temporary names."""
        for table in self._tables:
            table.abandon()


class _Table:
    """A Parquet file with row groups of one size, written in a lane."""

    def __init__(self, path: Path, group_rows: int, lane: Lane) -> None:
        self.path, self.group_rows, self.lane = path, group_rows, lane
        self._waiting: list[Any] = []
        self._rows = 0
        self._writer: Any = None

    def add(self, make_table: Callable[[], Any]) -> None:
        self.lane.run(lambda: self._add(make_table()))

    def _add(self, table: Any) -> None:
        self._waiting.append(table)
        self._rows += len(table)
        if self._rows >= self.group_rows:
            self._write(self._rows - self._rows % self.group_rows)

    def _write(self, rows: int) -> None:
        pa = pyarrow()
        pq = parquet()

        table = pa.concat_tables(self._waiting)
        if self._writer is None:
            plain = [name for name in table.column_names if name in ("position", "move", "clock_ms")]
            self._writer = pq.ParquetWriter(
                temporary(self.path),
                table.schema,
                compression="zstd",
                use_dictionary=[name for name in table.column_names if name not in plain],
                write_statistics=[name for name in ("game", "ply") if name in table.column_names],
            )
        self._writer.write_table(table.slice(0, rows), row_group_size=self.group_rows)
        self._waiting = [table.slice(rows)]
        self._rows -= rows

    def close(self) -> str:
        self.lane.finish()
        self._write(self._rows)
        self._writer.close()
        commit(self.path)
        return self.path.name

    def abandon(self) -> None:
        self.lane.abandon()
        if self._writer is not None:
            self._writer.close()


def _nullable(pa: Any, values: npt.NDArray[Any], missing: int) -> Any:
    return pa.array(values, mask=values == missing)


def positions_table(rows: Rows) -> Any:
    """The rows as a pyarrow table."""
    pa = pyarrow()

    return pa.table(
        {
            "game": pa.array(rows.game),
            "ply": pa.array(rows.ply),
            "position": _records(pa, rows.position),
            "move": pa.array(rows.move),
            "result": _nullable(pa, rows.result, RESULT_UNKNOWN),
            "clock_ms": _nullable(pa, rows.clock, NO_CLOCK),
            "eval": _nullable(pa, rows.eval, NO_SCORE),
            "mate": _nullable(pa, rows.mate, NO_SCORE),
        }
    )


def _records(pa: Any, positions: npt.NDArray[np.void]) -> Any:
    buffer = pa.py_buffer(np.ascontiguousarray(positions))
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(32), len(positions), [None, buffer])


_TAG_COLUMNS = {
    "event": "Event",
    "site": "Site",
    "date": "Date",
    "round": "Round",
    "white": "White",
    "black": "Black",
    "result_tag": "Result",
    "eco": "ECO",
    "time_control": "TimeControl",
    "termination": "Termination",
}


def games_table(batch: GameBatch, source: str, kept: Mask, first_game: int) -> Any:
    """The kept games as a pyarrow table."""
    pa = pyarrow()

    def strings(name: str) -> Any:
        text, offsets, present = batch.tag_buffers(name)
        buffers = [pa.py_buffer(np.packbits(present, bitorder="little")), pa.py_buffer(offsets), pa.py_buffer(text)]
        return pa.LargeStringArray.from_buffers(len(batch), buffers[1], buffers[2], buffers[0]).cast(pa.string())

    columns = {
        "source": pa.array([source] * len(batch), pa.string()),
        "byte": pa.array(batch.bytes),
        "line": pa.array(batch.lines),
        **{column: strings(tag) for column, tag in _TAG_COLUMNS.items()},
        "white_elo": _nullable(pa, batch.ratings("WhiteElo"), 0),
        "black_elo": _nullable(pa, batch.ratings("BlackElo"), 0),
        "result": _nullable(pa, batch.results, RESULT_UNKNOWN),
        "chess960": pa.array(batch.chess960),
        "start": _records(pa, batch.starts),
        "moves": pa.LargeListArray.from_arrays(pa.array(batch.offsets), pa.array(batch.moves)),
        "tags": _tag_map(pa, batch),
    }
    table = pa.table(columns).filter(pa.array(kept))
    return table.add_column(0, "game", pa.array(np.arange(first_game, first_game + len(table), dtype=np.int64)))


def _tag_map(pa: Any, batch: GameBatch) -> Any:
    """All tags of each game; of a repeated tag each occurrence."""
    text, ends, offsets = batch.tag_pairs
    strings = pa.LargeStringArray.from_buffers(len(ends) - 1, pa.py_buffer(ends), pa.py_buffer(text)).cast(pa.string())
    pairs = np.arange(0, len(strings), 2)
    if len(pairs) >= 1 << 31:
        raise ChessError("too many tags in one batch")
    return pa.MapArray.from_arrays(
        pa.array((offsets // 2).astype(np.int32)), strings.take(pa.array(pairs)), strings.take(pa.array(pairs + 1))
    )
