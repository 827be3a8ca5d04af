"""Our engine in this process: the GIL is released while it thinks, and several may think at the same time."""

from __future__ import annotations

import atexit
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

from ajeeb._core import engine as _engine
from ajeeb.engine.analysis import SimpleAnalysisResult, run_analysis
from ajeeb.engine.position import position_text
from ajeeb.engine.requests import Request, check_rules, copied, limit_numbers
from ajeeb.engine.scores import Cp, Mate, PovScore, PovWdl, Score, Wdl
from ajeeb.engine.words import (
    BestMove,
    BoardLike,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    InfoDict,
    Limit,
    Option,
    PlayResult,
)

__all__ = ["BuiltinBackend", "Engine"]

_UPPER, _LOWER = 1, 2  # the core's names for bounds

_CORE_NAMES = {  # what the core's `search` calls the limits of UCI
    "wtime": "white_time", "btime": "black_time", "winc": "white_increment", "binc": "black_increment",
    "movestogo": "moves_to_go", "depth": "depth", "nodes": "nodes", "mate": "mate", "movetime": "movetime",
}  # fmt: skip


def _option_of(name: str, kind: str, default: int, lowest: int, highest: int) -> Option:
    match kind:
        case "spin":
            return Option(name, kind, default, lowest, highest, None)
        case "check":
            return Option(name, kind, bool(default), None, None, None)
        case _:
            return Option(name, kind, None, None, None, None)


OPTIONS = {row[0]: _option_of(*row) for row in _engine.option_rows()}


def _score(info: dict[str, Any]) -> Score:
    return Mate(info["mate"]) if info["is_mate"] else Cp(info["score"])


def to_info(raw: dict[str, Any], request: Request) -> InfoDict:
    """The core's report as an InfoDict."""
    seconds = raw["time_ms"] / 1000
    turn = request.board.turn
    info = InfoDict(
        depth=raw["depth"],
        seldepth=raw["seldepth"],
        multipv=raw["multipv"],
        score=PovScore(_score(raw), turn),
        wdl=PovWdl(Wdl(*raw["wdl"]), turn),
        nodes=raw["nodes"],
        nps=int(raw["nodes"] / max(seconds, 0.001)),
        time=seconds,
        hashfull=raw["hashfull"],
    )
    if request.wants_lines:
        info["pv"] = request.moves_of(raw["pv"])
    if raw["bound"] == _LOWER:
        info["lowerbound"] = True
    if raw["bound"] == _UPPER:
        info["upperbound"] = True
    return info


def _limits(limit: Limit | None) -> dict[str, Any]:
    given = limit_numbers(limit)
    return {_CORE_NAMES[name]: value for name, value in given.items()} or {"infinite": True}


def _option(name: str) -> Option:
    if not isinstance(name, str):
        raise EngineError(f"an option's name is text, not {name!r}")
    known = {option.name.lower(): option for option in OPTIONS.values()}
    option = known.get(name.lower()) or known.get(name.replace("_", " ").lower())
    if option is None:
        raise EngineError(f"there is no option {name!r}: expected one of {', '.join(OPTIONS)}")
    return option


class BuiltinBackend:
    """The in-process engine behind `SimpleEngine.builtin()` and `Engine`."""

    def __init__(self, hash: int = 16, threads: int = 1) -> None:  # noqa: A002 - the option's name
        megabytes: Any = OPTIONS["Hash"].parse(hash)
        count: Any = OPTIONS["Threads"].parse(threads)
        self.core = _engine.Engine(megabytes, count)
        if self.core.hash != megabytes:
            raise EngineError(f"there is no memory for a hash table of {megabytes} MB")
        self.id = {"name": "ajeeb", "author": "the ajeeb authors"}
        self.options = OPTIONS
        self._thread: threading.Thread | None = None
        self._base_multipv = 1
        self._values: dict[str, ConfigValue] = {"Hash": megabytes, "Threads": count}  # of options that were set
        self._temporary: dict[str, ConfigValue] = {}  # what one call's options replaced
        self._stop_wanted = self._is_closed = False
        self._starting = threading.Lock()
        _alive.add(self)

    def start(
        self, request: Request, on_info: Callable[[InfoDict], None], on_done: Callable[[BestMove | Exception], None]
    ) -> None:
        """Search in a thread; what is wrong with the position or the limits is raised here."""
        self._check_open()
        check_rules(request.board)
        root_moves, limits = request.root_move_texts(), _limits(request.limit)  # these raise before anything is changed
        before, self._temporary = self._temporary, {}
        self.configure(before)
        replaced = {o.name: self._current(o) for o in map(_option, request.options) if o.type != "button"}
        try:
            self.configure(request.options)
        finally:
            self._temporary = replaced
        if request.new_game:
            self.new_game()
        multipv: Any = self._base_multipv if request.multipv is None else OPTIONS["MultiPV"].parse(request.multipv)
        self.core.set_option("MultiPV", multipv)
        fen, moves, chess960 = request.text
        _engine.position_state(fen, moves, chess960)  # raises here, not in the thread
        begun = threading.Event()

        def hear(raw: dict[str, Any]) -> None:
            on_info(to_info(raw, request))

        def think() -> None:
            try:
                if root_moves is not None and not root_moves:
                    return on_done(BestMove(None, None))
                best, expected, _ = self.core.search(
                    fen, moves, chess960, root_moves=root_moves or [], on_info=hear, on_begun=begun.set,
                    ponder=request.ponders, **limits,
                )  # fmt: skip
                line = request.moves_of([text for text in (best, expected) if text])
                on_done(BestMove(*[*line, None, None][:2]))
            except Exception as error:
                on_done(error)
            finally:
                begun.set()

        with self._starting:
            self._stop_wanted = False
            self._check_open()  # it may have been closed meanwhile
            if self._thread:
                self.core.stop()
                self._thread.join()
            thread = threading.Thread(target=think, name="ajeeb-search", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                raise EngineError(f"the system has no thread to search with: {error}") from error
            self._thread = thread
            begun.wait()  # the core hears no `stop` and no `ponderhit` before
        if self._stop_wanted:
            self.core.stop()

    def new_game(self) -> None:
        """Forget what was learnt."""
        self._check_open()
        self.core.new_game()

    def stop(self) -> None:
        """End the search, also one that another thread is just starting."""
        self._stop_wanted = True
        self.core.stop()

    def ponderhit(self) -> None:
        """Let the limit of a search that ponders count."""
        self.core.ponderhit()

    def configure(self, options: Mapping[str, ConfigValue]) -> None:
        """Set options by their UCI names. Raises EngineError for one that there is not, or that does not fit."""
        self._check_open()
        values: list[tuple[Option, Any]] = []
        for name, given in options.items():  # all, before any is set
            option = _option(name)
            values.append((option, option.parse(given)))
        for option, value in values:
            self._temporary.pop(option.name, None)  # set for good: no earlier value comes back
            if option.type != "button" and value == self._current(option):
                continue
            if option.name == "MultiPV":
                self._base_multipv = value
            elif not self.core.set_option(option.name, int(value or 0)):
                raise EngineError(f"there is no memory for a hash table of {value} MB")
            self._values[option.name] = value

    def _current(self, option: Option) -> ConfigValue:
        return self._values.get(option.name, option.default)

    def ping(self, timeout: float | None) -> None:
        """Always there. Raises EngineTerminatedError once it was closed."""
        self._check_open()

    def _check_open(self) -> None:
        if self._is_closed or _exit_has_begun.is_set():
            raise EngineTerminatedError("the engine was closed")

    def quit(self, timeout: float | None) -> None:
        """End the search and wait for its thread."""
        self.close()
        with self._starting:
            thread = self._thread
        if thread:
            thread.join(timeout)

    def close(self) -> None:
        """End the search; no other begins."""
        self._is_closed = True
        self.stop()


_exit_has_begun = threading.Event()
_alive: weakref.WeakSet[BuiltinBackend] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    """No search may outlive the interpreter: its thread would look for a world that is gone."""
    _exit_has_begun.set()
    for backend in list(_alive):
        backend.quit(5)


class _Turn:
    """The engine in one call's hands, given back once: at the call's end, or earlier by `end`."""

    def __init__(self, lock: threading.Lock) -> None:
        lock.acquire()
        self.thread = threading.current_thread()
        self.analysis: SimpleAnalysisResult | None = None
        self.is_stream = False
        self._lock, self._given_back = lock, threading.Lock()

    @property
    def is_over(self) -> bool:
        """Whether the engine was given back."""
        return self._given_back.locked()

    def end(self) -> None:
        """End the search, wait until it has, and give the engine back."""
        if self.analysis:
            self.analysis.end(10)
        self.give_back()

    def give_back(self) -> None:
        """Let the next call have the engine; only the first time, whichever threads try at the same moment."""
        if self._given_back.acquire(blocking=False):
            self._lock.release()


class Engine:
    """The engine in this process.

    `hash` in MB, `threads` of one search. Boards are `ajeeb.Board`s, FENs, or boards of python-chess. Methods may be
    called from any thread; one engine runs one search at a time and a second one waits, but for the `stream` that its
    own thread has left unfinished: that one is ended. Raises EngineError for a bad option, InvalidFenError or
    IllegalPositionError for a bad position, EngineTerminatedError after a `with` block has closed it.

    >>> engine = Engine(hash=1)
    >>> engine.play("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", Limit(depth=4)).move.uci()
    'a1a8'
    """

    def __init__(self, hash: int = 16, threads: int = 1, **options: ConfigValue) -> None:  # noqa: A002
        self._backend = BuiltinBackend(hash, threads)
        self._lock = threading.Lock()
        self._turn: _Turn | None = None  # the newest one
        self.configure(options)

    def configure(self, options: Mapping[str, ConfigValue]) -> None:
        """Set options by their UCI names (`Threads`, `UCI_Elo`, …); underscores stand for blanks.

        A search that runs in another thread is ended first, and returns what it has.
        """
        self._backend.configure(options)

    def new_game(self) -> None:
        """Forget everything learnt. A search that runs in another thread is ended first."""
        self._backend.new_game()

    def play(self, board: BoardLike | str, limit: Limit, *, root_moves: list[Any] | None = None) -> PlayResult:
        """Search for one move. `move` is None if there is none to play."""
        with self._searching(board, limit, None, root_moves) as (analysis, _):
            best = analysis.wait()
        return PlayResult(best.move, best.ponder, analysis.info)

    def analyse(
        self, board: BoardLike | str, limit: Limit, *, multipv: int = 1, root_moves: list[Any] | None = None
    ) -> list[InfoDict]:
        """Search, and return what was found of the best `multipv` moves, best first."""
        with self._searching(board, limit, multipv, root_moves) as (analysis, _):
            analysis.wait()
        return analysis.multipv

    def stream(self, board: BoardLike | str, limit: Limit | None = None, *, multipv: int = 1) -> Iterator[InfoDict]:
        """Search, giving each report as it comes. Without a limit it never ends by itself.

        The search begins with the first report that is asked for. Leaving the loop ends it, dropping the stream does,
        and so does the next search that the same thread asks of this engine: the loop over the stream then stops.
        Calls from other threads wait until the stream has ended; `stop` ends it, whoever calls it.

        >>> [info["depth"] for info in Engine(hash=1).stream(START, Limit(depth=3))]
        [1, 2, 3]
        """
        with self._searching(board, limit, multipv, None) as (analysis, turn):
            turn.is_stream = True
            for info in analysis:
                if turn.is_over:
                    return
                yield info
                turn.thread = threading.current_thread()  # whoever reads on

    def stop(self) -> None:
        """End the search that is running in another thread, if one is; it returns what it has. A stream ends, too."""
        turn = self._turn
        self._backend.stop()
        if turn and turn.is_stream:  # nobody may come to read on
            turn.end()

    @contextmanager
    def _searching(
        self, board: BoardLike | str, limit: Limit | None, multipv: int | None, root_moves: list[Any] | None
    ) -> Iterator[tuple[SimpleAnalysisResult, _Turn]]:
        """A search, once the engine is free: of this thread's own stream, if one is left, it is freed."""
        before = self._turn
        if before and before.thread is threading.current_thread():
            before.end()
        turn = self._turn = _Turn(self._lock)
        try:
            with run_analysis(self._backend, Request(as_board(board), limit, multipv, root_moves)) as analysis:
                turn.analysis = analysis
                yield analysis, turn
        finally:
            turn.give_back()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._backend.quit(None)


def as_board(board: BoardLike | str) -> BoardLike:
    """A copy of a board; a FEN becomes an `ajeeb.Board`."""
    if not isinstance(board, str):
        return copied(board)
    from ajeeb import Board

    position_text(board)
    made: BoardLike = Board(board)
    return made
