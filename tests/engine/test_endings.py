"""How engines and their searches end: closed, forgotten, kept by threads at the exit, behind a shell, or unheard."""

from __future__ import annotations

import gc
import math
import os
import shlex
import subprocess
import sys
import textwrap
import threading
import time
from typing import Any

import pytest

import ajeeb
from ajeeb.engine import Engine, EngineTerminatedError, Limit, PlayResult, SimpleEngine

from .test_python import FAKE, builtin_or_external, fake


@pytest.mark.parametrize("kind", ["builtin", "external", "in process"])
def test_a_closed_engine_does_nothing_any_more(kind: str) -> None:
    engine: Any = Engine(hash=1) if kind == "in process" else builtin_or_external(kind)
    with engine:
        engine.play(ajeeb.Board(), Limit(depth=1))
    calls = [lambda: engine.play(ajeeb.Board(), Limit(depth=1)), lambda: engine.configure({"Hash": 2})]
    calls += [engine.new_game] if kind == "in process" else [engine.ping, lambda: engine.new_game(1)]
    for call in calls:
        with pytest.raises(EngineTerminatedError):
            call()


@pytest.mark.parametrize("attempt", range(3))
def test_engines_that_threads_still_use_do_not_disturb_the_exit(attempt: int) -> None:
    code = """
        import threading, time
        from ajeeb import Board
        from ajeeb.engine import Engine, Limit
        def play_on(engine):
            while True:
                engine.play(Board(), Limit(nodes=20_000))
        engines = [Engine(hash=1) for _ in range(5)]
        for engine in engines:
            threading.Thread(target=play_on, args=(engine,), daemon=True).start()
        time.sleep(ATTEMPT / 10)
    """.replace("ATTEMPT", str(attempt))
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0 and "terminate" not in done.stderr and "atexit" not in done.stderr


def test_a_search_that_nobody_holds_any_more_ends() -> None:
    def searches() -> int:
        return sum(thread.name == "ajeeb-search" for thread in threading.enumerate())

    before = searches()
    engine = SimpleEngine.builtin(hash=1)
    analysis = engine.analysis(ajeeb.Board())
    analysis.get()
    assert searches() == before + 1
    del engine
    analysis.get()  # the handle is enough
    del analysis
    gc.collect()
    end = time.monotonic() + 30
    while searches() > before and time.monotonic() < end:
        time.sleep(0.05)
    assert searches() == before


def test_what_a_shell_has_started_ends_with_it() -> None:
    command = shlex.join([sys.executable, str(FAKE), "level"])
    with SimpleEngine.popen_uci(["sh", "-c", f"{command}; true"]) as engine:
        assert engine.play(ajeeb.Board(), Limit(depth=1)).move in ajeeb.Board().legal_moves
        began = time.monotonic()
    assert time.monotonic() - began < 3
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        SimpleEngine.popen_uci(["sh", "-c", "sleep 30; true"], timeout=0.3)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("own", [{"preexec_fn": os.setsid}, {"process_group": 0}, {"start_new_session": False}])
def test_the_caller_may_see_to_process_groups(own: dict[str, Any]) -> None:
    with fake("good", **own) as engine:
        assert engine.play(ajeeb.Board(), Limit(depth=1)).move == ajeeb.Move.from_uci("e2e4")


def test_an_engine_that_does_not_read_is_waited_for_no_longer_than_any_other() -> None:
    board = ajeeb.Board()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 5000:  # more than a pipe holds
        board.push_uci(move)
    began = time.monotonic()
    with fake("blind", timeout=0.3) as engine, pytest.raises(TimeoutError):
        engine.play(board, Limit(time=0.2))
    assert time.monotonic() - began < 10


def test_a_timeout_may_be_as_long_as_one_likes() -> None:
    with fake("good", timeout=math.inf) as engine:
        assert engine.play(ajeeb.Board(), Limit(time=0.1)).move == ajeeb.Move.from_uci("e2e4")


def test_settings_from_another_thread_end_the_search() -> None:
    engine = Engine(hash=16)
    changes: list[dict[str, Any]] = [{"Hash": 1}, {"Threads": 2}, {"Clear Hash": None}, {"Skill Level": 3}, {"Hash": 8}]
    for change in changes:
        found: list[PlayResult] = []
        thread = threading.Thread(target=lambda found=found: found.append(engine.play(ajeeb.Board(), Limit())))
        thread.start()
        time.sleep(0.05)
        engine.configure(change)
        engine.stop()  # should it have begun only after the change
        thread.join(10)
        assert found and found[0].move in ajeeb.Board().legal_moves
