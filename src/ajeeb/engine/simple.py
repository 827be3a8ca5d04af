"""`SimpleEngine`: engines driven by plain calls, under python-chess's names. Threads do the waiting; no asyncio."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from ajeeb.engine.analysis import SimpleAnalysisResult, run_analysis
from ajeeb.engine.position import position_text
from ajeeb.engine.requests import Backend, Request, copied
from ajeeb.engine.words import (
    INFO_ALL,
    INFO_NONE,
    BestMove,
    BoardLike,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    Info,
    Limit,
    Option,
    PlayResult,
)

__all__ = ["SimpleEngine"]


@dataclass(frozen=True)
class _Pondering:
    """A search on the opponent's time, and what a call must ask for to take it over."""

    result: SimpleAnalysisResult
    position: tuple[str, list[str], bool]
    game: object
    info: Info
    limit: Limit

    def is_what(self, board: BoardLike, limit: Limit, game: object, info: Info) -> bool:
        asked = (position_text(board), _fixed_part(limit), game, info)
        return asked == (self.position, _fixed_part(self.limit), self.game, self.info)


def _fixed_part(limit: Limit) -> Limit:
    """What does not change from one move to the next: all but the clocks' states."""
    white, black = (None if clock is None else 0.0 for clock in (limit.white_clock, limit.black_clock))
    return replace(limit, white_clock=white, black_clock=black, remaining_moves=None)


def _after_thinking(limit: Limit, turn: bool, seconds: float) -> Limit:
    """The limit of the mover's next move, after it spent `seconds` on this one."""
    clock, inc = ("white_clock", "white_inc") if turn else ("black_clock", "black_inc")
    left = getattr(limit, clock)
    changes: dict[str, Any] = {"remaining_moves": limit.remaining_moves and (limit.remaining_moves - 1 or None)}
    if left is not None:
        changes[clock] = left - seconds + (getattr(limit, inc) or 0)
    return replace(limit, **changes)


def _in_bounds(timeout: float | None) -> float | None:
    """None, without end, for more seconds than can be waited for."""
    return None if timeout is None or timeout > threading.TIMEOUT_MAX else timeout


class SimpleEngine:
    """One engine, external or ours, for one caller at a time (a second one waits).

    A call ends the `analysis` before it. Use it as a context manager, or call `quit`. `timeout` in seconds bounds every
    answer beyond the time that the limit itself grants; `patience` the answers to limits without a time, which are
    waited for without end if it is None. Raises EngineError, EngineTerminatedError (the process died),
    TimeoutError.

    >>> with SimpleEngine.builtin(hash=1) as engine:
    ...     info = engine.analyse(Board(), Limit(depth=6))
    >>> info["depth"], info["score"].is_mate()
    (6, False)
    """

    def __init__(self, backend: Backend, *, timeout: float | None = 10.0) -> None:
        self._backend, self.timeout = backend, _in_bounds(timeout)
        self.patience: float | None = None
        self._lock = threading.Lock()
        self._game: object = object()
        self._is_closed = False
        self._last: SimpleAnalysisResult | None = None
        self._pondering: _Pondering | None = None

    @classmethod
    def popen_uci(
        cls, command: str | list[str], *, timeout: float | None = 10.0, debug: bool | None = None, **popen_args: Any
    ) -> Self:
        """Start a UCI program and shake hands with it. `popen_args` go to `subprocess.Popen`."""
        from ajeeb.engine.process import UciBackend

        return cls(UciBackend(command, _in_bounds(timeout), popen_args), timeout=timeout)

    @classmethod
    def builtin(cls, hash: int = 16, threads: int = 1) -> Self:  # noqa: A002 - the option's name
        """Our own engine in this process, behind the same interface."""
        from ajeeb.engine.builtin import BuiltinBackend

        return cls(BuiltinBackend(hash, threads))

    @property
    def id(self) -> Mapping[str, str]:
        """What the engine calls itself: `name` and `author`."""
        return self._backend.id

    @property
    def options(self) -> Mapping[str, Option]:
        """The options it announces, by name."""
        return self._backend.options

    def configure(self, options: Mapping[str, ConfigValue]) -> None:
        """Set options for good. Raises EngineError for one that there is not, or that is managed by the calls."""
        for name in options:
            if not isinstance(name, str):
                raise EngineError(f"an option's name is text, not {name!r}")
            known = {option.lower(): option for option in self.options}
            if name.lower() not in known:
                raise EngineError(f"{self.id.get('name', 'the engine')} has no option {name!r}")
            if self.options[known[name.lower()]].is_managed():
                raise EngineError(f"option {name!r} is set by the calls themselves")
        if self._pondering and self._last:
            self._last.end(self.timeout)
            self._pondering = None
        self._backend.configure(options)

    def ping(self) -> None:
        """Wait until the engine is ready. Raises TimeoutError."""
        self._backend.ping(self.timeout)

    def play(
        self,
        board: BoardLike,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: list[Any] | None = None,
        options: Mapping[str, ConfigValue] | None = None,
    ) -> PlayResult:
        """One move. A `game` other than the last call's clears the engine's memory first. With `ponder` the engine
        goes on thinking about the answer that it expects; the next `play` takes that search over if the answer came
        (and the limit is the same but for the clocks, and neither `root_moves` nor `options` are given); every other
        call ends it."""
        with self._lock:
            started = time.monotonic()
            result = None if root_moves is not None or options else self._take_over(board, limit, game, info)
            result = result or self._start(board, limit, None, game, info, root_moves, options)
            best = self._wait(result, limit)
            if ponder and best.move and best.ponder:
                self._ponder(board, best, _after_thinking(limit, board.turn, time.monotonic() - started), info)
        return PlayResult(best.move, best.ponder, result.info)

    def _take_over(self, board: BoardLike, limit: Limit, game: object, info: Info) -> SimpleAnalysisResult | None:
        """The search that ponders, if it is the one wanted: from now on its time is the engine's."""
        pondering, self._pondering = self._pondering, None
        if pondering is None or pondering.result is not self._last:
            return None
        if not pondering.is_what(board, limit, self._game if game is None else game, info):
            return None
        self._backend.ponderhit()
        return pondering.result

    def _ponder(self, board: BoardLike, best: BestMove, limit: Limit, info: Info) -> None:
        expected = copied(board)
        expected.push(best.move)
        expected.push(best.ponder)
        request = Request(expected, limit, wants_lines=bool(info & Info.PV), ponders=True)
        with contextlib.suppress(EngineError):  # the move is there; the next call tells what is wrong
            self._last = run_analysis(self._backend, request, info)
            self._pondering = _Pondering(self._last, request.text, self._game, info, limit)

    def analyse(
        self,
        board: BoardLike,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: list[Any] | None = None,
        options: Mapping[str, ConfigValue] | None = None,
    ) -> Any:
        """What the engine finds within the limit: an InfoDict; with `multipv` a list of them, best first."""
        with self._lock:
            result = self._start(board, limit, multipv, game, info, root_moves, options)
            self._wait(result, limit)
        return result.info if multipv is None else result.multipv

    def analysis(
        self,
        board: BoardLike,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: list[Any] | None = None,
        options: Mapping[str, ConfigValue] | None = None,
    ) -> SimpleAnalysisResult:
        """Start a search (endless without a limit) and return at once with the handle to follow and stop it."""
        with self._lock:
            return self._start(board, limit, multipv, game, info, root_moves, options)

    def new_game(self, game: object) -> None:
        """Clear the engine's memory now, so that the first call with this `game` need not spend its time on it."""
        with self._lock:
            if self._last:
                self._last.end(self.timeout)
            self._pondering = None
            self._backend.new_game()
            self._game = game

    def quit(self) -> None:
        """End the engine in an orderly way."""
        self._is_closed = True
        self._backend.quit(self.timeout)

    def close(self) -> None:
        """End the engine at once."""
        self._is_closed = True
        self._backend.close()

    def _start(
        self,
        board: BoardLike,
        limit: Limit | None,
        multipv: int | None,
        game: object,
        info: Info,
        root_moves: list[Any] | None,
        options: Mapping[str, ConfigValue] | None,
    ) -> SimpleAnalysisResult:
        if self._is_closed:
            raise EngineTerminatedError("the engine was closed")
        if self._last:
            self._last.end(self.timeout)
        is_new = game is not None and game is not self._game and game != self._game
        wants_lines = bool(info & Info.PV)
        request = Request(copied(board), limit, multipv, root_moves, is_new, wants_lines, options or {})
        self._last = run_analysis(self._backend, request, info)
        if game is not None:  # only now: a call that is refused begins no game
            self._game = game
        return self._last

    def _wait(self, result: SimpleAnalysisResult, limit: Limit) -> BestMove:
        clocks = [limit.white_clock, limit.black_clock, limit.white_inc, limit.black_inc, limit.time]
        granted = sum(seconds for seconds in clocks if seconds)
        is_timed = any(seconds is not None for seconds in clocks)
        longest = self.patience if not is_timed else None if self.timeout is None else self.timeout + granted
        try:
            return result.wait(None if longest is None else min(longest, threading.TIMEOUT_MAX))
        except TimeoutError:
            result.stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
