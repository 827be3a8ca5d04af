"""Bitboards by the million: the same functions over numpy arrays of uint64, for boards up to 8×8.

Every function takes anything that numpy turns into uint64 (arrays, lists, ints) and gives a new array of the
broadcast shape, dtype uint64 unless it says otherwise. What lies above bit n²-1 must be zero; it isn't checked, since
the check would cost as much as the work. The scalar functions of the room are the definitions.
"""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ajeeb.bits.board import Order, check_n
from ajeeb.bits.rays import step

Words: TypeAlias = npt.NDArray[np.uint64]

WIDEST = 8
"""The largest n whose boards fit a 64-bit word."""


def words(x: npt.ArrayLike) -> Words:
    """`x` as an array of uint64, of at least one dimension."""
    return np.atleast_1d(np.asarray(x, dtype=np.uint64))


def _moved(x: Words, keep: int, amount: int) -> Words:
    kept = x & np.uint64(keep)
    return kept << np.uint64(amount) if amount > 0 else kept >> np.uint64(-amount)


def shift(x: npt.ArrayLike, direction: str, n: int = 8, order: Order = "a8") -> Words:
    """Every square of every board moved one step; what would leave the board is dropped.

    >>> shift([1, 128], "e").tolist()
    [2, 0]
    """
    return _moved(words(x), *step(direction, check_n(n, WIDEST), order))


def slider_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike, directions: Iterable[str], n: int = 8) -> Words:
    """What a slider on each of `squares` (numbers) attacks, by flooding each direction until it meets a piece.

    The two arguments are broadcast. Unlike hyperbola quintessence it works on every n up to 8.

    >>> slider_attacks(0, [0, 2], ("e",)).tolist()
    [254, 2]
    """
    steps = [step(d, check_n(n, WIDEST)) for d in directions]
    origin, occupied = np.broadcast_arrays(np.uint64(1) << words(squares), words(occupied))
    empty = ~occupied
    attacks = np.zeros_like(origin)
    for keep, amount in steps:
        front = origin
        for _ in range(n - 1):
            front = _moved(front, keep, amount)
            attacks |= front
            front &= empty
    return attacks


def subsets(mask: int) -> Words:
    """All 2^k subsets of `mask`, ascending. `mask` has at most 64 bits; mind the memory, 8·2^k bytes.

    >>> subsets(0b1010).tolist()
    [0, 2, 8, 10]
    """
    found = np.zeros(1, np.uint64)
    while mask:
        found = np.concatenate([found, found | np.uint64(mask & -mask)])
        mask &= mask - 1
    return found
