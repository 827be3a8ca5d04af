"""`ajeeb eval`: every term of the static evaluation of a position, and its piece-square values on the board."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ajeeb.cli._typer import run_app
from ajeeb.constants import STARTING_FEN

app = typer.Typer(add_completion=False)
MAX_PHASE = 24


@app.command(epilog="Example:  ajeeb eval 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'")
def evaluate(
    fen: Annotated[
        str, typer.Argument(metavar="FEN", help="a position; the start position if left out")
    ] = STARTING_FEN,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Every term in centipawns, per side: in the middlegame (mg), in the endgame (eg), and what it counts now."""
    from ajeeb.engine import Position

    position = Position(STARTING_FEN if fen == "startpos" else fen)
    found = position.evaluation()
    if as_json:
        print(json.dumps({"evaluation": found, "state": position.state()}))
        return
    table = Table("\nterm", "white\nmg", "\neg", "\nnow", "black\nmg", "\neg", "\nnow", "white -\nblack")
    for column in table.columns[1:]:
        column.justify = "right"
    for term in found["terms"]:
        cells = [*term["white"], term["white_tapered"], *term["black"], term["black_tapered"]]
        table.add_row(term["name"], *map(str, cells), f"{term['tapered']:+d}")
    table.add_section()
    table.add_row("all", *[""] * 6, f"{found['value']:+d}")
    console = Console()
    console.print(table)
    phase = found["phase"]
    console.print(
        f"phase {phase}/{MAX_PHASE} = {phase / MAX_PHASE:.2f} (1: opening, 0: no pieces), "
        f"endgame scaled to {found['scale']}/64"
        + ("; the middlegame counts nothing: too little material to win" if found["weight"] != phase else "")
        + ("; a known ending, which the terms say nothing of" if found["known_ending"] else "")
    )
    console.print("\nPiece-square values now, each from its owner's view:")
    console.print(_picture(position.state()["piece_list"], found["placement"], found["weight"]))


def _picture(pieces: list[str | None], placement: list[tuple[int, int] | None], weight: int) -> Text:
    picture = Text()
    for rank in range(7, -1, -1):
        picture.append(f"{rank + 1} ", style="dim")
        for file in range(8):
            square = 8 * rank + file
            piece, values = pieces[square], placement[square]
            if piece is None or values is None:
                picture.append("   ·   ", style="dim")
                continue
            value = round((values[0] * weight + values[1] * (MAX_PHASE - weight)) / MAX_PHASE)
            style = "green" if value > 8 else "red" if value < -8 else ""
            picture.append(f" {piece}{value:+4d} ", style=style)
        picture.append("\n")
    picture.append("  " + "".join(f"   {file}   " for file in "abcdefgh"), style="dim")
    return picture


def run(arguments: list[str]) -> int:
    """Run the verb. Returns the exit code."""
    return run_app(app, "eval", arguments)
