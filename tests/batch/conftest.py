"""Random games, played by python-chess: the material of the differential tests. Special moves are favoured."""

import random
from dataclasses import dataclass

import chess
import pytest


@dataclass
class Game:
    """One game: every position met (the last included) and the moves between them."""

    boards: list[chess.Board]
    moves: list[chess.Move]


def is_special(board: chess.Board, move: chess.Move) -> bool:
    return bool(move.promotion) or board.is_castling(move) or board.is_en_passant(move)


def random_game(seed: int, plies: int, chess960: bool = False) -> Game:
    """Play at random, special moves and shuffling back (for repetitions) more often than chance has it."""
    chance = random.Random(seed)
    board = chess.Board.from_chess960_pos(chance.randrange(960)) if chess960 else chess.Board()
    game = Game([board.copy()], [])
    while len(game.moves) < plies:
        moves = list(board.legal_moves)
        if not moves:
            break
        special = [move for move in moves if is_special(board, move)]
        back = [chess.Move(move.to_square, move.from_square) for move in game.moves[-2:-1]]
        if special and chance.random() < 0.5:
            move = chance.choice(special)
        elif back and back[0] in moves and chance.random() < 0.4:
            move = back[0]
        else:
            move = chance.choice(moves)
        game.moves.append(move)
        board.push(move)
        game.boards.append(board.copy())
    return game


@pytest.fixture(scope="session")
def games() -> list[Game]:
    """30 standard games."""
    return [random_game(seed, 120) for seed in range(30)]


@pytest.fixture(scope="session")
def games960() -> list[Game]:
    """20 games of Chess960."""
    return [random_game(seed, 80, chess960=True) for seed in range(20)]


@pytest.fixture(scope="session")
def boards(games: list[Game], games960: list[Game]) -> list[chess.Board]:
    """Every position of all of them."""
    return [board for game in games + games960 for board in game.boards]
