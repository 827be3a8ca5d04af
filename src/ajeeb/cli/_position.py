"""What the verbs about one position share: reading the FEN argument, and JSON on standard output."""

import json
import sys
from typing import Any

from ajeeb._core import Board
from ajeeb.constants import STARTING_FEN


def read_position(fen: str, chess960: bool) -> Board:
    """The board of a FEN argument, which must be legal; "startpos" is the starting position. Raises ChessError."""
    return Board.from_fen(STARTING_FEN if fen == "startpos" else fen, chess960=chess960, strict=True)


def write_json(value: Any) -> None:
    """Print a value as JSON, for programs."""
    json.dump(value, sys.stdout, ensure_ascii=False)
    print()
