"""Engines: ours in this process, external UCI programs, matches between them, and the evaluation in plain numbers.

`Engine` is our engine in process. `SimpleEngine` drives external UCI programs (and ours, by `SimpleEngine.builtin()`)
under python-chess's names. `Position` shows what the engine derives from a position.

>>> from ajeeb.engine import Engine, Limit
>>> result = Engine(hash=1).play("k7/8/K7/8/8/8/8/7R w - - 0 1", Limit(depth=3))
>>> result.move.uci()
'h1h8'
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for type checkers; at run time each name is fetched when it is asked for
    from ajeeb.engine.analysis import SimpleAnalysisResult as SimpleAnalysisResult
    from ajeeb.engine.builtin import Engine as Engine
    from ajeeb.engine.matches import Match as Match
    from ajeeb.engine.matches import MatchOptions as MatchOptions
    from ajeeb.engine.matches import Player as Player
    from ajeeb.engine.matches import play_match as play_match
    from ajeeb.engine.position import Evaluation as Evaluation
    from ajeeb.engine.position import Position as Position
    from ajeeb.engine.position import PositionState as PositionState
    from ajeeb.engine.scores import *  # noqa: F403
    from ajeeb.engine.simple import SimpleEngine as SimpleEngine
    from ajeeb.engine.statistics import Sprt as Sprt
    from ajeeb.engine.statistics import Standing as Standing
    from ajeeb.engine.words import *  # noqa: F403

_HOMES = {
    "ajeeb.engine.analysis": ("SimpleAnalysisResult",),
    "ajeeb.engine.builtin": ("Engine",),
    "ajeeb.engine.matches": ("Match", "MatchOptions", "Player", "play_match"),
    "ajeeb.engine.position": ("Evaluation", "Position", "PositionState"),
    "ajeeb.engine.scores": ("Cp", "Mate", "MateGiven", "MateGivenType", "PovScore", "PovWdl", "Score", "Wdl"),
    "ajeeb.engine.simple": ("SimpleEngine",),
    "ajeeb.engine.statistics": ("Sprt", "Standing"),
    "ajeeb.engine.words": (
        "INFO_ALL", "INFO_BASIC", "INFO_CURRLINE", "INFO_NONE", "INFO_PV", "INFO_REFUTATION", "INFO_SCORE",
        "AnalysisComplete", "BestMove", "EngineError", "EngineTerminatedError", "Info", "InfoDict", "Limit", "Option",
        "PlayResult",
    ),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:
    __all__ = [*_HOME_OF]

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
