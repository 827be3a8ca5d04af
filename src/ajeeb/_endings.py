"""When a game that is played out is over: by the rules, or by a draw that stands on the board. Matches and games at the
terminal end by this; what one may claim by the letter of the rules is `Board.outcome(claim_draw=True)`.
"""

from __future__ import annotations

from ajeeb._core import Board
from ajeeb.outcomes import Outcome, Termination


def ending(board: Board) -> Outcome | None:
    """How the game has ended, or None.

    A draw that one could claim counts once it stands on the board, not when some move would bring it about: the side
    to move may have better ones.

    >>> ending(Board("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"))
    >>> ending(Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80")).termination.name
    'FIFTY_MOVES'
    """
    if outcome := board.outcome():
        return outcome
    if board.is_repetition(3):
        return Outcome(Termination.THREEFOLD_REPETITION, None)
    return Outcome(Termination.FIFTY_MOVES, None) if board.is_fifty_moves() else None


def reason(outcome: Outcome) -> str:
    """Why the game is over, in words.

    >>> reason(Outcome(Termination.FIFTY_MOVES, None))
    'fifty moves'
    """
    return outcome.termination.name.lower().replace("_", " ")
