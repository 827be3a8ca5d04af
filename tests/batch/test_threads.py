"""The same results for any number of threads, and from several Python threads at once."""

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from ajeeb import batch

CALLS: dict[str, Callable[..., Any]] = {
    "legal_moves": lambda p, g, **o: batch.legal_moves(p, **o),
    "count_legal": lambda p, g, **o: batch.count_legal(p, **o),
    "apply": lambda p, g, **o: batch.apply(p, *batch.legal_moves(p), **o),
    "keys": lambda p, g, **o: batch.keys(p, **o),
    "to_fens": lambda p, g, **o: batch.to_fens(p, **o),
    "from_fens": lambda p, g, **o: batch.from_fens(batch.to_fens(p, lines=True), **o),
    "to_san": lambda p, g, **o: batch.to_san(p, *batch.legal_moves(p), **o),
    "planes": lambda p, g, **o: batch.planes(p, **o),
    "lc0": lambda p, g, **o: batch.planes(p, "lc0", **o),
    "legal_mask": lambda p, g, **o: batch.legal_mask(p, bits=True, **o),
    "play_out": lambda p, g, **o: batch.play_out(None, *g, **o),
    "game_planes": lambda p, g, **o: batch.game_planes(None, *g, dtype=np.uint8, **o),
}


@pytest.fixture(scope="module")
def games() -> tuple[np.ndarray, np.ndarray]:
    """64 random games of up to 40 plies as (moves, offsets)."""
    chance = np.random.default_rng(3)
    games = []
    for _ in range(64):
        position, game = batch.start_positions(1), []
        while len(game) < 40 and len(moves := batch.legal_moves(position)[0]):
            game.append(chance.choice(moves))
            position = batch.apply(position, game[-1:])
        games.append(game)
    return np.concatenate(games), np.cumsum([0] + [len(game) for game in games])


@pytest.fixture(scope="module")
def positions(games: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    return batch.play_out(None, *games)[0]


def same(a: Any, b: Any) -> bool:
    if isinstance(a, tuple):
        return all(same(x, y) for x, y in zip(a, b, strict=True))
    return bool((a == b).all()) if isinstance(a, np.ndarray) else a == b


@pytest.mark.parametrize("name", CALLS)
def test_any_number_of_threads(name: str, positions: np.ndarray, games: tuple[np.ndarray, np.ndarray]) -> None:
    alone = CALLS[name](positions, games, threads=1)
    for threads in (2, 3, 7, 0, 10_000):
        assert same(CALLS[name](positions, games, threads=threads), alone)


def test_calls_from_many_python_threads(positions: np.ndarray, games: tuple[np.ndarray, np.ndarray]) -> None:
    alone = {name: call(positions, games) for name, call in CALLS.items()}
    with ThreadPoolExecutor(4) as pool:
        jobs = [
            (name, pool.submit(call, positions, games, threads=2)) for name, call in CALLS.items() for _ in range(3)
        ]
        for name, job in jobs:
            assert same(job.result(), alone[name])


def test_the_gil_is_released() -> None:
    positions = batch.start_positions(400_000)
    ticks, stop = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    interval = sys.getswitchinterval()
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        sys.setswitchinterval(60)  # from here on the other thread runs only while this one lets go of the GIL
        before = ticks
        batch.count_legal(positions)
        during = ticks - before
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        thread.join()
    assert during >= 3


def test_lists_that_change_while_they_are_read(positions: np.ndarray) -> None:
    fens = batch.to_fens(positions)
    stop = threading.Event()

    def disturb() -> None:
        while not stop.is_set():
            fens.clear()
            fens.extend(batch.to_fens(positions[:100]))

    thread = threading.Thread(target=disturb)
    thread.start()
    for _ in range(50):
        _, valid = batch.from_fens(fens, errors="mask")
        assert valid.all()
    stop.set()
    thread.join()
