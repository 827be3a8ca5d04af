"""The UCI loop, driven as a chess program drives it. Most of it is test_uci_scripts.py's."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

import ajeeb
from ajeeb._core import engine

from .talk import Talk


@pytest.fixture
def talk() -> Iterator[Talk]:
    conversation = Talk()
    yield conversation
    assert conversation.close() == 0


def best_move(talk: Talk, board: chess.Board, go: str) -> chess.Move:
    talk.say(go)
    return board.parse_uci(talk.wait("bestmove").split()[1])


def test_the_greeting_names_version_and_options(talk: Talk) -> None:
    talk.say("uci")
    talk.wait("uciok")
    assert talk.lines[0] == f"id name ajeeb {ajeeb.__version__}"
    names = {line.split(" type ")[0].removeprefix("option name ") for line in talk.lines[2:-1]}
    assert names == {
        *("Hash", "Threads", "Ponder", "MultiPV", "Move Overhead", "Contempt", "UCI_Chess960", "UCI_ShowWDL"),
        *("UCI_LimitStrength", "UCI_Elo", "Skill Level", "Clear Hash"),
    }


@pytest.mark.parametrize(
    "go",
    ["go wtime 0 btime 0", "go wtime -500 btime 3", "go mate 3 nodes 20000", "go depth 0", "go depth x nodes 500"],
)
def test_every_odd_limit_ends_with_a_legal_move(talk: Talk, go: str) -> None:
    talk.say("position startpos")
    best_move(talk, chess.Board(), go)
    assert any(line.startswith("info depth") and " score " in line and " pv " in line for line in talk.lines)


def test_a_long_search_tells_which_root_move_it_is_at(talk: Talk) -> None:
    talk.say("position startpos", "go infinite")
    line = talk.wait("info depth", 60)
    while " currmove " not in line:  # from the fourth second on
        line = talk.wait("info depth", 60)
    words = line.split()
    assert words[3::2] == ["currmove", "currmovenumber"] and chess.Move.from_uci(words[4]) in chess.Board().legal_moves
    assert 1 <= int(words[6]) <= 20
    talk.say("stop")
    talk.wait("bestmove")


def test_a_switch_is_true_or_false(talk: Talk) -> None:
    talk.say("setoption name UCI_LimitStrength value maybe", "isready")
    talk.wait("readyok")
    assert [line for line in talk.lines if "needs true or false, not 'maybe'" in line]


def test_garbage_is_survived(talk: Talk) -> None:
    talk.say("", "   ", "xyzzy", "go", "stop", "position", "position fen", "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
             "position startpos moves e2e5", "setoption", "setoption name", "setoption name Hash value many",
             "setoption name Hash value 99999999999999999999", "go depth", "stop", "\x00\xff", "a" * 100_000,
             "isready")  # fmt: skip
    talk.wait("readyok")
    talk.say("stop", "isready")
    talk.wait("readyok")


@pytest.mark.parametrize(
    ("fen", "left_out"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "an ep square"),
        ("4k3/8/8/8/8/8/8/4K3 w q e6 0 1", "castling rights that can't be and an ep square"),
    ],
)
def test_what_a_position_cannot_bear_is_left_out_and_told(talk: Talk, fen: str, left_out: str) -> None:
    talk.say(f"position fen {fen}", "d")
    assert left_out in talk.wait("info string")
    assert "4k3/8/8/8/8/8/8/4K3 w - - 0 1" in talk.wait("Fen:")


@pytest.mark.parametrize("limit", ["nodes 100", "depth 1", "movetime 10", "mate 1", "wtime 10 btime 10"])
def test_no_limit_counts_before_ponderhit(talk: Talk, limit: str) -> None:
    talk.say("position startpos", f"go ponder {limit}", "isready")
    talk.wait("readyok")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in talk.unread())
    talk.say("ponderhit" if limit != "mate 1" else "stop")
    assert talk.wait("bestmove")


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("go depth nodes 100", "'depth' needs a number, not 'nodes'"),
        ("go nodes 100 movetime", "'movetime' needs a number, not ''"),
        ("perft abc", "'perft' takes a depth, not 'abc'"),
        ("bench abc", "'bench' takes a depth, not 'abc'"),
        ("position fen nonsense here", "'nonsense here'; the old position is kept"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "'8/8/8/8/8/8/8/8 w - - 0 1'; the old position is kept"),
    ],
)
def test_what_is_missing_or_wrong_is_quoted(talk: Talk, said: str, heard: str) -> None:
    talk.say(said, "stop", "isready")
    talk.wait("readyok", 60)
    assert any(line.startswith("info string") and heard in line for line in talk.lines)


def test_an_option_that_does_not_fit_is_told_during_a_search_too(talk: Talk) -> None:
    talk.say("go infinite", "setoption name MultiPV value xyz", "setoption name MultiPV value 2", "stop", "isready")
    talk.wait("readyok")
    told = [line for line in talk.lines if line.startswith("info string")]
    assert len(told) == 2 and "'xyz'" in told[0] and "when the search has ended" in told[1]


@pytest.mark.parametrize("line", ["x" * 20_000_000, "position startpos moves " + "e2e4 e7e5 g1f3 g8f6 " * 1_000_000])
def test_a_line_longer_than_any_command_is_refused(talk: Talk, line: str) -> None:
    talk.say("position startpos moves d2d4", line, "d", "isready")
    talk.wait("readyok", 60)
    assert any(text.startswith("info string") for text in talk.lines)
    assert "Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1" in talk.lines


def test_go_right_after_stop_is_not_refused(talk: Talk) -> None:
    for _ in range(20):
        talk.say("position startpos", "go infinite", "stop", "position startpos moves e2e4", "go depth 2")
        talk.wait("bestmove")
        board = chess.Board()
        board.push_uci("e2e4")
        assert chess.Move.from_uci(talk.wait("bestmove").split()[1]) in board.legal_moves
    assert not any("a search is running" in line for line in talk.lines)


def test_a_long_game_is_read_at_once(talk: Talk) -> None:
    talk.say("position startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * 5000)
    started = time.monotonic()
    best_move(talk, chess.Board(), "go depth 1")
    assert time.monotonic() - started < 5


def test_the_only_legal_repetition_is_a_draw(talk: Talk) -> None:
    talk.say("position fen 5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4 moves d7c8 f8f7 c8d7 f7f8 d7d8 f8f7 d8d7",
             "go depth 8")  # fmt: skip
    talk.wait("bestmove")
    assert "score cp 0 " in next(line for line in reversed(talk.lines) if line.startswith("info depth"))


def test_extras(talk: Talk) -> None:
    talk.say("position startpos", "go perft 3")
    assert talk.wait("Nodes searched") == "Nodes searched: 8902"
    talk.say("eval")
    talk.wait("evaluation: ")
    talk.say("flip", "d")
    assert " b " in talk.wait("Fen")
    talk.say("setoption name UCI_ShowWDL value true", "go depth 2")
    talk.wait("bestmove")
    assert any(" wdl " in line for line in talk.lines)


def test_bench_counts_the_same_nodes_every_time(talk: Talk) -> None:
    nodes, _ = engine.bench(1)
    for _ in range(2):
        talk.say("bench 1")
        assert talk.wait("Nodes searched") == f"Nodes searched: {nodes}"


def test_weak_levels_play_legal_moves(talk: Talk) -> None:
    talk.say("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 900", "position startpos")
    best_move(talk, chess.Board(), "go wtime 1000 btime 1000")


def test_the_uci_test_suite_is_content(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m ajeeb uci\n")
    program.chmod(0o755)
    command = [sys.executable, "-m", "uci_test_suite", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert "All tests passed!" in done.stdout, done.stdout
