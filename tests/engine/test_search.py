"""Positions with one right answer, found within a number of nodes, and endings brought home by play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ajeeb import Board
from ajeeb.engine import Engine, Limit, SimpleEngine

CASES = [json.loads(line) for line in Path("tests/data/engine/search.jsonl").read_text().splitlines()]
# Positions of master games with the length of the shortest mate, in moves, by Stockfish 15.1.
MATES = [json.loads(line) for line in Path("tests/data/engine/mates.jsonl").read_text().splitlines()]
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


@pytest.mark.parametrize("moves", range(1, 6))
def test_the_shortest_mate_is_proved(moves: int) -> None:
    with Engine(hash=16) as engine:
        for case in (case for case in MATES if case["mate"] == moves):
            board = Board(case["fen"])
            info = engine.analyse(board, Limit(mate=moves))[0]
            assert info["score"].pov(board.turn).mate() == moves, (case, info)
            assert_mates(board, info["pv"], moves)
            if moves > 1:  # it ends by itself, and has proved that there is none
                shorter = engine.analyse(board, Limit(mate=moves - 1))[0]["score"].pov(board.turn).mate()
                assert shorter is None or shorter >= moves, (case, shorter)


def assert_mates(board: Board, line: list[Any], moves: int) -> None:
    played = board.copy()
    for move in line:
        assert move in played.legal_moves
        played.push(move)
    assert played.is_checkmate() and len(line) == 2 * moves - 1, (board, line)


def test_an_analysis_finds_the_shortest_mate() -> None:
    for case in MATES[::3]:
        board = Board(case["fen"])
        with Engine(hash=16) as engine:
            scores = (info["score"].pov(board.turn).mate() for info in engine.stream(board, Limit(nodes=NODES)))
            assert case["mate"] in scores, case


def test_a_mate_is_looked_for_among_the_given_moves() -> None:
    board = Board("6k1/5ppp/8/8/8/8/5PPP/RQ4K1 w - - 0 1")
    with Engine(hash=1) as engine:
        for wanted, mate in ((["a1a8"], 1), (["b1b8"], 1), (["g2g3", "h2h3"], None), (["b1h7"], None)):
            moves = [board.parse_uci(text) for text in wanted]
            info = engine.analyse(board, Limit(mate=2), root_moves=moves)[0]
            assert info["pv"][0] in moves and info["score"].relative.mate() == mate, wanted


@pytest.mark.parametrize(("clock", "mate"), [(96, 2), (97, 2), (98, None), (99, None)])
def test_no_mate_is_claimed_that_the_fifty_move_rule_prevents(clock: int, mate: int | None) -> None:
    board = Board(f"7k/8/5K2/8/8/8/8/R7 w - - {clock} 80")  # Kg6 or Kf7, Kg8 or Kh7, and a mate on the 3rd ply
    with Engine(hash=1) as engine:
        info = engine.analyse(board, Limit(mate=2))[0]
    found = info["score"].relative.mate()
    assert found == mate or (mate is None and found is not None and found > 2)  # it may not know that it is drawn


@pytest.mark.parametrize("lines", [2, 5])
def test_a_mate_that_is_not_there_is_told_of_several_lines_too(lines: int) -> None:
    with Engine(hash=16) as engine:
        assert len(engine.analyse(Board(), Limit(mate=2), multipv=lines)) == lines
        case = next(case for case in MATES if case["mate"] == 3)
        infos = engine.analyse(Board(case["fen"]), Limit(mate=3), multipv=lines)
        assert infos[0]["score"].relative.mate() == 3 and len(infos) == lines


MATE_IN_5 = "1rb1Q3/p4rkp/1p2p1N1/2pP1p2/1nP1P3/2R5/q3BPPP/5RK1 w - - 3 24"  # which pruning hides for long


@pytest.mark.parametrize("threads", [1, 2])
def test_a_proved_mate_is_kept_until_it_is_asked_for(threads: int) -> None:
    with SimpleEngine.builtin(hash=16, threads=threads) as engine:
        analysis = engine.analysis(Board(MATE_IN_5))  # without end
        proved = next(info for info in analysis if info["score"].relative.mate() == 5)
        with pytest.raises(TimeoutError):
            analysis.wait(0.5)
        analysis.stop()
        assert analysis.wait(10).move == proved["pv"][0] == analysis.info["pv"][0]
        assert analysis.info["score"].relative.mate() == 5


def test_a_mate_is_proved_beside_other_lines() -> None:
    with Engine(hash=16) as engine:
        infos = engine.analyse(MATE_IN_5, Limit(mate=5, nodes=3_000_000), multipv=3)
    assert infos[0]["score"].relative.mate() == 5 and len({info["pv"][0] for info in infos}) == 3
