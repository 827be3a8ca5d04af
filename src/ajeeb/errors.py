"""Every error the package raises, in one place.

All derive from `ChessError`, which is a `ValueError`: code written against python-chess catches them unchanged.
"""

__all__ = [
    "AmbiguousMoveError",
    "ChessError",
    "EngineError",
    "EngineTerminatedError",
    "IllegalMoveError",
    "IllegalPositionError",
    "InvalidBitboardError",
    "InvalidFenError",
    "InvalidMoveError",
    "PgnError",
    "PieceError",
    "RegexProgramError",
    "RevertError",
    "SquareError",
    "UnplayableMoveError",
]


class ChessError(ValueError):
    """Something is wrong with the chess: the base of every error here."""


class InvalidFenError(ChessError):
    """A FEN or EPD text that can't be read.

    `kind` names the fault, `field` the field of the FEN it lies in, `offset` its byte offset in the text.
    """

    def __init__(self, message: str, kind: str = "", field: str = "", offset: int = 0) -> None:
        super().__init__(message)
        self.kind, self.field, self.offset = kind, field, offset


class IllegalPositionError(ChessError):
    """A position that breaks the rules. `kinds` names every fault at once."""

    def __init__(self, message: str, kinds: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kinds = kinds


class InvalidMoveError(ChessError):
    """A text that is no move at all."""


class IllegalMoveError(ChessError):
    """A well-formed move that the position does not allow."""


class AmbiguousMoveError(ChessError):
    """A SAN that fits several legal moves."""


class UnplayableMoveError(IllegalMoveError, AssertionError):
    """A move given to push(), san() or lan() that no piece could make. Also the AssertionError of python-chess."""


class SquareError(ChessError, IndexError):
    """A number that is no square 0..63. Also the IndexError of python-chess."""


class PieceError(ChessError):
    """A piece type or symbol that is none."""


class PgnError(ChessError):
    """A game that can't be read. `kind` names the fault, `game` counts from 0, `offset` is in bytes."""

    def __init__(self, message: str, kind: str = "", game: int = 0, offset: int = 0) -> None:
        super().__init__(message)
        self.kind, self.game, self.offset = kind, game, offset


class InvalidBitboardError(ChessError):
    """A bitboard, square, direction or board size of `ajeeb.bits` that is out of its range."""


class RevertError(ChessError):
    """What the 6x6 contract answers by reverting. `code` is the Solidity panic code, or None for a plain revert."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


class EngineError(ChessError, RuntimeError):
    """The engine broke the protocol, refused an option, or answered nonsense."""


class EngineTerminatedError(EngineError):
    """The engine's process is gone."""


class RegexProgramError(ChessError):
    """A regex program that is malformed or failed. `rule` is its index, `step` the step of the run (None: not run)."""

    def __init__(self, message: str, rule: int | None = None, step: int | None = None) -> None:
        super().__init__(message)
        self.rule, self.step = rule, step
