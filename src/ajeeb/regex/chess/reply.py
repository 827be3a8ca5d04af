r"""The engine's move: the search as instructions, and its choice brought back to the desk.

The search puts nodes below the desk (`moves`, `score`): the root, its moves, the replies and the answers to those, all
in one text, and folds them up again until one move is left. Which squares that move joins is read off the two boards.
"""

from collections.abc import Iterable

from ajeeb.regex.chess import attacks, moves, score
from ajeeb.regex.chess.desk import ALL, CHESS, END, HEAD, NEW_BOARD, named, when
from ajeeb.regex.chess.letters import ENGINE, HUMAN, PROMOTED
from ajeeb.regex.chess.moves import ANY, EVERYWHERE, FORCING, FROM_FEW
from ajeeb.regex.rule import RuleLike

__all__ = [
    "accept_reply",
    "drop_reply",
    "flag_checks",
    "keep_best_move",
    "keep_legal",
    "name_reply",
    "put_root",
    "rate_moves",
    "rate_replies",
    "reply_is",
    "reply_with",
    "try_captures",
    "try_evasions",
    "try_moves",
    "weigh",
]

_SIDES = {"engine": (ENGINE, HUMAN), "human": (HUMAN, ENGINE)}
_CHECKED = rf";{ANY}{{3}}!"


@CHESS.instruction
def put_root() -> Iterable[RuleLike]:
    """Put the board below the desk as the root of the search."""
    yield rf"^(%%\nyou{ANY}*\n({ANY}*)\n{ALL})\n{END}", "\\1\n0;\n\\2\n"


@CHESS.instruction
def weigh() -> Iterable[RuleLike]:
    """Note what the engine is ahead at the root, which a draw would give away."""
    yield from score.balance()


@CHESS.instruction
def try_moves(name: str, parents: int) -> Iterable[RuleLike]:
    """Every pseudo-legal move of the side in every node of one depth, as nodes of the next."""
    side, other = _SIDES[name]
    yield from moves.copies_of_men(side, str(parents))
    yield from moves.maps_of_men(side)
    yield from moves.moves(side, other, str(parents + 1), FROM_FEW if parents == 0 else EVERYWHERE)


@CHESS.instruction
def try_evasions(name: str, parents: int) -> Iterable[RuleLike]:
    """The same, in the nodes in check only."""
    side, other = _SIDES[name]
    yield from moves.copies_of_men(side, f"{parents}{_CHECKED}")
    yield from moves.maps_of_men(side)
    yield from moves.moves(side, other, str(parents + 1), FROM_FEW)


@CHESS.instruction
def try_captures(name: str, parents: int) -> Iterable[RuleLike]:
    """Captures in every node of one depth, and all moves in those in check, whose empty squares become `:` for that."""
    side, other = _SIDES[name]
    yield rf"(\n{parents}{_CHECKED}\n{ANY}*)", r"\1!"
    yield r"\.(?=[^\n!]*!)", ":"
    yield rf"(\n{parents}{_CHECKED}\n{ANY}*)!", r"\1"
    yield from moves.copies_of_men(side, str(parents))
    yield from moves.only_captures(side, other)
    yield from moves.maps_of_men(side)
    yield from moves.moves(side, other, str(parents + 1), FORCING)


@CHESS.instruction
def keep_legal(name: str, depth: int) -> Iterable[RuleLike]:
    """Delete the nodes in which the side that has moved could lose its king; king and rook of the others castle."""
    side, other = _SIDES[name]
    yield from attacks.delete_attacked(side, other, str(depth))
    yield from moves.castled(side)


@CHESS.instruction
def flag_checks(name: str, depth: int) -> Iterable[RuleLike]:
    """Note which nodes have that side in check."""
    yield from attacks.flag_checks(*_SIDES[name], str(depth))


@CHESS.instruction
def rate_replies(answers: str) -> Iterable[RuleLike]:
    """From codes to numbers, and from replies with answers ("mates", "captures" or "all") to rated replies."""
    yield from score.attach_codes("3")
    yield from score.digits()
    yield from score.best_answer(answers)


@CHESS.instruction
def rate_moves(answers: str) -> Iterable[RuleLike]:
    """From moves with rated replies to rated moves: a move is worth what the best reply leaves of it."""
    yield from score.best_reply(with_draws=answers == "all")


@CHESS.instruction
def keep_best_move() -> Iterable[RuleLike]:
    """Of the moves keep the best."""
    yield from score.best_move()


@CHESS.instruction
def reply_with() -> Iterable[RuleLike]:
    """Bring the move that is left to the desk: the new board below the old one, what the move does as ` reply=`.

    ` reply=` is followed by `#` for mate, `&` for stalemate, `!` for check, nothing for other moves, `-` if there is no
    move.
    """
    desk, past = rf"((?:\n{ANY}*){{2}})", rf"((?:\n[ye]{ANY}*)*)"
    root = rf"\n0;\n{ANY}*"
    yield (
        rf"^(%%\nyou{ANY}*){desk}{past}{root}\n1<=*>=*>=*>({ANY}?)\n({ANY}*)\nE{ANY}*",
        r"\1 reply=\4\2" + "\n" + r"\5\3",
    )
    yield rf"{HEAD}{desk}{past}{root}\nE{ANY}*", r"\1 reply=-\2\3"


@CHESS.instruction
def name_reply() -> Iterable[RuleLike]:
    """Find the squares of the reply by what differs between the boards, and write them into the head as ` mine=`.

    On the old board `<` is where a man has gone (`(` a pawn) and `>` where it is now. A pawn's move or a capture starts
    the clock again (`-`).
    """
    new = f"[^~]{{{NEW_BOARD}}}"
    head, king, man, pawn = rf"^(%%\nyou{ANY}* reply=[^-\n]?\n", f"[{ENGINE.kings}]", "[A-U]", f"[{ENGINE.pawns}]"
    yield rf"^(%%\nyou{ANY}* clock=)[0-9]+(?={ANY}* reply=[^-\n]?\n{ANY}*(?:[a-z]{new}[A-Z]|{pawn}{new}\.))", r"\1-"
    yield rf"{head}{ANY}*){king}(?={new}\.)", r"\1<"
    yield rf"{head}{ANY}*){pawn}(?={new}\.)", r"\1("
    yield rf"{head}[^\n<(]*){man}(?={new}\.)(?=[^\n<(]*\n)", r"\1<"
    yield rf"{head}{ANY}*)[.,a-z](?={new}{king})", r"\1>"
    yield rf"{head}[^\n>]*)[.,a-z](?={new}{man})(?=[^\n>]*\n)", r"\1>"
    name = named("([a-h])", "([1-8])")
    yield rf"{HEAD}(?=\n{ANY}*[<(]{name})", r"\1 mine=\2\3"
    yield rf"^(%%\nyou{ANY}* mine={ANY}*)(?=\n{ANY}*>{name})", r"\1\2\3"
    for piece in PROMOTED:
        promoted = f"{new}[{ENGINE.class_of(piece)}]"
        yield rf"^(%%\nyou{ANY}* mine={ANY}*)(?=\n{ANY}*\()(?=\n{ANY}*>{promoted})", rf"\1{piece.lower()}"


@CHESS.instruction
def accept_reply() -> Iterable[RuleLike]:
    """The new board becomes the board."""
    yield rf"^(%%\nyou{ANY}* mine={ANY}*\n){ANY}*\n({ANY}*\n)({ANY}*\n)", r"\1\3\2"


@CHESS.instruction
def drop_reply() -> Iterable[RuleLike]:
    """Forget the reply: the game is over without it."""
    yield rf"^(%%\nyou{ANY}*\n{ANY}*\n{ANY}*)\n{ANY}*", r"\1"


@CHESS.guard
def reply_is(tag: str, mark: str) -> Iterable[RuleLike]:
    """What the reply does: "#", "&", "!", or "-" if there is none."""
    yield when(tag, rf"you{ANY}* reply=[{mark}]")
