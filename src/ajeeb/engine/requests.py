"""What the engines behind `SimpleEngine` have in common: one search as it is asked for, and how its news arrive."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ajeeb.engine.position import position_text
from ajeeb.engine.words import BestMove, BoardLike, ConfigValue, EngineError, InfoDict, Limit, Option
from ajeeb.errors import ChessError

__all__ = ["Backend", "Request", "check_rules", "copied", "limit_numbers"]

_LIMITS = {  # UCI's name, the field of Limit
    "wtime": "white_clock", "btime": "black_clock", "winc": "white_inc", "binc": "black_inc",
    "movestogo": "remaining_moves", "depth": "depth", "nodes": "nodes", "mate": "mate", "movetime": "time",
}  # fmt: skip
_COUNTS = {"movestogo", "depth", "nodes", "mate"}  # all others are seconds
_MOST = 10**12  # nodes, or milliseconds: thirty years


def limit_numbers(limit: Limit | None) -> dict[str, int]:
    """What a limit sets, by UCI's names, in milliseconds where it is time.

    Raises TypeError for what is no number, ChessError for one that makes no limit.

    >>> limit_numbers(Limit(time=0.5, depth=3))
    {'depth': 3, 'movetime': 500}
    """
    found = {}
    for name, attribute in _LIMITS.items():
        value = getattr(limit, attribute, None)
        if value is None:
            continue
        is_count = name in _COUNTS
        if isinstance(value, bool) or not isinstance(value, numbers.Integral if is_count else numbers.Real):
            raise TypeError(f"{attribute} must be a {'whole ' if is_count else ''}number, not {value!r}")
        if math.isnan(value) or (value < 0 and not attribute.endswith("_clock")):  # a clock may have run over
            raise ChessError(f"{attribute} must be a number from 0 on, not {value}")
        in_units: Any = value
        found[name] = round(max(0, min(in_units * (1 if is_count else 1000), _MOST)))
    return found


def copied(board: BoardLike) -> BoardLike:
    """A copy of a caller's board. Raises TypeError if it is none."""
    if not hasattr(board, "move_stack"):
        raise TypeError(f"expected a board, not {board!r}")
    return board.copy()


def check_rules(board: BoardLike) -> None:
    """Raise EngineError for a board of another game: its positions would be taken for chess."""
    variant = getattr(board, "uci_variant", "chess")
    if variant != "chess":
        raise EngineError(f"the engine plays chess and Chess960, not {variant!r}")


@dataclass
class Request:
    """One search. `board` is a copy of the caller's, so that it may be changed meanwhile."""

    board: BoardLike
    limit: Limit | None
    multipv: int | None = None
    root_moves: list[Any] | None = None
    new_game: bool = False
    wants_lines: bool = True  # whether PVs are asked for: making moves of their texts takes time from fast games
    options: Mapping[str, ConfigValue] = field(default_factory=dict)
    ponders: bool = False  # on the opponent's time: the limit counts from the backend's `ponderhit` on

    def __post_init__(self) -> None:
        if self.limit is not None and not hasattr(self.limit, "white_clock"):
            raise TypeError(f"expected a Limit, not {self.limit!r}")

    @property
    def text(self) -> tuple[str, list[str], bool]:
        """The root's FEN, the moves since, and whether it is Chess960."""
        return position_text(self.board)

    def root_move_texts(self) -> list[str] | None:
        """`root_moves` as UCI; None for all."""
        for move in self.root_moves or ():
            if not hasattr(move, "uci"):
                raise TypeError(f"root_moves must be moves, not {move!r}")
        return None if self.root_moves is None else [self.board.uci(move) for move in self.root_moves]

    def moves_of(self, texts: list[str], lenient: bool = False) -> list[Any]:
        """A line of UCI moves from here as moves of the board's own library; `lenient` cuts it at the first bad one."""
        board, line = self.board.copy(), []
        for text in texts:
            try:
                move = board.parse_uci(text)
            except ValueError:
                if lenient:
                    break
                raise
            line.append(move)
            board.push(move)
        return line


class Backend(Protocol):
    """An engine that runs one search at a time and tells of it from a thread of its own."""

    id: dict[str, str]
    options: dict[str, Option]

    def start(
        self, request: Request, on_info: Callable[[InfoDict], None], on_done: Callable[[BestMove | Exception], None]
    ) -> None: ...
    def new_game(self) -> None: ...
    def stop(self) -> None: ...
    def ponderhit(self) -> None: ...
    def configure(self, options: Mapping[str, ConfigValue]) -> None: ...
    def ping(self, timeout: float | None) -> None: ...
    def quit(self, timeout: float | None) -> None: ...
    def close(self) -> None: ...
