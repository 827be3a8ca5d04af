"""Boards, pieces and square sets as SVG pictures, under python-chess's names. The piece shapes are our own.

`board()` returns a text that notebooks show as a picture; write it to a file for use elsewhere.
"""

import math
from collections.abc import Iterable, Mapping
from html import escape

from ajeeb._core import BaseBoard, Board, Move, Piece, SquareSet, parse_square, square_name
from ajeeb.constants import COLOR_NAMES, COLORS, PIECE_NAMES, PIECE_TYPES, WHITE, Color, IntoSquareSet, Square
from ajeeb.errors import ChessError

SQUARE_SIZE = 45
MARGIN = 20

DEFAULT_COLORS = {
    "square light": "#ead9b5",
    "square dark": "#a97a54",
    "square dark lastmove": "#b3a94c",
    "square light lastmove": "#d6cf78",
    "margin": "#2b2622",
    "inner border": "#1a1613",
    "outer border": "#1a1613",
    "coord": "#e8e1d6",
    "arrow green": "#2e7d3280",
    "arrow red": "#a0282880",
    "arrow yellow": "#d99a00b0",
    "arrow blue": "#1f4f9c80",
}
_CHECK_COLOR = "#e0201c"
_SET_MARK_COLOR = "#1f4f9c"

# The letters that PGN comments give to arrow colors.
_ARROW_LETTERS = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}

# Shapes on a 45 x 45 square, standing on y = 39: a base that all pieces share, a body, and lines drawn on it.
_BASE = "M11 39v-4q0-2 2-2h19q2 0 2 2v4z"
_BODIES = {
    "pawn": "M22.5 10a5.5 5.5 0 0 1 3.6 9.7q-.2 1.6 2.4 2.3v2h-2.2q.6 5.5 4.7 9h-17q4.1-3.5 4.7-9h-2.2v-2"
    "q2.6-.7 2.4-2.3A5.5 5.5 0 0 1 22.5 10z",
    "knight": "M14 33c0-7 7-9.5 7-13-2.5 1.5-4.5 1-5.5 3.5l-3 1.7-3-2.7c1.5-5.5 4-8.5 6-11.5l-.3-4 4.3 2.5"
    "c8-.5 13.5 6 13 16.5-.1 2.5-.5 4.5-1 7z",
    "bishop": "M22.5 5.5a2.3 2.3 0 0 1 1.7 3.9c4 3.3 6.3 6.6 6.3 10.1 0 2.5-1.3 4.5-3.2 5.8q.5 5 3.2 7.7h-16"
    "q2.7-2.7 3.2-7.7c-1.9-1.3-3.2-3.3-3.2-5.8 0-3.5 2.3-6.8 6.3-10.1a2.3 2.3 0 0 1 1.7-3.9z",
    "rook": "M12.5 9h4.5v3h3.3V9h4.4v3H28V9h4.5v7l-3.5 3v10l2.5 4h-18l2.5-4V19l-3.5-3z",
    "queen": "M8.5 12.5l5.5 7 2.5-10 6 9 6-9 2.5 10 5.5-7-4.5 16q-.8 2.5-1 4.5h-17q-.2-2-1-4.5z",
    "king": "M21.2 3.5h2.6v2.6h2.6v2.6h-2.6v4h-2.6v-4h-2.6V6.1h2.6z"
    "M22.5 15.5c2-5 11-5.5 11.5.5.3 4-3.5 7-5 10.5l-1 6.5h-11l-1-6.5c-1.5-3.5-5.3-6.5-5-10.5.5-6 9.5-5.5 11.5-.5z",
}
_LINES = {
    "pawn": "",
    "knight": "M18 15.2h.1M21 20q1.5-1 1.5-3",
    "bishop": "M22.5 14v8M18.5 18h8",
    "rook": "M16 19h13M16 29h13",
    "queen": "M12.5 28.5q10-3 20 0",
    "king": "M22.5 16v8M16.5 28q6-2.2 12 0",
}


def _shape(piece_type: int, color: Color) -> str:
    name, side = PIECE_NAMES[piece_type] or "", COLOR_NAMES[color]
    fill, stroke = ("#fdfaf3", "#1c1917") if color else ("#35302b", "#1c1917")
    lines = "#1c1917" if color else "#e8e1d6"
    detail = f'<path d="{_LINES[name]}" fill="none" stroke="{lines}"/>' if _LINES[name] else ""
    return (
        f'<g id="{side}-{name}" class="{side} {name}" fill="{fill}" stroke="{stroke}" stroke-width="1.5" '
        f'stroke-linecap="round" stroke-linejoin="round"><path d="{_BODIES[name]}"/><path d="{_BASE}"/>{detail}</g>'
    )


PIECES = {Piece(kind, color).symbol(): _shape(kind, color) for color in COLORS for kind in PIECE_TYPES}


class SvgWrapper(str):
    """The text of a picture, which notebooks show."""

    __slots__ = ()

    def _repr_svg_(self) -> "SvgWrapper":
        return self

    def _repr_html_(self) -> "SvgWrapper":
        return self


class Arrow:
    """An arrow from square to square, or a circle where the two are the same.

    >>> Arrow(0, 9, color="red").pgn()
    'Ra1b2'
    """

    tail: Square
    head: Square
    color: str

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail, self.head, self.color = tail, head, color

    def pgn(self) -> str:
        """The arrow as PGN comments write it: a color letter and one or two squares."""
        head = "" if self.head == self.tail else square_name(self.head)
        return _ARROW_LETTERS.get(self.color, "G") + square_name(self.tail) + head

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """The arrow of a PGN comment's text. Raises ChessError for any other text."""
        color = next((name for name, letter in _ARROW_LETTERS.items() if pgn.startswith(letter)), None)
        squares = pgn[1:] if color else pgn
        if len(squares) not in (2, 4):
            raise ChessError(f"expected an arrow such as Ga1b2, got {pgn!r}")
        return cls(parse_square(squares[:2]), parse_square(squares[-2:]), color=color or "green")

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        return f"Arrow({square_name(self.tail).upper()}, {square_name(self.head).upper()}, color={self.color!r})"


def piece(piece: Piece, size: int | None = None) -> str:
    """A piece as a picture, `size` pixels wide (None: as wide as its place).

    >>> piece(Piece.from_symbol("R")).startswith("<svg")
    True
    """
    return SvgWrapper(_document(SQUARE_SIZE, size, PIECES[piece.symbol()]))


def board(
    board: BaseBoard | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: Move | None = None,
    check: Square | None = None,
    arrows: Iterable[Arrow | tuple[Square, Square]] = (),
    fill: Mapping[Square, str] | None = None,
    squares: IntoSquareSet | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
) -> str:
    """A board as a picture.

    `orientation` is the color at the bottom; `lastmove` and `check` are highlighted, `fill` colors single squares,
    `squares` marks a set of them, `arrows` are drawn on top. `colors` overrides DEFAULT_COLORS; `style` is CSS to put
    in. `size` is in pixels (None: as large as its place). `borders` draws lines around board and margin.

    >>> from ajeeb import Board, E4
    >>> "<svg" in board(Board(), size=350, arrows=[(12, 28)], fill={E4: "#cc0000cc"})
    True
    """
    palette = {**DEFAULT_COLORS, **(colors or {})}
    below = orientation != flipped
    margin = MARGIN if coordinates else 0
    parts = [f"<style>{escape(style, quote=False)}</style>"] if style else []
    if board is not None:
        parts.append(f"<desc><pre>{escape(str(board))}</pre></desc>")
    parts.append(_squares(palette, margin, below, lastmove, check, fill or {}))
    if coordinates:
        parts.append(_coordinates(palette, margin, below))
    if borders:
        parts.append(_borders(palette, margin))
    if board is not None:
        parts += [_piece_at(board, square, margin, below) for square in SquareSet(board.occupied)]
    if squares is not None:
        parts += [_cross(square, margin, below) for square in SquareSet(squares)]
    parts += [_arrow(arrow, palette, margin, below) for arrow in arrows]
    return SvgWrapper(_document(8 * SQUARE_SIZE + 2 * margin, size, "".join(parts)))


def board_with_context(shown: Board) -> str:
    """A board as notebooks show it: with its last move and check marked."""
    return board(
        shown,
        lastmove=shown.peek() if shown.move_stack else None,
        check=shown.king(shown.turn) if shown.is_check() else None,
        size=390,
    )


def square_set_picture(squares: SquareSet) -> str:
    """A square set as notebooks show it."""
    return board(squares=squares, size=390)


# ---- parts


def _document(extent: int, size: int | None, content: str) -> str:
    measures = "" if size is None else f' width="{size}" height="{size}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {extent} {extent}"{measures}>'
    return f"{head}{content}</svg>"


def _corner(square: Square, margin: int, below: Color) -> tuple[int, int]:
    file, rank = square % 8, square // 8
    column, row = (file, 7 - rank) if below else (7 - file, rank)
    return margin + column * SQUARE_SIZE, margin + row * SQUARE_SIZE


def _center(square: Square, margin: int, below: Color) -> tuple[float, float]:
    x, y = _corner(square, margin, below)
    return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2


def _paint(color: str) -> str:
    """A fill attribute; #rrggbbaa becomes color and opacity, which more programs understand."""
    if color.startswith("#") and len(color) in (5, 9):
        digits = (len(color) - 1) // 4
        opacity = int(color[-digits:], 16) / (16**digits - 1)
        return f'fill="{escape(color[:-digits])}" fill-opacity="{opacity:.2f}"'
    return f'fill="{escape(color)}"'


def _rectangle(x: float, y: float, kind: str, color: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}" class="{kind}" {_paint(color)}/>'


def _squares(
    palette: Mapping[str, str],
    margin: int,
    below: Color,
    lastmove: Move | None,
    check: Square | None,
    fill: Mapping[Square, str],
) -> str:
    marked = {lastmove.from_square, lastmove.to_square} if lastmove else set()
    parts = []
    for square in range(64):
        x, y = _corner(square, margin, below)
        shade = "light" if (square % 8 + square // 8) % 2 else "dark"
        kind = f"square {shade} {square_name(square)}"
        color = palette[f"square {shade}{' lastmove' if square in marked else ''}"]
        parts.append(_rectangle(x, y, f"{kind}{' lastmove' if square in marked else ''}", color))
        if square in fill:
            parts.append(_rectangle(x, y, "fill", fill[square]))
        if square == check:
            parts.append(_rectangle(x, y, "check", _CHECK_COLOR + "90"))
    return "".join(parts)


def _coordinates(palette: Mapping[str, str], margin: int, below: Color) -> str:
    extent, middle = 8 * SQUARE_SIZE + 2 * margin, margin / 2
    frame = f"M0 0h{extent}v{extent}h-{extent}zM{margin} {margin}v{extent - 2 * margin}h{extent - 2 * margin}"
    frame += f"v-{extent - 2 * margin}z"
    parts = [f'<path class="margin" d="{frame}" {_paint(palette["margin"])}/>']
    text = f'font-family="sans-serif" font-size="{margin * 0.7:.0f}" text-anchor="middle" dominant-baseline="central"'
    parts.append(f"<g {text} {_paint(palette['coord'])}>")
    for index in range(8):
        at = margin + (index + 0.5) * SQUARE_SIZE
        file, rank = ("abcdefgh"[index], "87654321"[index]) if below else ("hgfedcba"[index], "12345678"[index])
        parts += [f'<text x="{at}" y="{y}">{file}</text>' for y in (middle, extent - middle)]
        parts += [f'<text x="{x}" y="{at}">{rank}</text>' for x in (middle, extent - middle)]
    return "".join([*parts, "</g>"])


def _borders(palette: Mapping[str, str], margin: int) -> str:
    side = 8 * SQUARE_SIZE
    inner = f'<rect x="{margin}" y="{margin}" width="{side}" height="{side}" fill="none" stroke-width="2" stroke='
    outer = f'<rect x="1" y="1" width="{side + 2 * margin - 2}" height="{side + 2 * margin - 2}" fill="none" '
    return (
        f'{inner}"{escape(palette["inner border"])}"/>'
        f'{outer}stroke-width="2" stroke="{escape(palette["outer border"])}"/>'
    )


def _piece_at(board: BaseBoard, square: Square, margin: int, below: Color) -> str:
    found = board.piece_at(square)
    if found is None:
        return ""
    x, y = _corner(square, margin, below)
    return f'<g transform="translate({x} {y})">{PIECES[found.symbol()]}</g>'


def _cross(square: Square, margin: int, below: Color) -> str:
    x, y = _center(square, margin, below)
    reach = SQUARE_SIZE * 0.22
    path = f"M{x - reach} {y - reach}l{2 * reach} {2 * reach}m0 -{2 * reach}l-{2 * reach} {2 * reach}"
    return f'<path class="mark" d="{path}" fill="none" stroke="{_SET_MARK_COLOR}" stroke-width="3"/>'


def _arrow(arrow: Arrow | tuple[Square, Square], palette: Mapping[str, str], margin: int, below: Color) -> str:
    if not isinstance(arrow, Arrow):
        arrow = Arrow(*arrow)
    color = palette.get(f"arrow {arrow.color}", arrow.color)
    (x, y), (head_x, head_y) = _center(arrow.tail, margin, below), _center(arrow.head, margin, below)
    if arrow.head == arrow.tail:
        stroke = _paint(color).replace("fill", "stroke")
        circle = f'<circle class="circle" cx="{x}" cy="{y}" r="{SQUARE_SIZE * 0.45}" fill="none" stroke-width="4"'
        return f"{circle} {stroke}/>"
    length = math.hypot(head_x - x, head_y - y)
    along_x, along_y = (head_x - x) / length, (head_y - y) / length

    def point(along: float, aside: float) -> str:
        return f"{x + along_x * along - along_y * aside:.2f},{y + along_y * along + along_x * aside:.2f}"

    neck, tip = length - SQUARE_SIZE * 0.55, length - SQUARE_SIZE * 0.1
    outline = [(0, 4), (neck, 4), (neck, 12), (tip, 0), (neck, -12), (neck, -4), (0, -4)]
    points = " ".join(point(*place) for place in outline)
    return f'<polygon class="arrow" points="{points}" {_paint(color)}/>'
