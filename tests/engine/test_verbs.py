"""The command line's engine verbs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ajeeb.cli import main

GAME = '[Event "x"]\n[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'


def test_eval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval"]) == 0
    shown = capsys.readouterr().out
    assert "mobility" in shown and "king danger" in shown and "phase 24/24" in shown
    assert main(["eval", "--json", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]) == 0
    assert json.loads(capsys.readouterr().out)["evaluation"]["phase"] == 0
    assert main(["eval", "nonsense"]) == 1
    assert "nonsense" in capsys.readouterr().err


def test_analyse_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--depth", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"][0] == {
        "score": "#+1", "depth": 4, "nodes": pytest.approx(50, abs=2000), "pv": ["a1a8"],
    }  # fmt: skip


def test_analyse_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out, picture = tmp_path / "game.pgn", tmp_path / "out.pgn", tmp_path / "game.svg"
    source.write_text(GAME)
    assert main(["analyse", str(source), "--nodes", "3000", "--out", str(out), "--svg", str(picture)]) == 0
    text = out.read_text()
    assert "[%eval" in text and "$4" in text and "( 2." in text
    assert picture.read_text().startswith("<svg")
    assert "blunder" in capsys.readouterr().err


def test_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.pgn"
    arguments = [
        "match",
        "builtin::Hash=1",
        "builtin::Hash=1",
        "-n",
        "2",
        "--tc",
        "nodes=60",
        "--pgn",
        str(games),
        "--json",
    ]
    assert main([*arguments, "--sprt", "0,5"]) == 0
    account = json.loads(capsys.readouterr().out)
    assert account["games"] == 2 and account["faults"] == {} and account["sprt"]["verdict"] == "undecided"
    assert games.read_text().count("[Event ") == 2
    (tmp_path / "one.epd").write_text("7k/5Q2/6K1/8/8/8/8/8 b - -\n")  # stalemate
    one_opening = ["match", "builtin", "builtin", "--openings", str(tmp_path / "one.epd"), "-n", "4", "--json"]
    for limit, is_fixed in (("nodes=60", True), ("depth=2", True), ("1+0.01", False), ("movetime=0.1", False)):
        assert main([*one_opening, "--tc", limit]) == 0
        assert ("1 openings make 2 different games" in capsys.readouterr().err) == is_fixed
    assert main(["match", "builtin", "builtin", "--tc", "soon"]) == 1
    assert "'soon' is no time control" in capsys.readouterr().err


def test_play() -> None:
    commands = "help\nmoves\nfen\neval\nhint\ne2e5\ne4\nundo\nNf3\nboard\nflip\nresign\n"
    command = [sys.executable, "-m", "ajeeb", "play", "--movetime", "0.05", "--ascii"]
    done = subprocess.run(command, input=commands, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "'e2e5' is no legal move" in done.stdout and "you resign" in done.stdout and "hint: " in done.stdout


def test_bench_has_its_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--depth", "8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == BENCH_NODES_AT_DEPTH_8


def test_tune(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, plot = tmp_path / "games.bin", tmp_path / "loss.svg"
    assert main(["tune", "selfplay", str(games), "--games", "12", "--nodes", "60", "--threads", "1"]) == 0
    again = tmp_path / "again.bin"
    assert main(["tune", "selfplay", str(again), "--games", "12", "--nodes", "60", "--threads", "2"]) == 0
    assert games.read_bytes() == again.read_bytes()
    arguments = ["--epochs", "3", "--write", str(tmp_path), "--plot", str(plot)]
    assert main(["tune", "fit", str(games), *arguments]) == 0
    assert (tmp_path / "parameters.inc").read_text().count("S(") > 500 and plot.read_text().startswith("<svg")
    (tmp_path / "odd.bin").write_bytes(b"x" * 33)
    assert main(["tune", "fit", str(tmp_path / "odd.bin")]) == 1


# The node count of the bench at depth 8: a change here says that the engine plays differently, and belongs into
# docs/engine-log.md with the match that justifies it.
BENCH_NODES_AT_DEPTH_8 = 166832
