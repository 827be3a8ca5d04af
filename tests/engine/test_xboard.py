"""The XBoard loop, driven as an old interface drives it: what it answers, and that it makes every move it owes."""

from __future__ import annotations

import time
from collections.abc import Iterator

import chess
import pytest

from .talk import Talk


@pytest.fixture
def talk() -> Iterator[Talk]:
    conversation = Talk()
    conversation.say("xboard", "protover 2")
    conversation.wait("feature done=1")
    yield conversation
    conversation.say("quit")
    assert conversation.close() == 0


def test_a_game(talk: Talk) -> None:
    board = chess.Board()
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


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("usermove a1a9", "Illegal move: a1a9"),
        ("usermove d7d5", "Illegal move (it is not your turn): d7d5"),
        ("setboard nonsense", "tellusererror Illegal position"),
        ("memory 2", ""),
        ("cores 2", ""),
        ("option Contempt=5", ""),
        ("option Contempt=many", "Error"),
        ("option Nonsense=1", "Error"),
        ("variant atomic", "Error"),
        ("hint", ""),
        ("nonsense", "Error (unknown command)"),
    ],
)
def test_nothing_that_comes_while_the_engine_thinks_costs_it_its_move(talk: Talk, said: str, heard: str) -> None:
    talk.say("new", "st 1", "usermove e2e4", said, "ping 7")
    if heard:
        talk.wait(heard)
    move = talk.wait("move ").split()[1]
    assert (
        chess.Move.from_uci(move) in chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -").legal_moves
    )
    talk.wait("pong 7")  # only now: it says that all before it has been done
    assert not any(line.startswith("pong") for line in talk.lines[:-1])


@pytest.mark.parametrize("said", ["force", "new", "undo", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "playother"])
def test_a_thought_that_is_called_off_leaves_no_move_and_no_ping_open(talk: Talk, said: str) -> None:
    talk.say("new", "st 600", "usermove e2e4", "ping 1", said, "ping 2")
    talk.wait("pong 1", 10)
    talk.wait("pong 2", 10)
    assert not any(line.startswith("move ") for line in talk.lines)


def test_moving_now(talk: Talk) -> None:
    for said in (["?"], ["?", "option Contempt=5"], ["option Contempt=5", "?"]):
        talk.say("new", "st 600", "usermove e2e4", *said)
        talk.wait("move ", 10)


def test_a_thought_that_is_taken_up_again_has_what_is_left_of_its_time(talk: Talk) -> None:
    talk.say("new", "st 4", "usermove e2e4")
    time.sleep(3)
    talk.say("usermove a1a9")
    assert talk.hear("move ").at - talk.said_at < 2.5  # about 1; 4 if it began anew


def test_an_analysis_goes_on_after_what_changes_nothing(talk: Talk) -> None:
    talk.say("new", "force", "analyze")
    talk.wait("1 ")  # thinking lines begin with the depth
    talk.say("setboard x")
    talk.wait("tellusererror")
    for said in ("usermove a1a9", "memory 2"):
        talk.say("ping 3", said)
        talk.wait("pong 3", 10)
        assert len(talk.wait("1 ").split()) >= 5  # begun anew
    talk.say("usermove e2e4")
    while not chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -").is_legal(
        chess.Move.from_uci(talk.wait("1 ").split()[4])
    ):
        pass
    talk.say("exit", "ping 4")
    talk.wait("pong 4")


def test_options_are_announced_and_set(talk: Talk) -> None:
    announced = {line.split('"')[1] for line in talk.lines if line.startswith("feature option=")}
    assert "Move Overhead -spin 10 0 5000" in announced and "UCI_LimitStrength -check 0" in announced
    assert "Clear Hash -button" in announced and not any(text.startswith(("Hash", "Threads")) for text in announced)
    talk.say(
        "option Move Overhead=30", "option UCI_LimitStrength=1", "option UCI_Elo=800", "option Clear Hash", "ping 1"
    )
    talk.wait("pong 1")
    assert not any(line.startswith("Error") for line in talk.lines)
    talk.say("new", "st 600", "usermove e2e4")
    talk.wait("move ", 10)  # few nodes are enough for so little strength
