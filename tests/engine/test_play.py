"""`ajeeb play`: how games end, what is taken back, who gives hints, what is saved, and where one may begin."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

import ajeeb
from ajeeb import _endings
from ajeeb.cli import main
from ajeeb.cli.play import Game
from ajeeb.engine import Limit, PlayResult

BACK_AND_FORTH = ["g1f3", "g8f6", "f3g1", "f6g8"]
WILD = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
WILD_ROOK = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"  # castles kingside with the rook beside it


class Watch:
    """A clock that only moves when it is told to."""

    now = 100.0

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


class Scripted:
    """An engine that plays a line and notes what it was asked, after what `thinks` does for each move."""

    def __init__(self, *moves: str, thinks: Callable[[], None] = lambda: None) -> None:
        self.moves, self.thinks, self.limits = iter(moves), thinks, list[Limit]()

    def play(self, _: object, limit: Limit) -> PlayResult:
        self.thinks()
        self.limits.append(limit)
        return PlayResult(ajeeb.Move.from_uci(next(self.moves)), None)


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str | Callable[[], str]) -> None:
    """Type these lines, and then end the input; a function is called for what it types."""
    left = iter(lines)

    def read(prompt: str = "") -> str:
        print(prompt)
        line = next(left, None)
        if line is None:
            raise EOFError
        return line if isinstance(line, str) else line()

    monkeypatch.setattr(builtins, "input", read)


def game(engine: Any, adviser: Any = None, fen: str = ajeeb.STARTING_FEN, clock: Any = None) -> Game:
    return Game(ajeeb.Board(fen), engine, adviser, True, 0.01, clock, True)


def endings_along(board: ajeeb.Board, moves: list[str]) -> list[str | None]:
    found = []
    for move in moves:
        board.push_uci(move)
        outcome = _endings.ending(board)
        found.append(outcome and f"{outcome.result()} {_endings.reason(outcome)}")
    return found


def test_a_draw_counts_once_it_stands_on_the_board() -> None:
    assert endings_along(ajeeb.Board(), BACK_AND_FORTH * 2) == [None] * 7 + ["1/2-1/2 threefold repetition"]
    board = ajeeb.Board("4k3/8/8/8/8/8/8/R3K3 w - - 98 80")
    assert endings_along(board, ["a1a2", "e8e7"]) == [None, "1/2-1/2 fifty moves"]
    board = ajeeb.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 80")
    assert endings_along(board, ["a1a8"]) == ["1-0 checkmate"]


def test_a_game_ends_as_a_match_would(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typing(monkeypatch, "Nf3", "Ng1", "Nf3", "Ng1", "quit")
    game(Scripted("g8f6", "f6g8", "g8f6", "f6g8")).run()
    assert "1/2-1/2: threefold repetition" in capsys.readouterr().out
    typing(monkeypatch, "Ra8")  # mate, where another move would have made a draw
    game(Scripted(), fen="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 80").run()
    assert "1-0: checkmate" in capsys.readouterr().out


def test_show_tells_no_draw_that_a_move_would_make(capsys: pytest.CaptureFixture[str]) -> None:
    for clock, told in ((99, "None"), (100, "1/2-1/2 (fifty_moves)")):
        assert main(["show", f"4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80"]) == 0
        assert f"outcome      {told}" in capsys.readouterr().out


def test_hints_come_at_full_strength(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    made: list[Any] = []

    class Noted(ajeeb.engine.Engine):
        def __init__(self, **options: Any) -> None:
            super().__init__(hash=1)
            self.options: dict[str, Any] = {}
            self.asked = 0
            made.append(self)

        def configure(self, options: Any) -> None:
            if options:
                self.options.update(options)

        def play(self, *arguments: Any, **more: Any) -> PlayResult:
            self.asked += 1
            return super().play(*arguments, **more)

    monkeypatch.setattr("ajeeb.engine.Engine", Noted, raising=False)
    typing(monkeypatch, "hint", "hint", "quit")
    assert main(["play", "--elo", "800", "--level", "3", "--movetime", "0.02"]) == 0
    assert capsys.readouterr().out.count("hint: ") == 2
    assert [engine.options for engine in made if engine.asked] == [{}]
    assert {"Skill Level": 3, "UCI_LimitStrength": True, "UCI_Elo": 800} in [engine.options for engine in made]


def test_undo_gives_the_time_back(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    monkeypatch.setattr("ajeeb.cli.play.time.monotonic", lambda: watch.now)
    seen: list[tuple[float, float]] = []

    def look(then: str, pause: float = 0.0) -> Callable[[], str]:
        def typed() -> str:
            watch.pass_by(pause)
            assert at_table.left
            seen.append((at_table.left[True], at_table.left[False]))
            return then

        return typed

    engine = Scripted("e7e5", "d7d5", "g8f6", thinks=lambda: watch.pass_by(5))
    at_table = game(engine, clock=(60.0, 1.0))
    typing(monkeypatch, look("e4", 2), look("Nf3", 3), look("undo", 7), look("undo"), look("d4", 4), look("quit"))
    at_table.run()
    # What was thought before the second `undo` is forgotten: d4 took 4 seconds.
    assert seen == [(60, 60), (59, 56), (57, 52), (59, 56), (60, 60), (57, 56)]


def test_undo_without_a_clock(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typing(monkeypatch, "undo", "e4", "undo", "fen", "undo", "quit")
    game(Scripted("e7e5")).run()
    shown = capsys.readouterr().out
    assert shown.count("nothing to take back") == 2 and ajeeb.STARTING_FEN in shown


def test_the_game_so_far_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    typing(monkeypatch, "e4", "save my game.pgn", f"save {tmp_path / 'nowhere' / 'x.pgn'}", "save", "save .",
           "save ~no_such_user_/x", "save a\0b", "Nf3", "save later.pgn", "quit")  # fmt: skip
    game(Scripted("e7e5", "b8c6")).run()
    shown = capsys.readouterr().out.replace("\n", "")
    assert f"saved to {tmp_path / 'my game.pgn'}" in shown
    assert shown.count("the game is not saved") == 4 and "save needs the name of a file" in shown
    assert {path.name for path in tmp_path.iterdir()} == {"my game.pgn", "later.pgn"}
    for name, moves in (("my game.pgn", "1. e4 e5 *"), ("later.pgn", "1. e4 e5 2. Nf3 Nc6 *")):
        with (tmp_path / name).open() as file:
            saved = chess.pgn.read_game(file)
        assert saved is not None and not saved.errors
        assert (saved.headers["White"], saved.headers["Black"], saved.headers["Result"]) == ("human", "ajeeb", "*")
        assert str(saved.mainline_moves()) + " *" == moves


def test_what_is_typed_is_no_markup(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typing(monkeypatch, "[/x]", "[bold]", "save [/x]/[/y]", "quit")
    game(Scripted()).run()
    shown = capsys.readouterr().out
    assert "'[/x]' is no legal move" in shown and "'[bold]' is no legal move" in shown and "[/x]/[/y]" in shown


@pytest.mark.parametrize("flag", [[], ["--chess960"]])
def test_positions_of_chess960(
    flag: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for fen in (WILD, WILD.replace("KQkq", "HFhf"), WILD_ROOK):
        assert main(["analyse", fen, "--depth", "2", *flag]) == 0
        assert main(["moves", fen, *flag]) == 0
    capsys.readouterr()
    path = tmp_path / "wild.pgn"
    typing(monkeypatch, "moves", "O-O", f"save {path}", "quit")
    assert main(["play", "--movetime", "0.02", "--fen", WILD_ROOK, *flag]) == 0
    assert "O-O" in capsys.readouterr().out
    assert '[Variant "Chess960"]' in path.read_text() and "1. O-O" in path.read_text()


def test_positions_that_are_legal_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    for fen in ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"):
        for arguments in (["analyse", fen], ["play", "--fen", fen], ["moves", fen], ["moves", fen, "--chess960"]):
            assert main(arguments) == 1
            assert "expected a legal position" in capsys.readouterr().err


def test_castling_is_written_as_in_chess960_only_there(capsys: pytest.CaptureFixture[str]) -> None:
    both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for fen, flag, castling in ((both, [], "e1g1"), (both, ["--chess960"], "e1h1"), (WILD_ROOK, [], "e1f1")):
        assert main(["moves", fen, *flag]) == 0
        assert castling in capsys.readouterr().out.split()


def test_a_game_that_is_over_can_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    back_rank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    for name, fen, lines, result in (
        ("mate", back_rank, ["Ra8"], "1-0"),
        ("resigned", ajeeb.STARTING_FEN, ["resign"], "0-1"),
    ):
        path = tmp_path / f"{name}.pgn"
        typing(monkeypatch, *lines, "e4", "resign", "moves", f"save {path}", "quit")
        game(Scripted(), fen=fen).run()
        shown = capsys.readouterr().out
        assert f"{result}: " in shown and "'e4' is no move any more" in shown.replace("\n", " ")
        with path.open() as file:
            saved = chess.pgn.read_game(file)
        assert saved is not None and not saved.errors and saved.headers["Result"] == result


def test_the_end_of_a_game_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start, later = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "6k1/5pp1/7p/8/8/8/5PPP/1R4K1 w - - 0 2"
    typing(monkeypatch, "resign", "undo", "Ra8", "undo", "fen", "Rb1", "resign", "undo", "fen", "undo", "fen", "quit")
    game(Scripted("h7h6"), fen=start).run()
    shown = capsys.readouterr().out
    assert "1-0: checkmate" in shown and shown.count("0-1: you resign") == 2 and "nothing to take back" not in shown
    assert shown.count(start) == 2 and shown.count(later) == 1


def test_time_that_has_run_out_ends_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch()
    monkeypatch.setattr("ajeeb.cli.play.time.monotonic", lambda: watch.now)

    def late() -> str:
        watch.pass_by(61)
        return "e4"

    for typed, thinks, result in ((late, lambda: None, "0-1"), ("e4", lambda: watch.pass_by(61), "1-0")):
        path = tmp_path / f"{result}.pgn"
        typing(monkeypatch, typed, f"save {path}", "quit")
        game(Scripted("e7e5", thinks=thinks), clock=(60.0, 0.0)).run()
        assert f"{result}: {'White' if result == '0-1' else 'Black'} loses on time" in capsys.readouterr().out
        assert f'[Result "{result}"]' in path.read_text()
