"""Arrays of positions from text and back, and what can be asked of every position."""

from typing import Any, Literal, NoReturn, overload

import numpy as np
import numpy.typing as npt

from ajeeb._core import batch as _core
from ajeeb.batch._rows import (
    PACKED,
    Errors,
    Positions,
    Texts,
    Valid,
    apart,
    check_call,
    choose,
    fail_position,
    new_faults,
    out_of,
    quote,
    settle,
    texts_of,
    words_of,
)
from ajeeb.errors import IllegalPositionError, InvalidFenError

_CASTLING_RULES = {
    None: _core.CastlingRule.ANY,
    False: _core.CastlingRule.STANDARD,
    True: _core.CastlingRule.CHESS960,
}


@overload
def from_fens(
    fens: Texts,
    *,
    chess960: bool | None = ...,
    strict: bool = ...,
    out: Positions | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> Positions: ...
@overload
def from_fens(
    fens: Texts,
    *,
    chess960: bool | None = ...,
    strict: bool = ...,
    out: Positions | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Positions, Valid]: ...
def from_fens(
    fens: Texts,
    *,
    chess960: bool | None = None,
    strict: bool = True,
    out: Positions | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Read FENs of legal positions into packed records, shape (N,).

    `fens` is a sequence of str or bytes (an array of them, too), or one buffer of lines (bytes, bytearray, memoryview,
    mmap, array of uint8; a blank line is a row that can't be read). `chess960=None` reads a castling field as Chess960
    where it can't be standard; `strict=False` also takes castling letters in any order and drops rights and ep squares
    that can't be.
    The ep square is kept where a capture there is legal. Evals are 0 and results unknown (3).

    Raises InvalidFenError (text) and IllegalPositionError (position; `kinds` names every fault).

    >>> from ajeeb import batch
    >>> batch.from_fens(["8/8/8/8/8/5k2/6p1/6K1 w - - 0 61"])["fullmove_number"].tolist()
    [61]
    >>> records, valid = batch.from_fens(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\\nnonsense\\n", errors="mask")
    >>> valid.tolist()
    [True, False]
    """
    threads = check_call(errors, threads)
    texts, rule = texts_of(fens, "fens", out), choose(chess960, _CASTLING_RULES)
    strict = bool(strict)
    records = out_of(out, (len(texts),), PACKED)
    faults = new_faults(len(texts))
    _core.from_fens(texts, rule, strict, records.view("<u8"), faults, threads)
    valid = settle(errors, faults, lambda *fault: fail_fen(texts, rule, strict, *fault))
    return records if valid is None else (records, valid)


def fail_fen(
    texts: _core.Texts, rule: _core.CastlingRule, strict: bool, row: int, fault: str, meaning: str
) -> NoReturn:
    """Raise for a text that is no FEN of a legal position."""
    text = texts[row]
    if found := _core.fen_fault(texts, row, rule, strict):
        kind, field, offset, expected = found
        message = f"fens[{row}] {quote(text)}: expected {expected} at byte {offset} ({field})"
        raise InvalidFenError(message, kind, field, offset)
    kinds = tuple(_core.fen_status(texts, row, rule, strict)) or (fault,)
    reason = ", ".join(kinds).replace("_", " ") if fault == "illegal_position" else meaning
    raise IllegalPositionError(f"fens[{row}] {quote(text)}: {reason}", kinds)


@overload
def to_fens(
    positions: Positions,
    *,
    lines: Literal[False] = ...,
    shredder: bool = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> list[str]: ...
@overload
def to_fens(
    positions: Positions,
    *,
    lines: Literal[True],
    shredder: bool = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> bytes: ...
@overload
def to_fens(
    positions: Positions,
    *,
    lines: Literal[False] = ...,
    shredder: bool = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[list[str], Valid]: ...
@overload
def to_fens(
    positions: Positions,
    *,
    lines: Literal[True],
    shredder: bool = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[bytes, Valid]: ...
def to_fens(
    positions: Positions, *, lines: bool = False, shredder: bool = False, errors: Errors = "raise", threads: int = 1
) -> Any:
    """Write positions as FENs: a list of str, or with `lines=True` one bytes object with a line each.

    Castling rights are KQkq, with file letters where those would be ambiguous; always file letters if `shredder`. An
    invalid record is an empty text under errors="mask".

    >>> from ajeeb import batch
    >>> batch.to_fens(batch.start_positions(1))
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1']
    """
    threads = check_call(errors, threads)
    words = words_of(positions)
    faults = new_faults(len(positions))
    write = _core.to_fen_lines if lines else _core.to_fens
    fens = write(words, bool(shredder), faults, threads)
    valid = settle(errors, faults, lambda *fault: fail_position(words, *fault))
    return fens if valid is None else (fens, valid)


def validate(positions: Positions, *, threads: int = 1) -> Valid:
    """Tell which records are legal positions: bool, shape (N,). Never raises for what they hold.

    Stricter than the other calls, which take every record the move generator can be sure of (one king a side, at most
    16 pieces each, no pawn on a back rank, the side that moved not in check, castling rooks and ep square in place):
    this also turns down nine pawns and checks that no move can have given. `fault_names` tells why.

    >>> import numpy as np
    >>> from ajeeb import batch
    >>> batch.validate(np.zeros(1, batch.PACKED)).tolist()
    [False]
    """
    return np.equal(_faults_of(positions, threads), 0)


def fault_names(positions: Positions, *, threads: int = 1) -> list[str]:
    """Name the first fault of every record, '' where `validate` finds none.

    >>> import numpy as np
    >>> from ajeeb import batch
    >>> batch.fault_names(np.zeros(1, batch.PACKED))
    ['bad_kings']
    """
    names = {0: ""}
    faults = _faults_of(positions, threads).tolist()
    for fault in set(faults) - {0}:
        names[fault] = _core.fault_name(fault)
    return [names[fault] for fault in faults]


def _faults_of(positions: Positions, threads: int) -> npt.NDArray[np.uint8]:
    threads = check_call("mask", threads)
    words = words_of(positions)
    faults = new_faults(len(positions))
    _core.validate(words, faults, threads)
    return faults


@overload
def count_legal(
    positions: Positions,
    *,
    out: npt.NDArray[np.int32] | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> npt.NDArray[np.int32]: ...
@overload
def count_legal(
    positions: Positions, *, out: npt.NDArray[np.int32] | None = ..., errors: Literal["mask"], threads: int = ...
) -> tuple[npt.NDArray[np.int32], Valid]: ...
def count_legal(
    positions: Positions, *, out: npt.NDArray[np.int32] | None = None, errors: Errors = "raise", threads: int = 1
) -> Any:
    """Count the legal moves of every position: int32, shape (N,). Faster than listing them.

    >>> from ajeeb import batch
    >>> batch.count_legal(batch.start_positions(2)).tolist()
    [20, 20]
    """
    threads = check_call(errors, threads)
    words = apart(words_of(positions), out)
    counts = out_of(out, (len(positions),), np.int32)
    faults = new_faults(len(positions))
    _core.count_legal(words, counts, faults, threads)
    valid = settle(errors, faults, lambda *fault: fail_position(words, *fault))
    return counts if valid is None else (counts, valid)


@overload
def is_check(
    positions: Positions, *, out: Valid | None = ..., errors: Literal["raise"] = ..., threads: int = ...
) -> Valid: ...
@overload
def is_check(
    positions: Positions, *, out: Valid | None = ..., errors: Literal["mask"], threads: int = ...
) -> tuple[Valid, Valid]: ...
def is_check(positions: Positions, *, out: Valid | None = None, errors: Errors = "raise", threads: int = 1) -> Any:
    """Tell in which positions the side to move is in check: bool, shape (N,).

    >>> from ajeeb import batch
    >>> batch.is_check(batch.from_fens(["4k3/8/8/8/8/8/8/r3K3 w - - 0 1"])).tolist()
    [True]
    """
    return _ask(positions, _core.Question.CHECK, out, errors, threads)


@overload
def is_checkmate(
    positions: Positions, *, out: Valid | None = ..., errors: Literal["raise"] = ..., threads: int = ...
) -> Valid: ...
@overload
def is_checkmate(
    positions: Positions, *, out: Valid | None = ..., errors: Literal["mask"], threads: int = ...
) -> tuple[Valid, Valid]: ...
def is_checkmate(positions: Positions, *, out: Valid | None = None, errors: Errors = "raise", threads: int = 1) -> Any:
    """Tell in which positions the side to move is mated: bool, shape (N,).

    >>> from ajeeb import batch
    >>> batch.is_checkmate(batch.from_fens(["4k3/8/8/8/8/8/r7/1r2K3 w - - 0 1"])).tolist()
    [True]
    """
    return _ask(positions, _core.Question.CHECKMATE, out, errors, threads)


@overload
def is_stalemate(
    positions: Positions, *, out: Valid | None = ..., errors: Literal["raise"] = ..., threads: int = ...
) -> Valid: ...
@overload
def is_stalemate(
    positions: Positions, *, out: Valid | None = ..., errors: Literal["mask"], threads: int = ...
) -> tuple[Valid, Valid]: ...
def is_stalemate(positions: Positions, *, out: Valid | None = None, errors: Errors = "raise", threads: int = 1) -> Any:
    """Tell in which positions the side to move has no legal move and is not in check: bool, shape (N,).

    >>> from ajeeb import batch
    >>> batch.is_stalemate(batch.from_fens(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])).tolist()
    [True]
    """
    return _ask(positions, _core.Question.STALEMATE, out, errors, threads)


def _ask(positions: Positions, question: _core.Question, out: Valid | None, errors: Errors, threads: int) -> Any:
    threads = check_call(errors, threads)
    words = apart(words_of(positions), out)
    answers = out_of(out, (len(positions),), np.bool_)
    faults = new_faults(len(positions))
    _core.ask(words, question, answers.view(np.uint8), faults, threads)
    valid = settle(errors, faults, lambda *fault: fail_position(words, *fault))
    return answers if valid is None else (answers, valid)


@overload
def keys(
    positions: Positions,
    *,
    polyglot: bool = ...,
    out: npt.NDArray[np.uint64] | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> npt.NDArray[np.uint64]: ...
@overload
def keys(
    positions: Positions,
    *,
    polyglot: bool = ...,
    out: npt.NDArray[np.uint64] | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[npt.NDArray[np.uint64], Valid]: ...
def keys(
    positions: Positions,
    *,
    polyglot: bool = False,
    out: npt.NDArray[np.uint64] | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Hash every position: uint64, shape (N,). Equal for equal pieces, side, castling rights and legal ep capture.

    The same numbers in every build. `polyglot=True` gives the opening book format's key instead; a record knows of an
    ep square only where the capture is legal, the one thing in which that format asks for less.

    >>> from ajeeb import batch
    >>> hex(batch.keys(batch.start_positions(1), polyglot=True)[0])
    '0x463b96181691fc9c'
    """
    threads = check_call(errors, threads)
    words = apart(words_of(positions), out)
    hashes = out_of(out, (len(positions),), np.uint64)
    faults = new_faults(len(positions))
    kind = _core.KeyKind.POLYGLOT if polyglot else _core.KeyKind.ZOBRIST
    _core.keys(words, kind, hashes, faults, threads)
    valid = settle(errors, faults, lambda *fault: fail_position(words, *fault))
    return hashes if valid is None else (hashes, valid)


@overload
def mirror(
    positions: Positions, *, out: Positions | None = ..., errors: Literal["raise"] = ..., threads: int = ...
) -> Positions: ...
@overload
def mirror(
    positions: Positions, *, out: Positions | None = ..., errors: Literal["mask"], threads: int = ...
) -> tuple[Positions, Valid]: ...
def mirror(positions: Positions, *, out: Positions | None = None, errors: Errors = "raise", threads: int = 1) -> Any:
    """Show every position from the other side: colors exchanged, ranks flipped, eval negated, result turned round.

    `out` may be `positions` itself.

    >>> from ajeeb import batch
    >>> batch.to_fens(batch.mirror(batch.from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"])))
    ['4k3/4p3/8/8/8/8/8/4K3 b - - 3 9']
    """
    threads = check_call(errors, threads)
    words = apart(words_of(positions), out)
    records = out_of(out, (len(positions),), PACKED)
    faults = new_faults(len(positions))
    _core.mirror(words, records.view("<u8"), faults, threads)
    valid = settle(errors, faults, lambda *fault: fail_position(words, *fault))
    return records if valid is None else (records, valid)
