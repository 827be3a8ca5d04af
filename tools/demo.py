"""The main job on the bundled sample: a dataset from real games, its counts and speed, and one position as arrays."""

import shutil
import tempfile
import time
from pathlib import Path

import numpy as np

import ajeeb
from ajeeb import batch, dataset, pgn

SAMPLE = Path(__file__).parents[1] / "data" / "sample.pgn"
OUT = Path("out/demo")


def build() -> dataset.Dataset:
    """Write the sample as Parquet, and tell what that gave."""
    shutil.rmtree(OUT, ignore_errors=True)
    print(f"$ ajeeb dataset build {SAMPLE.name} -o {OUT}")
    counts = dataset.build(SAMPLE, OUT).manifest["counts"]
    print(f"  {counts['games_read']:,} games read, {counts['games_kept']:,} kept; {counts['rows']:,} positions written")
    for path in sorted(OUT.iterdir()):
        print(f"  {path}  {path.stat().st_size:,} bytes")
    return dataset.open(OUT)


def tell_speed(data: dataset.Dataset) -> None:
    """Time reading PGN, building and batching, each over something large enough to time."""
    text = SAMPLE.read_bytes() * 20

    def seconds(work: object) -> float:
        started = time.process_time()
        assert callable(work)
        work()
        return time.process_time() - started

    reading = min(seconds(lambda: list(pgn.scan(text))) for _ in range(3))
    with tempfile.TemporaryDirectory() as folder:
        building = seconds(lambda: dataset.build(text, folder))
    fields = ("planes:12", "policy:1858", "mask", "wdl")
    batching = min(seconds(lambda: list_of(data.batches(4096, fields, reuse=True))) for _ in range(3))
    rows = 20 * len(data)
    print("\nspeed, by CPU time of one core")
    megabytes = len(text) / reading / 1e6
    print(f"  PGN to positions and moves     {rows / reading / 1e6:6.1f} M positions/s, {megabytes:.0f} MB/s")
    print(f"  PGN to Parquet                 {rows / building / 1e6:6.1f} M positions/s")
    print(f"  Parquet to training batches    {len(data) / batching / 1e6:6.1f} M positions/s ({', '.join(fields)})")


def list_of(batches: dataset.Batches) -> None:
    """Go through all batches."""
    for _ in batches:
        pass


def show_position(data: dataset.Dataset) -> None:
    """One row as a board, its legal moves, and the arrays a network takes."""
    row = next(data.batches(1, ("position", "move", "game", "ply", "planes:12", "policy:1858", "mask", "wdl"), seed=16))
    position, move = row["position"], row["move"]
    fen = batch.to_fens(position)[0]
    moves, _ = batch.legal_moves(position)
    game = data.games().slice(int(row["game"][0]), 1).to_pylist()[0]
    print(f"\nposition {int(row['ply'][0])} of {game['white']} - {game['black']}, {game['date']}: {fen}\n")
    print(ajeeb.Board(fen))
    sans = batch.to_san(np.repeat(position, len(moves)), moves)
    print(f"\n{len(moves)} legal moves: {' '.join(sorted(sans))}")
    print(
        f"played: {batch.to_san(position, move)[0]} = uint16 {int(move[0])} = policy index {int(row['policy:1858'][0])}"
    )
    for name in ("planes:12", "mask", "wdl"):
        print(f"{name:10} {row[name].dtype} {row[name].shape[1:]}  sum {int(row[name].sum())}")
    print(f"{'position':10} 32 bytes  {position.tobytes().hex(' ', 4)}")


def main() -> None:
    """Run the three parts."""
    data = build()
    tell_speed(data)
    show_position(data)


if __name__ == "__main__":
    main()
