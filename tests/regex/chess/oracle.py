"""python-chess positions written as the machine's boards: what the rules must make, made another way."""

import chess

from ajeeb.regex.chess.letters import ENGINE, HUMAN, PASSED, UNMOVED_KING, UNMOVED_ROOK


def encode(board: chess.Board, engine: chess.Color) -> str:
    """The machine's line for a position; the engine plays `engine`. The passed square is marked when there is one."""
    rows = [["."] * 8 for _ in range(8)]

    def place(square: int) -> tuple[int, int]:
        rank = chess.square_rank(square)
        return (rank if engine else 7 - rank), chess.square_file(square)

    for square, piece in board.piece_map().items():
        row, column = place(square)
        side = ENGINE if piece.color == engine else HUMAN
        rows[row][column] = side.letter(piece.symbol().upper(), row, column)
    for color in chess.COLORS:
        side = ENGINE if color == engine else HUMAN
        rooks = [
            s for s in chess.SquareSet(board.clean_castling_rights()) if chess.square_rank(s) == (0 if color else 7)
        ]
        for square in rooks:
            row, column = place(square)
            rows[row][column] = side.case(UNMOVED_ROOK)
            rows[row][4] = side.case(UNMOVED_KING)
    if board.ep_square is not None:
        row, column = place(board.ep_square)
        rows[row][column] = PASSED
    return "--".join("".join(row) for row in rows)


def canonical(line: str) -> str:
    """A machine's line with unmoved kings and rooks written as such only where castling is still possible."""
    for side in (ENGINE, HUMAN):
        king, rook = side.unmoved_king, side.unmoved_rook
        if king not in line:
            line = line.replace(rook, side.case("I"))
        elif rook not in line:
            line = line.replace(king, side.letter("K", side.home, 4))
    return line


def successors(board: chess.Board, engine: chess.Color) -> dict[str, bool]:
    """The machine's lines of all legal successors, and whether each is a check."""
    result = {}
    for move in board.legal_moves:
        board.push(move)
        result[encode(board, engine)] = board.is_check()
        board.pop()
    return result
