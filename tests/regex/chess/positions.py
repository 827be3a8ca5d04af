"""Positions to test with: real games, random games, random men on the board, and hard cases one by one."""

import random
from collections.abc import Iterator
from pathlib import Path

import chess

GAMES = Path(__file__).parents[2] / "data" / "regex" / "games.txt"
SUITE = Path(__file__).parents[2] / "data" / "perft" / "standard.epd"

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
HARD = {
    "218 moves": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "nine queens": "kr6/pp6/8/QQQQQQQQ/8/8/8/QK6 w - - 0 1",
    "kiwipete": KIWIPETE,
    "en passant opens the rank": "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1",
    "en passant opens the diagonal": "8/8/7k/8/2pP4/8/8/B3K3 b - d3 0 1",
    "en passant takes the checker": "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "en passant from both sides": "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "en passant on the edges": "4k3/8/8/pP5p/8/8/8/4K3 w - a6 0 1",
    "castling through check": "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",
    "castling, rook attacked": "4k3/8/8/8/8/8/1r6/R3K2R w KQ - 0 1",
    "castling out of check": "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
    "castling blocked": "rn2k1nr/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1",
    "castling rights of one side": "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1",
    "double check": "4k3/8/4r3/8/1b6/8/8/4K2R w K - 0 1",
    "pins in all directions": "3rk3/8/1b6/r1PNK2q/8/8/2B5/8 w - - 0 1",
    "promotions with captures": "1n1n1k2/2P5/8/8/8/8/5p2/K3N1N1 w - - 0 1",
    "promotion out of check": "r6K/1P6/8/8/8/8/8/k7 w - - 0 1",
    "sixteen men": "rrrrrrkr/pppppppp/8/8/8/8/PPPPPPPP/RRRRRRKR w - - 0 1",
}


def real_games(count: int, seed: int = 1) -> Iterator[chess.Board]:
    """Positions of real games, every game from start to end, in an order of its own."""
    games = GAMES.read_text().splitlines()
    random.Random(seed).shuffle(games)
    for game in games:
        board = chess.Board()
        for move in game.split():
            board.push_uci(move)
            if board.is_game_over():
                break
            yield board
            count -= 1
            if not count:
                return


def random_games(count: int, seed: int = 1, share: float = 0.25) -> Iterator[chess.Board]:
    """Positions of random games, captures and promotions preferred now and then."""
    rng = random.Random(seed)
    while True:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 240:
            moves = list(board.legal_moves)
            sharp = [move for move in moves if move.promotion or board.is_capture(move) or board.is_castling(move)]
            board.push(rng.choice(sharp if sharp and rng.random() < 0.3 else moves))
            if rng.random() < share and not board.is_game_over():
                yield board
                count -= 1
                if not count:
                    return


def sparse(count: int, seed: int = 1, most: int = 8) -> Iterator[chess.Board]:
    """Two kings and a few men anywhere: mates, stalemates, pins and checks are frequent."""
    rng = random.Random(seed)
    while count:
        squares = rng.sample(chess.SQUARES, rng.randint(3, most))
        board = chess.Board(None)
        for square, color in zip(squares, chess.COLORS, strict=False):
            board.set_piece_at(square, chess.Piece(chess.KING, color))
        for square in squares[2:]:
            board.set_piece_at(square, chess.Piece(rng.randint(1, 5), rng.random() < 0.5))
        board.turn = rng.random() < 0.5
        if board.is_valid() and not board.is_game_over():
            yield board
            count -= 1


def suite() -> Iterator[chess.Board]:
    """The positions of the perft suite."""
    for line in SUITE.read_text().splitlines():
        board = chess.Board(line.split(";")[0].strip())
        if board.is_valid() and not board.is_game_over():
            yield board


def hard() -> Iterator[chess.Board]:
    """The hard cases, each with both sides to move where that is a position."""
    for fen in HARD.values():
        board = chess.Board(fen)
        yield board
        other = board.copy()
        other.push(chess.Move.null())
        other = chess.Board(other.fen())
        if other.is_valid() and not other.is_game_over():
            yield other
