"""`ajeeb eval`: every term of the static evaluation of a position, and its piece-square values on the board."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ajeeb.cli._typer import run_app

app = typer.Typer(add_completion=False)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MAX_PHASE = 24


@app.command(epilog="Example:  ajeeb eval 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'")
def evaluate(
    fen: Annotated[str, typer.Argument(metavar="FEN", help="a position; the start position if left out")] = START,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Every term in centipawns, middlegame (mg) and endgame (eg), per side; tapered: what the difference counts now."""
    from ajeeb.engine import Position

    position = Position(fen)
    found = position.evaluation()
    if as_json:
        print(json.dumps({"evaluation": found, "state": position.state()}))
        return
    table = Table("term", "white mg", "eg", "black mg", "eg", "tapered", "favours")
    for column in table.columns[1:6]:
        column.justify = "right"
    for term in found["terms"]:
        cells = [*term["white"], *term["black"]]
        table.add_row(term["name"], *map(str, cells), f"{term['tapered']:+d}", _favoured(term["tapered"]))
    table.add_section()
    table.add_row("all", "", "", "", "", f"{found['value']:+d}", _favoured(found["value"]))
    console = Console()
    console.print(table)
    phase = found["phase"]
    console.print(
        f"phase {phase}/{MAX_PHASE} = {phase / MAX_PHASE:.2f} (1: opening, 0: no pieces), "
        f"endgame scaled to {found['scale']}/64" + ("; a known ending" if found["known_ending"] else "")
    )
    console.print("\nPiece-square values now, each from its owner's view:")
    console.print(_picture(position.state()["piece_list"], found["placement"], phase))


def _favoured(value: int) -> str:
    return "white" if value > 0 else "black" if value < 0 else ""


def _picture(pieces: list[str | None], placement: list[tuple[int, int] | None], phase: int) -> Text:
    picture = Text()
    for rank in range(7, -1, -1):
        picture.append(f"{rank + 1} ", style="dim")
        for file in range(8):
            square = 8 * rank + file
            piece, values = pieces[square], placement[square]
            if piece is None or values is None:
                picture.append("   ·   ", style="dim")
                continue
            value = round((values[0] * phase + values[1] * (MAX_PHASE - phase)) / MAX_PHASE)
            style = "green" if value > 8 else "red" if value < -8 else ""
            picture.append(f" {piece}{value:+4d} ", style=style)
        picture.append("\n")
    picture.append("  " + "".join(f"   {file}   " for file in "abcdefgh"), style="dim")
    return picture


def run(arguments: list[str]) -> int:
    """Run the verb. Returns the exit code."""
    return run_app(app, "eval", arguments)
