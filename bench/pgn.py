"""PGN to positions: `python -m bench.pgn [PGN] [--rounds 15]`. All in one run, in turn, one thread each, CPU time.

Ours: chunks cut only; tokens cut only (no move resolved); moves checked; moves checked and positions packed. Peers:
rust-pgn-reader-python-binding (moves checked, 8x8 boards; it wants a text for each game, so that splitting the file
with a regular expression is part of its work and is also shown apart), and python-chess on a few of the games.

A small file is learned by heart by the branch predictor over the rounds, which flatters everybody: give a large one.
"""

import argparse
import io
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ajeeb._core import pgn as core
from ajeeb.pgn import scan

SAMPLE = Path(__file__).parents[1] / "data" / "sample.pgn"
BORDER = re.compile(r"\n\n(?=\[Event )")
PYTHON_CHESS_GAMES = 40


def chunks_of(data: bytes) -> list[Any]:
    splitter = core.Splitter(1 << 20)
    for at in range(0, len(data), 1 << 18):
        splitter.feed(data[at : at + (1 << 18)])
    splitter.finish()
    return list(iter(splitter.take, None))


def reading(work: Any, data: bytes) -> Callable[[], None]:
    def run() -> None:
        for chunk in chunks_of(data):
            if work is not None:
                core.read_games(chunk, work)

    return run


def scan_all(data: bytes) -> None:
    for _ in scan(data):
        pass


def rust_reader(data: bytes) -> dict[str, Callable[[], None]]:
    try:
        import rust_pgn_reader_python_binding as rust
    except ImportError:
        return {}
    text = data.decode()
    games = BORDER.split(text)

    def split_and_read() -> None:
        rust.parse_games_from_strings(BORDER.split(text), num_threads=1)

    return {
        "rust-pgn-reader, splitting included": split_and_read,
        "rust-pgn-reader, games split before": lambda: rust.parse_games_from_strings(games, num_threads=1),
    }


def python_chess(data: bytes) -> tuple[Callable[[], None], int, int] | None:
    try:
        import chess.pgn
    except ImportError:
        return None
    games = BORDER.split(data.decode())[:PYTHON_CHESS_GAMES]
    text = "\n\n".join(games)
    plies = sum(len(games.moves) for games in scan(text.encode()))

    def run() -> None:
        file = io.StringIO(text)
        while (game := chess.pgn.read_game(file)) is not None:
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)

    return run, plies, len(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, nargs="?", default=SAMPLE)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    data = options.source.read_bytes()
    plies = sum(len(games.moves) for games in scan(data))
    contenders: dict[str, tuple[Callable[[], None], int, int]] = {
        "chunks cut only": (reading(None, data), plies, len(data)),
        "tokens only": (reading(core.Work.TOKENS, data), plies, len(data)),
        "moves checked": (reading(core.Work.MOVES, data), plies, len(data)),
        "moves and positions": (reading(core.Work.POSITIONS, data), plies, len(data)),
        "ajeeb.pgn.scan": (lambda: scan_all(data), plies, len(data)),
    }
    contenders |= {name: (run, plies, len(data)) for name, run in rust_reader(data).items()}
    if (peer := python_chess(data)) is not None:
        contenders["python-chess"] = peer
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(options.rounds):
        for name, (run, _, _) in contenders.items():
            started = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - started)
    table = Table("what", "M positions/s", "MB/s", "of moves and positions")
    ours = plies / best["moves and positions"]
    for name, (_, count, size) in contenders.items():
        speed = count / best[name]
        table.add_row(name, f"{speed / 1e6:.2f}", f"{size / best[name] / 1e6:.1f}", f"{ours / speed:.2f}x")
    Console().print(table)
    print("wanted: 2x rust-pgn-reader, 60 MB/s")


if __name__ == "__main__":
    main()
