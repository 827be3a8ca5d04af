r"""How the machine writes its state, and a typed view of it.

The text is a list of threads. Each is a header, a stack (top first) and variables, a line each::

    %%                  an active thread: instructions act on it
    #stack:
    +|||                the top of its stack, 3
    'abc                a text
    #list: [+|;-||;     the list 1, -2
    #done: False
    %t1                 a thread asleep under the tag t1
    #stack:
    #done: True

Numbers are tallies: a sign (zero is `+`) and as many bars. Texts begin with an apostrophe and have no line feed, per
cent sign, semicolon or backtick; lists have one semicolon after each item. So no value begins with `%` or `#`, a line
that begins with `%` begins a thread, and a pattern that begins with `HEAD` and never steps over a `%` at the start of a
line can't leave its thread. Backticks and tildes are marks within an instruction, gone when it ends.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ajeeb.errors import RegexProgramError
from ajeeb.regex.instructions import InstructionSet
from ajeeb.regex.portable import quote
from ajeeb.regex.rule import RuleLike

Value = int | str | tuple["Value", ...]  # bool is an int
Rules = Iterator[RuleLike]
MACHINE = InstructionSet("machine")

ACTIVE = "%"
BITS = 10  # numbers are compared and subtracted exactly up to 2**BITS - 1, either sign
LARGEST = 100_000  # of numbers written into a program
HEAD = "%%\n#stack:\n"
LINE = r"[^%#\n][^\n]*\n"  # one line of a stack
STACK = f"(?:{LINE})*"
BODY = r"(?:[^%\n][^\n]*\n)*"  # what is left of a thread: stack and variables


@lru_cache(maxsize=1024)
def up_to(name: str) -> str:
    """A pattern for the lines of the variables before `name`: each fails at the first letter that differs.

    No line is scanned twice, and POSIX engines, which take the longest match, find the same one.
    """
    skip = r"[^:\n]"
    for letter in map(quote, reversed(name)):
        skip = rf"(?:[^{letter}\n]|{letter}{skip})"
    return rf"(?:#{skip}[^\n]*\n)*"


def reach(name: str) -> str:
    """A pattern for all of a thread's body before the value of a variable."""
    return f"{STACK}{up_to(name)}#{quote(name)}: "


def sleeping(tag: str) -> str:
    """The head of a thread asleep under a tag."""
    return f"%{tag}\n#stack:\n"


def encode(value: Value) -> str:
    """A value as the machine writes it. Raises RegexProgramError for what it can't hold."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        if abs(value) > LARGEST:
            raise RegexProgramError(f"the number {value} is too large for a tally: {LARGEST:,} is the largest")
        return ("-" if value < 0 else "+") + "|" * abs(value)
    if isinstance(value, str):
        if any(char in value for char in "\n%;`"):
            raise RegexProgramError(f"the text {value!r} has a line feed, or one of % ; `, which the machine needs")
        return "'" + value
    if isinstance(value, list | tuple) and not any(isinstance(item, list | tuple) for item in value):
        return "[" + "".join(encode(item) + ";" for item in value)
    raise RegexProgramError(f"the machine holds numbers, texts, booleans and flat lists of them, not {value!r}")


def decode(text: str) -> Value:
    """The value that a line stands for. Raises RegexProgramError if it is none."""
    if text in ("True", "False"):
        return text == "True"
    if text[:1] in ("+", "-") and not text[1:].strip("|") and text != "-":
        return int(text[0] + str(len(text) - 1))
    if text[:1] == "'":
        return text[1:]
    if text[:1] == "[" and (text == "[" or text.endswith(";")):
        return tuple(decode(item) for item in text[1:].split(";")[:-1])
    raise RegexProgramError(f"{text!r} is no value of the machine")


@dataclass
class Thread:
    """One active or sleeping world: its tag (`ACTIVE`: awake), its stack (top first), its variables."""

    tag: str = ACTIVE
    stack: list[Value] = field(default_factory=list)
    variables: dict[str, Value] = field(default_factory=dict)

    @property
    def is_active(self) -> bool:
        """Whether instructions act on it."""
        return self.tag == ACTIVE

    def copy(self, tag: str | None = None) -> "Thread":
        """The same thread, under another tag if one is given."""
        return Thread(self.tag if tag is None else tag, list(self.stack), dict(self.variables))

    def __str__(self) -> str:
        lines = [f"%{self.tag}", "#stack:", *map(encode, self.stack)]
        lines += [f"#{name}: {encode(value)}" for name, value in self.variables.items()]
        return "\n".join(lines) + "\n"


@dataclass
class State:
    r"""All threads, in the order of the text.

    >>> state = State.parse("%%\n#stack:\n+||\n#x: 'abc\n%t1\n#stack:\n")
    >>> state.threads[0]
    Thread(tag='%', stack=[2], variables={'x': 'abc'})
    >>> str(state) == "%%\n#stack:\n+||\n#x: 'abc\n%t1\n#stack:\n"
    True
    """

    threads: list[Thread]

    @classmethod
    def parse(cls, text: str) -> "State":
        """Read a state. Raises RegexProgramError for a text that is none, quoting the line at fault."""
        threads: list[Thread] = []
        if text and not text.endswith("\n"):
            raise RegexProgramError(f"the last line, {text.rsplit(chr(10), 1)[-1]!r}, does not end")
        for number, line in enumerate(text.split("\n")[:-1], 1):
            try:
                _parse_line(threads, line)
            except (RegexProgramError, IndexError) as error:
                raise RegexProgramError(f"line {number} of the state, {line[:60]!r}, can't be there: {error}") from None
        return cls(threads)

    def each(self, change: Callable[[Thread], "list[Thread] | None"]) -> "State":
        """The state after `change` on every active thread: it changes its copy, or returns what takes its place."""
        threads: list[Thread] = []
        for thread in self.threads:
            if thread.is_active:
                copy = thread.copy()
                replaced = change(copy)
                threads += [copy] if replaced is None else replaced
            else:
                threads.append(thread)
        return State(threads)

    def __str__(self) -> str:
        return "".join(map(str, self.threads))


def _parse_line(threads: list[Thread], line: str) -> None:
    if line.startswith("%"):
        if len(line) < 2:
            raise RegexProgramError("a header without a tag")
        threads.append(Thread(line[1:]))
    elif line == "#stack:":
        if threads[-1].stack or threads[-1].variables:
            raise RegexProgramError("a second stack")
    elif line.startswith("#"):
        name, colon, value = line[1:].partition(": ")
        if not colon or not name or name in threads[-1].variables:
            raise RegexProgramError("not '#name: value' with a new name")
        threads[-1].variables[name] = decode(value)
    elif threads[-1].variables:
        raise RegexProgramError("a stack line after a variable")
    else:
        threads[-1].stack.append(decode(line))


def unary(state: State, operation: Callable[[Any], Value]) -> State:
    """What an instruction does that takes the top of the stack and gives one value."""

    def change(thread: Thread) -> None:
        thread.stack[0:1] = [operation(thread.stack[0])]

    return state.each(change)


def binary(state: State, operation: Callable[[Any, Any], Value]) -> State:
    """The same for two values: the first operand lies below the second."""

    def change(thread: Thread) -> None:
        second, first = thread.stack[:2]
        thread.stack[0:2] = [operation(first, second)]

    return state.each(change)
