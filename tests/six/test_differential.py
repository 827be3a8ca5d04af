"""The core against the plain Python oracle on boards that no game reaches: any nibble on any square."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb.errors import RevertError
from ajeeb.six import contract, sane
from tests.six import oracle


def answer(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except (RevertError, oracle.Revert):
        return "revert"


def board_of(squares: list[int], places: list[int], turn: int, far_corner: int = 0) -> int:
    return turn | far_corner << 252 | sum(piece << 4 * at for piece, at in zip(squares, places, strict=True))


pieces = st.sampled_from([0] * 12 + [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14])
boards = st.builds(
    lambda squares, turn: board_of(squares, oracle.INTERIOR, turn, 1 - turn),
    st.lists(pieces, min_size=36, max_size=36),
    st.integers(0, 1),
)
anything = st.builds(
    lambda squares, turn: board_of(squares, list(range(1, 64)), turn),
    st.lists(st.sampled_from([0] * 20 + list(range(16))), min_size=63, max_size=63),
    st.integers(0, 15),
)


@given(boards, st.integers(1, 6))
def test_pieces_anywhere(board: int, depth: int) -> None:
    nibbles = oracle.unpack(board)
    moves = answer(oracle.generated, nibbles)
    if moves != "revert":
        moves = [start << 6 | to for start, to in oracle.blocks_reversed(moves)]
        scores = [oracle.evaluate(nibbles, (move >> 6, move & 63)) for move in moves]
        assert scores == [contract.evaluate_move(board, move) for move in moves]
    assert answer(contract.generate_moves, board) == moves
    assert answer(contract.search_move, board, depth) == answer(oracle.search_move, nibbles, depth)
    assert answer(contract.nega_max, board, depth) == answer(oracle.nega_max, nibbles, depth)


@given(boards)
def test_legality_of_every_move(board: int) -> None:
    nibbles = oracle.unpack(board)
    every = [(start, to) for start in oracle.INTERIOR for to in oracle.INTERIOR]
    wanted = answer(lambda: [f << 6 | t for f, t in every if oracle.is_legal(nibbles, (f, t))])
    assert answer(contract.legal_moves, board) == wanted


@given(anything, st.integers(0, 63), st.integers(0, 63))
def test_any_move_is_evaluated_as_the_packed_words_have_it(board: int, start: int, to: int) -> None:
    wanted = oracle.evaluate_words(oracle.unpack(board), (start, to))
    assert contract.evaluate_move(board, start << 6 | to) == wanted


@given(anything, st.integers(1 << 12, (1 << 256) - 1))
def test_wide_moves_come_from_nowhere(board: int, move: int) -> None:
    nibbles = oracle.unpack(board)
    assert contract.evaluate_move(board, move) == oracle.evaluate_words(nibbles, (move >> 6, move & 63))
    nibbles[move & 63] = 0
    assert contract.apply_move(board, move) == oracle.pack(nibbles[::-1])
    assert not contract.is_legal_move(board, move)


@given(anything, st.integers(1, 4))
def test_unknown_pieces_and_pieces_on_the_rim(board: int, depth: int) -> None:
    nibbles = oracle.unpack(board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(oracle, "evaluate", oracle.evaluate_words)
        assert answer(contract.search_move, board, depth) == answer(oracle.search_move, nibbles, depth)
        every = [(start, to) for start in oracle.INTERIOR for to in oracle.INTERIOR]
        wanted = answer(lambda: [f << 6 | t for f, t in every if oracle.is_legal(nibbles, (f, t))])
        assert answer(contract.legal_moves, board) == wanted


@st.composite
def kings_and_others(draw: st.DrawFn) -> int:
    """Boards with a king or two of each colour, mostly one, and a few other pieces."""
    others = [0] * 20 + [1, 2, 3, 4, 5, 9, 10, 11, 12, 13]
    squares = draw(st.lists(st.sampled_from(others), min_size=36, max_size=36))
    places = draw(st.permutations(range(36)))
    for place, king in zip(places, draw(st.sampled_from([(6, 14)] * 9 + [(6, 14, 14), (6,)])), strict=False):
        squares[place] = king
    turn = draw(st.integers(0, 1))
    return board_of(squares, oracle.INTERIOR, turn, 1 - turn)


@given(kings_and_others())
def test_sane_faults_and_moves(board: int) -> None:
    nibbles = oracle.unpack(board)
    kings = [nibbles.count(king) for king in (6, 14)]
    own, other = (9, 1) if board & 1 else (1, 9)
    stuck_pawns = any(nibbles[8 + col] == other or nibbles[48 + col] == own for col in range(1, 7))
    playable = kings == [1, 1] and not stuck_pawns and not oracle.takes_king(nibbles)
    assert (sane.faults(board) == []) == playable
    if playable:
        legal = oracle.sane_legal(nibbles)
        assert sane.legal_moves(board) == [start << 6 | to for start, to in legal]
        assert sane.in_check(board) == oracle.sane_in_check(nibbles)
        assert sane.perft(board, 2) == sum(len(oracle.sane_legal(oracle.sane_apply(nibbles, move))) for move in legal)
