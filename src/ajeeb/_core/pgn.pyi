"""The streaming PGN reader."""

import enum
from collections.abc import Iterator
from typing import Annotated, Any, TextIO

import numpy
from numpy.typing import NDArray

import ajeeb._core

def flag_names() -> list[str]:
    """What the bits of Games.flags say, the lowest first."""

NO_SCORE: int = ...

MAX_GAME_BYTES: int = ...

MAX_COMMENT_BYTES: int = ...

class Chunk:
    """Bytes of whole games."""

    @property
    def byte(self) -> int:
        """Where the chunk begins in the stream."""

    @property
    def line(self) -> int:
        """Likewise, counted from 1."""

    @property
    def next_byte(self) -> int: ...
    @property
    def next_line(self) -> int: ...
    @property
    def is_cut_off(self) -> bool:
        """True if the game at its end was too long and its rest is skipped."""

    @property
    def text(self) -> bytes:
        """A copy."""

    def __len__(self) -> int: ...

class Splitter:
    """Cuts a stream into chunks of whole games."""

    def __init__(self, target: int, byte: int = ..., line: int = ..., skipping: bool = ...) -> None: ...
    def feed(self, block: bytes) -> None: ...
    def finish(self, truncated: bool = ...) -> None: ...
    def take(self) -> Chunk | None:
        """The next chunk, or None."""

class Games:
    """The games of one chunk, as columns."""

    def __len__(self) -> int: ...
    @property
    def games_read(self) -> int:
        """Good and bad."""

    @property
    def tokens(self) -> int: ...
    @property
    def start(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")]: ...
    @property
    def positions(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")]: ...
    @property
    def faults(self) -> list[tuple[str, int, int, int, int, int, bytes]]:
        """(kind, line, byte, game byte, game, ply, token) of each."""

    def tags(self, game: int) -> list[str]:
        """Names and values of one game's tags, in turn."""

    def tag_column(
        self, name: str
    ) -> tuple[
        Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C")],
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
        Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")],
    ]:
        """(text, offsets, present) of one tag."""

    def rating_column(self, name: str) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), order="C")]:
        """One rating tag as int16; 0 where unknown."""

    @property
    def byte(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C")]:
        """Where each game begins in the stream."""

    @property
    def line(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C")]:
        """Likewise, counted from 1."""

    @property
    def result(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")]:
        """0 black won, 1 draw, 2 white won, 3 unknown."""

    @property
    def chess960(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")]: ...
    @property
    def flags(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C")]:
        """Bits, named by flag_names()."""

    @property
    def ply_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")]:
        """n + 1 offsets into the columns of plies."""

    @property
    def tag_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")]:
        """n + 1 offsets into tag_ends."""

    @property
    def moves(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C")]: ...
    @property
    def clock(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")]:
        """Milliseconds; -1 for none."""

    @property
    def eval(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), order="C")]:
        """Centipawns, white's view, behind the move; NO_SCORE for none."""

    @property
    def mate(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), order="C")]:
        """Moves to mate; NO_SCORE for none."""

    @property
    def ply_flags(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")]:
        """1: the mover is in check, 2: the move captures."""

    @property
    def tag_text(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C")]: ...
    @property
    def tag_ends(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")]: ...

class Work(enum.Enum):
    """How much of the games is read."""

    TOKENS = 0

    MOVES = 1

    POSITIONS = 2

def read_games(chunk: Chunk, work: Work = Work.POSITIONS, keep_faulty: bool = ...) -> Games: ...
def read_game_lines(handle: TextIO, pending: str | None = None) -> tuple[list[tuple[str, str]], str, str | None] | None:
    """
    One game's tags and movetext, and the line read too far, if any; None at the end of the handle.
    """

def tokens(movetext: str) -> list[tuple[int, str | int]]:
    """
    The movetext as tokens: (1 move, 2 comment, 3 NAG, 4 variation opens, 5 closes, 6 result; text or NAG).
    """

class Tree:
    """A game's moves, variations, comments and NAGs. Node 0 is the root."""

    def __init__(self, movetext: str, start: ajeeb._core.Board | None = None) -> None: ...
    def children(self, index: int, parent: object, kind: type) -> list[Any]:
        """
        The nodes behind a node, as objects of `kind` with the attributes parent, move, _tree and _index.
        """

    def notes(self, index: int) -> tuple[str, str, set[int]]:
        """Comment, starting comment and NAGs of a node."""

    def mainline_moves(self, index: int) -> Iterator[ajeeb._core.Move]:
        """The main moves behind a node."""

    def faults(self) -> list[tuple[str, str, str]]:
        """
        The moves that could not be played: kind, token, and the FEN they were tried in.
        """

    @property
    def result(self) -> str:
        """
        The first result token that is no "*", if any; empty if there was none.
        """
