"""pyarrow, which only Parquet datasets need: imported when asked for, with a sentence where it is missing."""

import importlib
from typing import Any

from ajeeb.errors import ChessError

_MISSING = "Parquet needs pyarrow: pip install 'ajeeb[data]' (or build with --format packed or fen)"


def _import(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ChessError(_MISSING) from error


def pyarrow() -> Any:
    """The module pyarrow. Raises ChessError where it is not installed."""
    return _import("pyarrow")


def parquet() -> Any:
    """The module pyarrow.parquet. Raises ChessError where it is not installed."""
    return _import("pyarrow.parquet")
