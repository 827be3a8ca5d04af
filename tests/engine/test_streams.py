"""`Engine.stream` and the calls beside it: who waits for whom, who ends whom, and that nobody waits for ever."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ajeeb
from ajeeb.engine import Engine, InfoDict, Limit
from ajeeb.engine.builtin import BuiltinBackend

MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
SOON = 20  # seconds that no working engine needs

CALLS: dict[str, Callable[[Engine], object]] = {
    "play": lambda engine: engine.play(MATE_IN_1, Limit(depth=3)).move,
    "analyse": lambda engine: engine.analyse(MATE_IN_1, Limit(depth=3))[0]["pv"][0],
    "stream": lambda engine: list(engine.stream(MATE_IN_1, Limit(depth=3)))[-1]["pv"][0],
}


def within(seconds: float, work: Callable[[], Any]) -> Any:
    """What `work` returns, in a thread of its own: a deadlock is a failure, not the end of all tests."""
    found: list[Any] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), "it waits for ever"
    if failures:
        raise failures[0]
    return found[0]


def is_free(engine: Engine) -> bool:
    return within(SOON, lambda: CALLS["play"](engine)) == ajeeb.Move.from_uci("a1a8")


@pytest.mark.parametrize("call", CALLS)
def test_a_call_of_the_same_thread_ends_the_stream(call: str) -> None:
    def work() -> int:
        engine, rounds = Engine(hash=1), 0
        for _ in engine.stream(ajeeb.Board()):
            rounds += 1
            assert CALLS[call](engine) == ajeeb.Move.from_uci("a1a8")
        assert CALLS[call](engine) == ajeeb.Move.from_uci("a1a8")
        return rounds

    assert within(SOON, work) == 1


@pytest.mark.parametrize("call", CALLS)
def test_a_stream_that_was_kept_is_ended_for_good(call: str) -> None:
    def work() -> list[InfoDict]:
        engine = Engine(hash=1)
        kept = engine.stream(ajeeb.Board())
        next(kept)
        time.sleep(0.1)  # more reports are waiting to be read
        for _ in range(2):
            assert CALLS[call](engine) == ajeeb.Move.from_uci("a1a8")
        return list(kept)

    assert within(SOON, work) == []


def test_of_two_streams_the_newer_one_lives() -> None:
    def work() -> tuple[int, int]:
        engine = Engine(hash=1)
        older, newer = engine.stream(ajeeb.Board()), engine.stream(ajeeb.Board(), Limit(depth=4))
        next(older)
        first = next(newer)
        return len(list(older)), first["depth"] + len(list(newer))

    assert within(SOON, work) == (0, 4)


def test_a_stream_that_ended_by_itself_is_read_to_its_end() -> None:
    engine = Engine(hash=1)
    stream = engine.stream(ajeeb.Board(), Limit(depth=5))
    assert next(stream)["depth"] == 1
    time.sleep(0.2)
    assert [info["depth"] for info in stream] == [2, 3, 4, 5] and is_free(engine)


def test_calls_of_other_threads_wait_for_the_stream() -> None:
    engine, answers = Engine(hash=1), []
    stream = engine.stream(ajeeb.Board())
    next(stream)
    other = threading.Thread(target=lambda: answers.append(CALLS["play"](engine)), daemon=True)
    other.start()
    other.join(0.3)
    assert other.is_alive() and not answers
    assert next(stream)["depth"] > 1  # and it goes on
    assert within(SOON, lambda: stream.close() or True)  # type: ignore[attr-defined]
    other.join(SOON)
    assert answers == [ajeeb.Move.from_uci("a1a8")]


def test_a_stream_belongs_to_the_thread_that_reads_it() -> None:
    engine = Engine(hash=1)
    stream = engine.stream(ajeeb.Board())
    within(SOON, lambda: next(stream))  # one thread begins

    def take_over() -> list[InfoDict]:
        assert next(stream)["depth"] > 1
        assert CALLS["play"](engine) == ajeeb.Move.from_uci("a1a8")
        return list(stream)

    assert within(SOON, take_over) == []


def test_a_stream_in_another_thread_survives_many_calls() -> None:
    engine = Engine(hash=1)

    def read() -> list[int]:
        return [info["depth"] for info in engine.stream(ajeeb.Board(), Limit(depth=7))]

    readers = [threading.Thread(target=lambda: found.append(read()), daemon=True) for _ in range(3)]
    found: list[list[int]] = []
    for reader in readers:
        reader.start()
    for _ in range(5):
        assert is_free(engine)
    for reader in readers:
        reader.join(SOON)
    assert found == [[1, 2, 3, 4, 5, 6, 7]] * 3


def test_a_dropped_stream_frees_the_engine() -> None:
    engine = Engine(hash=1)
    next(engine.stream(ajeeb.Board()))
    assert is_free(engine)
    stream: Iterator[InfoDict] | None = engine.stream(ajeeb.Board())
    assert stream and next(stream)
    stream = None
    assert is_free(engine)
    engine.stream(ajeeb.Board())  # never begun
    assert is_free(engine)


class Knot:
    """Holds itself, and with it what it holds, until garbage is collected."""

    def __init__(self, held: object) -> None:
        self.held, self.itself = held, self


def knotted_stream(engine: Engine) -> weakref.ref[Knot]:
    knot = Knot(engine.stream(ajeeb.Board()))
    next(knot.held)  # type: ignore[call-overload]
    return weakref.ref(knot)


def test_a_stream_that_is_collected_frees_the_engine() -> None:
    engine = Engine(hash=1)
    gc.disable()
    try:
        knot = knotted_stream(engine)
        assert knot() is not None
        assert within(SOON, gc.collect) and knot() is None
        assert is_free(engine)
    finally:
        gc.enable()


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_stream_may_be_collected_in_the_thread_that_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    start, wanted = BuiltinBackend.start, threading.Event()

    def start_and_collect(self: BuiltinBackend, request: Any, on_info: Any, on_done: Any) -> None:
        def hear(info: InfoDict) -> None:
            on_info(info)
            if wanted.is_set():
                gc.collect()

        start(self, request, hear, on_done)

    monkeypatch.setattr(BuiltinBackend, "start", start_and_collect)
    engine = Engine(hash=1)
    gc.disable()
    try:
        knot = knotted_stream(engine)
        wanted.set()
        began = time.monotonic()
        assert is_free(engine) and knot() is None
        assert time.monotonic() - began < 8  # nobody waited for himself
    finally:
        gc.enable()


def test_an_error_leaves_the_engine_free() -> None:
    engine = Engine(hash=1)
    for limit in (Limit(nodes=-1), 5):
        with pytest.raises((TypeError, ajeeb.errors.ChessError)):
            next(engine.stream(ajeeb.Board(), limit))  # type: ignore[arg-type]
        assert is_free(engine)

    def fail() -> None:
        for _ in engine.stream(ajeeb.Board()):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fail()
    assert is_free(engine)


@pytest.mark.parametrize("change", [{"Hash": 2}, {"Skill Level": 3}, "new game", "stop"])
def test_what_ends_a_search_ends_the_stream(change: Any) -> None:
    def work() -> bool:
        engine = Engine(hash=1)
        stream = engine.stream(ajeeb.Board())
        next(stream)
        if change == "new game":
            engine.new_game()
        elif change == "stop":
            engine.stop()
        else:
            engine.configure(change)
        list(stream)
        return CALLS["play"](engine) == ajeeb.Move.from_uci("a1a8")

    assert within(SOON, work)


def test_closing_an_engine_ends_its_stream() -> None:
    def work() -> bool:
        with Engine(hash=1) as engine:
            stream = engine.stream(ajeeb.Board())
            next(stream)
        list(stream)
        with pytest.raises(ajeeb.errors.EngineTerminatedError):
            CALLS["play"](engine)
        return True

    assert within(SOON, work)


def test_the_interpreter_may_end_while_a_stream_is_kept() -> None:
    script = "from ajeeb.engine import *; import ajeeb; kept = Engine(hash=1).stream(ajeeb.Board()); next(kept)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("is_alive", [True, False])
def test_stop_ends_a_stream_that_nobody_reads_on(is_alive: bool) -> None:
    engine = Engine(hash=1)
    kept: list[Iterator[InfoDict]] = []
    leave = threading.Event()

    def read_one() -> None:
        kept.append(engine.stream(MATE_IN_1))
        next(kept[0])
        if is_alive:
            leave.wait(SOON)

    reader = threading.Thread(target=read_one, daemon=True)
    reader.start()
    while not kept or not engine._turn or not engine._turn.is_stream:
        time.sleep(0.01)
    if not is_alive:
        reader.join(SOON)
    within(SOON, engine.stop)
    assert is_free(engine)
    leave.set()
    reader.join(SOON)
    assert list(kept[0]) == []
