"""`ajeeb moves`: the legal moves of a position."""

from typing import Annotated

import typer

from ajeeb.cli._position import read_position, write_json
from ajeeb.cli._typer import run_app

app = typer.Typer(add_completion=False)


def run(arguments: list[str]) -> int:
    """Run `ajeeb moves ARGUMENTS...`. Returns the exit code."""
    return run_app(app, "moves", arguments)


@app.command()
def moves(
    fen: Annotated[str, typer.Argument(help="A FEN, in quotes; the starting position if left out.")] = "startpos",
    san: Annotated[bool, typer.Option("--san", help="Standard algebraic notation instead of UCI.")] = False,
    chess960: Annotated[bool, typer.Option("--chess960", help="Read and write castling as in Chess960.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="FEN, moves and outcome, for programs.")] = False,
) -> None:
    """Print the legal moves of a position, one a line.

    Examples:

      ajeeb moves

      ajeeb moves "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" --san

      ajeeb moves startpos --json
    """
    board = read_position(fen, chess960)
    found = sorted(board.legal_moves, key=str)
    if as_json:
        outcome = board.outcome()
        listed = [{"uci": board.uci(move), "san": board.san(move)} for move in found]
        ended = None if outcome is None else {"reason": outcome.termination.name.lower(), "result": outcome.result()}
        write_json({"fen": board.fen(), "count": len(found), "moves": listed, "outcome": ended})
        return
    for move in found:
        print(board.san(move) if san else board.uci(move))
