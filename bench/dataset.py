"""The dataset command, whole, against python-chess: `python -m bench.dataset [--rounds 3] [--memory GIB [OPTION...]]`.

Both read the same zstd file and write Parquet, one thread each, in turn; the peer reads fewer games of it. What counts
is CPU time of the whole process, start-up included, for a position. `bench.dataset --memory 2` instead builds from so
many GiB of PGN (the sample, repeated) and reports the largest resident memory. Then come batches for training.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import zstandard
from rich.console import Console
from rich.table import Table

from ajeeb import dataset

SAMPLE = Path(__file__).parents[1] / "data" / "sample.pgn"
REPEATS, PEER_GAMES = 40, 60
FIELDS = ("planes:12", "policy:1858", "mask", "wdl")


def compressed(folder: Path, source: Path, size: int) -> tuple[Path, int]:
    """The source repeated to at least `size` bytes, as zstd; returns the file and the bytes of PGN in it."""
    path, text = folder / "games.pgn.zst", source.read_bytes() + b"\n\n"
    repeats = -(-size // len(text))
    with path.open("wb") as file, zstandard.ZstdCompressor(level=3).stream_writer(file) as writer:
        for _ in range(repeats):
            writer.write(text)
    return path, repeats * len(text)


def cpu_seconds(command: Sequence[str | Path]) -> tuple[float, str]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run([sys.executable, *command], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output


def compare(folder: Path, source: Path, rounds: int) -> tuple[float, float]:
    """Positions a CPU second: ours, the peer's."""
    path, _ = compressed(folder, source, REPEATS * source.stat().st_size)
    best = {"ours": float("inf"), "peer": float("inf")}
    for _ in range(rounds):
        ours, _ = cpu_seconds(["-m", "ajeeb", "dataset", "build", path, "-o", folder / "out", "--overwrite"])
        rows = dataset.open(folder / "out").manifest["counts"]["rows"]
        target = folder / "peer.parquet"
        peer, output = cpu_seconds(["-m", "bench.baseline_dataset", path, target, "--max-games", str(PEER_GAMES)])
        best["ours"] = min(best["ours"], ours / rows)
        best["peer"] = min(best["peer"], peer / int(output.split()[1]))
    return 1 / best["ours"], 1 / best["peer"]


def time_batches(folder: Path, rounds: int) -> float:
    """Positions a CPU second from the dataset to batches."""
    data, best = dataset.open(folder), float("inf")
    for _ in range(rounds):
        started = time.process_time()
        for _ in data.batches(4096, FIELDS, reuse=True):
            pass
        best = min(best, time.process_time() - started)
    return len(data) / best


def report_memory(folder: Path, source: Path, gibibytes: float, options: list[str]) -> None:
    path, size = compressed(folder, source, int(gibibytes * (1 << 30)))
    started = time.perf_counter()
    command = ["-m", "ajeeb", "dataset", "build", path, "-o", folder / "out", *options]
    seconds, _ = cpu_seconds(command)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    counts = dataset.open(folder / "out").manifest["counts"]
    print(
        f"{size / (1 << 30):.2f} GiB of PGN, {counts['games_kept']:,} games, {counts['rows']:,} rows: "
        f"{memory:.0f} MiB at most (300 allowed), {time.perf_counter() - started:.0f} s, {seconds:.0f} s of CPU"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=SAMPLE)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=float, metavar="GIB")
    options, build_options = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.memory:
            report_memory(folder, options.source, options.memory, build_options)
            return
        ours, peer = compare(folder, options.source, options.rounds)
        batches = time_batches(folder / "out", options.rounds)
    table = Table("what", "ours", "peer", "ratio", "wanted")
    table.add_row("PGN.zst to Parquet, positions/s", f"{ours:,.0f}", f"{peer:,.0f}", f"{ours / peer:.0f}", "30")
    table.add_row("dataset to batches, M positions/s", f"{batches / 1e6:.2f}", "", "", "1")
    Console().print(table)


if __name__ == "__main__":
    main()
