"""Positions and moves as networks take them: planes, policy indices, masks of legal moves."""

from typing import Any, Literal, NoReturn, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from ajeeb._core import batch as _core
from ajeeb.batch._moves import Games
from ajeeb.batch._positions import fail_fen, from_fens
from ajeeb.batch._rows import (
    MOVE,
    Errors,
    Moves,
    Positions,
    Texts,
    Valid,
    apart,
    check_call,
    check_choice,
    fail_move,
    fail_position,
    flat_of,
    holds_texts,
    moves_of,
    new_faults,
    offsets_of,
    out_of,
    settle,
    show_move,
    texts_of,
    words_of,
)

PlaneEncoding: TypeAlias = Literal["pieces", "alphazero", "lc0"]
PolicyEncoding: TypeAlias = Literal["alphazero", "lc0"]
Fill: TypeAlias = Literal["no", "fen_only", "always"]
View: TypeAlias = Literal["white", "mover"]
Planes: TypeAlias = npt.NDArray[Any]

_BYTE, _BOOL, _FLOAT = np.dtype(np.uint8), np.dtype(np.bool_), np.dtype(np.float32)
_PLANES = {"alphazero": _core.PlaneEncoding.ALPHAZERO, "lc0": _core.PlaneEncoding.LC0}
_PLANE_COUNTS = {"pieces": 12, "alphazero": 119, "lc0": 112}
_POLICIES = {"alphazero": _core.PolicyEncoding.ALPHAZERO, "lc0": _core.PolicyEncoding.LC0}
_FILLS = {"no": _core.Fill.NO, "fen_only": _core.Fill.FEN_ONLY, "always": _core.Fill.ALWAYS}
_USUAL_FILL: dict[str, Fill] = {"alphazero": "no", "lc0": "fen_only"}
_VIEWS = {"white": _core.View.WHITE, "mover": _core.View.MOVER}

POLICY_SIZES = {name: _core.move_count(encoding) for name, encoding in _POLICIES.items()}
"""How many indices each policy encoding has: 4,672 for "alphazero", 1,858 for "lc0"."""


def _plane_room(rows: int, encoding: str, dtype: npt.DTypeLike | None, out: Planes | None) -> tuple[Planes, Any]:
    """The array that planes go to, and the view of it that the core writes."""
    if dtype is not None:
        wanted = np.dtype(dtype)
    elif out is not None:
        wanted = np.asarray(out).dtype
    else:
        wanted = _BYTE if encoding == "pieces" else _FLOAT
    if wanted not in (_BYTE, _FLOAT) and not (wanted == _BOOL and encoding == "pieces"):
        raise ValueError(f"dtype: expected uint8 or float32 (or bool for pieces), got {wanted}")
    room = out_of(out, (rows, _PLANE_COUNTS[encoding], 8, 8), wanted)
    return room, room.view(_BYTE) if wanted == _BOOL else room


@overload
def planes(
    positions: Positions | Texts,
    encoding: PlaneEncoding = ...,
    *,
    repetitions: npt.ArrayLike | None = ...,
    view: View = ...,
    fill: Fill | None = ...,
    dtype: npt.DTypeLike | None = ...,
    out: Planes | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> Planes: ...
@overload
def planes(
    positions: Positions | Texts,
    encoding: PlaneEncoding = ...,
    *,
    repetitions: npt.ArrayLike | None = ...,
    view: View = ...,
    fill: Fill | None = ...,
    dtype: npt.DTypeLike | None = ...,
    out: Planes | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Planes, Valid]: ...
def planes(
    positions: Positions | Texts,
    encoding: PlaneEncoding = "pieces",
    *,
    repetitions: npt.ArrayLike | None = None,
    view: View = "white",
    fill: Fill | None = None,
    dtype: npt.DTypeLike | None = None,
    out: Planes | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Spread positions over 8x8 planes: shape (N, 12 or 119 or 112, 8, 8), [rank][file] with a1 first.

    - "pieces", 12 planes: P N B R Q K of white, then of black, uint8 (or bool, or float32). With `view="mover"` the
      mover's pieces come first, and the ranks are flipped when black moves.
    - "alphazero", 119, and "lc0", 112 (its input format 1): float32 (or uint8, numbers over 255 written as 255),
      always the mover's view. `positions` is (N, 8) records, newest first (`histories` makes them; fewer columns, or
      plain (N,), stand for a shorter past), `repetitions` how often each stood before, of the same shape. A record of
      zeros ends a history; `fill` tells what stands in place of the positions before: zeros ("no", AlphaZero's
      default), the oldest one again ("always"), or that unless it is the start position ("fen_only", lc0's default).

    `positions` may also be FENs, as `from_fens` takes them: one call from text to planes.

    docs/arrays.md lists the planes one by one. Faulty rows are zeros under errors="mask".

    >>> from ajeeb import batch
    >>> start = batch.start_positions(1)
    >>> batch.planes(start)[0, 0, 1].tolist()  # white pawns, second rank
    [1, 1, 1, 1, 1, 1, 1, 1]
    >>> batch.planes(start, "lc0").shape, batch.planes(start, "alphazero").dtype
    ((1, 112, 8, 8), dtype('float32'))
    """
    threads = check_call(errors, threads)
    check_choice("view", view, _VIEWS)
    check_choice("encoding", encoding, _PLANE_COUNTS)
    if encoding == "pieces" and (repetitions is not None or fill is not None):
        raise ValueError("pieces: repetitions and fill belong to the encodings with a history")
    if not isinstance(positions, np.ndarray) or holds_texts(positions):
        return _planes_of_fens(positions, encoding, repetitions, view, fill, dtype, out, errors, threads)
    rows = len(positions)
    room, values = _plane_room(rows, encoding, dtype, out)
    faults = new_faults(rows)
    depth = 1
    if encoding == "pieces":
        words = apart(words_of(positions), out)
        _core.piece_planes(words, _VIEWS[view], values, faults, threads)
    else:
        words, depth = _histories_of(positions)
        words = apart(words, out)
        counts = None if repetitions is None else apart(_counts_of(repetitions, positions.shape), out)
        fill_code = _FILLS[_checked_fill(fill, encoding)]
        _core.history_planes(words, depth, counts, _PLANES[encoding], fill_code, values, faults, threads)
    valid = settle(errors, faults, lambda row, *fault: fail_position(words, _culprit(words, row, depth), *fault))
    return room if valid is None else (room, valid)


def _planes_of_fens(
    fens: Texts,
    encoding: PlaneEncoding,
    repetitions: npt.ArrayLike | None,
    view: View,
    fill: Fill | None,
    dtype: npt.DTypeLike | None,
    out: Planes | None,
    errors: Errors,
    threads: int,
) -> Any:
    """What `planes` gives for texts: straight for pieces, by way of records for the encodings with a history."""
    if encoding != "pieces":
        options: dict[str, Any] = {"repetitions": repetitions, "fill": fill, "dtype": dtype, "out": out}
        if errors == "raise":
            return planes(from_fens(fens, threads=threads), encoding, threads=threads, **options)
        records, readable = from_fens(fens, errors="mask", threads=threads)
        room, _ = planes(records, encoding, errors="mask", threads=threads, **options)
        return room, readable
    texts, rule = texts_of(fens, "fens", out), _core.CastlingRule.ANY
    room, values = _plane_room(len(texts), encoding, dtype, out)
    faults = new_faults(len(texts))
    _core.planes_from_fens(texts, rule, True, _VIEWS[view], values, faults, threads)
    valid = settle(errors, faults, lambda *fault: fail_fen(texts, rule, True, *fault))
    return room if valid is None else (room, valid)


def _histories_of(positions: npt.NDArray[Any]) -> tuple[npt.NDArray[np.uint64], int]:
    """The words of (N,) or (N, 1..8) records, and how many there are a row."""
    if positions.dtype == np.uint8 or positions.ndim == 1:
        return words_of(positions), 1
    if positions.ndim != 2 or not 1 <= positions.shape[1] <= 8:
        raise ValueError(f"positions: expected (N,) or (N, 1..8) records, got shape {positions.shape}")
    return words_of(positions, ndim=2), positions.shape[1]


def _checked_fill(fill: Fill | None, encoding: str) -> Fill:
    if fill is None:
        return _USUAL_FILL[encoding]
    check_choice("fill", fill, _FILLS)
    return fill


def _counts_of(repetitions: npt.ArrayLike, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    counts = np.asarray(repetitions)
    if counts.shape != shape:
        raise ValueError(f"repetitions: expected shape {shape}, as positions, got {counts.shape}")
    return flat_of(counts.reshape(-1), np.uint8, "repetitions")


def _culprit(words: npt.NDArray[np.uint64], row: int, depth: int) -> int:
    """Which of a row's records is at fault: the first that no position is made of."""
    first = row * depth
    record_faults = new_faults(depth)
    _core.count_legal(words[4 * first : 4 * (first + depth)], np.empty(depth, np.int32), record_faults, 1)
    return first + int(np.flatnonzero(record_faults)[0])


@overload
def game_planes(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    encoding: Literal["alphazero", "lc0"] = ...,
    *,
    final: bool = ...,
    fill: Fill | None = ...,
    dtype: npt.DTypeLike | None = ...,
    out: Planes | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> Planes: ...
@overload
def game_planes(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    encoding: Literal["alphazero", "lc0"] = ...,
    *,
    final: bool = ...,
    fill: Fill | None = ...,
    dtype: npt.DTypeLike | None = ...,
    out: Planes | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Planes, Valid]: ...
def game_planes(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    encoding: Literal["alphazero", "lc0"] = "lc0",
    *,
    final: bool = False,
    fill: Fill | None = None,
    dtype: npt.DTypeLike | None = None,
    out: Planes | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Play games straight into planes with history: shape (rows, 112 or 119, 8, 8), a row for every move.

    The same as `planes(*histories(...))` without the records between; games and rows as in `play_out`, the rest as in
    `planes`. Row i is the input for which moves[i] is the answer (`move_index` gives its index).

    >>> from ajeeb import batch
    >>> batch.game_planes(None, [12 | 28 << 6, 52 | 36 << 6], [0, 2]).shape
    (2, 112, 8, 8)
    """
    threads = check_call(errors, threads)
    check_choice("encoding", encoding, _PLANES)
    games = Games(starts, moves, offsets, final, out)
    room, values = _plane_room(games.rows, encoding, dtype, out)
    faults = new_faults(games.rows)
    usual_fill = _FILLS[_checked_fill(fill, encoding)]
    _core.game_planes(*games.arguments, _PLANES[encoding], usual_fill, values, faults, threads)
    valid = games.settle(errors, faults)
    return room if valid is None else (room, valid)


@overload
def move_index(
    positions: Positions,
    moves: npt.ArrayLike,
    encoding: PolicyEncoding = ...,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: npt.NDArray[np.int64] | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> npt.NDArray[np.int64]: ...
@overload
def move_index(
    positions: Positions,
    moves: npt.ArrayLike,
    encoding: PolicyEncoding = ...,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: npt.NDArray[np.int64] | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[npt.NDArray[np.int64], Valid]: ...
def move_index(
    positions: Positions,
    moves: npt.ArrayLike,
    encoding: PolicyEncoding = "alphazero",
    offsets: npt.ArrayLike | None = None,
    *,
    out: npt.NDArray[np.int64] | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Number legal moves as a policy head does: int64, one for each move; -1 for a faulty one under errors="mask".

    "alphazero": 73 * from + plane, 4,672 of them. "lc0": 1,858. Both from the mover's side of the board; docs/arrays.md
    has the tables. One move a position, or grouped by `offsets`.

    Raises IllegalMoveError and IllegalPositionError.

    >>> from ajeeb import batch
    >>> castling = batch.from_fens(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    >>> move = batch.from_uci(castling, ["e1g1"])
    >>> batch.move_index(castling, move, "lc0").tolist(), batch.move_index(castling, move).tolist()
    ([103], [307])
    """
    threads = check_call(errors, threads)
    check_choice("encoding", encoding, _POLICIES)
    words, raw = apart(words_of(positions), out), apart(moves_of(moves), out)
    groups = offsets_of(offsets, len(positions), len(raw), out=out)
    indices = out_of(out, (len(raw),), np.int64)
    faults = new_faults(len(raw))
    _core.move_index(words, raw, groups, _POLICIES[encoding], indices, faults, threads)

    def fail(item: int, fault: str, meaning: str) -> NoReturn:
        fail_move(words, groups, item, f"moves[{item}] {show_move(int(raw[item]))}", fault, meaning)

    valid = settle(errors, faults, fail)
    return indices if valid is None else (indices, valid)


@overload
def index_move(
    positions: Positions,
    indices: npt.ArrayLike,
    encoding: PolicyEncoding = ...,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: Moves | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> Moves: ...
@overload
def index_move(
    positions: Positions,
    indices: npt.ArrayLike,
    encoding: PolicyEncoding = ...,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: Moves | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Moves, Valid]: ...
def index_move(
    positions: Positions,
    indices: npt.ArrayLike,
    encoding: PolicyEncoding = "alphazero",
    offsets: npt.ArrayLike | None = None,
    *,
    out: Moves | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Find the legal move of a policy index: the inverse of `move_index`, uint16; 0 for a faulty one.

    Raises IllegalMoveError where no legal move has the index.

    >>> from ajeeb import batch
    >>> start = batch.start_positions(1)
    >>> batch.to_uci(start, batch.index_move(start, [877]))
    ['e2e4']
    """
    threads = check_call(errors, threads)
    check_choice("encoding", encoding, _POLICIES)
    words, numbers = apart(words_of(positions), out), apart(flat_of(indices, np.int64, "indices"), out)
    groups = offsets_of(offsets, len(positions), len(numbers), "indices", out)
    moves = out_of(out, (len(numbers),), MOVE)
    faults = new_faults(len(numbers))
    _core.index_move(words, numbers, groups, _POLICIES[encoding], moves, faults, threads)

    def fail(item: int, fault: str, meaning: str) -> NoReturn:
        fail_move(words, groups, item, f"indices[{item}] {numbers[item]} ({encoding})", fault, meaning)

    valid = settle(errors, faults, fail)
    return moves if valid is None else (moves, valid)


@overload
def legal_mask(
    positions: Positions,
    encoding: PolicyEncoding = ...,
    *,
    bits: bool = ...,
    out: npt.NDArray[Any] | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> npt.NDArray[Any]: ...
@overload
def legal_mask(
    positions: Positions,
    encoding: PolicyEncoding = ...,
    *,
    bits: bool = ...,
    out: npt.NDArray[Any] | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[npt.NDArray[Any], Valid]: ...
def legal_mask(
    positions: Positions,
    encoding: PolicyEncoding = "alphazero",
    *,
    bits: bool = False,
    out: npt.NDArray[Any] | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Mark the policy indices of the legal moves: bool, shape (N, 4672 or 1858); `out` may be uint8 too.

    With `bits=True` eight to a byte, the lowest first: uint8, shape (N, 584 or 233), what
    `numpy.unpackbits(mask, axis=1, count=4672, bitorder="little")` spreads again. Faulty rows are zeros under
    errors="mask".

    >>> from ajeeb import batch
    >>> batch.legal_mask(batch.start_positions(1)).sum()
    np.int64(20)
    >>> batch.legal_mask(batch.start_positions(1), "lc0", bits=True).shape
    (1, 233)
    """
    threads = check_call(errors, threads)
    check_choice("encoding", encoding, _POLICIES)
    words = apart(words_of(positions), out)
    width = POLICY_SIZES[encoding]
    dtype = np.uint8 if bits or (out is not None and np.asarray(out).dtype == np.uint8) else np.bool_
    mask = out_of(out, (len(positions), (width + 7) // 8 if bits else width), dtype)
    faults = new_faults(len(positions))
    form = _core.MaskForm.BITS if bits else _core.MaskForm.BYTES
    _core.legal_mask(words, _POLICIES[encoding], form, mask.view(np.uint8).reshape(-1), faults, threads)
    valid = settle(errors, faults, lambda *fault: fail_position(words, *fault))
    return mask if valid is None else (mask, valid)


def index_table(encoding: PolicyEncoding = "alphazero") -> Moves:
    """List the move of every index as the mover sees it: uint16, shape (4672,) or (1858,); 0 stands for none.

    White's side of the board, as for a white pawn or piece. An index of a pawn's last step without a piece named is a
    promotion to a queen (AlphaZero) or a knight (lc0).

    >>> from ajeeb import batch
    >>> int((batch.index_table("alphazero") != 0).sum()), int((batch.index_table("lc0") != 0).sum())
    (1858, 1858)
    """
    check_choice("encoding", encoding, _POLICIES)
    return _core.index_table(_POLICIES[encoding])
