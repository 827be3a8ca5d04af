"""The general machine: a stack, variables, numbers, texts and lists in threads, all in one text.

`MACHINE` is its instruction set, `State` the typed view of its text (how it is written: `state.py`). The instructions
lie in `stack.py`, `numbers.py`, `texts.py` and `threads.py`; reading a program's input and writing its result in
`ports.py`. The compiler is elsewhere.
"""

from ajeeb.regex.machine import numbers, ports, stack, texts, threads
from ajeeb.regex.machine.state import BITS, MACHINE, State, Thread, Value, decode, encode

__all__ = [
    "BITS",
    "MACHINE",
    "State",
    "Thread",
    "Value",
    "decode",
    "encode",
    "numbers",
    "ports",
    "stack",
    "texts",
    "threads",
]
