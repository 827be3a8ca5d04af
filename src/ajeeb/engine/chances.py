"""How centipawns become chances: one curve of our own, and those that others have published for theirs.

Stockfish fits its curve anew for each release (https://github.com/official-stockfish/WDL_model): the chance to win is
logistic in the score, its middle and its width are cubic in the number of moves played. Lichess's curve
(https://lichess.org/page/accuracy) knows neither moves nor draws.
"""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["MODELS", "chances", "lichess_wins"]

_LICHESS_SLOPE = 0.00368208
_LICHESS_MOST = 1000


class _Curve(NamedTuple):
    """The coefficients of middle and width, that of the cube first; both in the engine's own units."""

    middle: tuple[float, float, float, float]
    width: tuple[float, float, float, float]
    pawn: int  # units that are shown as a pawn
    most: int  # units beyond which nothing changes
    counts_moves: bool = False  # in thirty-twos, from 8 to 120; otherwise plies, in sixty-fours, up to 240

    def wins(self, cp: int, ply: int) -> int:
        """Of a thousand games."""
        time = min(120, max(8, ply / 2 + 1)) / 32 if self.counts_moves else min(240, max(0, ply)) / 64
        score = min(self.most, max(-self.most, cp * self.pawn / 100))
        return math.floor(0.5 + 1000 / (1 + math.exp((_cubic(self.middle, time) - score) / _cubic(self.width, time))))


def _cubic(coefficients: tuple[float, float, float, float], x: float) -> float:
    total = 0.0
    for coefficient in coefficients:
        total = total * x + coefficient
    return total


_CURVES = {
    "sf16.1": _Curve(
        (-1.06249702, 7.42016937, 0.89425629, 348.60356174), (-5.33122190, 39.57831533, -90.84473771, 123.40620748),
        356, 4000, counts_moves=True,
    ),
    "sf16": _Curve(
        (0.38036525, -2.82015070, 23.17882135, 307.36768407), (-2.29434733, 13.27689788, -14.26828904, 63.45318330),
        328, 4000,
    ),
    "sf15.1": _Curve(
        (-0.58270499, 2.68512549, 15.24638015, 344.49745382), (-2.65734562, 15.96509799, -20.69040836, 73.61029937),
        361, 4000,
    ),
    "sf15": _Curve(
        (-0.117202460, 0.594729104, 11.2065546, 122.606222), (-1.79066759, 11.30759193, -17.43677612, 36.47147479),
        100, 2000,
    ),
    "sf14": _Curve(
        (-3.68389304, 30.07065921, -60.52878723, 149.53378557), (-2.01818570, 15.85685038, -29.83452023, 47.59078827),
        100, 2000,
    ),
    "sf12": _Curve(
        (-8.24404295, 64.23892342, -95.73056462, 153.86478679), (-3.37154371, 28.44489198, -56.67657741, 72.05858751),
        100, 1000,
    ),
}  # fmt: skip
_CURVES["sf"] = _CURVES["sf16.1"]
MODELS = ("ajeeb", *_CURVES, "lichess")


def lichess_wins(cp: int) -> int:
    """Of a thousand games, by Lichess's curve."""
    return round(1000 / (1 + math.exp(-_LICHESS_SLOPE * cp)))


def chances(model: str, cp: int, ply: int) -> tuple[int, int, int]:
    """Wins, draws and losses of a thousand games, by one of `MODELS`.

    >>> chances("sf", 100, 64), chances("lichess", 100, 64)
    ((499, 501, 0), (591, 0, 409))
    """
    if model == "ajeeb":
        from ajeeb._core import engine

        wins, draws, losses = engine.win_draw_loss(cp)
        return wins, draws, losses
    if model == "lichess":
        wins = lichess_wins(max(-_LICHESS_MOST, min(_LICHESS_MOST, cp)))
        return wins, 0, 1000 - wins
    wins, losses = (_CURVES[model].wins(score, ply) for score in (cp, -cp))
    return wins, 1000 - wins - losses, losses
