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


@pytest.mark.parametrize("said", ["level abc def ghi", "level", "level 40 5", "st abc", "sd", "time x"])
def test_a_clock_without_numbers_is_refused(talk: Talk, said: str) -> None:
    talk.say("new", "st 0.1", said)
    assert said in talk.wait("Error (a number is missing)")
    talk.say("usermove e2e4")
    assert talk.hear("move ").at - talk.said_at < 2  # the limit before it still counts


def test_moving_now(talk: Talk) -> None:
    for said in (["?"], ["?", "option Contempt=5"], ["option Contempt=5", "?"]):
        talk.say("new", "st 600", "usermove e2e4", *said)
        talk.wait("move ", 10)


def test_a_thought_that_is_taken_up_again_has_what_is_left_of_its_time(talk: Talk) -> None:
    talk.say("new", "st 4", "usermove e2e4")
    time.sleep(3)
    talk.say("option Contempt=5")
    assert talk.hear("move ").at - talk.said_at < 2.5  # about 1; 4 if it began anew


def test_an_analysis_goes_on_after_what_changes_nothing(talk: Talk) -> None:
    talk.say("new", "force", "analyze")
    talk.wait("1 ")  # thinking lines begin with the depth
    talk.say("setboard x")
    talk.wait("tellusererror")
    talk.say("usermove a1a9")
    talk.wait("Illegal move")
    talk.say("ping 3", "memory 2")
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


def test_an_analysis_tells_how_far_it_is(talk: Talk) -> None:
    talk.say("new", "force", ".", "analyze")
    talk.wait("5 ")
    talk.say(".")
    name, *numbers = talk.wait("stat01:").split()[:6]
    seconds, nodes, depth, left, every = map(int, numbers)
    assert name == "stat01:" and seconds >= 0 and nodes > 0 and depth >= 5 and 0 <= left <= every == 20
    assert sum(line.startswith("stat01") for line in talk.lines) == 1  # not the one before there was an analysis


def test_the_nodes_of_an_analysis_are_counted_within_an_iteration_too(talk: Talk) -> None:
    talk.say("new", "force", "analyze")
    talk.wait("14 ")
    nodes = []
    for _ in range(8):
        time.sleep(0.05)
        talk.say(".")
        nodes.append(int(talk.wait("stat01:").split()[2]))
    assert nodes == sorted(set(nodes))


def test_an_analysis_goes_on_with_a_new_game(talk: Talk) -> None:
    talk.say("new", "force", "analyze", "usermove e2e4")
    talk.wait("5 ")
    talk.say("new", "ping 1")
    talk.wait("pong 1")
    talk.wait("5 ")
    talk.say("hint", "ping 2")
    assert chess.Board().is_legal(chess.Move.from_uci(talk.wait("Hint: ").split()[1]))
    talk.say("usermove e2e4", "ping 3")
    talk.wait("pong 3")
    talk.wait("5 ")
    talk.say("exit", "usermove e7e5", "ping 4")  # still forced to play nothing
    talk.wait("pong 4", 10)
    assert not any(line.startswith(("move ", "Illegal")) for line in talk.lines)


def pondering(talk: Talk, *before: str, then: tuple[str, ...] = ()) -> tuple[chess.Board, chess.Move]:
    """A game in which the engine has moved and ponders; the board, and the move that it expects."""
    talk.say("new", "hard", *before, "usermove e2e4")
    if then:
        talk.wait("6 ")  # it knows what to expect
        talk.say(*then)
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci(talk.wait("move ").split()[1])
    return board, board.parse_uci(talk.wait("Hint: ").split()[1])


def so_far(talk: Talk) -> int:
    """How many lines have been said, all of them heard."""
    talk.say("ping 99")
    talk.wait("pong 99")
    return len(talk.lines)


def test_what_was_found_while_pondering_counts(talk: Talk) -> None:
    board, expected = pondering(talk, "sd 6")
    for _ in range(3):
        talk.wait("6 ")
        seen = so_far(talk)
        talk.say(f"usermove {expected}")
        board.push(expected)
        answer = talk.wait("move ")
        assert talk.lines[seen:] == [answer]  # nothing was searched again
        board.push_uci(answer.split()[1])
        expected = board.parse_uci(talk.wait("Hint: ").split()[1])


def test_the_clock_runs_from_the_move_on_that_was_expected(talk: Talk) -> None:
    _, expected = pondering(talk, "st 1")
    time.sleep(1.5)
    talk.say(f"usermove {expected}")
    assert 0.8 < talk.hear("move ").at - talk.said_at < 2


def test_the_time_that_is_told_while_pondering_counts(talk: Talk) -> None:
    _, expected = pondering(talk, "level 0 5 0")
    talk.say("time 30", "otim 30000", f"usermove {expected}")  # of five minutes a move would get some ten seconds
    assert talk.hear("move ").at - talk.said_at < 2


@pytest.mark.parametrize("said", ["", "easy", "option Contempt=5", "hint", "?", "time 500", "usermove a1a9"])
def test_another_move_than_the_expected_one_is_thought_about_anew(talk: Talk, said: str) -> None:
    board, expected = pondering(talk, "st 0.2")
    if said:
        talk.say(said)
    so_far(talk)  # what was pondered on first is among it
    board.push(next(move for move in board.legal_moves if move != expected))
    talk.say(f"usermove {board.peek()}")
    talk.wait("1 ")
    assert board.parse_uci(talk.wait("move ").split()[1]) in board.legal_moves


def test_nothing_is_played_while_pondering(talk: Talk) -> None:
    _, expected = pondering(talk, "st 0.1")
    seen = len(talk.lines)
    talk.say("?", "hint", "ping 1")
    talk.wait("pong 1", 10)
    assert f"Hint: {expected}" in talk.lines[seen:]
    time.sleep(0.5)
    talk.say("ping 2")
    talk.wait("pong 2", 10)
    assert not any(line.startswith("move ") for line in talk.lines[seen:])
    talk.say(f"usermove {expected}")
    talk.wait("move ")


@pytest.mark.parametrize(
    "said", ["easy", "force", "undo", "new", "analyze", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
)
def test_pondering_ends(talk: Talk, said: str) -> None:
    pondering(talk, "st 0.1")
    talk.say(said, *["exit"] * (said == "analyze"))
    seen = so_far(talk)
    time.sleep(0.3)
    assert so_far(talk) == seen + 1


def test_a_weakened_engine_has_no_use_of_its_opponent_s_time(talk: Talk) -> None:
    _, expected = pondering(talk, "option UCI_LimitStrength=1", "option UCI_Elo=1500", "st 0.5")
    time.sleep(0.3)
    talk.say(f"usermove {expected}")
    talk.wait("move ")
    assert max(int(line.split()[3]) for line in talk.lines if line[:1].isdigit()) < 3000  # nodes


@pytest.mark.parametrize("said", ["level 0 1 1", "st 0.2", "sd 3"])
def test_new_limits_count_at_once(talk: Talk, said: str) -> None:
    board, expected = pondering(talk, "st 600", then=("?",))
    talk.say(said)
    board.push(expected)
    talk.say(f"usermove {expected}")
    assert board.parse_uci(talk.wait("move ", 10).split()[1]) in board.legal_moves


def test_a_move_that_ends_the_game_is_not_pondered_on(talk: Talk) -> None:
    talk.say("new", "hard", "sd 4", "setboard 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "go")
    talk.wait("move ")
    talk.wait("1-0")
    talk.say("ping 1")
    assert talk.wait("pong 1") and not any(line.startswith("Hint") for line in talk.lines)
