"""Fields: the arrays that a batch of training data is made of, by name.

A field is made from columns: "position" (PACKED) and, by its kind, "move", "result" and others. All that depends on
who moves is seen with the mover's eyes: his pieces first, his side of the board below, his win positive.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ajeeb import batch

Columns = Mapping[str, npt.NDArray[Any]]
Out = npt.NDArray[Any] | None

WDL_UNKNOWN = -128
"""The "wdl" of a row whose result is not known."""

RAW_FIELDS = ("position", "move", "result", "eval", "mate", "clock_ms", "game", "ply")
HELP = """planes:12 (u8; planes:12:f32, planes:12:white), planes:112, planes:119 (f32, without history),
policy:1858, policy:4672 (int64), mask, mask:1858, mask:4672 (bool; mask bits: maskbits:...), wdl (int8: 1, 0, -1 for
the mover), or a column: position, move, result, eval, mate, clock_ms, game, ply"""

_ENCODINGS: dict[str, Literal["alphazero", "lc0"]] = {
    "119": "alphazero",
    "4672": "alphazero",
    "112": "lc0",
    "1858": "lc0",
}


@dataclass(frozen=True)
class Field:
    """One field: its name as asked for, the columns it needs, and how it is made (into `out` where that is given)."""

    name: str
    columns: tuple[str, ...]
    make: Callable[[Columns, Out, int], npt.NDArray[Any]]


def parse_fields(names: Sequence[str]) -> list[Field]:
    """Read the names of fields. Raises ValueError for a name that is none, with those there are.

    >>> [field.columns for field in parse_fields(["planes:12", "policy:1858", "mask", "wdl"])]
    [('position',), ('position', 'move'), ('position',), ('position', 'result')]
    """
    if isinstance(names, str):
        names = [names]
    if not names:
        raise ValueError(f"fields: expected at least one; there are: {HELP}")
    policies = [name.partition(":")[2] for name in names if name.startswith("policy:")]
    return [_parse(name, usual_policy=policies[0] if policies else "4672") for name in names]


def _parse(name: str, usual_policy: str) -> Field:
    kind, *options = name.split(":")
    if kind in RAW_FIELDS and not options:
        return Field(name, (kind,), lambda columns, out, threads: columns[kind])
    if kind == "wdl" and not options:
        return Field(name, ("position", "result"), lambda columns, out, threads: wdl(columns))
    if kind == "planes" and options:
        return _planes(name, options)
    if kind in ("policy", "mask", "maskbits"):
        size = options[0] if options else usual_policy
        if len(options) <= 1 and size in ("1858", "4672") and (options or kind != "policy"):
            return _policy(name, kind, size)
    raise ValueError(f"{name!r} is no field; there are: {HELP}")


def _planes(name: str, options: list[str]) -> Field:
    size, rest = options[0], set(options[1:])
    dtypes = {"f32": np.float32, "u8": np.uint8}
    if size not in ("12", "112", "119") or not rest <= ({*dtypes, "white"} if size == "12" else {*dtypes}):
        raise ValueError(f"{name!r} is no field; there are: {HELP}")
    dtype: Any = next((dtypes[option] for option in sorted(rest) if option in dtypes), None)
    view: Literal["white", "mover"] = "white" if "white" in rest or size != "12" else "mover"
    encoding: Literal["pieces", "alphazero", "lc0"] = "pieces" if size == "12" else _ENCODINGS[size]

    def make(columns: Columns, out: Out, threads: int) -> npt.NDArray[Any]:
        return batch.planes(columns["position"], encoding, view=view, dtype=dtype, out=out, threads=threads)

    return Field(name, ("position",), make)


def _policy(name: str, kind: str, size: str) -> Field:
    encoding = _ENCODINGS[size]

    def make_index(columns: Columns, out: Out, threads: int) -> npt.NDArray[Any]:
        return batch.move_index(columns["position"], columns["move"], encoding, out=out, threads=threads)

    def make_mask(columns: Columns, out: Out, threads: int) -> npt.NDArray[Any]:
        return batch.legal_mask(columns["position"], encoding, bits=kind == "maskbits", out=out, threads=threads)

    return Field(name, ("position", "move"), make_index) if kind == "policy" else Field(name, ("position",), make_mask)


def wdl(columns: Columns) -> npt.NDArray[np.int8]:
    """Results with the mover's eyes: 1 he won, 0 draw, -1 he lost, WDL_UNKNOWN where the result is not known."""
    black_moves = columns["position"]["side_and_ep"] >> 7
    table = np.array([[-1, 0, 1, WDL_UNKNOWN], [1, 0, -1, WDL_UNKNOWN]], np.int8)
    return table[black_moves, columns["result"]]  # type: ignore[no-any-return]


class Encoder:
    """Makes the arrays of some fields; with `reuse` into the same memory each time."""

    def __init__(self, fields: Sequence[Field], threads: int = 1, reuse: bool = False) -> None:
        self.fields, self.threads, self.reuse = fields, threads, reuse
        self._rooms: dict[str, npt.NDArray[Any]] = {}

    @property
    def columns(self) -> list[str]:
        """All columns that are needed, each once."""
        return list(dict.fromkeys(column for field in self.fields for column in field.columns))

    def encode(self, columns: Columns, rows: int) -> dict[str, npt.NDArray[Any]]:
        """The fields of `rows` rows."""
        made: dict[str, npt.NDArray[Any]] = {}
        for field in self.fields:
            room = self._rooms.get(field.name) if self.reuse else None
            fits = room is not None and len(room) >= rows
            made[field.name] = field.make(columns, room[:rows] if fits and room is not None else None, self.threads)
            if self.reuse and not fits and field.name not in RAW_FIELDS:
                self._rooms[field.name] = made[field.name]
        return made
