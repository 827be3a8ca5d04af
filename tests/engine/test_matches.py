"""Matches: games at the same time, agreed results, clocks, openings, the test that ends them, and how engines end."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

import ajeeb
from ajeeb.cli import main
from ajeeb.engine import Limit, PlayResult, Sprt, matches
from ajeeb.engine.matches import GameRecord, Match, MatchOptions, Opening, Player, TimeControl, play_game, play_match

FAKE = Path(__file__).with_name("fake_engine.py")
LATE = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 40"  # from move 40 on, draws are agreed on
ONE_NODE = TimeControl(nodes=1)


def fake(mode: str, log: Path | None = None) -> Player:
    return Player(f"'{sys.executable}' '{FAKE}' {mode}" + (f" '{log}'" if log else ""), name=mode)


class Puppet:
    """An engine in this process that plays the first of the legal moves, or none if it is to lose."""

    def __init__(self, loses: bool = False, gate: threading.Barrier | None = None, seconds: float = 0.0) -> None:
        self.loses, self.gate, self.seconds = loses, gate, seconds
        self.limits: list[Limit] = []
        self.patience = self.timeout = None
        self.ended: list[str] = []

    def new_game(self, game: object) -> None:
        if self.gate:
            self.gate.wait(20)

    def play(self, board: ajeeb.Board, limit: Limit, **_: object) -> PlayResult:
        time.sleep(self.seconds)
        self.limits.append(limit)
        moves = sorted(board.legal_moves, key=str)
        return PlayResult(None if self.loses else moves[0], None)

    def quit(self) -> None:
        self.ended.append("quit")

    def close(self) -> None:
        self.ended.append("close")


class PuppetPlayer(Player):
    """Starts puppets, and counts them."""

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(name=name)
        object.__setattr__(self, "puppets", [])
        object.__setattr__(self, "how", options)

    def start(self) -> Any:
        self.puppets.append(Puppet(**self.how))  # type: ignore[attr-defined]
        return self.puppets[-1]  # type: ignore[attr-defined]


def played(first: Player, second: Player, **options: Any) -> tuple[Match, list[GameRecord]]:
    records: list[GameRecord] = []
    options = {"time_control": ONE_NODE, "openings": [Opening()], "longest": 20, **options}
    account = play_match(first, second, MatchOptions(**options), lambda record, _: records.append(record))
    return account, records


def test_two_games_at_a_time() -> None:
    """Nobody gets past a gate that opens for two: the games of two pairs begin together."""
    gate = threading.Barrier(2)
    first, second = PuppetPlayer("a", gate=gate), PuppetPlayer("b")
    account, records = played(first, second, games=8, concurrency=2, longest=6)
    assert sorted(record.number for record in records) == list(range(8)) and not gate.broken
    assert account.standing.games == 8 and account.standing.pairs == [0, 0, 4, 0, 0] and not account.open_pairs
    assert len(first.puppets) == len(second.puppets) == 2  # type: ignore[attr-defined]
    assert all(record.first_is_white == (record.number % 2 == 0) for record in records)


def test_games_at_a_time_with_programs() -> None:
    account, records = played(fake("level"), fake("level"), games=5, concurrency=2, longest=4)
    assert sorted(record.number for record in records) == list(range(5)) and not account.faults
    assert list(account.open_pairs) == [2] and account.reasons == {"length": 5}


@pytest.mark.parametrize("agree", [True, False])
def test_a_won_game_is_ended_when_both_agree(agree: bool) -> None:
    _, records = played(fake("ahead"), fake("ahead" if agree else "level"), games=2)
    ends = [(record.result, record.reason, len(record.board.move_stack)) for record in records]
    assert ends == [("1-0", "adjudication", 8) if agree else ("1/2-1/2", "length", 20)] * 2
    assert [record.points for record in records] == ([1.0, 0.0] if agree else [0.5, 0.5])


@pytest.mark.parametrize(
    ("fen", "mode", "end"),
    [
        (LATE, "level", ("adjudication", 16)),
        (LATE.replace("w", "b"), "level", ("adjudication", 16)),
        (LATE.replace("40", "38"), "level", ("adjudication", 19)),  # move 40 begins with the fourth ply
        (LATE, "ahead", ("length", 20)),
        (None, "level", ("length", 20)),
    ],
)
def test_a_drawn_game_is_ended_late_when_both_agree(fen: str | None, mode: str, end: tuple[str, int]) -> None:
    options = {"openings": [Opening(fen)], "resign_score": None}
    _, (record,) = played(fake("level"), fake(mode), games=1, **options)
    assert (record.result, record.reason, len(record.board.move_stack)) == ("1/2-1/2", *end)


def test_nothing_is_agreed_on_if_it_is_not_wanted() -> None:
    for fen, mode in ((LATE, "level"), (None, "ahead")):
        options = {"openings": [Opening(fen)], "resign_score": None, "draw_score": None}
        account, _ = played(fake(mode), fake(mode), games=1, **options)
        assert account.reasons == {"length": 1}


def test_a_base_for_so_many_moves_is_given_again_and_again() -> None:
    control = TimeControl.parse("3/9+0.5")
    assert (control.base, control.increment, control.moves) == (9.0, 0.5, 3)
    engines: Any = (Puppet(), Puppet())
    record = play_game((Player(), Player()), engines, 0, Opening(), MatchOptions(time_control=control, longest=14))
    assert not record.fault
    for engine in engines:
        assert [limit.remaining_moves for limit in engine.limits] == [3, 2, 1, 3, 2, 1, 3]
        assert {(limit.white_inc, limit.black_inc) for limit in engine.limits} == {(0.5, 0.5)}
    for number, limit in enumerate(engines[0].limits):
        given = 9 * (1 + number // 3) + 0.5 * number
        assert given - 1 < limit.white_clock <= given
    shown = [note.clock for note in record.notes[::2]]
    assert shown[1] < 11 and shown[2] > 18


def test_the_base_of_a_period_is_all_there_is() -> None:
    engines: Any = (Puppet(seconds=0.2), Puppet())
    options = MatchOptions(time_control=TimeControl.parse("1/0.5"), grace=0.3, longest=8)
    record = play_game((Player(), Player()), engines, 0, Opening(), options)
    assert record.reason == "length"  # 0.8 seconds, but never more than 0.5 in a period of one move
    options = MatchOptions(time_control=TimeControl.parse("40/0.5"), grace=0, longest=40)
    record = play_game((Player(name="slow"), Player()), engines, 0, Opening(), options)
    assert (record.reason, record.fault, record.result) == ("time forfeit", "slow", "0-1")


def first_plies(path: Path) -> list[list[str]]:
    games = []
    with path.open() as file:
        while game := chess.pgn.read_game(file):
            games.append([move.uci() for move in game.mainline_moves()])
    return games


@pytest.mark.parametrize("plies", [0, 3, 16])
def test_openings_from_a_pgn_file(plies: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "openings.pgn", tmp_path / "out.pgn"
    source.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n1. d4 d5 2. c4 *\n")
    arguments = ["--openings", str(source), "--plies", str(plies), "-n", "4", "--tc", "nodes=1", "--pgn", str(out)]
    assert main(["match", "builtin::Hash=1", "builtin::Hash=1", *arguments]) == 0
    lines = [["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"], ["d2d4", "d7d5", "c2c4"]]
    games = first_plies(out)
    for number, moves in enumerate(games):
        opening = lines[number // 2][:plies]
        assert moves[: len(opening)] == opening
    with out.open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None
    has_score = [node.eval() is not None for node in game.mainline()]
    assert has_score[:8] == [number >= min(plies, 5) for number in range(8)]  # what engines played begins there


def order_of_openings(seed: int | None, games: int = 8) -> list[str]:
    openings = [Opening(None, (move,)) for move in ("a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3")]
    first, second = PuppetPlayer("a"), PuppetPlayer("b")
    _, records = played(first, second, games=games, openings=openings, seed=seed, longest=3)
    return [record.board.move_stack[0].uci() for record in records]


def test_openings_in_an_order_of_their_own() -> None:
    from_the_top = ["a2a3", "a2a3", "b2b3", "b2b3", "c2c3", "c2c3", "d2d3", "d2d3"]
    assert order_of_openings(None) == from_the_top
    orders = [order_of_openings(seed, 12) for seed in range(4)]
    assert len({tuple(order) for order in orders}) > 1 and orders[3] == order_of_openings(3, 12)
    for order in orders:
        assert order[::2] == order[1::2] and len(set(order)) == 6  # each of them, and in pairs


def test_the_command_line_shuffles_openings(tmp_path: Path) -> None:
    def openings(*options: str) -> list[list[str]]:
        out = tmp_path / "out.pgn"
        arguments = ["--tc", "nodes=1", "--games", "4", "--pgn", str(out), *options]
        assert main(["match", "builtin::Hash=1", "builtin::Hash=1", *arguments]) == 0
        return [moves[:4] for moves in first_plies(out)]

    from_the_top = openings()
    assert from_the_top[0] == list(matches.OPENINGS[0][:4])
    assert openings("--seed", "5") == openings("--seed", "5") != from_the_top
    assert main(["match", "builtin", "builtin", "--seed", "-1"]) == 2


@pytest.mark.parametrize(("loser", "verdict"), [(1, True), (0, False)])
def test_a_match_ends_when_the_test_has_decided(loser: int, verdict: bool) -> None:
    players = [PuppetPlayer(name, loses=who == loser, seconds=0.005) for who, name in enumerate("ab")]
    account, records = played(*players, games=400, sprt=Sprt(0, 100))
    assert account.verdict is verdict and len(records) < 100
    assert account.standing.games == len(records)
    assert Sprt(0, 100).verdict(account.standing) is verdict


def test_engines_are_told_to_quit(tmp_path: Path) -> None:
    log = tmp_path / "log"
    played(fake("level", log), fake("ahead", log), games=2, longest=4)
    assert log.read_text() == "quit\n" * 2
    log.unlink()
    played(fake("level", log), fake("illegal", log), games=2, openings=[Opening(LATE)])  # at fault, and started anew
    assert log.read_text().count("quit") == 6
    first = PuppetPlayer("a")
    played(first, PuppetPlayer("b"), games=1, longest=2)
    assert first.puppets[0].ended == ["quit"]  # type: ignore[attr-defined]


def test_an_engine_that_does_not_quit_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "QUIT_SECONDS", 0.2)
    started: list[Any] = []

    class Kept(Player):
        def start(self) -> Any:
            started.append(super().start())
            return started[-1]

    began = time.monotonic()
    played(Kept(fake("deaf").command), fake("level"), games=1, longest=2)
    assert time.monotonic() - began < 20
    assert started[0]._backend._process.poll() is not None
