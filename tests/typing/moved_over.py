"""A typed program as it is written against python-chess, with the import changed: mypy must be content with it."""

from collections.abc import Iterator

import ajeeb as chess
import ajeeb.pgn
import ajeeb.polyglot
import ajeeb.svg

CENTER: chess.SquareSet = chess.SquareSet(chess.BB_CENTER)
VALUES: dict[chess.PieceType, int] = {chess.PAWN: 1, chess.QUEEN: 9}


def material(board: chess.Board, color: chess.Color) -> int:
    return sum(VALUES.get(piece.piece_type, 3) for piece in board.piece_map().values() if piece.color == color)


def captures(board: chess.Board) -> Iterator[chess.Move]:
    for move in board.legal_moves:
        victim: chess.Piece | None = board.piece_at(move.to_square)
        if board.is_capture(move) and (victim is None or victim.piece_type != chess.KING):
            yield move


def king_is_attacked(board: chess.Board) -> bool:
    square: chess.Square | None = board.king(board.turn)
    return square is not None and board.is_attacked_by(not board.turn, square)


def ending(board: chess.Board) -> str:
    outcome: chess.Outcome | None = board.outcome(claim_draw=True)
    if outcome is None:
        return board.result()
    return "mate" if outcome.termination == chess.Termination.CHECKMATE else outcome.result()


def lines(path: str) -> Iterator[tuple[str, list[str]]]:
    with open(path, encoding="utf-8") as handle:
        while (game := ajeeb.pgn.read_game(handle)) is not None:
            board: chess.Board = game.board()
            sans = []
            for node in game.mainline():
                sans.append(board.san(node.move))
                board.push(node.move)
                clock: float | None = node.clock()
                assert clock is None or clock >= 0
            yield game.headers.get("White", "?"), sans


class Counter(ajeeb.pgn.BaseVisitor[int]):
    def __init__(self) -> None:
        self.moves = 0

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.moves += 1

    def result(self) -> int:
        return self.moves


def count(path: str) -> int:
    with open(path, encoding="utf-8") as handle:
        found: int | None = ajeeb.pgn.read_game(handle, Visitor=Counter)
    return found or 0


class Tree(chess.Board):
    def children(self) -> Iterator["Tree"]:
        for move in self.legal_moves:
            child = self.copy(stack=False)
            child.push(move)
            yield child


def picture(board: chess.Board) -> str:
    squares = board.attacks(chess.E4) | CENTER
    return ajeeb.svg.board(board, squares=squares, arrows=[ajeeb.svg.Arrow(chess.E2, chess.E4)], size=300)


def book_move(board: chess.Board, path: str) -> chess.Move:
    with ajeeb.polyglot.open_reader(path) as reader:
        return reader.weighted_choice(board).move


def errors(board: chess.Board, text: str) -> str:
    try:
        return board.push_san(text).uci()
    except (chess.InvalidMoveError, chess.IllegalMoveError, chess.AmbiguousMoveError) as error:
        return str(error)
