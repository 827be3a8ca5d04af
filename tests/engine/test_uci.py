"""The UCI and XBoard loops, driven as a chess program drives them."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

import ajeeb

from .talk import Talk


@pytest.fixture
def talk() -> Iterator[Talk]:
    conversation = Talk()
    yield conversation
    assert conversation.close() == 0


def best_move(talk: Talk, board: chess.Board, go: str) -> chess.Move:
    talk.say(go)
    return board.parse_uci(talk.wait("bestmove").split()[1])


def test_the_greeting_ends_with_uciok(talk: Talk) -> None:
    talk.say("uci")
    talk.wait("uciok")
    assert talk.lines[0] == f"id name ajeeb {ajeeb.__version__}" and talk.lines[1].startswith("id author ")
    assert all(line.startswith("option name ") for line in talk.lines[2:-1])
    names = {line.split(" type ")[0].removeprefix("option name ") for line in talk.lines[2:-1]}
    assert names == {
        *("Hash", "Threads", "Ponder", "MultiPV", "Move Overhead", "Contempt", "UCI_Chess960", "UCI_ShowWDL"),
        *("UCI_LimitStrength", "UCI_Elo", "Skill Level", "Clear Hash"),
    }


@pytest.mark.parametrize(
    "go",
    [
        "go movetime 0", "go nodes 1", "go depth 1", "go wtime 300 btime 300 movestogo 1", "go depth 60 movetime 100",
        "go wtime 0 btime 0", "go wtime -500 btime 3", "go mate 3 nodes 20000", "go depth 0", "go depth x nodes 500",
    ],
)  # fmt: skip
def test_every_limit_ends_with_a_legal_move(talk: Talk, go: str) -> None:
    talk.say("position startpos")
    best_move(talk, chess.Board(), go)
    assert any(line.startswith("info depth") and " score " in line and " pv " in line for line in talk.lines)


def test_the_answer_to_isready_does_not_wait_for_the_search(talk: Talk) -> None:
    talk.say("position startpos", "go infinite", "isready")
    talk.wait("readyok")
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk.say("stop")
    talk.wait("bestmove")


def test_garbage_is_survived(talk: Talk) -> None:
    talk.say("", "   ", "xyzzy", "go", "stop", "position", "position fen", "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
             "position startpos moves e2e5", "setoption", "setoption name", "setoption name Hash value many",
             "setoption name Hash value 99999999999999999999", "go depth", "stop", "\x00\xff", "a" * 100_000,
             "isready")  # fmt: skip
    talk.wait("readyok")
    talk.say("stop", "isready")
    talk.wait("readyok")


def test_a_bad_position_is_told_and_the_old_one_kept(talk: Talk) -> None:
    board = chess.Board()
    board.push_uci("e2e4")
    talk.say("position startpos moves e2e4")
    for bad in (
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "fen nonsense",
        "startpos moves e2e4 e7e4",
        "fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",  # the king could be taken
        "fen 4r3/8/8/8/4K3/8/8/4r2k w - - 0 1",
    ):  # no move gives these two checks
        talk.say("position " + bad)
        assert "the old position is kept" in talk.wait("info string")
        assert best_move(talk, board, "go depth 1")


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


def test_options_set_during_a_search_wait_for_its_end(talk: Talk) -> None:
    talk.say("position startpos", "go infinite", "setoption name Hash value 32", "isready")
    talk.wait("readyok")
    talk.say("stop")
    talk.wait("bestmove")
    best_move(talk, chess.Board(), "go depth 3")


def test_pondering_ends_only_after_ponderhit(talk: Talk) -> None:
    talk.say("position startpos moves e2e4 e7e5", "go ponder movetime 100", "isready")
    talk.wait("readyok")
    with pytest.raises(AssertionError, match="did not say"):
        talk.wait("bestmove", 0.5)
    talk.say("ponderhit")
    talk.wait("bestmove", 2)


@pytest.mark.parametrize("limit", ["nodes 100", "depth 1", "movetime 10", "mate 1", "wtime 10 btime 10"])
def test_no_limit_counts_before_ponderhit(talk: Talk, limit: str) -> None:
    talk.say("position startpos", f"go ponder {limit}", "isready")
    talk.wait("readyok")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in talk.unread())
    talk.say("ponderhit" if limit != "mate 1" else "stop")
    assert talk.wait("bestmove")


def test_go_right_after_stop_is_not_refused(talk: Talk) -> None:
    for _ in range(20):
        talk.say("position startpos", "go infinite", "stop", "position startpos moves e2e4", "go depth 2")
        talk.wait("bestmove")
        board = chess.Board()
        board.push_uci("e2e4")
        assert chess.Move.from_uci(talk.wait("bestmove").split()[1]) in board.legal_moves
    assert not any("a search is running" in line for line in talk.lines)


def test_chess960_castling_is_king_takes_rook(talk: Talk) -> None:
    fen = "bqnbnrkr/pppppppp/8/8/8/5N2/PPPPPPPP/BQNB1RKR w HFhf - 0 1"
    talk.say("setoption name UCI_Chess960 value true", f"position fen {fen}", "go searchmoves g1h1 depth 2")
    assert talk.wait("bestmove").split()[1] in {move.uci() for move in chess.Board(fen, chess960=True).legal_moves}
    talk.say("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1", "d")
    assert "RNBQ1RK1" in talk.wait("Fen")


def test_a_long_game_is_read_at_once(talk: Talk) -> None:
    talk.say("position startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * 5000)
    started = time.monotonic()
    best_move(talk, chess.Board(), "go depth 1")
    assert time.monotonic() - started < 5


def test_the_same_nodes_twice(talk: Talk) -> None:
    found = []
    for _ in range(2):
        talk.say("ucinewgame", "position startpos", "go depth 9")
        best = talk.wait("bestmove")
        found.append((best, [line.split(" nps ")[0] for line in talk.lines if line.startswith("info depth")]))
        talk.lines.clear()
    assert found[0] == found[1]


def test_mates_and_dead_positions(talk: Talk) -> None:
    talk.say("position fen R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "go depth 4")
    assert talk.wait("bestmove") == "bestmove (none)" and any("score mate 0" in line for line in talk.lines)
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 4")
    assert talk.wait("bestmove") == "bestmove (none)" and any("score cp 0" in line for line in talk.lines)
    talk.say("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go depth 4")
    talk.wait("bestmove a1a8")
    assert "score mate 1 " in next(line for line in reversed(talk.lines) if line.startswith("info depth"))


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


def test_weak_levels_play_legal_moves(talk: Talk) -> None:
    talk.say("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 900", "position startpos")
    best_move(talk, chess.Board(), "go wtime 1000 btime 1000")


def test_xboard_plays_a_game(talk: Talk) -> None:
    board = chess.Board()
    talk.say("xboard", "protover 2")
    talk.wait("feature done=1")
    talk.say("new", "level 0 1 1", "sd 3", "post", "ping 1")
    talk.wait("pong 1")
    for text in ("e2e4", "d2d4", "g1f3"):
        move = board.parse_uci(text)
        if move not in board.legal_moves:
            break
        board.push(move)
        talk.say(f"usermove {text}")
        board.push_uci(talk.wait("move").split()[1])
    talk.say("usermove a1a8")
    assert "a1a8" in talk.wait("Illegal move")
    talk.say("setboard 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go")
    assert talk.wait("move") == "move a1a8"
    talk.wait("1-0")
    talk.say("quit")
    assert talk.process.wait(10) == 0


def test_the_uci_test_suite_is_content(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m ajeeb uci\n")
    program.chmod(0o755)
    command = [sys.executable, "-m", "uci_test_suite", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert "All tests passed!" in done.stdout, done.stdout


def test_the_end_of_input_ends_the_engine(talk: Talk) -> None:
    talk.say("position startpos", "go infinite", "isready")
    talk.wait("readyok")
    started = time.monotonic()
    assert talk.close() == 0
    assert time.monotonic() - started < 2
