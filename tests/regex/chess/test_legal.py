"""The moves that the rules make are the legal ones: successor for successor equal to python-chess's."""

from collections.abc import Iterable
from itertools import chain, pairwise

import chess
import pytest

from ajeeb.regex import Program, run
from ajeeb.regex.chess.reply import flag_checks, keep_legal, try_moves
from ajeeb.regex.instructions import assemble

from .oracle import canonical, encode, successors
from .positions import HARD, hard, random_games, real_games, sparse, suite

PLY = {
    name: assemble(name, [try_moves(name, 0), keep_legal(name, 1), flag_checks(other, 1)])
    for name, other in (("engine", "human"), ("human", "engine"))
}


def nodes(program: Program, board: chess.Board, engine: chess.Color) -> dict[str, bool]:
    """The children that the rules make, and whether each is flagged as a check."""
    lines = run(program, f"\n0;\n{encode(board, engine)}\n").split("\n")
    pairs = [(head, canonical(line)) for head, line in pairwise(lines[1:]) if head[:2] == "1;"]
    children = {line: head.endswith("!") for head, line in pairs}
    assert len(children) == len(pairs), f"a move twice in {board.fen()}"
    return children


def compare(boards: Iterable[chess.Board]) -> int:
    """Compare all successors of all positions, with the mover as the engine and as the human."""
    count = 0
    for board in boards:
        for name in ("engine", "human"):
            engine = board.turn == (name == "engine")
            assert nodes(PLY[name], board, engine) == successors(board, engine), (name, board.fen())
        count += 1
    return count


@pytest.mark.parametrize("name", HARD)
def test_hard_positions(name: str) -> None:
    compare([chess.Board(HARD[name])])


def test_hard_positions_of_the_other_side() -> None:
    compare(hard())


def test_real_games() -> None:
    assert compare(real_games(400)) == 400


def test_random_games() -> None:
    assert compare(random_games(400)) == 400


def test_few_men() -> None:
    assert compare(sparse(300)) == 300


def test_perft_suite() -> None:
    assert compare(suite()) > 100


@pytest.mark.slow
def test_twenty_thousand_positions() -> None:
    assert compare(chain(real_games(12_000, seed=2), random_games(8_000, seed=2), sparse(4_000, seed=2))) >= 20_000
