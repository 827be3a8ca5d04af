"""Perfect tic-tac-toe, by searching every line: each game is a thread, and parents collect what their children found.

The board is a text of nine squares, `X`, `O` or a space, row by row; O is the program, and answers with the board after
its move, and with who has won if that ends the game.
"""

import re

from ajeeb.regex.compiler import new_list
from ajeeb.regex.machine.threads import collect, fork_inactive, fork_replace, keep_best

__all__ = ["tictactoe"]

LINES = ("OOO......", "...OOO...", "......OOO", "O..O..O..", ".O..O..O.", "..O..O..O", "O...O...O", "..O.O.O..")


def line_of(player: str) -> str:
    """A pattern for the boards on which a player has three in a row."""
    return "|".join(line.replace("O", player).replace(".", "[XO ]") for line in LINES)


def tictactoe(board: str) -> str:
    """The best answer of O to a board on which it is O's turn."""
    if not re.fullmatch("[XO ]{9}", board):
        return "? nine squares are expected, each X, O or a space"
    if re.fullmatch(line_of("X"), board):
        return f"{board} X wins"
    if re.fullmatch(line_of("O"), board) or re.fullmatch("[XO]{9}", board):
        return f"{board} the game is over"
    if re.fullmatch("[ ]{4}X[ ]{4}", board):
        board = "O" + board[1:]
    elif re.fullmatch("[ ]*(?:X[ ]*)?", board):
        board = board[:4] + "O" + board[5:]
    else:
        board = best_of(board)
    if re.fullmatch(line_of("O"), board):
        return f"{board} O wins"
    if re.fullmatch("[XO]{9}", board):
        return f"{board} a draw"
    return board


def best_of(board: str) -> str:
    """The board after the best move of O: every line is played out, on a board with at most seven free squares."""
    boards = new_list(str)
    fork_inactive("root")
    fork_replace(board, " ", "O")
    score = value(board, "X", "O", 6)
    keep_best(score)
    collect("root", board, boards)
    return str(boards[0])


def value(board: str, mover: str, other: str, free: int) -> int:
    """What a board is worth to O (1 won, 0 drawn, -1 lost), with so many free squares at most and a player to move."""
    if re.fullmatch(line_of(other), board):
        score = 1 if other == "O" else -1
    elif free == 0 or re.fullmatch("[XO]{9}", board):
        score = 0
    else:
        scores = new_list(int)
        fork_inactive(f"free{free}")
        fork_replace(board, " ", mover)
        score = value(board, other, mover, free - 1)
        collect(f"free{free}", score, scores)
        best = 1 if mover == "O" else -1
        if best in scores:
            score = best
        elif 0 in scores:
            score = 0
        else:
            score = -best
    return score
