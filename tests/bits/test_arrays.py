import numpy as np
import numpy.typing as npt
import pytest

from ajeeb import bits
from ajeeb.bits import arrays
from ajeeb.bits.rays import COMPASS
from ajeeb.errors import InvalidBitboardError

SIZES = range(1, 9)


def sample(n: int, count: int = 300) -> npt.NDArray[np.uint64]:
    """Dense, sparse and full boards, the empty one and every single square."""
    rng = np.random.default_rng(n)
    draws = rng.integers(0, 2**64, (3, count), dtype=np.uint64)
    boards = np.concatenate([draws[0], draws[0] & draws[1] & draws[2], draws[1] | draws[2], ~np.zeros(1, np.uint64)])
    edges = [0] + [1 << s for s in range(n * n)]
    return np.concatenate([boards & np.uint64(bits.full(n)), np.array(edges, np.uint64)])


def assert_twin(found: npt.NDArray[np.unsignedinteger], expected: list[int]) -> None:
    assert found.tolist() == expected


def test_ntz_popcnt_and_lowest() -> None:
    boards = sample(8)
    scalars = boards.tolist()
    assert_twin(arrays.ntz(boards), [bits.ntz(x) for x in scalars])
    assert_twin(arrays.popcnt(boards), [bits.popcnt(x) for x in scalars])
    assert_twin(arrays.lowest(boards), [bits.lowest(x) for x in scalars])
    assert arrays.ntz(boards).dtype == arrays.popcnt(boards).dtype == np.uint8


@pytest.mark.parametrize("n", SIZES)
def test_shifts_and_symmetries(n: int) -> None:
    boards = sample(n)
    scalars = boards.tolist()
    for order in ("a8", "a1"):
        for direction in COMPASS:
            expected = [bits.shift(x, direction, n, order) for x in scalars]
            assert_twin(arrays.shift(boards, direction, n, order), expected)
    for name in ("transpose", "flip_vertical", "flip_horizontal", "rotate_180"):
        before = boards.copy()
        assert_twin(getattr(arrays, name)(boards, n), [getattr(bits, name)(x, n) for x in scalars])
        assert np.array_equal(boards, before)


@pytest.mark.parametrize("n", SIZES)
def test_flooded_sliders_on_every_size(n: int) -> None:
    occupied = sample(n, 60)
    squares = np.arange(len(occupied)) % (n * n)
    for directions in (bits.ROOK, bits.BISHOP, ("n", "se")):
        expected = [
            bits.slider_attacks(s, o, directions, n) for s, o in zip(squares.tolist(), occupied.tolist(), strict=True)
        ]
        assert_twin(arrays.slider_attacks(squares, occupied, directions, n), expected)


def test_hyperbola_quintessence() -> None:
    occupied = sample(8, 40)
    squares = np.arange(64)
    for name in ("rook_attacks", "bishop_attacks", "queen_attacks"):
        found = getattr(arrays, name)(squares[:, None], occupied)
        assert found.shape == (64, len(occupied))
        for square in range(64):
            assert_twin(found[square], [getattr(bits, name)(square, o) for o in occupied.tolist()])


@pytest.mark.parametrize("n", SIZES)
def test_flood(n: int) -> None:
    through = sample(n, 80)
    starts = np.uint64(1) << (np.arange(len(through)) % (n * n)).astype(np.uint64)
    for directions in (bits.ROOK, bits.QUEEN):
        expected = [bits.flood(x, t, n, directions) for x, t in zip(starts.tolist(), through.tolist(), strict=True)]
        assert_twin(arrays.flood(starts, through, n, directions), expected)


def test_subsets() -> None:
    assert_twin(arrays.subsets(0x8100000000000011), list(bits.subsets(0x8100000000000011)))


def test_shapes_and_kinds_of_input() -> None:
    grid = np.arange(6).reshape(2, 3)
    assert arrays.popcnt(grid).tolist() == [[0, 1, 1], [2, 1, 2]]
    assert arrays.popcnt(7).tolist() == [3]
    assert arrays.popcnt([]).tolist() == []
    assert arrays.popcnt([2**64 - 1, 1]).tolist() == [64, 1]
    assert arrays.popcnt([2**63, 1]).tolist() == [1, 1]
    assert arrays.popcnt(np.array([3], np.int8)).tolist() == [2]
    assert arrays.popcnt(np.array([2**64 - 1], dtype=">u8")).tolist() == [64]
    assert [hex(x) for x in arrays.flip_vertical(np.array([1], dtype=">u8")).tolist()] == ["0x100000000000000"]
    given = np.array([1], np.uint64)
    assert arrays.flip_horizontal(given, 1) is not given


def test_bad_input_is_quoted() -> None:
    refusals = {
        r"bitboards of a 8×8 board, integers from 0 to 0xffffffffffffffff, not \[-1\]": lambda: arrays.popcnt([-1]),
        r"not \[18446744073709551616\]": lambda: arrays.popcnt([2**64]),
        "not one of thousands of digits": lambda: arrays.popcnt([10**6000]),
        r"not \[1.5\]": lambda: arrays.ntz([1.5]),
        r"not \['a'\]": lambda: arrays.ntz(["a"]),
        r"3×3 board, integers from 0 to 0x1ff, not \[512\]": lambda: arrays.transpose([512], 3),
        r"squares of a 8×8 board": lambda: arrays.rook_attacks([64], 0),
        r"integers from 0 to 0x3f, not -1": lambda: arrays.slider_attacks(-1, 0, bits.ROOK),
        "n = 9 is out of range: expected 1 to 8": lambda: arrays.transpose([1], 9),
        "unknown direction 'x'": lambda: arrays.shift([1], "x"),
        "too wide": lambda: arrays.subsets(1 << 64),
        "has 64 squares: expected at most 24": lambda: arrays.subsets(bits.full()),
    }
    for message, call in refusals.items():
        with pytest.raises(InvalidBitboardError, match=message):
            call()


def test_arrays_longer_than_a_block() -> None:
    boards = np.random.default_rng(1).integers(0, 2**64, (3, 3333), dtype=np.uint64)
    before = boards.copy()
    scalars = boards.reshape(-1).tolist()
    for name in ("popcnt", "ntz", "lowest", "transpose", "flip_horizontal", "flip_vertical"):
        found = getattr(arrays, name)(boards)
        assert found.shape == boards.shape
        assert_twin(found.reshape(-1), [getattr(bits, name)(x) for x in scalars])
    found = arrays.queen_attacks([[0], [27], [63]], boards)
    assert_twin(found[1], [bits.queen_attacks(27, x) for x in boards[1].tolist()])
    assert np.array_equal(boards, before)
    assert arrays.flood(np.zeros((0, 2), np.uint64), 1).shape == (0, 2)
