"""Names of squares, moves and pieces, and boards as text. Pictures for people are in `pictures`."""

from ajeeb.errors import IllegalPositionError, InvalidMoveError

__all__ = [
    "PIECE_NAMES",
    "SIDE",
    "SQUARES",
    "draw",
    "interior",
    "move_name",
    "parse_board",
    "parse_move",
    "piece_at",
    "piece_letter",
    "piece_symbol",
    "quoted",
    "square_index",
    "square_name",
    "to_fen",
]

SIDE = 6
PIECE_NAMES = ("", "pawn", "bishop", "rook", "knight", "queen", "king")
_SYMBOLS = "·♟♝♜♞♛♚··♙♗♖♘♕♔·"
_LETTERS = ".pbrnqk?.PBRNQK?"
_PIECES = {letter: i for i, letter in enumerate(_LETTERS) if i not in (0, 7, 8, 15)} | {
    symbol: i for i, symbol in enumerate(_SYMBOLS) if symbol != "·"
}
_EMPTY = ".·*"
_FILES = "abcdef"

interior = [8 * row + col for row in range(SIDE, 0, -1) for col in range(SIDE, 0, -1)]
"""The playable indices in reading order: a6 (54) first, f1 (9) last."""

SQUARES = [file + rank for rank in "654321" for file in _FILES]
"""The names of `interior`, in the same order."""

_INDEX = dict(zip(SQUARES, interior, strict=True))
_NAME = dict(zip(interior, SQUARES, strict=True))


def quoted(number: int) -> str:
    """A number as an error quotes it: in hexadecimal, and cut short where it has no end."""
    digits = hex(number)
    return digits if len(digits) <= 80 else digits[:80] + "…"


def piece_at(board: int, index: int) -> int:
    """The nibble at an index: 0 empty, 1..6 black's pawn, bishop, rook, knight, queen and king, +8 white's."""
    return board >> 4 * index & 15


def piece_symbol(piece: int) -> str:
    """The piece's chess symbol, `·` for an empty square and for unknown pieces."""
    return _SYMBOLS[piece]


def piece_letter(piece: int) -> str:
    """The piece's letter, upper case for white's, `.` for an empty square and `?` for unknown pieces."""
    return _LETTERS[piece]


def square_index(name: str, white: bool = True) -> int:
    """The index of a square as the given side sees it.

    >>> from ajeeb.six.notation import square_index
    >>> square_index("c2"), square_index("c2", white=False)
    (20, 43)
    """
    try:
        index = _INDEX[name]
    except KeyError:
        raise InvalidMoveError(f"square {name[:20]!r}: expected a1 to f6") from None
    return index if white else 63 - index


def square_name(index: int, white: bool = True) -> str:
    """The name of an index as the given side sees it. Indices on the rim, where dead pawns go, read as `(row,col)`.

    >>> from ajeeb.six.notation import square_name
    >>> square_name(20), square_name(43, white=False)
    ('c2', 'c2')
    """
    index = index if white else 63 - index
    return _NAME.get(index) or f"({index >> 3},{index & 7})"


def move_name(move: int, white: bool = True) -> str:
    """A move by name.

    >>> from ajeeb.six.notation import move_name
    >>> move_name(20 << 6 | 28)
    'c2c3'
    """
    return square_name(move >> 6, white) + square_name(move & 63, white)


def parse_move(text: str, white: bool = True) -> int:
    """The move of a name like `c2c3`, in the mover's view. A trailing `q`, for a promotion, is allowed.

    >>> from ajeeb.six.notation import parse_move
    >>> parse_move("c2c3") == 20 << 6 | 28
    True
    """
    name = text.strip().lower()
    if len(name) == 5 and name[4] == "q":
        name = name[:4]
    if len(name) != 4 or name[:2] not in _INDEX or name[2:] not in _INDEX:
        raise InvalidMoveError(f"move {text[:40]!r}: expected two squares of a1 to f6, like 'c2c3'")
    return square_index(name[:2], white) << 6 | square_index(name[2:], white)


def draw(board: int, *, letters: bool = False, origin: int | None = None) -> str:
    """A board in white's view as seven lines of text. `origin` marks the square a piece came from with `*`.

    >>> from ajeeb.six import contract
    >>> from ajeeb.six.notation import draw
    >>> print(draw(contract.START, letters=True))
    6 r b q k b r
    5 p p p p p p
    4 . . . . . .
    3 . . . . . .
    2 P P P P P P
    1 R N Q K N R
      a b c d e f
    """
    glyphs = _LETTERS if letters else _SYMBOLS
    cells = ["*" if index == origin else glyphs[piece_at(board, index)] for index in interior]
    rows = [f"{SIDE - i} {' '.join(cells[SIDE * i : SIDE * (i + 1)])}" for i in range(SIDE)]
    return "\n".join([*rows, f"  {' '.join(_FILES)}"])


def to_fen(board: int, white: bool) -> str:
    """A board in white's view on one line, as FEN writes it.

    >>> from ajeeb.six import contract
    >>> from ajeeb.six.notation import to_fen
    >>> to_fen(contract.START, white=True)
    'rbqkbr/pppppp/6/6/PPPPPP/RNQKNR w'
    """
    rows = []
    for start in range(0, SIDE * SIDE, SIDE):
        row = "".join(_LETTERS[piece_at(board, index)] for index in interior[start : start + SIDE])
        for run in range(SIDE, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return f"{'/'.join(rows)} {'w' if white else 'b'}"


def _fault(text: str, reason: str) -> IllegalPositionError:
    quoted = text if len(text) <= 120 else text[:120] + "…"
    return IllegalPositionError(f"board {quoted!r}: {reason}", (reason,))


def _cells(row: str, text: str) -> list[int]:
    """One row's six nibbles. Digits are runs of empty squares, except a leading rank label set off by a space."""
    words = row.split()
    if len(words) > 1 and words[0] in "654321":
        words = words[1:]
    cells: list[int] = []
    for letter in "".join(words):
        if letter in _EMPTY:
            cells.append(0)
        elif letter in "123456":
            cells += [0] * int(letter)
        elif letter in _PIECES:
            cells.append(_PIECES[letter])
        else:
            raise _fault(text, f"unknown piece {letter!r}")
    if len(cells) != SIDE:
        raise _fault(text, f"row {row.strip()!r} has {len(cells)} squares, expected 6")
    return cells


def parse_board(text: str) -> tuple[int, bool | None]:
    """Read `draw`'s or `to_fen`'s text. Returns the board in white's view (nibble 0 is 1), and who moves if it says so.

    Letters or chess symbols, `.`, `·` and `*` for empty squares, rows on lines or between slashes, rank numbers and the
    line of files optional. A last word or line `w`, `b`, `white` or `black` names the mover.
    """
    if len(text) > 2000:
        raise _fault(text, "too long for a 6×6 board")
    movers = {"w": True, "b": False, "white": True, "black": False}
    white: bool | None = None
    head, _, tail = (
        text.strip()
        .replace("white to move", "white")
        .replace("black to move", "black")
        .rpartition("\n" if "/" not in text else " ")
    )
    if head and tail.strip().lower() in movers:
        white = movers[tail.strip().lower()]
    else:
        head = text
    rows = [row for row in head.replace("/", "\n").splitlines() if row.strip() and row.split() != list(_FILES)]
    if len(rows) != SIDE:
        raise _fault(text, f"{len(rows)} rows, expected 6")
    board = 1
    for index, piece in zip(interior, (cell for row in rows for cell in _cells(row, text)), strict=True):
        board |= piece << 4 * index
    return board, white
