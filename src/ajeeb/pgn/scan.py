"""Games as arrays: reading whole PGN files, in batches, at the core's speed.

The core cuts the bytes between games and reads each chunk into columns, without the GIL; here are files, threads, and
the count of what was read, kept and refused. Trees of moves with variations and comments are not read here.
"""

from collections import Counter, deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ajeeb._arguments import whole_number
from ajeeb._core import pgn as _core
from ajeeb.batch import PACKED
from ajeeb.errors import PgnError
from ajeeb.pgn.sources import DEFAULT_MAX_WINDOW, Source, Sources, Stream, expand

NO_CLOCK = -1
NO_SCORE: int = _core.NO_SCORE
RESULT_UNKNOWN = 3
CHUNK_BYTES = 1 << 19
FLAGS: tuple[str, ...] = tuple(_core.flag_names())
"""What a good game may have had that was mended or is odd, in the order of the bits of `GameBatch.flags`."""

_SHOWN_FAULTS = 100
_REASONS = {
    "invalid_san": "{token!r} is no move",
    "illegal_move": "{token!r} is illegal here",
    "ambiguous_move": "{token!r} fits several pieces",
    "null_move_in_check": "a null move ({token!r}) while in check",
    "invalid_fen": "the FEN tag can't be read: {token!r}",
    "illegal_position": "the FEN tag breaks the rules: {token!r}",
    "unsupported_variant": "a variant that is not played here: {token!r}",
    "unpackable": "a clock beyond what a packed position holds, at {token!r}",
    "unterminated_comment": "a comment that is not closed",
    "game_too_long": f"no end within {_core.MAX_GAME_BYTES >> 20} MiB",
    "truncated": "the stream breaks off within the game",
}

Errors: TypeAlias = Literal["skip", "keep", "raise"]


class Fault(NamedTuple):
    """Why a game was refused, and where: `byte` and `line` (from 1) of the token; `game` counts from 0, `ply` moves."""

    kind: str
    source: str
    line: int
    byte: int
    game: int
    game_byte: int
    ply: int
    token: str

    @property
    def reason(self) -> str:
        """The fault in words."""
        return _REASONS[self.kind].format(token=self.token)

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.reason} (game {self.game}, ply {self.ply}, byte {self.byte})"


@dataclass
class Report:
    """What a scan has read so far. `games_read` is always `games_kept` plus the sum of `rejected`."""

    games_read: int = 0
    games_kept: int = 0
    plies: int = 0
    bytes_read: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    """The first hundred."""
    errors: list[str] = field(default_factory=list)
    """Streams that broke off."""

    def add(self, batch: "GameBatch") -> None:
        """Count one batch in."""
        self.games_read += batch.games_read
        self.plies += len(batch.moves)
        faulty = np.count_nonzero(batch.flags & (1 << FLAGS.index("faulty")))
        self.games_kept += len(batch) - int(faulty)
        self.rejected.update(fault.kind for fault in batch.faults)
        self.faults += batch.faults[: _SHOWN_FAULTS - len(self.faults)]
        for bit, name in enumerate(FLAGS[:-1]):
            if count := int(np.count_nonzero(batch.flags & (1 << bit))):
                self.flags[name] += count


class GameBatch:
    """Some games of one source as columns. All arrays share the core's memory.

    Per game (length n): `results` uint8 (0 black won, 1 draw, 2 white won, 3 unknown: the board's own verdict where it
    has one), `starts` (PACKED), `chess960` bool, `flags` uint16 (bits named by FLAGS), `bytes` and `lines` uint64
    (where it begins), `offsets` int64 of length n + 1: game i has plies offsets[i] to offsets[i + 1].

    Per ply: `moves` uint16 (0 is a null move), `positions` (PACKED, before the move; empty with positions=False),
    `clocks` int32 (milliseconds left to the mover after the move, -1 for none), `evals` int16 (centipawns, white's
    view, of the position *after* the move, NO_SCORE for none), `mates` int16 (moves to mate, negative when black mates,
    NO_SCORE for none), `in_check` and `captures` bool.
    """

    def __init__(self, source: str, first_game: int, games: Any, next_place: tuple[int, int, bool]) -> None:
        self.source, self.first_game, self._games = source, first_game, games
        self.next_place = next_place
        self.games_read: int = games.games_read
        self.results: npt.NDArray[np.uint8] = games.result
        self.flags: npt.NDArray[np.uint16] = games.flags
        self.offsets: npt.NDArray[np.int64] = games.ply_offsets
        self.moves: npt.NDArray[np.uint16] = games.moves
        self.clocks: npt.NDArray[np.int32] = games.clock
        self.evals: npt.NDArray[np.int16] = games.eval
        self.mates: npt.NDArray[np.int16] = games.mate
        self.bytes: npt.NDArray[np.uint64] = games.byte
        self.lines: npt.NDArray[np.uint64] = games.line

    def __len__(self) -> int:
        return len(self.results)

    def __repr__(self) -> str:
        return f"<GameBatch of {len(self)} games, {len(self.moves)} plies, from {self.source}>"

    @property
    def starts(self) -> npt.NDArray[np.void]:
        """The position each game starts from, PACKED."""
        return self._games.start.view(PACKED)  # type: ignore[no-any-return]

    @property
    def positions(self) -> npt.NDArray[np.void]:
        """The position before each move, PACKED, with results and evals not yet filled in."""
        return self._games.positions.view(PACKED)  # type: ignore[no-any-return]

    @property
    def chess960(self) -> npt.NDArray[np.bool_]:
        """Per game."""
        return self._games.chess960.view(np.bool_)  # type: ignore[no-any-return]

    @property
    def in_check(self) -> npt.NDArray[np.bool_]:
        """Per ply: the side to move is in check."""
        return (self._games.ply_flags & 1).view(np.bool_)  # type: ignore[no-any-return]

    @property
    def captures(self) -> npt.NDArray[np.bool_]:
        """Per ply: the move captures."""
        return (self._games.ply_flags >> 1 & 1).view(np.bool_)  # type: ignore[no-any-return]

    @property
    def plies(self) -> npt.NDArray[np.int32]:
        """Per ply: its number in its game, from 0."""
        lengths = np.diff(self.offsets)
        return (np.arange(len(self.moves)) - np.repeat(self.offsets[:-1], lengths)).astype(np.int32)

    @property
    def faults(self) -> list[Fault]:
        """The games that were refused, in order."""
        return [
            Fault(
                kind, self.source, line, byte, self.first_game + game, game_byte, ply, token.decode("utf-8", "replace")
            )
            for kind, line, byte, game_byte, game, ply, token in self._games.faults
        ]

    def tags(self, game: int) -> dict[str, str]:
        """All tags of one game, as written; of a repeated tag the last."""
        strings = self._games.tags(game)
        return dict(zip(strings[::2], strings[1::2], strict=True))

    def tag(self, name: str) -> list[str | None]:
        """One tag of every game, None where it is missing."""
        text, offsets, present = self.tag_buffers(name)
        data, ends = text.tobytes(), offsets.tolist()
        return [
            data[ends[i] : ends[i + 1]].decode("utf-8", "replace") if there else None for i, there in enumerate(present)
        ]

    def tag_buffers(self, name: str) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """One tag of every game as UTF-8 bytes, n + 1 offsets and which are there: Arrow's large_string layout."""
        text, offsets, present = self._games.tag_column(name)
        return text, offsets, present.view(np.bool_)

    def ratings(self, name: str) -> npt.NDArray[np.int16]:
        """A rating tag ("WhiteElo") of every game; 0 where it is missing or no plain number."""
        return self._games.rating_column(name)  # type: ignore[no-any-return]

    @property
    def tag_pairs(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """All tags: UTF-8 text, the ends of its strings (names and values in turn, a 0 first), n + 1 game offsets."""
        return self._games.tag_text, self._games.tag_ends, self._games.tag_offsets


class Scan(Iterator[GameBatch]):
    """The iterator that `scan` returns. `report` counts what has been read so far."""

    def __init__(self, sources: list[Source], work: Any, errors: Errors, threads: int, max_window: int) -> None:
        self.report = Report()
        self.stream: Stream | None = None
        self._errors = errors
        self._reading = self._read(sources, work, threads, max_window)

    def __iter__(self) -> "Scan":
        return self

    def __next__(self) -> GameBatch:
        batch = next(self._reading)
        self.report.add(batch)
        if self._errors == "raise" and batch.faults:
            fault = batch.faults[0]
            raise PgnError(str(fault), kind=fault.kind, game=fault.game, offset=fault.byte)
        return batch

    def _read(self, sources: list[Source], work: Any, threads: int, max_window: int) -> Iterator[GameBatch]:
        broken: PgnError | None = None
        for source in sources:
            self.stream = Stream(source, max_window)
            reading = read_stream(self.stream, work=work, keep_faulty=self._errors == "keep", threads=threads)
            first_game = self.report.games_read
            try:
                for batch in reading:
                    batch.first_game += first_game
                    yield batch
            except PgnError as error:
                if error.kind not in ("truncated", "corrupt"):
                    raise
                self.report.errors.append(str(error))
                broken = broken or error
            self.report.bytes_read += self.stream.bytes_read
        if broken is not None:
            raise broken


def read_stream(
    stream: Stream,
    *,
    work: Any = _core.Work.POSITIONS,
    keep_faulty: bool = False,
    threads: int = 1,
    chunk_bytes: int = CHUNK_BYTES,
    place: tuple[int, int, bool] = (0, 1, False),
) -> Generator[GameBatch, None, None]:
    """Yield the batches of one stream in order, whatever `threads`. `place` is where to begin: a batch's `next_place`.

    A broken stream's error is raised behind its last batch.
    """
    jobs = _chunks(stream, chunk_bytes, place)
    first_game = 0
    for chunk, games in _mapped(lambda chunk: _core.read_games(chunk, work, keep_faulty), jobs, threads):
        next_place = (chunk.next_byte, chunk.next_line, chunk.is_cut_off)
        yield GameBatch(stream.source.name, first_game, games, next_place)
        first_game += games.games_read


def _chunks(stream: Stream, chunk_bytes: int, place: tuple[int, int, bool]) -> Iterator[Any]:
    skip, line, skipping = place
    splitter = _core.Splitter(chunk_bytes, skip, line, skipping)
    broken: PgnError | None = None
    try:
        for block in stream.blocks():
            if skip >= len(block):
                skip -= len(block)
                continue
            splitter.feed(block[skip:] if skip else block)
            skip = 0
            while (chunk := splitter.take()) is not None:
                yield chunk
    except PgnError as error:
        broken = error
    splitter.finish(truncated=broken is not None)
    while (chunk := splitter.take()) is not None:
        yield chunk
    if broken is not None:
        raise broken


def _mapped(work: Any, jobs: Iterator[Any], threads: int) -> Iterator[tuple[Any, Any]]:
    """Yield (job, work(job)) in order, with `threads` at work and few results waiting."""
    if threads <= 1:
        for job in jobs:
            yield job, work(job)
        return
    broken: PgnError | None = None
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[tuple[Any, Future[Any]]] = deque()
        try:
            for job in jobs:
                waiting.append((job, pool.submit(work, job)))
                if len(waiting) > threads + 1:
                    first, future = waiting.popleft()
                    yield first, future.result()
        except PgnError as error:
            broken = error
        for job, future in waiting:
            yield job, future.result()
    if broken is not None:
        raise broken


def scan(
    sources: Sources,
    *,
    positions: bool = True,
    errors: Errors = "skip",
    threads: int = 1,
    max_window: int = DEFAULT_MAX_WINDOW,
) -> Scan:
    """Read PGN into batches of games as arrays: mainlines, positions, clocks, evaluations, tags.

    `sources` is a path, a glob pattern, "-" for standard input, bytes, an open binary file, or an iterable of these;
    gzip, bzip2, xz and zstd are read as they are. Memory is bounded whatever the size of the input; batches hold about
    half a megabyte of PGN, and are the same for any `threads`. Every move is checked.

    A game that can't be read is left out and counted (`errors="skip"`), kept up to its fault and flagged ("keep"), or
    raised ("raise"). The iterator's `report` has all counts, and the first faults with file, line, byte and reason. A
    stream that breaks off delivers its whole games, then PgnError is raised at the very end (kind "truncated" or
    "corrupt"). A zstd window above `max_window` bytes is refused (kind "window_too_large").

    >>> import ajeeb.pgn
    >>> games = ajeeb.pgn.scan(b'[White "A"]\\n\\n1. e4 e5 2. Nf3 *\\n\\n[White "B"]\\n\\n1. Ke2 1-0\\n')
    >>> for batch in games:
    ...     print(batch.tag("White"), batch.moves.tolist(), batch.positions.shape)
    ['A'] [1804, 2356, 1350] (3,)
    >>> games.report.games_read, games.report.games_kept, str(games.report.faults[0])
    (2, 1, "<bytes>:7: 'Ke2' is illegal here (game 1, ply 0, byte 48)")
    """
    if errors not in ("skip", "keep", "raise"):
        raise ValueError(f"errors={errors!r}: expected 'skip', 'keep' or 'raise'")
    threads = whole_number("threads", threads, least=1)
    max_window = whole_number("max_window", max_window)
    work = _core.Work.POSITIONS if positions else _core.Work.MOVES
    return Scan(expand(sources), work, errors, threads, max_window)
