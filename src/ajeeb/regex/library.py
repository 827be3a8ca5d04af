"""The programs that ship with the package, by name. A program is built when it is first asked for, and once.

`BUILDERS` maps a name to "module:function", or to "module:function:argument", so that naming a program imports nothing;
the function returns a `Program`.
"""

import importlib
from functools import cache
from os import PathLike

from ajeeb.errors import RegexProgramError
from ajeeb.regex.program import Program

__all__ = ["BUILDERS", "load", "names"]

BUILDERS: dict[str, str] = {
    "fib": "ajeeb.regex.examples:build:fib",
    "gcd": "ajeeb.regex.examples:build:gcd",
    "prime": "ajeeb.regex.examples:build:prime",
    "sort5": "ajeeb.regex.examples:build:sort5",
    "tictactoe": "ajeeb.regex.examples:build:tictactoe",
    "chess2": "ajeeb.regex.chess.turn:build:chess2",
    "chess2-plain": "ajeeb.regex.chess.turn:build:chess2-plain",
    "chess3": "ajeeb.regex.chess.turn:build:chess3",
}


def names() -> list[str]:
    """The names that `load` knows."""
    return sorted(BUILDERS)


def load(name: str | PathLike[str]) -> Program:
    """A program by its name, or from a program file (anything that ends in `.json`).

    Raises RegexProgramError for a name that is not known or a file that is no program, OSError for one that can't be
    read.
    """
    text = str(name)
    if text in BUILDERS:
        return _built(text)
    if text.endswith(".json"):
        return Program.load(text)
    raise RegexProgramError(f"there is no program {text!r}: the names are {', '.join(names())}, or a file *.json")


@cache
def _built(name: str) -> Program:
    module, function, *arguments = BUILDERS[name].split(":")
    program: Program = getattr(importlib.import_module(module), function)(*arguments)
    return program
