"""The move that a whole program chooses is the one that a plain minimax chooses, ties and all."""

from collections.abc import Iterable
from itertools import chain

import chess
import pytest

from ajeeb.regex import load, run
from ajeeb.regex.chess import read_screen, to_screen
from ajeeb.regex.chess.turn import SEARCHES

from .minimax import best_moves
from .positions import hard, random_games, real_games, sparse


def compare(name: str, boards: Iterable[chess.Board]) -> int:
    """Let the program move in all positions, as White or as Black."""
    count = 0
    for board in boards:
        best = best_moves(board, board.turn, SEARCHES[name].answers)[0][2]
        screen = run(load(name), to_screen(board.fen(), you="b" if board.turn else "w") + "go")
        after = board.copy()
        after.push(best)
        assert read_screen(screen).fen == after.fen(), (name, board.fen(), best)
        count += 1
    return count


@pytest.mark.parametrize("name", SEARCHES)
def test_few_men(name: str) -> None:
    assert compare(name, sparse(15, seed=3)) == 15


@pytest.mark.parametrize("name", SEARCHES)
def test_hard_positions(name: str) -> None:
    boards = [board for board in hard() if board.legal_moves.count() < 30]
    assert compare(name, boards) > 10


@pytest.mark.parametrize("name", ["chess2", "chess2-plain"])
def test_games(name: str) -> None:
    boards = chain(real_games(400, seed=5), random_games(50, seed=5))
    assert compare(name, [board.copy() for number, board in enumerate(boards) if number % 50 == 0]) == 9


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
def test_five_hundred_positions(name: str) -> None:
    step = 150 if name == "chess3" else 10
    games = chain(real_games(2000, seed=6), random_games(1000, seed=6))
    boards = [board.copy() for number, board in enumerate(games) if number % step == 0]
    assert compare(name, chain(boards, sparse(500 - len(boards) + 50, seed=6), hard())) >= 500
