"""Bitboards by the million: the same functions over numpy arrays of uint64, for boards up to 8×8.

Every function takes arrays of integers, or lists of them, or ints, and gives a new array of the broadcast shape, of at
least one dimension, dtype uint64 unless it says otherwise. Values that are negative, no integers, or too wide for the
board raise InvalidBitboardError. The scalar functions of the room are the definitions.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

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

MOST_SUBSETS = 24
"""The most squares of a mask whose subsets `subsets` lists: 2^24 of them fill 128 MiB."""

Number = TypeVar("Number", np.uint8, np.uint64)

_BLOCK = 4096


def words(x: npt.ArrayLike, n: int = 8) -> Words:
    """`x` as an array of uint64 of at least one dimension, checked to hold bitboards of n×n, n <= 8.

    An array that is one already is given back as it is.

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
        in_range = all(
            0 <= v.__index__() <= most for v in (given.flat if given.dtype == object else _ends(given, most))
        )
    except AttributeError:
        in_range = False
    if not in_range:
        raise InvalidBitboardError(f"expected {what}, integers from 0 to {most:#x}, not {_quoted(x)}")
    return np.atleast_1d(given.astype(np.uint64, copy=False))


def _quoted(x: npt.ArrayLike) -> str:
    """The start of what was given."""
    try:
        return str(x)[:80]
    except ValueError:  # Python writes no int of more than 4,300 digits
        return "one of thousands of digits"


def _ends(given: npt.NDArray[np.integer[Any]], most: int) -> tuple[int, ...]:
    """Least and greatest of `given`, or nothing when its type alone keeps it within 0 to `most`."""
    limits = np.iinfo(given.dtype)
    if not given.size or (limits.min == 0 and limits.max <= most):
        return ()
    return int(given.min()), int(given.max())


def _squares(x: npt.ArrayLike, n: int = 8) -> Words:
    return _checked(x, check_n(n, WIDEST) ** 2 - 1, f"squares of a {n}×{n} board")


def _in_blocks(kernel: Callable[..., npt.NDArray[Number]], *inputs: Words) -> npt.NDArray[Number]:
    """`kernel` of the broadcast inputs, a block at a time, so that what it puts aside stays in the nearest cache."""
    shape = np.broadcast_shapes(*(array.shape for array in inputs))
    if math.prod(shape) <= _BLOCK:
        return kernel(*np.broadcast_arrays(*inputs))
    flat = [np.broadcast_to(array, shape).reshape(-1) for array in inputs]
    first = kernel(*(array[:_BLOCK] for array in flat))
    result = np.empty(len(flat[0]), first.dtype)
    result[:_BLOCK] = first
    for start in range(_BLOCK, len(result), _BLOCK):
        block = slice(start, start + _BLOCK)
        result[block] = kernel(*(array[block] for array in flat))
    return result.reshape(shape)


def _moved(x: Words, keep: int, amount: int) -> Words:
    kept = x & np.uint64(keep)
    return kept << np.uint64(amount) if amount > 0 else kept >> np.uint64(-amount)


def shift(x: npt.ArrayLike, direction: str, n: int = 8, order: Order = "a8") -> Words:
    """Every square of every board moved one step; what would leave the board is dropped.

    >>> shift([1, 128], "e").tolist()
    [2, 0]
    """
    keep, amount = step(direction, check_n(n, WIDEST), order)
    return _in_blocks(lambda boards: _moved(boards, keep, amount), words(x, n))


def slider_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike, directions: Iterable[str], n: int = 8) -> Words:
    """What a slider on each of `squares` (numbers) attacks, by flooding each direction until it meets a piece.

    The two arguments are broadcast. Unlike hyperbola quintessence it works on every n up to 8.

    >>> slider_attacks(0, [0, 2], ("e",)).tolist()
    [254, 2]
    """
    steps = [step(d, check_n(n, WIDEST)) for d in directions]

    def flooded(origin: Words, empty: Words) -> Words:
        attacks = np.zeros_like(origin)
        for keep, amount in steps:
            front = origin
            for _ in range(n - 1):
                front = _moved(front, keep, amount)
                attacks |= front
                front &= empty
        return attacks

    return _in_blocks(flooded, np.uint64(1) << _squares(squares, n), ~words(occupied, n))


def subsets(mask: int) -> Words:
    """All 2^k subsets of `mask`, ascending. Raises InvalidBitboardError for more than 24 squares.

    >>> subsets(0b1010).tolist()
    [0, 2, 8, 10]
    """
    mask = check_bitboard(mask)
    if mask.bit_count() > MOST_SUBSETS:
        raise InvalidBitboardError(f"mask {mask:#x} has {mask.bit_count()} squares: expected at most {MOST_SUBSETS}")
    found = np.zeros(1, np.uint64)
    while mask:
        found = np.concatenate([found, found | np.uint64(mask & -mask)])
        mask &= mask - 1
    return found


def popcnt(x: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """How many elements each board has, as uint8. The additions of the scalar `popcnt`, lane by lane.

    `numpy.bitwise_count` (numpy 2) is about ten times as fast where it exists; `python -m bench.bits` measures it.

    >>> popcnt([0, 0b1011, 2**64 - 1]).tolist()
    [0, 3, 64]
    """
    return _in_blocks(_counted, words(x))


def _counted(boards: Words) -> npt.NDArray[np.uint8]:
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
    return _in_blocks(_lowest, words(x))


def _lowest(boards: Words) -> Words:
    return boards & (~boards + np.uint64(1))


def ntz(x: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """The lowest element of each board, as uint8, and 64 for an empty one: de Bruijn's table, as in the scalar `ntz`.

    >>> ntz([0, 0b1010, 2**63]).tolist()
    [64, 1, 63]
    """
    constant, distance, table = ntz_table(64)
    by_place = np.array(table, np.uint8)

    def trailing(boards: Words) -> npt.NDArray[np.uint8]:
        places = _lowest(boards) * np.uint64(constant) >> np.uint64(distance)
        return np.where(boards == 0, np.uint8(64), by_place[places.astype(np.intp)])

    return _in_blocks(trailing, words(x))


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


def _exchanged(x: Words, exchanges: Sequence[tuple[int, int]]) -> Words:
    """One exchange after the other: the bits of a mask change places with those a distance above them."""

    def exchange(boards: Words) -> Words:
        boards = boards.copy()
        for mask, distance in exchanges:
            change: Words = (boards ^ (boards >> np.uint64(distance))) & np.uint64(mask)
            boards ^= change | change << np.uint64(distance)
        return boards

    return _in_blocks(exchange, x)


_BLOCKS_OF_8_BY_8 = [(0x00AA00AA00AA00AA, 7), (0x0000CCCC0000CCCC, 14), (0x00000000F0F0F0F0, 28)]
"""What exchanges the off-diagonal squares of all 2×2 blocks, then such blocks in 4×4 ones, then those."""


def flip_horizontal(x: npt.ArrayLike, n: int = 8) -> Words:
    """Every board with left and right exchanged.

    >>> flip_horizontal([1, 2]).tolist()
    [128, 64]
    """
    return _exchanged(words(x, n), [(patterns.column(c, n), n - 1 - 2 * c) for c in range(n // 2)])


def transpose(x: npt.ArrayLike, n: int = 8) -> Words:
    """Every board mirrored in its main diagonal.

    On 8×8 in three exchanges, of 1×1, 2×2 and 4×4 blocks ("Hacker's Delight", section 7.3); on other boards diagonal by
    diagonal.

    >>> [hex(v) for v in transpose([0xff]).tolist()]
    ['0x101010101010101']
    """
    by_diagonals = [(upper, (n - 1) * k) for k, upper in enumerate(upper_diagonals(check_n(n, WIDEST)))][1:]
    return _exchanged(words(x, n), _BLOCKS_OF_8_BY_8 if n == 8 else by_diagonals)


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
    steps = [step(d, check_n(n, WIDEST)) for d in directions]

    def flooded(reached: Words, inside: Words) -> Words:
        while True:
            spread = reached.copy()
            for keep, amount in steps:
                spread |= _moved(reached, keep, amount) & inside
            if np.array_equal(spread, reached):
                return spread
            reached = spread

    return _in_blocks(flooded, words(x, n), words(through, n))


@cache
def _line_masks() -> dict[str, Words]:
    """For each kind of line, the line through each square of 8×8, without the square: uint64, shape (64,)."""
    ends = {"file": ("n", "s"), "diagonal": ("nw", "se"), "antidiagonal": ("ne", "sw")}
    return {
        kind: np.array([ray(s, here) | ray(s, there) for s in range(64)], np.uint64)
        for kind, (here, there) in ends.items()
    }


@cache
def _mirrored_rows() -> npt.NDArray[np.uint8]:
    """Each row of eight squares with left and right exchanged: uint8, shape (256,)."""
    return flip_horizontal(np.arange(256)).astype(np.uint8)


def _along(line: Words, numbers: Words, occupied: Words) -> Words:
    """o ^ (o - 2r) along a line: subtracting turns over the bits up to the first blocker, once from each side.

    The other side's turn comes on the board upside down, where the order of a line's squares is reversed.
    """
    mask = line[numbers.astype(np.intp)]
    blockers = occupied & mask
    up = blockers - (np.uint64(2) << numbers)
    down = (blockers.byteswap() - (np.uint64(2) << (numbers ^ np.uint64(56)))).byteswap()
    return (up ^ down) & mask


def _along_rank(numbers: Words, occupied: Words) -> Words:
    """The same for a rank, which upside down keeps its order: in bytes, reversed by a table."""
    mirrored, base = _mirrored_rows(), numbers & np.uint64(56)
    column = (numbers & np.uint64(7)).astype(np.uint8)
    beside = ~(np.uint8(1) << column)
    blockers = (occupied >> base).astype(np.uint8) & beside
    up = blockers - (np.uint8(2) << column)
    down = mirrored[mirrored[blockers] - (np.uint8(2) << (column ^ np.uint8(7)))]
    attacks: Words = ((up ^ down) & beside).astype(np.uint64)
    return attacks << base


def _rook(numbers: Words, occupied: Words) -> Words:
    return _along(_line_masks()["file"], numbers, occupied) | _along_rank(numbers, occupied)


def _bishop(numbers: Words, occupied: Words) -> Words:
    lines = _line_masks()
    return _along(lines["diagonal"], numbers, occupied) | _along(lines["antidiagonal"], numbers, occupied)


def rook_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike) -> Words:
    """What a rook on each of `squares` (0..63) attacks, 8×8, either order; arguments are broadcast.

    Hyperbola quintessence (Aleks Peshkov): o ^ (o - 2r), along file and rank, forwards and on the reversed board.

    >>> [hex(v) for v in rook_attacks(0, [0b101]).tolist()]
    ['0x101010101010106']
    """
    return _in_blocks(_rook, _squares(squares), words(occupied))


def bishop_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike) -> Words:
    """What a bishop on each of `squares` (0..63) attacks, 8×8, either order; arguments are broadcast.

    >>> [hex(v) for v in bishop_attacks(0, [1 << 18]).tolist()]
    ['0x40200']
    """
    return _in_blocks(_bishop, _squares(squares), words(occupied))


def queen_attacks(squares: npt.ArrayLike, occupied: npt.ArrayLike) -> Words:
    """What a queen on each of `squares` (0..63) attacks, 8×8, either order; arguments are broadcast.

    >>> queen_attacks([0, 27], 0).shape
    (2,)
    """
    return _in_blocks(lambda s, o: _rook(s, o) | _bishop(s, o), _squares(squares), words(occupied))
