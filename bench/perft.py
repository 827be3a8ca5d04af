"""Perft against Debian's Stockfish in the same run: `python -m bench.perft [--rounds 5] [--json]`.

Both count the same trees in turn, one thread each; what is compared is the CPU time of the thread at work (the kernel's
schedstat, in nanoseconds), its minimum over the rounds, so a busy machine does little harm. "counts" is
`Board.perft`, which popcounts the last ply; "lists" walks the same tree writing a move list at every node, leaves too.
Needs `stockfish` on the path (or in /usr/games): apt-get install stockfish.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

import ajeeb

POSITIONS = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324, 4.0),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690, 5.5),
    "rook endgame": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083, 6.0),
}
LIST_TARGET = 1.6


class Stockfish:
    """Debian's Stockfish over a pipe, timed by what the kernel says its threads ran."""

    def __init__(self) -> None:
        program = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
        if not program:
            sys.exit("bench.perft: no stockfish here. On Debian: apt-get install stockfish")
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def cpu_seconds(self) -> float:
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def perft(self, fen: str, depth: int) -> tuple[int, float]:
        assert self.process.stdin and self.process.stdout
        before = self.cpu_seconds()
        self.process.stdin.write(f"position fen {fen}\ngo perft {depth}\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                return int(line.split(":")[1]), self.cpu_seconds() - before
        raise RuntimeError("stockfish ended in the middle of a perft")


def timed(count: Callable[[], int]) -> tuple[int, float]:
    before = time.thread_time()
    nodes = count()
    return nodes, time.thread_time() - before


def measure(rounds: int) -> list[dict[str, float | str]]:
    """One row per position: million nodes a second of each contender, and ours as multiples of Stockfish's."""
    stockfish = Stockfish()
    rows: list[dict[str, float | str]] = []
    for name, (fen, depth, nodes, target) in POSITIONS.items():
        board = ajeeb.Board(fen)
        contenders = {
            "stockfish": lambda fen=fen, depth=depth: stockfish.perft(fen, depth),
            "counts": lambda board=board, depth=depth: timed(lambda: board.perft(depth)),
            "lists": lambda board=board, depth=depth: timed(lambda: board.perft(depth, lists=True)),
        }
        best = dict.fromkeys(contenders, float("inf"))
        for _ in range(rounds):
            for contender, run in contenders.items():
                counted, seconds = run()
                if counted != nodes:
                    sys.exit(f"bench.perft: {contender} counts {counted} on {name}, right is {nodes}")
                best[contender] = min(best[contender], seconds)
        row: dict[str, float | str] = {"position": f"{name} d{depth}", "target": target}
        row |= {contender: nodes / seconds / 1e6 for contender, seconds in best.items()}
        row |= {f"{kind} ratio": best["stockfish"] / best[kind] for kind in ("counts", "lists")}
        rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = measure(options.rounds)
    if options.json:
        print(json.dumps(rows))
        return
    table = Table("position", "Stockfish M/s", "counts M/s", "ratio", "target", "lists M/s", "ratio", "target")
    for row in rows:
        numbers = [f"{row[key]:.0f}" for key in ("stockfish", "counts", "lists")]
        table.add_row(
            str(row["position"]), numbers[0], numbers[1], f"{row['counts ratio']:.2f}", str(row["target"]),
            numbers[2], f"{row['lists ratio']:.2f}", str(LIST_TARGET),
        )  # fmt: skip
    Console().print(table)


if __name__ == "__main__":
    main()
