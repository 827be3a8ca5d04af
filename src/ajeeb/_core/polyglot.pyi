"""The Polyglot book format's key."""

import ajeeb._core

def key(board: ajeeb._core.Board) -> int:
    """The key of a position."""

def words() -> list[int]:
    """The 781 random words, in the format's order."""
