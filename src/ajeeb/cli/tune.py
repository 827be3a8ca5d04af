"""`ajeeb tune`: self-played games, opinions on positions, and the evaluation's parameters tuned to them."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ajeeb._files import check_can_hold, whole_file, write_text
from ajeeb.cli._bars import sparkline
from ajeeb.cli._interrupts import interruptible_pool
from ajeeb.cli._typer import run_app
from ajeeb.errors import ChessError

app = typer.Typer(
    help="Tune the evaluation: play games, fit the parameters to results or opinions, write the generated header.\n\n"
    "Examples:\n\n"
    "  ajeeb tune selfplay games.bin --games 4500 --nodes 1500\n\n"
    "  ajeeb tune fit games.bin --epochs 20 --plot loss.svg --write core/engine\n\n"
    "  ajeeb tune leaves games.bin leaves.bin && ajeeb tune label leaves.bin judged.bin --engine stockfish",
    no_args_is_help=True,
    add_completion=False,
)
GAMES_AT_ONCE, PARTS_AT_ONCE = 20, 64
ROOTS_AT_ONCE = 50
ENOUGH_TO_COMPARE = 100  # judged positions
LEAST_AGREEMENT = 0.3  # of opinions with the values; with those of Stockfish's network the correlation is 0.81
_console = Console(stderr=True)


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=_console)


@app.command(epilog="Example:  ajeeb tune selfplay games.bin --games 4500 --nodes 1500 --seed 7")
def selfplay(
    out: Annotated[Path, typer.Argument(help="the file of packed positions to write")],
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 1000,
    nodes: Annotated[int, typer.Option(min=1, max=2**40, help="nodes a move")] = 1500,
    seed: Annotated[int, typer.Option(min=0, max=2**40, help="of the random openings")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="games at the same time")] = os.cpu_count() or 1,
) -> None:
    """Play games of the engine against itself and keep their quiet positions, 32 bytes each, with score and result."""
    from ajeeb._core import engine as core

    stop = core.StopFlag()
    firsts = range(0, games, GAMES_AT_ONCE)  # of the parts that are played one beside the other
    with whole_file(out) as file, _progress() as progress, interruptible_pool(threads, stop) as pool:
        task = progress.add_task("games", total=games)

        def play(number: int) -> bytes:
            count = min(GAMES_AT_ONCE, games - firsts[number])
            played: bytes = core.selfplay(count, nodes, seed * 1_000_003 + number, stop=stop)
            progress.advance(task, count)
            return played

        for start in range(0, len(firsts), PARTS_AT_ONCE):
            numbers = range(start, min(start + PARTS_AT_ONCE, len(firsts)))
            for played in pool.map(play, numbers):  # in order, so that the same seed makes the same file
                file.write(played)
    print(f"{out}: {games} games, {out.stat().st_size // 32} positions")


@app.command(epilog="Example:  ajeeb tune leaves games.bin leaves.bin --roots 2000 --nodes 15000")
def leaves(
    positions: Annotated[Path, typer.Argument(help="packed positions of games, as `ajeeb dataset build` makes them")],
    out: Annotated[Path, typer.Argument(help="the file of packed positions to write")],
    roots: Annotated[int, typer.Option(min=1, help="how many of the positions to search from")] = 14_000,
    nodes: Annotated[int, typer.Option(min=1, max=2**40, help="of each search")] = 15_000,
    interval: Annotated[int, typer.Option(min=1, max=2**30, help="one in so many evaluated positions is kept")] = 100,
    seed: Annotated[int, typer.Option(min=0, max=2**40, help="of the choice of roots")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="searches at the same time")] = os.cpu_count() or 1,
) -> None:
    """Search from positions of games, and keep a sample of those that the searches evaluated.

    They have neither score nor result: `ajeeb tune label` has them judged.
    """
    import numpy as np

    from ajeeb._core import engine as core

    records = _packed(positions)
    chosen = np.random.default_rng(seed).permutation(len(records))[:roots]
    stop = core.StopFlag()
    with whole_file(out) as file, _progress() as progress, interruptible_pool(threads, stop) as pool:
        task = progress.add_task("searches", total=len(chosen))

        def search(part: Any) -> bytes:
            found: bytes = core.sample_leaves(records[part], nodes, interval, stop=stop)
            progress.advance(task, len(part))
            return found

        parts = [chosen[start : start + ROOTS_AT_ONCE] for start in range(0, len(chosen), ROOTS_AT_ONCE)]
        kept = 0
        for found in pool.map(search, parts):  # in order, so that the same seed makes the same file
            file.write(found)
            kept += len(found) // 32
        if not kept:
            raise ChessError(
                f"no position was kept: expected legal positions in {positions}, and an interval below {interval}, "
                "the number of positions that 50 searches evaluate"
            )
    print(f"{out}: {kept} positions from {len(chosen)} searches")


def _packed(path: Path) -> Any:
    """A file's records, as rows of 32 bytes."""
    import numpy as np

    content = np.fromfile(path, np.uint8)
    if len(content) == 0 or len(content) % 32:
        raise ChessError(f"{path}: {len(content)} bytes; expected packed positions of 32 bytes each")
    return content.reshape(-1, 32)


@app.command(epilog="Example:  ajeeb tune label leaves.bin judged.bin --engine stockfish --nodes 5000")
def label(
    positions: Annotated[Path, typer.Argument(help="packed positions: leaves of searches")],
    out: Annotated[Path, typer.Argument(help="the file of those that are quiet, judged")],
    engine: Annotated[
        str | None, typer.Option(help="the command of the UCI engine that judges; ours, if left out")
    ] = None,
    nodes: Annotated[int, typer.Option(min=1, max=2**40, help="of a search for each position")] = 250,
    threads: Annotated[int, typer.Option(min=1, help="engines at the same time")] = os.cpu_count() or 1,
) -> None:
    """Let an engine judge positions, and keep those that it finds quiet, with its evaluation and without a result."""
    from ajeeb.engine import tuning

    records = _packed(positions)
    try:
        command = [sys.executable, "-m", "ajeeb", "uci"] if engine is None else shlex.split(engine)
    except ValueError as error:  # a quotation mark is missing
        raise ChessError(f"{engine!r} can't be read as a command: {error}") from None
    if not command or "\0" in (engine or ""):
        raise ChessError(f"{engine!r} is no command; expected that of a UCI engine")
    with whole_file(out) as file, _progress() as progress:
        task = progress.add_task("positions", total=len(records))
        judged = tuning.judge(records, command, nodes, threads, lambda n: progress.advance(task, n))
        if not len(judged):
            raise ChessError(f"none of the {len(records)} positions in {positions} is legal and quiet")
        file.write(judged.tobytes())
    print(f"{out}: {len(judged)} quiet of {len(records)} positions")


@app.command(epilog="Example:  ajeeb tune fit games.bin judged.bin --epochs 20 --plot loss.svg --write core/engine")
def fit(
    files: Annotated[
        list[Path], typer.Argument(help="packed positions: self-play, a dataset with results, or judged ones")
    ],
    epochs: Annotated[int, typer.Option(min=1)] = 20,
    rate: Annotated[float, typer.Option(min=1e-6, max=1e3, help="of learning, in centipawns a step")] = 1.0,
    blend: Annotated[
        float, typer.Option(min=0, max=1, help="the search score's share in a label; none if no position has one but 0")
    ] = 0.6,
    holdout: Annotated[float, typer.Option(min=0, max=0.5, help="share of positions kept for testing")] = 0.05,
    write: Annotated[Path | None, typer.Option(help="folder for parameters.inc and danger.inc")] = None,
    plot: Annotated[Path | None, typer.Option(help="an SVG of the losses")] = None,
) -> None:
    """Fit the parameters to results of games or to an engine's opinions, and write the header that the core includes.

    Labels are results and search scores; of files without scores (all 0, as `ajeeb dataset build --format packed
    --eval-default 0` writes them for games without evaluations) they are the results alone; of positions without a
    result (`ajeeb tune label`) the evaluations.
    """
    from ajeeb.engine import tuning

    check_can_hold(plot)
    check_can_hold(write and write / "parameters.inc")
    train, test = tuning.split(tuning.read_records(files), holdout, seed=1)
    rows, held_out = tuning.Rows.of(train), tuning.Rows.of(test)
    if not len(rows):
        raise ChessError("there are no positions to learn from in these files")
    print(f"{len(rows)} positions to learn from, {len(held_out)} to test on")
    if blend and not rows.is_judged.all() and not tuning.has_evaluations(rows, held_out):
        print("note: no position has an evaluation other than 0: fitted to the results alone", file=sys.stderr)
    agreement = tuning.agreement(rows, tuning.Parameters.built_in())
    if agreement < LEAST_AGREEMENT and rows.is_judged.sum() >= ENOUGH_TO_COMPARE:
        print(f"note: the opinions hardly go with the values (correlation {agreement:.2f}): are they about these "
              "positions, and from white's view?", file=sys.stderr)  # fmt: skip
    with _progress() as progress:
        task = progress.add_task("epochs", total=epochs)

        def tell(epoch: int, loss: float, test_loss: float) -> None:
            progress.update(task, completed=epoch, description=f"loss {loss:.5f}, test {test_loss:.5f}")

        options = tuning.FitOptions(epochs=epochs, rate=rate, blend=blend)
        outcome = tuning.fit(rows, held_out, options=options, on_epoch=tell)
    print(sparkline(outcome.test_losses), f"test loss {outcome.test_losses[0]:.5f} to {outcome.test_losses[-1]:.5f}")
    if plot:
        write_text(plot, loss_svg(outcome.train_losses, outcome.test_losses))
    if write:
        tuning.write_header(outcome.parameters, write)
        print(f"wrote {write / 'parameters.inc'} and {write / 'danger.inc'}")


@app.command(epilog="Example:  ajeeb tune seed core/engine")
def seed(folder: Annotated[Path, typer.Argument(help="core/engine of a checkout")]) -> None:
    """Write the hand-made values that tuning began from."""
    from ajeeb.engine.tuning import write_header
    from ajeeb.engine.tuning.seed import seed_parameters

    check_can_hold(folder / "parameters.inc")
    write_header(seed_parameters(), folder)
    print(f"wrote {folder / 'parameters.inc'} and {folder / 'danger.inc'}")


def loss_svg(train: list[float], test: list[float]) -> str:
    """Both curves as a picture: training blue, test orange."""
    low, high = min(train + test), max(train + test)
    width, height = 640, 320

    def line(values: list[float], color: str) -> str:
        points = " ".join(
            f"{20 + (width - 40) * i / max(1, len(values) - 1):.1f},"
            f"{height - 30 - (height - 50) * (value - low) / (high - low or 1):.1f}"
            for i, value in enumerate(values)
        )
        return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>'

    labels = (
        f'<text x="20" y="15" font-size="12">{high:.5f}</text><text x="20" y="{height - 10}" font-size="12">'
        f"{low:.5f}: training blue, test orange, {len(train)} epochs</text>"
    )
    curves = line(train, "#1f77b4") + line(test, "#ff7f0e")
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{curves}{labels}</svg>\n'


def run(arguments: list[str]) -> int:
    """Run the verb. Returns the exit code."""
    return run_app(app, "tune", arguments)
