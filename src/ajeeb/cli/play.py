"""`ajeeb play`: a game against the engine in the terminal."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from ajeeb._endings import ending, reason
from ajeeb._files import write_text
from ajeeb.cli._position import read_position
from ajeeb.cli._typer import run_app

if TYPE_CHECKING:
    from ajeeb import Board, Move
    from ajeeb.engine import Engine, Limit

app = typer.Typer(add_completion=False)
HELP = "a move (Nf3, e2e4, O-O), or: undo, hint, board, flip, moves, fen, eval, save FILE, resign, help, quit"


@app.command(
    epilog="Examples:  ajeeb play  |  ajeeb play --color black --elo 1500  |  "
    "ajeeb play --clock 5+3 --fen '8/8/8/4k3/8/8/3QK3/8 w - - 0 1'"
)
def play(
    color: Annotated[str, typer.Option(help="yours: white or black")] = "white",
    elo: Annotated[int | None, typer.Option(help="the engine's strength, 800 to 2850, about")] = None,
    level: Annotated[int, typer.Option(help="or its skill level, 0 to 20")] = 20,
    movetime: Annotated[float, typer.Option(min=0.01, help="seconds the engine thinks, without a clock")] = 1.0,
    clock: Annotated[str | None, typer.Option(metavar="MINUTES+SECONDS", help="a clock for both sides")] = None,
    fen: Annotated[str, typer.Option(help="where to begin")] = "startpos",
    chess960: Annotated[bool, typer.Option("--chess960", help="play by the rules of Chess960")] = False,
    ascii_pieces: Annotated[bool, typer.Option("--ascii", help="letters instead of figurines")] = False,
) -> None:
    """Play against the engine: SAN or UCI moves, take back, hints at full strength, levels, a clock, Chess960."""
    from ajeeb.engine import Engine

    if color not in ("white", "black"):
        raise typer.BadParameter(f"--color is white or black, not {color!r}")
    board = read_position(fen, chess960)
    engine, adviser = Engine(hash=64), Engine(hash=64)
    engine.configure({"Skill Level": level})
    if elo is not None:
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo})
    Game(board, engine, adviser, color == "white", movetime, _parse_clock(clock), ascii_pieces).run()


def _parse_clock(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        minutes, _, increment = text.partition("+")
        base, seconds = 60 * float(minutes), float(increment or 0)
        if not (0 < base < math.inf and 0 <= seconds < math.inf):
            raise ValueError(text)
        return base, seconds
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not MINUTES+SECONDS") from None


class Game:
    """One game at the terminal, against `engine`; the hints are `adviser`'s."""

    def __init__(
        self,
        board: Board,
        engine: Engine,
        adviser: Engine,
        human: bool,
        movetime: float,
        clock: tuple[float, float] | None,
        letters: bool,
    ) -> None:
        self.board, self.engine, self.adviser = board, engine, adviser
        self.human, self.movetime = human, movetime
        self.increment = clock[1] if clock else 0.0
        self.left = {True: clock[0], False: clock[0]} if clock else None
        self.left_before: list[dict[bool, float] | None] = []  # the clocks before each move, for taking it back
        self.turn_began = 0.0
        self.saved: set[Path] = set()  # what may be written over
        self.flipped, self.letters = not human, letters
        self.console = Console()
        self.result = "*"
        self.has_resigned = self.has_left = False

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; what is typed then may save it, look at it or take moves back."""
        return self.result != "*"

    def run(self) -> None:
        """Until the person leaves."""
        self.console.print(HELP, style="dim")
        self.draw()
        while not self.has_left:
            if not self.is_over and (outcome := ending(self.board)):
                self.end(outcome.result(), reason(outcome))
            self.turn_began = time.monotonic()
            if self.is_over or self.board.turn == self.human:
                self.ask()
            else:
                self.answer()
            self.spend(not self.board.turn, time.monotonic() - self.turn_began)

    def end(self, result: str, why: str) -> None:
        """The game is over, the person still there."""
        self.result = result
        self.console.print(f"{result}: {why}")
        self.console.print("the game is over; `save FILE` keeps it, `undo` takes it back, `quit` leaves", style="dim")

    def spend(self, color: bool, seconds: float) -> None:
        """Run the clock of the side that has just moved."""
        if self.left is None or self.is_over or self.has_left:
            return
        self.left[color] += self.increment - seconds
        if self.left[color] < 0:
            self.end("0-1" if color else "1-0", f"{'White' if color else 'Black'} loses on time")

    def limit(self) -> Limit:
        """What the engine may spend."""
        from ajeeb.engine import Limit

        if self.left is None:
            return Limit(time=self.movetime)
        return Limit(white_clock=self.left[True], black_clock=self.left[False],
                     white_inc=self.increment, black_inc=self.increment)  # fmt: skip

    def answer(self) -> None:
        """The engine's move."""
        result = self.engine.play(self.board, self.limit())
        assert result.move is not None
        score = result.info.get("score")
        text = self.board.san(result.move)
        self.push(result.move, f"{text}   ({score.white() if score else '?'})")

    def push(self, move: Move, text: str) -> None:
        """Make a move and show the board."""
        number = f"{self.board.fullmove_number}{'.' if self.board.turn else '...'}"
        self.left_before.append(dict(self.left) if self.left else None)
        self.board.push(move)
        self.draw()
        self.console.print(f"{number} {text}")

    def ask(self) -> None:
        """Read until the person moves or leaves."""
        while not self.has_left:
            try:
                words = input(f"{self.clock_text()}> ").split(maxsplit=1)
            except EOFError:
                self.has_left = True
                return
            if words and self.obey(words[0], " ".join(words[1:]).strip()):
                return

    def obey(self, word: str, rest: str = "") -> bool:
        """A word of the person's, and what stood behind it. True if it was a move."""
        board = self.board
        match word.lower():
            case "quit" | "exit":
                self.has_left = True
            case "resign" if not self.is_over:
                self.has_resigned = True
                self.end("0-1" if self.human else "1-0", "you resign")
            case "help" | "?":
                self.console.print(HELP, style="dim")
            case "board":
                self.draw()
            case "flip":
                self.flipped = not self.flipped
                self.draw()
            case "fen":
                print(board.fen())
            case "moves":
                print(" ".join(sorted(board.san(move) for move in board.legal_moves)))
            case "eval":
                from ajeeb.engine import Position

                print(f"{Position(board).evaluation()['value']:+d} cp for white")
            case "undo":
                self.take_back()
            case "hint":
                hint = self.adviser.play(board, self.limit()).move
                print(f"hint: {board.san(hint) if hint else 'none'}")
            case "save":
                self.save(rest)
            case _:
                return self.move(word)
        return False

    def take_back(self) -> None:
        """A resignation, or else the person's last move and the engine's answer, if there is one.

        Board and clocks are as they were before.
        """
        if self.has_resigned:
            self.resume()
            return
        plies = 2 if self.board.turn == self.human else 1
        if len(self.left_before) < plies:  # the person has not moved yet
            self.complain("there is nothing to take back")
            return
        for _ in range(plies):
            self.board.pop()
        self.left = self.left_before[-plies]
        del self.left_before[-plies:]
        self.resume()

    def resume(self) -> None:
        """Go on from the board, the person to move."""
        self.result, self.has_resigned = "*", False
        self.turn_began = time.monotonic()
        self.draw()

    def save(self, name: str) -> None:
        """Write the game as far as it has come, as PGN; what goes wrong is told, and the game goes on."""
        if not name:
            self.complain("save needs the name of a file: save game.pgn")
            return
        try:
            path = Path(name).expanduser().absolute()
            if path.exists() and path not in self.saved:
                raise FileExistsError(f"{path} is there already")
            write_text(path, self.pgn())
            self.saved.add(path)
        except (OSError, ValueError, RuntimeError) as error:  # also names that can be none, and homes that nobody has
            self.complain(f"the game is not saved: {error}")
        else:
            print(f"saved to {path}")

    def pgn(self) -> str:
        """The game as far as it has come."""
        from ajeeb import pgn

        game = pgn.Game.from_board(self.board)
        white, black = ("human", "ajeeb") if self.human else ("ajeeb", "human")
        game.headers.update({"Event": "ajeeb play", "Date": time.strftime("%Y.%m.%d"), "White": white, "Black": black})
        if self.is_over:
            game.headers["Result"] = self.result
        return f"{game}\n\n"

    def complain(self, text: str) -> None:
        """Tell what went wrong; brackets in it are no markup."""
        self.console.print(text, style="red", markup=False)

    def move(self, word: str) -> bool:
        """A move as SAN or UCI."""
        if self.is_over:
            self.complain(f"the game is over: {word!r} is no move any more")
            return False
        for parse in (self.board.parse_san, self.board.parse_uci):
            try:
                move = parse(word)
            except ValueError:
                continue
            if move:
                self.push(move, self.board.san(move))
                return True
        self.complain(f"{word!r} is no legal move here; `help` tells what can be typed")
        return False

    def clock_text(self) -> str:
        """Both clocks, if any runs."""
        if self.left is None or self.is_over:
            return ""
        return " ".join(f"{'white' if c else 'black'} {s // 60:.0f}:{s % 60:04.1f}" for c, s in self.left.items())

    def draw(self) -> None:
        """The board in colors, the last move marked."""
        last = self.board.move_stack[-1] if self.board.move_stack else None
        marked = {last.from_square, last.to_square} if last else set()
        ranks = range(8) if self.flipped else range(7, -1, -1)
        files = range(7, -1, -1) if self.flipped else range(8)
        text = Text()
        for rank in ranks:
            text.append(f"{rank + 1} ", style="dim")
            for file in files:
                square = 8 * rank + file
                piece = self.board.piece_at(square)
                symbol = " " if piece is None else piece.symbol() if self.letters else piece.unicode_symbol()
                light = (rank + file) % 2 == 1
                back = "#cdd26a" if square in marked else "#b58863" if not light else "#f0d9b5"
                front = "#ffffff" if piece is not None and piece.color and self.letters else "#000000"
                text.append(f" {symbol} ", style=f"{front} on {back}")
            text.append("\n")
        text.append("   " + "  ".join("abcdefgh"[file] for file in files), style="dim")
        self.console.print(text)


def run(arguments: list[str]) -> int:
    """Run the verb. Returns the exit code."""
    return run_app(app, "play", arguments)
