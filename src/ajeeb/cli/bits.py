"""`ajeeb bits`: bitboards as pictures, and the magic numbers of the sliders."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ajeeb import bits
from ajeeb._files import write_text
from ajeeb.cli._typer import run_app
from ajeeb.errors import InvalidBitboardError

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


@app.command()
def show(
    values: Annotated[list[str], typer.Argument(metavar="BITBOARD...", help="Numbers: 0x..., 0b... or decimal.")],
    n: Annotated[int, typer.Option("--n", help="Board size, 1 to 16.")] = 8,
    order: Annotated[SquareOrder, typer.Option(help="Which corner is square 0.")] = SquareOrder.a8,
    letters: Annotated[str | None, typer.Option(help="Pieces under it, as in a FEN: rnbqkbnr/pppppppp/8/...")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML picture.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an SVG picture.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the squares as JSON, one object a line.")] = False,
) -> None:
    """Show bitboards, side by side.

    Prints text unless --html, --svg or --json asks for something else.

    Examples:

      ajeeb bits show 0x8040201008040201

      ajeeb bits show 0xff 0xff00 --order a1 --html ranks.html

      ajeeb bits show 0b1010 --n 3 --letters k2/3/1R1
    """
    boards = [bits.Bitboard(_number(value), n, order.value) for value in values]
    pictures = [board.picture(letters, value) for board, value in zip(boards, values, strict=True)]
    if html:
        head = '<head><meta charset="utf-8"><title>bitboards</title></head>'
        body = f"<body>{bits.side_by_side_html(pictures)}</body>"
        write_text(html, f"<!DOCTYPE html>\n<html>{head}{body}</html>\n")
    if svg:
        write_text(svg, bits.side_by_side_svg(pictures) + "\n")
    if as_json:
        for board in boards:
            squares = {"squares": list(board), "names": board.names(), "count": len(board)}
            print(json.dumps({"bitboard": hex(board), "n": n, "order": order.value, **squares}))
    elif not html and not svg:
        if len(pictures) == 1:
            print(boards[0].text(letters, coordinates=True))
        else:
            print(bits.side_by_side_text(pictures, coordinates=True))


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise InvalidBitboardError(f"{text[:40]!r} is not a number: expected 0x..., 0b... or decimal") from None


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

    search = bits.magics.find_magics(n, seed)
    found = list(track(search, "searching magics", total=2 * n * n, console=Console(stderr=True), transient=True))
    if form is MagicsFormat.json:
        text = bits.magics.to_json(found, order.value)
    else:
        options = "".join(f" --{key} {value}" for key, value in (("n", n), ("seed", seed)) if value not in (8, 0))
        text = bits.magics.to_cpp(found, order.value, f"ajeeb bits magics --order {order.value} --format cpp{options}")
    sys.stdout.write(text)
