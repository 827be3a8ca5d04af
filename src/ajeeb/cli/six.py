"""`ajeeb six`: play, search, watch and draw the 6×6 engine of the smart contract and its sane twin."""

import json
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from ajeeb._files import write_text
from ajeeb.cli._typer import run_app
from ajeeb.errors import ChessError
from ajeeb.six import Board, contract, match, notation, sane
from ajeeb.six.rules import RulesName

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="The 6×6 engine of the smart contract, bit-exact, and its sane twin.",
)


class RuleSet(StrEnum):
    """Whose rules, or whose engine."""

    contract = "contract"
    sane = "sane"

    @property
    def key(self) -> RulesName:
        return "contract" if self is RuleSet.contract else "sane"


class Side(StrEnum):
    """The person's side."""

    white = "white"
    black = "black"


class Theme(StrEnum):
    """The colours of the pillars."""

    nord = "Nord"
    bw = "B/W"
    candycorn = "Candycorn"
    rgb = "RGB"
    vscode = "VSCode"
    neon = "Neon"
    jungle = "Jungle"
    corn = "Corn"


Rules = Annotated[RuleSet, typer.Option(help="The contract's rules and engine, or the sane ones.")]
Position = Annotated[str, typer.Argument(metavar="BOARD", help="start, 0x…, decimal digits, or like a FEN.")]


def run(arguments: list[str]) -> int:
    """Run `ajeeb six ARGUMENTS...`. Returns the exit code."""
    return run_app(app, "six", arguments)


@app.command()
def search(
    board: Position = "start",
    depth: Annotated[int | None, typer.Option(help="Plies. Contract: 3 if not given.")] = None,
    rules: Rules = RuleSet.contract,
    nodes: Annotated[int | None, typer.Option(help="Sane rules: positions to look at.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Sane rules: time to think.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Search a position and print the engine's move.

    Examples:

      ajeeb six search 0x3256230011111100000000000000000099999900BCDECB000000001 --depth 10

      ajeeb six search "3k2/6/3K2/6/R5/6 w" --rules sane --seconds 0.5 --json
    """
    position = Board.from_text(board, rules=rules.key)
    report: dict[str, object] = {"board": hex(position.uint256), "fen": position.fen, "rules": rules.value}
    if rules is RuleSet.contract:
        if nodes is not None or seconds is not None:
            raise typer.BadParameter("--nodes and --seconds are for the sane engine (--rules sane)")
        report |= _contract_report(position, 3 if depth is None else depth)
    else:
        report |= _sane_report(position, depth, nodes, seconds)
    if as_json:
        print(json.dumps(report))
    else:
        print(position)
        for name, value in report.items():
            if name not in ("board", "fen", "rules"):
                print(f"{name:9} {' '.join(value) if isinstance(value, list) else value}")


def _contract_report(position: Board, depth: int) -> dict[str, object]:
    move, wins = contract.search_move(position.uint256, depth)
    name = position.move_name(move) if move else None
    return {"depth": depth, "move": name, "move_int": move, "wins": wins}


def _sane_report(position: Board, depth: int | None, nodes: int | None, seconds: float | None) -> dict[str, object]:
    if depth is None and nodes is None and seconds is None:
        depth = 6
    found = position.search(depth, nodes=nodes, seconds=seconds)
    return {
        "depth": found.depth,
        "move": position.move_name(found.move) if found.move else None,
        "move_int": found.move,
        "score": found.score,
        "mate_in": found.mate_in,
        "nodes": found.nodes,
        "line": position.line_names(found.line),
    }


@app.command()
def selfplay(
    games: Annotated[int, typer.Option("--games", "-n", help="Number of games.")] = 100,
    first: Annotated[RuleSet, typer.Option(help="One engine: white in the even games.")] = RuleSet.sane,
    second: Annotated[RuleSet, typer.Option(help="The other: black in the even games.")] = RuleSet.contract,
    depth: Annotated[int, typer.Option(help="Plies, for both.")] = 3,
    rules: Annotated[RuleSet, typer.Option(help="The rules to play by.")] = RuleSet.sane,
    opening: Annotated[int, typer.Option(help="Random plies at the start; each opening is played twice.")] = 4,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    replace_illegal: Annotated[
        bool, typer.Option("--replace-illegal", help="Replace the contract's illegal picks by its best legal one.")
    ] = False,
    threads: Annotated[int, typer.Option(help="Threads; 0 for one a processor.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary and every game as JSON.")] = False,
) -> None:
    """Play the engines against each other and count, with 95 % intervals.

    Examples:

      ajeeb six selfplay -n 1000 --json > games.json

      ajeeb six selfplay -n 200 --depth 5 --replace-illegal

      ajeeb six selfplay --first contract --second contract --rules contract
    """
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("games", total=games)
        result = match.play_match(
            first.key,
            second.key,
            games,
            depth=depth,
            opening_plies=opening,
            seed=seed,
            rules=rules.key,
            replace_illegal=replace_illegal,
            threads=threads,
            progress=lambda: progress.advance(task),
        )
    if as_json:
        print(json.dumps(result.as_dict()))
        return
    table = Table(title=f"{first.value} against {second.value}: {games} games at depth {depth}")
    table.add_column("ending")
    table.add_column("games", justify="right")
    for ending, count in result.endings().most_common():
        table.add_row(ending, str(count))
    Console().print(table)
    print(f"{first.value} {result.score()}")


@app.command()
def art(
    board: Position = "start",
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help=".html or .svg.")] = None,
    flat: Annotated[bool, typer.Option("--flat", help="A plain board instead of the pillars.")] = False,
    dimension: Annotated[int, typer.Option(help="Pillars a side: 1, 2, 3, 4, 6 or 12.")] = 6,
    theme: Annotated[Theme, typer.Option(help="The pillars' colours.", case_sensitive=False)] = Theme.nord,
    gap: Annotated[int, typer.Option(help="Pixels between pillars.")] = 2,
    height: Annotated[int, typer.Option(help="Pixels of a pillar's height.")] = 394,
    border: Annotated[bool, typer.Option("--border", help="Outline the bits.")] = False,
    token: Annotated[
        str | None,
        typer.Option(metavar="ID:METADATA", help="A minted move's internal id and metadata: print its token's JSON."),
    ] = None,
) -> None:
    """Draw a board as the minted art shows it, or flat; or a token exactly as the contract does.

    Without --output, SVG goes to standard output.

    Examples:

      ajeeb six art start --theme Candycorn --dimension 12 -o start.html

      ajeeb six art "3k2/6/3K2/6/R5/6 w" --flat -o board.svg

      ajeeb six art 0x3256230011111100000000000000000099999900BCDECB000000001 --token 0:0x851C4A2 -o token.json
    """
    from ajeeb.six import art as pictures

    position = Board.from_text(board, rules="contract")
    if token is not None:
        internal_id, packed = _token(token)
        try:
            text = pictures.metadata(internal_id, position.uint256, packed).json()
        except ImportError as error:
            print(f"ajeeb six: {error}", file=sys.stderr)
            raise typer.Exit(1) from None
    else:
        look = pictures.Look(dimension, gap, height, pictures.THEMES[theme.value], border)
        as_html = output is not None and output.suffix.lower() in (".html", ".htm")
        if flat:
            text = position.html() if as_html else position.svg()
        else:
            text = position.chain_html(look) if as_html else position.chain_svg(look)
    if output is None:
        print(text)
    else:
        write_text(output, text)


def _token(text: str) -> tuple[int, int]:
    try:
        internal_id, _, packed = text.partition(":")
        return int(internal_id, 0), int(packed, 0)
    except ValueError:
        raise typer.BadParameter(f"--token {text[:80]!r}: expected two numbers like 0:0x851C4A2") from None


@app.command()
def play(
    rules: Rules = RuleSet.sane,
    side: Annotated[Side, typer.Option(help="Your side.")] = Side.white,
    depth: Annotated[int, typer.Option(help="The engine's depth in plies.")] = 5,
    board: Annotated[str, typer.Option(metavar="BOARD", help="Where to start.")] = "start",
    letters: Annotated[bool, typer.Option("--letters", help="Letters instead of chess symbols.")] = False,
    color: Annotated[bool | None, typer.Option("--color/--no-color", help="Colours; by default on a terminal.")] = None,
) -> None:
    """Play against either engine in the terminal.

    Type moves like c2c4; undo, hint, moves, resign, help and quit are commands.

    Examples:

      ajeeb six play

      ajeeb six play --rules contract --depth 3

      ajeeb six play --side black --depth 8 --letters
    """
    position = Board.from_text(board, rules=rules.key)
    colours = {None: {}, True: {"force_terminal": True}, False: {"no_color": True, "highlight": False}}[color]
    _Sitting(position, side is Side.white, depth, letters, Console(**colours)).run()  # type: ignore[arg-type]


_HELP = "a move like c2c4, undo, hint, moves, resign, help, quit"


@dataclass(frozen=True)
class _Palette:
    """The colours of the squares, and of the pieces on them."""

    light: str
    dark: str
    marked: str
    white: str
    black: str


_RICH_PALETTE = _Palette("#d8c3a0", "#b58863", "#aaa23a", "bold #ffffff", "#101010")
_PLAIN_PALETTE = _Palette("cyan", "blue", "magenta", "bold bright_white", "black")


class _Sitting:
    """One game at the terminal: a person on one side, an engine on the other."""

    def __init__(self, board: Board, person_is_white: bool, depth: int, letters: bool, console: Console) -> None:
        if not 1 <= depth <= sane.MAX_DEPTH:
            raise ChessError(f"depth {depth}: expected 1..{sane.MAX_DEPTH} plies")
        self.board, self.person_is_white, self.depth = board, person_is_white, depth
        self.letters, self.console = letters, console
        rich_colours = console.color_system in ("256", "truecolor", "windows")
        self.palette = _RICH_PALETTE if rich_colours else _PLAIN_PALETTE
        # Without colours, the sides are told apart by hollow and solid symbols.
        self.coloured = console.is_terminal and console.color_system is not None and not console.no_color

    def run(self) -> None:
        self.show()
        while not (outcome := self.board.outcome()):
            if self.board.turn != self.person_is_white:
                if not self.reply():
                    return
            elif not self.ask():
                return
        winner = {None: "a draw", True: "white wins", False: "black wins"}[outcome.winner]
        self.say(f"{outcome.termination.value}: {winner}")

    def say(self, text: str | Text, end: str = "\n") -> None:
        self.console.print(text, end=end, soft_wrap=True, highlight=False, markup=False)

    def show(self) -> None:
        """The board with coloured squares, from the person's side, and the last move marked."""
        order = notation.interior if self.person_is_white else notation.interior[::-1]
        moves = self.board.moves
        last = {moves[-1][:2], moves[-1][2:4]} if moves else set()
        text = Text()
        for start in range(0, 36, 6):
            text.append(f"{order[start] >> 3} ")
            for index in order[start : start + 6]:
                piece = notation.piece_at(self.board.white_view, index)
                text.append(f" {self.glyph(piece)} ", self.style(index, piece, last))
            text.append("\n")
        text.append("   " + "  ".join("abcdef" if self.person_is_white else "fedcba"))
        self.say(text)

    def glyph(self, piece: int) -> str:
        if self.letters:
            return notation.piece_letter(piece)
        if not self.coloured:
            return notation.piece_symbol(piece)
        return notation.piece_symbol(piece & 7) if piece else " "

    def style(self, index: int, piece: int, last: set[str]) -> str:
        palette = self.palette
        dark = (index >> 3) + (index & 7) & 1 == 1
        background = palette.marked if notation.square_name(index) in last else palette.dark if dark else palette.light
        return f"{palette.white if piece & 8 else palette.black} on {background}"

    def ask(self) -> bool:
        """One line from the person. Returns whether the game goes on."""
        check = " (check)" if self.board.is_check() else ""
        self.say(f"{self.board.move_number}. your move{check}: ", end="")
        try:
            line = input().strip()
        except EOFError:
            self.say("")
            return False
        command = line.lower()
        if command in ("quit", "exit", "q"):
            return False
        if command == "resign":
            self.say(f"you resign: {'black' if self.person_is_white else 'white'} wins")
            return False
        if command in ("help", "?", ""):
            self.say(_HELP)
        elif command == "moves":
            self.say(" ".join(self.board.legal_moves))
        elif command == "hint":
            self.hint()
        elif command == "undo":
            self.undo()
        else:
            self.push(line)
        return True

    def push(self, move: str) -> None:
        try:
            legal = move in self.board.legal_moves
            if not legal and self.board.move_name(self.board.move_from(move)) not in self.board.legal_moves:
                self.say(f"{move} is not legal here; type moves to see what is")
                return
            self.board.push(move)
        except ChessError as error:
            self.say(f"{error}; or {_HELP}")
            return
        self.show()

    def undo(self) -> None:
        if len(self.board.moves) < 2:
            self.say("nothing to take back")
            return
        self.board.pop()
        self.board.pop()
        self.show()

    def hint(self) -> None:
        """The engine's choice for the person: the contract's best that may be played, or the sane one with its line."""
        if self.board.rules == "contract":
            move = match.contract_pick(self.board, self.depth)[0]
            self.say(f"hint: {self.board.move_name(move) if move else 'resign'}")
        else:
            found = self.board.search(self.depth)
            self.say(f"hint: {' '.join(self.board.line_names(found.line))} (score {found.score})")

    def reply(self) -> bool:
        """The engine's move. Returns whether the game goes on."""
        move = self.board.best_move(self.depth)
        if move is None:
            self.say(f"the engine resigns: {'white' if self.person_is_white else 'black'} wins")
            return False
        self.board.push(move)
        self.say(f"engine: {move}")
        self.show()
        return True
