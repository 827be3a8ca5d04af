"""The 6×6 engine over numpy arrays: many boards at once, on several threads, with the GIL released.

Boards are (N, 4) uint64: the uint256's four words, the low one first, from the mover's view (`pack` and `unpack` go
between them and ints). Moves are uint16, `from << 6 | to`; lists of moves are ragged, (values, offsets) with int64
offsets: row i's are `values[offsets[i]:offsets[i + 1]]`.

Every function takes `rules`, "contract" (the default) or "sane"; `threads`, 0 for one a processor; and `errors`: with
"raise" the first row that fails raises what the same call on one board would, with "mask" failed rows are left empty
(or, in `apply`, unchanged) and marked in `failed`.
"""

import operator
from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ajeeb._core import six as _six
from ajeeb.errors import ChessError, IllegalMoveError, IllegalPositionError, InvalidMoveError, RevertError
from ajeeb.six import sane
from ajeeb.six.rules import RulesName, rules_named

__all__ = ["Applied", "Found", "Moves", "apply", "generate", "legal", "pack", "rotate", "search", "unpack"]

Errors: TypeAlias = Literal["raise", "mask"]
Boards: TypeAlias = NDArray[np.uint64]

_WORD = 1 << 64
_PANIC = 0x32


class Moves(NamedTuple):
    """Ragged moves: `values` uint16, `offsets` (N + 1) int64, and the rows that `failed` (N bool)."""

    values: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    failed: NDArray[np.bool_]


class Applied(NamedTuple):
    """The boards after a move, (N, 4) uint64 in the other side's view, and the rows that `failed`."""

    boards: Boards
    failed: NDArray[np.bool_]


class Found(NamedTuple):
    """What the searches found, a row a board.

    `moves` uint16, 0 where the engine resigns or has none; `wins` bool, whether the game is over after the move;
    `scores` int32, the mover's; and the rows that `failed`.
    """

    moves: NDArray[np.uint16]
    wins: NDArray[np.bool_]
    scores: NDArray[np.int32]
    failed: NDArray[np.bool_]


def pack(boards: Iterable[int]) -> Boards:
    """Boards given as uint256 ints, as an (N, 4) uint64 array.

    >>> from ajeeb.six import arrays, contract
    >>> arrays.pack([contract.START, contract.GENESIS]).shape
    (2, 4)
    """
    chunks = []
    for board in boards:
        try:
            chunks.append(operator.index(board).to_bytes(32, "little"))
        except OverflowError:
            message = f"board {len(chunks)} is no uint256: expected 0 <= board < 2**256"
            raise IllegalPositionError(message, ("not a uint256",)) from None
    return np.frombuffer(b"".join(chunks), dtype="<u8").astype(np.uint64).reshape(-1, 4)


def unpack(boards: ArrayLike) -> list[int]:
    """The rows of an (N, 4) uint64 array as uint256 ints.

    >>> from ajeeb.six import arrays, contract
    >>> arrays.unpack(arrays.pack([contract.START])) == [contract.START]
    True
    """
    return [a + _WORD * (b + _WORD * (c + _WORD * d)) for a, b, c, d in _boards(boards).tolist()]


def rotate(boards: ArrayLike, *, threads: int = 1) -> Boards:
    """Every board in the other side's view, (N, 4) uint64.

    >>> from ajeeb.six import arrays, contract
    >>> arrays.unpack(arrays.rotate(arrays.pack([contract.START]))) == [contract.rotate(contract.START)]
    True
    """
    turned: Boards = _six.rotate_rows(_boards(boards), _threads(threads))[0]
    return turned


def apply(
    boards: ArrayLike,
    moves: ArrayLike,
    *,
    rules: RulesName = "contract",
    threads: int = 1,
    errors: Errors = "raise",
) -> Applied:
    """Play one move on each board: unchecked under the contract's rules, legal ones only under the sane ones.

    >>> from ajeeb.six import arrays, contract
    >>> after = arrays.apply(arrays.pack([contract.START]), [20 << 6 | 28]).boards
    >>> arrays.unpack(after) == [contract.apply_move(contract.START, 20 << 6 | 28)]
    True
    """
    rows, chosen = _boards(boards), _moves(moves)
    if len(rows) != len(chosen):
        raise ChessError(f"{len(chosen)} moves for {len(rows)} boards: expected one for each")
    kernel = _six.apply_rows if _is_contract(rules) else _six.sane_apply_rows
    after, codes = kernel(rows, chosen, _threads(threads))
    return Applied(after, _failed(codes, rules, errors))


def generate(boards: ArrayLike, *, rules: RulesName = "contract", threads: int = 1, errors: Errors = "raise") -> Moves:
    """Each board's `generate_moves`: the contract's pseudo-legal moves in its visiting order, or the sane legal ones.

    >>> from ajeeb.six import arrays, contract
    >>> values, offsets, failed = arrays.generate(arrays.pack([contract.START, contract.GENESIS]))
    >>> offsets.tolist(), values[:16].tolist() == contract.generate_moves(contract.START)
    ([0, 16, 19], True)
    """
    kernel = _six.generate_rows if _is_contract(rules) else _six.sane_legal_rows
    values, offsets, codes = kernel(_boards(boards), _threads(threads))
    return Moves(values, offsets, _failed(codes, rules, errors))


def legal(boards: ArrayLike, *, rules: RulesName = "contract", threads: int = 1, errors: Errors = "raise") -> Moves:
    """Each board's `legal_moves`, ascending by from, then to.

    >>> from ajeeb.six import arrays, contract
    >>> arrays.legal(arrays.pack([contract.START]), rules="sane").offsets.tolist()
    [0, 16]
    """
    kernel = _six.legal_rows if _is_contract(rules) else _six.sane_legal_rows
    values, offsets, codes = kernel(_boards(boards), _threads(threads))
    return Moves(values, offsets, _failed(codes, rules, errors))


def search(
    boards: ArrayLike,
    depth: int,
    *,
    rules: RulesName = "contract",
    nodes: int = 0,
    threads: int = 1,
    errors: Errors = "raise",
) -> Found:
    """Each board's `search_move` at `depth`. Under the sane rules `nodes` (0: none) limits each search too.

    >>> from ajeeb.six import arrays, contract
    >>> found = arrays.search(arrays.pack([contract.GENESIS]), depth=3)
    >>> found.moves.tolist(), found.wins.tolist(), found.scores.tolist()
    ([2153], [False], [4])
    """
    rows, count = _boards(boards), _threads(threads)
    if _is_contract(rules):
        if nodes:
            raise ChessError("the contract's engine takes a depth, and no other limit")
        moves, wins, scores, codes = _six.search_rows(rows, depth, count)
    else:
        if not 1 <= depth <= sane.MAX_DEPTH:
            raise ChessError(f"depth {depth}: expected 1..{sane.MAX_DEPTH} plies")
        if not 0 <= nodes < 1 << 63:
            raise ChessError(f"nodes {nodes}: expected 0 or more")
        moves, wins, scores, codes = _six.sane_search_rows(rows, depth, nodes, count)
    return Found(moves, wins, scores, _failed(codes, rules, errors))


def _is_contract(rules: str) -> bool:
    rules_named(rules)
    return rules == "contract"


def _threads(threads: int) -> int:
    if not 0 <= threads <= 1024:
        raise ChessError(f"threads {threads}: expected 0 (one a processor) to 1024")
    return threads


def _boards(boards: ArrayLike) -> Boards:
    rows = np.asarray(boards)
    if rows.ndim != 2 or rows.shape[1] != 4 or rows.dtype.kind not in "ui":
        raise ChessError(f"boards of shape {rows.shape} and dtype {rows.dtype}: expected (N, 4) uint64")
    return np.ascontiguousarray(rows, dtype=np.uint64)


def _moves(moves: ArrayLike) -> NDArray[np.uint16]:
    chosen = np.asarray(moves)
    if chosen.ndim != 1 or (chosen.size and chosen.dtype.kind not in "ui"):
        raise ChessError(f"moves of shape {chosen.shape} and dtype {chosen.dtype}: expected (N,) uint16")
    if chosen.size and not 0 <= chosen.min() <= chosen.max() <= 0xFFFF:
        raise InvalidMoveError(f"moves from {chosen.min()} to {chosen.max()}: expected from << 6 | to, 0..4095")
    return np.ascontiguousarray(chosen, dtype=np.uint16)


def _failed(codes: NDArray[np.uint32], rules: str, errors: str) -> NDArray[np.bool_]:
    """The failed rows, or the first one's error."""
    if errors not in ("raise", "mask"):
        raise ChessError(f"errors {errors!r}: expected 'raise' or 'mask'")
    failed: NDArray[np.bool_] = codes != 0
    if errors == "raise" and failed.any():
        row = int(failed.argmax())
        raise _error(int(codes[row]), row, rules)
    return failed


def _error(code: int, row: int, rules: str) -> ChessError:
    if rules == "contract":
        if code == _PANIC:
            return RevertError(f"board {row} reverts: panic 0x32, more moves than the contract's arrays hold", _PANIC)
        return RevertError(f"board {row} reverts: the search recurses until the EVM's stack overflows")
    if code == _six.ILLEGAL_MOVE:
        return IllegalMoveError(f"board {row}: the move is not legal under the sane rules")
    faults = tuple(_six.sane_fault_names(code))
    return IllegalPositionError(f"board {row} is not playable under the sane rules: {', '.join(faults)}", faults)
