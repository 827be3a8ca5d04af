"""The search written the plain way, on python-chess: what the rules must choose."""

from functools import cache

import chess

from ajeeb.regex.chess.letters import ENGINE, HUMAN, square_index, value_of

MATE = 10**6
STEPS = (10, 1, -1, -10), (11, 9, -9, -11), (8, 12, 19, 21, -8, -12, -19, -21)
PAWN_STEPS = (10, 9, 11, 20)


@cache
def value(piece: chess.Piece, square: chess.Square, engine: chess.Color) -> int:
    """100 a pawn and 1 a level, seen from the engine."""
    side = ENGINE if piece.color == engine else HUMAN
    row, column = divmod(square if engine else chess.square_mirror(square), 8)
    worth = value_of(side.letter(piece.symbol().upper(), row, column))
    return worth if piece.color == engine else -worth


def evaluate(board: chess.Board, engine: chess.Color) -> int:
    return sum(value(piece, square, engine) for square, piece in board.piece_map().items())


def best_moves(board: chess.Board, engine: chess.Color, search: str) -> list[tuple[int, int, chess.Move]]:
    """All moves with their value and their own levels, best first; ties in the stated order.

    `search` is "mates" (two plies), "captures" (and a ply of captures), or "all" (three plies).
    """
    root = evaluate(board, engine)
    rated = []
    for move in sorted(board.legal_moves, key=lambda move: order(board, engine, move)):
        board.push(move)
        levels = (evaluate(board, engine) - root + 50) % 100 - 50
        rated.append((_value_of_move(board, engine, search), levels, move))
        board.pop()
    return sorted(rated, key=lambda entry: entry[:2], reverse=True)


def _value_of_move(board: chess.Board, engine: chess.Color, search: str) -> int:
    if not any(board.legal_moves):
        return MATE if board.is_check() else 0
    worst = MATE
    for reply in board.legal_moves:
        board.push(reply)
        worst = min(worst, _value_of_reply(board, engine, search))
        board.pop()
    return worst


def _value_of_reply(board: chess.Board, engine: chess.Color, search: str) -> int:
    if board.is_check() and not any(board.legal_moves):
        return -MATE
    if search == "mates":
        return evaluate(board, engine)
    if search == "all" or board.is_check():
        answers, best = list(board.legal_moves), -MATE
        if not answers:
            return 0
    else:
        answers, best = list(board.generate_legal_captures()), evaluate(board, engine)
    for answer in answers:
        board.push(answer)
        best = max(best, evaluate(board, engine))
        board.pop()
    return best


def order(board: chess.Board, engine: chess.Color, move: chess.Move) -> tuple[int, ...]:
    """The stated order: men from the engine's first rank on, each rank from a to h; then what kind of move, direction,
    distance, promotion."""

    def index(square: int) -> int:
        row, column = divmod(square if engine else chess.square_mirror(square), 8)
        return square_index(row, column)

    start, end = index(move.from_square), index(move.to_square)
    piece = board.piece_type_at(move.from_square)
    if board.is_en_passant(move):
        return start, 0, end - start
    if board.is_castling(move):
        return start, 5, start - end
    if piece == chess.PAWN:
        promotion = "qrbn".index(chess.piece_symbol(move.promotion)) if move.promotion else 0
        return start, 4, PAWN_STEPS.index(end - start), promotion
    if piece == chess.KNIGHT:
        return start, 3, STEPS[2].index(end - start)
    for kind, steps in enumerate(STEPS[:2], 1):
        for number, step in enumerate(steps):
            distance, rest = divmod(end - start, step)
            if not rest and 0 < distance < 8:
                return start, kind, number, distance
    raise AssertionError(move)
