"""No reference is lost or kept: memory and reference counts stand still over very many operations."""

import copy
import gc
import io
import pickle
import resource
import sys
from collections.abc import Callable

import pytest

import ajeeb
from ajeeb import pgn

GAME = '[Event "x"]\n\n1. e4 {a} e5 (1... c5 2. Nf3 $1 {b}) 2. Nf3 Nc6 3. Bb5 Ke3 *\n'


def push_and_pop(board: ajeeb.Board) -> None:
    for move in board.legal_moves:
        board.push(move)
        board.pop()


def everything(board: ajeeb.Board) -> None:
    move = next(iter(board.legal_moves))
    board.san(move), board.fen(), board.epd(bm=[move]), board.copy().move_stack, board.mirror(), board.outcome()
    board.attacks(0), board.piece_map(), board.legal_moves.count(), board.status(), str(board), repr(board.legal_moves)
    pickle.loads(pickle.dumps(board)), copy.deepcopy(board), list(board.pieces(1, True)), board.pin(True, 12)
    for bad in (lambda: board.parse_san("x"), lambda: board.set_fen("x"), lambda: board.piece_at(64)):
        with pytest.raises(ValueError):
            bad()


def read_game(board: ajeeb.Board) -> None:
    game = pgn.read_game(io.StringIO(GAME))
    assert game is not None
    list(game.mainline()), str(game), game.end().board()


def memory_grown(work: Callable[[ajeeb.Board], None], times: int) -> int:
    """Kilobytes by which the process grew, after a warm-up as long as the work."""
    board = ajeeb.Board()
    for _ in range(times):
        work(board)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(times):
        work(board)
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(100, logger="ajeeb.pgn")


@pytest.mark.parametrize(("work", "times"), [(push_and_pop, 2000), (everything, 400), (read_game, 400)])
def test_memory_stands_still(work: Callable[[ajeeb.Board], None], times: int) -> None:
    assert memory_grown(work, times) < 2000


def test_references_to_moves() -> None:
    board, move = ajeeb.Board(), ajeeb.Move.from_uci("e2e4")
    before = sys.getrefcount(move)
    for _ in range(100):
        moves = list(board.legal_moves)
        board.push(move)
        board.move_stack.copy()
        board.pop()
    del moves
    assert sys.getrefcount(move) == before


@pytest.mark.slow
def test_a_million_pushes_and_a_million_games() -> None:
    assert memory_grown(push_and_pop, 50_000) < 2000
    assert memory_grown(lambda board: bool(pgn.read_game(io.StringIO(GAME))), 1_000_000) < 8000
