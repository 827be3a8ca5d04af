"""Which instruction an operator of Python is, by the kinds of its operands; and the same operators on plain values."""

import ast
import operator
from collections.abc import Callable
from typing import Any

from ajeeb.regex.compiler.values import Expression, Kind, ListKind, Variable, is_static, kind_of
from ajeeb.regex.machine import MACHINE

__all__ = ["STATIC", "Unsupported", "apply", "arithmetic", "negation", "relation"]

STATIC: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
    ast.Not: operator.not_,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
_ARITHMETIC = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.FloorDiv: "divide", ast.Mod: "modulo"}
_RELATIONS = {ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.GtE: ">=", ast.Gt: ">"}


class Unsupported(Exception):  # noqa: N818 - it is turned into an error that names the line
    """An operation that has no instruction; the text says which."""


def apply(name: str, kind: Kind, *operands: Any, arguments: tuple[Any, ...] = ()) -> Expression:
    """The expression of one instruction of the machine on its operands."""
    return Expression(kind, MACHINE[name](*arguments), operands)


def arithmetic(operation: type, left: Any, right: Any, bits: int) -> Any:
    """`left operation right`, either of them unknown."""
    kinds = kind_of(left), kind_of(right)
    if kinds == (int, int) and operation in _ARITHMETIC:
        return apply(_ARITHMETIC[operation], int, left, right, arguments=(bits,))
    if kinds == (str, str) and operation is ast.Add:
        return apply("concat", str, left, right)
    raise Unsupported(f"{_told(left)} {operation.__name__} {_told(right)} has no instruction")


def negation(value: Any) -> Any:
    """`not value`, of an unknown boolean."""
    if kind_of(value) is not bool:
        raise Unsupported(f"not takes a boolean, and this is {_told(value)}; compare it with something")
    return apply("not", bool, value)


def relation(operation: type, left: Any, right: Any, bits: int) -> Any:
    """`left operation right`, a comparison with an unknown in it."""
    if operation in (ast.In, ast.NotIn):
        return _membership(operation, left, right, bits)
    kinds = kind_of(left), kind_of(right)
    if kinds == (int, int) and operation in _RELATIONS:
        return apply("compare", bool, left, right, arguments=(_RELATIONS[operation], bits))
    if kinds in ((bool, bool), (str, str)) and operation in (ast.Eq, ast.NotEq):
        found = apply("same" if kinds == (bool, bool) else "equal", bool, left, right)
        return found if operation is ast.Eq else negation(found)
    raise Unsupported(f"{_told(left)} {operation.__name__} {_told(right)} has no instruction")


def _membership(operation: type, left: Any, right: Any, bits: int) -> Any:
    found: Any = False
    if isinstance(kind_of(right), ListKind) and is_static(left):
        found = apply("contains", bool, right, arguments=(left,))
    elif isinstance(right, str) and kind_of(left) is str:
        raise Unsupported("'in' a text is not known for an unknown text; use a tuple of texts, or re.fullmatch")
    elif isinstance(right, tuple | list | set | frozenset | range | dict) and kind_of(left) is not None:
        for item in right:
            equal = relation(ast.Eq, left, item, bits)
            found = equal if found is False else apply("or", bool, found, equal)
    else:
        raise Unsupported(f"{_told(left)} in {_told(right)} has no instruction")
    return found if operation is ast.In else (not found if isinstance(found, bool) else negation(found))


def _told(value: Any) -> str:
    kind = kind_of(value)
    if isinstance(kind, ListKind):
        return f"a list of {kind.item.__name__}"
    if isinstance(value, Variable | Expression) and kind is not None:
        return f"an unknown {kind.__name__}"
    return repr(value)
