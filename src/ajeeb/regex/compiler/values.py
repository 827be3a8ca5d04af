"""What a traced expression can be: a plain Python value, known while tracing, or one of the recorded kinds below."""

from dataclasses import dataclass
from typing import Any

from ajeeb.regex.instructions import Call

__all__ = ["Expression", "Guard", "Items", "Kind", "ListKind", "Poison", "Variable", "is_static", "kind_of", "leaves"]


@dataclass(frozen=True)
class ListKind:
    """The kind of a list that the machine holds, and of its items."""

    item: type


Kind = type | ListKind


@dataclass(frozen=True)
class Expression:
    """A value that depends on data: what a call gives for its operands, which are pushed before it, in order."""

    kind: Kind
    call: Call
    operands: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Variable:
    """A value that depends on data and lies in a variable of the machine."""

    kind: Kind
    name: str


@dataclass(frozen=True)
class Guard:
    """A condition that is an instruction of its own (of any machine), and whether it is negated."""

    call: Call
    negated: bool = False


@dataclass(frozen=True, eq=False)
class Items:
    """A Python list made while tracing: its length is known, item `i` lies in the store under `name.i`."""

    name: str


@dataclass(frozen=True)
class Poison:
    """What a name holds where two paths met that do not agree on it. To read it is an error, for this reason."""

    reason: str


def kind_of(value: Any) -> Kind | None:
    """The machine's kind for a value, or None if the machine can't hold it."""
    if isinstance(value, Expression | Variable):
        return value.kind
    return next((kind for kind in (bool, int, str) if isinstance(value, kind)), None)


def leaves(value: Any) -> list[Any]:
    """A value without the tuples around it."""
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, tuple) else [value]


def is_static(value: Any) -> bool:
    """Whether a value is known while tracing, all through."""
    if isinstance(value, tuple | list | set | frozenset):
        return all(map(is_static, value))
    if isinstance(value, dict):
        return all(map(is_static, value.values()))
    return not isinstance(value, Expression | Variable | Guard | Items | Poison)
