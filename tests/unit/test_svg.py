"""Pictures: well-formed, with everything in them that was asked for, and safe with any text."""

from xml.etree import ElementTree

import pytest

import ajeeb
from ajeeb import Board, Move, Piece, SquareSet, svg

NAMESPACE = "{http://www.w3.org/2000/svg}"


def classes(picture: str) -> list[str]:
    return [element.get("class", "") for element in ElementTree.fromstring(picture).iter()]


def test_a_board_with_everything() -> None:
    board = Board("rnbqkbnr/ppppp2p/8/5ppQ/4P3/2N5/PPPP1PPP/R1B1KBNR b KQkq - 1 3")
    picture = svg.board(
        board,
        size=400,
        lastmove=Move.from_uci("d1h5"),
        check=ajeeb.E8,
        arrows=[svg.Arrow(ajeeb.G2, ajeeb.G4, color="red"), (ajeeb.E4, ajeeb.E4)],
        fill={ajeeb.A1: "#cc0000cc"},
        squares=SquareSet(ajeeb.BB_RANK_4),
        borders=True,
        style=".square { stroke: none }",
    )
    found = classes(picture)
    assert sum(name.startswith("square ") for name in found) == 64
    assert sum("lastmove" in name for name in found) == 2
    assert found.count("mark") == 8 and found.count("arrow") == 1 and found.count("circle") == 1
    assert found.count("check") == 1 and found.count("fill") == 1
    assert found.count("white pawn") == 8 and found.count("black knight") == 2
    assert 'width="400"' in picture


def test_orientation() -> None:
    def place_of_a1(picture: str) -> tuple[str | None, str | None]:
        squares = ElementTree.fromstring(picture).iter(f"{NAMESPACE}rect")
        return next((s.get("x"), s.get("y")) for s in squares if "a1" in s.get("class", "").split())

    white, black = svg.board(coordinates=False), svg.board(coordinates=False, orientation=ajeeb.BLACK)
    assert place_of_a1(white) == ("0", "315") and place_of_a1(black) == ("315", "0")
    assert svg.board(coordinates=False, flipped=True) == black


@pytest.mark.parametrize("hostile", ['"><script>', "&amp;", "'"])
def test_texts_are_escaped(hostile: str) -> None:
    picture = svg.board(Board(), colors={"square light": hostile, "margin": hostile}, style=hostile, fill={0: hostile})
    ElementTree.fromstring(picture)
    assert "<script>" not in picture


def test_arrows() -> None:
    for text in ("Ga1b2", "Ra1", "Ya1h8", "Bh1a1"):
        assert svg.Arrow.from_pgn(text).pgn() == text
    assert repr(svg.Arrow(0, 9)) == "Arrow(A1, B2, color='green')"
    for text in ("", "G", "Ga1b", "Xa1b2", "Gz9"):
        with pytest.raises(ValueError):
            svg.Arrow.from_pgn(text)


def test_what_notebooks_show() -> None:
    board = Board()
    board.push_san("e4")
    assert sum("lastmove" in name for name in classes(board._repr_svg_())) == 2
    for shown in (Piece.from_symbol("q"), SquareSet(3), ajeeb.BaseBoard()):
        ElementTree.fromstring(shown._repr_svg_())
    assert svg.board()._repr_html_() == svg.board()  # type: ignore[attr-defined]
