"""Screens made and read from outside, for tools and tests: FEN to screen and back. No part of any program."""

import re
from typing import NamedTuple

from ajeeb.errors import InvalidFenError, RegexProgramError
from ajeeb.regex.chess.desk import GLYPHS

__all__ = ["Screen", "from_screen", "read_screen", "to_screen"]

_GLYPH_OF = {
    letter: glyph
    for piece, (white, black) in GLYPHS.items()
    for letter, glyph in ((piece, white), (piece.lower(), black))
}
_LETTER_OF = {glyph: letter for letter, glyph in _GLYPH_OF.items()}
_FIELDS = (
    ("side", r"[wb]"),
    ("castling", r"(?:K?Q?k?q?)(?<=[KQkq])|-"),
    ("en passant", r"[a-h][36]|-"),
    ("clock", r"[0-9]{1,4}"),
    ("move number", r"[0-9]{1,4}"),
)
_SCREEN = re.compile(
    r"(?P<rows>(?:[1-8](?: [♔-♟.]){8}\n){8})  [a-h ]+\n\nYou are (?P<you>White|Black)\. (?P<side>White|Black) to move, "
    r"castling (?P<castling>[KQkq-]+), en passant (?P<ep>[a-h][36]|-), clock (?P<clock>[0-9]+), move (?P<move>[0-9]+)"
    r"\.\nPast:\n(?P<past>(?:[ye][^\n]*\n)*)(?:Ajeeb: ?(?P<message>[^\n]*)\n)?(?P<prompt>Your move|Game over): *"
)


class Screen(NamedTuple):
    """What a screen says: the position, who the human is ("w" or "b"), the message, whether the game is over."""

    fen: str
    you: str
    message: str
    over: bool


def to_screen(fen: str, you: str | None = None) -> str:
    """The screen of a position, ready for a move to be put behind it.

    The human has the side to move, or is `you` ("w" or "b"; if that is the other side, the machine moves, whatever is
    put behind the screen). Castling, en passant and the clocks may be left out of the FEN. Raises InvalidFenError.

    >>> print(to_screen("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1").rstrip())
    1 . . . ♔ . . . .
    2 . . . ♟ . . . .
    3 . . . ♚ . . . .
    4 . . . . . . . .
    5 . . . . . . . .
    6 . . . . . . . .
    7 . . . . . . . .
    8 . . . . . . . .
      h g f e d c b a
    <BLANKLINE>
    You are Black. Black to move, castling -, en passant -, clock 0, move 1.
    Past:
    Your move:
    """
    placement, *fields = fen.split() or [""]
    rows = _rows(fen, placement)
    values = fields + ["w", "-", "-", "0", "1"][len(fields) :]
    for (name, pattern), value in zip(_FIELDS, values, strict=False):
        if not re.fullmatch(pattern, value):
            raise InvalidFenError(f"{fen!r}: {value!r} is no {name}", kind="field", field=name, offset=fen.find(value))
    if len(values) > len(_FIELDS):
        raise InvalidFenError(f"{fen!r} has more than six fields", kind="fields", field="", offset=len(fen))
    side, castling, passed, clock, move = values
    you = side if you is None else you
    labelled = list(zip("87654321", rows, strict=True))
    files = "abcdefgh"
    if you == "b":
        labelled, files = [(rank, row[::-1]) for rank, row in reversed(labelled)], files[::-1]
    elif you != "w":
        raise ValueError(f"the human is 'w' or 'b', not {you!r}")
    lines = [f"{rank} {' '.join(row)}" for rank, row in labelled]
    names = {"w": "White", "b": "Black"}
    return "\n".join(
        [
            *lines,
            f"  {' '.join(files)}",
            "",
            f"You are {names[you]}. {names[side]} to move, castling {castling}, en passant {passed}, "
            f"clock {clock}, move {move}.",
            "Past:",
            "Your move: ",
        ]
    )


def _rows(fen: str, placement: str) -> list[str]:
    rows = placement.split("/")
    if len(rows) != 8:
        raise InvalidFenError(f"{fen!r} has {len(rows)} rows, not 8", kind="rows", field="board")
    spread = []
    for row in rows:
        squares = re.sub("[1-8]", lambda match: "." * int(match[0]), row)
        if len(squares) != 8 or not all(char in _GLYPH_OF or char == "." for char in squares):
            raise InvalidFenError(
                f"{fen!r}: {row!r} is no row of eight squares", kind="row", field="board", offset=fen.find(row)
            )
        spread.append("".join(_GLYPH_OF.get(char, ".") for char in squares))
    return spread


def read_screen(text: str) -> Screen:
    """What a screen says. Raises RegexProgramError for a text that is none."""
    found = _SCREEN.match(text)
    if not found:
        raise RegexProgramError(f"this is no screen of the chess program: {text[:60]!r}")
    rows = [line[2:].split(" ") for line in found["rows"].splitlines()]
    if found["you"] == "Black":
        rows = [row[::-1] for row in rows[::-1]]
    letters = ("".join(_LETTER_OF.get(glyph, " ") for glyph in row) for row in rows)
    placement = "/".join(re.sub(" +", lambda match: str(len(match[0])), row) for row in letters)
    fields = (found["side"][0].lower(), found["castling"], found["ep"], found["clock"], found["move"])
    return Screen(
        " ".join((placement, *fields)),
        found["you"][0].lower(),
        found["message"] or "",
        found["prompt"] == "Game over",
    )


def from_screen(text: str) -> tuple[str, str]:
    """The position of a screen as a FEN, and what the machine says there. Raises RegexProgramError if it is no screen.

    >>> from_screen(to_screen("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"))
    ('8/8/8/8/8/4k3/4p3/4K3 w - - 0 1', '')
    """
    screen = read_screen(text)
    return screen.fen, screen.message
