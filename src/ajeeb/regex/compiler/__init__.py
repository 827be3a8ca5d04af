r"""The tracing compiler: ordinary Python functions into programs of rules.

For the general machine, `compile_function` does it all: the annotated parameters are read from the input, the result is
written as the output.

>>> from ajeeb import regex
>>> from ajeeb.regex.compiler import compile_function
>>> def larger(a: int, b: int) -> int:
...     if a < b:
...         return b
...     return a
>>> program = compile_function(larger)
>>> regex.run(program, "12 30")
'30\n'

For a machine of your own (see `ajeeb.regex.instructions`), `trace` gives the calls that a function makes of your
instructions, and `assemble` makes a program of them::

    def evening(rooms: int) -> None:              # what is known while tracing is computed there: loops unroll,
        for room in range(rooms):                 # other functions are traced in place
            enter(room)                           # an instruction: its rules are recorded
            if is_dark():                         # a guard: both ways are recorded, under tags
                light("red")
            elif not is_quiet():
                continue                          # parks the threads that leave this round

    program = assemble("evening", trace(evening, 3))

The guard's tag is chosen by the compiler; the machine needs `otherwise`, `reactivate` and `park` as soon as an `if`
has an `else`, ends, or is left early. Arguments of instructions must be known while tracing, except where an
instruction says that it `takes` operands from the general machine's stack or `reads` and `writes` variables.
"""

from ajeeb.regex.compiler.compile import Assembly, Natural, Stage, assembly, compile_function
from ajeeb.regex.compiler.expressions import new_list
from ajeeb.regex.compiler.trace import trace

__all__ = ["Assembly", "Natural", "Stage", "assembly", "compile_function", "new_list", "trace"]
