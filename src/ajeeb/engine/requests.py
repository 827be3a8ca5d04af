"""What the engines behind `SimpleEngine` have in common: one search as it is asked for, and how its news arrive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ajeeb.engine.position import position_text
from ajeeb.engine.words import BestMove, BoardLike, ConfigValue, InfoDict, Limit, Option

__all__ = ["Backend", "Request"]


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

    @property
    def text(self) -> tuple[str, list[str], bool]:
        """The root's FEN, the moves since, and whether it is Chess960."""
        return position_text(self.board)

    def root_move_texts(self) -> list[str] | None:
        """`root_moves` as UCI; None for all."""
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
    def stop(self) -> None: ...
    def configure(self, options: Mapping[str, ConfigValue]) -> None: ...
    def ping(self, timeout: float | None) -> None: ...
    def quit(self, timeout: float | None) -> None: ...
    def close(self) -> None: ...
