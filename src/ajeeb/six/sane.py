"""The sane rules: the same 6×6 game made right, on the same ints as `contract`, with a real search.

Knights, kings and sliders move as in chess both ways, a pawn that reaches row 6 becomes a queen and may take a double
step from row 2, there is no castling and no en passant. A king may not be left to be taken; mate, stalemate, a
threefold repetition and the 59th move of both sides are told apart (the draws by `Board.outcome`, which knows the
game's past).

A board must be playable: one king of each colour, nothing on the rim, no unknown piece, no pawn on its last row, and
the side that has just moved not in check. Anything else raises `ajeeb.errors.IllegalPositionError`, whose `kinds`
name every fault at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ajeeb._core import six as _six
from ajeeb.errors import ChessError

__all__ = [
    "MATE",
    "MAX_DEPTH",
    "MOVE_LIMIT",
    "SearchResult",
    "apply_move",
    "evaluate",
    "evaluate_move",
    "faults",
    "generate_moves",
    "in_check",
    "is_legal_move",
    "legal_moves",
    "perft",
    "rotate",
    "search",
    "search_move",
]

MATE: Final = _six.SANE_MATE
"""The score of a king that is mated where it stands; a mate n plies away scores `MATE - n`."""

MOVE_LIMIT: Final = _six.SANE_MOVE_LIMIT
"""After so many moves of each side the game is drawn."""

MAX_DEPTH: Final = _six.SANE_MAX_DEPTH


def faults(board: int) -> list[str]:
    """What keeps a board from being played, in words; empty when nothing does.

    >>> from ajeeb.six import contract, sane
    >>> sane.faults(contract.START), sane.faults(1)
    ([], ['not exactly one white king', 'not exactly one black king'])
    """
    return _six.sane_faults(board)


def rotate(board: int) -> int:
    """The other side's view, as in `contract`."""
    return _six.rotate(board)


def apply_move(board: int, move: int) -> int:
    """Play a legal move and turn the board round; `ajeeb.errors.IllegalMoveError` for any other.

    >>> from ajeeb.six import contract, sane
    >>> sane.apply_move(contract.START, 20 << 6 | 28) == contract.apply_move(contract.START, 20 << 6 | 28)
    True
    """
    return _six.sane_apply_move(board, move)


def legal_moves(board: int) -> list[int]:
    """The legal moves, ascending by from, then to. A pawn's move to row 6 makes a queen.

    >>> from ajeeb.six import contract, sane
    >>> len(sane.legal_moves(contract.START))
    16
    """
    return _six.sane_legal_moves(board)


def generate_moves(board: int) -> list[int]:
    """The same as `legal_moves`: under these rules only legal moves are generated."""
    return _six.sane_legal_moves(board)


def is_legal_move(board: int, move: int) -> bool:
    """Whether the move is legal.

    >>> from ajeeb.six import contract, sane
    >>> sane.is_legal_move(contract.START, 10 << 6 | 11)
    False
    """
    return move in _six.sane_legal_moves(board)


def in_check(board: int) -> bool:
    """Whether the mover's king stands attacked.

    >>> from ajeeb.six import contract, sane
    >>> sane.in_check(contract.START)
    False
    """
    return _six.sane_in_check(board)


def evaluate(board: int) -> int:
    """The tables' values of the mover's pieces less those of the other's.

    >>> from ajeeb.six import contract, sane
    >>> sane.evaluate(contract.START)
    -16
    """
    return _six.sane_evaluate(board)


def evaluate_move(board: int, move: int) -> int:
    """What a legal move changes at once in `evaluate`, from the mover's side: the captured value and its own change.

    >>> from ajeeb.six import contract, sane
    >>> sane.evaluate_move(contract.START, 20 << 6 | 28)
    10
    """
    return _six.sane_evaluate_move(board, move)


def perft(board: int, depth: int) -> int:
    """The number of leaves of the legal move tree, `depth` plies deep.

    >>> from ajeeb.six import contract, sane
    >>> [sane.perft(contract.START, depth) for depth in range(5)]
    [1, 16, 180, 2997, 38344]
    """
    if depth < 0:
        raise ChessError(f"depth {depth}: expected 0 or more plies")
    return _six.sane_perft(board, depth)


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    `move` is 0 when there is no legal one. `score` is the mover's, in the tables' units (a pawn is about 20). `depth`
    is the last iteration that was finished; `line` the expected moves, each in its own mover's view; `nodes` the
    positions looked at.
    """

    move: int
    score: int
    depth: int
    nodes: int
    line: tuple[int, ...]

    @property
    def mate_in(self) -> int | None:
        """Moves of the winner to mate, negative when the mover is the one mated; None where no mate is seen."""
        plies = MATE - abs(self.score)
        if plies > 1000:
            return None
        return (plies + 1) // 2 if self.score > 0 else -((plies + 1) // 2)


def search(
    board: int,
    depth: int | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    past: Sequence[int] = (),
    ply: int | None = None,
) -> SearchResult:
    """Look for the best move by alpha-beta with iterative deepening and a transposition table.

    At least one limit is needed: `depth` in plies (1..60), `nodes`, or `seconds`; the first that is reached ends the
    search. The score at a finished depth is the exact minimax value of the tree of that depth, whose leaves are settled
    by captures, but that a repetition on one way to a position may count on another. `past` are the game's earlier
    boards and `ply` the number of plies played (by default `len(past)`), from which repetitions and the last move are
    known. The GIL is released.

    >>> from ajeeb.six import contract, sane
    >>> sane.search(contract.START, depth=3).depth
    3
    """
    if depth is None and nodes is None and seconds is None:
        raise ChessError("a search needs a limit: depth, nodes or seconds")
    if depth is not None and not 1 <= depth <= MAX_DEPTH:
        raise ChessError(f"depth {depth}: expected 1..{MAX_DEPTH} plies")
    if nodes is not None and not 1 <= nodes < 1 << 63:
        raise ChessError(f"nodes {nodes}: expected a positive number")
    if seconds is not None and not 0 < seconds < 1e9:
        raise ChessError(f"seconds {seconds}: expected a positive number")
    if ply is not None and not 0 <= ply <= 1 << 30:
        raise ChessError(f"ply {ply}: expected 0 or more")
    move, score, reached, visited, line = _six.sane_search(
        board, list(past), len(past) if ply is None else ply, depth or MAX_DEPTH, nodes or 0, seconds or 0.0
    )
    return SearchResult(move, score, reached, visited, tuple(line))


def search_move(board: int, depth: int) -> tuple[int, bool]:
    """The best move, and whether it gives mate: `contract.search_move`'s interface. (0, False) without a legal move.

    >>> from ajeeb.six import sane
    >>> sane.search_move(0x6000000000000000E000000000000B0000000000000000000001, 3)  # a2a6, mate
    (1462, True)
    """
    found = search(board, depth)
    return found.move, found.score == MATE - 1
