"""What a search of the 6×6 engine costs: through the Python face, in plain Python, and in batches.

    python -m bench.six [--rounds 5] [--sample 12] [--json]

CPU time of one thread, in microseconds. `search_move` is timed on every public vector that does not revert, the least
of several rounds in which the contenders take turns, and the median over the vectors is told, and that over the game
positions among them; the plain Python oracle of the tests runs on every `--sample`-th. The original's own time in a
fast EVM (revm), measured once on 100 game positions, stands beside it. Targets: 20 µs at depth 3, 100 µs at depth 10.
"""

import argparse
import json
import lzma
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ajeeb.errors import RevertError
from ajeeb.six import arrays, contract, sane
from tests.six import oracle

VECTORS = Path(__file__).parents[1] / "tests" / "data" / "six" / "vectors.jsonl.xz"
EVM_MICROSECONDS = {3: 3900.0, 10: 16300.0}
TARGETS = {3: 20.0, 10: 100.0}


GAMES = {"game", "engine_v_engine"}


def playable_boards(tags: set[str] | None = None) -> list[int]:
    """The vectors' boards (of some tags) on which neither depth reverts."""
    with lzma.open(VECTORS, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    kept: dict[int, None] = {}
    for row in rows:
        board = int(row["board"], 16)
        try:
            for depth in TARGETS:
                contract.search_move(board, depth)
        except RevertError:
            continue
        if tags is None or row["tag"] in tags:
            kept[board] = None
    return list(kept)


@dataclass(frozen=True)
class Contender:
    """A call on a board, run on every `every`-th board, `repeats` times in a row."""

    call: Callable[[int], object]
    every: int = 1
    repeats: int = 20

    def cpu_microseconds(self, board: int) -> float:
        """CPU time of one call, averaged over the repeats."""
        started = time.process_time_ns()
        for _ in range(self.repeats):
            self.call(board)
        return (time.process_time_ns() - started) / 1000 / self.repeats


def median_costs(boards: list[int], rounds: int, contenders: dict[str, Contender]) -> dict[str, float]:
    """Name → median microseconds over the boards, the least of the rounds on each."""
    costs: dict[str, list[float]] = {name: [] for name in contenders}
    for i, board in enumerate(boards):
        due = {name: one for name, one in contenders.items() if i % one.every == 0}
        taken = [{name: one.cpu_microseconds(board) for name, one in due.items()} for _ in range(rounds)]
        for name in due:
            costs[name].append(min(turn[name] for turn in taken))
    return {name: statistics.median(values) for name, values in costs.items()}


def plain_search(board: int, depth: int) -> tuple[int, bool]:
    """The oracle on a uint256."""
    return oracle.search_move(oracle.unpack(board), depth)


def search_costs(boards: list[int], rounds: int, sample: int) -> list[dict[str, object]]:
    """One row a depth: the medians of the core and of the oracle, and the ratios."""
    rows: list[dict[str, object]] = []
    for depth, target in TARGETS.items():
        medians = median_costs(
            boards,
            rounds,
            {
                "core": Contender(partial(contract.search_move, depth=depth)),
                "oracle": Contender(partial(plain_search, depth=depth), every=sample, repeats=1),
            },
        )
        evm = EVM_MICROSECONDS[depth]
        rows.append(
            {
                "depth": depth,
                "search_move_us": medians["core"],
                "target_us": target,
                "met": medians["core"] <= target,
                "plain_python_us": medians["oracle"],
                "times_plain_python": medians["oracle"] / medians["core"],
                "evm_us": evm,
                "times_evm": evm / medians["core"],
            }
        )
    return rows


def batch_costs(boards: list[int], rounds: int) -> list[dict[str, object]]:
    """One row a kernel: CPU microseconds a board on one thread, and the wall-clock speed-up on all processors."""
    packed = arrays.pack(boards * 20)
    playable = arrays.pack([board for board in boards if not sane.faults(board)] * 20)
    moves = [contract.search_move(board, 3)[0] for board in boards] * 20
    kernels: dict[str, tuple[int, Callable[[int], object]]] = {
        "rotate": (len(packed), lambda threads: arrays.rotate(packed, threads=threads)),
        "apply": (len(packed), lambda threads: arrays.apply(packed, moves, threads=threads)),
        "generate": (len(packed), lambda threads: arrays.generate(packed, threads=threads)),
        "search, depth 3": (len(packed), lambda threads: arrays.search(packed, 3, threads=threads)),
        "sane legal": (len(playable), lambda threads: arrays.legal(playable, rules="sane", threads=threads)),
        "sane search, depth 3": (
            len(playable) // 20,
            lambda threads: arrays.search(playable[: len(playable) // 20], 3, rules="sane", threads=threads),
        ),
    }
    processors = os.cpu_count() or 1
    rows: list[dict[str, object]] = []
    for name, (count, work) in kernels.items():
        cpu, wall = [], {1: [], processors: []}  # type: ignore[var-annotated]
        for _ in range(rounds):
            for threads, seconds in wall.items():
                started, cpu_started = time.perf_counter(), time.process_time()
                work(threads)
                seconds.append(time.perf_counter() - started)
                if threads == 1:
                    cpu.append(time.process_time() - cpu_started)
        rows.append(
            {
                "kernel": name,
                "us_per_board": min(cpu) / count * 1e6,
                "threads": processors,
                "speed_up": min(wall[1]) / min(wall[processors]),
            }
        )
    return rows


def sane_rate(seconds: float = 1.0) -> dict[str, float]:
    """The sane search from the start: the depth it reaches in a second, and its speed in CPU time."""
    started = time.process_time()
    found = sane.search(contract.START, seconds=seconds)
    nodes_per_second = found.nodes / (time.process_time() - started)
    return {"depth": found.depth, "nodes": found.nodes, "nodes_per_second": nodes_per_second}


def main() -> int:
    """Run the bench and print a table or JSON. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sample", type=int, default=12, help="the oracle runs on every n-th vector")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    boards, games = playable_boards(), playable_boards(GAMES)
    searches = {
        f"all {len(boards)} vectors": search_costs(boards, options.rounds, options.sample),
        f"the {len(games)} game positions among them": search_costs(games, options.rounds, options.sample),
    }
    batches = batch_costs(boards, options.rounds)
    found = sane_rate()
    if options.json:
        print(json.dumps({"search": searches, "batches": batches, "sane": found}))
        return 0
    for name, rows in searches.items():
        print(f"search_move, median over {name}, CPU time of one thread")
        for row in rows:
            print(
                f"  depth {row['depth']:2}: {row['search_move_us']:7.2f} µs (target {row['target_us']:.0f}); "
                f"plain Python {row['plain_python_us']:8.0f} µs, {row['times_plain_python']:5.0f} times as long; "
                f"EVM {row['evm_us']:6.0f} µs, {row['times_evm']:5.0f} times"
            )
    print("arrays, CPU time a board on one thread")
    for row in batches:
        speed_up = f"{row['speed_up']:.2f} times as fast on {row['threads']} threads"
        print(f"  {row['kernel']:21} {row['us_per_board']:8.3f} µs; {speed_up}")
    print(f"sane search from the start in a second: depth {found['depth']}, {found['nodes_per_second']:,.0f} nodes/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
