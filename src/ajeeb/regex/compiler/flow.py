"""Facts about a list of calls: forwards (what is known before each call) and backwards (what is alive after it).

Threads that fall asleep carry their facts under the tag, to where they wake; `None` is the fact of a point that no
active thread can reach.
"""

from collections.abc import Callable
from typing import TypeVar

from ajeeb.regex.instructions import Call

__all__ = ["forward", "live_after", "live_before", "reads_of", "writes_of"]

Fact = TypeVar("Fact")


def reads_of(call: Call) -> set[str]:
    """The variables that a call reads."""
    return {call.named[parameter] for parameter in call.instruction.reads}


def writes_of(call: Call) -> set[str]:
    """The variables that a call sets or removes."""
    if call.instruction.name == "read":
        return set(call.named["names"])
    return {call.named[parameter] for parameter in call.instruction.writes}


def forward(
    calls: list[Call], start: Fact, transfer: Callable[[Call, Fact], Fact], meet: Callable[[Fact, Fact], Fact]
) -> list[Fact | None]:
    """What is known before each call, given what is known before the first."""
    asleep: dict[str, Fact | None] = {}
    known: list[Fact | None] = []

    def meet_all(*facts: Fact | None) -> Fact | None:
        result: Fact | None = None
        for fact in facts:
            if fact is not None:
                result = fact if result is None else meet(result, fact)
        return result

    current: Fact | None = start
    for call in calls:
        known.append(current)
        name, tag = call.instruction.name, call.named.get("tag", "")
        if name == "otherwise":
            current, asleep[f"{tag}!"] = asleep.pop(tag, None), current
        elif name == "reactivate":
            current = meet_all(current, asleep.pop(tag, None), asleep.pop(f"{tag}!", None))
        elif name == "collect":
            parent = asleep.pop(tag, None)
            current = None if parent is None else transfer(call, parent)
        else:
            current = None if current is None else transfer(call, current)
            if name in ("park", "fork_inactive") or call.instruction.is_guard:
                asleep[tag] = meet_all(asleep.get(tag), current)
            if name in ("park", "destroy"):
                current = None
    return known


def live_after(calls: list[Call]) -> list[set[str]]:
    """The variables that are read later, after each call, before they are set again."""
    return [after for _, after in _liveness(calls)]


def live_before(calls: list[Call]) -> list[set[str]]:
    """The variables that are read by each call or later, by the threads that are active before it or come of them."""
    return [before for before, _ in _liveness(calls)]


def _liveness(calls: list[Call]) -> list[tuple[set[str], set[str]]]:
    asleep: dict[str, set[str]] = {}
    alive: list[tuple[set[str], set[str]]] = []
    current: set[str] = set()
    for call in reversed(calls):
        name, tag, after = call.instruction.name, call.named.get("tag", ""), current
        if name == "reactivate":
            asleep[tag] = asleep[f"{tag}!"] = current
        elif name == "otherwise":
            asleep[tag], current = current, asleep.get(f"{tag}!", set())
        elif name == "park":
            current = asleep.get(tag, set())
        elif name == "collect":
            asleep[tag] = current - {call.named["into"]}
            current = {call.named["name"]}
        elif name in ("destroy", "write"):
            current = set()
        else:
            current = (current - writes_of(call)) | reads_of(call)
            if call.instruction.is_guard or name == "fork_inactive":
                current = current | asleep.get(tag, set())
        alive.append((current, after))
    return alive[::-1]
