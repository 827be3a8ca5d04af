"""Nodes per second of the engine's bench against Stockfish's with its hand-written evaluation (`Use NNUE` false).

Run `python -m bench.engine_nps [--stockfish PATH] [--rounds N]`. Both programs run alternately in the same run, each
with one thread and 16 MB, and CPU time is what counts: other work on the machine does not disturb the ratio. Start-up
is measured apart and taken off. The engines count nodes alike (moves made), but search different trees.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import statistics
import subprocess
import sys


def cpu_seconds(command: list[str], text: str) -> tuple[float, str]:
    """The CPU time of one run, and what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout + done.stderr


def speed(command: list[str], setup: str, bench: str) -> float:
    """Nodes per CPU second."""
    idle, _ = cpu_seconds(command, setup + "quit\n")
    busy, said = cpu_seconds(command, f"{setup}{bench}\nquit\n")
    found = re.search(r"Nodes searched\s*: (\d+)", said)
    assert found, said
    return int(found[1]) / (busy - idle)


def main() -> None:
    """Print both speeds, round by round, and the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    ratios = []
    for _ in range(arguments.rounds):
        ours = speed([sys.executable, "-m", "ajeeb", "uci"], "", "bench 12")
        theirs = speed([arguments.stockfish], "setoption name Use NNUE value false\n", "bench 16 1 12")
        ratios.append(ours / theirs)
        print(f"ajeeb {ours / 1e6:.2f} M nodes/s, stockfish {theirs / 1e6:.2f}, ratio {ratios[-1]:.2f}", flush=True)
    print(f"median ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
