"""`ajeeb dataset`: PGN files to Parquet, packed positions or FENs, and looking at what was built."""

import json
import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ajeeb._files import write_text
from ajeeb.cli._typer import run_app

app = typer.Typer(no_args_is_help=True, add_completion=False, help="PGN files to datasets, and datasets shown.")


class OutputFormat(StrEnum):
    """What a build writes."""

    parquet = "parquet"
    packed = "packed"
    fen = "fen"


def run(arguments: list[str]) -> int:
    """Run `ajeeb dataset ARGUMENTS...`. Returns the exit code."""
    return run_app(app, "dataset", arguments)


@app.callback()
def _group() -> None:
    """Keeps the subcommands' names on the command line."""


@app.command()
def build(
    sources: Annotated[list[str], typer.Argument(metavar="PGN...", help="Files, patterns in quotes, or - (stdin).")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write.")],
    form: Annotated[OutputFormat, typer.Option("--format", help="What to write.")] = OutputFormat.parquet,
    min_elo: Annotated[int, typer.Option(min=0, help="Both players rated at least this.")] = 0,
    min_ply: Annotated[int, typer.Option(min=0, help="No positions before this ply.")] = 0,
    max_games: Annotated[int | None, typer.Option(min=1, help="Stop after so many games.")] = None,
    dedup: Annotated[bool, typer.Option("--dedup", help="Each position once (board, side, rights, legal ep).")] = False,
    dedup_limit: Annotated[
        int, typer.Option(min=1, help="The most different positions --dedup may meet.")
    ] = 200_000_000,
    skip_in_check: Annotated[bool, typer.Option("--skip-in-check", help="No positions in check.")] = False,
    skip_captures: Annotated[
        bool, typer.Option("--skip-captures", help="No positions where a capture is played.")
    ] = False,
    sample: Annotated[float, typer.Option(min=0, max=1, help="The share of positions to keep.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Chooses which, with --sample.")] = 0,
    eval_default: Annotated[
        int | None,
        typer.Option(
            min=-32_000, max=32_000, help="Centipawns for packed rows without an eval; such rows are dropped otherwise."
        ),
    ] = None,
    shard_rows: Annotated[int, typer.Option(min=1, help="Rows after which a shard is closed.")] = 1_000_000,
    threads: Annotated[int, typer.Option(min=1, help="Readers; they change no byte of the result.")] = 1,
    max_window: Annotated[int, typer.Option(min=1, max=2048, help="The largest zstd window to decode, in MiB.")] = 128,
    allow_truncated: Annotated[
        bool, typer.Option("--allow-truncated", help="Exit with 0 though an input broke off.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what the folder holds.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the manifest and the speed as JSON.")] = False,
) -> int:
    """Turn PGN into a dataset: games and positions as Parquet, packed records, or FENs.

    Interrupted at any moment, the same command goes on where it was. A bad game is left out, counted and named in
    rejects-*.jsonl with file, line, byte and reason. Exits with 1 if an input broke off.

    Examples:

      ajeeb dataset build games.pgn.zst -o out/

      ajeeb dataset build 'lichess_*.pgn.zst' -o out/ --min-elo 2000 --min-ply 10 --dedup --threads 4

      zstdcat games.pgn.zst | ajeeb dataset build - -o out/ --format packed --eval-default 0
    """
    from ajeeb import dataset

    options = dataset.BuildOptions(
        form.value, min_elo, min_ply, max_games, dedup, dedup_limit, skip_in_check, skip_captures, sample, seed,
        eval_default, shard_rows,
    )  # fmt: skip
    if "-" in sources:
        print("standard input: this build can't be resumed if it is interrupted", file=sys.stderr)
    started = time.perf_counter()
    with _progress(quiet=as_json) as on_progress:
        result = dataset.build(
            sources,
            out,
            options,
            threads=threads,
            max_window=max_window << 20,
            overwrite=overwrite,
            on_progress=on_progress,
        )
    seconds = time.perf_counter() - started
    if as_json:
        speed = {"seconds": round(seconds, 3), "already_built": result.already_built, "resumed": result.resumed}
        print(json.dumps({"out": str(out), **speed, **result.manifest}, indent=2))
    else:
        _tell(result, seconds)
    return 0 if result.complete or allow_truncated else 1


class _progress:  # noqa: N801 - used as a function
    """A progress bar on standard error with games/s and MB/s, shown where that is a terminal."""

    def __init__(self, quiet: bool) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)
        self._started = time.perf_counter()
        self._before: tuple[int, int] | None = None

    def __enter__(self) -> Any:
        self._bar.start()
        self._task = self._bar.add_task("reading", total=None)
        return self._show

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def _show(self, state: Any) -> None:
        games, read = state.counts.games_read, state.counts.bytes_read
        if self._before is None:  # what an interrupted build had done is not this run's speed
            self._before = (games, read) if state.resumed else (0, 0)
        seconds = max(time.perf_counter() - self._started, 1e-3)
        speed = (games - self._before[0]) / seconds, (read - self._before[1]) / seconds / 1e6
        text = f"{games:,} games, {state.counts.rows:,} rows, {speed[0]:,.0f} games/s, {speed[1]:,.0f} MB/s"
        self._bar.update(self._task, description=text, completed=state.stored_bytes_read, total=state.stored_bytes)


def _tell(result: Any, seconds: float) -> None:
    counts, manifest = result.manifest["counts"], result.manifest
    if result.already_built:
        print(f"{result.folder}: already built from these inputs with these options")
    print(
        f"games      {counts['games_read']:>13,} read, {counts['games_kept']:,} kept{_listed(counts, 'rejected')}",
        end="",
    )
    print(_listed(counts, "filtered"))
    print(f"positions  {counts['positions_read']:>13,} read, {counts['rows']:,} kept{_listed(counts, 'dropped')}")
    if counts["mended"]:
        print(f"mended or odd games: {_reasons(counts['mended'])}")
    files = sum(len(shard["files"]) for shard in manifest["shards"])
    print(f"files      {files:>13,} in {result.folder}")
    if not result.already_built:
        print(
            f"speed      {counts['games_read'] / seconds:>13,.0f} games/s, {counts['positions_read'] / seconds:,.0f} ",
            end="",
        )
        print(f"positions/s, {counts['bytes_read'] / seconds / 1e6:,.1f} MB/s of PGN")
    for error in manifest["broken"]:
        print(f"broken off: {error}", file=sys.stderr)


def _listed(counts: dict[str, Any], name: str) -> str:
    return f"; {name}: {_reasons(counts[name])}" if counts[name] else ""


def _reasons(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {reason}" for reason, count in counts.items())


@app.command()
def show(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    rows: Annotated[int, typer.Option("--rows", "-n", min=1, help="How many rows to show.")] = 10,
    start: Annotated[int, typer.Option(min=0, help="The first of them.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Show what was built: the manifest in short, and some rows with their moves and labels.

    Examples:

      ajeeb dataset show out/

      ajeeb dataset show out/ --start 100000 -n 3 --json
    """
    from ajeeb import dataset

    data = dataset.open(folder)
    shown = _shown_rows(data, start, rows)
    if as_json:
        for row in shown:
            print(json.dumps(row))
        return
    inputs = ", ".join(given["name"] for given in data.manifest["inputs"])
    print(f"{folder}: {len(data):,} rows, {data.format}, from {inputs}\ncolumns: {', '.join(data.columns)}\n")
    for row in shown:
        labels = ", ".join(f"{name} {value}" for name, value in row.items() if name not in ("row", "fen", "san"))
        print(f"{row['row']:>9}  {row['fen']}\n{'':>11}{row.get('san', '')}  {labels}")


def _shown_rows(data: Any, start: int, rows: int) -> list[dict[str, Any]]:
    from ajeeb import batch
    from ajeeb.pgn import NO_CLOCK, NO_SCORE

    shown: list[dict[str, Any]] = []
    unknown = {"clock_ms": NO_CLOCK, "eval": NO_SCORE, "mate": NO_SCORE}
    first = 0
    for group in data.row_groups:
        if first + group.rows > start and len(shown) < rows:
            part = slice(max(0, start - first), start - first + rows)
            columns = {name: column[part] for name, column in data.read(group, data.columns).items()}
            fens = batch.to_fens(columns["position"])
            sans = batch.to_san(columns["position"], columns["move"]) if "move" in columns else None
            for i, fen in enumerate(fens[: rows - len(shown)]):
                row: dict[str, Any] = {"row": first + part.start + i, "fen": fen}
                if sans is not None:
                    row["san"] = sans[i]
                for name in ("game", "ply", "clock_ms", "eval", "mate"):
                    if name in columns and (value := int(columns[name][i])) != unknown.get(name):
                        row[name] = value
                if "result" in columns:
                    row["result"] = ("0-1", "1/2-1/2", "1-0", "*")[int(columns["result"][i])]
                shown.append(row)
        first += group.rows
    return shown


@app.command()
def stats(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    picture: Annotated[Path | None, typer.Option(help="Also draw it: a file to write, SVG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Count results, plies, pieces, evaluations and the squares moves go to.

    Examples:

      ajeeb dataset stats out/

      ajeeb dataset stats out/ --picture out.svg
    """
    from ajeeb import dataset
    from ajeeb.dataset import statistics

    counted = statistics.count(dataset.open(folder))
    if picture is not None:
        write_text(picture, statistics.as_svg(counted))
        print(f"drawn: {picture}", file=sys.stderr)
    if as_json:
        print(json.dumps(counted.as_dict(), indent=2))
    else:
        print(statistics.as_text(counted), end="")
