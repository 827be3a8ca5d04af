"""What a match proves: scores, Elo with error bars, likelihood of superiority, and the sequential test (SPRT).

Games are played in pairs from one opening with colors exchanged; the pair's result, 0 to 2 points in halves, is what is
independent, so the error bars come from pairs ("pentanomial", as on the Stockfish project's testing site).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ajeeb.engine.scores import elo_of_score
from ajeeb.errors import ChessError

__all__ = ["Sprt", "Standing", "expected_score"]

MOST_ELO = 2000  # apart: nobody plays a match about more


def expected_score(elo: float) -> float:
    """The score expected of a player `elo` points stronger.

    >>> expected_score(0)
    0.5
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass
class Standing:
    """Results so far from the first player's view. `pairs[i]` counts the pairs that brought i/2 points.

    >>> standing = Standing()
    >>> for points in (1.0, 0.5, 1.0, 1.0): standing.add_game(points)
    >>> standing.add_pair(1.5); standing.add_pair(2.0)
    >>> standing.score, standing.pairs
    (0.875, [0, 0, 0, 1, 1])
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)

    def add_game(self, points: float) -> None:
        """One game's points: 0, 0.5 or 1."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    def add_pair(self, points: float) -> None:
        """The points of a finished pair, whose games are added one by one."""
        self.pairs[round(2 * points)] += 1

    @property
    def games(self) -> int:
        """How many games have a result."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points, 0 to 1; a half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def error(self) -> float:
        """Half the width of the score's 95 % interval."""
        count = sum(self.pairs)
        return min(0.5, 1.96 * math.sqrt(self.pair_variance / count)) if count >= 2 else 0.5

    @property
    def pair_variance(self) -> float:
        """Of a pair's share of points. Half a pair is added to each kind: a few equal results are no certainty."""
        counts = [n + 0.5 for n in self.pairs]
        mean = sum(n * i / 4 for i, n in enumerate(counts)) / sum(counts)
        return sum(n * (i / 4 - mean) ** 2 for i, n in enumerate(counts)) / sum(counts)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference, and the ends of its 95 % interval."""
        low, high = max(0.0, self.score - self.error), min(1.0, self.score + self.error)
        return elo_of_score(self.score), elo_of_score(low), elo_of_score(high)

    @property
    def superiority(self) -> float:
        """How likely the first player is the stronger one; a half before the second pair has ended."""
        if sum(self.pairs) < 2:
            return 0.5
        return (1 + math.erf((self.score - 0.5) / (self.error / 1.96) / math.sqrt(2))) / 2

    def __str__(self) -> str:
        elo, low, high = (number + 0.0 for number in self.elo)  # no "-0"
        return (
            f"{self.wins + self.draws / 2:g}/{self.games} = {100 * self.score:.1f} % ± {100 * self.error:.1f} "
            f"(+{self.wins} ={self.draws} -{self.losses})  Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]  "
            f"LOS {100 * self.superiority:.1f} %"
        )


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential probability ratio test of elo1 against elo0, on pairs (normal approximation).

    >>> Sprt(0, 10).verdict(Standing(pairs=[0, 0, 50, 30, 20])) is not None
    True
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ChessError(
                f"the test needs an ELO0 below ELO1, both from {-MOST_ELO} to {MOST_ELO}, "
                f"not {self.elo0:g} and {self.elo1:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which elo0, elo1 is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, standing: Standing) -> float:
        """The log likelihood ratio so far."""
        count = sum(standing.pairs)
        if not count:
            return 0.0
        mean = sum(n * i / 4 for i, n in enumerate(standing.pairs)) / count
        s0, s1 = expected_score(self.elo0), expected_score(self.elo1)
        return (s1 - s0) * (2 * mean - s0 - s1) / (2 * standing.pair_variance / count)

    def verdict(self, standing: Standing) -> bool | None:
        """True: elo1 is accepted; False: elo0; None: play on."""
        low, high = self.bounds
        llr = self.llr(standing)
        return True if llr >= high else False if llr <= low else None
