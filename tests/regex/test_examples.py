"""The examples, against plain Python; tic-tac-toe over every game that can be played against it."""

import math
import random
import re
from functools import cache

import pytest

from ajeeb import regex
from ajeeb.regex import check_portable
from ajeeb.regex.examples import EXAMPLES, fib, gcd, prime, sort5
from ajeeb.regex.examples.tictactoe import line_of

RANDOM = random.Random(2)


def answer(name: str, text: object) -> str:
    return regex.run(regex.load(name), str(text)).removesuffix("\n")


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_rule_is_portable_and_knows_its_line(name: str) -> None:
    for rule in regex.load(name):
        check_portable(rule)
        assert re.search(r"\) \w+\.py:[0-9]+$", rule.origin) or rule.origin.startswith(("read(", "write("))


def test_fib() -> None:
    assert [answer("fib", n) for n in range(17)] == [str(fib(n)) for n in range(17)]
    assert fib(16) == 987


def test_gcd() -> None:
    pairs = [(0, 0), (0, 7), (7, 0), (987, 610), (999, 999)]
    pairs += [(RANDOM.randrange(1000), RANDOM.randrange(1000)) for _ in range(20)]
    for a, b in pairs:
        assert answer("gcd", f"{a} {b}") == str(math.gcd(a, b)) == str(gcd(a, b))


def test_sort5() -> None:
    for _ in range(20):
        numbers = [RANDOM.randint(-99, 99) for _ in range(5)]
        expected = " ".join(map(str, sorted(numbers)))
        assert answer("sort5", " ".join(map(str, numbers))) == expected
        assert tuple(sorted(numbers)) == sort5(*numbers)


def test_prime() -> None:
    for n in [*range(12), 121, 841, 961, 991, 997, 998, 999]:
        expected = n > 1 and all(n % d for d in range(2, n))
        assert prime(n) == expected
        assert answer("prime", n) == str(expected)


@cache
def worth(board: str, mover: str) -> int:
    other = "O" if mover == "X" else "X"
    if re.fullmatch(line_of(other), board):
        return -1
    if " " not in board:
        return 0
    places = [place for place in range(9) if board[place] == " "]
    return max(-worth(board[:place] + mover + board[place + 1 :], other) for place in places)


def test_tictactoe_plays_perfectly_whatever_the_human_does() -> None:
    seen: set[str] = set()

    def human(board: str) -> None:
        """It is X's turn: try every move, and judge the answer."""
        for place in range(9):
            if board[place] == " ":
                reply(board[:place] + "X" + board[place + 1 :])

    def reply(board: str) -> None:
        if board in seen:
            return
        seen.add(board)
        after, _, told = answer("tictactoe", board).ljust(9)[:9], 0, answer("tictactoe", board)[9:].strip()
        if re.fullmatch(line_of("X"), board):
            raise AssertionError(f"X has won: {board!r}")
        if " " not in board:
            assert told == "the game is over" and after == board
            return
        changed = [place for place in range(9) if board[place] != after[place]]
        assert len(changed) == 1 and board[changed[0]] == " " and after[changed[0]] == "O"
        assert -worth(after, "X") == worth(board, "O")
        if re.fullmatch(line_of("O"), after):
            assert told == "O wins"
        elif " " in after:
            assert told == ""
            human(after)
        else:
            assert told == "a draw"

    human(" " * 9)
    reply(" " * 9)
    assert len(seen) > 300


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("XXX OO   ", "XXX OO    X wins"),
        ("OO XX    ", "OOOXX     O wins"),
        ("XX", "? nine squares are expected, each X, O or a space"),
        ("", "? nine squares are expected, each X, O or a space"),
    ],
)
def test_tictactoe_tells(board: str, expected: str) -> None:
    assert answer("tictactoe", board) == expected
