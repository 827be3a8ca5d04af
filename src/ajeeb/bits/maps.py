"""Maps between bitboards: one multiplication that moves a whole file, and the symmetries of the board.

All are in the order a8 = 0. A map that is right for some bitboards only says which in its docstring and raises
InvalidBitboardError for others. The search for multipliers that do such a thing for any given mask is in `hashing`.
"""

from functools import cache
from typing import SupportsIndex

from ajeeb.bits.patterns import antidiagonal, bottom, column, diagonal, left
from ajeeb.bits.squares import abridged, as_int, check_bitboard, check_n, told
from ajeeb.errors import InvalidBitboardError


def modmul(x: SupportsIndex, y: SupportsIndex, m: int = 1 << 64) -> int:
    """The product modulo `m` > 0: what a machine word makes of it when m is 2^width.

    >>> modmul(2**63, 3) == 2**63
    True
    """
    modulus = as_int(m, "a modulus")
    if modulus < 1:
        raise InvalidBitboardError(f"modulus {told(modulus)} is not positive")
    return as_int(x, "a factor") * as_int(y, "a factor") % modulus


def _inside(x: SupportsIndex, mask: int, n: int, what: str) -> int:
    value = check_bitboard(x, n)
    if value & ~mask:
        raise InvalidBitboardError(f"bitboard {abridged(value)} has squares off the {what} of a {n}×{n} board")
    return value


def _onto_bottom(x: int, multiplier: int, n: int) -> int:
    """The bottom row of the product; the rows above it hold leftovers."""
    return modmul(x, multiplier, 1 << n * n) & bottom(n)


def bottom_to_top(x: SupportsIndex, n: int = 8) -> int:
    """A subset of the bottom rank, moved to the top rank, where it is a number in 0..2^n-1: one shift by n² - n.

    After any map to the bottom this makes an index for a table.

    >>> bottom_to_top(0b101 << 56)
    5
    """
    return _inside(x, bottom(n), n, "bottom rank") >> n * n - n


def left_to_bottom(x: SupportsIndex, n: int = 8) -> int:
    """A subset of the left file, turned down onto the bottom rank: a8 goes to a1, a1 to h1.

    Multiplies by the antidiagonal and keeps the bottom row. Bit nk times the bit (n-1)(n-k) is bit n² - n + k; a
    product of two that don't belong together falls off the top of the word or lies in a row above the bottom, and in
    each row they have different columns, so that nothing carries. Keeps the order of squares. (Harker, "Mapping the
    left to the bottom".)

    >>> bottom_to_top(left_to_bottom(1 << 0 | 1 << 16))
    5
    """
    return _onto_bottom(_inside(x, left(n), n, "left file"), antidiagonal(n), n)


def left_to_bottom_reversed(x: SupportsIndex, n: int = 8) -> int:
    """A subset of the left file, swung onto the bottom rank about its lower end: a1 stays, a8 goes to h1.

    As `left_to_bottom`, with the diagonal. Reverses the order of squares.

    >>> bottom_to_top(left_to_bottom_reversed(1 << 0 | 1 << 16))
    160
    """
    return _onto_bottom(_inside(x, left(n), n, "left file"), diagonal(n), n)


def left_to_bottom_permuted(x: SupportsIndex, matrix: SupportsIndex, n: int = 8) -> int:
    """A subset of the left file onto the bottom rank, in the order that a permutation matrix says.

    The square of row k goes to the column of the one in the matrix's row n-1-k; see `permutation_matrix`. Raises
    InvalidBitboardError unless `matrix` has one square in every row and every column.

    >>> from ajeeb.bits import permutation_matrix
    >>> bottom_to_top(left_to_bottom_permuted(0b001_001, permutation_matrix([2, 0, 1]), 3), 3)  # rows 0 and 1
    5
    """
    multiplier = check_bitboard(matrix, n)
    _check_one_per_column(multiplier, n)
    _check_one_per_column(transpose(multiplier, n), n)
    if multiplier.bit_count() != n:
        raise InvalidBitboardError(f"{abridged(multiplier)} is not a permutation matrix on a {n}×{n} board")
    return _onto_bottom(_inside(x, left(n), n, "left file"), multiplier, n)


def to_bottom(x: SupportsIndex, n: int = 8) -> int:
    """A bitboard with at most one square in each column, dropped down onto the bottom rank.

    Multiplies by the left file, which adds x to itself moved down 0, 1, ..., n-1 rows. Why that works for any
    permutation matrix: square (r, c) leaves its column never, and meets the bottom row in exactly one of the n copies,
    the one moved down n-1-r rows. No other square of x is in column c, so no two squares of the copies coincide;
    hence the sum has no carries and is their union. (Harker leaves this as his exercise.)

    >>> from ajeeb.bits import antidiagonal, diagonal
    >>> to_bottom(diagonal()) == to_bottom(antidiagonal()) == 0xff << 56
    True
    """
    value = check_bitboard(x, n)
    _check_one_per_column(value, n)
    return _onto_bottom(value, left(n), n)


def _check_one_per_column(x: int, n: int) -> None:
    crowded = [c for c in range(n) if (x & column(c, n)).bit_count() > 1]
    if crowded:
        raise InvalidBitboardError(f"bitboard {abridged(x)} has two squares in column {crowded[0]} (or in a row)")


@cache
def upper_diagonals(n: int) -> tuple[int, ...]:
    """The diagonal, then the k-th one above it: the squares (r, r + k)."""
    return tuple(sum(1 << n * r + r + k for r in range(n - k)) for k in range(check_n(n)))


def transpose(x: SupportsIndex, n: int = 8) -> int:
    """Mirrored in the main diagonal: square (r, c) goes to (c, r).

    Keeps the diagonal and moves the k-th upper one left by (n-1)k bits, the k-th lower one right. ("Hacker's Delight",
    section 7.3, for n = 8, by way of Harker.) On 8×8 three exchanges of blocks do it as well: see `arrays.transpose`.

    >>> from ajeeb.bits import left, top
    >>> transpose(top()) == left()
    True
    """
    value = check_bitboard(x, n)
    turned = value & diagonal(n)
    for k, upper in enumerate(upper_diagonals(n)[1:], 1):
        turned |= (value & upper) << (n - 1) * k | value >> (n - 1) * k & upper
    return turned


def flip_vertical(x: SupportsIndex, n: int = 8) -> int:
    """Upside down: square (r, c) goes to (n-1-r, c). On 8×8, the bytes of the word swapped.

    This is also the conversion between the orders a8 = 0 and a1 = 0, both ways.

    >>> from ajeeb.bits import bottom, top
    >>> flip_vertical(top()) == bottom()
    True
    """
    value = check_bitboard(x, n)
    row = (1 << n) - 1
    return sum((value >> n * r & row) << n * (n - 1 - r) for r in range(n))


def flip_horizontal(x: SupportsIndex, n: int = 8) -> int:
    """Left and right exchanged: square (r, c) goes to (r, n-1-c).

    >>> from ajeeb.bits import left, right
    >>> flip_horizontal(left()) == right()
    True
    """
    value = check_bitboard(x, n)
    first = left(n)
    return sum((value >> c & first) << n - 1 - c for c in range(n))


def rotate_180(x: SupportsIndex, n: int = 8) -> int:
    """Half a turn: square s goes to n² - 1 - s, the whole word reversed.

    >>> hex(rotate_180(1))
    '0x8000000000000000'
    """
    return flip_horizontal(flip_vertical(x, n), n)


def anti_transpose(x: SupportsIndex, n: int = 8) -> int:
    """Mirrored in the antidiagonal: square (r, c) goes to (n-1-c, n-1-r).

    >>> from ajeeb.bits import right, top
    >>> anti_transpose(top()) == right()
    True
    """
    return transpose(rotate_180(x, n), n)


def rotate_90(x: SupportsIndex, n: int = 8) -> int:
    """A quarter turn clockwise: square (r, c) goes to (c, n-1-r).

    >>> from ajeeb.bits import right, top
    >>> rotate_90(top()) == right()
    True
    """
    return flip_horizontal(transpose(x, n), n)
