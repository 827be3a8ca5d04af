"""Boards in threads of their own, while others hold no GIL: nothing is shared but the interned moves."""

import random
from concurrent.futures import ThreadPoolExecutor

from ajeeb import Board, Move


def play(seed: int) -> tuple[str, int]:
    source, board, nodes = random.Random(seed), Board(), 0
    for ply in range(120):
        moves = sorted(board.legal_moves, key=str)
        if not moves or board.outcome(claim_draw=True):
            break
        board.push(source.choice(moves))
        if ply % 20 == 0:
            nodes += board.perft(2, threads=2) + board.copy().legal_moves.count()
    return board.fen(), nodes


def test_threads_agree_with_one_after_the_other() -> None:
    seeds = range(24)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, seeds)) == [play(seed) for seed in seeds]


def test_moves_are_one_object_in_all_threads() -> None:
    def make(_: int) -> list[Move]:
        return [Move(a, b) for a in range(64) for b in range(64)]

    with ThreadPoolExecutor(8) as pool:
        first, *others = pool.map(make, range(8))
    assert all(move is same for moves in others for move, same in zip(first, moves, strict=True))
