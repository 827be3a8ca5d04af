"""Legal moves, planes and masks: `ajeeb.batch` and the fastest Python libraries, taking turns in one run.

    python -m bench.peers        # once: the peers, into a virtual environment of their own
    python -m bench.arrays [--fens FILE] [--count 10000] [--rounds 7] [--json]

CPU time per position, the least of several rounds, in each of which a contender repeats its work for a while. Tasks
that begin with "fen" are given texts, the others positions in whatever form a library keeps them ready (ours: 32-byte
records). Ours work in chunks of 1,024 into a reused `out=`. Without --fens the positions are of random games. Peers
that are not installed are named and skipped.
"""

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ajeeb import batch
from bench.array_worker import least_seconds
from bench.peers import PYTHON, Worker

CACHE_LINE = 64
CHUNK = 1024
OURS = "ajeeb"
TURN = 0.05  # seconds that a contender works before the next one does
TARGETS = {"fen-planes": 5, "planes": 10, "mask": 15}  # times the best peer
TASKS = {
    "legal": "position → legal moves",
    "fen-planes": "FEN → planes",
    "planes": "position → planes",
    "lc0-planes": "position → lc0's 112 planes",
    "fen-mask": "FEN → policy mask",
    "mask": "position → policy mask",
}


def random_fens(count: int, seed: int = 1) -> list[str]:
    """FENs of random games, shuffled."""
    chance = np.random.default_rng(seed)
    positions, fens = batch.start_positions(256), []
    ply = 0
    while len(fens) < 2 * count:
        moves, offsets = batch.legal_moves(positions)
        counts = np.diff(offsets)
        going = (counts > 0) & (ply < 150)
        picks = offsets[:-1][going] + chance.integers(0, counts[going])
        positions = batch.apply(positions[going], moves[picks])
        fens += batch.to_fens(positions)
        ply += 1
        if len(positions) < 64:
            positions, ply = batch.start_positions(256), 0
    chance.shuffle(fens)
    return fens[:count]


def room(shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """An array that begins on a cache line, as PyTorch's tensors do; numpy's own begin 16 bytes behind one."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    raw = np.empty(size + CACHE_LINE, np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + size].view(dtype).reshape(shape)


def our_rounds(fens: list[str]) -> dict[str, Callable[[], object]]:
    """Task → one round of ours over all positions."""
    records = batch.from_fens(fens)
    places = [slice(at, at + CHUNK) for at in range(0, len(fens), CHUNK)]
    pieces = room((CHUNK, 12, 8, 8), np.uint8)
    lc0 = room((CHUNK, 112, 8, 8), np.float32)
    mask = room((CHUNK, 4672), np.bool_)

    def chunks(call: Callable[..., object], source: Any, out: Any) -> Callable[[], object]:
        def run() -> None:
            for place in places:
                part = source[place]
                call(part, out=out[: len(part)])

        return run

    return {
        "legal": lambda: [batch.legal_moves(records[place]) for place in places],
        "fen-planes": chunks(batch.planes, fens, pieces),
        "planes": chunks(batch.planes, records, pieces),
        "lc0-planes": chunks(lambda part, out: batch.planes(part, "lc0", out=out), records, lc0),
        "fen-mask": chunks(lambda part, out: batch.legal_mask(batch.from_fens(part), out=out), fens, mask),
        "mask": chunks(batch.legal_mask, records, mask),
    }


def measure(fens: list[str], rounds: int) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Task → contender → nanoseconds a position; and what is missing."""
    least: dict[str, dict[str, float]] = {task: {OURS: float("inf")} for task in TASKS}
    missing: set[str] = set()
    ours = our_rounds(fens)
    worker, peers = None, []
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(fens))
        file.flush()
        if PYTHON.exists():
            worker = Worker("array_worker.py")
            peers = worker.ask(fens=file.name)["peers"]
        else:
            missing.add("all peers (python -m bench.peers)")
        for _ in range(rounds):
            for task, run in ours.items():
                seconds = least_seconds(run, TURN) / len(fens)
                least[task][OURS] = min(least[task][OURS], seconds * 1e9)
                for name in [name for peer_task, name in peers if peer_task == task and name not in missing]:
                    answer = worker.ask(task=task, peer=name, turn=TURN) if worker else {}
                    if "seconds" in answer:
                        least[task][name] = min(least[task].get(name, float("inf")), answer["seconds"] * 1e9)
                    else:
                        missing.add(name)
    if worker:
        worker.close()
    return least, sorted(missing)


def print_table(results: dict[str, dict[str, float]], missing: list[str]) -> None:
    """Show every contender, and how far ahead of the best peer we are."""
    for task, times in results.items():
        peers = {name: ns for name, ns in times.items() if name != OURS}
        best = min(peers.values(), default=float("nan"))
        target = f", target {TARGETS[task]}" if task in TARGETS else ""
        print(f"{TASKS[task]}: {best / times[OURS]:.1f} × the best peer{target}")
        for name, nanoseconds in sorted(times.items(), key=lambda item: item[1]):
            print(f"  {name:32} {nanoseconds:10.1f} ns {1e3 / nanoseconds:9.3f} M positions/s")
    if missing:
        print(f"missing: {', '.join(missing)}")


def main() -> int:
    """Print the table, or JSON. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.arrays", description="Time ajeeb.batch and its peers.")
    parser.add_argument("--fens", type=Path, help="one FEN a line")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    fens = options.fens.read_text().splitlines()[: options.count] if options.fens else random_fens(options.count)
    results, missing = measure(fens, options.rounds)
    if options.json:
        json.dump({"nanoseconds": results, "missing": missing}, sys.stdout, indent=1)
        print()
    else:
        print_table(results, missing)
    return 0


if __name__ == "__main__":
    sys.exit(main())
