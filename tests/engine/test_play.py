"""`ajeeb play`: how games end."""

from __future__ import annotations

import builtins
import time
from collections.abc import Callable
from typing import Any

import pytest

import ajeeb
from ajeeb import _endings
from ajeeb.cli import main
from ajeeb.cli.play import Game
from ajeeb.engine import Limit, PlayResult

BACK_AND_FORTH = ["g1f3", "g8f6", "f3g1", "f6g8"]


class Scripted:
    """An engine that plays a line and notes what it was asked; `seconds` is what it thinks about each move."""

    def __init__(self, *moves: str, seconds: float = 0.0) -> None:
        self.moves, self.seconds, self.limits = iter(moves), seconds, list[Limit]()

    def play(self, _: object, limit: Limit) -> PlayResult:
        time.sleep(self.seconds)
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


def game(engine: Any, fen: str = ajeeb.STARTING_FEN) -> Game:
    return Game(ajeeb.Board(fen), engine, True, 0.01, None, True)


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
