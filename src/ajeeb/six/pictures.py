"""Flat pictures of a 6×6 board, as SVG and HTML. The pillars of the minted tokens are in `art`.

Boards are ints in white's view. `marked` are indices to highlight, `check` the index of a king in check.
"""

from collections.abc import Set as AbstractSet
from html import escape

from ajeeb.six import notation

__all__ = ["html", "svg"]

_LIGHT, _DARK = "#f0d9b5", "#b58863"
_MARKED_LIGHT, _MARKED_DARK = "#cdd26a", "#aaa23a"
_CHECK = "#e0604f"


def _colour(index: int, marked: AbstractSet[int], check: int | None) -> str:
    if index == check:
        return _CHECK
    dark = (index >> 3) + (index & 7) & 1 == 1  # f1 (9) is light, a1 (14) is dark
    if index in marked:
        return _MARKED_DARK if dark else _MARKED_LIGHT
    return _DARK if dark else _LIGHT


def _glyph(board: int, index: int) -> str:
    """The solid symbol of the piece's kind; its colour is told by how it is filled."""
    piece = notation.piece_at(board, index)
    return notation.piece_symbol(piece & 7) if piece & 7 in range(1, 7) else ""


def _fill(board: int, index: int) -> str:
    return "#fff" if notation.piece_at(board, index) & 8 else "#222"


def _order(flipped: bool) -> list[int]:
    return notation.interior[::-1] if flipped else notation.interior


def svg(
    board: int,
    *,
    size: int = 320,
    flipped: bool = False,
    marked: AbstractSet[int] = frozenset(),
    check: int | None = None,
) -> str:
    """A board as an SVG picture of `size` pixels.

    >>> from ajeeb.six import contract, pictures
    >>> pictures.svg(contract.START).count("<rect")
    36
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="{size:d}" height="{size:d}">',
        "<title>" + escape(notation.draw(board, letters=True)) + "</title>",
        '<g font-family="DejaVu Sans,Noto Sans Symbols 2,Segoe UI Symbol,sans-serif" text-anchor="middle">',
    ]
    for i, index in enumerate(_order(flipped)):
        x, y = 20 + 48 * (i % 6), 8 + 48 * (i // 6)
        parts.append(f'<rect x="{x}" y="{y}" width="48" height="48" fill="{_colour(index, marked, check)}"/>')
        if glyph := _glyph(board, index):
            parts.append(
                f'<text x="{x + 24}" y="{y + 38}" font-size="40" fill="{_fill(board, index)}" '
                f'stroke="#222" stroke-width="0.8">{glyph}</text>'
            )
    for i in range(6):
        file, rank = ("fedcba"[i], i + 1) if flipped else ("abcdef"[i], 6 - i)
        parts.append(f'<text x="{44 + 48 * i}" y="312" font-size="13" fill="#555">{file}</text>')
        parts.append(f'<text x="10" y="{37 + 48 * i}" font-size="13" fill="#555">{rank}</text>')
    return "".join([*parts, "</g></svg>"])


def html(board: int, *, flipped: bool = False, marked: AbstractSet[int] = frozenset(), check: int | None = None) -> str:
    """A board as an HTML table that carries its own styles.

    >>> from ajeeb.six import contract, pictures
    >>> pictures.html(contract.START).count("<td")
    36
    """
    label = "font:13px sans-serif;color:#555;padding:2px 6px;text-align:center"
    rows, order = [], _order(flipped)
    for start in range(0, 36, 6):
        cells = []
        for index in order[start : start + 6]:
            outline = "text-shadow:0 0 1px #222,0 0 2px #222;" if notation.piece_at(board, index) & 8 else ""
            style = (
                f"width:48px;height:48px;text-align:center;font-size:36px;line-height:1;{outline}"
                f"background:{_colour(index, marked, check)};color:{_fill(board, index)}"
            )
            cells.append(f'<td style="{style}">{_glyph(board, index)}</td>')
        rank = order[start] >> 3
        rows.append(f'<tr><th style="{label}">{rank}</th>{"".join(cells)}</tr>')
    files = "".join(f'<th style="{label}">{file}</th>' for file in ("fedcba" if flipped else "abcdef"))
    return f'<table style="border-collapse:collapse">{"".join(rows)}<tr><th></th>{files}</tr></table>'
