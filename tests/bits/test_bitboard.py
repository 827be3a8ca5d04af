import copy
import pickle
from dataclasses import FrozenInstanceError

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb import bits
from ajeeb.bits import Bitboard
from ajeeb.errors import InvalidBitboardError

from .boards import boards


@given(boards(), st.data(), st.sampled_from(["a8", "a1"]))
def test_it_behaves_as_a_frozenset(board: tuple[int, int], data: st.DataObject, order: bits.Order) -> None:
    x, n = board
    y = data.draw(st.integers(0, 2 ** (n * n) - 1))
    a, b = Bitboard(x, n, order), Bitboard(y, n, order)
    s, t = frozenset(bits.elements(x)), frozenset(bits.elements(y))
    for name in ("__and__", "__or__", "__xor__", "__sub__"):
        expected = getattr(s, name)(t)
        assert set(getattr(a, name)(b)) == expected
        assert getattr(a, name)(y) == getattr(a, name)(b)
    assert (set(y & a), set(y | a), set(y ^ a), set(y - a)) == (s & t, s | t, s ^ t, t - s)
    assert (a <= b, a < b, a >= b, a > b, a.isdisjoint(b)) == (s <= t, s < t, s >= t, s > t, s.isdisjoint(t))
    assert (a & b <= a, a | b >= a, a <= a, a < a) == (True, True, True, False)
    assert set(~a) == set(range(n * n)) - s
    assert (len(a), bool(a), list(a), list(reversed(a))) == (len(s), bool(s), sorted(s), sorted(s, reverse=True))
    if s:
        assert (min(a), max(a), a.lowest().names()) == (min(s), max(s), a.names()[:1])
    assert [q in a for q in range(n * n)] == [q in s for q in range(n * n)]
    assert all(name in a for name in a.names())
    assert Bitboard.of(*a.names(), n=n, order=order) == a == Bitboard.of(*s, n=n, order=order)


@given(boards())
def test_it_behaves_as_an_int(board: tuple[int, int]) -> None:
    x, n = board
    b = Bitboard(x, n)
    assert (int(b), hex(b), b == x, x == b, hash(b), {x: "found"}[b]) == (x, hex(x), True, True, hash(x), "found")
    assert int(b << 3) == x << 3 & bits.full(n)
    assert int(b >> 3) == x >> 3
    assert (f"{b:#x}", f"{b}") == (hex(x), str(b))
    assert eval(repr(b)) == b
    assert eval(repr(b.in_order("a1"))) == b.in_order("a1")


@given(boards())
def test_the_orders_convert_both_ways(board: tuple[int, int]) -> None:
    x, n = board
    b = Bitboard(x, n)
    turned = b.in_order("a1")
    assert int(turned) == bits.flip_vertical(x, n)
    assert turned.in_order("a8") == b
    assert b.in_order("a8") == b
    assert set(turned.names()) == set(b.names())
    assert str(turned) == str(b)
    assert turned.html() == b.html()
    assert turned != b or turned.order == b.order
    for direction in ("n", "se", "w"):
        assert turned.shift(direction).in_order("a8") == b.shift(direction)
        assert turned.rays(direction).in_order("a8") == b.rays(direction)


@given(st.integers(0, 2**64 - 1))
def test_a_square_set_takes_it_whole(x: int) -> None:
    b = Bitboard(x)
    assert {chess.square_name(s) for s in chess.SquareSet(b.in_order("a1"))} == set(b.names())


@given(st.integers(0, 2**64 - 1), st.integers(0, 63))
def test_slides_is_the_union_of_the_slider_attacks(occupied: int, square: int) -> None:
    both = Bitboard.of(square, 63 - square)
    expected = bits.queen_attacks(square, occupied) | bits.queen_attacks(63 - square, occupied)
    assert int(both.slides(occupied)) == expected
    assert int(both.in_order("a1").slides(Bitboard(occupied).in_order("a1")).in_order("a8")) == expected


def test_moves_and_symmetries() -> None:
    b = Bitboard.of("a1", "h8", "d4")
    assert b.shift("n", 2).names() == ["d6", "a3"]
    assert b.shift("n", 0) == b
    assert not b.shift("w", 10**12)
    assert Bitboard.of("d4").rays("n", "e").names() == ["d8", "d7", "d6", "d5", "e4", "f4", "g4", "h4"]
    assert len(Bitboard.of("d4").rays()) == 27
    assert b.transpose() == Bitboard.of("h8", "a1", "e5")
    assert b.flip_vertical() == Bitboard.of("a8", "h1", "d5")
    assert b.flip_horizontal() == Bitboard.of("h1", "a8", "e4")
    assert b.rotate_180() == Bitboard.of("h8", "a1", "e5")
    assert Bitboard.of("a1").flood(1 << 48 | 1 << 58).names() == ["a2", "a1"]


def test_it_is_a_value() -> None:
    b = Bitboard(5, 4, "a1")
    with pytest.raises(FrozenInstanceError):
        b.value = 6  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(b)) == copy.deepcopy(b) == copy.copy(b) == b
    assert len({b, Bitboard(5, 4, "a1"), 5}) == 1
    assert b != Bitboard(5, 5, "a1")
    assert b != Bitboard(5, 4)
    assert b != "5"
    assert Bitboard(5) & np.uint64(4) == np.uint64(4)
    assert Bitboard(np.uint64(5)).value == 5
    assert [int(s) for s in Bitboard(0b101).subsets()] == [0, 1, 4, 5]
    assert Bitboard.full(3) == 511
    assert not Bitboard()
    assert not (Bitboard(1) << 10**12)


def test_boards_that_do_not_belong_together_are_refused() -> None:
    refusals = {
        "can't combine a 8×8 board, a8 = 0, with a 8×8 board, a1 = 0": lambda: Bitboard(1) & Bitboard(1, order="a1"),
        "with a 7×7 board": lambda: Bitboard(1) <= Bitboard(1, 7),
        "too wide": lambda: Bitboard(1, 2) | 16,
        "-1 is negative": lambda: Bitboard(1) ^ -1,
        "negative: expected 0": lambda: Bitboard(-1),
        "n = 0": lambda: Bitboard(0, 0),
        "unknown square 'i1'": lambda: "i1" in Bitboard(0),
        "unknown square 'a9'": lambda: Bitboard.of("a9"),
        "unknown square ''": lambda: Bitboard.of(""),
        "unknown square 'a01'": lambda: Bitboard.of("a01", n=16),
        "unknown square 'a١'": lambda: Bitboard.of("a١"),
        "square 0x40": lambda: 64 in Bitboard(0),
        "unknown square order": lambda: Bitboard(0, 8, "h8"),  # type: ignore[arg-type]
        "unknown direction 'N'": lambda: Bitboard(1).shift("N", 0),
        "can't take -1 steps": lambda: Bitboard(1).shift("n", -1),
        "can't shift by -1 bits": lambda: Bitboard(1) << -1,
    }
    for message, call in refusals.items():
        with pytest.raises(InvalidBitboardError, match=message):
            call()
    with pytest.raises(TypeError):
        Bitboard(1) & "e4"  # type: ignore[operator]
    with pytest.raises(TypeError):
        Bitboard("e4")  # type: ignore[arg-type]


@given(st.integers(1, 16), st.sampled_from(["a8", "a1"]), st.data())
def test_names_and_numbers_are_inverse(n: int, order: bits.Order, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, n * n - 1))
    name = bits.square_name(square, n, order)
    assert bits.parse_square(name, n, order) == square
    other: bits.Order = "a1" if order == "a8" else "a8"
    assert bits.parse_square(name, n, other) == bits.reorder_square(square, n)
    assert bits.reorder_square(bits.reorder_square(square, n), n) == square


def test_names_on_the_chess_board_are_those_of_chess() -> None:
    assert [bits.square_name(s, order="a1") for s in range(64)] == chess.SQUARE_NAMES
