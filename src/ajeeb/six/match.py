"""Games of the 6×6 engines against each other or themselves, and what their results prove.

A game is played under the sane rules unless both sides play the contract's engine by the contract's rules. Under the
sane rules the contract's engine may pick a move that is not legal (its own rules are not these), or resign. Either
loses the game and is counted apart; with `replace_illegal` its best legal root move is played instead, the first
visited among equals, and it resigns only where it has none.
"""

import enum
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from ajeeb.errors import ChessError
from ajeeb.six import contract, sane
from ajeeb.six.board import Board, Termination
from ajeeb.six.rules import RulesName, rules_named

__all__ = ["Ending", "GameRecord", "MatchResult", "Score", "contract_pick", "play_game", "play_match", "random_opening"]


MOST_THREADS = 1024


class Ending(enum.Enum):
    """How a game of a match ended: as games do, or by a move that was none."""

    CHECKMATE = Termination.CHECKMATE.value
    STALEMATE = Termination.STALEMATE.value
    REPETITION = Termination.REPETITION.value
    MOVE_LIMIT = Termination.MOVE_LIMIT.value
    NO_MOVES = Termination.NO_MOVES.value
    KING_TAKEN = Termination.KING_TAKEN.value
    ILLEGAL_PICK = "illegal pick"
    RESIGNATION = "resignation"


@dataclass(frozen=True)
class GameRecord:
    """One game: who played white and black, the moves by name (the opening's first), and how it ended.

    `winner` is True for white, False for black, None for a draw; `replaced` counts the picks that were replaced.
    """

    white: RulesName
    black: RulesName
    moves: tuple[str, ...]
    opening_plies: int
    ending: Ending
    winner: bool | None
    replaced: int = 0

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"

    def as_dict(self) -> dict[str, object]:
        """The record as JSON takes it."""
        return {
            "white": self.white,
            "black": self.black,
            "result": self.result,
            "ending": self.ending.value,
            "opening_plies": self.opening_plies,
            "replaced": self.replaced,
            "moves": list(self.moves),
        }


@dataclass(frozen=True)
class Score:
    """The first player's points over a number of games, with the 95 % interval of the mean.

    The interval is the wider of two: from the spread of the pairs of games (each opening is played with both colours),
    and Wilson's for so many games, which stays honest when one side wins them all.
    """

    wins: int
    draws: int
    losses: int
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        share = f"{self.mean:.1%} [{self.low:.1%}, {self.high:.1%}]"
        return f"+{self.wins} ={self.draws} -{self.losses}: {share}"


@dataclass
class MatchResult:
    """The games of a match. The first player has white in the even games and black in the odd ones."""

    first: RulesName
    second: RulesName
    games: list[GameRecord] = field(default_factory=list)

    def points(self) -> list[float]:
        """The first player's points, a game each."""
        return [0.5 if game.winner is None else float(game.winner == (i % 2 == 0)) for i, game in enumerate(self.games)]

    def score(self) -> Score:
        """The first player's score with its error bars."""
        points = self.points()
        count = len(points)
        if count == 0:
            raise ChessError("a match of no games has no score")
        mean = sum(points) / count
        pairs = [sum(points[i : i + 2]) / 2 for i in range(0, count - 1, 2)]
        spread = 1.96 * math.sqrt(_variance(pairs) / len(pairs)) if len(pairs) > 1 else 1.0
        low, high = _wilson(mean, count)
        return Score(
            points.count(1.0),
            points.count(0.5),
            points.count(0.0),
            mean,
            max(0.0, min(low, mean - spread)),
            min(1.0, max(high, mean + spread)),
        )

    def endings(self) -> Counter[str]:
        """How many games ended in which way."""
        return Counter(game.ending.value for game in self.games)

    def as_dict(self) -> dict[str, object]:
        """The summary and the games as JSON takes them."""
        score = self.score()
        return {
            "first": self.first,
            "second": self.second,
            "games": len(self.games),
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "score": score.mean,
            "score_low": score.low,
            "score_high": score.high,
            "endings": dict(self.endings()),
            "records": [game.as_dict() for game in self.games],
        }


def _variance(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _wilson(mean: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share, here of points (draws count half): wider than need be, never too narrow."""
    spread = z * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    middle, scale = mean + z * z / (2 * count), 1 + z * z / count
    return (middle - spread) / scale, (middle + spread) / scale


def random_opening(plies: int, seed: int, rules: RulesName = "sane") -> list[str]:
    """Random legal moves from the start that leave the game going on, the same for the same seed.

    >>> from ajeeb.six.match import random_opening
    >>> random_opening(4, seed=1) == random_opening(4, seed=1)
    True
    """
    if not 0 <= plies < 2 * sane.MOVE_LIMIT:
        raise ChessError(f"opening plies {plies}: expected 0..{2 * sane.MOVE_LIMIT - 1}, for the game ends there")
    chance = random.Random(seed)
    while True:
        board = Board(rules=rules)
        for _ in range(plies):
            if board.outcome():
                break
            board.push(chance.choice(board.legal_moves))
        if not board.outcome():
            return board.moves


def contract_pick(board: Board, depth: int, replace_illegal: bool = True) -> tuple[int, bool]:
    """The contract engine's move on a board of either rules (0: it resigns), and whether it was replaced.

    A pick, or a resignation, is replaced by the best root move that is legal under the board's rules.

    >>> from ajeeb.six import Board
    >>> from ajeeb.six.match import contract_pick
    >>> contract_pick(Board(), 3)
    (1316, False)
    """
    pick = contract.search_move(board.uint256, depth)[0]
    if not replace_illegal:
        return pick, False
    legal = set(rules_named(board.rules).legal_moves(board.uint256))
    if pick in legal:
        return pick, False
    moves, scores = contract.generate_moves(board.uint256), contract.root_scores(board.uint256, depth)
    ranked = [(score, move) for score, move in zip(scores, moves, strict=True) if move in legal]
    return max(ranked, key=lambda entry: entry[0], default=(0, 0))[1], True


def play_game(
    white: RulesName,
    black: RulesName,
    *,
    depth: int,
    opening: Sequence[str] = (),
    rules: RulesName = "sane",
    replace_illegal: bool = False,
) -> GameRecord:
    """Play one game between the engines of two rule sets at the same depth.

    >>> from ajeeb.six.match import play_game
    >>> play_game("sane", "contract", depth=3).winner
    True
    """
    for player in (white, black):
        rules_named(player)
    if rules == "contract" and "sane" in (white, black):
        raise ChessError("the sane engine plays by the sane rules only")
    board = Board(rules=rules)
    board.push_all(opening)
    replaced = 0

    def over(ending: Ending, winner: bool | None) -> GameRecord:
        return GameRecord(white, black, tuple(board.moves), len(opening), ending, winner, replaced)

    while not (outcome := board.outcome()):
        if (white if board.turn else black) == "sane":
            move = board.search(depth).move
        else:
            move, is_replaced = contract_pick(board, depth, replace_illegal)
            replaced += is_replaced
        if move == 0:
            return over(Ending.RESIGNATION, not board.turn)
        if not board.is_legal(move):
            return over(Ending.ILLEGAL_PICK, not board.turn)
        board.push(move)
    return over(Ending(outcome.termination.value), outcome.winner)


def play_match(
    first: RulesName,
    second: RulesName,
    games: int,
    *,
    depth: int,
    opening_plies: int = 4,
    seed: int = 0,
    rules: RulesName = "sane",
    replace_illegal: bool = False,
    threads: int = 1,
    progress: Callable[[], None] | None = None,
) -> MatchResult:
    """Play a match. Every random opening is played twice, with colours changed; the same seed plays the same games.

    >>> from ajeeb.six.match import play_match
    >>> match = play_match("sane", "contract", 4, depth=2)
    >>> len(match.games), match.score().mean > 0.5
    (4, True)
    """
    if games < 1:
        raise ChessError(f"games {games}: expected 1 or more")
    if not 0 <= threads <= MOST_THREADS:
        raise ChessError(f"threads {threads}: expected 0 (one a processor) to {MOST_THREADS}")

    def game(i: int) -> GameRecord:
        players = (first, second) if i % 2 == 0 else (second, first)
        opening = random_opening(opening_plies, seed * 1_000_003 + i // 2, rules)
        record = play_game(*players, depth=depth, opening=opening, rules=rules, replace_illegal=replace_illegal)
        if progress:
            progress()
        return record

    def all_games() -> Iterator[GameRecord]:
        if threads == 1:
            yield from map(game, range(games))
        else:
            with ThreadPoolExecutor(threads or None) as pool:
                yield from pool.map(game, range(games))

    return MatchResult(first, second, list(all_games()))
