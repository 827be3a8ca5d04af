"""Three whole scripts before and after moving over from python-chess: `python -m bench.moving [--json]`.

Each is written against python-chess's interface and run with either library, in turns. CPU time, the least of three.
"""

import argparse
import importlib
import io
import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parents[1] / "data" / "sample.pgn"


def count_positions(chess: Any, games: str) -> int:
    """How many different positions a database holds."""
    reading, seen, handle = importlib.import_module(f"{chess.__name__}.pgn"), Counter[str](), io.StringIO(games)
    while (game := reading.read_game(handle)) is not None:
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            seen[board.epd()] += 1
    return len(seen)


VALUES = {1: 100, 2: 320, 3: 330, 4: 500, 5: 900, 6: 0}


def minimax(chess: Any, games: str) -> int:
    """A material search, four plies deep, with captures first."""

    def evaluate(board: Any) -> int:
        score = 0
        for piece in board.piece_map().values():
            value = VALUES[piece.piece_type]
            score += value if piece.color == board.turn else -value
        return score

    def search(board: Any, depth: int, alpha: int, beta: int) -> int:
        if depth == 0:
            return evaluate(board)
        if board.is_checkmate():
            return -100_000 - depth
        for move in sorted(board.legal_moves, key=lambda move: (not board.is_capture(move), move.uci())):
            board.push(move)
            score = -search(board, depth - 1, -beta, -alpha)
            board.pop()
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        return alpha

    fens = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ]
    return sum(search(chess.Board(fen), 4, -1_000_000, 1_000_000) for fen in fens)


def filter_games(chess: Any, games: str) -> int:
    """Games of strong players that end in mate or in a pawnless endgame, written out again."""
    reading, handle, written = importlib.import_module(f"{chess.__name__}.pgn"), io.StringIO(games), 0
    while (game := reading.read_game(handle)) is not None:
        elo = game.headers.get("WhiteElo", "")
        if not elo.isdigit() or int(elo) < 2300:
            continue
        board = game.end().board()
        if board.is_checkmate() or len(board.piece_map()) <= 12:
            written += len(game.accept(reading.StringExporter(columns=80)))
    return written


SCRIPTS: dict[str, Callable[[Any, str], int]] = {
    "count the positions of a database": count_positions,
    "a minimax of four plies": minimax,
    "filter a PGN file": filter_games,
}


def measure() -> dict[str, dict[str, float]]:
    """Script → library → seconds. Both must give the same answer."""
    games = SAMPLE.read_text(encoding="utf-8")
    libraries = [importlib.import_module(name) for name in ("chess", "ajeeb")]
    least: dict[str, dict[str, float]] = {}
    for name, script in SCRIPTS.items():
        answers = set()
        for _ in range(3):
            for library in libraries:
                start = time.process_time()
                answers.add(script(library, games))
                seconds = time.process_time() - start
                times = least.setdefault(name, {})
                times[library.__name__] = min(seconds, times.get(library.__name__, seconds))
        if len(answers) != 1:
            raise AssertionError(f"{name}: the libraries disagree: {answers}")
    return least


def main() -> int:
    """Print the table of docs/moving-over.md, or JSON. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.moving", description="Scripts before and after.")
    parser.add_argument("--json", action="store_true")
    logging.disable(logging.CRITICAL)
    least = measure()
    if parser.parse_args().json:
        json.dump(least, sys.stdout, indent=1)
        print()
        return 0
    for name, times in least.items():
        before, after = times["chess"], times["ajeeb"]
        print(f"| {name} | {before:.2f} s | {after:.3f} s | {before / after:.0f}× |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
