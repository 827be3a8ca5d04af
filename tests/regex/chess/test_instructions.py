"""The instructions one by one, each beside the same thing done in plain Python."""

import random
import re

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb.regex import run
from ajeeb.regex.chess import score
from ajeeb.regex.chess.desk import CHESS, count_ply, is_dead, is_in_check, settle, wake
from ajeeb.regex.chess.letters import ENGINE, HUMAN, value_of
from ajeeb.regex.chess.moves import copies_of_men

from .oracle import canonical, encode
from .positions import hard, random_games, sparse

NAMES = "--".join(["abcdefgh"] * 8 + [rank * 8 for rank in "87654321"])


def desk(board: str, head: str = "you=W to=W castling=- ep=- clock=0, move 1, in=") -> str:
    return f"%%\n{head}\n{board}\n{NAMES}\ny{board}\n"


@given(st.integers(0, 9998), st.integers(1, 9998), st.sampled_from("WB"), st.sampled_from(["engine", "human"]))
def test_count_ply(clock: int, move: int, you: str, name: str) -> None:
    other = {"W": "B", "B": "W"}
    mover = you if name == "human" else other[you]
    head = f"you={you} to={mover} castling=- ep=- clock={clock}, move {move}, in=e2e4"
    after = run(count_ply.rules(name), desk("." * 78, head)).split("\n")[1]
    expected = f"clock={clock + 1}, move {move + (mover == 'B')}, in=e2e4"
    assert after == f"you={you} to={other[mover]} castling=- ep=- {expected}"


def test_a_clock_that_starts_again_forgets_the_past() -> None:
    text = desk("." * 78, "you=W to=W castling=- ep=- clock=-, move 9, in=")
    after = run(count_ply.rules("human"), text)
    assert "clock=0, move 9" in after and after.endswith(NAMES + "\n")


def test_sleeping_threads_keep_their_text() -> None:
    """No instruction of the desk touches a thread that sleeps."""
    board = encode(chess.Board(), chess.BLACK)
    for instruction in CHESS:
        if instruction.name in ("wake", "reactivate", "show"):
            continue
        sample = {
            "name": "engine",
            "tag": "t9",
            "mark": "y",
            "plies": 100,
            "text": "x",
            "reason": "x",
            "answers": "all",
        }
        sample |= {"parents": 0, "depth": 1, "before": "#"}
        rules = instruction.rules(*(sample[parameter] for parameter in instruction.parameters))
        text = desk(board).replace("%%", "%t1", 1)
        assert run(rules, text) == text, instruction.name


def test_wake_cuts_and_trims() -> None:
    assert run(wake.rules(), "a \n\n") == "%%\na\n"
    assert run(wake.rules(), "x" * 1000 + "\ny~z\t\r\nw") == "%%\n" + "x" * 200 + "\ny z\nw\n"


@pytest.mark.parametrize("name", ["engine", "human"])
def test_settle_writes_what_python_chess_would(name: str) -> None:
    """Unmoved and passed letters are left only where castling or a capture en passant is still possible."""
    for board in [*hard(), *(board.copy() for board in random_games(60, seed=8))]:
        engine = board.turn == (name == "engine")
        after = run(settle.rules(name), desk(encode(board, engine))).split("\n")[2]
        expected = canonical(encode(board, engine))
        if board.ep_square is not None and not board.has_legal_en_passant():
            expected = expected.replace(",", ".")
        assert after == expected, board.fen()


def test_in_check_and_dead() -> None:
    for board in [*sparse(200, seed=9, most=5), *hard()]:
        for engine in chess.COLORS:
            text = desk(encode(board, engine))
            mover = "engine" if board.turn == engine else "human"
            assert run(is_in_check.rules("t", mover), text).startswith("%%") == board.is_check(), board.fen()
            dead = run(is_dead.rules("t"), text).startswith("%%")
            assert dead == board.is_insufficient_material(), board.fen()


def test_bishops_on_squares_of_one_color_are_dead() -> None:
    rng = random.Random(4)
    for _ in range(200):
        board = chess.Board(None)
        kings = rng.sample(chess.SQUARES, 2)
        for square, color in zip(kings, chess.COLORS, strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, color))
        for square in rng.sample(sorted(set(chess.SQUARES) - set(kings)), rng.randint(2, 3)):
            if rng.random() < 0.7 or square in chess.SquareSet(chess.BB_LIGHT_SQUARES):
                board.set_piece_at(square, chess.Piece(chess.BISHOP, rng.random() < 0.5))
        dead = run(is_dead.rules("t"), desk(encode(board, chess.WHITE))).startswith("%%")
        assert dead == board.is_insufficient_material(), board.fen()


def test_copies_are_one_a_man_in_order() -> None:
    for board in [*hard(), *(board.copy() for board in random_games(20, seed=3))]:
        for side in (ENGINE, HUMAN):
            line = encode(board, chess.WHITE)
            text = run(list(copies_of_men(side, "0")), f"\n0;\n{line}\n")
            copies = re.findall(rf"\n>([{side.men}])\n([^\n]*)", text)
            places = [match.start() for match in re.finditer(f"[{side.men}]", line)]
            assert copies == [(line[at], line[:at] + "*" + line[at + 1 :]) for at in places]


def all_codes() -> list[str]:
    """Every code that a move can have: mover, mover on its new square, victim."""
    kinds = ["ABCD", "EFGH", "IJKL", "NOPQ", "RSTU", "VWXY"]
    pairs = [before + after for kind in kinds for before in kind for after in kind]
    pairs += ["MI", "MJ", "MK", "ZV", "ZW", "ZX"]
    pairs += ["U" + after for after in "ABEFIJNO"]
    return [pair + victim for pair in pairs for victim in ".:abcdefghijklmnopqrstu"] + ["ZY+"]


def test_digits_say_what_a_code_wins() -> None:
    codes = all_codes()
    codes += [code[:2].lower() + code[2].upper() for code in codes]
    told = run(list(score.digits()), "".join(f"\n;{code}" for code in codes) + "\n").split("\n")[1:-1]
    for code, digits in zip(codes, told, strict=True):
        castled = 1 if code[2] == "+" else 0
        won = value_of(code[1]) - value_of(code[0]) + value_of(code[2]) + castled
        pawns, levels = "ABCDEFGHIJKLMNOPQR".index(digits[1]), "abcdefghij".index(digits[2]) - 3
        assert 100 * pawns + levels == won, (code, digits)


def test_balance_adds_up() -> None:
    for board in [*hard(), *(board.copy() for board in random_games(20, seed=2))]:
        line = encode(board, chess.WHITE)
        text = run(list(score.balance()), f"\n0;\n{line}\n")
        found = re.search(r"\nE(=*)\|(=*);(=*)\|(=*);", text)
        assert found
        won, lost, better, worse = (len(bars) for bars in found.groups())
        assert 0 in (won, lost) and 0 in (better, worse)
        worth = sum(value_of(char) * (1 if char.isupper() else -1) for char in line if char.isalpha())
        assert 100 * (won - lost) + better - worse == worth
