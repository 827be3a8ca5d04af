"""The search for multipliers that no construction gives: magic numbers. Vectorised, for boards up to 8×8.

A magic number for a mask of k squares maps each subset x to (magic · x mod 2^(n²)) >> (n² - bits), so that subsets that
share a place there share their value (for a slider, its attacks). Numbers with few ones are the likeliest to do so;
the idea and the sparse random candidates are Tord Romstad's and Pradyumna Kannan's.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ajeeb.bits.arrays import Words, popcnt, subsets
from ajeeb.bits.squares import check_bitboard
from ajeeb.errors import InvalidBitboardError

Values = Callable[[Words], Words]
"""From an array of occupancies to what each must look up."""

MAX_BITS = 16
"""The most squares a mask may have: 2^16 subsets are tested against each candidate that gets that far."""

_BATCH = 2048
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def splitmix(counters: Words) -> Words:
    """SplitMix64's output for each counter: random numbers that are the same everywhere, from any starting point.

    (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.) numpy promises no such thing of its
    own generators.
    """
    z = counters * _GOLDEN
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _candidates(start: int, width: int) -> Words:
    """Candidates from number `start` on, about width/8 ones in each; on tiny boards, every number in turn."""
    numbers = np.arange(start, start + _BATCH, dtype=np.uint64)
    if width <= 16:
        return numbers
    first, second, third = (splitmix((numbers << np.uint64(2)) | np.uint64(draw)) for draw in range(3))
    return (first & second & third) >> np.uint64(64 - width)


class _Sieve:
    """Finds the first magic one among candidates, by few subsets for all of them, by all subsets for the few left."""

    def __init__(self, mask: int, width: int, bits: int, values: Values | None) -> None:
        occupancies = subsets(mask)
        sizes = popcnt(occupancies)
        # The small sets first: sparse multipliers fail on them soonest.
        self.occupancies = occupancies[np.argsort(sizes, kind="stable")]
        looked_up = self.occupancies if values is None else values(self.occupancies)
        distinct, ids = np.unique(looked_up, return_inverse=True)
        self.ids = ids.astype(np.uint64).reshape(-1)
        self.hopeless = len(distinct) > 1 << bits
        self.modulus, self.shift = np.uint64((1 << width) - 1), np.uint64(width - bits)
        k = mask.bit_count()
        self.stages = (1 + k, 1 + k + k * (k - 1) // 2, 300)

    def first(self, candidates: Words) -> int | None:
        """The first magic one among `candidates`, None if there is none."""
        for stage in self.stages:
            candidates = candidates[~self._clash(candidates, stage)]
        for at in range(len(candidates)):
            if not self._clash(candidates[at : at + 1], len(self.occupancies))[0]:
                return int(candidates[at])
        return None

    def _clash(self, candidates: Words, count: int) -> npt.NDArray[np.bool_]:
        """Which candidates send two of the first `count` subsets to one place, though their values differ."""
        products = candidates[:, None] * self.occupancies[:count]
        places = (products & self.modulus) >> self.shift
        keys = (places << np.uint64(MAX_BITS)) | self.ids[:count]
        keys.sort(axis=1)
        # Neighbours that differ in the low bits only: one place, two values.
        difference = keys[:, 1:] ^ keys[:, :-1]
        within = (difference - np.uint64(1)) < np.uint64((1 << MAX_BITS) - 1)
        clash: npt.NDArray[np.bool_] = np.asarray(within.any(axis=1))
        return clash


def find_magic(
    mask: int,
    n: int = 8,
    values: Values | None = None,
    *,
    bits: int | None = None,
    seed: int = 0,
    tries: int = 1 << 26,
) -> int | None:
    """A multiplier that is magic for `mask`, or None when none of `tries` candidates is.

    `values` gives what each occupancy must look up (None: each one something else, a perfect hash); `bits` is the size
    of the index, the number of squares in `mask` unless given. The answer depends on the arguments alone. On boards of
    up to 16 squares all multipliers are tried, so that None means that there is none.

    Raises InvalidBitboardError for a bad mask, or one of more than 16 squares.

    >>> find_magic(0b1111, 3, bits=4) is not None
    True
    """
    mask = check_bitboard(mask, n)
    width, k = n * n, mask.bit_count()
    bits = k if bits is None else bits
    if n > 8 or not 0 <= k <= MAX_BITS or not 0 <= bits <= min(MAX_BITS, width):
        raise InvalidBitboardError(
            f"can't search a multiplier for {k} squares, {bits} bits, n = {n}: "
            f"expected at most {MAX_BITS} squares and n = 8"
        )
    sieve = _Sieve(mask, width, bits, values)
    if not bits:
        return None if sieve.hopeless else 0
    tries = min(tries, 1 << width) if width <= 16 else tries
    start = 0 if width <= 16 else (seed << 40) % (1 << 61)
    for tried in range(0, 0 if sieve.hopeless else tries, _BATCH):
        found = sieve.first(_candidates(start + tried, width))
        if found is not None:
            return found
    return None
