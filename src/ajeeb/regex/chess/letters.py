"""How a board is written while the machine thinks: one line of 78 characters, in letters that carry their worth.

Here are the layout, the alphabet and the piece-square levels, as data and as the regex classes made of it; no rule and
no search. The engine's men are capitals, start on the first row and move down the line; the human's are small letters
and move up. This is the board as the human sees it, except that the files always run from a to h.

A line is eight rows of eight squares with two separators between rows, so that a direction is a fixed distance and a
step over the edge meets a separator or the line's end. A letter says three things at once: which man stands there, how
well (its *level*, 0 to 3, from the tables below), and whether it may still castle. A move therefore needs no
bookkeeping: the three letters (mover, mover on its new square, victim) hold all that changes in the score.
"""

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "EMPTY",
    "ENGINE",
    "HUMAN",
    "PASSED",
    "VALUES",
    "WIDTH",
    "Side",
    "letter",
    "level_class",
    "square_index",
    "value_of",
]

EMPTY = "."
PASSED = ","
"""The square that a pawn has just jumped over; it counts as empty for everything but en passant."""

ROW = 10
"""From a square to the one below it: eight squares and two separators."""

WIDTH = 78
# The order makes every class of the move rules one range: diagonal sliders A-H, straight ones E-M.
_ALPHABET = {"B": "ABCD", "Q": "EFGH", "R": "IJKL", "N": "NOPQ", "P": "RSTU", "K": "VWXY"}
UNMOVED_ROOK, UNMOVED_KING = "M", "Z"

VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}
"""Worth of a man in pawns. A position is worth 100 a pawn and 1 a level."""

_LEVELS = {
    "P": "00000000 33333333 22233222 22233222 11233111 11122011 11100111 00000000",
    "N": "00000000 01111110 01222210 01233210 01233210 01222210 01111110 00000000",
    "B": "00000000 01111110 12222221 13222231 12322321 12222221 02111120 00000000",
    "R": "11111111 33333333 00011000 00011000 00011000 00011000 00011000 00111100",
    "Q": "11111111 12222221 01111110 01111110 01111110 01111110 01111110 00010000",
    "K": "00000000 00000000 00000000 00000000 00000000 00000000 11000011 23301032",
}
_UNMOVED_LEVELS = {UNMOVED_ROOK: 0, UNMOVED_KING: 1}

PROMOTED = "QRBN"


def square_index(row: int, column: int) -> int:
    """Where a square is in the line; row 0 is the engine's first rank.

    >>> square_index(7, 4)
    74
    """
    return ROW * row + column


def letter(piece: str, row: int, column: int) -> str:
    """The capital for a man of the side that moves up the line (one that has moved, if it is a king or a rook).

    >>> letter("N", 5, 2), letter("N", 7, 1)
    ('P', 'N')
    """
    return _ALPHABET[piece][int(_LEVELS[piece].split()[row][column])]


def value_of(char: str) -> int:
    """What a letter is worth to its owner: 100 a pawn and 1 a level; nothing on an empty square.

    >>> value_of("P"), value_of("r"), value_of(".")
    (302, 100, 0)
    """
    upper = char.upper()
    if upper in _UNMOVED_LEVELS:
        return 100 * (5 if upper == UNMOVED_ROOK else 0) + _UNMOVED_LEVELS[upper]
    for piece, letters in _ALPHABET.items():
        if upper in letters:
            return 100 * VALUES[piece] + letters.index(upper)
    return 0


def level_class(level: int) -> str:
    """The engine's letters of one level.

    >>> level_class(1)
    'BFJOSWZ'
    """
    letters = [chars[level] for chars in _ALPHABET.values()]
    return "".join(sorted(letters + [char for char, its in _UNMOVED_LEVELS.items() if its == level]))


_CLASSES = {"B": "A-D", "Q": "E-H", "R": "I-M", "N": "N-Q", "P": "R-U", "K": "V-Z"}


@dataclass(frozen=True)
class Side:
    """One side as the rules see it: classes of letters (without brackets), where it starts and which way it moves."""

    name: Literal["engine", "human"]

    def case(self, letters: str) -> str:
        """Letters of the engine as letters of this side."""
        return letters if self.name == "engine" else letters.lower()

    @property
    def home(self) -> int:
        """The row that this side's king starts on."""
        return 0 if self.name == "engine" else 7

    @property
    def forward(self) -> int:
        """1 if this side's pawns move down the line, -1 if they move up."""
        return 1 if self.name == "engine" else -1

    def letter(self, piece: str, row: int, column: int) -> str:
        """The letter of a man of this side on a square."""
        return self.case(letter(piece, 7 - row if self.name == "engine" else row, column))

    def class_of(self, pieces: str) -> str:
        """The class of some kinds of men: "NP" to "N-QR-U"."""
        return self.case("".join(_CLASSES[piece] for piece in pieces))

    @property
    def pawns(self) -> str:
        return self.class_of("P")

    @property
    def kings(self) -> str:
        return self.class_of("K")

    @property
    def knights(self) -> str:
        return self.class_of("N")

    @property
    def diagonal(self) -> str:
        """Bishops and queens."""
        return self.case("A-H")

    @property
    def straight(self) -> str:
        """Rooks and queens."""
        return self.case("E-M")

    @property
    def men(self) -> str:
        return self.case("A-Z")

    @property
    def unmoved_rook(self) -> str:
        return self.case(UNMOVED_ROOK)

    @property
    def unmoved_king(self) -> str:
        return self.case(UNMOVED_KING)


ENGINE, HUMAN = Side("engine"), Side("human")
