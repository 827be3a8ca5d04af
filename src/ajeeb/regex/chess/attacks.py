r"""Attacks, seen from the attacked: is this man of that side within reach of one of the other's?

One pattern looks at what follows the man in the line, the other at what precedes it; each is an alternative of rays,
knight's jumps, pawns and the king. With kings as the attacked men this is legality: two rules delete every node that
leaves its king in check, in all of the text.
"""

from collections.abc import Iterator

from ajeeb.regex.chess.letters import EMPTY, PASSED, Side
from ajeeb.regex.chess.moves import ANY, filler
from ajeeb.regex.rule import RuleLike

__all__ = ["attacked", "delete_attacked", "flag_checks"]

FREE = f"[{EMPTY}{PASSED}:]"


def following(by: Side) -> str:
    """What stands after an attacked man, as alternatives: rays, jumps, pawns (if they move up) and the king."""
    pawns = by.pawns if by.forward < 0 else ""
    return "|".join(
        [
            f"{FREE}*[{by.straight}]",
            f"{filler(7)}[{by.knights}]",
            f"{filler(8)}[{by.kings}{pawns}]",
            f"{filler(9)}[{by.kings}]",
            f"{filler(10)}[{by.kings}{pawns}]",
            f"(?:{filler(8)}{FREE})*{filler(8)}[{by.diagonal}]",
            f"(?:{filler(9)}{FREE})*{filler(9)}[{by.straight}]",
            f"(?:{filler(10)}{FREE})*{filler(10)}[{by.diagonal}]",
            f"{filler(11)}[{by.knights}]",
            f"{filler(18)}[{by.knights}]",
            f"{filler(20)}[{by.knights}]",
            f"[{by.kings}]",
        ]
    )


def preceding(by: Side, attacked: str) -> str:
    """An attacker and what lies between it and an attacked man that comes after it in the line."""
    pawns = f"|[{by.pawns}](?:{filler(8)}|{filler(10)})" if by.forward > 0 else ""
    return (
        f"(?:[{by.straight}](?:{FREE}*|(?:{filler(9)}{FREE})*{filler(9)})"
        f"|[{by.diagonal}](?:(?:{filler(8)}{FREE})*{filler(8)}|(?:{filler(10)}{FREE})*{filler(10)})"
        f"|[{by.knights}](?:{filler(7)}|{filler(11)}|{filler(18)}|{filler(20)})"
        f"|[{by.kings}](?:{ANY}{{8,10}})?{pawns})[{attacked}]"
    )


def attacked(side: Side, other: Side) -> str:
    """A board, from its start to the man that settles it, in which a king of `side` can be taken."""
    kings = side.kings
    return rf"(?:(?:[^\n{kings}]*[{kings}])+?(?:{following(other)})|{ANY}*?{preceding(other, kings)})"


def delete_attacked(side: Side, other: Side, depth: str) -> Iterator[RuleLike]:
    """Delete the nodes of one depth in which a king of `side` can be taken."""
    kings = side.kings
    yield rf"\n{depth}{ANY}*\n(?:[^\n{kings}]*[{kings}])+?(?:{following(other)}){ANY}*", ""
    yield rf"\n{depth}{ANY}*\n{ANY}*?{preceding(other, kings)}{ANY}*", ""


def flag_checks(side: Side, other: Side, depth: str) -> Iterator[RuleLike]:
    """Write `!` behind the code of the nodes of one depth in which the king of `side` is in check."""
    kings = side.kings
    head = rf"(\n{depth};{ANY}{{3}})(\n"
    yield rf"{head}[^\n{kings}]*[{kings}](?:{following(other)}))", r"\1!\2"
    yield rf"{head}{ANY}*?{preceding(other, kings)})", r"\1!\2"
