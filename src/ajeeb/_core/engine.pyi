"""The chess engine: search, evaluation, self-play, protocols."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray

class Engine:
    """One engine: its table, its threads, its options. One search at a time."""

    def __init__(self, hash: int = ..., threads: int = ...) -> None: ...
    def set_option(self, name: str, value: int) -> bool:
        """
        Set an option by its UCI name, ending a running search first. False if there is no memory for it.
        """

    def new_game(self) -> None: ...
    def stop(self) -> None:
        """End the search that runs in another thread."""

    def ponderhit(self) -> None: ...
    @property
    def hash(self) -> int: ...
    @property
    def threads(self) -> int: ...
    def search(
        self,
        fen: str,
        moves: Sequence[str],
        chess960: bool = ...,
        depth: int | None = ...,
        nodes: int | None = ...,
        mate: int | None = ...,
        movetime: int | None = ...,
        white_time: int | None = ...,
        black_time: int | None = ...,
        white_increment: int | None = ...,
        black_increment: int | None = ...,
        moves_to_go: int | None = ...,
        root_moves: Sequence[str] = ...,
        infinite: bool = ...,
        ponder: bool = ...,
        on_info: object | None = ...,
        on_begun: object | None = ...,
    ) -> tuple[Any, Any, dict[str, Any]]:
        """
        Search and return (best move, expected answer, last info). Times are in milliseconds. A `stop` or a `ponderhit` is heard from `on_begun` on.
        """

class StopFlag:
    """Ends what runs in other threads: they return what they have."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...

def run_protocol() -> int:
    """
    Speak UCI (or XBoard) on standard input and output until `quit`. Returns the exit code.
    """

def bench(depth: int = ..., hash: int = ..., threads: int = ..., stop: StopFlag | None = ...) -> tuple[int, int]:
    """The nodes and milliseconds of the fixed bench."""

def option_rows() -> list[Any]:
    """(name, type, default, lowest, highest) of every option."""

def position_state(fen: str, moves: Sequence[str] = ..., chess960: bool = ...) -> dict[str, Any]: ...
def evaluation(fen: str, moves: Sequence[str] = ..., chess960: bool = ...) -> dict[str, Any]: ...
def parameter_blocks() -> list[Any]:
    """(name, group, meaning, is danger, values) of every block."""

def features(
    records: Annotated[NDArray[numpy.uint8], dict(shape=(None, 32), order="C", device="cpu", writable=False)],
) -> dict[str, Any]:
    """Sparse features of packed positions, shape (n, 32) uint8."""

def selfplay(
    games: int, nodes: int, seed: int, random_plies: int = ..., chess960_share: int = ..., stop: StopFlag | None = ...
) -> bytes:
    """Packed positions of self-played games."""

def sample_leaves(
    roots: Annotated[NDArray[numpy.uint8], dict(shape=(None, 32), order="C", device="cpu", writable=False)],
    nodes: int,
    interval: int,
    stop: StopFlag | None = ...,
) -> bytes:
    """
    Packed positions that searches from packed positions, shape (n, 32) uint8, evaluated: every interval-th.
    """

def see_at_least(fen: str, move: str, threshold: int) -> bool: ...
def win_draw_loss(score: int) -> tuple[int, int, int]: ...
