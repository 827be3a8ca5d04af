"""The special bitboards: ranks, files, diagonals, permutation matrices, on any n×n board.

All are in the order a8 = 0, where the top rank is row 0. What maps one of them onto another is in `maps`.
"""

from collections.abc import Iterable
from typing import SupportsIndex

from ajeeb.bits.squares import as_int, check_n, told
from ajeeb.errors import InvalidBitboardError


def diagonal(n: int = 8) -> int:
    """The main diagonal, top left to bottom right: the bits (n+1)k for k = 0..n-1.

    >>> diagonal(), diagonal(1)
    (9241421688590303745, 1)
    """
    return sum(1 << (n + 1) * k for k in range(check_n(n)))


def antidiagonal(n: int = 8) -> int:
    """The other diagonal, bottom left to top right: the bits (n-1)(k+1) for k = 0..n-1.

    >>> antidiagonal(), antidiagonal(1)
    (72624976668147840, 1)
    """
    return sum(1 << (n - 1) * (k + 1) for k in range(check_n(n)))


def rank(r: SupportsIndex, n: int = 8) -> int:
    """Rank `r`, counted from 1 at the bottom as chess players do. Raises InvalidBitboardError when r isn't in 1..n.

    >>> hex(rank(8)), hex(rank(3))
    ('0xff', '0xff0000000000')
    """
    n, number = check_n(n), as_int(r, "a rank number")
    if not 1 <= number <= n:
        raise InvalidBitboardError(f"rank {told(number)} is out of range: expected 1 to {n} for n = {n}")
    return ((1 << n) - 1) << n * (n - number)


def top(n: int = 8) -> int:
    """The end rank, rank n.

    >>> bin(top(3))
    '0b111'
    """
    return rank(n, n)


def bottom(n: int = 8) -> int:
    """The back rank, rank 1.

    >>> bin(bottom(3))
    '0b111000000'
    """
    return rank(1, n)


def column(c: SupportsIndex, n: int = 8) -> int:
    """Column `c`, counted from 0 at the left (the a-file). Raises InvalidBitboardError when c isn't in 0..n-1.

    >>> bin(column(1, 3))
    '0b10010010'
    """
    n, number = check_n(n), as_int(c, "a column number")
    if not 0 <= number < n:
        raise InvalidBitboardError(f"column {told(number)} is out of range: expected 0 to {n - 1} for n = {n}")
    return sum(1 << n * k + number for k in range(n))


def left(n: int = 8) -> int:
    """The left file, the bits nk.

    >>> hex(left())
    '0x101010101010101'
    """
    return column(0, n)


def right(n: int = 8) -> int:
    """The right file, the bits n(k+1) - 1.

    >>> hex(right())
    '0x8080808080808080'
    """
    return column(check_n(n) - 1, n)


def permutation_matrix(columns: Iterable[SupportsIndex]) -> int:
    """The matrix by which `left_to_bottom_permuted` sends the k-th square of the left file to column `columns[k]`.

    A product adds exponents, so the square of row k meets the bottom row through row n-1-k of the multiplier: there the
    matrix has its one in column `columns[k]`. The identity gives the antidiagonal, the reversal the diagonal.

    Raises InvalidBitboardError when `columns` isn't a permutation of 0..n-1, n = 1..16.

    >>> permutation_matrix(range(8)) == antidiagonal(), permutation_matrix(range(7, -1, -1)) == diagonal()
    (True, True)
    """
    places = [as_int(c, "a column number") for c in columns]
    n = check_n(len(places))
    if sorted(places) != list(range(n)):
        raise InvalidBitboardError(f"[{', '.join(map(told, places))}] is not a permutation of 0..{n - 1}")
    return sum(1 << n * (n - 1 - k) + place for k, place in enumerate(places))
