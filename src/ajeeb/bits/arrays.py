"""Bitboards by the million: the same functions over numpy arrays of uint64, for boards up to 8×8.

Every function takes arrays of integers, or lists of them, or ints, and gives a new array of the broadcast shape, of at
least one dimension, dtype uint64 unless it says otherwise. Values that are negative, no integers, or too wide for the
board raise InvalidBitboardError. The scalar functions of the room are the definitions.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ajeeb.bits import patterns
from ajeeb.bits.maps import upper_diagonals
from ajeeb.bits.rays import ROOK, ray, step
from ajeeb.bits.sets import ntz_table
from ajeeb.bits.squares import Order, check_bitboard, check_n
from ajeeb.errors import InvalidBitboardError

Words: TypeAlias = npt.NDArray[np.uint64]

WIDEST = 8
"""The largest n whose boards fit a 64-bit word."""


def words(x: npt.ArrayLike, n: int = 8) -> Words:
    """`x` as an array of uint64 of at least one dimension, checked to hold bitboards of n×n, n <= 8.

    >>> words([1, 2]).dtype
    dtype('uint64')
    """
    return _checked(x, (1 << check_n(n, WIDEST) ** 2) - 1, f"bitboards of a {n}×{n} board")


def _checked(x: npt.ArrayLike, most: int, what: str) -> Words:
    given = np.asarray(x)
    if given.dtype.kind not in "iu":
        # A list of ints on both sides of 2^63 becomes an array of floats, which have lost digits: go back to the ints.
        given = np.asarray(x, dtype=object)
    try:
        in_range = all(0 <= v.__index__() <= most for v in (given.flat if given.dtype == object else _ends(given)))
    except AttributeError:
        in_range = False
    if not in_range:
        raise InvalidBitboardError(f"expected {what}, integers from 0 to {most:#x}, not {str(x)[:80]}")
    return np.atleast_1d(given.astype(np.uint64))


def _ends(given: npt.NDArray[np.integer[Any]]) -> tuple[int, ...]:
    return (int(given.min()), int(given.max())) if given.size else ()


def _squares(x: npt.ArrayLike, n: int = 8) -> Words:
    return _checked(x, check_n(n, WIDEST) ** 2 - 1, f"squares of a {n}×{n} board")


def _moved(x: Words, keep: int, amount: int) -> Words:
    kept = x & np.uint64(keep)
    return kept << np.uint64(amount) if amount > 0 else kept >> np.uint64(-amount)


def shift(x: npt.ArrayLike, direction: str, n: int = 8, order: Order = "a8") -> Words:
    """Every square of every board moved one step; what would leave the board is dropped.

    >>> shift([1, 128], "e").tolist()
    [2, 0]
    """
    return _moved(words(x, n), *step(direction, n, order))


def slider_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike, directions: Iterable[str], n: int = 8) -> Words:
    """What a slider on each of `squares` (numbers) attacks, by flooding each direction until it meets a piece.

    The two arguments are broadcast. Unlike hyperbola quintessence it works on every n up to 8.

    >>> slider_attacks(0, [0, 2], ("e",)).tolist()
    [254, 2]
    """
    origin, occupied = np.broadcast_arrays(np.uint64(1) << _squares(squares, n), words(occupied, n))
    steps = [step(d, n) for d in directions]
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
    mask = check_bitboard(mask)
    found = np.zeros(1, np.uint64)
    while mask:
        found = np.concatenate([found, found | np.uint64(mask & -mask)])
        mask &= mask - 1
    return found


def popcnt(x: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """How many elements each board has, as uint8. The additions of the scalar `popcnt`, lane by lane.

    `numpy.bitwise_count` (numpy 2) is several times faster where it exists; `python -m bench.bits` measures it.

    >>> popcnt([0, 0b1011, 2**64 - 1]).tolist()
    [0, 3, 64]
    """
    boards = words(x)
    pairs = boards - (boards >> np.uint64(1) & np.uint64(0x5555555555555555))
    nibbles = (pairs & np.uint64(0x3333333333333333)) + (pairs >> np.uint64(2) & np.uint64(0x3333333333333333))
    octets = (nibbles + (nibbles >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    gathered: Words = octets * np.uint64(0x0101010101010101)
    return (gathered >> np.uint64(56)).astype(np.uint8)


def lowest(x: npt.ArrayLike) -> Words:
    """The lowest element of each board, alone; 0 for an empty one.

    >>> lowest([0, 0b1010]).tolist()
    [0, 2]
    """
    boards = words(x)
    return boards & (~boards + np.uint64(1))


def ntz(x: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """The lowest element of each board, as uint8, and 64 for an empty one: de Bruijn's table, as in the scalar `ntz`.

    >>> ntz([0, 0b1010, 2**63]).tolist()
    [64, 1, 63]
    """
    boards = words(x)
    constant, distance, table = ntz_table(64)
    places = lowest(boards) * np.uint64(constant) >> np.uint64(distance)
    return np.where(boards == 0, np.uint8(64), np.array(table, np.uint8)[places])


def flip_vertical(x: npt.ArrayLike, n: int = 8) -> Words:
    """Every board upside down, which also converts between the orders a8 = 0 and a1 = 0.

    >>> [hex(v) for v in flip_vertical([0xff]).tolist()]
    ['0xff00000000000000']
    """
    boards = words(x, n)
    if n == 8:
        return boards.byteswap()
    row = np.uint64((1 << n) - 1)
    flipped = np.zeros_like(boards)
    for r in range(n):
        flipped |= (boards >> np.uint64(n * r) & row) << np.uint64(n * (n - 1 - r))
    return flipped


def _exchange(x: Words, mask: int, distance: int) -> Words:
    """The bits of `mask` and those `distance` above them, exchanged."""
    change: Words = (x ^ (x >> np.uint64(distance))) & np.uint64(mask)
    return x ^ change ^ (change << np.uint64(distance))


def flip_horizontal(x: npt.ArrayLike, n: int = 8) -> Words:
    """Every board with left and right exchanged.

    >>> flip_horizontal([1, 2]).tolist()
    [128, 64]
    """
    boards = words(x, n)
    for c in range(n // 2):
        boards = _exchange(boards, patterns.column(c, n), n - 1 - 2 * c)
    return boards


def transpose(x: npt.ArrayLike, n: int = 8) -> Words:
    """Every board mirrored in its main diagonal.

    On 8×8 in three exchanges, of 1×1, 2×2 and 4×4 blocks ("Hacker's Delight", section 7.3); on other boards diagonal by
    diagonal.

    >>> [hex(v) for v in transpose([0xff]).tolist()]
    ['0x101010101010101']
    """
    boards = words(x, n)
    if n == 8:
        boards = _exchange(boards, 0x00AA00AA00AA00AA, 7)
        boards = _exchange(boards, 0x0000CCCC0000CCCC, 14)
        return _exchange(boards, 0x00000000F0F0F0F0, 28)
    for k, upper in enumerate(upper_diagonals(n)[1:], 1):
        boards = _exchange(boards, upper, (n - 1) * k)
    return boards


def rotate_180(x: npt.ArrayLike, n: int = 8) -> Words:
    """Every board turned by half a turn.

    >>> [hex(v) for v in rotate_180([1]).tolist()]
    ['0x8000000000000000']
    """
    return flip_horizontal(flip_vertical(x, n), n)


def flood(x: npt.ArrayLike, through: npt.ArrayLike, n: int = 8, directions: Iterable[str] = ROOK) -> Words:
    """Everything that can be reached from each `x` by steps that stay inside `through`, `x` included.

    >>> flood([1], [0b10110], 5).tolist()
    [7]
    """
    reached, through = np.broadcast_arrays(words(x, n), words(through, n))
    steps = [step(d, n) for d in directions]
    while True:
        spread = reached.copy()
        for keep, amount in steps:
            spread |= _moved(reached, keep, amount) & through
        if np.array_equal(spread, reached):
            return spread
        reached = spread


@cache
def _line_masks() -> dict[str, Words]:
    """For each kind of line, the line through each square of 8×8, without the square: uint64, shape (64,)."""
    ends = {"file": ("n", "s"), "rank": ("e", "w"), "diagonal": ("nw", "se"), "antidiagonal": ("ne", "sw")}
    return {
        kind: np.array([ray(s, here) | ray(s, there) for s in range(64)], np.uint64)
        for kind, (here, there) in ends.items()
    }


def _line_attacks(piece: Words, occupied: Words, line: Words, reverse: Callable[[Words], Words]) -> Words:
    """o ^ (o - 2r) along one line: subtracting turns over the bits up to the first blocker, once from each side."""
    blockers = occupied & line
    up = blockers - (piece + piece)
    down = reverse(reverse(blockers) - (reverse(piece) + reverse(piece)))
    return (up ^ down) & line


def _sliders(squares: npt.ArrayLike, occupied: npt.ArrayLike, kinds: tuple[str, ...]) -> Words:
    numbers = _squares(squares)
    piece, occupied = np.uint64(1) << numbers, words(occupied)
    attacks = np.zeros(np.broadcast_shapes(piece.shape, occupied.shape), np.uint64)
    for kind in kinds:
        # Turning the board upside down reverses a file or a diagonal; a rank needs left and right exchanged.
        reverse = flip_horizontal if kind == "rank" else flip_vertical
        attacks |= _line_attacks(piece, occupied, _line_masks()[kind][numbers], reverse)
    return attacks


def rook_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike) -> Words:
    """What a rook on each of `squares` (0..63) attacks, 8×8, either order; arguments are broadcast.

    Hyperbola quintessence (Aleks Peshkov): o ^ (o - 2r), along file and rank, forwards and on the reversed board.

    >>> [hex(v) for v in rook_attacks(0, [0b101]).tolist()]
    ['0x101010101010106']
    """
    return _sliders(squares, occupied, ("file", "rank"))


def bishop_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike) -> Words:
    """What a bishop on each of `squares` (0..63) attacks, 8×8, either order; arguments are broadcast.

    >>> [hex(v) for v in bishop_attacks(0, [1 << 18]).tolist()]
    ['0x40200']
    """
    return _sliders(squares, occupied, ("diagonal", "antidiagonal"))


def queen_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike) -> Words:
    """What a queen on each of `squares` (0..63) attacks, 8×8, either order; arguments are broadcast.

    >>> queen_attacks([0, 27], 0).shape
    (2,)
    """
    return rook_attacks(squares, occupied) | bishop_attacks(squares, occupied)
