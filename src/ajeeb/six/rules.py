"""The two rule sets behind one interface: what a caller that serves both may rely on."""

from typing import Literal, Protocol, TypeAlias, cast

from ajeeb.errors import ChessError
from ajeeb.six import contract, sane

__all__ = ["NAMES", "Rules", "RulesName", "rules_named"]

RulesName: TypeAlias = Literal["contract", "sane"]
NAMES: tuple[RulesName, ...] = ("contract", "sane")


class Rules(Protocol):
    """`contract` or `sane`. Boards are uint256 ints, moves `from << 6 | to`, both in the mover's view."""

    def rotate(self, board: int) -> int: ...
    def apply_move(self, board: int, move: int) -> int: ...
    def generate_moves(self, board: int) -> list[int]: ...
    def evaluate_move(self, board: int, move: int) -> int: ...
    def is_legal_move(self, board: int, move: int) -> bool: ...
    def legal_moves(self, board: int) -> list[int]: ...
    def search_move(self, board: int, depth: int) -> tuple[int, bool]: ...


_RULES: dict[str, Rules] = {"contract": cast(Rules, contract), "sane": cast(Rules, sane)}


def rules_named(name: str) -> Rules:
    """The rule set of that name.

    >>> from ajeeb.six import contract
    >>> from ajeeb.six.rules import rules_named
    >>> rules_named("contract") is contract
    True
    """
    try:
        return _RULES[name]
    except KeyError:
        raise ChessError(f"rules {name!r}: expected 'contract' or 'sane'") from None
