"""What the verbs about one position share: reading the FEN argument, and JSON on standard output."""

import json
import sys
from typing import Any

from ajeeb._core import Board
from ajeeb.constants import STARTING_FEN
from ajeeb.errors import IllegalPositionError


def read_position(fen: str, chess960: bool) -> Board:
    """The board of a FEN argument, which must be legal; "startpos" is the starting position. Raises ChessError.

    One of Chess960 if that is asked for, or if the position is legal only there: as the engine reads it, too.
    """
    text = STARTING_FEN if fen == "startpos" else fen
    try:
        return Board.from_fen(text, chess960=chess960, strict=True)
    except IllegalPositionError:
        wild = Board.from_fen(text, chess960=True)
        if not wild.is_valid():
            raise
        return wild


def write_json(value: Any) -> None:
    """Print a value as JSON, for programs."""
    json.dump(value, sys.stdout, ensure_ascii=False)
    print()
