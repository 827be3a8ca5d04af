"""A search that is going on, as its caller sees it: the reports that came, the wait for the end."""

from __future__ import annotations

import queue
import threading
import weakref
from typing import Self

from ajeeb.engine.requests import Backend, Request
from ajeeb.engine.words import INFO_ALL, AnalysisComplete, BestMove, Info, InfoDict

__all__ = ["SimpleAnalysisResult", "run_analysis"]

_MOST_LINES = 1000  # no engine has more; a larger number is nonsense

_GROUPS: dict[Info, tuple[str, ...]] = {
    Info.SCORE: ("score", "wdl", "lowerbound", "upperbound"),
    Info.PV: ("pv",),
    Info.REFUTATION: ("refutation",),
    Info.CURRLINE: ("currline",),
}


def _wanted(info: InfoDict, selection: Info) -> InfoDict:
    unwanted = {name for group, names in _GROUPS.items() if not selection & group for name in names}
    if not selection & Info.BASIC:
        unwanted |= set(info) - {name for names in _GROUPS.values() for name in names}
    return {name: value for name, value in info.items() if name not in unwanted}  # type: ignore[return-value]


class SimpleAnalysisResult:
    """A search that is going on: iterate over its reports, `stop` it, `wait` for its end; a context manager, too.

    `info` holds the newest facts about the best line, `multipv` those of every line.
    """

    def __init__(self, backend: Backend, selection: Info = INFO_ALL) -> None:
        self.multipv: list[InfoDict] = [{}]
        self._backend, self._selection = backend, selection
        self._reports: queue.SimpleQueue[InfoDict | None] = queue.SimpleQueue()
        self._finished = threading.Event()
        self._best = BestMove(None, None)
        self._failure: Exception | None = None
        self._teller: threading.Thread | None = None  # the engine's thread

    @property
    def info(self) -> InfoDict:
        """The newest facts about the best line."""
        return self.multipv[0]

    def on_info(self, info: InfoDict) -> None:
        """Take in a report, in the engine's thread."""
        self._teller = threading.current_thread()
        info = _wanted(info, self._selection)
        line = info.get("multipv", 1)
        if not 1 <= line <= _MOST_LINES:
            return
        while len(self.multipv) < line:
            self.multipv.append({})
        kept = self.multipv[line - 1]
        if "score" in info:
            for stale in ("lowerbound", "upperbound"):
                kept.pop(stale, None)  # type: ignore[misc]
        kept.update(info)
        self._reports.put(info)

    def on_done(self, outcome: BestMove | Exception) -> None:
        """Take in the end, in the engine's thread."""
        if isinstance(outcome, Exception):
            self._failure = outcome
        else:
            self._best = outcome
        self._finished.set()
        self._reports.put(None)

    def stop(self) -> None:
        """Ask the engine to come to an end."""
        if not self._finished.is_set():
            self._backend.stop()

    def wait(self, timeout: float | None = None) -> BestMove:
        """Wait for the end. Raises TimeoutError, or what went wrong in the engine."""
        if not self._finished.wait(timeout):
            raise TimeoutError(f"the engine did not answer within {timeout} s")
        if self._failure:
            raise self._failure
        return self._best

    def next(self) -> InfoDict | None:
        """The next report, or None at the end."""
        report = self._reports.get()
        if report is None:
            self._reports.put(None)
            self.wait()
        return report

    def get(self) -> InfoDict:
        """The next report. Raises AnalysisComplete at the end."""
        report = self.next()
        if report is None:
            raise AnalysisComplete
        return report

    def empty(self) -> bool:
        """Whether `next` would have to wait."""
        return self._reports.empty()

    would_block = empty

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> InfoDict:
        if (report := self.next()) is None:
            raise StopIteration
        return report

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end(10)

    def end(self, timeout: float | None) -> None:
        """`stop`, and wait until the engine has. Raises TimeoutError if it does not.

        The engine's own thread, where a forgotten search may be collected as garbage, only stops it.
        """
        self.stop()
        if threading.current_thread() is self._teller:
            return
        if not self._finished.wait(timeout):
            raise TimeoutError(f"the engine did not stop within {timeout} s")


def run_analysis(backend: Backend, request: Request, selection: Info = INFO_ALL) -> SimpleAnalysisResult:
    """Start a search and return it. One that nobody holds any more is stopped with its next report."""
    result = SimpleAnalysisResult(backend, selection)
    listener = weakref.ref(result)

    def on_info(info: InfoDict) -> None:
        if held := listener():
            held.on_info(info)
        else:
            backend.stop()

    def on_done(outcome: BestMove | Exception) -> None:
        if held := listener():
            held.on_done(outcome)

    backend.start(request, on_info, on_done)
    return result
