"""Annotating games: every move's evaluation, the better line where there was one, and a grade for each move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ajeeb import Board, pgn
from ajeeb.engine.builtin import Engine
from ajeeb.engine.scores import PovScore
from ajeeb.engine.simple import SimpleEngine
from ajeeb.engine.words import EngineError, InfoDict, Limit

__all__ = ["GRADES", "Account", "annotate", "chances_lost"]

# (expected score that the move gives away at least, NAG, name), worst first.
GRADES = (
    (0.20, pgn.NAG_BLUNDER, "blunder"),
    (0.10, pgn.NAG_MISTAKE, "mistake"),
    (0.05, pgn.NAG_DUBIOUS_MOVE, "inaccuracy"),
)


@dataclass
class Account:
    """What the engine thought of one game. `evaluations[i]` is white's score after i moves."""

    evaluations: list[PovScore] = field(default_factory=list)
    grades: dict[bool, dict[str, int]] = field(
        default_factory=lambda: {color: {name: 0 for _, _, name in GRADES} for color in (True, False)}
    )
    lost: dict[bool, list[float]] = field(default_factory=lambda: {True: [], False: []})

    def accuracy(self, color: bool) -> float:
        """The share of the expected score that the side's moves kept, 0 to 1, on average."""
        lost = self.lost[color]
        return 1 - sum(lost) / len(lost) if lost else 1.0


def chances_lost(before: PovScore, after: PovScore, color: bool) -> float:
    """How much of the expected score (0 to 1) a move of `color` gave away."""
    return max(0.0, before.wdl().pov(color).expectation() - after.wdl().pov(color).expectation())


def _analyse(engine: Engine | SimpleEngine, board: Board, limit: Limit) -> InfoDict:
    found = engine.analyse(board, limit)
    info: InfoDict = found[0] if isinstance(found, list) else found
    if "score" not in info:
        raise EngineError(f"the engine gave no score for {board.fen()!r}")
    return info


def annotate(
    game: pgn.Game, engine: Engine | SimpleEngine, limit: Limit, on_move: Callable[[int], None] | None = None
) -> Account:
    """Annotate the game's main line in place: `[%eval …]` of every move, a NAG and the better line for bad ones.

    `on_move` hears the number of moves that are done.
    """
    account = Account()
    board = game.board()
    best = _analyse(engine, board, limit)
    account.evaluations.append(best["score"])
    for done, node in enumerate(list(game.mainline()), start=1):
        color, played = board.turn, node.move
        parent = node.parent
        board.push(played)
        after = _after(engine, board, limit)
        score = after["score"]
        account.evaluations.append(score)
        lost = chances_lost(best["score"], score, color)
        account.lost[color].append(lost)
        node.set_eval(score, after.get("depth"))
        line = best.get("pv", [])
        if line and line[0] != played:
            for least, nag, name in GRADES:
                if lost >= least:
                    account.grades[color][name] += 1
                    node.nags.add(nag)
                    if not parent.has_variation(line[0]):
                        parent.add_line(line[:8], comment="better")
                    break
        best = after
        if on_move:
            on_move(done)
    return account


def _after(engine: Engine | SimpleEngine, board: Board, limit: Limit) -> InfoDict:
    """The engine's view; a finished game needs no search."""
    from ajeeb.engine.scores import Cp, Mate

    outcome = board.outcome()
    if outcome is None:
        return _analyse(engine, board, limit)
    return InfoDict(score=PovScore(Mate(0) if board.is_checkmate() else Cp(0), board.turn), pv=[])
