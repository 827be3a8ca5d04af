r"""A computer whose only step is a regex substitution, and a chess engine on it. Pure Python; never imports the core.

A *program* is an ordered list of *rules* (pattern, replacement); running it is applying each rule once, globally, in
order. The text is the whole state.

>>> from ajeeb import regex
>>> regex.run([("([0-9]+)-([0-9]+)", r"\2-\1")], "1-2, 3-4")
'2-1, 4-3'
"""

import importlib
from types import ModuleType

from ajeeb.regex.library import load, names
from ajeeb.regex.portable import check_portable, quote
from ajeeb.regex.program import Program, Rule, Step, run, steps

__all__ = ["Program", "Rule", "Step", "check_portable", "load", "names", "quote", "run", "steps"]


def __getattr__(name: str) -> ModuleType:
    """`ajeeb.regex.chess`, imported when it is first asked for."""
    if name == "chess":
        return importlib.import_module("ajeeb.regex.chess")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
