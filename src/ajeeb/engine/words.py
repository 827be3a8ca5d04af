"""What engines and their callers exchange: limits, results, infos, options and errors, under python-chess's names."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, Self, TypedDict

from ajeeb.engine.scores import PovScore, PovWdl
from ajeeb.errors import EngineError, EngineTerminatedError

__all__ = [
    "INFO_ALL", "INFO_BASIC", "INFO_CURRLINE", "INFO_NONE", "INFO_PV", "INFO_REFUTATION", "INFO_SCORE",
    "AnalysisComplete", "BestMove", "BoardLike", "ConfigValue", "EngineError", "EngineTerminatedError", "Info",
    "InfoDict", "Limit", "Option", "PlayResult",
]  # fmt: skip


class MoveLike(Protocol):
    """A move of any library with python-chess's interface."""

    def uci(self) -> str: ...


class BoardLike(Protocol):
    """A board of any library with python-chess's interface: `ajeeb.Board`, or `chess.Board` itself."""

    turn: bool
    chess960: bool
    move_stack: list[Any]

    def fen(self) -> str: ...
    def root(self) -> Self: ...
    def copy(self) -> Self: ...
    def parse_uci(self, uci: str) -> Any: ...
    def push(self, move: Any) -> None: ...
    def uci(self, move: Any) -> str: ...


class AnalysisComplete(Exception):  # noqa: N818 - python-chess's name
    """There is nothing more to wait for: the analysis has ended."""


class Info(enum.IntFlag):
    """Which parts of the engine's reports are wanted."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE, INFO_BASIC, INFO_SCORE, INFO_PV = Info.NONE, Info.BASIC, Info.SCORE, Info.PV
INFO_REFUTATION, INFO_CURRLINE, INFO_ALL = Info.REFUTATION, Info.CURRLINE, Info.ALL

ConfigValue = str | int | bool | None
_CHECKED = {"true": True, "1": True, "false": False, "0": False, "none": False, "": False}  # lower-case texts of checks


@dataclass
class Limit:
    """What ends a search; the first that is reached counts. Times in seconds.

    >>> Limit(time=0.5, depth=12)
    Limit(time=0.5, depth=12)
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None
    clock_id: object = field(default=None, compare=False)

    def __repr__(self) -> str:
        given = ", ".join(
            f"{name}={value!r}" for name, value in vars(self).items() if value is not None and name != "clock_id"
        )
        return f"Limit({given})"


class InfoDict(TypedDict, total=False):
    """One report of an engine; only what it said is there. Times in seconds."""

    score: PovScore
    pv: list[Any]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Any
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: dict[Any, list[Any]]
    currline: dict[int, list[Any]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


class PlayResult:
    """The engine's move (None if it has none), the answer it expects, and what it reported last."""

    def __init__(
        self,
        move: Any | None,
        ponder: Any | None,
        info: InfoDict | None = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move, self.ponder = move, ponder
        self.info: InfoDict = info or {}
        self.draw_offered, self.resigned = draw_offered, resigned

    def __repr__(self) -> str:
        return f"<PlayResult (move={self.move}, ponder={self.ponder}, info={self.info})>"


class BestMove(NamedTuple):
    """How an analysis ended: the best move and the answer expected, each None where there is none."""

    move: Any | None
    ponder: Any | None


class Option(NamedTuple):
    """An option as the engine announces it."""

    name: str
    type: str
    default: ConfigValue
    min: int | None
    max: int | None
    var: list[str] | None

    def parse(self, value: ConfigValue) -> ConfigValue:
        """The value in the option's own type. Raises EngineError if it does not fit."""
        if self.type == "check":
            wanted = _CHECKED.get(str(value).lower())
            if wanted is None:
                raise EngineError(f"option {self.name!r} must be true or false, not {value!r}")
            return wanted
        if self.type == "spin":
            given: Any = value
            try:
                number = int(given)
            except (TypeError, ValueError, OverflowError):
                number = None
            if number is None or (isinstance(given, float) and number != given):
                raise EngineError(f"option {self.name!r} needs a whole number, not {value!r}")
            if (self.min is not None and number < self.min) or (self.max is not None and number > self.max):
                raise EngineError(f"option {self.name!r} must be from {self.min} to {self.max}, not {number}")
            return number
        if self.type == "combo":
            if self.var and str(value) not in self.var:
                raise EngineError(f"option {self.name!r} must be one of {', '.join(self.var)}, not {value!r}")
            return str(value)
        if self.type in ("button", "reset", "save"):
            return None
        text = str(value)
        if "\n" in text or "\r" in text:
            raise EngineError(f"option {self.name!r} can't hold a line break: {text!r}")
        return text

    def is_managed(self) -> bool:
        """Whether it is set by the way the engine is used, not by `configure`."""
        return self.name.lower() in {"uci_chess960", "uci_variant", "multipv", "ponder"}
