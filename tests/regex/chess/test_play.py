"""How well it plays: mates in one are always found, one's own is not overlooked, and no queen is given away."""

import random
from collections.abc import Iterator

import chess
import pytest

from ajeeb.regex import load, run
from ajeeb.regex.chess import read_screen, to_screen

from .positions import random_games, sparse

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def mates(board: chess.Board) -> set[chess.Move]:
    """The moves that mate at once."""
    found = set()
    for move in board.legal_moves:
        board.push(move)
        if board.is_checkmate():
            found.add(move)
        board.pop()
    return found


def positions_with_a_mate(count: int, seed: int) -> Iterator[chess.Board]:
    sources = (random_games(10**6, seed, share=1), sparse(10**6, seed))
    while count:
        for source in sources:
            board = next(board for board in source if mates(board)).copy(stack=False)
            yield board
            count -= 1


def check_mates(name: str, count: int, seed: int) -> None:
    for board in positions_with_a_mate(count, seed):
        told = read_screen(run(load(name), to_screen(board.fen(), you="b" if board.turn else "w") + "go"))
        assert "Checkmate, I win" in told.message, board.fen()


def won(board: chess.Board, move: chess.Move) -> int:
    """What a move wins at once, in pawns: its victim, and what its promotion is worth."""
    promotion = WORTH[move.promotion] - 1 if move.promotion else 0
    if board.is_en_passant(move):
        return 1
    piece = board.piece_type_at(move.to_square)
    return promotion + (WORTH[piece] if piece else 0)


def best_capture(board: chess.Board) -> int:
    return max((won(board, move) for move in board.generate_legal_captures()), default=0)


def least_gain(board: chess.Board, move: chess.Move) -> tuple[int, bool]:
    """What a move leaves in pawns after the worst reply and the best capture; whether that reply takes the queen."""
    gain = won(board, move)
    board.push(move)
    worst, takes_queen = (0, False) if any(board.legal_moves) else (100, False)
    for reply in list(board.legal_moves):
        loss, queen = won(board, reply), board.piece_type_at(reply.to_square) == chess.QUEEN
        board.push(reply)
        left = -100 if board.is_checkmate() else best_capture(board) - loss
        board.pop()
        if left < worst or (left == worst and queen):
            worst, takes_queen = left, queen
    board.pop()
    return gain + worst, takes_queen


def hangs_queen(board: chess.Board, move: chess.Move) -> bool:
    """Whether the move loses the queen for less where another move would have kept three pawns more."""
    gain, takes_queen = least_gain(board, move)
    return takes_queen and gain < 0 and any(least_gain(board, other)[0] >= gain + 3 for other in board.legal_moves)


def opponent_move(board: chess.Board, rng: random.Random, greedy: bool) -> chess.Move:
    moves = list(board.legal_moves)
    if greedy:
        most = max(won(board, move) for move in moves)
        moves = [move for move in moves if won(board, move) == most]
    return rng.choice(moves)


def play_game(name: str, seed: int, most: int) -> str:
    """A game against a random (even seeds) or greedy player, the machine White in every other pair of games."""
    rng, board, program = random.Random(seed), chess.Board(), load(name)
    machine = bool(seed // 2 % 2)
    screen = to_screen(board.fen(), you="b" if machine else "w")
    screen = run(program, screen + "go") if machine else screen
    if machine:
        follow(board, screen)
    for _ in range(most):
        move = opponent_move(board, rng, greedy=seed % 2 == 1)
        board.push(move)
        screen = run(program, screen + move.uci())
        if board.is_game_over():
            break
        follow(board, screen)
        if board.is_game_over():
            break
    assert read_screen(screen).fen == board.fen()
    outcome = board.outcome()
    if outcome is None:
        return "open"
    return "draw" if outcome.winner is None else "won" if outcome.winner == machine else "lost"


def follow(board: chess.Board, screen: str) -> None:
    """Play on `board` what the screen says the machine has played, unless it hangs the queen."""
    message = read_screen(screen).message
    move = next(move for move in board.legal_moves if f"I play {move.uci()}." in message)
    assert not hangs_queen(board, move), (board.fen(), move)
    board.push(move)


@pytest.mark.parametrize("name", ["chess2", "chess2-plain", "chess3"])
def test_mates_in_one(name: str) -> None:
    check_mates(name, 4, seed=1)


@pytest.mark.parametrize("seed", range(4))
def test_no_queen_is_given_away(seed: int) -> None:
    assert play_game("chess2", seed, most=6) in ("open", "won")


def test_a_mate_is_not_overlooked() -> None:
    """The machine must not allow the back rank mate, though a pawn could be won."""
    board = chess.Board("6k1/5ppp/8/8/1p6/P7/5PPP/1r1R2K1 b - - 0 1")
    for name in ("chess2", "chess2-plain", "chess3"):
        after = read_screen(run(load(name), to_screen(board.fen(), you="w") + "go"))
        assert not mates(chess.Board(after.fen)), after


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chess2", "chess2-plain", "chess3"])
def test_two_hundred_mates_in_one(name: str) -> None:
    check_mates(name, 200, seed=2)


@pytest.mark.slow
def test_two_hundred_games() -> None:
    results = [play_game("chess2", seed, most=20) for seed in range(100, 300)]
    print({result: results.count(result) for result in set(results)})
    assert results.count("lost") == 0
