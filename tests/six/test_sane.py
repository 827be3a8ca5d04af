"""The sane rules and their search against the plain Python oracle, and against what chess players know."""

import random
import signal
import time
from collections.abc import Callable

import pytest

from ajeeb.errors import ChessError, IllegalMoveError, IllegalPositionError
from ajeeb.six import Board, arrays, contract, notation, sane
from ajeeb.six.rules import rules_named
from tests.six import oracle


def board_of(fen: str) -> int:
    return Board.from_text(fen).uint256


def random_boards(count: int, seed: int) -> list[int]:
    """Boards of random games under the sane rules, from all phases."""
    chance = random.Random(seed)
    boards: list[int] = []
    while len(boards) < count:
        board = contract.START
        for _ in range(chance.randrange(90)):
            moves = sane.legal_moves(board)
            if not moves:
                break
            captures = [m for m in moves if board >> 4 * (m & 63) & 15]
            board = sane.apply_move(board, chance.choice(captures if captures and chance.random() < 0.3 else moves))
        boards.append(board)
    return boards


@pytest.mark.parametrize("seed", range(3))
def test_moves_and_evaluation_equal_the_oracles(seed: int) -> None:
    for board in random_boards(60, seed):
        nibbles = oracle.unpack(board)
        legal = oracle.sane_legal(nibbles)
        assert sane.legal_moves(board) == [f << 6 | t for f, t in legal]
        assert sane.in_check(board) == oracle.sane_in_check(nibbles)
        assert sane.evaluate(board) == oracle.sane_evaluate(nibbles)
        for start, to in legal:
            after = oracle.sane_apply(nibbles, (start, to))
            assert sane.apply_move(board, start << 6 | to) == oracle.pack(after)
            gain = -oracle.sane_evaluate(after) - oracle.sane_evaluate(nibbles)
            assert sane.evaluate_move(board, start << 6 | to) == gain


def test_perft_equals_the_oracles() -> None:
    assert [sane.perft(contract.START, depth) for depth in range(6)] == [1, 16, 180, 2997, 38344, 648253]
    assert oracle.sane_perft(oracle.unpack(contract.START), 3) == 2997
    for board in random_boards(12, 7):
        assert sane.perft(board, 2) == oracle.sane_perft(oracle.unpack(board), 2)


def test_the_search_returns_the_exact_minimax_value() -> None:
    for board in random_boards(40, 3):
        nibbles = oracle.unpack(board)
        assert sane.search(board, 1).score == oracle.sane_minimax(nibbles, 1)
        if len(sane.legal_moves(board)) < 8:
            assert sane.search(board, 2).score == oracle.sane_minimax(nibbles, 2)


@pytest.mark.slow
def test_the_search_returns_the_exact_minimax_value_deeper() -> None:
    boards = [board for board in random_boards(400, 13) if 1 < len(sane.legal_moves(board)) < 9][:25]
    assert len(boards) > 10
    for board in boards:
        for depth in (2, 3):
            assert sane.search(board, depth).score == oracle.sane_minimax(oracle.unpack(board), depth)


def test_every_move_is_legal_and_never_leaves_the_king() -> None:
    for board in random_boards(150, 11):
        move, mates = sane.search_move(board, 2)
        legal = sane.legal_moves(board)
        assert move in legal if legal else (move, mates) == (0, False)
        if move:
            after = sane.apply_move(board, move)
            assert not oracle.takes_king(oracle.unpack(after))
            assert mates == (not sane.legal_moves(after) and sane.in_check(after))


@pytest.mark.parametrize(
    ("fen", "best", "mate_in"),
    [
        ("3k2/6/3K2/6/R5/6 w", "a2a6", 1),
        ("5k/3R2/6/6/R5/3K2 w", "a2a6", 1),
        ("3k2/6/R5/6/1R4/3K2 w", None, 3),
        ("3k2/R5/6/6/1R4/3K2 b", None, -2),
    ],
)
def test_mates_are_found(fen: str, best: str | None, mate_in: int) -> None:
    board = Board.from_text(fen)
    found = board.search(6)
    assert found.mate_in == mate_in
    assert best in (None, board.move_name(found.move))
    board.push_all(board.line_names(found.line))
    assert board.is_check()
    assert board.legal_moves == []


def test_promotion_makes_a_queen_for_both_colours() -> None:
    white = Board.from_text("3k2/P5/6/6/6/3K2 w")
    white.push("a5a6")
    assert white.fen == "Q2k2/6/6/6/6/3K2 b"
    black = Board.from_text("3k2/6/6/6/p5/3K2 b")
    black.push("a2a1q")
    assert black.fen == "3k2/6/6/6/6/q2K2 w"


def test_knights_and_kings_move_both_ways() -> None:
    board = Board.from_text("5k/6/2N3/6/6/5K w")
    assert {move for move in board.legal_moves if move.startswith("c4")} == {
        "c4b6", "c4d6", "c4a5", "c4e5", "c4a3", "c4e3", "c4b2", "c4d2",
    }  # fmt: skip
    assert sorted(m for m in Board.from_text("k5/6/6/3K2/6/6 w").legal_moves) == sorted(
        "d3" + square for square in ("c4", "d4", "e4", "c3", "e3", "c2", "d2", "e2")
    )


def test_no_double_step_over_a_piece_and_none_from_elsewhere() -> None:
    board = Board.from_text("k5/6/6/2p3/P1P3/5K w")
    assert "a2a4" in board.legal_moves
    assert "c2c4" not in board.legal_moves
    assert "a3a5" not in Board.from_text("k5/6/6/P5/6/5K w").legal_moves


def test_a_pinned_piece_stays() -> None:
    board = Board.from_text("3r1k/6/6/3N2/6/3K2 w")
    assert not [move for move in board.legal_moves if move.startswith("d3")]


@pytest.mark.parametrize(
    ("board", "kinds"),
    [
        (1, {"not exactly one white king", "not exactly one black king"}),
        (contract.GENESIS, {"not exactly one black king"}),
        (contract.START | 9 << 4 * 62, {"a piece outside the 6x6 board"}),
        (contract.START | 7 << 4 * 28, {"an unknown piece"}),
        (contract.START | 8 << 4 * 28, {"an unknown piece"}),
        (contract.START & ~(15 << 4 * 54) | 9 << 4 * 54, {"a pawn on its last row"}),
        (contract.START ^ 2, {"a malformed side to move"}),
    ],
)
def test_unplayable_boards_name_every_fault(board: int, kinds: set[str]) -> None:
    assert set(sane.faults(board)) == kinds
    for call in (sane.legal_moves, sane.evaluate, sane.in_check, lambda b: sane.search(b, 1), Board):
        with pytest.raises(IllegalPositionError) as caught:
            call(board)
        assert set(caught.value.kinds) == kinds


def test_the_side_that_moved_may_not_be_in_check() -> None:
    board = notation.parse_board("3k2/6/6/3R2/6/3K2")[0]
    assert sane.faults(board) == ["the side that has just moved is in check"]


def test_limits() -> None:
    assert sane.search(contract.START, nodes=5000).nodes <= 5000
    started = time.perf_counter()
    found = sane.search(contract.START, seconds=0.05)
    assert time.perf_counter() - started < 1.0
    assert found.depth >= 2
    assert found.move in sane.legal_moves(contract.START)
    assert sane.search(contract.START, nodes=1).move in sane.legal_moves(contract.START)
    assert sane.search(contract.START, 4) == sane.search(contract.START, 4)


@pytest.mark.parametrize(
    "limits",
    [{}, {"depth": 0}, {"depth": 61}, {"nodes": 0}, {"nodes": 1 << 63}, {"seconds": 0}, {"seconds": float("nan")}],
)
def test_bad_limits_are_told(limits: dict[str, float]) -> None:
    with pytest.raises(ChessError):
        sane.search(contract.START, **limits)  # type: ignore[arg-type]


def test_the_expected_line_can_be_played() -> None:
    for board in random_boards(20, 21):
        found = sane.search(board, 5)
        for move in found.line:
            board = sane.apply_move(board, move)
        assert len(found.line) > 0 or not sane.legal_moves(board)


def test_the_search_sees_repetitions() -> None:
    # Up a rook, white must not go back to where it stood before; down a rook, it must.
    for fen, goes_back in (("3k2/6/6/6/6/R2K2 w", False), ("3k1r/6/6/6/6/3K2 w", True)):
        board = Board.from_text(fen)
        there, back = ("d1e1", "e1d1")
        board.push_all([there, "d6c6", back, "c6d6", there, "d6c6"])
        assert (board.search(1).move == board.move_from(back)) == goes_back


def test_near_the_last_move_only_a_mate_counts() -> None:
    board = Board(board_of("3k2/6/3K2/6/R5/6 w"), ply=117)
    assert board.search(3).mate_in == 1
    late = Board(board_of("5k/6/6/R5/1R4/3K2 w"), ply=116)
    assert late.search(5).score == 0
    assert Board(board_of("5k/6/6/R5/1R4/3K2 w")).search(5).score > 100


def test_illegal_moves_are_refused() -> None:
    for move in (0, 20 << 6 | 29, 1 << 12 | 20 << 6 | 28):
        with pytest.raises(IllegalMoveError):
            sane.apply_move(contract.START, move)
        assert not sane.is_legal_move(contract.START, move)


def test_both_rule_sets_stand_behind_one_interface() -> None:
    for name in ("contract", "sane"):
        rules = rules_named(name)
        move = rules.search_move(contract.START, 3)[0]
        assert move in rules.generate_moves(contract.START)
        assert rules.is_legal_move(contract.START, move)
        assert rules.apply_move(contract.START, move) == contract.apply_move(contract.START, move)
        assert rules.evaluate_move(contract.START, move) == contract.evaluate_move(contract.START, move)
    with pytest.raises(ChessError, match="'chess'"):
        rules_named("chess")


class RungError(Exception):
    """What the tests' signal handler raises."""


@pytest.mark.parametrize(
    "work",
    [
        lambda: sane.search(contract.START, 40),
        lambda: arrays.search(arrays.pack([contract.START] * 8), 40, rules="sane", threads=2),
    ],
)
def test_a_signal_ends_a_long_search(work: Callable[[], object]) -> None:
    def ring(*_: object) -> None:
        raise RungError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(RungError):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
