import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given

from ajeeb import bits
from ajeeb.bits import Bitboard
from ajeeb.bits.pictures import DARK, LIGHT
from ajeeb.errors import InvalidBitboardError

from .boards import boards, cells

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
SVG = "{http://www.w3.org/2000/svg}"


class Table(HTMLParser):
    """Rows of (colour, has a dot, text) per cell; refuses tags that don't match."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[list[object]]] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        style = dict(attrs).get("style") or ""
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            colour = re.search("background-color: ([^;]+)", style)
            self.rows[-1].append([colour and colour[1], False, ""])
        elif "border-radius" in style:
            self.rows[-1][-1][1] = True

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            self.rows[-1][-1][2] = data


@given(boards())
def test_text_is_n_lines_of_n_digits(board: tuple[int, int]) -> None:
    x, n = board
    digits = bits.little_endian(x, n)
    assert [s for s, d in enumerate(digits) if d == "1"] == list(bits.elements(x))
    lines = bits.ascii_bitboard(x, n).split("\n")
    assert [len(line) for line in lines] == [n] * n
    assert {(r, c) for r in range(n) for c in range(n) if lines[r][c] == "1"} == cells(x, n)
    assert bits.text_bitboard(x, n) == "\n".join(" ".join(line) for line in lines).replace("0", ".")
    upside_down = bits.text_bitboard(bits.flip_vertical(x, n), n, order="a1")
    assert upside_down == bits.text_bitboard(x, n)


@given(boards(9))
def test_html_has_a_dot_on_each_element_and_a_light_corner(board: tuple[int, int]) -> None:
    x, n = board
    for html in (bits.html_bitboard(x, n), bits.html_bitboard(bits.flip_vertical(x, n), n, order="a1")):
        rows = Table(html).rows
        assert {(r, c) for r in range(n) for c in range(n) if rows[r][c][1]} == cells(x, n)
        assert all(rows[r][c][0] == (DARK if (r + c) % 2 else LIGHT) for r in range(n) for c in range(n))
    assert Bitboard(x, n)._repr_html_() == bits.html_bitboard(x, n)


@given(boards(9))
def test_svg_has_a_dot_on_each_element(board: tuple[int, int]) -> None:
    x, n = board
    root = ElementTree.fromstring(bits.svg_bitboard(x, n, square=20))
    squares = [(float(e.get("y")), float(e.get("x")), e.get("fill")) for e in root.iter(f"{SVG}rect")]  # type: ignore[arg-type]
    assert len(squares) == n * n
    assert squares == sorted(squares)
    assert squares[0][2] == LIGHT
    centres = {(y + 10, x + 10): divmod(i, n) for i, (y, x, _) in enumerate(squares)}
    dots = {(float(e.get("cy")), float(e.get("cx"))) for e in root.iter(f"{SVG}circle")}  # type: ignore[arg-type]
    assert {centres[dot] for dot in dots} == cells(x, n)


def test_letters_lie_under_the_bitboard() -> None:
    attacks = Bitboard.of("d7", "e5")
    lines = attacks.text(START, coordinates=True).split("\n")
    assert lines[0] == "8  r  n  b  q  k  b  n  r"
    assert lines[1] == "7  p  p  p [p] p  p  p  p"
    assert lines[3] == "5  .  .  .  . [.] .  .  ."
    assert lines[8] == "   a  b  c  d  e  f  g  h"
    rows = Table(attacks.html(START)).rows
    assert [cell[2] for cell in rows[0]] == list("rnbqkbnr")
    assert rows[1][3][1:] == [True, "p"]
    root = ElementTree.fromstring(attacks.svg(START))
    assert sum(e.text in tuple("prnbqkPRNBQK") for e in root.iter(f"{SVG}text") if e.get("font-size") == "15") == 32


def test_letters_by_name_or_number_in_either_order() -> None:
    expected = bits.text_bitboard(0, 8, letters="8/8/8/8/8/8/8/N6k")
    assert bits.text_bitboard(0, 8, letters={"a1": "N", "h1": "k"}) == expected
    assert bits.text_bitboard(0, 8, letters={56: "N", 63: "k"}) == expected
    assert bits.text_bitboard(0, 8, order="a1", letters={0: "N", 7: "k"}) == expected
    assert bits.text_bitboard(0, 8, order="a1", letters={"a1": "N", "h1": "k"}) == expected


def test_what_stands_on_the_board_cannot_break_the_page() -> None:
    nasty = {0: "<", 1: "&", 2: '"'}
    assert [cell[2] for cell in Table(bits.html_bitboard(1, 2, letters={0: "<", 1: "&"})).rows[0]] == ["<", "&"]
    ElementTree.fromstring(bits.svg_bitboard(1, 3, letters=nasty, caption="<&>"))
    assert "<script>" not in bits.html_bitboard(1, caption="<script>")


def test_boards_side_by_side() -> None:
    pictures = [bits.Picture(1, 2, caption="corner"), bits.Picture(bits.diagonal(3), 3)]
    assert bits.side_by_side_text(pictures, coordinates=True).split("\n") == [
        "corner",
        "2 1 .    3 1 . .",
        "1 . .    2 . 1 .",
        "  a b    1 . . 1",
        "           a b c",
    ]
    assert Table(bits.side_by_side_html(pictures)).rows[0][0][1]
    root = ElementTree.fromstring(bits.side_by_side_svg(pictures))
    assert len(list(root.iter(f"{SVG}circle"))) == 4
    both = bits.SideBySide(Bitboard(1, 2), last=Bitboard(8, 2))
    assert str(both) == "      last\n1 .   . .\n. .   . 1"
    assert both._repr_html_().count("<table") == 2
    ElementTree.fromstring(both.svg())
    assert bits.side_by_side_text([]) == ""


def test_wide_boards_take_runs_of_two_digits() -> None:
    placement = "/".join(["16"] * 15 + ["k14R"])
    assert bits.parse_placement(placement, 16) == {240: "k", 255: "R"}


def test_bad_placements_are_quoted() -> None:
    for text, message in {
        "": "0 rows",
        "8/8": "'8/8' has 2 rows: expected 8",
        "9/8/8/8/8/8/8/8": "row '9'",
        "ppppppppp/8/8/8/8/8/8/8": "row 'ppppppppp'",
        "7/8/8/8/8/8/8/8": "row '7'",
        "8/8/8/8/8/8/8/" + "9" * 9999: "row '999",
        "8/8/8/8/8/8/8/٨": "row '٨'",
    }.items():
        with pytest.raises(InvalidBitboardError, match=message):
            bits.parse_placement(text)
    with pytest.raises(InvalidBitboardError, match="unknown square 'z9'"):
        bits.text_bitboard(0, letters={"z9": "K"})
    with pytest.raises(InvalidBitboardError, match="too wide"):
        bits.html_bitboard(16, 2)
