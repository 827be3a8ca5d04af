"""How large the numbers of a program can get, and the rules that can't match for it.

Intervals are carried through the calls; where both operands are known not to be negative, an instruction is told so,
and where they are small it cancels with fewer rules.
"""

from typing import Any

from ajeeb.regex.compiler.flow import forward, writes_of
from ajeeb.regex.instructions import Call
from ajeeb.regex.machine.numbers import places

__all__ = ["narrow"]

Range = tuple[float, float]
_ALL: Range = (float("-inf"), float("inf"))
_Known = tuple[tuple[Range, ...], dict[str, Range]]  # of the stack (top first), of the variables
_TWO = ("add", "subtract", "multiply", "divide", "modulo", "compare")


def narrow(calls: list[Call]) -> list[Call]:
    """Leave out rules that can't match, for the numbers that can be there."""
    nothing: _Known = ((), {})
    known = forward(calls, nothing, _know, _hull)
    return [call if facts is None else _narrowed(call, facts[0]) for call, facts in zip(calls, known, strict=True)]


def _narrowed(call: Call, stack: tuple[Range, ...]) -> Call:
    name, named = call.instruction.name, dict(call.named)
    if name in _TWO and len(stack) > 1:
        top, low = stack[:2]
        named["natural"] = top[0] >= 0 and low[0] >= 0
        sizes = sorted((_size(top), _size(low)))
        enough = sizes[1] if name in ("divide", "modulo") else _size(top) if name == "multiply" else sizes[0]
    elif name in ("to_text", "divide_constant") and stack:
        enough = _size(stack[0])
    else:
        return call
    if enough < 2 ** named["bits"]:
        named["bits"] = max(1, int(enough).bit_length())
    return Call(call.instruction, tuple(named.values()), call.line)


def _size(found: Range) -> float:
    return max(abs(found[0]), abs(found[1]))


def _know(call: Call, known: _Known) -> _Known:
    stack, variables = known
    takes = len(call.instruction.takes)
    taken, rest = (*stack[:takes], *[_ALL] * (takes - len(stack))), stack[takes:]
    name, named = call.instruction.name, call.named
    result = tuple(_result(call, taken) for _ in call.instruction.gives)
    if name in ("lookup", "take"):
        result = (variables.get(named["name"], _ALL),)
    elif name == "keep":
        result = (taken[0],)
    written = writes_of(call)
    if written:
        variables = {variable: found for variable, found in variables.items() if variable not in written}
    if name in ("assign", "initialise", "keep"):
        variables[named["name"]] = taken[0]
    return (*result, *rest), variables


def _result(call: Call, taken: tuple[Range, ...]) -> Range:
    name, named = call.instruction.name, call.named
    if name == "push" and isinstance(named["value"], int):
        return named["value"], named["value"]
    if name == "to_number":
        most = 10 ** places(named["bits"]) - 1
        return (0 if named["natural"] else -most), most
    if name in ("length", "list_length"):
        return 0, 2 ** named["bits"] - 1
    if name in ("modulo_constant", "absolute"):
        return 0, _size(taken[0]) if name == "absolute" else named["constant"] - 1
    if len(taken) == 2 and name in _TWO:
        return _of_two(name, taken[1], taken[0])
    if len(taken) == 1:
        return _of_one(name, named, taken[0])
    return _ALL


def _of_one(name: str, named: dict[str, Any], found: Range) -> Range:
    low, high = found
    match name:
        case "add_constant":
            return low + named["constant"], high + named["constant"]
        case "multiply_constant":
            return (low * named["constant"], high * named["constant"]) if named["constant"] else (0, 0)
        case "divide_constant" if _size(found) < float("inf"):
            return low // named["constant"], high // named["constant"]
        case "negate":
            return -high, -low
        case _:
            return _ALL


def _of_two(name: str, one: Range, two: Range) -> Range:
    match name:
        case "add":
            return one[0] + two[0], one[1] + two[1]
        case "subtract":
            return one[0] - two[1], one[1] - two[0]
        case "multiply" if _size(one) < float("inf") and _size(two) < float("inf"):
            ends = [a * b for a in one for b in two]
            return min(ends), max(ends)
        case "divide" | "modulo" if one[0] >= 0 and two[0] >= 0:
            return 0, one[1]
        case _:
            return _ALL


def _hull(one: _Known, other: _Known) -> _Known:
    stack = tuple((min(a[0], b[0]), max(a[1], b[1])) for a, b in zip(one[0], other[0], strict=False))
    both = {name: (found, other[1][name]) for name, found in one[1].items() if name in other[1]}
    return stack, {name: (min(a[0], b[0]), max(a[1], b[1])) for name, (a, b) in both.items()}
