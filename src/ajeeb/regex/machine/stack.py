"""Instructions on the stack and the variables, the booleans, and what puts threads to sleep and wakes them."""

from ajeeb.regex.machine.state import (
    BODY,
    HEAD,
    LINE,
    MACHINE,
    STACK,
    Rules,
    State,
    Thread,
    Value,
    binary,
    encode,
    reach,
    sleeping,
    unary,
    up_to,
)
from ajeeb.regex.portable import quote

__all__: list[str] = []

BOOLEAN = "(?:True|False)\n"


@MACHINE.instruction(gives=(object,))
def push(value: Value) -> Rules:
    """Push a constant."""
    yield HEAD, f"{HEAD}{encode(value)}\n"


@push.twin
def _(state: State, value: Value) -> State:
    return state.each(lambda thread: thread.stack.insert(0, value))


@MACHINE.instruction(takes=(object,))
def pop() -> Rules:
    """Drop the top of the stack."""
    yield HEAD + LINE, HEAD


@pop.twin
def _(state: State) -> State:
    return state.each(lambda thread: thread.stack.__delitem__(0))


@MACHINE.instruction(gives=(object,), reads=("name",))
def lookup(name: str) -> Rules:
    """Push the value of a variable. A thread that lacks it is left as it is."""
    yield rf"{HEAD}({reach(name)})([^\n]*\n)", rf"{HEAD}\2\1\2"


@lookup.twin
def _(state: State, name: str) -> State:
    def change(thread: Thread) -> None:
        if name in thread.variables:
            thread.stack.insert(0, thread.variables[name])

    return state.each(change)


@MACHINE.instruction(gives=(object,), reads=("name",), writes=("name",))
def take(name: str) -> Rules:
    """Move a variable to the top of the stack: what `lookup` and `delete` do."""
    yield rf"{HEAD}({STACK}{up_to(name)})#{quote(name)}: ([^\n]*\n)", rf"{HEAD}\2\1"


@take.twin
def _(state: State, name: str) -> State:
    def change(thread: Thread) -> None:
        if name in thread.variables:
            thread.stack.insert(0, thread.variables.pop(name))

    return state.each(change)


@MACHINE.instruction(takes=(object,), gives=(object,), writes=("name",))
def keep(name: str) -> Rules:
    """Copy the top of the stack into a variable that the thread does not have yet, and leave it there."""
    yield f"{HEAD}({LINE})({STACK})", rf"{HEAD}\1\2#{name}: \1"


@keep.twin
def _(state: State, name: str) -> State:
    def change(thread: Thread) -> None:
        thread.variables[name] = thread.stack[0]

    return state.each(change)


@MACHINE.instruction(takes=(object,), writes=("name",))
def initialise(name: str) -> Rules:
    """Pop the top of the stack into a variable that the thread does not have yet."""
    yield f"{HEAD}({LINE})({STACK})", rf"{HEAD}\2#{name}: \1"


@MACHINE.instruction(takes=(object,), writes=("name",))
def assign(name: str) -> Rules:
    """Pop the top of the stack into a variable, new or not."""
    yield from delete.rules_of(name)
    yield from initialise.rules_of(name)


@initialise.twin
@assign.twin
def _(state: State, name: str) -> State:
    def change(thread: Thread) -> None:
        thread.variables[name] = thread.stack.pop(0)

    return state.each(change)


@MACHINE.instruction(writes=("name",))
def delete(name: str) -> Rules:
    """Forget a variable, if the thread has it."""
    yield rf"{HEAD}({STACK}{up_to(name)})#{quote(name)}: [^\n]*\n", rf"{HEAD}\1"


@delete.twin
def _(state: State, name: str) -> State:
    def change(thread: Thread) -> None:
        thread.variables.pop(name, None)

    return state.each(change)


@MACHINE.instruction(takes=(bool, bool), gives=(bool,), name="and")
def and_() -> Rules:
    """Both of the two on the stack."""
    yield f"{HEAD}False\n{BOOLEAN}", f"{HEAD}False\n"
    yield f"{HEAD}True\n({BOOLEAN})", rf"{HEAD}\1"


@and_.twin
def _(state: State) -> State:
    return binary(state, lambda a, b: a and b)


@MACHINE.instruction(takes=(bool, bool), gives=(bool,), name="or")
def or_() -> Rules:
    """Either of the two on the stack."""
    yield f"{HEAD}True\n{BOOLEAN}", f"{HEAD}True\n"
    yield f"{HEAD}False\n({BOOLEAN})", rf"{HEAD}\1"


@or_.twin
def _(state: State) -> State:
    return binary(state, lambda a, b: a or b)


@MACHINE.instruction(takes=(bool,), gives=(bool,), name="not")
def not_() -> Rules:
    """The other boolean."""
    yield f"{HEAD}True\n", f"{HEAD}`\n"
    yield f"{HEAD}False\n", f"{HEAD}True\n"
    yield f"{HEAD}`\n", f"{HEAD}False\n"


@not_.twin
def _(state: State) -> State:
    return unary(state, lambda a: not a)


@MACHINE.instruction(takes=(bool, bool), gives=(bool,))
def same() -> Rules:
    """Whether the two booleans on the stack are equal."""
    yield f"{HEAD}(?:True\nTrue|False\nFalse)\n", f"{HEAD}`\n"
    yield f"{HEAD}(?:True\nFalse|False\nTrue)\n", f"{HEAD}False\n"
    yield f"{HEAD}`\n", f"{HEAD}True\n"


@same.twin
def _(state: State) -> State:
    return binary(state, lambda a, b: a == b)


@MACHINE.guard(takes=(bool,))
def cond(tag: str) -> Rules:
    """Pop a boolean; where it is False, fall asleep under the tag."""
    yield f"{HEAD}False\n", sleeping(tag)
    yield f"{HEAD}True\n", HEAD


@cond.twin
def _(state: State, tag: str) -> State:
    def change(thread: Thread) -> None:
        if not thread.stack.pop(0):
            thread.tag = tag

    return state.each(change)


@MACHINE.guard(takes=(bool,))
def cond_not(tag: str) -> Rules:
    """Pop a boolean; where it is True, fall asleep under the tag."""
    yield f"{HEAD}True\n", sleeping(tag)
    yield f"{HEAD}False\n", HEAD


@cond_not.twin
def _(state: State, tag: str) -> State:
    def change(thread: Thread) -> None:
        if thread.stack.pop(0):
            thread.tag = tag

    return state.each(change)


@MACHINE.instruction
def otherwise(tag: str) -> Rules:
    """Put the active threads to sleep under `tag!` and wake those under the tag: the way to the `else`."""
    yield HEAD, sleeping(tag + "!")
    yield sleeping(tag), HEAD


@otherwise.twin
def _(state: State, tag: str) -> State:
    tags = {"%": tag + "!", tag: "%"}
    return State([thread.copy(tags.get(thread.tag)) for thread in state.threads])


@MACHINE.instruction
def reactivate(tag: str) -> Rules:
    """Wake every thread asleep under the tag or under `tag!`."""
    yield f"%{quote(tag)}!?\n#stack:\n", HEAD


@reactivate.twin
def _(state: State, tag: str) -> State:
    return State([thread.copy("%" if thread.tag in (tag, tag + "!") else None) for thread in state.threads])


@MACHINE.instruction
def park(tag: str) -> Rules:
    """Put every active thread to sleep under the tag."""
    yield HEAD, sleeping(tag)


@park.twin
def _(state: State, tag: str) -> State:
    return state.each(lambda thread: [thread.copy(tag)])


@MACHINE.instruction
def destroy() -> Rules:
    """Drop the active threads."""
    yield HEAD + BODY, ""


@destroy.twin
def _(state: State) -> State:
    return state.each(lambda thread: [])
