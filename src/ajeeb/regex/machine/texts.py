r"""Instructions on texts, on lists, and on the squares of a chess board written as texts."""

import re

from ajeeb.errors import RegexProgramError
from ajeeb.regex.machine.numbers import bars
from ajeeb.regex.machine.state import (
    BITS,
    HEAD,
    LINE,
    MACHINE,
    Rules,
    State,
    Value,
    binary,
    encode,
    unary,
)
from ajeeb.regex.portable import may_match, parse, quote

__all__: list[str] = []

TEXT = r"'[^\n]*\n"
FILES, RANKS = "abcdefgh", "12345678"


@MACHINE.instruction(takes=(object,), gives=(bool,))
def is_constant(value: Value) -> Rules:
    """Whether the top of the stack is this constant, of any kind."""
    yield f"{HEAD}{quote(encode(value))}\n", f"{HEAD}`\n"
    yield f"{HEAD}[^%#`\n][^\n]*\n", f"{HEAD}False\n"
    yield f"{HEAD}`\n", f"{HEAD}True\n"


@is_constant.twin
def _(state: State, value: Value) -> State:
    return unary(state, lambda a: encode(a) == encode(value))


@MACHINE.instruction(takes=(object, object), gives=(bool,))
def equal() -> Rules:
    """Whether the two on the stack are the same text (or any other value of one kind)."""
    yield rf"{HEAD}({LINE})\1", f"{HEAD}`\n"
    yield f"{HEAD}[^%#`\n][^\n]*\n{LINE}", f"{HEAD}False\n"
    yield f"{HEAD}`\n", f"{HEAD}True\n"


@equal.twin
def _(state: State) -> State:
    return binary(state, lambda a, b: encode(a) == encode(b))


@MACHINE.instruction(takes=(str, str), gives=(str,))
def concat() -> Rules:
    """The text below the top, and then the top."""
    yield rf"{HEAD}'([^\n]*)\n('[^\n]*)\n", rf"{HEAD}\2\1" + "\n"


@concat.twin
def _(state: State) -> State:
    return binary(state, lambda a, b: a + b)


@MACHINE.instruction(takes=(str,), gives=(str,))
def concat_constant(text: str) -> Rules:
    """The text on top with a constant behind it."""
    yield rf"{HEAD}('[^\n]*)\n", rf"{HEAD}\1{encode(text)[1:]}" + "\n"


@concat_constant.twin
def _(state: State, text: str) -> State:
    return unary(state, lambda a: a + text)


@MACHINE.instruction(takes=(str,), gives=(str,))
def part(start: int, stop: int | None = None) -> Rules:
    """The characters of a text from `start` up to and without `stop` (None: to its end)."""
    skip = rf"[^\n]{{0,{start}}}" if start else ""
    if stop is None:
        yield rf"{HEAD}'{skip}([^\n]*\n)", rf"{HEAD}'\1"
    else:
        yield rf"{HEAD}'{skip}([^\n]{{0,{max(0, stop - start)}}})[^\n]*\n", rf"{HEAD}'\1" + "\n"


@part.twin
def _(state: State, start: int, stop: int | None = None) -> State:
    return unary(state, lambda text: text[start:stop])


@MACHINE.instruction(takes=(str,), gives=(bool,))
def matches(pattern: str) -> Rules:
    """Whether a (portable) pattern, one that can't match a line feed, matches a whole text."""
    if may_match(parse(pattern, anchored=True).root, "\n"):
        raise RegexProgramError(f"the pattern {pattern!r} can match a line feed: write [^X\\n] for [^X]")
    yield f"{HEAD}'(?:{pattern})\n", f"{HEAD}True\n"
    yield HEAD + TEXT, f"{HEAD}False\n"


@matches.twin
def _(state: State, pattern: str) -> State:
    return unary(state, lambda text: re.fullmatch(pattern, text) is not None)


def _count(item: str, opening: str, bits: int) -> Rules:
    yield rf"{HEAD}{opening}([^\n]*)\n", rf"{HEAD}~,\1" + "\n"
    for power in range(bits - 1, -1, -1):
        times = bars(2**power).replace(r"\|", item)
        yield rf"{HEAD}~(\|*),{times}([^\n]*)\n", rf"{HEAD}~\1{'|' * 2**power},\2" + "\n"
    yield rf"{HEAD}~(\|*),\n", rf"{HEAD}+\1" + "\n"


@MACHINE.instruction(takes=(str,), gives=(int,))
def length(bits: int = BITS) -> Rules:
    """How many characters a text has, fewer than 2**bits."""
    yield from _count(r"[^\n]", "'", bits)


@MACHINE.instruction(takes=(tuple,), gives=(int,))
def list_length(bits: int = BITS) -> Rules:
    """How many items a list has, fewer than 2**bits."""
    yield from _count(r"(?:[^;\n]*;)", r"\[", bits)


@length.twin
@list_length.twin
def _(state: State, bits: int = BITS) -> State:
    return unary(state, len)


@MACHINE.instruction(takes=(tuple, object), gives=(tuple,))
def append() -> Rules:
    """The list below the top with the top as its last item."""
    yield rf"{HEAD}([^%#\[\n][^\n]*)\n(\[[^\n]*)\n", rf"{HEAD}\2\1;" + "\n"


@append.twin
def _(state: State) -> State:
    return binary(state, lambda items, item: (*items, item))


@MACHINE.instruction(takes=(tuple,), gives=(object,))
def item(index: int) -> Rules:
    """The item at a place, from 0. A list that is too short is left as it is."""
    skip = rf"(?:[^;\n]*;){{{index}}}" if index else ""
    yield rf"{HEAD}\[{skip}([^;\n]*);[^\n]*\n", rf"{HEAD}\1" + "\n"


@item.twin
def _(state: State, index: int) -> State:
    return unary(state, lambda items: items[index] if index < len(items) else items)


@MACHINE.instruction(takes=(tuple,), gives=(bool,))
def contains(value: Value) -> Rules:
    """Whether a list has this constant among its items."""
    yield rf"{HEAD}\[(?:[^;\n]*;)*{quote(encode(value))};[^\n]*\n", f"{HEAD}True\n"
    yield rf"{HEAD}\[[^\n]*\n", f"{HEAD}False\n"


@contains.twin
def _(state: State, value: Value) -> State:
    return unary(state, lambda items: encode(value) in map(encode, items))


@MACHINE.instruction(takes=(str,), gives=(str,))
def square_offset(files: int, ranks: int) -> Rules:
    """The square so many files to the right and ranks up, or the empty text if that is off the board (or was)."""
    for rank, new in _shifted(RANKS, ranks):
        yield rf"{HEAD}'([a-h]){rank}\n" if new else rf"{HEAD}'[a-h]{rank}\n", _square(f"`{new}", new)
    for file, new in _shifted(FILES, files):
        yield rf"{HEAD}`([1-8]){file}\n" if new else rf"{HEAD}`[1-8]{file}\n", _square(f"'{new}", new)


def _shifted(letters: str, offset: int) -> list[tuple[str, str]]:
    places = [index + offset for index in range(8)]
    return [(letter, letters[at] if 0 <= at < 8 else "") for letter, at in zip(letters, places, strict=True)]


def _square(start: str, on_board: str) -> str:
    return rf"{HEAD}{start}\1" + "\n" if on_board else f"{HEAD}'\n"


@square_offset.twin
def _(state: State, files: int, ranks: int) -> State:
    def move(square: str) -> str:
        if len(square) != 2 or square[0] not in FILES or square[1] not in RANKS:
            return square
        file, rank = FILES.index(square[0]) + files, RANKS.index(square[1]) + ranks
        return FILES[file] + RANKS[rank] if 0 <= file < 8 and 0 <= rank < 8 else ""

    return unary(state, move)
