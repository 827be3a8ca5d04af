"""Steps, rays and sliding pieces on an n×n board, over plain ints.

Directions are compass points, north being towards rank n whichever order numbers the squares. The vectorised twins
are in `arrays`; what both need (how far a step shifts, which squares may take it) is worked out here, once.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import SupportsIndex

from ajeeb.bits.squares import Order, check_bitboard, check_n, check_order, check_square
from ajeeb.errors import InvalidBitboardError

COMPASS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
"""Direction → (rows down the picture, columns to the right)."""

ROOK = ("n", "e", "s", "w")
BISHOP = ("ne", "se", "sw", "nw")
QUEEN = ROOK + BISHOP


def delta(direction: str, order: Order = "a8") -> tuple[int, int]:
    """(rows, columns) that one step in `direction` adds to a square numbered in `order`."""
    try:
        rows, columns = COMPASS[direction]
    except KeyError:
        expected = ", ".join(COMPASS)
        raise InvalidBitboardError(f"unknown direction {direction[:20]!r}: expected one of {expected}") from None
    return (rows, columns) if check_order(order) == "a8" else (-rows, columns)


@cache
def step(direction: str, n: int = 8, order: Order = "a8") -> tuple[int, int]:
    """How a whole bitboard takes one step: (keep, amount).

    `keep` holds the squares that have a neighbour in `direction`; the step is `(x & keep) << amount`, or `>> -amount`
    when `amount` is negative. Masking first is what stops the h-file from wrapping round to the a-file.
    """
    rows, columns = delta(direction, order)
    on_board = range(check_n(n))
    keep = sum(
        1 << n * row + column
        for row in on_board
        for column in on_board
        if row + rows in on_board and column + columns in on_board
    )
    return keep, n * rows + columns


def shift(x: SupportsIndex, direction: str, n: int = 8, order: Order = "a8") -> int:
    """Every square of `x` moved one step in `direction`; what would leave the board is dropped, nothing wraps.

    >>> hex(shift(0x8000000000000001, "e"))
    '0x2'
    """
    keep, amount = step(direction, n, order)
    kept = check_bitboard(x, n) & keep
    return kept << amount if amount > 0 else kept >> -amount


def walk(square: SupportsIndex, direction: str, n: int = 8, order: Order = "a8") -> Iterator[int]:
    """The squares one meets going from `square` in `direction`, nearest first, without `square` itself.

    >>> list(walk(0, "se", 4))
    [5, 10, 15]
    """
    row, column = divmod(check_square(square, n), n)
    rows, columns = delta(direction, order)
    while 0 <= (row := row + rows) < n and 0 <= (column := column + columns) < n:
        yield n * row + column


def ray(square: SupportsIndex, direction: str, n: int = 8, order: Order = "a8") -> int:
    """The squares from `square` in `direction` to the edge, as a bitboard, without `square` itself.

    >>> ray(0, "e") == 0b11111110
    True
    """
    return sum(1 << s for s in walk(square, direction, n, order))


def slider_mask(square: SupportsIndex, directions: Iterable[str], n: int = 8) -> int:
    """The squares whose occupancy matters to a slider on `square`: its rays, each without its last square.

    A piece on the last square of a ray is attacked whether it stands there or not. The mask is the same in both
    orders, because the directions of rook and bishop are symmetric. It has 12 squares for a rook in the corner of 8×8.

    >>> slider_mask(0, ROOK).bit_count(), slider_mask(27, BISHOP).bit_count()
    (12, 9)
    """
    return sum(1 << s for d in directions for s in list(walk(square, d, n))[:-1])


def slider_attacks(square: SupportsIndex, occupied: SupportsIndex, directions: Iterable[str], n: int = 8) -> int:
    """What a slider on `square` attacks: along each ray, up to and including the first occupied square.

    The plain definition, square by square; the fast ways are tested against it.

    >>> slider_attacks(0, 1 << 2 | 1 << 8, ROOK) == 1 << 1 | 1 << 2 | 1 << 8
    True
    """
    occupied = check_bitboard(occupied, n)
    attacks = 0
    for direction in directions:
        for s in walk(square, direction, n):
            attacks |= 1 << s
            if occupied >> s & 1:
                break
    return attacks


def rook_attacks(square: SupportsIndex, occupied: SupportsIndex, n: int = 8) -> int:
    """What a rook on `square` attacks on a board with `occupied` squares (either order).

    >>> rook_attacks(0, 0).bit_count()
    14
    """
    return slider_attacks(square, occupied, ROOK, n)


def bishop_attacks(square: SupportsIndex, occupied: SupportsIndex, n: int = 8) -> int:
    """What a bishop on `square` attacks on a board with `occupied` squares (either order).

    >>> bishop_attacks(27, 0).bit_count()
    13
    """
    return slider_attacks(square, occupied, BISHOP, n)


def queen_attacks(square: SupportsIndex, occupied: SupportsIndex, n: int = 8) -> int:
    """What a queen on `square` attacks on a board with `occupied` squares (either order).

    >>> queen_attacks(27, 0).bit_count()
    27
    """
    return slider_attacks(square, occupied, QUEEN, n)


def flood(
    x: SupportsIndex, through: SupportsIndex, n: int = 8, directions: Iterable[str] = ROOK, order: Order = "a8"
) -> int:
    """Everything that can be reached from `x` by steps that stay inside `through`; `x` itself is part of it.

    >>> bin(flood(0b00001, 0b10110, 5))
    '0b111'
    """
    reached, through = check_bitboard(x, n), check_bitboard(through, n)
    directions = tuple(directions)
    edge = reached
    while edge:
        spread = 0
        for direction in directions:
            spread |= shift(edge, direction, n, order)
        edge = spread & through & ~reached
        reached |= edge
    return reached
