"""The elements and the subsets of a bitboard, and the ways to get at them: lowest element, `ntz`, `popcnt`.

The hacks assume words of a power-of-two width; on an n×n board take the next power of two above n². Where Python has a
faster primitive (`int.bit_count`), the docstring says so: these are here to be read, and to be written in C.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import SupportsIndex

from ajeeb.bits.squares import MAX_N, abridged, as_int, told
from ajeeb.errors import InvalidBitboardError

MAX_ELEMENTS = MAX_N * MAX_N

MAX_WIDTH = 1 << 16
"""The widest word of `ntz` and `popcnt`: their tables and masks grow with the square of the width."""


def _word(x: SupportsIndex, width: int) -> int:
    """`x` as a word of `width` bits, or InvalidBitboardError."""
    if width < 1 or width & (width - 1):
        raise InvalidBitboardError(f"word width {told(width)} is not a power of two")
    if width > MAX_WIDTH:
        raise InvalidBitboardError(f"word width {told(width)} is too large: expected at most {MAX_WIDTH}")
    value = as_int(x, "a bitboard")
    if value < 0 or value >> width:
        raise InvalidBitboardError(f"{abridged(value)} is not a word of {width} bits: expected 0 to 2^{width} - 1")
    return value


def _nonnegative(x: SupportsIndex) -> int:
    value = as_int(x, "a bitboard")
    if value < 0:
        raise InvalidBitboardError(f"bitboard {told(value)} is negative: it would have infinitely many elements")
    return value


def lowest(x: SupportsIndex) -> int:
    """The lowest element of `x`, alone: a power of two, or 0 when `x` is empty.

    `x ^ (x - 1)` is the lowest 1 and all the zeros below it, turned to ones; half of that, plus one, is the lowest 1.
    (Harker's formula; `x & -x` is the same in fewer steps.)

    >>> bin(lowest(0b101000))
    '0b1000'
    """
    value = _nonnegative(x)
    return ((value ^ (value - 1)) >> 1) + 1 if value else 0


def de_bruijn(width: int = 64) -> int:
    """The least number of `width` = 2^k bits whose k-bit windows are all different, zeros entering from the right.

    Derived by the theorem of Fredricksen, Kessler and Maiorana: the Lyndon words over {0, 1} whose length divides k,
    in lexicographic order and end to end, are the least de Bruijn sequence. Duval's algorithm makes the words.
    Raises InvalidBitboardError unless `width` is a power of two, at most 65,536.

    >>> bin(de_bruijn(8)), hex(de_bruijn(64))
    ('0b10111', '0x218a392cd3d5dbf')
    """
    _word(0, width)
    k = width.bit_length() - 1
    digits = ""
    word = [-1]
    while word:
        word[-1] += 1
        if k % len(word) == 0:
            digits += "".join(map(str, word))
        word = [word[i % len(word)] for i in range(k)]
        while word and word[-1] == 1:
            word.pop()
    return int(digits or "0", 2)


@cache
def ntz_table(width: int) -> tuple[int, int, tuple[int, ...]]:
    """(constant, shift, table) with table[(constant << i mod 2^width) >> shift] = i."""
    constant, shift = de_bruijn(width), width - (width.bit_length() - 1)
    table = [0] * width
    for i in range(width):
        table[(constant << i) % (1 << width) >> shift] = i
    return constant, shift, tuple(table)


def ntz(x: SupportsIndex, width: int = 64) -> int:
    """Number of trailing zeros: the lowest element of `x`, and `width` when `x` is empty.

    Multiplying by the lowest 1, a power of two, shifts a de Bruijn constant; each shift leaves a different number in
    the top bits, and a table turns that into the answer. The product must be cut to `width` bits, which a machine word
    does by itself and a Python int does not. After Leiserson, Prokop and Randall, "Using de Bruijn Sequences to Index a
    1 in a Computer Word" (1998), with the constant derived rather than quoted. In plain Python,
    `(x & -x).bit_length() - 1` is faster.

    `width` is any power of two up to 65,536. Raises InvalidBitboardError when it isn't, or when `x` doesn't fit.

    >>> ntz(0b101000), ntz(1 << 63), ntz(0), ntz(0, 16)
    (3, 63, 64, 16)
    """
    value = _word(x, width)
    if not value:
        return width
    constant, shift, table = ntz_table(width)
    return table[lowest(value) * constant % (1 << width) >> shift]


@cache
def _popcnt_steps(width: int) -> tuple[tuple[tuple[int, int], ...], int, int]:
    """((lane, mask), ...) of the additions, then the multiplier and shift of the final sum."""
    lane, steps = 1, []
    while lane < width and 1 << lane <= width:
        # The low half of every pair of lanes.
        steps.append((lane, sum(((1 << lane) - 1) << i for i in range(0, width, 2 * lane))))
        lane *= 2
    return tuple(steps), sum(1 << i for i in range(0, width, lane)), width - lane


def popcnt(x: SupportsIndex, width: int = 64) -> int:
    """Population count: how many elements `x` has.

    Adds neighbouring lanes of 1, 2, 4, ... bits until a lane can hold `width` itself, then one multiplication by
    ...0001_0001 gathers all lanes in the top one. As with `ntz`, the product must be cut to `width` bits. Eight-bit
    lanes are enough up to 128 bits; 256 need sixteen. (Warren, "Hacker's Delight", chapter 5; `int.bit_count` is the
    fast way in Python.)

    `width` is any power of two up to 65,536. Raises InvalidBitboardError when it isn't, or when `x` doesn't fit.

    >>> popcnt(0b101100), popcnt(2**64 - 1), popcnt(2**256 - 1, 256)
    (3, 64, 256)
    """
    value = _word(x, width)
    steps, multiplier, shift = _popcnt_steps(width)
    for lane, mask in steps:
        value = (value & mask) + (value >> lane & mask)
    return value * multiplier % (1 << width) >> shift


def elements(x: SupportsIndex) -> Iterator[int]:
    """The elements of `x`, lowest first: take the lowest, remove it, and so on while any is left.

    >>> list(elements(0b100110))
    [1, 2, 5]
    """
    rest = _nonnegative(x)
    while rest:
        yield (rest & -rest).bit_length() - 1
        rest &= rest - 1


def bitboard_from_set(squares: Iterable[SupportsIndex]) -> int:
    """The bitboard whose elements are `squares` (in 0..255; one named twice counts once).

    >>> bitboard_from_set([2, 5, 8, 33]) == 2**2 + 2**5 + 2**8 + 2**33
    True
    """
    x = 0
    for s in squares:
        square = as_int(s, "a square number")
        if not 0 <= square < MAX_ELEMENTS:
            raise InvalidBitboardError(f"square {told(square)} is out of range: expected 0 to {MAX_ELEMENTS - 1}")
        x |= 1 << square
    return x


def subsets(mask: SupportsIndex) -> Iterator[int]:
    """All 2^k subsets of `mask`, in ascending order: the empty set first, `mask` last.

    The carry-rippler: subtracting `mask` adds 1 at its lowest element, and the carry ripples through the bits that are
    not part of it, as if the bits of `mask` stood side by side.

    >>> list(subsets(0b1010))
    [0, 2, 8, 10]
    """
    mask = _nonnegative(mask)
    x = 0
    while True:
        yield x
        x = (x - mask) & mask
        if not x:
            return
