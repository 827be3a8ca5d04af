"""Moves of whole arrays of positions: generated, made, and as text; and games played out into their positions."""

from typing import Any, Literal, NoReturn, overload

import numpy as np
import numpy.typing as npt

from ajeeb._core import batch as _core
from ajeeb.batch._rows import (
    MOVE,
    OFFSETS,
    PACKED,
    Errors,
    Faults,
    Moves,
    Offsets,
    Positions,
    Texts,
    Valid,
    apart,
    check_call,
    choose,
    fail_move,
    fail_position,
    flat_of,
    moves_of,
    new_faults,
    offsets_of,
    out_of,
    quote,
    settle,
    show_move,
    texts_of,
    words_of,
)
from ajeeb.errors import IllegalMoveError

_HISTORY = 8
_UCI_NOTATIONS = {
    None: _core.MoveNotation.UCI,
    False: _core.MoveNotation.UCI_STANDARD,
    True: _core.MoveNotation.UCI_960,
}


@overload
def legal_moves(
    positions: Positions,
    *,
    out: tuple[Moves, Offsets] | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> tuple[Moves, Offsets]: ...
@overload
def legal_moves(
    positions: Positions, *, out: tuple[Moves, Offsets] | None = ..., errors: Literal["mask"], threads: int = ...
) -> tuple[Moves, Offsets, Valid]: ...
def legal_moves(
    positions: Positions, *, out: tuple[Moves, Offsets] | None = None, errors: Errors = "raise", threads: int = 1
) -> Any:
    """Generate the legal moves of every position: (moves, offsets), uint16 and int64.

    Those of position i are moves[offsets[i]:offsets[i + 1]], in no particular order; an invalid record has none.
    `out` is a pair: room for the moves (as many as there are, or more: a view of the part in use is returned) and
    N + 1 offsets.

    >>> from ajeeb import batch
    >>> moves, offsets = batch.legal_moves(batch.start_positions(2))
    >>> moves.dtype, offsets.tolist()
    (dtype('uint16'), [0, 20, 40])
    """
    threads = check_call(errors, threads)
    words = words_of(positions)
    rows = len(positions)
    faults = new_faults(rows)
    if out is None:
        offsets: Offsets = out_of(None, (rows + 1,), OFFSETS)
        moves: Moves = _core.legal_moves(words, offsets, faults, threads)
    else:
        room, offsets = _pair_of(out, rows)
        words = apart(apart(words, room), offsets)
        total = _core.legal_moves_into(words, room, offsets, faults, threads)
        if total > len(room):
            raise ValueError(f"out[0]: expected room for {total} moves, got {len(room)}")
        moves = room[:total]
    valid = settle(errors, faults, lambda *fault: fail_position(words, *fault))
    return (moves, offsets) if valid is None else (moves, offsets, valid)


def _pair_of(out: Any, rows: int) -> tuple[Moves, Offsets]:
    """Room for moves, as much as there is, and for offsets."""
    if not isinstance(out, tuple | list) or len(out) != 2:
        raise ValueError(f"out: expected a pair of numpy arrays, moves and offsets, got {type(out).__name__}")
    room: Moves = out_of(out[0], np.shape(out[0])[:1], MOVE, "out[0]")
    offsets: Offsets = out_of(out[1], (rows + 1,), OFFSETS, "out[1]")
    if np.may_share_memory(room, offsets):
        raise ValueError("out: expected moves and offsets apart from each other, got arrays that share memory")
    return room, offsets


@overload
def apply(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: Positions | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> Positions: ...
@overload
def apply(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: Positions | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Positions, Valid]: ...
def apply(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = None,
    *,
    out: Positions | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Make moves: the positions they lead to, one for each move.

    One move a position, or with `offsets` any number: `apply(p, *legal_moves(p))` gives every successor. Every move is
    checked; the null move (0) passes, and is legal out of check. Results are kept, evals are not (0). Without offsets
    `out` may be `positions` itself.

    Raises IllegalMoveError, and IllegalPositionError where a clock outgrows a record.

    >>> from ajeeb import batch
    >>> start = batch.start_positions(1)
    >>> batch.to_fens(batch.apply(start, batch.from_uci(start, ["e2e4"])))
    ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1']
    >>> len(batch.apply(start, *batch.legal_moves(start)))
    20
    """
    threads = check_call(errors, threads)
    words, raw = apart(words_of(positions), out), apart(moves_of(moves), out)
    groups = offsets_of(offsets, len(positions), len(raw), out=out)
    records = out_of(out, (len(raw),), PACKED)
    faults = new_faults(len(raw))
    _core.apply(words, raw, groups, records.view("<u8"), faults, threads)
    valid = settle(errors, faults, _move_failure(words, groups, raw))
    return records if valid is None else (records, valid)


def _move_failure(words: npt.NDArray[np.uint64], offsets: Offsets | None, moves: Moves) -> Any:
    def fail(item: int, fault: str, meaning: str) -> NoReturn:
        fail_move(words, offsets, item, f"moves[{item}] {show_move(int(moves[item]))}", fault, meaning)

    return fail


@overload
def to_uci(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = ...,
    *,
    chess960: bool | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> list[str]: ...
@overload
def to_uci(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = ...,
    *,
    chess960: bool | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[list[str], Valid]: ...
def to_uci(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = None,
    *,
    chess960: bool | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Write legal moves as UCI, one str for each move; '' for a faulty one under errors="mask".

    One move a position, or grouped by `offsets`. Castling is written e1g1 (`chess960=False`), e1h1 (True), or as the
    position's castling rights need it (None).

    >>> from ajeeb import batch
    >>> castling = batch.from_fens(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    >>> move = batch.from_uci(castling, ["e1g1"])
    >>> batch.to_uci(castling, move), batch.to_uci(castling, move, chess960=True)
    (['e1g1'], ['e1h1'])
    """
    notation = choose(chess960, _UCI_NOTATIONS)
    return _to_texts(positions, moves, offsets, notation, errors, threads)


@overload
def to_san(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = ...,
    *,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> list[str]: ...
@overload
def to_san(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = ...,
    *,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[list[str], Valid]: ...
def to_san(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None = None,
    *,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Write legal moves as SAN, with + and #, one str for each move; '' for a faulty one under errors="mask".

    >>> from ajeeb import batch
    >>> positions = batch.from_fens(["6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"])
    >>> batch.to_san(positions, batch.from_uci(positions, ["d1d8"]))
    ['Rd8#']
    """
    return _to_texts(positions, moves, offsets, _core.MoveNotation.SAN, errors, threads)


def _to_texts(
    positions: Positions,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike | None,
    notation: _core.MoveNotation,
    errors: Errors,
    threads: int,
) -> Any:
    threads = check_call(errors, threads)
    words, raw = words_of(positions), moves_of(moves)
    groups = offsets_of(offsets, len(positions), len(raw))
    faults = new_faults(len(raw))
    texts = _core.to_texts(words, raw, groups, notation, faults, threads)
    valid = settle(errors, faults, _move_failure(words, groups, raw))
    return texts if valid is None else (texts, valid)


@overload
def from_uci(
    positions: Positions,
    texts: Texts,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: Moves | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> Moves: ...
@overload
def from_uci(
    positions: Positions,
    texts: Texts,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: Moves | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Moves, Valid]: ...
def from_uci(
    positions: Positions,
    texts: Texts,
    offsets: npt.ArrayLike | None = None,
    *,
    out: Moves | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Read UCI moves: uint16, one for each text, checked to be legal. 0 for a faulty one under errors="mask".

    One text a position, or grouped by `offsets`; a sequence of str or bytes, or a buffer of lines. Castling is
    understood as e1g1 and as e1h1; '0000' is the null move.

    Raises InvalidMoveError (no move at all) and IllegalMoveError.

    >>> from ajeeb import batch
    >>> batch.from_uci(batch.start_positions(1), ["e2e4"]).tolist() == [12 | 28 << 6]
    True
    """
    return _from_texts(positions, texts, offsets, _core.MoveNotation.UCI, out, errors, threads)


@overload
def from_san(
    positions: Positions,
    texts: Texts,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: Moves | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> Moves: ...
@overload
def from_san(
    positions: Positions,
    texts: Texts,
    offsets: npt.ArrayLike | None = ...,
    *,
    out: Moves | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Moves, Valid]: ...
def from_san(
    positions: Positions,
    texts: Texts,
    offsets: npt.ArrayLike | None = None,
    *,
    out: Moves | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Read SAN as people write it ('0-0', 'e8Q', 'exd6 e.p.', 'e4!?'): uint16, one for each text.

    As `from_uci` otherwise. Raises InvalidMoveError, IllegalMoveError and AmbiguousMoveError.

    >>> from ajeeb import batch
    >>> start = batch.start_positions(1)
    >>> batch.to_uci(start, batch.from_san(start, ["Nf3"]))
    ['g1f3']
    """
    return _from_texts(positions, texts, offsets, _core.MoveNotation.SAN, out, errors, threads)


def _from_texts(
    positions: Positions,
    texts: Texts,
    offsets: npt.ArrayLike | None,
    notation: _core.MoveNotation,
    out: Moves | None,
    errors: Errors,
    threads: int,
) -> Any:
    threads = check_call(errors, threads)
    words, held = apart(words_of(positions), out), texts_of(texts, "texts", out)
    groups = offsets_of(offsets, len(positions), len(held), "texts", out)
    moves = out_of(out, (len(held),), MOVE)
    faults = new_faults(len(held))
    _core.from_texts(words, held, groups, notation, moves, faults, threads)

    def fail(item: int, fault: str, meaning: str) -> NoReturn:
        fail_move(words, groups, item, f"texts[{item}] {quote(held[item])}", fault, meaning)

    valid = settle(errors, faults, fail)
    return moves if valid is None else (moves, valid)


class Games:
    """Checked games as the core takes them, apart from `out`: starts (or none), moves, offsets; and their faults."""

    def __init__(
        self,
        starts: Positions | None,
        moves: npt.ArrayLike,
        offsets: npt.ArrayLike,
        final: bool,
        out: object = None,
    ) -> None:
        final = bool(final)
        self.starts = apart(words_of(np.zeros(0, PACKED) if starts is None else starts, "starts"), out)
        self.moves = apart(moves_of(moves), out)
        ends = flat_of(offsets, OFFSETS, "offsets")
        if len(ends) == 0:
            raise ValueError("offsets: expected one entry more than there are games, got none")
        self.count = len(ends) - 1
        checked = offsets_of(ends, self.count, len(self.moves), out=out)
        assert checked is not None
        self.offsets: Offsets = checked
        if starts is not None and len(starts) != self.count:
            raise ValueError(f"starts: expected one for each of {self.count} games, got {len(starts)}")
        if starts is not None and self.count == 0 and len(self.moves):
            raise ValueError("offsets: no games, but moves")
        self.final = final
        self.rows = len(self.moves) + self.count * final
        self.row_offsets: Offsets = self.offsets + np.arange(self.count + 1) * final

    @property
    def arguments(self) -> tuple[npt.NDArray[np.uint64], Moves, Offsets, bool]:
        """What every kernel over games begins with."""
        return self.starts, self.moves, self.offsets, self.final

    def settle(self, errors: Errors, faults: Faults) -> Valid | None:
        """What comes of faults, by row."""
        return settle(errors, faults, self._fail)

    def _fail(self, row: int, fault: str, meaning: str) -> NoReturn:
        game = int(np.searchsorted(self.row_offsets, row, side="right")) - 1
        ply = row - int(self.row_offsets[game])
        if fault == "illegal_move":
            move = show_move(int(self.moves[self.offsets[game] + ply]))
            raise IllegalMoveError(f"moves[{self.offsets[game] + ply}] {move}: {meaning}: ply {ply} of game {game}")
        if ply == 0 and len(self.starts):
            fail_position(self.starts, game, fault, meaning, "starts")
        raise IllegalMoveError(f"ply {ply} of game {game}: {meaning}")


@overload
def play_out(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    *,
    final: bool = ...,
    out: Positions | None = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> tuple[Positions, Offsets]: ...
@overload
def play_out(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    *,
    final: bool = ...,
    out: Positions | None = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Positions, Offsets, Valid]: ...
def play_out(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    *,
    final: bool = False,
    out: Positions | None = None,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Play games: the position before every move, and with `final=True` the last of each game too.

    Game g begins at starts[g] (at the start position for all if `starts` is None) and plays
    moves[offsets[g]:offsets[g + 1]]. Returns (positions, offsets of each game's positions); without `final` the rows
    are those of `moves`. Every move is checked. Under errors="mask" the row of an illegal move keeps its position but
    is not valid, and the rows behind it in its game are zeros. Results are those of the starts, evals are 0.

    Raises IllegalMoveError and IllegalPositionError.

    >>> from ajeeb import batch
    >>> moves = [12 | 28 << 6, 52 | 36 << 6]  # 1. e4 e5
    >>> positions, rows = batch.play_out(None, moves, [0, 2], final=True)
    >>> batch.to_fens(positions)[2], rows.tolist()
    ('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', [0, 3])
    """
    threads = check_call(errors, threads)
    games = Games(starts, moves, offsets, final, out)
    records = out_of(out, (games.rows,), PACKED)
    faults = new_faults(games.rows)
    _core.play_out(*games.arguments, records.view("<u8"), faults, threads)
    valid = games.settle(errors, faults)
    return (records, games.row_offsets) if valid is None else (records, games.row_offsets, valid)


@overload
def histories(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    *,
    final: bool = ...,
    errors: Literal["raise"] = ...,
    threads: int = ...,
) -> tuple[Positions, npt.NDArray[np.uint8]]: ...
@overload
def histories(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    *,
    final: bool = ...,
    errors: Literal["mask"],
    threads: int = ...,
) -> tuple[Positions, npt.NDArray[np.uint8], Valid]: ...
def histories(
    starts: Positions | None,
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    *,
    final: bool = False,
    errors: Errors = "raise",
    threads: int = 1,
) -> Any:
    """Play games, keeping for every position the seven before it: what networks with a memory are fed.

    Returns (positions, repetitions), both of shape (rows, 8), newest first: packed records (zeros before the game
    began), and how often each had stood on the board before, uint8. Rows and errors as in `play_out`; `planes` takes
    the pair.

    >>> from ajeeb import batch
    >>> positions, repetitions = batch.histories(None, [12 | 28 << 6, 52 | 36 << 6], [0, 2])
    >>> (positions["occupied"] != 0).sum(axis=1).tolist(), repetitions.shape
    ([1, 2], (2, 8))
    """
    threads = check_call(errors, threads)
    games = Games(starts, moves, offsets, final)
    records = np.empty((games.rows, _HISTORY), PACKED)
    repetitions = np.empty((games.rows, _HISTORY), np.uint8)
    faults = new_faults(games.rows)
    words = records.reshape(-1).view("<u8")
    _core.histories(*games.arguments, words, repetitions.reshape(-1), faults, threads)
    valid = games.settle(errors, faults)
    return (records, repetitions) if valid is None else (records, repetitions, valid)
