"""Whole turns, from screen to screen, against python-chess: what is legal, what is played, what is told."""

import random
from itertools import chain

import chess
import pytest

from ajeeb.regex import Program, load, run
from ajeeb.regex.chess import read_screen, to_screen
from ajeeb.regex.chess.turn import build_listener

from .positions import HARD, KIWIPETE, random_games, real_games, sparse

HEARING = build_listener()


def ending(board: chess.Board) -> str:
    """The word by which the machine tells that the game is over."""
    if board.is_checkmate():
        return "Checkmate"
    if board.is_stalemate():
        return "Stalemate"
    if board.is_insufficient_material():
        return "Nobody can win"
    return "75 moves" if board.is_seventyfive_moves() else ""


def play(program: Program, screen: str, board: chess.Board, move: str) -> tuple[str, bool]:
    """One turn: check all that is said against `board`, which follows. Returns the screen and whether it is over."""
    after = run(program, screen + move)
    told = read_screen(after)
    if move not in {legal.uci() for legal in board.legal_moves}:
        assert told.fen == board.fen() and f"{move} is illegal: " in told.message
        return after, False
    assert "illegal" not in told.message, (board.fen(), move)
    board.push_uci(move)
    claims = board.is_repetition(3)
    if not (over := ending(board)):
        replies = [reply for reply in board.legal_moves if f"I play {reply.uci()}." in told.message]
        assert len(replies) == 1, (board.fen(), told)
        board.push(replies[0])
        over = ending(board)
        claims |= board.is_repetition(3)
        if not over:
            assert ("Check." in told.message) == board.is_check()
            assert ("50 moves" in told.message) == (board.halfmove_clock >= 100)
        assert ("The third time" in told.message) == claims
    assert told.fen == board.fen()
    assert told.over == bool(over) and over in told.message, (board.fen(), told)
    return after, bool(over)


def turns(name: str, count: int, seed: int) -> int:
    """That many turns from positions of all kinds, a fifth of the moves nonsense. Returns how many games ended."""
    rng = random.Random(seed)
    games = (board.copy(stack=False) for board in chain(real_games(500, seed), random_games(100, seed)))
    starts = [*games, *sparse(60, seed)]
    program, over = load(name), 0
    while count > 0:
        board = rng.choice(starts).copy(stack=False)
        if rng.random() < 0.3:
            board.halfmove_clock = rng.choice([96, 97, 98, 99, 145, 147, 148, 149])
            board.ep_square = None
        screen = to_screen(board.fen())
        board = chess.Board(board.fen())
        for _ in range(12):
            moves = list(board.legal_moves)
            rare = [move for move in moves if move.promotion or board.is_en_passant(move) or board.is_castling(move)]
            move = rng.choice(rare if rare and rng.random() < 0.4 else moves).uci()
            if rng.random() < 0.2:
                move = "".join(rng.choice(chess.SQUARE_NAMES) for _ in range(2))
            screen, ended = play(program, screen, board, move)
            count -= 1
            if ended:
                over += 1
                break
    return over


def test_turns() -> None:
    assert turns("chess2", 50, seed=1) > 0


def test_turns_of_the_plain_program() -> None:
    assert turns("chess2-plain", 80, seed=2) > 0


@pytest.mark.slow
def test_a_thousand_turns() -> None:
    assert turns("chess2", 1000, seed=3) > 10
    assert turns("chess2-plain", 300, seed=3) > 0
    assert turns("chess3", 300, seed=3) > 0


def check_all_pairs(board: chess.Board, squares: list[str]) -> None:
    """Every move from and to these squares, promotions too: accepted or refused as python-chess does."""
    legal = {move.uci() for move in board.legal_moves}
    screen = to_screen(board.fen())
    after = {}
    for move in legal:
        follower = board.copy()
        follower.push_uci(move)
        after[move] = follower.fen()
    for start in squares:
        for end in chess.SQUARE_NAMES:
            for suffix in ("", "q", "r", "b", "n"):
                if suffix and end[1] not in "18":
                    continue
                move = start + end + suffix
                told = read_screen(run(HEARING, screen + move))
                assert told.fen == after.get(move, board.fen()), (board.fen(), move, told)
                assert ("illegal" in told.message) == (move not in legal)


@pytest.mark.parametrize("name", ["kiwipete", "castling through check", "en passant opens the rank"])
def test_pairs(name: str) -> None:
    board = chess.Board(HARD[name])
    men = [chess.square_name(square) for square in board.piece_map()]
    check_all_pairs(board, random.Random(1).sample(men, min(len(men), 5)))


@pytest.mark.slow
def test_every_pair_on_thirty_positions() -> None:
    boards = [chess.Board(fen) for fen in HARD.values()] + list(sparse(6)) + [b.copy() for b in random_games(6)]
    assert len(boards) >= 30
    for board in boards:
        check_all_pairs(chess.Board(board.fen()), chess.SQUARE_NAMES)


def test_the_complaint() -> None:
    """The moves that the seed's readers found refused are legal: b2a3 in this game, a2a3 and a2a4 at move one."""
    game = "e2e4 e7e5 d2d4 e5d4 d1d4 a7a5 g1f3 b7b5 b1c3 a5a4 c3b5 a4a3 b5a3 a8a3"
    board = chess.Board()
    for move in game.split():
        board.push_uci(move)
    start = run(load("chess2"), "")
    for screen, position, move in (
        (to_screen(board.fen()), board, "b2a3"),
        (start, chess.Board(), "a2a3"),
        (start, chess.Board(), "a2a4"),
    ):
        play(load("chess2"), screen, position, move)


def test_repetition_is_told() -> None:
    """The human's knight goes out and back; the line of the past makes the machine see the third time."""
    board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    board.set_piece_at(chess.A2, chess.Piece.from_symbol("P"))
    board.set_piece_at(chess.A3, chess.Piece.from_symbol("p"))
    screen, program, third = to_screen(board.fen()), load("chess2-plain"), 0
    board = chess.Board(board.fen())
    for number in range(16):
        screen, _ = play(program, screen, board, "a1b1" if number % 2 == 0 else "b1a1")
        third += "The third time" in read_screen(screen).message
    assert third > 0


def test_either_color() -> None:
    program = load("chess2")
    board = chess.Board()
    screen = run(program, run(program, "") + "go")
    told = read_screen(screen)
    assert told.you == "b" and told.fen.split()[1] == "b"
    board = chess.Board(told.fen)
    for move in ("e7e5", "g8f6", "f8b4", "e8g8"):
        if chess.Move.from_uci(move) in board.legal_moves:
            screen, _ = play(program, screen, board, move)


def test_kiwipete_castles() -> None:
    for move in ("e1g1", "e1c1"):
        play(load("chess2"), to_screen(KIWIPETE), chess.Board(KIWIPETE), move)
