"""The contract's rules and search, bit for bit, on Python ints laid out as its uint256. The sane rules are in `sane`.

A board holds 64 nibbles, index = 8·row + column, seen from the mover: index 0 is the bottom right of the picture, and
its nibble is the side to move (1 white, 0 black). The playable squares are rows 1..6 by columns 1..6. Pieces are 1
pawn, 2 bishop, 3 rook, 4 knight, 5 queen, 6 king, plus 8 for white's. A move is `from << 6 | to`.

Nothing is checked that the contract does not check: an empty square moves, an unknown piece (7) is played as the
contract plays it, and a move wider than 12 bits comes from nowhere. Where the contract reverts,
`ajeeb.errors.RevertError` is raised, with the panic code (0x32) where there is one. What is no uint256 at all raises
`IllegalPositionError` (a board), `InvalidMoveError` (a move) or `ChessError` (a depth).

docs/six.md lists the quirks.
"""

from ajeeb._core import six as _six

__all__ = [
    "GENESIS",
    "START",
    "apply_move",
    "evaluate_move",
    "generate_moves",
    "generate_moves_words",
    "is_legal_move",
    "legal_moves",
    "nega_max",
    "root_scores",
    "rotate",
    "search_move",
]

START = 0x3256230011111100000000000000000099999900BCDECB000000001
"""The start position, white to move."""

GENESIS = 0x500000000000000000000E000000000003000000000000000000001
"""What the contract's constructor sets up instead: a white king against a black queen and rook."""


def rotate(board: int) -> int:
    """The other side's view: all 64 nibbles in the opposite order, the side to move with them.

    >>> from ajeeb.six import contract
    >>> hex(contract.rotate(contract.START))
    '0x100000000bcedcb0099999900000000000000000011111100326523000000000'
    """
    return _six.rotate(board)


def apply_move(board: int, move: int) -> int:
    """Play a move, unchecked, and turn the board round. Move 0 therefore only rotates.

    >>> from ajeeb.six import contract
    >>> hex(contract.apply_move(contract.START, 20 << 6 | 28))
    '0x100000000bcedcb0099909900000900000000000011111100326523000000000'
    """
    return _six.apply_move(board, move)


def generate_moves(board: int) -> list[int]:
    """The pseudo-legal moves in the order in which the contract's loops look at them: the first best one wins.

    Knights and kings have five moves each, pawns never become queens and may walk off the board. More than 105 moves
    revert.

    >>> from ajeeb.six import contract
    >>> len(contract.generate_moves(contract.START))
    16
    """
    return _six.generate_moves(board)


def generate_moves_words(board: int) -> list[int]:
    """The five uint256 that the contract's `generateMoves` returns: 21 moves of 12 bits each, the latest lowest.

    >>> from ajeeb.six import contract
    >>> contract.generate_moves_words(contract.START)[1:]
    [0, 0, 0, 0]
    """
    return _six.generate_moves_words(board)


def evaluate_move(board: int, move: int) -> int:
    """The captured value plus the change of the moved piece's own value, in the contract's units (a pawn is about 20).

    A queen or king that crosses the middle of the board loses its whole value: part of the contract.

    >>> from ajeeb.six import contract
    >>> contract.evaluate_move(contract.START, 20 << 6 | 28)
    10
    """
    return _six.evaluate_move(board, move)


def nega_max(board: int, depth: int) -> int:
    """The score of one greedy line of `depth` plies, in which each side takes its best immediate move.

    >>> from ajeeb.six import contract
    >>> contract.nega_max(contract.START, 0)
    0
    """
    return _six.nega_max(board, depth)


def root_scores(board: int, depth: int) -> list[int]:
    """What `search_move` compares: a score for each of `generate_moves`, in its order.

    >>> from ajeeb.six import contract
    >>> contract.root_scores(contract.GENESIS, 3)
    [3, 4, 0]
    """
    return _six.root_scores(board, depth)


def search_move(board: int, depth: int) -> tuple[int, bool]:
    """The engine's move, and whether it reckons that the game is over after it.

    Move 0 says that it resigns or has nothing to play. Depth 0 recurses until the line ends or, as a rule, the EVM's
    stack overflows, which raises `RevertError` without a code; so do lines of more than about 120 plies.

    >>> from ajeeb.six import contract
    >>> contract.search_move(contract.GENESIS, 3)
    (2153, False)
    """
    return _six.search_move(board, depth)


def is_legal_move(board: int, move: int) -> bool:
    """Whether the contract lets its player make this move.

    Pawns may capture straight ahead and step two squares over or onto enemies, a slider going down may jump an
    adjacent enemy; the move is refused if the engine's greedy reply takes a king.

    >>> from ajeeb.six import contract
    >>> contract.is_legal_move(contract.START, 10 << 6 | 11)
    False
    """
    return _six.is_legal_move(board, move)


def legal_moves(board: int) -> list[int]:
    """Every move that `is_legal_move` allows, ascending by from, then to.

    >>> from ajeeb.six import contract
    >>> len(contract.legal_moves(contract.START))
    16
    """
    return _six.legal_moves(board)
