"""Ctrl-C in work that the core does in other threads: they are told to stop, and nobody waits for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol


class Stoppable(Protocol):
    """What the core's threads look at while they work."""

    def set(self) -> None: ...


@contextmanager
def interruptible_pool(threads: int, stop: Stoppable) -> Iterator[ThreadPoolExecutor]:
    """A pool whose work looks at `stop`. What ends the block early sets it, and what has not begun never does."""
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield pool
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
