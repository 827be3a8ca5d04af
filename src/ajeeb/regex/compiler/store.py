"""What every name holds while a function is traced, and how two paths that meet agree on it.

A name that holds plain Python values costs nothing at run time. Where paths meet that disagree, it becomes a variable
of the machine, and each path gets the instructions that put its value there: a path keeps a block open for them.
"""

from dataclasses import dataclass, field
from typing import Any

from ajeeb.regex.compiler.blocks import Block
from ajeeb.regex.compiler.values import Expression, Items, ListKind, Poison, Variable, kind_of
from ajeeb.regex.machine import MACHINE

__all__ = ["LENGTH", "Path", "Store", "assigning", "join", "pushing"]

Store = dict[str, Any]
LENGTH = ".len"
"""Ends the slot that holds the length of a list made while tracing."""
_MISSING = object()


@dataclass
class Path:
    """One way to reach a point: what the names hold there, and a block, at its end, for what the others need."""

    store: Store
    fixups: Block = field(default_factory=list)


def pushing(value: Any, line: str = "") -> Block:
    """The calls that push a value the machine can hold."""
    if isinstance(value, Variable):
        return [MACHINE["lookup"](value.name).at(line)]
    if isinstance(value, Expression):
        return [*(call for operand in value.operands for call in pushing(operand, line)), value.call.at(line)]
    return [MACHINE["push"](value).at(line)]


def assigning(name: str, value: Any, line: str = "") -> Block:
    """The calls that put a value into a variable."""
    return [*pushing(value, line), MACHINE["assign"](name).at(line)]


def join(paths: list[Path], line: str) -> Store:
    """What the names hold where these paths meet; each path's fixups get what it takes."""
    if len(paths) == 1:
        return paths[0].store
    names = dict.fromkeys(name for path in paths for name in path.store)
    return {name: _merge(name, [path.store.get(name, _MISSING) for path in paths], paths, line) for name in names}


def _merge(name: str, values: list[Any], paths: list[Path], line: str) -> Any:
    first = values[0]
    if all(_is_same(first, value) for value in values[1:]):
        return first
    for value in values:
        if value is _MISSING:
            return Poison("has no value on every way here")
        if isinstance(value, Poison):
            return value
        if isinstance(value, Items):
            return Poison("is not the same list on every way here")
    if all(isinstance(value, tuple) for value in values):
        if len({len(value) for value in values}) > 1:
            return Poison("has not the same length on every way here")
        return tuple(
            _merge(f"{name}.{index}", list(column), paths, line)
            for index, column in enumerate(zip(*values, strict=True))
        )
    if name.endswith(LENGTH):
        return Poison("has not the same length on every way here")
    kinds = {kind_of(value) for value in values}
    if len(kinds) > 1 or None in kinds:
        told = " or ".join(sorted(_kind_name(value) for value in values))
        return Poison(f"has not the same kind on every way here ({told})")
    for path, value in zip(paths, values, strict=True):
        if not (isinstance(value, Variable) and value.name == name):
            path.fixups.extend(assigning(name, value, line))
    (kind,) = kinds
    assert kind is not None
    return Variable(kind, name)


def _is_same(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_is_same, a, b))
    try:
        return a is b or (type(a) is type(b) and bool(a == b))
    except Exception:
        return False


def _kind_name(value: Any) -> str:
    kind = kind_of(value)
    if isinstance(kind, ListKind):
        return f"list of {kind.item.__name__}"
    return kind.__name__ if kind else type(value).__name__
