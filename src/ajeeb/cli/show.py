"""`ajeeb show`: a position as a picture, in the terminal or as SVG."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ajeeb import svg
from ajeeb._core import Board
from ajeeb._endings import ending
from ajeeb._files import write_text
from ajeeb.cli._position import read_position, write_json
from ajeeb.cli._typer import run_app

app = typer.Typer(add_completion=False)


def run(arguments: list[str]) -> int:
    """Run `ajeeb show ARGUMENTS...`. Returns the exit code."""
    return run_app(app, "show", arguments)


@app.command()
def show(
    fen: Annotated[str, typer.Argument(help="A FEN, in quotes; the starting position if left out.")] = "startpos",
    flipped: Annotated[bool, typer.Option("--flipped", help="Black at the bottom.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Letters instead of chess characters.")] = False,
    picture: Annotated[Path | None, typer.Option("--svg", help="Write an SVG file instead.")] = None,
    size: Annotated[int, typer.Option(min=16, max=10_000, help="Pixels of the SVG.")] = 390,
    chess960: Annotated[bool, typer.Option("--chess960", help="Read castling rights as in Chess960.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The facts of the position, for programs.")] = False,
) -> None:
    """Show a position: its board, whose turn it is, its rights, its checks, and whether the game is over.

    Examples:

      ajeeb show

      ajeeb show "8/8/8/8/8/5kq1/8/7K w - - 0 1" --flipped

      ajeeb show startpos --svg board.svg --size 600
    """
    board = read_position(fen, chess960)
    if picture is not None:
        _write(picture, svg.board(board, orientation=not flipped, size=size, check=_checked_king(board)))
    elif as_json:
        write_json(_facts(board))
    else:
        print(_ascii(board, flipped) if ascii_only else board.unicode(borders=True, orientation=not flipped))
        for name, value in _facts(board).items():
            print(f"{name.replace('_', ' '):12} {value}")


def _facts(board: Board) -> dict[str, object]:
    outcome = ending(board)
    return {
        "fen": board.fen(),
        "turn": "white" if board.turn else "black",
        "castling": board.castling_xfen(),
        "legal_moves": board.legal_moves.count(),
        "in_check": board.is_check(),
        "outcome": None if outcome is None else f"{outcome.result()} ({outcome.termination.name.lower()})",
        "key": f"{board.key():016x}",
    }


def _checked_king(board: Board) -> int | None:
    return board.king(board.turn) if board.is_check() else None


def _ascii(board: Board, flipped: bool) -> str:
    lines = str(board).splitlines()
    return "\n".join(line[::-1] for line in reversed(lines)) if flipped else "\n".join(lines)


def _write(path: Path, text: str) -> None:
    write_text(path, text)
    print(f"wrote {path}", file=sys.stderr)
