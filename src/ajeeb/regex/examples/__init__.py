"""Programs for the general machine, each an ordinary Python function: what the compiler turns into rules.

`EXAMPLES` names them; `ajeeb.regex.load("fib")` gives the compiled program.
"""

from collections.abc import Callable
from typing import Any

from ajeeb.regex.compiler import compile_function
from ajeeb.regex.examples.arithmetic import fib, gcd, prime, sort5
from ajeeb.regex.examples.tictactoe import tictactoe
from ajeeb.regex.program import Program

__all__ = ["EXAMPLES", "build", "fib", "gcd", "prime", "sort5", "tictactoe"]

EXAMPLES: dict[str, Callable[..., Any]] = {
    "fib": fib,
    "gcd": gcd,
    "prime": prime,
    "sort5": sort5,
    "tictactoe": tictactoe,
}


def build(name: str) -> Program:
    """The compiled example."""
    return compile_function(EXAMPLES[name])
