"""`ajeeb bits`: bitboards as pictures, and the magic numbers of the sliders."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from ajeeb.cli._typer import run_app

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Bitboards as pictures; slider magics.")


class SquareOrder(StrEnum):
    """Which corner is square 0."""

    a8 = "a8"
    a1 = "a1"


class MagicsFormat(StrEnum):
    """How to print a set of magics."""

    cpp = "cpp"
    json = "json"


def run(arguments: list[str]) -> int:
    """Run `ajeeb bits ARGUMENTS...`. Returns the exit code."""
    return run_app(app, "bits", arguments)


@app.callback()
def _group() -> None:
    """Keeps the subcommands' names on the command line while there is only one of them."""


@app.command()
def magics(
    order: Annotated[SquareOrder, typer.Option(help="Which corner is square 0.")] = SquareOrder.a8,
    form: Annotated[MagicsFormat, typer.Option("--format", help="C++ include or JSON.")] = MagicsFormat.cpp,
    n: Annotated[int, typer.Option("--n", help="Board size, 1 to 8.")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="Another seed finds another set.")] = 0,
) -> None:
    """Find magic multipliers for rook and bishop on every square, verified on every occupancy.

    The same options always print the same numbers.

    Examples:

      ajeeb bits magics --order a1 --format cpp > core/base/magics.inc

      ajeeb bits magics --n 6 --format json
    """
    from rich.console import Console
    from rich.progress import track

    from ajeeb.bits import magics as room

    search = room.find_magics(n, seed)
    found = list(track(search, "searching magics", total=2 * n * n, console=Console(stderr=True), transient=True))
    if form is MagicsFormat.json:
        text = room.to_json(found, order.value)
    else:
        options = "".join(f" --{key} {value}" for key, value in (("n", n), ("seed", seed)) if value not in (8, 0))
        text = room.to_cpp(found, order.value, f"ajeeb bits magics --order {order.value} --format cpp{options}")
    sys.stdout.write(text)
