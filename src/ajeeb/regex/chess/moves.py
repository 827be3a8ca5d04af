r"""Move generation: from every node of one depth to the nodes of the next, for all of them at once.

A *node* is two lines, `\nDEPTH;CODE` and the board, and is followed by its children; CODE is the three letters of the
move that led there (mover, mover on its new square, victim). To move, a node is copied once per man of its side. A copy
is three lines: `\n>M`, where M is the letter of the man; the board, with `*` where the man stood; and under the board,
square below square, the letter that the man would have there. Each rule below then tries one step, jump or slide on all
copies: where it fits, a child is put before the copy. What is pseudo-legal is made here; what is illegal goes by the
rules of `attacks`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ajeeb.regex.chess.letters import EMPTY, PASSED, PROMOTED, ROW, WIDTH, Side
from ajeeb.regex.rule import RuleLike

__all__ = [
    "ANY",
    "CASTLED",
    "EVERYWHERE",
    "FORCING",
    "FROM_FEW",
    "castled",
    "copies_of_men",
    "filler",
    "maps_of_men",
    "moves",
    "only_captures",
]

ANY = r"[^\n]"
CASTLED_KING = "Y"
STRAIGHT = (10, 1, -1, -10)
DIAGONAL = (11, 9, -9, -11)
KNIGHT = (8, 12, 19, 21, -8, -12, -19, -21)
PROMOTION = "#"
CASTLED = "+"
"""The victim in the code of a castling move: nobody, but the rook stands one level better."""


@dataclass(frozen=True)
class Reach:
    """Which empty squares may be passed (a pattern) and moved to (a class); `few`: the nodes are so few that short
    rules will do."""

    free: str = rf"\{EMPTY}"
    quiet: str = EMPTY
    few: bool = False


EVERYWHERE = Reach()
FROM_FEW = Reach(few=True)
FORCING = Reach(f"[{EMPTY}:]", ":")
"""Captures only, but every move on a board whose empty squares are written `:` (one in check)."""


def filler(length: int) -> str:
    """A pattern for exactly that many characters of one line."""
    return "" if length == 0 else ANY if length == 1 else f"{ANY}{{{length}}}"


def gap(step: int, count: int, free: str) -> str:
    """What lies between a square and the one `count` steps further down: other squares, those on the way free."""
    between = filler(abs(step) - 1)
    if count == 1:
        return between
    if not between:
        return f"{free}{{{count - 1}}}" if count > 2 else free
    once = between + free
    return (once if count == 2 else f"(?:{once}){{{count - 1}}}") + between


def copies_of_men(side: Side, parents: str) -> Iterator[RuleLike]:
    """One copy of every node whose head fits `parents`, for each man of the side that moves, in the order of the line.

    A cursor `~` stands before the first man; doubling the copies four times, with the cursor 8, 4, 2 and 1 men further
    on in the new ones (where there are so many), puts it before each of up to sixteen.
    """
    men, others = side.men, rf"[^\n{side.men}]*"
    yield rf"(\n{parents}{ANY}*)\n({ANY}*)", "\\1\n\\2\n>\n~\\2"
    for count in (8, 4, 2, 1):
        yield rf"(\n>\n)([^\n~]*)~((?:{others}[{men}]){{{count}}})({ANY}*)", r"\1\2~\3\4\1\2\3~\4"
    yield rf"\n>\n([^\n~]*)~({others})([{men}])", "\n>\\3\n\\1\\2*"
    yield rf"\n>\n{ANY}*", ""


def maps_of_men(side: Side) -> Iterator[RuleLike]:
    """Under every copy, the letters of its man on all squares."""
    for piece in "PNBRQK":
        yield rf"(\n>[{side.class_of(piece)}]\n{ANY}*)", "\\1\n" + map_of(side, piece)


def only_captures(side: Side, other: Side) -> Iterator[RuleLike]:
    """Drop the copies whose man can take nothing, unless the board is one in check (all moves are tried there).

    Most men can't, and what is dropped here need not be looked at by each of the rules that follow.
    """
    straight = rf"\.*|(?:{filler(9)}\.)*{filler(9)}"
    diagonal = rf"(?:{filler(8)}\.)*{filler(8)}|(?:{filler(10)}\.)*{filler(10)}"
    jumps = "|".join(filler(step - 1) for step in KNIGHT if step > 0)
    pawn = "|".join(filler(ROW + sideways - 1) for sideways in (-1, 1))
    ways = {
        side.class_of("R"): straight,
        side.class_of("B"): diagonal,
        side.class_of("Q"): f"{straight}|{diagonal}",
        side.knights: jumps,
        side.kings: f"(?:{ANY}{{8,10}})?",
        side.pawns: pawn,
    }
    for movers, way in ways.items():
        after = "" if movers == side.pawns and side.forward < 0 else rf"(?![^\n*]*\*(?:{way})[{other.men}])"
        before = "" if movers == side.pawns and side.forward > 0 else rf"(?![^\n*]*[{other.men}](?:{way})\*)"
        yield rf"\n>[{movers}]\n{after}{before}(?![^\n]*[:,]){ANY}*", ""


def map_of(side: Side, piece: str) -> str:
    """The letters of a man on all squares, laid out like the board; a pawn on the last rank is a promotion."""
    last = 7 - side.home
    rows = []
    for row in range(8):
        if piece == "P" and row == last:
            rows.append(PROMOTION * 8)
        else:
            rows.append("".join(side.letter(piece, row, column) for column in range(8)))
    return "--".join(rows)


def _jump(
    side: Side, depth: str, movers: str, step: int, between: str, targets: str, reach: Reach, new: str = ""
) -> RuleLike:
    """A child for every copy of `movers` whose square `step` characters away is one of `targets`, past `between`."""
    men = new or side.men
    length = abs(step) - 1
    if step > 0:
        return (
            rf"\n(?=>([{movers}])\n([^\n*]*)\*({between})([{targets}])(?=[^~]{{{WIDTH}}}([{men}]))({ANY}*))",
            f"\n{depth};\\1\\5\\4\n\\2.\\3\\5\\6\n",
        )
    letters = f"(?=[^~]{{{WIDTH - abs(step)}}}([{men}]))({ANY}*))"
    child = f"\n{depth};\\1\\5\\3\n\\2\\5\\4.\\6\n"
    if reach.few:
        return rf"\n(?=>([{movers}])\n([^\n*]*)([{targets}])({between})\*{letters}", child
    # A look back from the `*` settles most copies at once; only where it fits is the target looked for from the start.
    return (
        rf"\n(?=>[{movers}]\n[^\n*]*(?<=[{targets}]{between})\*)"
        rf"(?=>({ANY})\n([^\n*]*)({ANY})({filler(length)})\*{letters}",
        child,
    )


def _sliders(side: Side, other: Side, depth: str, reach: Reach) -> Iterator[RuleLike]:
    """Bishops, rooks, queens, and kings as sliders that get one square far."""
    for steps, movers in ((STRAIGHT, side.straight), (DIAGONAL, side.diagonal)):
        for step in steps:
            for count in range(1, 8):
                who = movers + side.kings if count == 1 else movers
                between = gap(step, count, reach.free)
                yield _jump(side, depth, who, step * count, between, reach.quiet + other.men, reach)


def _knights(side: Side, other: Side, depth: str, reach: Reach) -> Iterator[RuleLike]:
    for step in KNIGHT:
        yield _jump(side, depth, side.knights, step, filler(abs(step) - 1), reach.quiet + other.men, reach)


def _pawns(side: Side, other: Side, depth: str, reach: Reach) -> Iterator[RuleLike]:
    """One step, two steps, captures; then every pawn on the last rank becomes four children."""
    pawns, step, new = side.pawns, side.forward * ROW, side.men + PROMOTION
    nine = filler(ROW - 1)
    yield _jump(side, depth, pawns, step, nine, reach.quiet, reach, new)
    for sideways in (-1, 1):
        yield _jump(
            side, depth, pawns, step + sideways, filler(ROW + sideways * side.forward - 1), other.men, reach, new
        )
    once = rf"[{reach.quiet}]({nine})[{reach.quiet}]"
    if step > 0:
        yield (
            rf"\n(?=>([{pawns}])\n({ANY}{{10,17}})\*({nine}){once}(?=[^~]{{{WIDTH}}}([{pawns}]))({ANY}*))",
            "\n" + rf"{depth};\1\5." + "\n" + rf"\2.\3{PASSED}\4\5\6" + "\n",
        )
    else:
        skip = WIDTH - 2 * ROW
        yield (
            rf"\n(?=>([{pawns}])\n([^\n*]*){once}({nine})\*(?=[^~]{{{skip}}}([{pawns}]))({ANY}{{10,17}})\n)",
            "\n" + rf"{depth};\1\5." + "\n" + rf"\2\5\3{PASSED}\4.\6" + "\n",
        )
    last = 7 - side.home
    choices = [side.letter(piece, last, 0) for piece in PROMOTED]
    yield (
        rf"\n({depth};[{pawns}])#({ANY}\n)([^\n#]*)#({ANY}*)",
        "".join("\n" + rf"\1{choice}\2\3{choice}\4" for choice in choices),
    )


def _en_passant(side: Side, other: Side, depth: str) -> Iterator[RuleLike]:
    """The two captures on the passed square; after them it is an empty one like the others."""
    eight, nine, victim = filler(ROW - 2), filler(ROW - 1), rf"([{other.pawns}])"
    if side.forward > 0:
        ways = ((rf"{victim}\*({eight}),", WIDTH), (rf"\*{victim}({nine}),", WIDTH))
        child = rf"{depth};\1\5\3" + "\n" + r"\2..\4\5\6"
    else:
        ways = ((rf",({nine}){victim}\*", WIDTH - ROW - 1), (rf",({eight})\*{victim}", WIDTH - ROW))
        child = rf"{depth};\1\5\4" + "\n" + r"\2\5\3..\6"
    for way, ahead in ways:
        yield (
            rf"\n(?=>([{side.pawns}])\n([^\n*]*){way}(?=[^~]{{{ahead}}}([{side.pawns}]))({ANY}*))",
            f"\n{child}\n",
        )


def _castling(side: Side, depth: str) -> Iterator[RuleLike]:
    """The king is written on all squares that it crosses, so that the filter of attacked kings judges the path."""
    king, rook, castled = side.unmoved_king, side.unmoved_rook, side.case(CASTLED_KING)
    code = f"\n{depth};{king}{castled}{CASTLED}\n"
    path = castled * 3
    yield rf"\n(?=>{king}\n([^\n*]*)\*\.\.{rook}({ANY}*))", rf"{code}\1{path}{rook}\2" + "\n"
    yield rf"\n(?=>{king}\n([^\n*]*){rook}\.\.\.\*({ANY}*))", rf"{code}\1{rook}.{path}\2" + "\n"


def castled(side: Side) -> Iterator[RuleLike]:
    """King and rook to their places, once the path has been judged."""
    king, rook = side.case(CASTLED_KING), side.letter("R", side.home, 5)
    yield rf"{king}{king}{king}{side.unmoved_rook}", f".{rook}{king}."
    yield rf"{side.unmoved_rook}\.{king}{king}{king}", f"..{king}{rook}."


def moves(side: Side, other: Side, depth: str, reach: Reach = EVERYWHERE) -> Iterator[RuleLike]:
    """Every pseudo-legal move of every copy, as a child node; the copies go."""
    yield from _en_passant(side, other, depth)
    if reach is FORCING:
        yield r",(?=[^\n ]*:)", ":"
    yield rf"(\n>{ANY}\n[^\n,]*),", r"\1."
    yield from _sliders(side, other, depth, reach)
    yield from _knights(side, other, depth, reach)
    yield from _pawns(side, other, depth, reach)
    if reach is not FORCING:
        yield from _castling(side, depth)
    yield rf"\n>{ANY}\n{ANY}*\n{ANY}*", ""
