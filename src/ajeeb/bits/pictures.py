"""Pictures of bitboards: text, HTML tables and SVG, alone or side by side, over a board with piece letters or not.

A picture always has the top rank on top; `order` says which square is number 0, and so how the bits are read. Every
function takes ints; `Bitboard` passes itself on to them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import SupportsIndex

from ajeeb.bits.squares import FILES, Order, check_bitboard, check_n, check_order, check_square, parse_square
from ajeeb.errors import InvalidBitboardError

Letters = str | Mapping[int, str] | Mapping[str, str]
"""What stands on the board: a placement as in a FEN ("rnbqkbnr/8/..."), or square (number or name) → letter."""

LIGHT, DARK = "#ffce9e", "#d18b47"


def little_endian(x: SupportsIndex, n: int = 8) -> str:
    """The n² binary digits of `x`, least significant first: square 0 is the first digit.

    >>> little_endian(0b110, 3)
    '011000000'
    """
    return f"{check_bitboard(x, n):0{n * n}b}"[::-1]


def ascii_bitboard(x: SupportsIndex, n: int = 8) -> str:
    """Those digits in n lines of n, which is the board as white sees it when a8 is square 0.

    >>> print(ascii_bitboard(0b100010001, 3))
    100
    010
    001
    """
    digits = little_endian(x, n)
    return "\n".join(digits[n * r : n * r + n] for r in range(n))


def parse_placement(text: str, n: int = 8) -> dict[int, str]:
    """Square (order a8) → letter, from the first field of a FEN: rows from the top, digits for runs of empty squares.

    On boards wider than 9 a run may have two digits. Raises InvalidBitboardError unless there are n rows of n squares.

    >>> parse_placement("k2/3/1R1", 3)
    {0: 'k', 7: 'R'}
    """
    n = check_n(n)
    text = text.strip()
    rows = text.split()[0].split("/") if text else []
    if len(rows) != n:
        raise InvalidBitboardError(f"placement {text[:60]!r} has {len(rows)} rows: expected {n}")
    letters = {}
    for r, row in enumerate(rows):
        column, run = 0, ""
        for sign in row + " ":
            if sign.isdecimal() and sign.isascii():
                run += sign
                continue
            column, run = min(column + int(run[:4] or "0"), n + 1), ""
            if sign != " ":
                letters[n * r + column] = sign
                column += 1
        if column != n:
            raise InvalidBitboardError(f"row {row[:40]!r} of the placement is not {n} squares long")
    return letters


@dataclass(frozen=True, slots=True)
class Cells:
    """A board laid out for drawing: row by row from the top, whether each square is an element, and its letter."""

    n: int
    marked: tuple[bool, ...]
    letters: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, x: SupportsIndex, n: int, order: Order, letters: Letters | None) -> "Cells":
        """The layout of bitboard `x`; raises InvalidBitboardError for whatever doesn't fit the board."""
        digits = ascii_bitboard(x, n).splitlines()
        if check_order(order) == "a1":
            digits.reverse()
        return cls(n, tuple(d == "1" for d in "".join(digits)), _letter_cells(letters, n, order))

    def rows(self) -> list[list[tuple[bool, str]]]:
        """(is an element, letter or "") by row from the top and column."""
        cells = [(marked, self.letters.get(i, "")) for i, marked in enumerate(self.marked)]
        return [cells[self.n * r : self.n * r + self.n] for r in range(self.n)]


def _letter_cells(letters: Letters | None, n: int, order: Order) -> dict[int, str]:
    if letters is None:
        return {}
    if isinstance(letters, str):
        return parse_placement(letters, n)
    cells = {}
    for square, letter in letters.items():
        number = parse_square(square, n, order) if isinstance(square, str) else check_square(square, n)
        row, column = divmod(number, n)
        cells[n * (row if order == "a8" else n - 1 - row) + column] = letter
    return cells


def text_bitboard(
    x: SupportsIndex, n: int = 8, order: Order = "a8", letters: Letters | None = None, coordinates: bool = False
) -> str:
    """The board as n lines of text: `1` for an element, `.` for another square.

    With `letters`, an empty square is `.` and the elements stand in brackets. `coordinates` adds ranks and files.

    >>> print(text_bitboard(0b100010001, 3))
    1 . .
    . 1 .
    . . 1
    >>> print(text_bitboard(0b000000110, 3, letters="Rk1/3/3", coordinates=True))
    3  R [k][.]
    2  .  .  .
    1  .  .  .
       a  b  c
    """
    cells = Cells.of(x, n, order, letters)
    if letters is None:
        lines = [" ".join("1" if marked else "." for marked, _ in row) for row in cells.rows()]
        files = " ".join(FILES[:n])
    else:
        lines = [
            "".join(f"[{letter or '.'}]" if marked else f" {letter or '.'} " for marked, letter in row)
            for row in cells.rows()
        ]
        files = "".join(f" {file} " for file in FILES[:n])
    if coordinates:
        margin = len(str(n)) + 1
        lines = [f"{n - r:<{margin}}{line}" for r, line in enumerate(lines)] + [" " * margin + files]
    return "\n".join(line.rstrip() for line in lines)


def html_bitboard(
    x: SupportsIndex, n: int = 8, order: Order = "a8", letters: Letters | None = None, caption: str = ""
) -> str:
    """The board as an HTML table: a8 light, as square (i, j) is when i + j is even, and a dot on each element.

    Letters stand on the board and the dots are then rings round them. The look is Harker's.

    >>> html_bitboard(0b10, 2).count("<td"), html_bitboard(0b10, 2).count("border-radius")
    (4, 1)
    """
    cells = Cells.of(x, n, order, letters)
    rows = "".join(
        "<tr>" + "".join(_html_cell(r, c, *cell) for c, cell in enumerate(row)) + "</tr>"
        for r, row in enumerate(cells.rows())
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        '<div style="text-align: center;"><table style="border-collapse: collapse; margin: 0 auto;">'
        f"{title}<tbody>{rows}</tbody></table></div>"
    )


def _html_cell(row: int, column: int, marked: bool, letter: str) -> str:
    colour = DARK if (row + column) % 2 else LIGHT
    size = "box-sizing: border-box; width: 25px; height: 25px; line-height: 25px; margin: 0 auto; text-align: center;"
    content = escape(letter)
    if marked and letter:
        content = f'<div style="{size} line-height: 21px; border: 2px solid black; border-radius: 50%;">{content}</div>'
    elif marked:
        content = f'<div style="{size} background-color: black; border-radius: 50%;"></div>'
    return (
        f'<td style="width: 25px; height: 25px; padding: 0; border: 1px solid #000; color: black; '
        f'text-align: center; background-color: {colour};">{content}</td>'
    )


def svg_bitboard(
    x: SupportsIndex,
    n: int = 8,
    order: Order = "a8",
    letters: Letters | None = None,
    caption: str = "",
    square: int = 25,
) -> str:
    """The board as an SVG document, squares `square` pixels wide, with files and ranks along the edge.

    >>> svg_bitboard(0b10, 2).count("<circle")
    1
    """
    return side_by_side_svg([Picture(x, n, order, letters, caption)], square)


@dataclass(frozen=True, slots=True)
class Picture:
    """One board of several: the arguments of `html_bitboard`, kept together."""

    x: SupportsIndex
    n: int = 8
    order: Order = "a8"
    letters: Letters | None = None
    caption: str = ""


def side_by_side_svg(pictures: Sequence[Picture], square: int = 25) -> str:
    """Several boards in one SVG document, left to right, captions above.

    >>> side_by_side_svg([Picture(1), Picture(2)]).count("<circle")
    2
    """
    gap, margin, head = square // 2, square * 3 // 4, square if any(p.caption for p in pictures) else square // 4
    parts, x = [], gap
    height = 0
    for picture in pictures:
        cells = Cells.of(picture.x, picture.n, picture.order, picture.letters)
        parts.append(f'<g transform="translate({x},{head})">{_svg_board(cells, square, margin, picture.caption)}</g>')
        x += margin + cells.n * square + gap
        height = max(height, head + cells.n * square + margin)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{x}" height="{height}" viewBox="0 0 {x} {height}" '
        f'font-family="sans-serif" text-anchor="middle">{"".join(parts)}</svg>'
    )


def _svg_board(cells: Cells, square: int, margin: int, caption: str) -> str:
    n, half = cells.n, square / 2
    small = square * 0.45
    parts = []
    if caption:
        x, size = margin + n * half, square * 0.55
        parts.append(f'<text x="{x:g}" y="{-square * 0.3:g}" font-size="{size:g}">{escape(caption)}</text>')
    for r, row in enumerate(cells.rows()):
        y = r * square
        parts.append(f'<text x="{margin / 2:g}" y="{y + half + small / 3:g}" font-size="{small:g}">{n - r}</text>')
        for c, (marked, letter) in enumerate(row):
            left = margin + c * square
            colour = DARK if (r + c) % 2 else LIGHT
            parts.append(f'<rect x="{left}" y="{y}" width="{square}" height="{square}" fill="{colour}"/>')
            if marked:
                style = 'fill="none" stroke="black" stroke-width="2"' if letter else 'fill="black"'
                parts.append(f'<circle cx="{left + half:g}" cy="{y + half:g}" r="{square * 0.42:g}" {style}/>')
            if letter:
                size = square * 0.6
                baseline = y + half + size * 0.35
                parts.append(f'<text x="{left + half:g}" y="{baseline:g}" font-size="{size:g}">{escape(letter)}</text>')
    for c in range(n):
        x = margin + c * square + half
        parts.append(f'<text x="{x:g}" y="{n * square + small * 1.2:g}" font-size="{small:g}">{FILES[c]}</text>')
    return "".join(parts)


def side_by_side_html(pictures: Sequence[Picture]) -> str:
    """Several boards as HTML, left to right, captions above.

    >>> side_by_side_html([Picture(1, 2), Picture(2, 2)]).count("<table")
    2
    """
    boards = "".join(html_bitboard(p.x, p.n, p.order, p.letters, p.caption) for p in pictures)
    return f'<div style="display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-end;">{boards}</div>'


def side_by_side_text(pictures: Sequence[Picture], coordinates: bool = False) -> str:
    """Several boards as text, left to right, three spaces apart, captions above.

    >>> print(side_by_side_text([Picture(1, 2, caption="a"), Picture(6, 2, caption="b")]))
    a     b
    1 .   . 1
    . .   1 .
    """
    blocks = []
    for p in pictures:
        lines = text_bitboard(p.x, p.n, p.order, p.letters, coordinates).splitlines()
        blocks.append([p.caption, *lines] if any(q.caption for q in pictures) else lines)
    height = max(map(len, blocks), default=0)
    widths = [max(map(len, block)) for block in blocks]
    rows = (
        "   ".join(
            (block[i] if i < len(block) else "").ljust(width) for block, width in zip(blocks, widths, strict=True)
        )
        for i in range(height)
    )
    return "\n".join(row.rstrip() for row in rows)
