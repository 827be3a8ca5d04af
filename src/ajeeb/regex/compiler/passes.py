"""Passes over the calls of a program for the general machine. Each keeps what the program does; most are tiny.

`PASSES` lists them in the order in which they run. The first group runs until nothing changes, then the variables are
renamed, and the last group chooses the shorter of instructions that differ in what they take for granted.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from ajeeb.regex.compiler.flow import forward, live_after, live_before, reads_of, writes_of
from ajeeb.regex.compiler.ranges import narrow
from ajeeb.regex.instructions import Call
from ajeeb.regex.machine import MACHINE, State, Thread, encode

__all__ = ["PASSES", "Pass", "optimise"]

Pass = Callable[[list[Call]], list[Call]]
_IMPURE = {"read", "write"}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_PRODUCERS = ("push", "lookup")


def _is(call: Call, *names: str) -> bool:
    return call.instruction.name in names


def _call(name: str, *arguments: Any, like: Call) -> Call:
    return MACHINE[name](*arguments).at(like.line)


def _is_pure(call: Call) -> bool:
    """Whether a call only takes from the stack and gives one value."""
    instruction = call.instruction
    has_effects = instruction.writes or instruction.is_guard or instruction.name in _IMPURE
    return len(instruction.gives) == 1 and not has_effects


# Constants and copies.
_Known = tuple[
    tuple[Any, ...], dict[str, Any]
]  # of the stack (top first), of the variables: ("is", value), ("as", name)


def propagate(calls: list[Call]) -> list[Call]:
    """Look up what is known: a constant is pushed, a copy is read from where it was copied."""
    result = []
    nothing: _Known = ((), {})
    facts: list[_Known | None] = forward(calls, nothing, _know, _agree)
    for call, known in zip(calls, facts, strict=True):
        fact = known[1].get(call.named["name"]) if known and _is(call, "lookup") else None
        if fact and fact[0] == "is":
            call = _call("push", fact[1], like=call)
        elif fact:
            call = _call("lookup", fact[1], like=call)
        result.append(call)
    return result


def _know(call: Call, known: _Known) -> _Known:
    stack, variables = known
    instruction, named = call.instruction, call.named
    taken = stack[: len(instruction.takes)]
    stack = stack[len(instruction.takes) :]
    gone = writes_of(call)
    if gone:
        variables = {
            name: fact
            for name, fact in variables.items()
            if name not in gone and not (fact[0] == "as" and fact[1] in gone)
        }
        stack = tuple(None if fact and fact[0] == "as" and fact[1] in gone else fact for fact in stack)
    if _is(call, "assign") and taken and taken[0] and taken[0] != ("as", named["name"]):
        variables = {**variables, named["name"]: taken[0]}
    if _is(call, "push"):
        return (("is", named["value"]), *stack), variables
    if _is(call, "lookup"):
        return (variables.get(named["name"], ("as", named["name"])), *stack), variables
    return (*([None] * len(instruction.gives)), *stack), variables


def _agree(one: _Known, other: _Known) -> _Known:
    stack = tuple(a if _same(a, b) else None for a, b in zip(one[0], other[0], strict=False))
    return stack, {name: fact for name, fact in one[1].items() if _same(fact, other[1].get(name))}


def _same(one: Any, other: Any) -> bool:
    if not one or not other or one[0] != other[0]:
        return False
    return encode(one[1]) == encode(other[1]) if one[0] == "is" else one[1] == other[1]


def known_conditions(calls: list[Call]) -> list[Call]:
    """An `if` on a constant keeps only the way that is taken."""
    for index in range(1, len(calls)):
        push, guard = calls[index - 1], calls[index]
        if _is(push, "push") and _is(guard, "cond", "cond_not"):
            tag = guard.named["tag"]
            ends = [i for i in range(index, len(calls)) if calls[i].named.get("tag") == tag][1:]
            middle = ends[0] if _is(calls[ends[0]], "otherwise") else None
            end = ends[1] if middle is not None else ends[0]
            is_then = bool(push.named["value"]) == _is(guard, "cond")
            then = calls[index + 1 : end if middle is None else middle]
            other = [] if middle is None else calls[middle + 1 : end]
            return known_conditions([*calls[: index - 1], *(then if is_then else other), *calls[end + 1 :]])
    return calls


# Neighbours.
def fuse(calls: list[Call]) -> list[Call]:
    """Neighbours that have one instruction together, or none."""
    result: list[Call] = []
    for call in calls:
        result.append(call)
        while (shorter := _fused(result)) is not None:
            del result[-shorter[0] :]
            result += shorter[1]
    return result


def _fused(calls: list[Call]) -> tuple[int, list[Call]] | None:
    """How many calls at the end have a shorter form, and that form."""
    last = calls[-1]
    before = calls[-2] if len(calls) > 1 else None
    if before is None:
        return None
    folded = _folded(calls)
    if folded:
        return folded
    if _is(before, "push"):
        return _with_constant(before.named["value"], last)
    third = calls[-3] if len(calls) > 2 else None
    if (
        third
        and _is(third, "push")
        and _is(before, "lookup")
        and _is(last, "add", "multiply", "compare", "equal", "same")
    ):
        swapped = last
        if _is(last, "compare"):
            swapped = _call("compare", _MIRRORED[last.named["relation"]], *last.arguments[1:], like=last)
        constant = _with_constant(third.named["value"], swapped)
        return (3, [before, *constant[1]]) if constant else None
    if _is(last, "pop") and _is_pure(before):
        return 2, [_call("pop", like=last)] * len(before.instruction.takes)
    if _is(last, "not"):
        if _is(before, "not"):
            return 2, []
        if _is(before, "compare", "compare_constant"):
            relation = _NEGATED[before.named["relation"]]
            return 2, [_call(before.instruction.name, relation, *before.arguments[1:], like=before)]
    if _is(before, "not") and _is(last, "cond", "cond_not"):
        return 2, [Call(MACHINE["cond_not" if _is(last, "cond") else "cond"], last.arguments, last.line)]
    if _is(before, "lookup") and _is(last, "assign") and before.named["name"] == last.named["name"]:
        return 2, []
    if _is(before, "concat_constant") and _is(last, "concat_constant"):
        return 2, [_call("concat_constant", before.named["text"] + last.named["text"], like=last)]
    return None


def _folded(calls: list[Call]) -> tuple[int, list[Call]] | None:
    last = calls[-1]
    takes = len(last.instruction.takes)
    operands = calls[-1 - takes : -1]
    if not takes or len(operands) < takes or not _is_pure(last) or not all(_is(call, "push") for call in operands):
        return None
    state = State([Thread(stack=[call.named["value"] for call in reversed(operands)])])
    assert last.instruction.interpret is not None
    (value,) = last.instruction.interpret(state, *last.arguments).threads[0].stack
    return takes + 1, [_call("push", value, like=last)]


def _with_constant(value: Any, last: Call) -> tuple[int, list[Call]] | None:
    """The form of `push value` and the call behind it."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    forms: list[Call] | None = None
    if _is(last, "compare"):
        forms = [_call("compare_constant", last.named["relation"], value, like=last)]
    elif _is(last, "equal", "same"):
        forms = [_call("is_constant", value, like=last)]
    elif _is(last, "add") and is_number:
        forms = [_call("add_constant", value, like=last)] if value else []
    elif _is(last, "subtract"):
        forms = [_call("add_constant", -value, like=last)] if value else []
    elif _is(last, "multiply"):
        forms = [_call("multiply_constant", abs(value), like=last)] if value != 1 else []
        forms += [_call("negate", like=last)] if value < 0 else []
    elif _is(last, "divide") and value > 0:
        forms = [_call("divide_constant", value, last.named["bits"], like=last)] if value != 1 else []
    elif _is(last, "modulo") and value > 0:
        forms = [_call("modulo_constant", value, like=last)]
    elif _is(last, "concat"):
        forms = [_call("concat_constant", value, like=last)] if value else []
    elif _is(last, "and", "or"):
        if value != _is(last, "and"):
            forms = [_call("pop", like=last), _call("push", value, like=last)]
        else:
            forms = []
    return None if forms is None else (2, forms)


# Dead code.
def drop_dead_stores(calls: list[Call]) -> list[Call]:
    """A value that nobody reads is not kept."""
    result = []
    for call, alive in zip(calls, live_after(calls), strict=True):
        if _is(call, "assign") and call.named["name"] not in alive:
            call = _call("pop", like=call)
        if not (_is(call, "delete") and call.named["name"] not in alive):
            result.append(call)
    return result


def drop_empty_branches(calls: list[Call]) -> list[Call]:
    """An `if` with nothing in it only drops its condition; an empty `else` is none."""
    result: list[Call] = []
    for call in calls:
        result.append(call)
        if _is(call, "reactivate") and len(result) > 1:
            before, tag = result[-2], call.named["tag"]
            if _is(before, "otherwise") and before.named["tag"] == tag:
                del result[-2]
                before = result[-2]
            if before.instruction.is_guard and before.named["tag"] == tag:
                result[-2:] = [_call("pop", like=before)]
    return result


# Variables.
def take_last_uses(calls: list[Call]) -> list[Call]:
    """What is read for the last time moves to the stack; what is dead when threads multiply is deleted before."""
    result: list[Call] = []
    existing = forward(calls, frozenset[str](), _exist, lambda one, other: one | other)
    for call, before, after, exists in zip(calls, live_before(calls), live_after(calls), existing, strict=True):
        if _is(call, "fork_inactive", "fork_bool", "fork_on_list", "fork_replace"):
            result += [_call("delete", name, like=call) for name in sorted((exists or frozenset()) - before)]
        if _is(call, "lookup") and call.named["name"] not in after:
            call = _call("take", call.named["name"], like=call)
        result.append(call)
    return result


def _exist(call: Call, names: frozenset[str]) -> frozenset[str]:
    if _is(call, "take", "delete"):
        return names - writes_of(call)
    return names | writes_of(call)


def reuse_names(calls: list[Call]) -> list[Call]:
    """Variables that are never alive at once share a name, and names are short; a copy prefers its source's."""
    apart, wish = _interference(calls)
    names: dict[str, str] = {}
    for variable in apart:
        taken = {names[other] for other in apart[variable] if other in names}
        wished = [names[other] for other in wish.get(variable, ()) if other in names]
        names[variable] = next(name for name in chain(wished, _short_names()) if name not in taken)
    return [_renamed(call, names) for call in calls]


def _interference(calls: list[Call]) -> tuple[dict[str, set[str]], dict[str, list[str]]]:
    apart: dict[str, set[str]] = {}
    wish: dict[str, list[str]] = {}
    for index, (call, alive) in enumerate(zip(calls, live_after(calls), strict=True)):
        written = writes_of(call)
        for name in sorted(written | reads_of(call)):
            apart.setdefault(name, set())
        for name in sorted(written):
            for other in sorted((alive | (written if _is(call, "read") else set())) - {name}):
                apart.setdefault(name, set()).add(other)
                apart.setdefault(other, set()).add(name)
        if _is(call, "assign") and index and _is(calls[index - 1], "take"):
            source = calls[index - 1].named["name"]
            wish.setdefault(call.named["name"], []).append(source)
            wish.setdefault(source, []).append(call.named["name"])
    return apart, wish


def _short_names() -> Iterator[str]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    yield from letters
    yield from (one + other for one in letters for other in letters)
    raise AssertionError("more variables at once than names")


def _renamed(call: Call, names: dict[str, str]) -> Call:
    parameters = {*call.instruction.reads, *call.instruction.writes}
    arguments = [
        names.get(argument, argument) if parameter in parameters else argument
        for parameter, argument in call.named.items()
    ]
    if _is(call, "read"):
        arguments[0] = tuple(names.get(name, name) for name in arguments[0])
    return Call(call.instruction, tuple(arguments), call.line)


def keep_names_in_place(calls: list[Call]) -> list[Call]:
    """A variable that moves to its own name stays; one that is stored and at once read again stays on the stack too."""
    result: list[Call] = []
    existing = forward(calls, frozenset[str](), _exist, lambda one, other: one | other)
    for call, exists in zip(calls, existing, strict=True):
        before = result[-1] if result else None
        same = before is not None and before.named.get("name") == call.named.get("name")
        if same and before and _is(before, "take") and _is(call, "assign"):
            result.pop()
            continue
        result.append(call)
        if same and before and _is(before, "initialise") and _is(call, "lookup"):
            result[-2:] = [_call("keep", call.named["name"], like=call)]
        elif same and before and _is(before, "initialise") and _is(call, "take"):
            del result[-2:]
        elif _is(call, "assign") and exists is not None and call.named["name"] not in exists:
            result[-1] = _call("initialise", call.named["name"], like=call)
    return result


PASSES: dict[str, tuple[Pass, ...]] = {
    "constants and copies": (propagate, known_conditions),
    "fusion": (fuse,),
    "dead code": (drop_dead_stores, drop_empty_branches),
    "last uses": (take_last_uses,),
    "names": (reuse_names,),
    "stores in place": (keep_names_in_place,),
    "rules that can't match": (narrow,),
}
_REPEATED = ("constants and copies", "fusion", "dead code")


def optimise(calls: list[Call], only: tuple[str, ...] | None = None) -> Iterator[tuple[str, list[Call]]]:
    """Run the passes (or only those named), yielding the name of each and the calls after it."""
    chosen = [name for name in PASSES if only is None or name in only]
    repeated = [name for name in chosen if name in _REPEATED]
    for round_ in range(20):
        before = calls
        for name in repeated:
            for step in PASSES[name]:
                calls = step(calls)
            if round_ == 0 or _told(calls) != _told(before):
                yield name, calls
        if _told(calls) == _told(before):
            break
    for name in chosen:
        if name not in _REPEATED:
            for step in PASSES[name]:
                calls = step(calls)
            yield name, calls


def _told(calls: list[Call]) -> list[str]:
    return [str(call) for call in calls]
