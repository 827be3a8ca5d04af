"""What all array calls share: the dtypes, the checks of what comes in, `out=`, and errors from rows' faults.

No chess is done here. A kernel of the core fills one fault byte for each row of its result; `settle` turns those into
an exception or into the `valid` array.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from mmap import mmap
from typing import Any, Literal, NoReturn, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ajeeb._arguments import QUOTED_LENGTH, shown, whole_number
from ajeeb._core import batch as _core
from ajeeb.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    IllegalPositionError,
    InvalidMoveError,
)

PACKED = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", (16,)),
        ("side_and_ep", "u1"),
        ("halfmove_clock", "u1"),
        ("fullmove_number", "<u2"),
        ("eval", "<i2"),
        ("result", "u1"),
        ("spare", "u1"),
    ]
)
"""The packed position, 32 bytes, little-endian: the layout that NNUE trainers call marlinformat.

`occupied`: bit s is square s, a1 = 0. `pieces`: 32 nibbles, the low half of a byte first, one for each occupied square
in ascending order: 0..5 = P N B R Q K, 6 = a rook that may still castle, +8 = black. `side_and_ep`: the ep square
where a capture there is legal, else 64; bit 7 set when black moves. `eval`: centipawns, white's view. `result`: 0 black
won, 1 draw, 2 white won, 3 unknown. `spare`: yours.
"""

MOVE = np.dtype("<u2")
"""A move: from | to << 6 | promotion << 12 (0 none, 1 N, 2 B, 3 R, 4 Q). Castling is the king taking his own rook, in
standard chess too; 0 is the null move."""

OFFSETS = np.dtype(np.int64)
"""Row i of a ragged result is values[offsets[i]:offsets[i + 1]]: the layout of Arrow's large lists."""

Positions: TypeAlias = npt.NDArray[np.void]
Moves: TypeAlias = npt.NDArray[np.uint16]
Offsets: TypeAlias = npt.NDArray[np.int64]
Valid: TypeAlias = npt.NDArray[np.bool_]
Faults: TypeAlias = npt.NDArray[np.uint8]
Errors: TypeAlias = Literal["raise", "mask"]
Texts: TypeAlias = Iterable[str | bytes] | bytes | bytearray | memoryview | npt.NDArray[np.uint8]

_T = TypeVar("_T")
_BYTE, _WORD = np.dtype(np.uint8), np.dtype("<u8")  # compared and made by the call: a type would be looked up each time
_WORDS_PER_RECORD = 4
_LONG = 1 << 14  # rows
_TEXT_KINDS = "SUO"  # bytes, str, objects
_ERROR_OF_FAULT = {
    "invalid_move": InvalidMoveError,
    "illegal_move": IllegalMoveError,
    "ambiguous_move": AmbiguousMoveError,
    "no_move_of_index": IllegalMoveError,
}


def check_choice(name: str, value: object, choices: Collection[str]) -> None:
    """Raise ValueError unless `value` is one of `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}={shown(value)}: expected {' or '.join(map(repr, choices))}")


def choose(value: object, of: Mapping[bool | None, _T]) -> _T:
    """What `of` holds for a flag that may be left open: for None itself, else for whether `value` is true."""
    return of[None if value is None else bool(value)]


def check_call(errors: str, threads: int) -> int:
    """Check what every call takes, and return the number of threads as the core wants it."""
    check_choice("errors", errors, ("raise", "mask"))
    threads = whole_number("threads", threads)
    if threads < 0:
        raise ValueError(f"threads={threads}: expected a positive number, or 0 for one per core")
    return min(threads, 1 << 16)


def _is_bytes(array: npt.NDArray[Any]) -> bool:
    # the kind first: numpy takes its time to tell that records are no bytes
    return array.dtype.kind == "u" and array.dtype == _BYTE


def words_of(positions: npt.ArrayLike, name: str = "positions", ndim: int = 1) -> npt.NDArray[np.uint64]:
    """Packed positions as the flat words the core reads. No copy where the array is contiguous and aligned."""
    array = np.asarray(positions)
    if _is_bytes(array) and array.ndim == ndim + 1 and array.shape[-1] == PACKED.itemsize:
        array = np.ascontiguousarray(array).view(PACKED).reshape(array.shape[:-1])
    if array.dtype != PACKED or array.ndim != ndim:
        wanted = f"{ndim} dimension{'s' * (ndim != 1)} of ajeeb.batch.PACKED"
        raise ValueError(f"{name}: expected an array with {wanted}, got {array.dtype} of shape {array.shape}")
    words = np.frombuffer(np.ascontiguousarray(array), _WORD)  # quicker than views of another shape and dtype
    return words if words.flags.aligned else words.copy()


def flat_of(values: npt.ArrayLike, dtype: npt.DTypeLike, name: str) -> npt.NDArray[Any]:
    """A one-dimensional, contiguous array of `dtype`; integers of other widths are taken if they fit."""
    array = np.asarray(values)
    if array.size == 0 and array.ndim == 1:
        array = array.astype(dtype)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name}: expected one dimension of integers, got {array.dtype} of shape {array.shape}")
    if array.dtype != dtype:
        limits = np.iinfo(np.dtype(dtype))
        if (array < limits.min).any() or (array > limits.max).any():
            raise ValueError(f"{name}: {array.dtype} values do not fit into {np.dtype(dtype)}")
        array = array.astype(dtype)
    return np.require(array, requirements=("C", "A"))


def moves_of(moves: npt.ArrayLike) -> Moves:
    """Moves as the core reads them."""
    return flat_of(moves, MOVE, "moves")


def offsets_of(
    offsets: npt.ArrayLike | None, groups: int, items: int, name: str = "moves", out: object = None
) -> Offsets | None:
    """Checked offsets of `items` values in `groups` rows, apart from `out`; None where there is one value a row."""
    if offsets is None:
        if groups != items:
            raise ValueError(f"{items} {name} for {groups} positions: pass offsets, or one each")
        return None
    array = flat_of(offsets, OFFSETS, "offsets")
    if len(array) != groups + 1:
        raise ValueError(f"offsets: expected {groups + 1} for {groups} rows, got {len(array)}")
    if array[0] != 0 or array[-1] != items or (array[1:] < array[:-1]).any():
        raise ValueError(f"offsets: expected to ascend from 0 to the number of {name}, {items}")
    return apart(array, out)


def out_of(out: npt.NDArray[Any] | None, shape: tuple[int, ...], dtype: npt.DTypeLike, name: str = "out") -> Any:
    """`out` if it is what the result needs, a new array if it is None."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
        got = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ValueError(f"{name}: expected a numpy array, {np.dtype(dtype)} of shape {shape}, got {got}")
    # numpy calls any address aligned for records, which the core reads as words
    if not (out.flags.carray and (out.dtype.kind != "V" or out.ctypes.data % _WORD.itemsize == 0)):
        raise ValueError(f"{name}: expected an array that is C-contiguous, aligned and writeable")
    return out


def apart(array: npt.NDArray[Any], out: object) -> npt.NDArray[Any]:
    """`array`, copied where it shares memory with `out`: kernels write rows before all are read."""
    return array.copy() if isinstance(out, np.ndarray) and np.may_share_memory(array, out) else array


def holds_texts(array: npt.NDArray[Any]) -> bool:
    """Whether an array is one of texts: bytes in one buffer, or one of bytes, str or objects."""
    return array.ndim == 1 and (array.dtype.kind in _TEXT_KINDS or _is_bytes(array))


def texts_of(texts: Texts, name: str, out: object = None) -> _core.Texts:
    """Texts as the core reads them, apart from `out`: a sequence of str or bytes, or one buffer of lines."""
    if isinstance(texts, str):
        wanted = f"expected a sequence of texts or a buffer of lines, got one str: pass [{name.removesuffix('s')}]"
        raise TypeError(f"{name}: {wanted}")
    if isinstance(texts, np.ndarray) and not holds_texts(texts):
        raise TypeError(f"{name}: expected texts or a buffer of lines, got {texts.dtype} of shape {texts.shape}")
    try:
        if isinstance(texts, np.ndarray) and texts.dtype != np.uint8:
            texts = texts.tolist()
        elif isinstance(texts, np.ndarray | bytearray | memoryview | mmap) and isinstance(out, np.ndarray):
            texts = apart(np.frombuffer(texts, np.uint8), out) if len(texts) else b""
        return _core.Texts(texts)
    except (TypeError, ValueError, BufferError) as error:
        raise TypeError(f"{name}: expected texts or a buffer of lines, got {shown(texts)} ({error})") from error


def new_faults(rows: int) -> Faults:
    """Room for one fault a row."""
    return np.zeros(rows, _BYTE)


def _any_of(faults: Faults) -> bool:
    # any() takes a microsecond to begin, which calls for a thousand rows would feel
    return bool(faults.any()) if len(faults) > _LONG else faults.tobytes() != bytes(len(faults))


def settle(errors: str, faults: Faults, fail: Callable[[int, str, str], NoReturn]) -> Valid | None:
    """What comes of faults: `valid` for errors="mask", nothing for "raise", or `fail(row, fault's name, meaning)`."""
    if errors == "mask":
        return np.equal(faults, 0)
    if _any_of(faults):
        row = int(np.flatnonzero(faults)[0])
        fail(row, _core.fault_name(int(faults[row])), _core.fault_meaning(int(faults[row])))
    return None


def quote(text: str | bytes) -> str:
    """`text` as errors quote it: never a screenful."""
    shown = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
    return repr(shown if len(shown) <= QUOTED_LENGTH else shown[:QUOTED_LENGTH] + "…")


def words_at(words: npt.NDArray[np.uint64], row: int) -> npt.NDArray[np.uint64]:
    """The words of one record."""
    return words[_WORDS_PER_RECORD * row : _WORDS_PER_RECORD * (row + 1)]


def fail_position(
    words: npt.NDArray[np.uint64], row: int, fault: str, meaning: str, name: str = "positions"
) -> NoReturn:
    """Raise for a record that is no legal position."""
    record = words_at(words, row)
    kinds = tuple(_core.record_status(record)) if fault == "illegal_position" else (fault,)
    reason = ", ".join(kinds).replace("_", " ") if fault == "illegal_position" else meaning
    raise IllegalPositionError(f"{name}[{row}]: {reason}, in the record {record.tobytes().hex()}", kinds)


def fail_move(
    words: npt.NDArray[np.uint64], offsets: Offsets | None, item: int, what: str, fault: str, meaning: str
) -> NoReturn:
    """Raise for item number `item` of a flat array; `what` shows it. Its position may be the culprit."""
    row = item if offsets is None else int(np.searchsorted(offsets, item, side="right")) - 1
    if fault not in _ERROR_OF_FAULT:
        fail_position(words, row, fault, meaning)
    fen = _core.to_fens(words_at(words, row), False, new_faults(1), 1)[0]
    raise _ERROR_OF_FAULT[fault](f"{what}: {meaning}: positions[{row}] is {quote(fen)}")


def show_move(move: int) -> str:
    """A raw move as text, without a board: 'e2e4', 'e7e8q', '0000'."""
    if move == 0:
        return "0000"
    squares = (f"{'abcdefgh'[square & 7]}{(square >> 3) + 1}" for square in (move & 63, move >> 6 & 63))
    promotion = move >> 12
    return "".join(squares) + ("" if promotion == 0 else "nbrq"[promotion - 1] if promotion <= 4 else f"?{promotion}")


def start_positions(count: int) -> Positions:
    """`count` copies of the start position, as packed records.

    >>> start_positions(2)["fullmove_number"].tolist()
    [1, 1]
    """
    record = np.zeros(4, np.uint64)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    _core.from_fens(_core.Texts([start]), _core.CastlingRule.ANY, True, record, new_faults(1), 1)
    return np.repeat(record.view(PACKED), count)
