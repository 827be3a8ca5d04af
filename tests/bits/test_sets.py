import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb.bits import bitboard_from_set, de_bruijn, elements, lowest, ntz, popcnt, subsets
from ajeeb.errors import InvalidBitboardError

WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_constant_is_a_de_bruijn_sequence(width: int) -> None:
    k = width.bit_length() - 1
    digits = f"{de_bruijn(width):0{width}b}" + "0" * k
    assert len({digits[i : i + k] for i in range(width)}) == width


@pytest.mark.parametrize("width", [2, 4, 8, 16])
def test_it_is_the_least_one(width: int) -> None:
    k = width.bit_length() - 1

    def is_de_bruijn(number: int) -> bool:
        digits = f"{number:0{width}b}" + "0" * k
        return len({digits[i : i + k] for i in range(width)}) == width

    assert next(filter(is_de_bruijn, range(1 << width))) == de_bruijn(width)


@pytest.mark.parametrize("width", WIDTHS)
def test_ntz_of_every_single_bit_with_anything_above_it(width: int) -> None:
    rng = random.Random(width)
    assert ntz(0, width) == width
    for i in range(width):
        above = rng.getrandbits(width) << (i + 1) & (1 << width) - 1
        assert ntz(1 << i, width) == i
        assert ntz(1 << i | above, width) == i


@pytest.mark.parametrize("width", WIDTHS)
def test_popcnt_counts_the_ones(width: int) -> None:
    rng = random.Random(width)
    words = [0, (1 << width) - 1] + [rng.getrandbits(width) for _ in range(200)]
    words += [1 << i for i in range(width)] + [(1 << width) - 1 - (1 << i) for i in range(width)]
    for x in words:
        assert popcnt(x, width) == bin(x).count("1")


def test_popcnt_and_ntz_of_every_16_bit_word() -> None:
    for x in range(1 << 16):
        assert popcnt(x, 16) == x.bit_count()
        assert ntz(x, 16) == (len(bin(x)) - 1 - bin(x).rindex("1") if x else 16)


@given(st.sets(st.integers(0, 255)))
def test_a_bitboard_is_a_set(squares: set[int]) -> None:
    x = bitboard_from_set(squares)
    assert list(elements(x)) == sorted(squares)
    assert lowest(x) == (2 ** min(squares) if squares else 0)
    assert bitboard_from_set([*squares, *squares]) == x


@given(st.sets(st.integers(0, 255), max_size=9))
def test_subsets_are_all_subsets_in_order(squares: set[int]) -> None:
    found = list(subsets(bitboard_from_set(squares)))
    assert found == sorted(set(found))
    assert len(found) == 2 ** len(squares)
    assert all(set(elements(x)) <= squares for x in found)


def test_bad_input_is_quoted() -> None:
    for call in (lambda: ntz(-1), lambda: popcnt(-1), lambda: lowest(-1), lambda: next(subsets(-1))):
        with pytest.raises(InvalidBitboardError, match="-"):
            call()
    with pytest.raises(InvalidBitboardError, match="not a word of 64 bits"):
        ntz(1 << 64)
    with pytest.raises(InvalidBitboardError, match="width 48 is not a power of two"):
        popcnt(1, 48)
    with pytest.raises(InvalidBitboardError, match="width 0"):
        de_bruijn(0)
    with pytest.raises(InvalidBitboardError, match="square 256"):
        bitboard_from_set([256])
    with pytest.raises(TypeError, match="'e4'"):
        bitboard_from_set(["e4"])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        ntz(1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [1 << 17, 1 << 40, 10**6000], ids=["2^17", "2^40", "10^6000"])
def test_words_too_wide_for_a_table_are_refused_at_once(width: int) -> None:
    for call in (lambda: ntz(1, width), lambda: popcnt(1, width), lambda: de_bruijn(width)):
        with pytest.raises(InvalidBitboardError, match="word width"):
            call()
