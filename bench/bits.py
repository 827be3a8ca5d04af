"""How much faster the numpy twins of `ajeeb.bits` are than the scalar functions, and how they stand to numpy's own.

    python -m bench.bits [--boards 200000] [--rounds 5] [--json]

CPU time per board, the least of several rounds in which the contenders take turns. The scalar functions run on a
sample of the boards. numpy's own: `bitwise_count` for the population count (numpy 2), also for the trailing zeros, as
the count of the ones below the lowest; `byteswap` is what our vertical flip is made of.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable

import numpy as np

from ajeeb import bits
from ajeeb.bits import arrays

Work = Callable[[], object]
SAMPLE = 2000


def contenders(boards: arrays.Words) -> dict[str, dict[str, tuple[int, Work]]]:
    """Task → contender → (how many boards it works on, the work)."""
    count = len(boards)
    some: list[int] = boards[:SAMPLE].tolist()
    squares = np.arange(count) % 64
    on = list(zip(squares[:SAMPLE].tolist(), some, strict=True))
    magics = [m for m in bits.magics.find_magics() if m.piece == "rook"]
    mask, magic = (np.array([getattr(m, name) for m in magics], np.uint64) for name in ("mask", "magic"))
    shift = np.array([64 - m.bits for m in magics], np.uint64)
    starts = np.cumsum([0] + [1 << m.bits for m in magics[:-1]])
    table = np.concatenate([m.table() for m in magics])

    def looked_up() -> arrays.Words:
        places = (boards & mask[squares]) * magic[squares] >> shift[squares]
        return table[places.astype(np.int64) + starts[squares]]

    def scalar(function: Callable[[int], int]) -> tuple[int, Work]:
        return len(some), lambda: [function(x) for x in some]

    tasks: dict[str, dict[str, tuple[int, Work]]] = {
        "popcnt": {
            "scalar": scalar(bits.popcnt),
            "int.bit_count": scalar(int.bit_count),
            "arrays": (count, lambda: arrays.popcnt(boards)),
        },
        "ntz": {"scalar": scalar(bits.ntz), "arrays": (count, lambda: arrays.ntz(boards))},
        "shift": {
            "scalar": scalar(lambda x: bits.shift(x, "ne")),
            "arrays": (count, lambda: arrays.shift(boards, "ne")),
        },
        "transpose": {"scalar": scalar(bits.transpose), "arrays": (count, lambda: arrays.transpose(boards))},
        "flip_vertical": {
            "scalar": scalar(bits.flip_vertical),
            "arrays": (count, lambda: arrays.flip_vertical(boards)),
            "numpy": (count, boards.byteswap),
        },
        "flip_horizontal": {
            "scalar": scalar(bits.flip_horizontal),
            "arrays": (count, lambda: arrays.flip_horizontal(boards)),
        },
        "rook attacks": {
            "scalar": (len(on), lambda: [bits.rook_attacks(s, x) for s, x in on]),
            "arrays": (count, lambda: arrays.rook_attacks(squares, boards)),
            "arrays, flooding": (count, lambda: arrays.slider_attacks(squares, boards, bits.ROOK)),
            "arrays, magic table": (count, looked_up),
        },
    }
    if hasattr(np, "bitwise_count"):
        tasks["popcnt"]["numpy"] = (count, lambda: np.bitwise_count(boards))
        tasks["ntz"]["numpy"] = (count, lambda: np.bitwise_count(arrays.lowest(boards) - np.uint64(1)))
    return tasks


def measure(tasks: dict[str, tuple[int, Work]], rounds: int) -> dict[str, float]:
    """Nanoseconds of CPU time per board by contender."""
    least = dict.fromkeys(tasks, float("inf"))
    for _ in range(rounds):
        for name, (count, work) in tasks.items():
            start = time.process_time_ns()
            work()
            least[name] = min(least[name], (time.process_time_ns() - start) / count)
    return least


def main() -> int:
    """Print the table, or JSON. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.bits", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--boards", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    boards = np.random.default_rng(0).integers(1, 2**64, options.boards, dtype=np.uint64)
    results = {task: measure(work, options.rounds) for task, work in contenders(boards).items()}
    if options.json:
        json.dump(results, sys.stdout, indent=1)
        print()
        return 0
    print(f"{'task':16} {'contender':20} {'ns/board':>10} {'× scalar':>9} {'× numpy':>8}")
    for task, times in results.items():
        for name, nanoseconds in times.items():
            own = f"{times['numpy'] / nanoseconds:8.2f}" if "numpy" in times else ""
            print(f"{task:16} {name:20} {nanoseconds:10.1f} {times['scalar'] / nanoseconds:9.1f} {own}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
