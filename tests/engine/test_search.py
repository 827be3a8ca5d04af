"""Positions with one right answer, found within a number of nodes, and endings brought home by play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ajeeb import Board
from ajeeb.engine import Engine, Limit

CASES = [json.loads(line) for line in Path("tests/data/engine/search.jsonl").read_text().splitlines()]
NODES = 1_500_000  # less than a second
DRAW = 30  # centipawns


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_right_move_is_found(case: dict[str, Any]) -> None:
    board = Board(case["fen"])
    for move in case.get("moves", []):
        board.push_uci(move)
    with Engine(hash=64) as engine:
        info = engine.analyse(board, Limit(nodes=NODES, depth=case.get("depth")))[0]
    assert _is_right(case, board, info), f"{info['pv'][0].uci()} {info['score']}"


def _is_right(case: dict[str, Any], board: Board, info: Any) -> bool:
    move, score = info["pv"][0].uci(), info["score"].pov(board.turn)
    return (
        move in case.get("best", [move])
        and move not in case.get("avoid", [])
        and ("mate" not in case or score.mate() == case["mate"])
        and (not case.get("draw") or abs(score.score() if not score.is_mate() else 10_000) <= DRAW)
    )


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("8/8/4K3/8/8/8/2k5/1r6 b - - 0 86", 50),
        ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 20),
        ("8/8/8/8/4k3/8/1P6/K7 w - - 0 1", 40),
        ("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", 60),
    ],
)
def test_endings_are_brought_home(fen: str, moves: int) -> None:
    board = Board(fen)
    winner = board.turn
    with Engine(hash=16) as engine:
        for _ in range(2 * moves):
            if board.is_checkmate():
                break
            move = engine.play(board, Limit(nodes=30_000)).move
            assert move is not None, board
            board.push(move)
    assert board.is_checkmate() and board.turn != winner, board
