"""Kernels over arrays of packed positions."""

import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

class View(enum.Enum):
    WHITE = 0

    MOVER = 1

class Fill(enum.Enum):
    NO = 0

    FEN_ONLY = 1

    ALWAYS = 2

class PlaneEncoding(enum.Enum):
    ALPHAZERO = 0

    LC0 = 1

class PolicyEncoding(enum.Enum):
    ALPHAZERO = 0

    LC0 = 1

class MaskForm(enum.Enum):
    BYTES = 0

    BITS = 1

class Question(enum.Enum):
    CHECK = 0

    CHECKMATE = 1

    STALEMATE = 2

class KeyKind(enum.Enum):
    ZOBRIST = 0

    POLYGLOT = 1

class CastlingRule(enum.Enum):
    ANY = 0

    STANDARD = 1

    CHESS960 = 2

class MoveNotation(enum.Enum):
    UCI = 0

    UCI_STANDARD = 1

    UCI_960 = 2

    SAN = 3

def fault_name(fault: int) -> str: ...
def fault_meaning(fault: int) -> str: ...
def record_status(
    position: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> list[str]:
    """The names of all faults of a position that can be unpacked."""

def validate(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def count_legal(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def ask(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    question: Question,
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def keys(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    kind: KeyKind,
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def mirror(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def legal_moves(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu")]:
    """Returns the moves; fills in offsets and faults."""

def legal_moves_into(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu")],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> int:
    """
    Returns how many moves there are; writes those for which there is room.
    """

def apply(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def play_out(
    starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    with_end: bool,
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def histories(
    starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    with_end: bool,
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    repetitions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
@overload
def game_planes(
    starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    with_end: bool,
    encoding: PlaneEncoding,
    fill: Fill,
    out: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
@overload
def game_planes(
    starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    with_end: bool,
    encoding: PlaneEncoding,
    fill: Fill,
    out: Annotated[NDArray[numpy.float32], dict(order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
@overload
def piece_planes(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    view: View,
    out: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
@overload
def piece_planes(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    view: View,
    out: Annotated[NDArray[numpy.float32], dict(order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
@overload
def history_planes(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    depth: int,
    repetitions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
    encoding: PlaneEncoding,
    fill: Fill,
    out: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
@overload
def history_planes(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    depth: int,
    repetitions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
    encoding: PlaneEncoding,
    fill: Fill,
    out: Annotated[NDArray[numpy.float32], dict(order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def move_count(encoding: PolicyEncoding) -> int:
    """How many indices a policy encoding has."""

def index_table(
    encoding: PolicyEncoding,
) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu")]:
    """
    The move of every index as the mover sees it; 0 where an index stands for none.
    """

def move_index(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
    encoding: PolicyEncoding,
    out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def index_move(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    indices: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
    encoding: PolicyEncoding,
    out: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def legal_mask(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    encoding: PolicyEncoding,
    form: MaskForm,
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...

class Texts:
    """
    Texts held for reading: a sequence of str or bytes, or a buffer of lines.
    """

    def __init__(self, source: object) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> bytes: ...

def fen_fault(texts: Texts, row: int, rule: CastlingRule, strict: bool) -> tuple[str, str, int, str] | None:
    """
    What makes a text unreadable: kind, field, byte offset, what was expected; None if nothing does.
    """

def fen_status(texts: Texts, row: int, rule: CastlingRule, strict: bool) -> list[str]:
    """The names of all faults of the position that a text describes."""

@overload
def planes_from_fens(
    texts: Texts,
    rule: CastlingRule,
    strict: bool,
    view: View,
    out: Annotated[NDArray[numpy.uint8], dict(order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
@overload
def planes_from_fens(
    texts: Texts,
    rule: CastlingRule,
    strict: bool,
    view: View,
    out: Annotated[NDArray[numpy.float32], dict(order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def from_fens(
    texts: Texts,
    rule: CastlingRule,
    strict: bool,
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
def to_fens(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    shredder: bool,
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> list[str]: ...
def to_fen_lines(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    shredder: bool,
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> bytes: ...
def to_texts(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
    notation: MoveNotation,
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> list[str]: ...
def from_texts(
    positions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    texts: Texts,
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)] | None,
    notation: MoveNotation,
    out: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order="C", device="cpu")],
    faults: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    threads: int,
) -> None: ...
