"""The views of a board's moves: what they hold on to, what they say of odd things, and lists of any length."""

import copy
import gc
import itertools
import operator
import pickle
import subprocess
import sys
import weakref

import pytest

import ajeeb
from ajeeb import Board, LegalMoveGenerator, Move, PseudoLegalMoveGenerator

LAWFUL = Board().fen()
HEAPS_OF_QUEENS = "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q3k2Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1"
SCATTERED_QUEENS = "Q1Q1Q1Q1/1Q1Q1Q1Q/8/Q1Q1Q1Q1/1Q1Q1Q1Q/8/Q1Q1Q1Q1/1Q1Q1Q1Q w - - 0 1"
KINDS = [LegalMoveGenerator, PseudoLegalMoveGenerator]


class Tree(Board):
    """Holds anything, a view of its own moves for instance."""


@pytest.mark.parametrize("fen", [LAWFUL, HEAPS_OF_QUEENS, SCATTERED_QUEENS, "8/8/8/8/8/8/8/8 w - - 0 1"])
@pytest.mark.parametrize("kind", KINDS)
def test_lists_of_any_length(fen: str, kind: type[LegalMoveGenerator]) -> None:
    view = kind(Board(fen))
    moves = list(view)
    assert len(moves) == view.count() == len(set(moves)) and bool(view) is bool(moves)
    assert all(move in view for move in moves)
    assert list(iter(view)) == [move for move in view] == moves  # noqa: C416
    iterator = iter(view)
    for left in range(len(moves), 0, -1):
        assert operator.length_hint(iterator) == left
        assert next(iterator) is moves[-left]
    assert next(iterator, None) is None and next(iterator, None) is None


def test_many_views_and_iterators_at_once() -> None:
    boards = [Board(), Board(HEAPS_OF_QUEENS), Board(SCATTERED_QUEENS)] * 10
    views = [board.legal_moves for board in boards]
    expected = [list(view) for view in views]
    together = itertools.zip_longest(*map(iter, views))
    for index, moves in enumerate(together):
        assert list(moves) == [row[index] if index < len(row) else None for row in expected]


def test_a_view_follows_its_board_and_an_iterator_does_not() -> None:
    board = Board()
    view, iterator = board.legal_moves, iter(board.legal_moves)
    board.push_san("e4")
    assert Move.from_uci("e7e5") in view and Move.from_uci("e2e4") not in view
    assert Move.from_uci("e2e4") in iterator


@pytest.mark.parametrize("kind", KINDS)
def test_a_view_keeps_its_board_and_nothing_else_does(kind: type[LegalMoveGenerator]) -> None:
    board = Tree()
    ghost, view, iterator = weakref.ref(board), kind(board), iter(kind(board))
    del board
    assert ghost() is not None and view.count() == 20
    del view
    assert ghost() is None and len(list(iterator)) == 20
    board = Tree()
    ghost = weakref.ref(board)
    board.note = kind(board)  # type: ignore[attr-defined]
    del board
    gc.collect()
    assert ghost() is None


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_move_and_no_board(kind: type[LegalMoveGenerator]) -> None:
    view = kind(Board())
    assert None not in view and Move.null() not in view
    for odd in ("e2e4", 0, object()):
        with pytest.raises(TypeError, match="expected a Move"):
            assert odd in view
        with pytest.raises(TypeError, match="expected a Board"):
            kind(odd)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        kind()  # type: ignore[call-arg]


@pytest.mark.parametrize("kind", KINDS)
def test_copies_and_pickles(kind: type[LegalMoveGenerator]) -> None:
    board = Board()
    board.push_san("e4")
    for twin in (pickle.loads(pickle.dumps(kind(board))), copy.deepcopy(kind(board))):
        assert type(twin) is kind and list(twin) == list(kind(board))
        board.push_san("e5")
        assert list(twin) != list(kind(board))
        board.pop()


def test_boards_that_were_never_made() -> None:
    class Forgetful(Board):
        def __init__(self) -> None:
            pass

    board = Forgetful()
    for use in (
        lambda: board.legal_moves,
        lambda: board.pseudo_legal_moves,
        board.copy,
        lambda: board.push(Move(0, 1)),
    ):
        with pytest.raises(TypeError, match=r"Forgetful\.__init__"):
            use()


def test_arguments_of_copy() -> None:
    board = ajeeb.Board()
    for arguments, keywords in [
        ((True,), {}),
        ((), {"depth": 1}),
        ((), {"stack": True, "depth": 1}),
        ((), {"stack": "x"}),
    ]:
        with pytest.raises(TypeError):
            board.copy(*arguments, **keywords)  # type: ignore[arg-type]


TAKEN_AWAY = """
import ajeeb

class Tree(ajeeb.Board):
    pass

for name in ("generate_legal_moves", "generate_pseudo_legal_moves", "is_legal", "is_pseudo_legal"):
    delattr(ajeeb.Board, name)
for moves in (Tree().legal_moves, Tree().pseudo_legal_moves):
    assert len(list(moves)) == moves.count() == 20 and moves and ajeeb.Move.from_uci("e2e4") in moves
"""


def test_methods_may_be_taken_away() -> None:
    done = subprocess.run([sys.executable, "-c", TAKEN_AWAY], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
