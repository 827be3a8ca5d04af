"""The operations of an EPD line, between Python values and text. The core splits lines; `Board.epd` and `set_epd` call.

An operand is text in quotes, a number, a move, or nothing. `bm` and `am` hold several moves of one position, `pv` a
line of them. `hmvc` and `fmvn` are the counters that a FEN has and an EPD has not.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from ajeeb._core import Board, Move
from ajeeb.errors import ChessError, InvalidFenError

Operand: TypeAlias = str | int | float | Move | Iterable[Move] | None
ReadOperand: TypeAlias = str | int | float | Move | list[Move] | None

_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?|[+-]?\.\d+")
_ALTERNATIVES = ("bm", "am")
_LINE = "pv"
_ESCAPES = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"}


def format_operations(board: Board, operations: Mapping[str, Operand]) -> str:
    """The operations as EPD text, each ended by a semicolon."""
    return " ".join(_format_operation(board, opcode, operand) for opcode, operand in operations.items())


def _format_operation(board: Board, opcode: str, operand: Operand) -> str:
    if not opcode or opcode == "-" or any(blank in opcode for blank in ' \t\n\r;"'):
        raise ChessError(f"expected an EPD opcode without blanks, quotes and semicolons, got {opcode!r}")
    text = _format_operand(board, opcode, operand)
    return f"{opcode} {text};" if text else f"{opcode};"


def _format_operand(board: Board, opcode: str, operand: object) -> str:
    if operand is None:
        return ""
    if isinstance(operand, Move):
        return board.san(operand)
    if isinstance(operand, int | float):
        if not math.isfinite(operand):
            raise ChessError(f"expected a finite number for the EPD operation {opcode!r}, got {operand!r}")
        return str(operand)
    if not isinstance(operand, Iterable):
        operand = str(operand)
    if not isinstance(operand, str):
        moves = list(operand)
        if opcode == _LINE:
            return _format_line(board, moves)
        if opcode in _ALTERNATIVES:
            return " ".join(sorted(board.san(move) for move in moves))
        operand = str(operand)
    return '"' + "".join(_ESCAPES.get(char, char) for char in operand) + '"'


def _format_line(board: Board, moves: list[Move]) -> str:
    board = board.copy(stack=False)
    return " ".join(board.san_and_push(move) for move in moves)


def read_operations(board: Board, operations: Sequence[tuple[str, list[str], bool]]) -> dict[str, ReadOperand]:
    """Type the operands of operations split by the core, and set `board`'s counters from hmvc and fmvn."""
    read: dict[str, ReadOperand] = {}
    for opcode, operands, quoted in operations:
        if opcode in ("hmvc", "fmvn") and not quoted and operands:
            read[opcode] = _set_counter(board, opcode, operands)
        elif opcode != "-":
            read[opcode] = _read_operands(board, opcode, operands, quoted)
    return read


def _set_counter(board: Board, opcode: str, operands: list[str]) -> int:
    text = " ".join(operands)
    if not text.isascii() or not text.isdecimal():
        raise InvalidFenError(f"expected a whole number for {opcode}, got {text!r}", "counter", "operations")
    if opcode == "hmvc":
        board.halfmove_clock = int(text)
    else:
        board.fullmove_number = max(int(text), 1)
    return int(text)


def _read_operands(board: Board, opcode: str, operands: list[str], quoted: bool) -> ReadOperand:
    if quoted:
        return " ".join(operands)
    if opcode == _LINE:
        board = board.copy(stack=False)
        return [board.push_san(operand) for operand in operands]
    if opcode in _ALTERNATIVES:
        return [board.parse_san(operand) for operand in operands]
    if not operands:
        return None
    text = " ".join(operands)
    number = _NUMBER.fullmatch(text)
    if number:
        return float(text) if number[1] or number[2] or text.lstrip("+-").startswith(".") else int(text)
    return board.parse_san(text) if len(operands) == 1 else _refuse(opcode, text)


def _refuse(opcode: str, text: str) -> ReadOperand:
    raise InvalidFenError(
        f"expected one number, move or quoted text for the EPD operation {opcode!r}, got {text!r}",
        "operand",
        "operations",
    )
