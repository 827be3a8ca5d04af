"""`ajeeb regex play` and `ajeeb regex uci`: the chess programs in the terminal and behind UCI."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from ajeeb._files import write_text
from ajeeb.regex.chess import read_screen, to_screen
from ajeeb.regex.chess.uci import run_uci
from ajeeb.regex.library import load
from ajeeb.regex.program import Program, run

__all__ = ["register", "run_play", "run_uci"]

LIGHT, DARK = "on grey70", "on dark_olive_green3"
WHITE_MEN, BLACK_MEN = "bold bright_white", "bold black"


class Name(StrEnum):
    """The chess programs."""

    chess2 = "chess2"
    plain = "chess2-plain"
    chess3 = "chess3"


ProgramName = Annotated[
    Name, typer.Option("--program", "-p", help="Two plies and captures, two plies, or three plies.")
]


def register(app: typer.Typer) -> None:
    """Add the two commands to the verb `regex`."""
    app.command()(play)
    app.command()(uci)


def play(
    program: ProgramName = Name.chess2,
    fen: Annotated[str, typer.Option("--fen", help="Start here; you have the side to move.")] = "",
    black: Annotated[bool, typer.Option("--black", help="You are Black; the machine begins.")] = False,
    screen: Annotated[
        Path | None, typer.Option("--screen", help="Keep the screen in this file, and go on from it if it is there.")
    ] = None,
) -> None:
    """Play chess against a list of substitutions. Type moves like e2e4 or e7e8q, a FEN, go, new, or quit.

    Examples: `ajeeb regex play`, `ajeeb regex play --black -p chess3`, `ajeeb regex play --screen game.txt`.
    """
    raise typer.Exit(run_play(str(program), fen, black, screen))


def uci(program: ProgramName = Name.chess2) -> None:
    """Speak UCI on standard input and output.

    Example: in a board program, add the engine `ajeeb regex uci`; its option Program chooses how far it looks.
    """
    raise typer.Exit(run_uci(str(program)))


def run_play(name: str = "chess2", fen: str = "", black: bool = False, keep: Path | None = None) -> int:
    """Play in the terminal until `quit` or the end of the input. Returns the exit code."""
    console, program = Console(highlight=False), load(name)
    if keep and keep.exists():
        text = keep.read_text(encoding="utf-8")
        read_screen(text)
    else:
        text = to_screen(fen) if fen else _turn(console, program, "")
        text = _turn(console, program, text + "go") if black else text
    while True:
        if keep:
            write_text(keep, text)
        show(console, text)
        typed = _ask(console, text)
        if typed is None:
            return 0
        text = _turn(console, program, text + typed)


def _ask(console: Console, text: str) -> str | None:
    prompt = text.rsplit("\n", 1)[1]
    try:
        typed = console.input(f"[bold]{prompt}[/]").strip()
    except EOFError:
        console.print()
        return None
    return None if typed in ("quit", "exit", "q") else typed


def _turn(console: Console, program: Program, text: str) -> str:
    """Run the program, with a progress line while it works. An empty line gives the screen again."""
    columns = (TextColumn("{task.completed} of {task.total} substitutions"), BarColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=len(program))
        return run(program, text, lambda done, _: bar.update(task, completed=done))


def show(console: Console, text: str) -> None:
    """Print a screen, without its past; in colors if the terminal has any."""
    told = read_screen(text)
    board, _, rest = text.partition("\n\n")
    for number, line in enumerate(board.split("\n")):
        if not console.is_terminal:
            console.print(line)
        else:
            console.print(_colored(line, number) if number < 8 else Text(line.replace(" ", "  ")[1:], "dim"))
    state = rest.partition("\nPast:\n")[0]
    console.print(Text("\n" + state, "dim"))
    if told.message:
        console.print(Text(f"Ajeeb: {told.message}", "bold cyan" if "illegal" not in told.message else "bold red"))


def _colored(line: str, number: int) -> Text:
    label, *glyphs = line.split(" ")
    row = Text(f"{label} ", "dim")
    for column, glyph in enumerate(glyphs):
        men = WHITE_MEN if glyph in "♔♕♖♗♘♙" else BLACK_MEN
        solid = {"♔": "♚", "♕": "♛", "♖": "♜", "♗": "♝", "♘": "♞", "♙": "♟", ".": " "}.get(glyph, glyph)
        row.append(f" {solid} ", f"{men} {DARK if (number + column) % 2 else LIGHT}")
    return row
