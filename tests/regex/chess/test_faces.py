"""UCI and the terminal: what a board program and a person see of the chess programs."""

import io
import subprocess
import sys
from pathlib import Path

import chess
import chess.engine
import pytest

from ajeeb.cli import main
from ajeeb.errors import ChessError
from ajeeb.regex.chess.uci import START, Session, push, run_uci


def converse(*lines: str) -> list[str]:
    output = io.StringIO()
    assert run_uci("chess2-plain", io.StringIO("\n".join(lines) + "\n"), output) == 0
    return output.getvalue().splitlines()


def test_greeting() -> None:
    lines = converse("uci", "isready", "", "quit")
    assert lines[-2:] == ["uciok", "readyok"]
    assert any(line.startswith("option name Program type combo") for line in lines)


def test_moves_from_both_kinds_of_positions() -> None:
    lines = converse("position startpos moves e2e4 e7e5", "go wtime 1000 btime 1000", "quit")
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci("e7e5")
    assert chess.Move.from_uci(lines[-1].split()[1]) in board.legal_moves
    lines = converse("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go infinite", "stop")
    assert lines[-1] == "bestmove a1a8"


def test_a_game_that_is_over_has_no_move() -> None:
    assert converse("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go")[-1] == "bestmove (none)"


@pytest.mark.parametrize(
    "line", ["position startpos moves e2e5", "position fen x", "position", "foo", "setoption name Hash value 1"]
)
def test_what_is_wrong_is_told(line: str) -> None:
    assert converse(line)[-1].startswith("info string ")


def test_options_choose_the_program() -> None:
    session = Session(io.StringIO())
    assert session.handle("setoption name Program value chess3") and session.program == "chess3"


def test_push() -> None:
    assert push(START, "g1f3").startswith("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")
    with pytest.raises(ChessError, match="blocked"):
        push(START, "g1e2")


def test_python_chess_plays_against_it() -> None:
    command = [sys.executable, "-m", "ajeeb", "regex", "uci", "--program", "chess2-plain"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        board = chess.Board()
        for _ in range(6):
            result = engine.play(board, chess.engine.Limit(time=1))
            assert result.move is not None
            board.push(result.move)
        engine.configure({"Program": "chess2"})
        assert engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves


def test_playing_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep = tmp_path / "game.txt"
    monkeypatch.setattr("sys.stdin", io.StringIO("e2e4\ne4e6\nquit\n"))
    assert main(["regex", "play", "-p", "chess2-plain", "--screen", str(keep)]) == 0
    shown = capsys.readouterr().out
    assert "I play" in shown and "e4e6 is illegal: blocked" in shown
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["regex", "play", "-p", "chess2-plain", "--screen", str(keep)]) == 0
    assert "move 2" in capsys.readouterr().out
    assert main(["regex", "play", "--fen", "8/8"]) == 1
    assert "not 8" in capsys.readouterr().err


def test_help() -> None:
    for command in ("play", "uci"):
        done = subprocess.run(
            [sys.executable, "-m", "ajeeb", "regex", command, "--help"], capture_output=True, text=True, check=True
        )
        assert "Example" in done.stdout
