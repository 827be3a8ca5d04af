r"""The human's move: from its text on the desk to the position after it, or to the reason why not.

The move is tried on a copy of the board, put between the desk's head and its board:

    >n                              the man that moves
    ......                          the board, `*` where it stood and `@` where it goes

What stood on the target is noted in the head (` took=`), and once the man is known to get there, as ` takes=`. Each
guard looks at what the instruction before it left, so that a refusal knows its reason.
"""

from collections.abc import Iterable

from ajeeb.regex.chess.attacks import attacked
from ajeeb.regex.chess.desk import CHESS, HEAD, named, unless, when
from ajeeb.regex.chess.letters import ENGINE, HUMAN, PROMOTED, WIDTH
from ajeeb.regex.chess.moves import ANY, CASTLED_KING, castled, filler, maps_of_men
from ajeeb.regex.rule import RuleLike

__all__ = [
    "accept",
    "is_blocked",
    "is_empty_input",
    "is_no_move",
    "is_not_own_man",
    "is_not_put",
    "is_over",
    "leaves_king_in_check",
    "lift",
    "promotes",
    "put",
    "reach",
    "refuse",
]

FREE = "[.,]"
_DESK = rf"^(%%\nyou{ANY}*"
_TRIED = rf"you{ANY}*\n>[a-z]\n"


@CHESS.guard
def is_no_move(tag: str) -> Iterable[RuleLike]:
    """What was put in does not read as a move, like e2e4 or e7e8q."""
    yield unless(tag, rf"you{ANY}* in=(?:[a-h][1-8]){{2}}[qrbn]?\n")


@CHESS.guard
def is_empty_input(tag: str) -> Iterable[RuleLike]:
    """Nothing was put in at the prompt."""
    yield when(tag, rf"you{ANY}* in=\n")


@CHESS.guard
def is_over(tag: str) -> Iterable[RuleLike]:
    """The screen said that the game is over."""
    yield when(tag, rf"you{ANY}*Game over in=")


@CHESS.instruction
def lift() -> Iterable[RuleLike]:
    """Copy the board, and mark where the move starts (`*`; the man goes to the line above) and ends (`@`)."""
    name = named(r"\2", r"\3", lines=1)
    yield rf"{HEAD}\n({ANY}*)", r"\1" + "\n>\n" + r"\2" + "\n" + r"\2"
    yield (
        rf"{_DESK} in=([a-h])([1-8]){ANY}*\n>)(\n{ANY}*?)([a-z])(?={name})",
        r"\1\5\4*",
    )
    yield (
        rf"{_DESK} in={filler(2)}([a-h])([1-8]){ANY}*)(\n>{ANY}?\n{ANY}*?)([^\n*])(?={name})",
        r"\1 took=\5\4@",
    )


@CHESS.guard
def is_not_own_man(tag: str) -> Iterable[RuleLike]:
    """No man of the human's stands where the move starts."""
    yield unless(tag, _TRIED)


@CHESS.instruction
def reach() -> Iterable[RuleLike]:
    """Let the man get to its target if it moves that way and nothing is between; ` took=` becomes ` takes=`."""
    eight, nine, ten = filler(8), filler(9), filler(10)
    straight = f"{FREE}*|(?:{nine}{FREE})*{nine}"
    diagonal = f"(?:{eight}{FREE})*{eight}|(?:{ten}{FREE})*{ten}"
    knight = "|".join(map(filler, (7, 11, 18, 20)))
    board = r"\n[^\n*@]*"
    anything, quiet = "[.,A-Z]", "[.,]"
    ways = (
        (anything, HUMAN.straight, f"[*@](?:{straight})[*@]"),
        (anything, HUMAN.diagonal, f"[*@](?:{diagonal})[*@]"),
        (anything, HUMAN.knights, f"[*@](?:{knight})[*@]"),
        (anything, HUMAN.kings, f"[*@](?:{ANY}{{8,10}})?[*@]"),
        (quiet, HUMAN.pawns, rf"@{nine}\.{nine}\*{ANY}{{10,17}}\n"),
        (quiet, HUMAN.pawns, rf"@{nine}\*"),
        ("[,A-Z]", HUMAN.pawns, rf"@(?:{eight}|{ten})\*"),
    )
    for victim, men, way in ways:
        yield rf"{_DESK} )took(?=={victim}\n>[{men}]{board}{way})", r"\1takes"
    king, rook, path = HUMAN.unmoved_king, HUMAN.unmoved_rook, HUMAN.case(CASTLED_KING) * 3
    yield rf"{_DESK} in={filler(4)} )took(=\.\n>{king}{board})\*\.@{rook}", rf"\1takes\2{path}{rook}"
    yield rf"{_DESK} in={filler(4)} )took(=\.\n>{king}{board}){rook}\.@\.\*", rf"\1takes\2{rook}.{path}"


@CHESS.guard
def is_blocked(tag: str) -> Iterable[RuleLike]:
    """The man does not get to its target."""
    yield unless(tag, rf"you{ANY}* takes=")


@CHESS.instruction
def put() -> Iterable[RuleLike]:
    """Put the man on its target, in its letter for that square, promoted as asked; take and allow en passant."""
    nine = filler(9)
    yield from maps_of_men(HUMAN)
    yield rf"{_DESK} takes=,\n>[{HUMAN.pawns}]\n{ANY}*@{nine})[{ENGINE.pawns}]", r"\1."
    yield rf"{_DESK}\n>[a-z]\n[^\n,]*),", r"\1."
    yield rf"{_DESK}\n>[{HUMAN.pawns}]\n{ANY}*@{nine})\.({nine}\*)", r"\1,\2"
    for piece in PROMOTED:
        new = HUMAN.letter(piece, 0, 0)
        yield rf"{_DESK} in={filler(4)}{piece.lower()} {ANY}*\n>[a-z]\n{ANY}*)@(?=[^~]{{{WIDTH}}}#)", rf"\1{new}"
    yield rf"{_DESK} in={filler(4)} {ANY}*\n>[a-z]\n{ANY}*)@(?=[^~]{{{WIDTH}}}([a-z]))", r"\1\2"
    yield rf"{_DESK}\n>[a-z]\n[^\n@*]*)\*", r"\1."


@CHESS.guard
def is_not_put(tag: str) -> Iterable[RuleLike]:
    """The man does not stand on its target: something is wrong with the promotion."""
    yield unless(tag, rf"{_TRIED}[^\n@]*\n")


@CHESS.guard
def promotes(tag: str) -> Iterable[RuleLike]:
    """The pawn is on the last rank."""
    yield when(tag, rf"{_TRIED}{ANY}*@[^~]{{{WIDTH}}}#")


@CHESS.guard
def leaves_king_in_check(tag: str) -> Iterable[RuleLike]:
    """The human's king could be taken, or castles out of or through an attack."""
    yield when(tag, _TRIED + attacked(HUMAN, ENGINE))


@CHESS.instruction
def refuse(reason: str) -> Iterable[RuleLike]:
    """Remove the tried board, and say why."""
    yield rf"{_DESK})\n>{ANY}*\n{ANY}*(?:\n{ANY}*)?(?=\n{ANY}*\nabc)", r"\1"
    yield rf"{_DESK} in=([^\n ]*){ANY}*)", rf"\1 say=\2 is illegal: {reason}"


@CHESS.instruction
def accept() -> Iterable[RuleLike]:
    """The tried board becomes the board."""
    pawn_or_capture = rf"{ANY}* takes=(?:[A-Z]|{ANY}\n>[{HUMAN.pawns}])"
    yield rf"^(%%\nyou{ANY}* clock=)[0-9]+(?={pawn_or_capture})", r"\1-"
    yield rf"^(%%\nyou{ANY}*\n)>[a-z]\n({ANY}*)\n{ANY}*\n{ANY}*", r"\1\2"
    yield from castled(HUMAN)
