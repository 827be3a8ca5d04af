"""How values of python-chess and of ours are compared: both become plain data, exceptions included."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import chess
import chess.pgn

import ajeeb


def plain(value: Any) -> Any:
    """The value as plain data, the same for both libraries."""
    name = type(value).__name__
    if name == "Move":
        return ("move", value.from_square, value.to_square, value.promotion, value.uci())
    if name == "Piece":
        return ("piece", value.symbol())
    if name == "SquareSet":
        return ("squares", int(value))
    if name == "Status":
        return ("status", int(value))
    if name == "Outcome":
        return ("outcome", value.termination.name, value.winner, value.result())
    if name in ("LegalMoveGenerator", "PseudoLegalMoveGenerator"):
        return (name, sorted(move.uci() for move in value), value.count(), bool(value))
    if isinstance(value, chess.BaseBoard | ajeeb.BaseBoard):
        return _plain_board(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Iterator):
        return sorted(map(repr, map(plain, value)))
    return value


def _plain_board(board: Any) -> Any:
    sets = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    pieces = (sets, tuple(board.occupied_co), board.occupied, board.promoted)
    if not hasattr(board, "turn"):
        return pieces
    stack = [move.uci() for move in board.move_stack]
    return (*pieces, board.fen(en_passant="fen"), board.castling_rights, board.chess960, stack)


# Each kind of theirs, and what ours must be an instance of.
_KINDS: dict[str, type[BaseException]] = {
    "InvalidMoveError": ajeeb.InvalidMoveError,
    "IllegalMoveError": ajeeb.IllegalMoveError,
    "AmbiguousMoveError": ajeeb.AmbiguousMoveError,
}


def attempt(call: Callable[[], Any]) -> Any:
    """The call's value as plain data, or what it raised."""
    try:
        return plain(call())
    except Exception as error:
        return error


def assert_same(theirs: Any, ours: Any, what: str) -> None:
    """Compare what two attempts gave: values must be equal, exceptions of one kind."""
    if not isinstance(theirs, Exception):
        assert ours == theirs, f"{what}: {ours!r}, where python-chess has {theirs!r}"
        return
    kind = _KINDS.get(type(theirs).__name__, type(theirs))
    assert isinstance(ours, kind), f"{what}: {ours!r}, where python-chess raises {theirs!r}"
