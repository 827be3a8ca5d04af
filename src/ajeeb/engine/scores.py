"""Scores of engines under python-chess's names: centipawns, mates, points of view, and win/draw/loss chances."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering

from ajeeb.engine.chances import MODELS, chances, lichess_wins

__all__ = ["Cp", "Mate", "MateGiven", "MateGivenType", "PovScore", "PovWdl", "Score", "Wdl"]


_MOST = 10**6  # centipawns: beyond, nothing changes


def _clipped(cp: int) -> int:
    try:
        return max(-_MOST, min(operator.index(cp), _MOST))
    except TypeError:
        raise TypeError(f"centipawns are a whole number, not {cp!r}") from None


@total_ordering
class Score:
    """A score from one side's view: `Cp` or `Mate`. Scores are ordered, mates beyond every centipawn score.

    >>> Mate(-1) < Cp(-50) < Cp(200) < Mate(4) < Mate(1) < MateGiven
    True
    """

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns; for a mate `mate_score` less its length, or None if no `mate_score` is given."""
        raise NotImplementedError

    def mate(self) -> int | None:
        """Full moves to the mate, negative if it is suffered; None for centipawns."""
        raise NotImplementedError

    def is_mate(self) -> bool:
        """Whether this is a forced mate."""
        return self.mate() is not None

    def wdl(self, *, model: str = "ajeeb", ply: int = 30) -> Wdl:
        """The chances behind the score, of a game that is `ply` plies old.

        `model` is `ajeeb`, fitted to the builtin engine's games; `sf12`, `sf14`, `sf15`, `sf15.1`, `sf16` or `sf16.1`,
        Stockfish's of those releases, or `sf`, the newest of them; or `lichess`, which knows no draws. Only
        Stockfish's look at `ply`. Raises ValueError for another one.

        >>> Cp(100).wdl(model="sf"), Mate(3).wdl()
        (Wdl(wins=515, draws=485, losses=0), Wdl(wins=1000, draws=0, losses=0))
        """
        if model not in MODELS:
            raise ValueError(f"there is no model {model!r}: expected one of {', '.join(MODELS)}")
        moves = self.mate()
        if moves is None:
            return Wdl(*chances(model, _clipped(self.score() or 0), ply))
        is_sure = model != "lichess" or isinstance(self, MateGivenType)  # by Lichess, a distant mate may yet be missed
        chance = 1000 if is_sure else lichess_wins(100 * (21 - min(10, abs(moves))))
        wins = Wdl(chance, 0, 1000 - chance)
        return wins if self > Cp(0) else -wins

    def __pos__(self) -> Score:
        return self

    def __abs__(self) -> Score:
        return -self if self < Cp(0) else self

    def __neg__(self) -> Score:
        raise NotImplementedError

    def _order(self) -> tuple[bool, bool, bool, int, int]:
        mate = self.mate()
        given = isinstance(self, MateGivenType)
        return (
            given,
            mate is not None and not given and mate > 0,
            mate is None or given or mate > 0,
            0 if mate is None or given else -mate,
            self.score() or 0,
        )

    def __eq__(self, other: object) -> bool:
        return self._order() == other._order() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._order() < other._order() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._order())


class Cp(Score):
    """Centipawns.

    >>> -Cp(20), str(Cp(20))
    (Cp(-20), '+20')
    """

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def score(self, *, mate_score: int | None = None) -> int:
        return self.cp

    def mate(self) -> None:
        return None

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self.cp:+d})" if self.cp > 0 else f"Cp({self.cp})"


class Mate(Score):
    """A forced mate in so many moves; `Mate(-0)` is being mated already, `MateGiven` having mated.

    >>> str(Mate(3)), Mate(-2).score(mate_score=10000)
    ('#+3', -9998)
    """

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def score(self, *, mate_score: int | None = None) -> int | None:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> int:
        return self.moves

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __str__(self) -> str:
        return f"#{self.moves:+d}" if self.moves > 0 else f"#-{-self.moves}"

    def __repr__(self) -> str:
        return f"Mate({self.moves:+d})" if self.moves > 0 else f"Mate(-{-self.moves})"


class MateGivenType(Score):
    """The side has mated: better than every other score. Its only value is `MateGiven`."""

    def score(self, *, mate_score: int | None = None) -> int | None:
        return mate_score

    def mate(self) -> int:
        return 0

    def __neg__(self) -> Mate:
        return Mate(0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __reduce__(self) -> str:
        return "MateGiven"  # copies and pickles are the one value, too


MateGiven = MateGivenType()


class PovScore:
    """A score with the side whose view it is: `True` for white, `False` for black.

    >>> PovScore(Cp(30), False).white()
    Cp(-30)
    """

    def __init__(self, relative: Score, turn: bool) -> None:
        self.relative, self.turn = relative, turn

    def white(self) -> Score:
        """The score from white's view."""
        return self.pov(True)

    def black(self) -> Score:
        """The score from black's view."""
        return self.pov(False)

    def pov(self, color: bool) -> Score:
        """The score from the view of `color`."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Whether this is a forced mate, for whomever."""
        return self.relative.is_mate()

    def wdl(self, *, model: str = "ajeeb", ply: int = 30) -> PovWdl:
        """The chances behind the score: see `Score.wdl`."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovScore) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


@dataclass(frozen=True)
class Wdl:
    """Wins, draws and losses expected of a thousand games.

    >>> Wdl(300, 600, 100).expectation()
    0.6
    """

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """Their sum, a thousand in engines' reports."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The share of wins."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The share of draws."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The share of losses."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """The score to expect, 0 to 1."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)

    def __pos__(self) -> Wdl:
        return self

    def __bool__(self) -> bool:
        return self.total() > 0

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __reversed__(self) -> Iterator[int]:
        return iter(-self)


class PovWdl:
    """Chances with the side whose view they are."""

    def __init__(self, relative: Wdl, turn: bool) -> None:
        self.relative, self.turn = relative, turn

    def white(self) -> Wdl:
        """The chances from white's view."""
        return self.pov(True)

    def black(self) -> Wdl:
        """The chances from black's view."""
        return self.pov(False)

    def pov(self, color: bool) -> Wdl:
        """The chances from the view of `color`."""
        return self.relative if self.turn == color else -self.relative

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovWdl) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


def elo_of_score(score: float) -> float:
    """The rating difference at which `score` (0 to 1) is expected; infinite at the ends.

    >>> round(elo_of_score(0.75))
    191
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)
