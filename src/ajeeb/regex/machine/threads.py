r"""Instructions that make threads, reduce them, and hand what they found back to their parent.

A *family* is a run of active threads with no sleeping one between them; the sleeping thread before it is its parent
(`fork_inactive` leaves it there). `keep_best` and `collect` alone look at more than one thread at once, and never
beyond a family and its parent.
"""

from typing import cast

from ajeeb.errors import RegexProgramError
from ajeeb.regex.machine.numbers import cancel
from ajeeb.regex.machine.state import (
    ACTIVE,
    BITS,
    BODY,
    HEAD,
    MACHINE,
    STACK,
    Rules,
    State,
    Thread,
    Value,
    reach,
    sleeping,
    up_to,
)
from ajeeb.regex.portable import quote

__all__: list[str] = []

CONTENDER, CONTEST, WAITING = "%^", "%~", "%:\n"  # headers of threads within keep_best
VARIABLES = r"(?:#[^\n]*\n)*"


@MACHINE.instruction
def fork_inactive(tag: str) -> Rules:
    """Put a copy of every active thread before it, asleep under the tag: its parent."""
    yield f"{HEAD}({BODY})", rf"{sleeping(tag)}\1{HEAD}\1"


@fork_inactive.twin
def _(state: State, tag: str) -> State:
    return state.each(lambda thread: [thread.copy(tag), thread])


@MACHINE.instruction(writes=("name",))
def fork_bool(name: str) -> Rules:
    """Two threads of each: one where the variable is True, and one where it is False."""
    yield from MACHINE["delete"].rules_of(name)
    yield (
        f"{HEAD}({STACK})({VARIABLES})",
        rf"{HEAD}\1#{name}: True" + "\n" + rf"\2{HEAD}\1#{name}: False" + "\n" + r"\2",
    )


@fork_bool.twin
def _(state: State, name: str) -> State:
    def change(thread: Thread) -> list[Thread]:
        children = [thread.copy(), thread.copy()]
        children[0].variables[name], children[1].variables[name] = True, False
        return children

    return state.each(change)


@MACHINE.instruction(reads=("name",), writes=("name",))
def fork_on_list(name: str, bits: int = 7) -> Rules:
    """A thread for each item of a list variable (fewer than 2**bits of them), which holds that item instead.

    For k downwards, a list of more than 2**k items is parted behind that many. A thread with an empty list ends.
    """
    before, items = rf"{HEAD}({reach(name)}\[)", r"[^;\n]*;"
    for power in range(bits - 1, -1, -1):
        first = rf"(?:{items}){{{2**power}}}" if power else items
        yield (
            rf"{before}({first})((?:{items})+)(\n{VARIABLES})",
            rf"{HEAD}\1\2\4{HEAD}\1\3\4",
        )
    yield rf"{before}\n{VARIABLES}", ""
    yield rf"{HEAD}({reach(name)})\[([^;\n]*);\n", rf"{HEAD}\1\2" + "\n"


@fork_on_list.twin
def _(state: State, name: str, bits: int = 7) -> State:
    def change(thread: Thread) -> list[Thread] | None:
        items = thread.variables.get(name)
        if items is None:
            return None
        if not isinstance(items, tuple):
            raise RegexProgramError(f"{name} is {items!r}, not a list")
        children = [thread.copy() for _ in items]
        for child, item in zip(children, items, strict=True):
            child.variables[name] = item
        return children

    return state.each(change)


@MACHINE.instruction(reads=("name",), writes=("name",))
def fork_replace(name: str, old: str, new: str, most: int = 9) -> Rules:
    """A thread for each place (of the first `most`) where a text variable has `old`: there it has `new` instead.

    A cursor walks over the text and leaves a thread behind at each place; the thread that held it ends.
    """
    found = quote(old)
    if len(old) != 1 or len(new) != 1:
        raise RegexProgramError(f"fork_replace puts one character for another, not {new!r} for {old!r}")
    before = rf"{HEAD}({reach(name)})"
    yield rf"{before}'([^\n]*\n)", rf"{HEAD}\1~'`\2"
    cursor = rf"{before}~('[^`\n]*)`([^{found}\n]*){found}([^\n]*)(\n{VARIABLES})"
    for _ in range(most):
        yield cursor, rf"{HEAD}\1\2\3{new}\4\5{HEAD}\1~\2\3{old}`\4\5"
    yield rf"{before}~[^\n]*\n{VARIABLES}".replace("(", "(?:", 1), ""


@fork_replace.twin
def _(state: State, name: str, old: str, new: str, most: int = 9) -> State:
    def change(thread: Thread) -> list[Thread] | None:
        text = thread.variables.get(name)
        if not isinstance(text, str):
            return None
        places = [place for place, char in enumerate(text) if char == old][:most]
        children = [thread.copy() for _ in places]
        for child, place in zip(children, places, strict=True):
            child.variables[name] = text[:place] + new + text[place + 1 :]
        return children

    return state.each(change)


@MACHINE.instruction(reads=("name",))
def keep_best(name: str, rounds: int = 7, bits: int = BITS) -> Rules:
    """Of each family (of at most 2**rounds threads) keep the one whose variable is greatest, the first of equals.

    A knockout: each thread writes its number into its header, neighbours are paired, the numbers of a pair cancel in
    the header of the first (`%~first,second;` before the two as they were), and one of the two stays.
    """
    yield rf"{HEAD}({reach(name)}([+-]\|*)\n)", rf"{CONTENDER}\2" + "\n#stack:\n" + r"\1"
    tally = r"[+-]\|*"
    for _ in range(rounds):
        yield (
            rf"%\^({tally})\n(#stack:\n{BODY})%\^({tally})\n",
            rf"{CONTEST}\1,\3;\1,\3" + "\n" + rf"\2{WAITING}",
        )
        yield rf"{CONTEST}\+(\|*),\+(\|*);", rf"{CONTEST}\1,\2;"
        yield rf"{CONTEST}-(\|+),-(\|+);", rf"{CONTEST}\2,\1;"
        yield rf"{CONTEST}\+\|*,-\|+;", f"{CONTEST},;"
        yield rf"{CONTEST}-\|+,\+\|*;", f"{CONTEST},|;"
        yield from cancel(bits, CONTEST, ";")
        yield rf"{CONTEST},\|+;{tally},({tally})\n#stack:\n{BODY}{WAITING}", rf"{CONTENDER}\1" + "\n"
        yield (
            rf"{CONTEST}\|*,;({tally}),{tally}\n(#stack:\n{BODY}){WAITING}#stack:\n{BODY}",
            rf"{CONTENDER}\1" + "\n" + r"\2",
        )
    yield rf"%\^{tally}\n", "%%\n"


@keep_best.twin
def _(state: State, name: str, rounds: int = 7, bits: int = BITS) -> State:
    threads: list[Thread] = []
    for thread in state.threads:
        if not (thread.is_active and threads and threads[-1].is_active):
            threads.append(thread.copy())
        elif cast(int, thread.variables[name]) > cast(int, threads[-1].variables[name]):
            threads[-1] = thread.copy()
    return State(threads)


@MACHINE.instruction(reads=("name",), writes=("into",))
def collect(tag: str, name: str, into: str) -> Rules:
    """End each family, and wake its parent, asleep under the tag, with the list of what they had in a variable."""
    parent = f"%{quote(tag)}\n#stack:\n"
    yield rf"{parent}({STACK}{up_to(into)})#{quote(into)}: [^\n]*\n", rf"{sleeping(tag)}\1"
    yield rf"{parent}({BODY})", rf"{HEAD.replace('%%', '%`')}\1#{into}: [" + "\n"
    yield rf"{HEAD}{reach(name)}([^\n]*\n){VARIABLES}", r"%~\1"
    yield r"\n%~([^\n]*)", r"\1;"
    yield r"%`\n#stack:\n", HEAD


@collect.twin
def _(state: State, tag: str, name: str, into: str) -> State:
    threads: list[Thread] = []
    for thread in state.threads:
        if thread.tag == tag:
            threads.append(thread.copy(ACTIVE))
            threads[-1].variables[into] = ()
        elif thread.is_active:
            found = cast(tuple[Value, ...], threads[-1].variables[into])
            threads[-1].variables[into] = (*found, thread.variables[name])
        else:
            threads.append(thread)
    return State(threads)
