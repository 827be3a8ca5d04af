"""Matches between engines: paired openings, clocks, adjudication, and an account of everything that went wrong."""

from __future__ import annotations

import contextlib
import math
import queue
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ajeeb import Board, Move, _endings
from ajeeb.engine.simple import SimpleEngine
from ajeeb.engine.statistics import Sprt, Standing
from ajeeb.engine.words import ConfigValue, EngineError, Info, InfoDict, Limit
from ajeeb.errors import ChessError

__all__ = ["OPENINGS", "GameRecord", "Match", "MatchOptions", "Note", "Opening", "Player", "TimeControl", "play_match",
           "read_openings"]  # fmt: skip

QUIT_SECONDS = 2.0
TIME_FORFEIT = "time forfeit"

# Well-known lines, balanced enough to begin from; for long matches give a book.
OPENINGS = tuple(
    line.split()
    for line in """\
e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6
e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3
e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 f8c5
e2e4 e7e5 g1f3 g8f6 f3e5 d7d6 e5f3 f6e4
e2e4 e7e5 b1c3 g8f6 f2f4 d7d5
e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6
e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g7g6
e2e4 c7c5 g1f3 e7e6 d2d4 c5d4 f3d4 b8c6
e2e4 c7c5 c2c3 g8f6 e4e5 f6d5
e2e4 c7c5 b1c3 b8c6 g2g3 g7g6 f1g2 f8g7
e2e4 e7e6 d2d4 d7d5 b1c3 f8b4 e4e5 c7c5
e2e4 e7e6 d2d4 d7d5 b1d2 g8f6 e4e5 f6d7
e2e4 c7c6 d2d4 d7d5 e4e5 c8f5 g1f3 e7e6
e2e4 c7c6 d2d4 d7d5 e4d5 c6d5 c2c4 g8f6
e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 g8f6
e2e4 g8f6 e4e5 f6d5 d2d4 d7d6 g1f3
e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 f2f4
e2e4 g7g6 d2d4 f8g7 b1c3 d7d6 c1e3
d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7
d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 d5c4
d2d4 d7d5 c2c4 d5c4 g1f3 g8f6 e2e3 e7e6
d2d4 d7d5 c2c4 e7e6 g1f3 g8f6 g2g3 f8e7
d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 d1c2
d2d4 g8f6 c2c4 e7e6 g1f3 b7b6 g2g3 c8a6
d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3
d2d4 g8f6 c2c4 g7g6 b1c3 d7d5 c4d5 f6d5
d2d4 g8f6 c2c4 c7c5 d4d5 b7b5
d2d4 g8f6 c2c4 c7c5 d4d5 e7e6 b1c3 e6d5
d2d4 g8f6 c1g5 e7e6 e2e4 h7h6
d2d4 f7f5 g2g3 g8f6 f1g2 e7e6 g1f3
c2c4 e7e5 b1c3 g8f6 g1f3 b8c6 g2g3
c2c4 c7c5 g1f3 g8f6 b1c3 b8c6 g2g3 g7g6
c2c4 g8f6 b1c3 e7e6 e2e4 d7d5
g1f3 d7d5 g2g3 g8f6 f1g2 c7c6
g1f3 d7d5 c2c4 e7e6 g2g3 g8f6 f1g2
b2b3 e7e5 c1b2 b8c6 e2e3 d7d5
""".splitlines()
)


@dataclass(frozen=True)
class Player:
    """An engine as a command, or ours for `builtin`; `options` by their UCI names."""

    command: str = "builtin"
    options: Mapping[str, ConfigValue] = field(default_factory=dict)
    name: str = ""

    @classmethod
    def parse(cls, text: str) -> Player:
        """`COMMAND[::NAME=VALUE,…]`, as on the command line.

        >>> Player.parse("stockfish::UCI_LimitStrength=true,UCI_Elo=2200").options
        {'UCI_LimitStrength': True, 'UCI_Elo': 2200}
        """
        command, _, settings = text.partition("::")
        options: dict[str, ConfigValue] = {}
        for setting in filter(None, settings.split(",")):
            name, is_set, value = setting.partition("=")
            if not is_set:
                raise ChessError(f"an engine's option is NAME=VALUE, not {setting!r}")
            is_number = value.isascii() and value.removeprefix("-").isdigit()
            options[name] = {"true": True, "false": False}.get(value, int(value) if is_number else value)
        return cls(command, options, text)

    def start(self) -> SimpleEngine:
        """The engine, running and set up."""
        engine = SimpleEngine.builtin() if self.command == "builtin" else SimpleEngine.popen_uci(self.command)
        try:
            engine.configure(self.options)
        except BaseException:
            engine.close()
            raise
        return engine


def _start_both(first: Player, second: Player, patience: float) -> tuple[SimpleEngine, SimpleEngine]:
    """Both engines, or none: if the second does not start, the first is ended."""
    with contextlib.ExitStack() as ends:
        started = first.start()
        ends.callback(started.close)
        both = started, second.start()
        ends.pop_all()
    for engine in both:
        engine.patience = patience
    return both


def _dismiss(engines: Sequence[SimpleEngine]) -> None:
    """Tell engines to quit, so that they can put their things in order; after a moment they are ended."""
    for engine in engines:
        engine.timeout = QUIT_SECONDS
        engine.quit()


@dataclass(frozen=True)
class TimeControl:
    """Clock times in seconds, or a fixed number of nodes, plies or seconds a move."""

    base: float | None = None
    increment: float = 0.0
    moves: int | None = None  # in which the base must do; then it is added again
    nodes: int | None = None
    depth: int | None = None
    movetime: float | None = None

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """`10+0.1`, `40/60+1`, `nodes=20000`, `depth=8` or `movetime=0.5`."""
        try:
            kind, is_fixed, value = text.partition("=")
            if is_fixed:
                numbers: dict[str, Any] = {kind: float(value) if kind == "movetime" else int(value)}
                if kind not in ("nodes", "depth", "movetime") or not 0 < numbers[kind] < math.inf:
                    raise ValueError(text)
                return cls(**numbers)
            moves, has_moves, clock = text.rpartition("/")
            base, _, increment = clock.partition("+")
            control = cls(float(base), float(increment or 0), int(moves) if has_moves else None)
            is_timed = 0 < float(base) < math.inf and 0 <= control.increment < math.inf
            if not is_timed or (control.moves is not None and control.moves < 1):
                raise ValueError(text)
            return control
        except (TypeError, ValueError):
            raise ChessError(
                f"{text!r} is no time control: expected BASE+INCREMENT, MOVES/BASE, nodes=N, depth=N or movetime=S"
            ) from None


@dataclass(frozen=True)
class Opening:
    """Where a pair of games begins."""

    fen: str | None = None
    moves: tuple[str, ...] = ()
    chess960: bool = False

    def board(self) -> Board:
        """The board after the opening's moves."""
        board = Board(self.fen, chess960=self.chess960) if self.fen else Board()
        for text in self.moves:
            board.push_uci(text)
        return board


@dataclass(frozen=True)
class MatchOptions:
    """How a match is played. Scores in centipawns; `grace` is what a clock may fall below zero, in seconds."""

    games: int = 100
    time_control: TimeControl = field(default_factory=lambda: TimeControl(10, 0.1))
    openings: Sequence[Opening] = ()
    concurrency: int = 1
    grace: float = 0.02
    patience: float = 60.0  # for a move without a clock, in seconds
    resign_score: int | None = 800
    resign_moves: int = 4
    draw_score: int | None = 8
    draw_moves: int = 8
    draw_from_move: int = 40
    longest: int = 500  # plies
    sprt: Sprt | None = None
    seed: int | None = None  # of the order of the openings; from the top if None

    def __post_init__(self) -> None:
        if not 0 <= self.grace < math.inf:
            raise ChessError(f"the grace is a number of seconds from 0 on, not {self.grace:g}")
        if not 0 < self.patience < math.inf:
            raise ChessError(f"the patience is a number of seconds above 0, not {self.patience:g}")


@dataclass(frozen=True)
class Note:
    """What stands beside a move: the mover's report, and the seconds left on its clock (None without a clock)."""

    info: InfoDict
    clock: float | None


@dataclass
class GameRecord:
    """A game that was played. `points` are the first player's; `reason` says how it ended.

    `notes` are those of the moves after the opening.
    """

    number: int
    white: str
    black: str
    first_is_white: bool
    board: Board
    opening_plies: int
    result: str
    points: float
    reason: str
    fault: str = ""  # the name of a player who crashed, lost on time or broke the rules
    notes: Sequence[Note] = ()

    def pgn(self) -> str:
        """The game as PGN, with `[%eval]` and `[%clk]` beside the moves."""
        from ajeeb import pgn

        game = pgn.Game.from_board(self.board)
        nodes = list(game.mainline())
        for node, note in zip(nodes[self.opening_plies :], self.notes, strict=False):
            if "score" in note.info:
                node.set_eval(note.info["score"], note.info.get("depth"))
            node.set_clock(note.clock)
        game.headers.update(
            {"Event": "ajeeb match", "Date": time.strftime("%Y.%m.%d"), "Round": str(self.number + 1),
             "White": self.white, "Black": self.black, "Result": self.result, "Termination": self.reason}
        )  # fmt: skip
        return f"{game}\n\n"


@dataclass
class Match:
    """The account of a match, from the first player's view."""

    standing: Standing = field(default_factory=Standing)
    reasons: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)  # "NAME: reason"
    broken: int = 0  # games that an engine could not play on: it crashed, was silent, or broke the rules
    verdict: bool | None = None  # of the sequential test
    open_pairs: dict[int, float] = field(default_factory=dict)  # first games whose second one is still being played


class _Clocks:
    """Both sides' clocks."""

    def __init__(self, control: TimeControl, grace: float) -> None:
        self.control, self.grace = control, grace
        base = control.base or 0.0
        self.left = {True: base, False: base}
        self.moves_made = {True: 0, False: 0}

    def limit(self, turn: bool) -> Limit:
        control = self.control
        if control.base is None:
            return Limit(nodes=control.nodes, depth=control.depth, time=control.movetime)
        to_go = control.moves - self.moves_made[turn] % control.moves if control.moves else None
        return Limit(
            white_clock=self.left[True], black_clock=self.left[False],
            white_inc=control.increment, black_inc=control.increment, remaining_moves=to_go,
        )  # fmt: skip

    def shown(self, turn: bool) -> float | None:
        """The seconds left, if there is a clock."""
        return None if self.control.base is None else self.left[turn]

    def spend(self, turn: bool, seconds: float) -> bool:
        """False if the flag has fallen."""
        if self.control.base is None:
            return True
        self.left[turn] -= seconds
        if self.left[turn] < -self.grace:
            return False
        self.moves_made[turn] += 1
        self.left[turn] = max(self.left[turn], 0.001) + self.control.increment
        if self.control.moves and self.moves_made[turn] % self.control.moves == 0:
            self.left[turn] += self.control.base
        return True


class _Adjudicator:
    """Ends games whose result both engines agree on."""

    def __init__(self, options: MatchOptions) -> None:
        self.options = options
        self.won = {1: 0, -1: 0}
        self.drawn = 0

    def judge(self, info: InfoDict, board: Board) -> str | None:
        """The result by agreement, given the mover's report; `board` is after the move."""
        score = info["score"].white().score(mate_score=100_000) if "score" in info else None
        options = self.options
        for sign in (1, -1):
            is_won = score is not None and options.resign_score is not None and sign * score >= options.resign_score
            self.won[sign] = self.won[sign] + 1 if is_won else 0
            if self.won[sign] >= 2 * options.resign_moves:
                return "1-0" if sign > 0 else "0-1"
        late = board.fullmove_number >= options.draw_from_move and options.draw_score is not None
        is_drawn = late and score is not None and abs(score) <= (options.draw_score or 0)
        self.drawn = self.drawn + 1 if is_drawn else 0
        return "1/2-1/2" if self.drawn >= 2 * options.draw_moves else None


def read_openings(path: Path, plies: int = 16) -> list[Opening]:
    """Openings from a file: the first `plies` of each game of a PGN, or the positions of an EPD or FEN file."""
    if path.suffix.lower() == ".pgn":
        from ajeeb import pgn

        openings: list[Opening] = []
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            while (game := pgn.read_game(file)) is not None:
                moves = [move.uci() for move in list(game.mainline_moves())[:plies]]
                if game.errors and len(moves) < plies:
                    raise ChessError(f"{path}, opening {len(openings) + 1}: {game.errors[0]}")
                board = game.board()
                fen = board.fen() if "FEN" in game.headers else None
                openings.append(Opening(fen, tuple(moves), board.chess960))
    else:
        lines = enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1)
        openings = [
            _opening_at(line.strip(), f"{path}, line {number}")
            for number, line in lines
            if line.strip() and not line.lstrip().startswith("#")
        ]
    if not openings:
        raise ChessError(f"{path} holds no openings")
    for number, opening in enumerate(openings, 1):
        _check_opening(opening, f"{path}, opening {number}")
    return openings


def _check_opening(opening: Opening, where: str) -> None:
    """Engines must be able to play on from it."""
    if "0000" in opening.moves:
        raise ChessError(f"{where}: a null move among {' '.join(opening.moves)}; engines play none")
    board = opening.board()
    if not board.is_valid():
        raise ChessError(f"{where}: {board.fen()!r} is no legal position: {board.status()!r}")
    if outcome := board.outcome():
        raise ChessError(f"{where}: the game is over at {board.fen()!r} ({outcome.termination.name.lower()})")


def _opening_at(line: str, where: str) -> Opening:
    """The position of an EPD or FEN line: of Chess960 if only there all its castling rights are any."""
    words = line.split()
    counters = words[4:6] if len(words) >= 6 and all(word.isdigit() for word in words[4:6]) else ["0", "1"]
    fen = " ".join([*words[:4], *counters])
    try:
        rights = [Board(fen, chess960=chess960).clean_castling_rights() for chess960 in (False, True)]
    except ChessError as error:
        raise ChessError(f"{where}: expected a FEN or an EPD, got {line!r}: {error}") from None
    return Opening(fen, chess960=rights[0] != rights[1])


def play_game(
    players: tuple[Player, Player], engines: tuple[SimpleEngine, SimpleEngine], number: int, opening: Opening,
    options: MatchOptions,
) -> GameRecord:  # fmt: skip
    """One game. The first player has white in even-numbered games. What an engine does wrong loses it the game."""
    first_is_white = number % 2 == 0
    board = opening.board()
    clocks, adjudicator, game = _Clocks(options.time_control, options.grace), _Adjudicator(options), object()
    opening_plies = len(board.move_stack)
    notes: list[Note] = []
    result, reason, fault = "*", "", ""
    for engine, player, lost in zip(
        engines, players, ("0-1", "1-0") if first_is_white else ("1-0", "0-1"), strict=True
    ):
        try:  # before the clocks run
            engine.new_game(game)
        except (EngineError, TimeoutError) as error:
            result, reason, fault = lost, f"{type(error).__name__}: {error}", player.name
            break
    while not reason:
        if ending := _endings.ending(board):
            result, reason = ending.result(), _endings.reason(ending)
            break
        if len(board.move_stack) >= options.longest:
            result, reason = "1/2-1/2", "length"
            break
        turn = board.turn
        who = 0 if turn == first_is_white else 1
        lost = "0-1" if turn else "1-0"
        started = time.perf_counter()
        try:
            answer = engines[who].play(board, clocks.limit(turn), game=game, info=Info.BASIC | Info.SCORE)
        except (EngineError, TimeoutError) as error:
            result, reason, fault = lost, f"{type(error).__name__}: {error}", players[who].name
            break
        spent = time.perf_counter() - started
        if answer.move is None or answer.move not in board.legal_moves:
            result, reason, fault = lost, f"illegal move {answer.move}", players[who].name
        elif not clocks.spend(turn, spent):
            result, reason, fault = lost, TIME_FORFEIT, players[who].name
        else:
            board.push(Move.from_uci(answer.move.uci()))
            notes.append(Note(answer.info, clocks.shown(turn)))
            agreed = adjudicator.judge(answer.info, board)
            if agreed and not board.is_game_over():
                result, reason = agreed, "adjudication"
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
    names = [player.name or player.command for player in players]
    white, black = names if first_is_white else names[::-1]
    return GameRecord(
        number, white, black, first_is_white, board, opening_plies, result,
        points if first_is_white else 1 - points, reason, fault, notes,
    )  # fmt: skip


def play_match(
    first: Player,
    second: Player,
    options: MatchOptions,
    on_game: Callable[[GameRecord, Match], None] | None = None,
) -> Match:
    """Play a match, `concurrency` games at a time, until all games are played or the sequential test has decided.

    `on_game` is called after each game in this thread, in the order in which they end.
    """
    match = Match()
    openings = _openings_in_order(options)
    pairs = range((options.games + 1) // 2)
    jobs, taking = iter(pairs), threading.Lock()
    results: queue.SimpleQueue[GameRecord | Exception | None] = queue.SimpleQueue()
    halt = threading.Event()
    playing: set[SimpleEngine] = set()

    def start() -> tuple[SimpleEngine, SimpleEngine]:
        both = _start_both(first, second, options.patience)
        playing.update(both)
        return both

    def work() -> None:
        engines: Sequence[SimpleEngine] = ()
        try:
            engines = both = start()
            while not halt.is_set():
                with taking:
                    pair = next(jobs, None)
                if pair is None:
                    break
                for number in (2 * pair, 2 * pair + 1):
                    if number >= options.games or halt.is_set():
                        break
                    opening = openings[pair % len(openings)]
                    record = play_game((first, second), both, number, opening, options)
                    results.put(record)
                    if record.fault and not halt.is_set():  # after a fault it is unclear what state an engine is in
                        _dismiss(engines)
                        engines = both = start()
        except Exception as error:
            results.put(error)
        finally:
            _dismiss(engines)
            results.put(None)

    threads: list[threading.Thread] = []
    try:
        for _ in range(min(max(1, options.concurrency), len(pairs))):
            thread = threading.Thread(target=work, daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                raise EngineError(f"the system has no thread for game {len(threads) + 1} at a time: {error}") from error
            threads.append(thread)
        for record in _until_all_ended(results, len(threads)):
            _account(match, record)
            if on_game:
                on_game(record, match)
            if options.sprt and match.verdict is None:
                match.verdict = options.sprt.verdict(match.standing)
                if match.verdict is not None:
                    halt.set()
    except BaseException:  # interrupted: nobody waits for the games that are being played
        halt.set()
        for engine in list(playing):
            engine.close()
        raise
    finally:
        halt.set()
        for thread in threads:
            thread.join(60)
    return match


def _openings_in_order(options: MatchOptions) -> list[Opening]:
    openings = list(options.openings) or [Opening(None, tuple(moves)) for moves in OPENINGS]
    if options.seed is not None:
        random.Random(options.seed).shuffle(openings)
    return openings


def _until_all_ended(results: queue.SimpleQueue[GameRecord | Exception | None], workers: int) -> Iterator[GameRecord]:
    """The games, until every worker has ended. A worker's failure is raised after the games that were played."""
    failure: Exception | None = None
    while workers:
        item = results.get()
        if item is None:
            workers -= 1
        elif isinstance(item, Exception):
            failure = item
        else:
            yield item
    if failure:
        raise failure


def _account(match: Match, record: GameRecord) -> None:
    match.reasons[record.reason.split(":")[0]] += 1
    if record.fault:
        match.faults[f"{record.fault}: {record.reason}"] += 1
        match.broken += record.reason != TIME_FORFEIT
    pair = record.number // 2
    match.standing.add_game(record.points)
    if pair in match.open_pairs:
        match.standing.add_pair(match.open_pairs.pop(pair) + record.points)
    else:
        match.open_pairs[pair] = record.points
