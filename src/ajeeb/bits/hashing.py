"""Products that turn a masked bitboard into an index: what makes one good, and how to find one.

The form is f(x) = (multiplier · x mod 2^(n²)) >> (n² - k), where x runs over the subsets of a mask of k squares. This
file has the tests of such an f and the construction of the best kind, an isomorphism; the search for the rest is in
`search`, which is loaded when it is needed. Full sets for rook and bishop are in `magics`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, SupportsIndex

from ajeeb.bits.sets import elements, subsets
from ajeeb.bits.squares import abridged, as_int, check_bitboard
from ajeeb.errors import InvalidBitboardError

MAX_SQUARES = 20
"""The most squares of a mask whose 2^k subsets the tests here will run through."""

_MOST_STEPS = 200_000
"""Where the construction gives up, after a tenth of a second. On 8×8 a few thousand steps decide any mask."""

Function = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class PerfectHash:
    """f(x) = (multiplier · (x & mask) mod 2^(n²)) >> shift, onto 0..2^k-1 for a mask of k squares. Call it with x.

    >>> from ajeeb.bits import antidiagonal, left
    >>> f = PerfectHash(left(), antidiagonal())
    >>> f(0x0101), f.shift
    (3, 56)
    """

    mask: int
    multiplier: int
    n: int = 8

    def __post_init__(self) -> None:
        check_bitboard(self.mask, self.n)
        check_bitboard(self.multiplier, self.n)

    @property
    def shift(self) -> int:
        """n² - k, what leaves k bits of the product."""
        return self.n * self.n - self.mask.bit_count()

    def __call__(self, x: SupportsIndex) -> int:
        """The index of x & mask."""
        return (as_int(x, "a bitboard") & self.mask) * self.multiplier % (1 << self.n * self.n) >> self.shift


def _testable(mask: SupportsIndex) -> int:
    value = as_int(mask, "a bitboard")
    if value < 0 or value.bit_count() > MAX_SQUARES:
        raise InvalidBitboardError(
            f"can't run through the subsets of {abridged(value)}: expected a mask of at most {MAX_SQUARES} squares"
        )
    return value


def is_perfect_hash(f: Function, mask: SupportsIndex) -> bool:
    """Whether `f` maps the 2^k subsets of `mask` one to one onto 0..2^k-1. Tries them all (k <= 20).

    >>> is_perfect_hash(lambda x: x >> 4, 0xf0), is_perfect_hash(lambda x: x >> 5, 0xf0)
    (True, False)
    """
    mask = _testable(mask)
    size = 1 << mask.bit_count()
    seen = bytearray(size)
    for x in subsets(mask):
        place = f(x)
        if not 0 <= place < size or seen[place]:
            return False
        seen[place] = 1
    return True


def is_boolean_isomorphism(f: Function, mask: SupportsIndex) -> bool:
    """Whether `f` maps the subsets of `mask` onto 0..2^k-1 so that `|`, `&` and complement are kept.

    Such a map takes single squares to single bits, and every x to the union of what its squares go to; and a map that
    does this keeps all three. So it is enough to look at every x once rather than at every pair (k <= 20).

    >>> is_boolean_isomorphism(lambda x: x >> 4, 0xf0), is_boolean_isomorphism(lambda x: x >> 4 ^ 1, 0xf0)
    (True, False)
    """
    mask = _testable(mask)
    bits = {1 << s: f(1 << s) for s in elements(mask)}
    if sorted(bits.values()) != [1 << i for i in range(len(bits))]:
        return False
    union = {0: 0}
    for x in subsets(mask):
        if x:
            union[x] = union[x & (x - 1)] | bits[x & -x]
        if f(x) != union[x]:
            return False
    return True


def preserves_order(f: Function, mask: SupportsIndex) -> bool:
    """Whether x < y implies f(x) < f(y) for all subsets x and y of `mask` (k <= 20).

    For an isomorphism this says that a higher square goes to a higher bit.

    >>> preserves_order(lambda x: x >> 4, 0xf0)
    True
    """
    return all(a < b for a, b in pairwise(map(f, subsets(_testable(mask)))))


def reverses_order(f: Function, mask: SupportsIndex) -> bool:
    """Whether `f` is in order when the subsets of `mask` are compared by their *lowest* squares first (k <= 20).

    For an isomorphism this says that a higher square goes to a lower bit.

    >>> from ajeeb.bits import diagonal, left
    >>> reverses_order(PerfectHash(left(), diagonal()), left())
    True
    """
    squares = list(elements(_testable(mask)))[::-1]
    numbers = (sum(1 << s for i, s in enumerate(squares) if count >> i & 1) for count in range(1 << len(squares)))
    return all(a < b for a, b in pairwise(map(f, numbers)))


class _Construction:
    """Decides whether a mask has an isomorphism of our form, and gives one.

    f must take square s to a single bit t(s) of the index. So among the k bits of the multiplier that s moves into the
    index, its *window* [n² - k - s, n² - s), exactly one is set. Bits outside all windows can only do harm, by carries;
    leave them out. Then f is an isomorphism if and only if the t(s) differ and the products below the index don't add
    up to a carry into it when x is the whole mask. Going through the squares from the highest, whose window is the
    lowest, either a bit chosen before lies in the next window or a new one must be chosen above all earlier windows.
    """

    def __init__(self, mask: int, n: int, targets: dict[int, int] | None) -> None:
        self.mask, self.targets = mask, targets
        self.squares = sorted(elements(mask), reverse=True)
        self.low = n * n - len(self.squares)
        self.top = n * n
        self.steps = 0

    def multiplier(self) -> int | None:
        return self._extend(0, 0, 0, 0)

    def _extend(self, i: int, multiplier: int, taken: int, sum_below: int) -> int | None:
        """Settle square number `i` and those after it. `taken` holds the index bits in use."""
        if i == len(self.squares):
            return multiplier
        self.steps += 1
        if self.steps > _MOST_STEPS:
            return None
        square = self.squares[i]
        into_index = (multiplier << square) % (1 << self.top) >> self.low
        if into_index:
            fits = into_index & (into_index - 1) == 0 and not into_index & taken and self._wanted(square, into_index)
            return self._extend(i + 1, multiplier, taken | into_index, sum_below) if fits else None
        earlier = self.top - self.squares[i - 1] if i else 0
        for position in range(self.top - square - 1, max(self.low - square, earlier, 0) - 1, -1):
            bit = 1 << position + square - self.low
            below = sum_below + (self.mask << position) % (1 << self.low)
            if bit & taken or below >> self.low or not self._wanted(square, bit):
                continue
            found = self._extend(i + 1, multiplier | 1 << position, taken | bit, below)
            if found is not None:
                return found
        return None

    def _wanted(self, square: int, bit: int) -> bool:
        return self.targets is None or self.targets[square] == bit


def find_isomorphism(
    mask: SupportsIndex, n: int = 8, order: Literal["preserve", "reverse", "any"] = "any"
) -> PerfectHash | None:
    """A multiplier that maps the subsets of `mask` isomorphically onto 0..2^k-1, or None when there is none.

    By construction, not by trial: every rank, file and diagonal has one, and so has every mask with at most one square
    per column; `"any"` prefers one that preserves the order of squares, then one that reverses it. Some masks of more
    than 20 squares on the largest boards take more than 200,000 steps; for those alone None is not a proof.

    Raises InvalidBitboardError for a bad mask or order.

    >>> from ajeeb.bits import antidiagonal, left
    >>> find_isomorphism(left()).multiplier == antidiagonal()
    True
    """
    mask = check_bitboard(mask, n)
    if order not in ("preserve", "reverse", "any"):
        raise InvalidBitboardError(f"unknown order {order!r}: expected 'preserve', 'reverse' or 'any'")
    squares = list(elements(mask))
    ascending = {s: 1 << i for i, s in enumerate(squares)}
    descending = {s: 1 << i for i, s in enumerate(reversed(squares))}
    plans: dict[str, list[dict[int, int] | None]] = {
        "preserve": [ascending],
        "reverse": [descending],
        "any": [ascending, descending, None],
    }
    for targets in plans[order]:
        multiplier = _Construction(mask, n, targets).multiplier()
        if multiplier is not None:
            return PerfectHash(mask, multiplier, n)
    return None


def find_perfect_hash(mask: SupportsIndex, n: int = 8, seed: int = 0) -> PerfectHash | None:
    """A multiplier that maps the subsets of `mask` one to one onto 0..2^k-1: by construction, else by search.

    The search needs n <= 8 and at most 16 squares and gives up after a few million candidates, with None; on boards of
    up to 16 squares None is a proof. The answer depends on the arguments alone.

    >>> f = find_perfect_hash(0x1010e10100000)  # a rook's cross
    >>> is_perfect_hash(f, f.mask)
    True
    """
    constructed = find_isomorphism(mask, n)
    if constructed is not None:
        return constructed
    from ajeeb.bits.search import find_magic

    mask = check_bitboard(mask, n)
    multiplier = find_magic(mask, n, seed=seed, tries=1 << 22)
    return None if multiplier is None else PerfectHash(mask, multiplier, n)
