r"""The screen: from the desk to the text that the human sees, which is all that is kept until the next turn.

    8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
    ...
    1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
      a b c d e f g h

    You are White. White to move, castling KQkq, en passant -, clock 0, move 1.
    Past:
    y...
    Ajeeb: what the machine has to say.
    Your move:

The human's side is at the bottom. The lines of the past are positions in the letters of the desk.
"""

from collections.abc import Iterable

from ajeeb.regex.chess.desk import CHESS, END, GLYPH, GLYPHS, HEAD, SWAP, named
from ajeeb.regex.chess.letters import ENGINE, HUMAN
from ajeeb.regex.chess.moves import ANY
from ajeeb.regex.rule import RuleLike

__all__ = ["say", "say_reply", "show"]


@CHESS.instruction
def say(text: str) -> Iterable[RuleLike]:
    """Add to what the machine says."""
    yield HEAD, rf"\1 say={text}"


@CHESS.instruction
def say_reply() -> Iterable[RuleLike]:
    """Say which move the machine plays."""
    yield rf"^(%%\nyou{ANY}* mine=([a-h1-8qrbn]+){ANY}*)", r"\1 say=I play \2."


@CHESS.instruction
def show() -> Iterable[RuleLike]:
    """Write the screen."""
    yield from _write_state()
    yield from _write_board()
    yield (
        rf"\nyou=([WB]) to=([WB]) castling=({ANY}*?) ep=([a-h1-8-]+) clock=([0-9]+, move [0-9]+){ANY}*?"
        rf"((?: say=[^\n=]*)*)\n((?:[ye]{ANY}*\n)*){END}",
        "\nYou are \\1. \\2 to move, castling \\3, en passant \\4, clock \\5.\nPast:\n\\7Ajeeb:\\6\nYour move: ",
    )
    yield " say=", " "
    yield r"(Game over\.\n)Your move", r"\1Game over"
    for letter, name in (("W", "White"), ("B", "Black")):
        yield rf"(\nYou are |\. ){letter}(?=\.| to move)", rf"\1{name}"
    yield f"^%{ANY}*\n", ""


def _write_state() -> Iterable[RuleLike]:
    """Castling rights and the passed square, as letters and a name in the head."""
    yield rf"^(%%\nyou{ANY}* castling=)[KQkq-]*", r"\1"
    short, long = rf"{{0}}{ANY}{{{{2}}}}{{1}}", rf"{{1}}{ANY}{{{{3}}}}{{0}}"
    for right, way, white, black in (
        ("K", short, HUMAN, ENGINE),
        ("Q", long, HUMAN, ENGINE),
        ("k", short, ENGINE, HUMAN),
        ("q", long, ENGINE, HUMAN),
    ):
        found = [way.format(side.unmoved_king, side.unmoved_rook) for side in (white, black)]
        who = f"(?:W(?={ANY}*\\n{ANY}*{found[0]})|B(?={ANY}*\\n{ANY}*{found[1]}))"
        yield rf"^(%%\nyou={who}{ANY}* castling=[KQkq]*)", rf"\1{right}"
    yield "castling= ", "castling=- "
    yield r"^(%%\nyou[^\n]* ep=)[a-h1-8-]*", r"\1-"
    name = named("([a-h])", "([1-8])")
    yield rf"^(%%\nyou{ANY}* ep=)-(?={ANY}*\n{ANY}*,{name})", r"\1\2\3"
    yield rf"\nabc{ANY}*", ""


def _write_board() -> Iterable[RuleLike]:
    """From letters to glyphs in rows."""
    yield rf"^(%%\nyou=B{ANY}*\n{ANY}*)", r"\1@<#" + SWAP
    yield rf"^(%%\nyou=W{ANY}*\n{ANY}*)", r"\1@"
    yield rf",(?={ANY}*@)", "."
    for piece, glyphs in GLYPHS.items():
        for glyph, side in zip(glyphs, (HUMAN, ENGINE), strict=True):
            yield rf"[{side.class_of(piece)}](?={ANY}*@)", glyph
    yield rf"([♔-♟])(?={ANY}*@<#(?:[♔-♟]{{2}})*?\1([♔-♟]))", r"\2"
    yield rf"@<#{ANY}*", "@<"
    yield f"({GLYPH})" * 8 + rf"(?={ANY}*@<)", r"\8\7\6\5\4\3\2\1"
    yield rf"({GLYPH})(?={ANY}*@)", r"\1 "
    rows = "--".join(["([^-]*) "] * 8)
    for you, ranks, files in (("W", "87654321", "a b c d e f g h"), ("B", "12345678", "h g f e d c b a")):
        board = "".join(rf"{rank} \{group}" + "\n" for group, rank in enumerate(ranks, 2))
        yield rf"^%%\nyou=({you}{ANY}*)\n{rows}@<?", f"%%\n{board}  {files}\n\n" + r"you=\1"
