"""The engine's view of one position: derived state and every term of the evaluation, as plain numbers."""

from __future__ import annotations

import copy
from typing import Any, TypedDict

from ajeeb._core import engine as _engine
from ajeeb.engine.words import BoardLike
from ajeeb.errors import InvalidFenError

__all__ = ["Evaluation", "Position", "PositionState", "Term"]

MgEg = tuple[int, int]


class SideBase(TypedDict):
    """One side's sums over its pieces, each (middlegame, endgame) in centipawns."""

    material: MgEg
    placement: MgEg


class PositionState(TypedDict):
    """All that `Position` derives from a board and keeps by moves."""

    side_bitboards: tuple[int, int]
    piece_list: list[str | None]
    key: int
    pawn_key: int
    phase: float
    phase_raw: int
    eval_base: dict[str, SideBase]
    next_move: str | None
    history: list[str]
    in_check: bool


class Term(TypedDict):
    """One group of terms: each side's (middlegame, endgame), what that counts now, and the difference, white's view."""

    name: str
    white: MgEg
    black: MgEg
    white_tapered: int
    black_tapered: int
    tapered: int


class Evaluation(TypedDict):
    """The static evaluation in centipawns, white's view, and what it is made of.

    `phase` is 24 with all pieces and 0 without; `weight`, of the middlegame halves in 24ths, is the phase, or 0 where
    the material promises next to nothing; `scale` is of the endgame halves, in 64ths. A `known_ending` is judged by
    its material, whatever the terms say.
    """

    value: int
    terms: list[Term]
    placement: list[MgEg | None]
    phase: int
    weight: int
    scale: int
    known_ending: bool


def position_text(board: BoardLike | str) -> tuple[str, list[str], bool]:
    """A board as the core reads it: the FEN it began from, the moves since, and whether it is Chess960."""
    if isinstance(board, str):
        try:
            board.encode()
        except UnicodeEncodeError:
            raise InvalidFenError(f"expected a FEN, got {board!r}: it is no text") from None
        return board, [], False
    if not hasattr(board, "move_stack"):
        raise TypeError(f"expected a board or a FEN, not {board!r}")
    root = board.root()
    moves = []
    for move in board.move_stack:
        moves.append(root.uci(move))
        root.push(move)
    return board.root().fen(), moves, board.chess960


class Position:
    """A legal position with everything the search wants to know about it.

    `board` is a FEN or a board (its moves become the history). Raises InvalidFenError, or IllegalPositionError for a
    position that breaks the rules.

    >>> state = Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").state()
    >>> state["phase"], state["piece_list"][4], hex(state["side_bitboards"][0])
    (1.0, 'K', '0xffff')
    """

    def __init__(self, board: BoardLike | str) -> None:
        self._text = position_text(board)
        self._state: dict[str, Any] = _engine.position_state(*self._text)

    def state(self) -> PositionState:
        """Side bitboards, piece list (a1 first), keys, phase (0 to 1, and raw), evaluation base, history."""
        state: PositionState = copy.deepcopy(self._state)  # type: ignore[assignment]
        return state

    def evaluation(self) -> Evaluation:
        """Every term of the static evaluation.

        >>> Position("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1").evaluation()["value"] > 300
        True
        """
        found = _engine.evaluation(*self._text)
        terms = [
            Term(name=name, white=white, black=black, white_tapered=w, black_tapered=b, tapered=difference)
            for name, white, black, w, b, difference in found["terms"]
        ]
        return Evaluation(
            value=found["value"],
            terms=terms,
            placement=found["placement"],
            phase=found["phase"],
            weight=found["weight"],
            scale=found["scale"],
            known_ending=found["known_ending"],
        )
