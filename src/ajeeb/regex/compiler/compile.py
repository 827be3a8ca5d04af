"""From a Python function to a program of the general machine, and what each pass was worth."""

import ast
import inspect
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Annotated, Any

from ajeeb.errors import RegexProgramError
from ajeeb.regex.compiler.blocks import flatten
from ajeeb.regex.compiler.passes import optimise
from ajeeb.regex.compiler.store import pushing
from ajeeb.regex.compiler.trace import Tracer, traceable
from ajeeb.regex.compiler.values import Items
from ajeeb.regex.instructions import Call, assemble
from ajeeb.regex.machine import BITS, MACHINE, State, Thread
from ajeeb.regex.program import Program

__all__ = ["Assembly", "Natural", "Stage", "assembly", "compile_function"]

Natural = Annotated[int, "never negative"]
"""The annotation of a parameter that is never negative: shorter programs."""
_KINDS: dict[Any, str] = {int: "int", bool: "bool", str: "str", Natural: "natural"}


@dataclass(frozen=True)
class Stage:
    """What a program measures after a pass."""

    name: str
    calls: int
    rules: int
    json_bytes: int


@dataclass
class Assembly:
    """A compiled function: its calls, the program they make, and how it became that small."""

    name: str
    calls: list[Call]
    stages: list[Stage] = field(default_factory=list)

    @property
    def program(self) -> Program:
        """The rules of all calls."""
        return assemble(self.name, self.calls)

    def interpret(self, variables: dict[str, Any]) -> list[Any]:
        """What the program writes for these parameters, by the instructions' twins: no rule is applied."""
        read, *calls, _ = self.calls
        names = read.named["names"]
        state = State([Thread(variables=dict(zip(names, map(str, variables.values()), strict=True)))])
        for call in calls:
            assert call.instruction.interpret is not None
            state = call.instruction.interpret(state, *call.arguments)
        return [thread.stack[0] for thread in state.threads if thread.is_active]


def compile_function(
    function: Callable[..., Any], name: str = "", bits: int = BITS, passes: tuple[str, ...] | None = None
) -> Program:
    r"""The program of a Python function: it reads the annotated parameters and writes the result.

    Parameters are `int` (decimal, at most as many digits as `bits` bits always hold), `Natural`, `bool` or `str`; an
    input has one a line, or, if none is a text, any white space between them. A tuple or a list is written with spaces
    between its parts. Raises RegexProgramError, which points at the line, for what can't be compiled.

    >>> from ajeeb import regex
    >>> def larger(a: int, b: int) -> int:
    ...     return b if a < b else a
    >>> regex.run(compile_function(larger), "12 30")
    '30\n'
    """
    return assembly(function, name, bits, passes).program


def assembly(
    function: Callable[..., Any], name: str = "", bits: int = BITS, passes: tuple[str, ...] | None = None
) -> Assembly:
    """The same, with the calls and the stages: `passes` names those to run (None: all; see `passes.PASSES`)."""
    calls = _traced(function, bits)
    result = Assembly(name or getattr(function, "__name__", ""), calls)
    result.stages.append(_stage("traced", result))
    for stage, shorter in optimise(calls, passes):
        result.calls = shorter
        result.stages.append(_stage(stage, result))
    return result


def _stage(name: str, compiled: Assembly) -> Stage:
    program = compiled.program
    return Stage(name, len(compiled.calls), len(program), program.json_bytes)


def _traced(function: Callable[..., Any], bits: int) -> list[Call]:
    traced = traceable(function)
    kinds = _parameters(function)
    tracer = Tracer(bits)
    tracer.line, tracer.source = f"{traced.file}:{traced.first_line + 1}", traced.lines[0].strip()
    arguments = [tracer.given(name, kind) for name, kind in kinds.items()]
    result = tracer.call(traced, arguments, {})
    if not tracer.live:
        raise tracer.error(f"{traced.name} returns on no way")
    text: Any = None
    parts = tracer.items_of(result) if isinstance(result, Items) else result if isinstance(result, tuple) else (result,)
    for part in parts:
        piece = tracer.to_text(part)
        text = piece if text is None else tracer.binary(ast.Add, tracer.binary(ast.Add, text, " "), piece)
    body = flatten([*tracer.block, *pushing(text if text is not None else "", tracer.line)])
    read = MACHINE["read"](tuple(kinds), tuple(kinds.values()), bits)
    return [read, *body, MACHINE["write"]()]


def _parameters(function: Callable[..., Any]) -> dict[str, str]:
    kinds: dict[str, str] = {}
    try:
        signature = inspect.signature(function, eval_str=True)
    except Exception as error:  # an annotation in quotes is code, which may raise anything
        raise RegexProgramError(
            f"the annotations of {function.__name__} can't be read: {type(error).__name__}: {error}"
        ) from error
    for name, parameter in signature.parameters.items():
        kind = _KINDS.get(parameter.annotation) if isinstance(parameter.annotation, Hashable) else None
        if kind is None:
            raise RegexProgramError(
                f"the parameter {name} of {function.__name__} needs an annotation: int, Natural, bool or str"
            )
        kinds[name] = kind
    return kinds
