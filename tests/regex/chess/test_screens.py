"""What can be put in and what is said to it: nothing, FENs, commands, moves with something wrong, and rubbish."""

import random
import time

import chess
import pytest

from ajeeb.errors import InvalidFenError, RegexProgramError
from ajeeb.regex import load, run
from ajeeb.regex.chess import from_screen, read_screen, to_screen

START = chess.STARTING_FEN
PROGRAM = load("chess2-plain")


@pytest.mark.parametrize("text", ["", "\n", "  \n \n"])
def test_nothing_gives_the_start(text: str) -> None:
    told = read_screen(run(PROGRAM, text))
    assert (told.fen, told.you, told.over) == (START, "w", False)


@pytest.mark.parametrize(
    ("fen", "shown"),
    [
        (START, START),
        (f"  {START}\n", START),
        ("8/8/8/8/8/4k3/4p3/4K3 b - - 12 34", "8/8/8/8/8/4k3/4p3/4K3 b - - 12 34"),
        ("8/8/8/8/8/4k3/4p3/4K3 b", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq -", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1"),
        ("4k3/8/8/2P1P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/2P1P3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1"),
    ],
)
@pytest.mark.parametrize("alone", [True, False])
def test_a_fen_may_be_pasted(fen: str, shown: str, alone: bool) -> None:
    told = read_screen(run(PROGRAM, fen if alone else run(PROGRAM, "") + fen))
    assert told.fen == shown
    assert told.you == shown.split()[1]


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        (START, "e2e5", "blocked"),
        (START, "a1a3", "blocked"),
        (START, "e2e2", "blocked"),
        (START, "e1g1", "blocked"),
        (START, "e7e5", "not your piece"),
        (START, "e4e5", "not your piece"),
        (START, "e2e4q", "unreadable, no pawn promotes"),
        (START, "hello", "unreadable"),
        (START, "e2-e4", "unreadable"),
        (START, "e2e9", "unreadable"),
        (START, "e2e4 e7e5", "unreadable"),
        (START, "%%\x00~#<>|=;:!&/", "unreadable"),
        (START, "e2e4=", "unreadable"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "unreadable, add q"),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1f2", "leaves the king in check"),
        ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2c3", "leaves the king in check"),
        ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "e1g1", "leaves the king in check"),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1c1", "leaves the king in check"),
        ("8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1", "d5c6", "leaves the king in check"),
    ],
)
@pytest.mark.parametrize("mirrored", [False, True])
def test_why_a_move_is_refused(fen: str, move: str, reason: str, mirrored: bool) -> None:
    board = chess.Board(fen)
    if mirrored:
        board = board.mirror()
        move = "".join(str(9 - int(char)) if char in "12345678" else char for char in move)
    screen = to_screen(board.fen(en_passant="fen"))
    after = run(PROGRAM, screen + move)
    told = read_screen(after)
    assert told.fen == screen_fen(screen) and not told.over
    assert reason in told.message
    again = run(PROGRAM, after + "hm")
    assert read_screen(again).fen == told.fen, "and asks again, nothing lost"


def screen_fen(screen: str) -> str:
    return from_screen(screen)[0]


@pytest.mark.parametrize("end", ["", " ", "\n", "\r\n", " \t\n\n"])
def test_lines_may_end_in_any_way(end: str) -> None:
    """A screen comes back from another system, or is typed with something behind."""
    screen = (run(PROGRAM, "") + "e2e4").replace("\n", end.strip("\n") + "\n") + end
    assert "I play" in read_screen(run(PROGRAM, screen)).message


def test_new_game_at_any_prompt() -> None:
    screen = run(PROGRAM, to_screen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1") + "g6g7")
    assert read_screen(screen).over and "Checkmate, you win" in read_screen(screen).message
    assert "Game over" in read_screen(run(PROGRAM, screen + "e2e4")).message
    assert read_screen(run(PROGRAM, screen + "new")).fen == START
    assert read_screen(run(PROGRAM, screen + START)).fen == START


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6", "Stalemate, a draw"),
        ("8/8/8/8/8/2k5/1R6/7K w - - 0 1", "h1g1", "I play c3b2. Nobody can win any more"),
        ("8/8/8/8/8/k7/1p6/7K w - - 0 1", "h1h2", "I play b2b1q."),
        ("6k1/8/8/8/8/8/r7/1r4K1 w - - 0 1", "g1h1", "illegal"),
        ("4k3/8/8/8/8/8/4p3/3bK3 w - - 149 90", "e1d2", "75 moves"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 98 90", "a1a2", "50 moves"),
        ("4k3/4r3/2P4p/p3b3/P2p1p2/5q2/7P/4R2K w - - 149 48", "h1g1", "75 moves"),
        ("4k3/4r3/2P4p/p3b3/P2p1p2/5q2/7P/4R2K w - - 148 48", "h1g1", "Checkmate, I win"),
        ("6k1/R7/6K1/8/8/8/8/8 w - - 149 90", "a7a8", "Checkmate, you win"),
        ("4k1b1/8/8/8/8/8/8/2B1K2r w - - 0 1", "e1d2", "I play"),
        ("6k1/5ppp/8/8/8/8/r1P2PPP/6K1 w - - 0 1", "c2c4", "I play a2a1. Checkmate, I win. Game over."),
    ],
)
def test_what_is_told(fen: str, move: str, words: str) -> None:
    assert words in read_screen(run(PROGRAM, to_screen(fen) + move)).message


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/KP6 w - - 0 1",
        "9/8/8/8/8/8/8/K6k w - - 0 1",
        "k7/8/8/8/8/8/8/KX6 w - - 0 1",
        "not a screen",
        run(PROGRAM, "").replace("\n", "\n\n"),
        run(PROGRAM, "").replace("8 ", "", 1),
        run(PROGRAM, "").replace("White to move", "Nobody to move"),
        run(PROGRAM, "").replace("♟ ♟", "♟", 1),
        run(PROGRAM, "").removeprefix("8"),
        "8 ♜ ♞",
        "%%\nyou=W to=W castling=- ep=- clock=0, move 1, in=\n",
        "♔" * 100,
    ],
)
def test_rubbish_gives_a_new_game_and_says_so(fen: str) -> None:
    told = read_screen(run(PROGRAM, fen))
    assert told.fen == START and "can't read" in told.message


def test_a_king_that_could_be_taken() -> None:
    told = read_screen(run(PROGRAM, to_screen("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1") + "e1d1"))
    assert "no position" in told.message and told.over


@pytest.mark.parametrize("text", ["x" * 50_000, " " * 50_000 + "x", "\n" * 50_000, "♔ " * 20_000, "8/" * 20_000])
def test_no_text_takes_long(text: str) -> None:
    for whole in (text, run(PROGRAM, "") + text):
        began = time.process_time()
        run(PROGRAM, whole)
        assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("fen", "field"),
    [
        ("8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("8/8/8/8/8/8/8/7 w - - 0 1", "board"),
        ("8/8/8/8/8/8/8/7x w - - 0 1", "board"),
        ("8/8/8/8/8/8/8/8 x - - 0 1", "side"),
        ("8/8/8/8/8/8/8/8 w - e4 0 1", "en passant"),
        ("", "board"),
    ],
)
def test_to_screen_names_the_fault(fen: str, field: str) -> None:
    with pytest.raises(InvalidFenError) as error:
        to_screen(fen)
    assert error.value.field == field


def test_chess_is_at_hand() -> None:
    from ajeeb import regex

    assert regex.chess.to_screen is to_screen
    with pytest.raises(AttributeError, match="checkers"):
        regex.checkers  # noqa: B018


def test_from_screen_reads_only_screens() -> None:
    with pytest.raises(RegexProgramError, match="no screen"):
        from_screen("hello")


def test_whatever_is_put_in_a_screen_comes_out() -> None:
    """Screens with some characters changed, lost or added: always a screen again."""
    rng = random.Random(1)
    start = run(PROGRAM, "")
    bases = [start, run(PROGRAM, start + "e2e4"), run(PROGRAM, start + "go"), to_screen(chess.STARTING_FEN), START]
    for _ in range(300):
        text = list(rng.choice(bases) + rng.choice(["", "e2e4", "go", "new", "hm"]))
        for _ in range(rng.choice([1, 1, 2, 5])):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 1)] = rng.choice(["", *"♔♚♙♟.18aeh \n~<>#|=;:!&/@*%+-,yeEmMzZ{}\\^()$WBQ_"])
        read_screen(run(PROGRAM, "".join(text)))
