"""The chess programs beside the original's figures: rules, bytes, CPU time of a turn, memory.

    python -m bench.regex_chess [--rounds 7] [--json]

CPU time of one whole turn in Python's `re`, the median of rounds in which the programs take turns, patterns compiled
before; the first of all rounds is not counted. Memory is the peak of a process of its own that builds the program and
plays a kiwipete turn, interpreter and all, and what of it the interpreter with the package takes alone. The
original's figures (its 84,688 substitutions, one turn each in Python's `re`) were measured on a machine of this class;
the original itself is not part of this project.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from ajeeb.regex import Program, load, run, steps
from ajeeb.regex.chess import to_screen

POSITIONS = {
    "opening": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
    "Italian": ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5", "d2d3"),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "e1g1"),
    "two queens each": ("1q2k2q/8/8/8/8/8/8/Q2QK3 w - - 0 1", "d1d4"),
    "K+2P": ("8/5k2/8/5p2/8/4P3/3PK3/8 w - - 0 1", "e2f3"),
}
PROGRAMS = ("chess2-plain", "chess2", "chess3")
ORIGINAL = {
    "substitutions": 84_688,
    "bytes": 5_270_000,
    "seconds": {"opening": 9.7, "Italian": 12.9, "kiwipete": 17.5, "two queens each": 11.3, "K+2P": 1.3},
    "MB": 50,
}
MEMORY = """
from pathlib import Path
from ajeeb.regex import load, run
from ajeeb.regex.chess import to_screen
def peak():
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["VmHWM"].split()[0])
base = peak()
run(load({name!r}), to_screen({fen!r}) + {move!r})
print(base, peak())
"""


def seconds_of(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """Program → position → median CPU seconds of a turn."""
    times: dict[str, dict[str, list[float]]] = {name: {at: [] for at in POSITIONS} for name in PROGRAMS}
    for number in range(rounds + 1):
        for at, (fen, move) in POSITIONS.items():
            for name in PROGRAMS:
                program, text = load(name), to_screen(fen) + move
                spent = seconds_of(lambda program=program, text=text: run(program, text))  # type: ignore[misc]
                if number:
                    times[name][at].append(spent)
    return {name: {at: statistics.median(of) for at, of in by.items()} for name, by in times.items()}


def memory(name: str) -> tuple[float, float]:
    """Peak MB of a process before and after a kiwipete turn."""
    fen, move = POSITIONS["kiwipete"]
    code = MEMORY.format(name=name, fen=fen, move=move)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    base, peak = (int(kilobytes) / 1024 for kilobytes in done.stdout.split())
    return base, peak


def longest(program: Program, at: str) -> int:
    """Characters of the longest state of a turn."""
    fen, move = POSITIONS[at]
    return max(len(step.text) for step in steps(program, to_screen(fen) + move))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    times = measure(options.rounds)
    result = {
        name: {
            "substitutions": len(load(name)),
            "bytes": load(name).json_bytes,
            "seconds": times[name],
            "MB": memory(name),
            "longest": {at: longest(load(name), at) for at in ("opening", "kiwipete")},
        }
        for name in PROGRAMS
    }
    if options.json:
        json.dump({"original": ORIGINAL, **result}, sys.stdout, indent=1)
        return
    print(f"{'':24}{'original':>12}" + "".join(f"{name:>22}" for name in PROGRAMS))
    row("substitutions", ORIGINAL["substitutions"], [of["substitutions"] for of in result.values()], "{:,}")
    row("bytes of JSON", ORIGINAL["bytes"], [of["bytes"] for of in result.values()], "{:,}")
    for at in POSITIONS:
        row(f"{at}, s", ORIGINAL["seconds"][at], [times[name][at] for name in PROGRAMS], "{:.3f}")
    row("peak memory, MB", ORIGINAL["MB"], [of["MB"][1] for of in result.values()], "{:.0f}")
    print(f"\n{'interpreter alone, MB':24}{'':12}" + "".join(f"{of['MB'][0]:>22.0f}" for of in result.values()))
    for at in ("opening", "kiwipete"):
        print(f"{'longest text, ' + at:24}{'':12}" + "".join(f"{of['longest'][at]:>22,}" for of in result.values()))


def row(name: str, before: float, ours: list[float], form: str) -> None:
    """One line: the original's figure, ours, and in brackets how many times less."""
    cells = (f"{form.format(value)} ({before / value:.0f}x)" for value in ours)
    print(f"{name:24}{form.format(before):>12}" + "".join(f"{cell:>22}" for cell in cells))


if __name__ == "__main__":
    main()
