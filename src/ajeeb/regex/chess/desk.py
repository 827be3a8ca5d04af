r"""The machine of the chess program: what its text looks like between reading a screen and showing one.

Here are the instruction set, its conditions, and reading: from a screen or a FEN to the desk. The desk is

    %%                              awake; asleep under a tag it is %tag
    you=W to=W castling=KQkq ep=- clock=0, move 1, Your move in=e2e4
    FIFFGIJ...                      the board, as `letters` describes it
    abcdefgh--...--88888888--...    the file of each of its squares, then the rank of each, to find squares by name
    yFIFFGIJ...                     the positions since the last capture or pawn move; y: your turn, e: the engine's

Rules of instructions begin with `^%%`, so that none of them does anything while the thread sleeps; what the search
adds below is there only if the thread was awake.
"""

from collections.abc import Iterable, Iterator

from ajeeb.regex.chess.attacks import attacked, delete_attacked
from ajeeb.regex.chess.letters import ENGINE, HUMAN, PASSED, WIDTH
from ajeeb.regex.chess.moves import ANY, filler, map_of
from ajeeb.regex.instructions import InstructionSet
from ajeeb.regex.rule import RuleLike

__all__ = [
    "ALL",
    "AWAKE",
    "CHESS",
    "END",
    "GLYPH",
    "GLYPHS",
    "HEAD",
    "LINE",
    "NEW_BOARD",
    "SWAP",
    "begin_past",
    "count_ply",
    "is_blank",
    "is_clock_at",
    "is_dead",
    "is_fen",
    "is_in_check",
    "is_third_time",
    "is_to_move",
    "is_unreadable",
    "named",
    "otherwise",
    "park",
    "reactivate",
    "read_fen",
    "read_screen",
    "remember",
    "set_up",
    "set_up_start",
    "settle",
    "unless",
    "wake",
    "when",
]

CHESS = InstructionSet("chess")

ALL = "[^~]*"
"""Any text: the mark of the moving cursor is not in it, because `wake` takes it out of what was put in."""

END = "(?![^~])"
AWAKE = r"^%%\n"
HEAD = rf"^(%%\nyou{ANY}*)"
LINE = WIDTH + 1
NEW_BOARD = 3 * LINE
"""From a square of the board to the one in the line under its names, less one."""


GLYPHS = {"P": ("♙", "♟"), "N": ("♘", "♞"), "B": ("♗", "♝"), "R": ("♖", "♜"), "Q": ("♕", "♛"), "K": ("♔", "♚")}
"""White's and Black's; on the desk for a moment the human's and the engine's."""

GLYPH = "[♔-♟.]"
SWAP = "".join(white + black + black + white for white, black in GLYPHS.values())
_FEN_LETTERS = "".join(piece + white + piece.lower() + black for piece, (white, black) in GLYPHS.items())
_ROWS = "--".join([f"({GLYPH}{{8}})"] * 8)
_ROWS_REVERSED = "--".join(f"\\{9 - row}" for row in range(8))
_SIDES = ((0, HUMAN), (1, ENGINE))
START = "♜♞♝♛♚♝♞♜--♟♟♟♟♟♟♟♟--........--........--........--........--♙♙♙♙♙♙♙♙--♖♘♗♕♔♗♘♖"
PAST = "(?:[ye][A-Za-z.,-]{78}\\n){0,300}"


@CHESS.instruction
def otherwise(tag: str) -> Iterable[RuleLike]:
    """The active thread falls asleep, and one that the guard put to sleep wakes up."""
    yield AWAKE, f"%+{tag}\n"
    yield rf"^%{tag}\n", "%%\n"


@CHESS.instruction
def reactivate(tag: str) -> Iterable[RuleLike]:
    """A thread that sleeps under the tag, from either side, wakes up."""
    yield rf"^%\+?{tag}\n", "%%\n"


@CHESS.instruction
def park(tag: str) -> Iterable[RuleLike]:
    """The active thread falls asleep."""
    yield AWAKE, f"%{tag}\n"


def named(file: str, rank: str, lines: int = 0) -> str:
    """What follows a square of the board, up to its file and rank; `lines` of other boards are between."""
    return f"[^~]{{{WIDTH + lines * LINE}}}{file}[^~]{{{LINE}}}{rank}"


def when(tag: str, pattern: str) -> RuleLike:
    """The rule of a guard: asleep under the tag unless the pattern fits right behind the first line."""
    return rf"{AWAKE}(?!{pattern})", f"%{tag}\n"


def unless(tag: str, pattern: str) -> RuleLike:
    """The rule of a guard that says no: asleep under the tag if the pattern fits there."""
    return rf"{AWAKE}(?={pattern})", f"%{tag}\n"


@CHESS.instruction
def wake() -> Iterable[RuleLike]:
    """Put the thread's mark before the text, and make a tidy text of what was put in.

    Lines are cut where none of a screen is so long, characters that no screen has (tabs, returns, the cursor
    `~`) become spaces, spaces at the end of a line go, and the text ends with one newline.
    """
    yield r"([^\n]{200})[^\n]+", r"\1"
    yield r"[^ -}♔-♟\n]", " "
    yield r" +(?=\n)", ""
    yield "^", "%%\n"
    yield rf"(?<![ \n])[ \n]+{END}", ""
    yield END, "\n"


@CHESS.guard
def is_blank(tag: str) -> Iterable[RuleLike]:
    """Nothing was put in, or `new` at any prompt."""
    yield when(tag, rf"(?:{ALL}(?:Your move|Game over): *new\n)?{END}")


@CHESS.instruction
def set_up_start() -> Iterable[RuleLike]:
    """The desk for the start of a game."""
    yield f"^%%{ALL}", f"%%\nyou=W to=W castling=KQkq ep=- clock=0, move 1, in=\n{START}\n"


@CHESS.guard
def is_fen(tag: str) -> Iterable[RuleLike]:
    """A FEN was put in, alone or at the prompt."""
    rows = "[1-8A-Za-z]{1,8}(?:/[1-8A-Za-z]{1,8}){7}"
    yield when(tag, rf"(?:{ALL}(?:Your move|Game over):)? *{rows} [wb](?: {ANY}*)?\n{END}")


@CHESS.instruction
def read_fen() -> Iterable[RuleLike]:
    """From a FEN to the desk; the human has the side to move. Castling, en passant and clocks may be left out."""
    rows = "[^\n /]+(?:/[^\n /]+){7}"
    yield rf"{AWAKE}{ALL}?({rows} [wb]{ANY}*)\n{END}", r"%%" + "\n" + r"fen \1" + "\n"
    yield rf"(\nfen {ANY}* [wb])(?=\n)", r"\1 - -"
    yield rf"(\nfen {rows} [wb] [^\n ]+)(?=\n)", r"\1 -"
    yield rf"(\nfen {rows} [wb] [^\n ]+ [^\n ]+)(?=\n)", r"\1 0 1"
    yield (
        rf"{AWAKE}fen ({rows}) ([wb]) ([KQkq]+|-) ([a-h][36]|-) ([0-9]{{1,4}}) ([0-9]{{1,4}})\n",
        "%%\n" + r"you=\2 to=\2 castling=\3 ep=\4 clock=\5, move \6, in=" + "\n" + rf"\1#{_FEN_LETTERS}" + "\n",
    )
    yield "=w", "=W"
    yield "=b", "=B"
    for digit in range(8, 0, -1):
        yield rf"{digit}(?={ANY}*#)", "." * digit
    yield rf"([A-Za-z])(?={ANY}*#(?:[A-Za-z][♔-♟])*?\1([♔-♟]))", r"\2"
    yield rf"/(?={ANY}*#)", "--"
    yield rf"#{ANY}*", ""


@CHESS.instruction
def read_screen() -> Iterable[RuleLike]:
    """From a screen to the desk, its rows from the eighth to the first."""
    squares = f"({GLYPH})" + f" ({GLYPH})" * 7
    yield rf"\n[1-8] {squares}(?=\n)", r"--\1\2\3\4\5\6\7\8"
    yield (
        rf"^%%--({GLYPH}{{8}}(?:--{GLYPH}{{8}}){{7}})\n  [a-h ]*\n\nYou are ([WB])[a-z]*\. ([WB])[a-z]* to move, "
        rf"castling ([KQkq]+|-), en passant ([a-h][36]|-), clock ([0-9]{{1,4}}, move [0-9]{{1,4}})\.\nPast:\n({PAST})"
        rf"(?:Ajeeb:{ANY}*\n)?(Your move|Game over): *({ANY}*)\n{END}",
        "%%\n" + r"you=\2 to=\3 castling=\4 ep=\5 clock=\6, \8 in=\9" + "\n" + r"\1" + "\n" + r"\7",
    )
    yield rf"^(%%\nyou{ANY}*? in=)(?![A-Za-z0-9+-]{{1,12}}\n){ANY}+", r"\1That"
    yield rf"{AWAKE}(you=B{ANY}*)\n{_ROWS}", "%%\n" + r"\1" + "\n" + f"{_ROWS_REVERSED}<"
    squares = f"({GLYPH})" * 8
    yield rf"{squares}(?={ANY}*<)", r"\8\7\6\5\4\3\2\1"
    yield "<", ""


@CHESS.guard
def is_unreadable(tag: str) -> Iterable[RuleLike]:
    """No board has been read that has one king and at most sixteen men of each color, and no pawn on a last rank."""
    white, black = GLYPHS["K"]
    rest = rf"[^\n{white}{black}]*"
    too_many = [rf"(?!(?:[^\n{men}]*[{men}]){{17}})" for men in ("♔-♙", "♚-♟")]
    yield unless(
        tag,
        rf"you=[WB] to=[WB] {ANY}*\n(?={GLYPH}{{8}}(?:--{GLYPH}{{8}}){{7}}\n)(?!{ANY}{{0,7}}[♙♟])(?!{ANY}{{70,77}}[♙♟])"
        rf"{''.join(too_many)}{rest}(?:{white}{rest}{black}|{black}{rest}{white}){rest}\n",
    )


@CHESS.instruction
def set_up() -> Iterable[RuleLike]:
    """From glyphs to letters, as seen by the human, with castling rights and the passed square among them."""
    yield r"^(%%\nyou=)W( to=W[^\n]* in=)go\n", r"\1B\2" + "\n"
    yield r"^(%%\nyou=)B( to=B[^\n]* in=)go\n", r"\1W\2" + "\n"
    yield rf"{AWAKE}(you=B{ANY}*)\n{_ROWS}", "%%\n" + r"\1" + "\n" + f"{_ROWS_REVERSED}#{SWAP}"
    yield rf"([♔-♟])(?={ANY}*#(?:[♔-♟]{{2}})*?\1([♔-♟]))", r"\2"
    yield f"#{ANY}*", ""
    maps = [(glyphs[number], map_of(side, piece)) for piece, glyphs in GLYPHS.items() for number, side in _SIDES]
    yield rf"{HEAD}(\n{ANY}*)", r"\1\2" + "".join(f"\n{its}" for _, its in maps)
    for number, (glyph, _) in enumerate(maps):
        yield rf"{glyph}(?=[^~]{{{WIDTH + LINE * number}}}([A-Za-z]))", r"\1"
    yield rf"{HEAD}(\n{ANY}*)(?:\n{ANY}{{78}}){{12}}", r"\1\2" + f"\n{_names('W')}"
    yield rf"^(%%\nyou=B{ANY}*\n{ANY}*\n){ANY}*", rf"\1{_names('B')}"
    yield from _castling_rights()
    passed = named(r"\2", r"\3")
    pawn = f"(?:(?={filler(9)}[{ENGINE.pawns}])|(?<=[{HUMAN.pawns}]{filler(9)}\\.))"
    yield rf"^(%%\nyou{ANY}* ep=([a-h])([36]){ANY}*\n{ANY}*)\.{pawn}(?={passed})", rf"\1{PASSED}"


def _castling_rights() -> Iterator[RuleLike]:
    """A right is a pair of unmoved letters; one without its king and rook at home is ignored."""
    for side, (white, black) in ((HUMAN, ("KQ", "kq")), (ENGINE, ("kq", "KQ"))):
        king, rook = f"[{side.kings}]", f"[{side.class_of('R')}]"
        row = filler(70) if side.home else ""
        for wing in (0, 1):
            have = rf"(?:W{ANY}* castling={ANY}*{white[wing]}|B{ANY}* castling={ANY}*{black[wing]}){ANY}* ep="
            unmoved = (rf"\1{side.unmoved_king}\2{side.unmoved_rook}", rf"\1{side.unmoved_rook}\2{side.unmoved_king}")
            squares = (rf"{ANY}{{4}}){king}({ANY}{{2}}){rook}", rf"){rook}({ANY}{{3}}){king}")
            yield rf"^(%%\nyou={have}{ANY}*\n{row}{squares[wing]}", unmoved[wing]


@CHESS.guard
def is_in_check(tag: str, name: str) -> Iterable[RuleLike]:
    """The king of a side ("engine" or "human") can be taken."""
    side, other = (ENGINE, HUMAN) if name == "engine" else (HUMAN, ENGINE)
    yield when(tag, rf"you{ANY}*\n{attacked(side, other)}")


@CHESS.guard
def is_to_move(tag: str, name: str) -> Iterable[RuleLike]:
    """It is the turn of that side ("engine" or "human")."""
    yield when(tag, r"you=(?:W to=W|B to=B)" if name == "human" else r"you=(?:W to=B|B to=W)")


@CHESS.instruction
def settle(name: str) -> Iterable[RuleLike]:
    """Write unmoved and passed only what still matters to the side to move: rights that exist, a capture en passant
    that is legal. Then equal positions are equal lines."""
    for side in (ENGINE, HUMAN):
        king, rook = side.unmoved_king, side.unmoved_rook
        short, long = f"{king}{filler(2)}", f"{filler(3)}{king}"
        yield rf"(?<!{short}){rook}(?!{long})(?=[^\n =]*\n)", side.letter("R", side.home, 0)
        short, long = f"{filler(2)}{rook}", f"{rook}{filler(3)}"
        yield rf"(?<!{long}){king}(?!{short})(?=[^\n =]*\n)", side.letter("K", side.home, 4)
    side, other = (ENGINE, HUMAN) if name == "engine" else (HUMAN, ENGINE)
    pawn, victim, eight, nine = f"[{side.pawns}]", f"[{other.pawns}]", filler(8), filler(9)
    if side.forward > 0:
        ways, after = (rf"{victim}{pawn}({eight}),", rf"{pawn}{victim}({nine}),"), r"\2..\3" + side.pawns[0]
    else:
        ways, after = (rf",({nine}){victim}{pawn}", rf",({eight}){pawn}{victim}"), r"\2" + side.pawns[0] + r"\3.."
    for way in ways:
        yield rf"^(%%\nyou{ANY}*\n({ANY}*){way}({ANY}*)\n{ALL}){END}", "\\1c\n" + after + r"\4" + "\n"
    yield from delete_attacked(side, other, "c")
    yield rf"^(%%\nyou{ANY}*\n[^\n,]*),(?!{ALL}\nc\n)", r"\1."
    yield rf"\nc\n{ANY}*", ""


@CHESS.instruction
def count_ply(name: str) -> Iterable[RuleLike]:
    """A ply has been made by "engine" or "human": the turn passes, the clock and, after Black's ply, the move count up.

    A clock of `-` starts again and the past is forgotten. A `+` behind a number adds one: nines before it become `_`,
    the digit before them its successor.
    """
    yield rf"^(%%\nyou{ANY}* clock=[0-9]+)", r"\1+"
    yield rf"^(%%\nyou={'B' if name == 'human' else 'W'}{ANY}* move [0-9]+)", r"\1+"
    yield r"9(?=9*\+)", "_"
    yield r"([0-8])(_*)\+", r"\1\2+0123456789"
    yield r"([0-8])(_*)\+[0-9]*?\1([0-9])[0-9]*", r"\3\2"
    yield r"(?<=[ =])(?=_+\+)", "1"
    yield r"_\+", "_"
    yield "_", "0"
    for you, opponent in (("W", "B"), ("B", "W")):
        old, new = (you, opponent) if name == "human" else (opponent, you)
        yield rf"^(%%\nyou={you} to=){old}", rf"\1{new}"
    yield rf"^(%%\nyou{ANY}* clock=-(?:{ANY}*\n){{3}}){ALL}", r"\1"
    yield "clock=-", "clock=0"


@CHESS.guard
def is_clock_at(tag: str, plies: int, before: str = "") -> Iterable[RuleLike]:
    """Without a capture or a pawn's move have gone 100 to 149 plies, or 150 and more.

    A reply marked with one of `before` ("#&": mate, stalemate) ends the game first.
    """
    range_ = {100: "1[0-4][0-9]", 150: "(?:1[5-9]|[2-9][0-9]|[1-9][0-9]{2})[0-9]"}[plies]
    ended = f"(?!{ANY}* reply=[{before}])" if before else ""
    yield when(tag, rf"you{ANY}* clock={range_},{ended}")


@CHESS.guard
def is_third_time(tag: str) -> Iterable[RuleLike]:
    """A position of this turn has been there twice before, with the same side to move and the same rights."""
    yield rf"^%%(?=\n{ALL}\n([ye]{ANY}*)\n(?:{ALL}\n)?\1\n(?:{ALL}\n)?\1\n(?:{ANY}*\n)?{END})", "%="
    yield AWAKE, f"%{tag}\n"
    yield r"^%=\n", "%%\n"


@CHESS.guard
def is_dead(tag: str) -> Iterable[RuleLike]:
    """No sequence of moves can mate: bare kings, one knight or bishop, or bishops on squares of one color."""
    men, bishop = "A-Ua-u", "A-Da-d"
    one = rf"[^\n{men}]*[{bishop}N-Qn-q]?[^\n{men}]*\n"
    no, yes = f"[^\\n{men}]", rf"(?:[^\n{men}]|[{bishop}])"
    even, odd = f"(?:{yes}{no}){{4}}", f"(?:{no}{yes}){{4}}"
    boards = [f"(?:{first}--{second}(?:--)?){{4}}" for first, second in ((even, odd), (odd, even))]
    yield when(tag, rf"you{ANY}*\n(?:{one}|{boards[0]}\n|{boards[1]}\n)")


@CHESS.instruction
def remember(mark: str) -> Iterable[RuleLike]:
    """Add the position to the past: `y` if it is the human's turn, `m` if the engine's."""
    yield rf"^(%%\nyou{ANY}*\n({ANY}*)\n{ALL}){END}", rf"\1{mark}\2" + "\n"


@CHESS.instruction
def begin_past() -> Iterable[RuleLike]:
    """A position that comes without a past is its own beginning."""
    yield rf"^(%%\nyou=([WB]) to=\2{ANY}*\n({ANY}*)\n{ANY}*\n){END}", r"\1y\3" + "\n"
    yield rf"^(%%\nyou{ANY}*\n({ANY}*)\n{ANY}*\n){END}", r"\1e\2" + "\n"


def _names(you: str) -> str:
    order = "87654321" if you == "W" else "12345678"
    return "--".join([*["abcdefgh"] * 8, *(rank * 8 for rank in order)])
