import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb import bits
from ajeeb.errors import InvalidBitboardError

from .boards import boards, cells, from_cells

SIZES = range(1, 17)
HARKERS_MASKS = [0x0080402010080402, 0x0000804020100804, 0x0000008040201008, 0x80402010, 0x804020, 0x8040, 0x80]


@pytest.mark.parametrize("n", SIZES)
def test_special_boards(n: int) -> None:
    everything = range(n)
    assert cells(bits.diagonal(n), n) == {(k, k) for k in everything}
    assert cells(bits.antidiagonal(n), n) == {(n - 1 - k, k) for k in everything}
    for r in range(1, n + 1):
        assert cells(bits.rank(r, n), n) == {(n - r, c) for c in everything}
    assert (bits.top(n), bits.bottom(n)) == (bits.rank(n, n), bits.rank(1, n))
    assert cells(bits.left(n), n) == {(k, 0) for k in everything}
    assert cells(bits.right(n), n) == {(k, n - 1) for k in everything}
    assert cells(bits.full(n), n) == {(r, c) for r in everything for c in everything}
    for c in everything:
        assert cells(bits.column(c, n), n) == {(r, c) for r in everything}


def test_the_numbers_printed_in_harkers_essay() -> None:
    assert bits.diagonal() == 9241421688590303745
    assert bits.antidiagonal() == 72624976668147840


@pytest.mark.parametrize("n", range(1, 11))
def test_a_file_onto_the_bottom_for_every_subset(n: int) -> None:
    for x in bits.subsets(bits.left(n)):
        rows = {r for r, _ in cells(x, n)}
        assert cells(bits.left_to_bottom(x, n), n) == {(n - 1, r) for r in rows}
        assert cells(bits.left_to_bottom_reversed(x, n), n) == {(n - 1, n - 1 - r) for r in rows}
    for x in bits.subsets(bits.bottom(n)):
        assert cells(bits.bottom_to_top(x, n), n) == {(0, c) for _, c in cells(x, n)}


@pytest.mark.parametrize("n", range(1, 13))
def test_file_to_index_is_an_isomorphism_that_keeps_or_reverses_order(n: int) -> None:
    kept = lambda x: bits.bottom_to_top(bits.left_to_bottom(x, n), n)  # noqa: E731
    reverse = lambda x: bits.bottom_to_top(bits.left_to_bottom_reversed(x, n), n)  # noqa: E731
    mask = bits.left(n)
    assert bits.is_boolean_isomorphism(kept, mask)
    assert bits.preserves_order(kept, mask)
    assert bits.is_boolean_isomorphism(reverse, mask)
    assert bits.reverses_order(reverse, mask)
    assert n == 1 or not bits.preserves_order(reverse, mask)


def test_every_permutation_of_a_small_file() -> None:
    for n in range(1, 6):
        for order in permutations(range(n)):
            matrix = bits.permutation_matrix(order)
            for x in bits.subsets(bits.left(n)):
                expected = {(n - 1, order[r]) for r, _ in cells(x, n)}
                assert cells(bits.left_to_bottom_permuted(x, matrix, n), n) == expected


@pytest.mark.parametrize("n", SIZES)
def test_random_permutations_on_every_size(n: int) -> None:
    rng = random.Random(n)
    for _ in range(20):
        order = rng.sample(range(n), n)
        matrix = bits.permutation_matrix(order)
        x = from_cells({(r, 0) for r in range(n) if rng.random() < 0.5}, n)
        expected = {(n - 1, order[r]) for r, _ in cells(x, n)}
        assert cells(bits.left_to_bottom_permuted(x, matrix, n), n) == expected
        # Harker's exercise: any part of a permutation matrix drops onto the bottom.
        part = from_cells({cell for cell in cells(matrix, n) if rng.random() < 0.7}, n)
        assert cells(bits.to_bottom(part, n), n) == {(n - 1, c) for _, c in cells(part, n)}
        # One square a column is enough; two may share a row.
        loose = from_cells({(rng.randrange(n), c) for c in range(n)}, n)
        assert bits.to_bottom(loose, n) == bits.bottom(n)


@given(boards())
def test_symmetries_move_each_square(board: tuple[int, int]) -> None:
    x, n = board
    last = n - 1
    moves = {
        bits.transpose: lambda r, c: (c, r),
        bits.anti_transpose: lambda r, c: (last - c, last - r),
        bits.flip_vertical: lambda r, c: (last - r, c),
        bits.flip_horizontal: lambda r, c: (r, last - c),
        bits.rotate_180: lambda r, c: (last - r, last - c),
        bits.rotate_90: lambda r, c: (c, last - r),
    }
    for function, move in moves.items():
        assert cells(function(x, n), n) == {move(r, c) for r, c in cells(x, n)}, function.__name__


@given(st.integers(0, 2**64 - 1))
def test_transpose_is_harkers_expression(x: int) -> None:
    y = x & bits.diagonal()
    for k, mask in enumerate(HARKERS_MASKS, 1):
        y |= (x & mask) << 7 * k | x >> 7 * k & mask
    assert bits.transpose(x) == y


@given(st.integers(0, 2**64 - 1))
def test_flipping_eight_rows_swaps_bytes(x: int) -> None:
    assert bits.flip_vertical(x) == int.from_bytes(x.to_bytes(8, "little"), "big")


@given(st.integers(0, 2**70), st.integers(0, 2**70), st.integers(1, 2**70))
def test_modmul(x: int, y: int, m: int) -> None:
    assert bits.modmul(x, y, m) == x * y % m
    assert bits.modmul(x, y) == x * y & 0xFFFFFFFFFFFFFFFF


def test_what_a_map_assumes_is_checked() -> None:
    huge = 10**6000  # too long for Python to write in decimal
    refusals = {
        "off the left file": lambda: bits.left_to_bottom(2),
        "off the left file of a 3×3": lambda: bits.left_to_bottom_reversed(2, 3),
        "off the bottom rank": lambda: bits.bottom_to_top(1),
        "two squares in column 0": lambda: bits.to_bottom(0x101),
        "in a row": lambda: bits.left_to_bottom_permuted(1, 0b11, 2),
        "not a permutation matrix": lambda: bits.left_to_bottom_permuted(1, 0b1, 2),
        "not a permutation of 0..1": lambda: bits.permutation_matrix([0, 0]),
        "modulus 0": lambda: bits.modmul(1, 1, 0),
        "rank 9 is out of range": lambda: bits.rank(9),
        "rank 0 is out of range": lambda: bits.rank(0),
        "column 8 is out of range": lambda: bits.column(8),
        "n = 0": lambda: bits.diagonal(0),
        "n = 17": lambda: bits.transpose(1, 17),
        "bitboard -0x[0-9a-f]+…": lambda: bits.flip_vertical(-huge),
        r"n = 0x[0-9a-f]+…[0-9a-f]+ \([0-9]+ bits\) is out of range": lambda: bits.full(huge),
        "rank 0x": lambda: bits.rank(huge),
        "modulus -0x": lambda: bits.modmul(1, 1, -huge),
        "-1 is negative": lambda: bits.flip_vertical(-1),
        "0x200 is too wide for a 3×3 board": lambda: bits.transpose(512, 3),
        r"\(999999 bits\)": lambda: bits.transpose(1 << 999998),
    }
    for message, call in refusals.items():
        with pytest.raises(InvalidBitboardError, match=message):
            call()
    with pytest.raises(TypeError, match="a bitboard, an int, not 'e4'"):
        bits.transpose("e4")  # type: ignore[arg-type]
