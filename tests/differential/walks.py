"""The games that both libraries walk: real ones, random ones, random ones of Chess960."""

import random
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn

SAMPLE = Path(__file__).parents[2] / "data" / "sample.pgn"


def real_games(count: int) -> Iterator[tuple[str, bool, list[str]]]:
    """(starting FEN, chess960, UCI moves) of games spread over the sample."""
    with SAMPLE.open(encoding="utf-8") as handle:
        for number in range(10 * count):
            game = chess.pgn.read_game(handle)
            if game is not None and number % 10 == 0:
                yield chess.STARTING_FEN, False, [move.uci() for move in game.mainline_moves()]


def random_games(
    count: int, seed: int, chess960: bool = False, plies: int = 140
) -> Iterator[tuple[str, bool, list[str]]]:
    """Games of random legal moves, with shuffling phases, so that repetitions and long clocks come about."""
    source = random.Random(seed)
    for _ in range(count):
        board = chess.Board.from_chess960_pos(source.randrange(960)) if chess960 else chess.Board()
        start = board.fen()
        while len(board.move_stack) < plies and any(board.legal_moves):
            quiet = [move for move in board.legal_moves if not board.is_zeroing(move)]
            back = (
                chess.Move(board.move_stack[-2].to_square, board.move_stack[-2].from_square)
                if len(board.move_stack) > 1
                else None
            )
            if back in quiet and source.random() < 0.35:
                board.push(back)
            else:
                board.push(source.choice(sorted(board.legal_moves, key=chess.Move.uci)))
        yield start, chess960, [move.uci() for move in board.move_stack]
