r"""Instructions: named, documented lists of rules, each with a typed interpreter twin. A set of them is a machine.

How to make instructions of your own, on a state text of your own::

    LAMPS = InstructionSet("lamps")            # a machine: how its state is written is up to you

    @LAMPS.instruction
    def light(color: str) -> Iterable[RuleLike]:
        '''Light the lamps of one color.'''                     # the docstring is its documentation
        yield rf"{color}:off", f"{color}:on"

    @light.twin                                # the same on a typed state: tests compare the two
    def _(state: dict[str, bool], color: str) -> dict[str, bool]: ...

    @LAMPS.guard                               # a condition, for `if` in traced functions: it takes a tag first, and
    def is_dark(tag: str) -> Iterable[RuleLike]: ...            # puts the threads where it does *not* hold to sleep

`light("red")` is a `Call`; `assemble(name, calls)` makes a program of calls, and `trace.trace(function)` makes calls of
an ordinary Python function that calls instructions (see there). A machine whose guards are used in `if` also has
the instructions (by these names, each taking a tag):

- `otherwise(tag)`: the active threads fall asleep, those that the guard put to sleep under `tag` wake up (the `else`);
- `reactivate(tag)`: all that sleep under `tag`, from either side, wake up (the end of the `if`);
- `park(tag)`: every active thread falls asleep under `tag` (`return`, `break`, `continue` under a condition).

Instructions that work on the general machine's stack and variables say what they take and give, so that the compiler
can type expressions and see what is alive: `takes` and `gives` (types, top of the stack last), and `reads` and `writes`
(the parameters that name a variable). An instruction that says nothing is kept where it stands, as it is.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, overload

from ajeeb.errors import RegexProgramError
from ajeeb.regex.portable import check_portable
from ajeeb.regex.program import Program
from ajeeb.regex.rule import Rule, RuleLike, as_rule

__all__ = ["Call", "Instruction", "InstructionSet", "assemble"]

RulesOf = Callable[..., Iterable[RuleLike]]


@dataclass(eq=False)
class Instruction:
    """A named list of rules with parameters. Calling it gives a `Call`; `rules(*arguments)` gives the rules."""

    name: str
    rules_of: RulesOf
    machine: "InstructionSet"
    takes: tuple[type, ...] = ()
    gives: tuple[type, ...] = ()
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    is_guard: bool = False
    interpret: Callable[..., Any] | None = None
    parameters: tuple[str, ...] = ()
    _made: dict[str, tuple[Rule, ...]] = field(default_factory=dict, repr=False)  # by use as text: 1 is not True there

    def __post_init__(self) -> None:
        self.parameters = tuple(inspect.signature(self.rules_of).parameters)
        self.__doc__ = inspect.getdoc(self.rules_of) or ""

    def __call__(self, *arguments: Any, **named: Any) -> "Call":
        """One use of the instruction. A guard's tag is left out: the compiler chooses it."""
        try:
            signature = inspect.signature(self.rules_of)
            bound = signature.bind(*(("",) if self.is_guard else ()), *arguments, **named)
        except TypeError as error:
            raise RegexProgramError(f"{self.name}: {error}") from None
        bound.apply_defaults()
        return Call(self, bound.args)

    def __repr__(self) -> str:
        return f"<{self.machine.name}.{self.name}>"

    def twin(self, interpret: Callable[..., Any]) -> Callable[..., Any]:
        """Register `interpret(state, *arguments)`, which does to a typed state what the rules do to its text."""
        self.interpret = interpret
        return interpret

    def rules(self, *arguments: Any) -> tuple[Rule, ...]:
        """The rules, each with this use as its origin. Raises RegexProgramError if one is not portable."""
        use = str(Call(self, arguments))
        if use not in self._made:
            rules = tuple(map(as_rule, self.rules_of(*arguments)))
            for rule in rules:
                check_portable(rule)
            self._made[use] = tuple(Rule(rule.pattern, rule.replacement, rule.origin or use) for rule in rules)
        return self._made[use]


@dataclass(frozen=True)
class Call:
    """One use of an instruction: its arguments, and the source line it came from ("file:line", or empty)."""

    instruction: Instruction
    arguments: tuple[Any, ...] = ()
    line: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.instruction.name}({', '.join(map(repr, self.arguments))})"

    @property
    def named(self) -> dict[str, Any]:
        """The arguments by the names of their parameters."""
        return dict(zip(self.instruction.parameters, self.arguments, strict=False))

    def at(self, line: str) -> "Call":
        """The same, from that source line."""
        return Call(self.instruction, self.arguments, line)

    def rules(self) -> tuple[Rule, ...]:
        """The rules of this use, with its source line in their origin, and in the error if there are none."""
        try:
            rules = self.instruction.rules(*self.arguments)
        except RegexProgramError as error:
            raise RegexProgramError(f"{self.line}: {error}" if self.line else str(error)) from None
        return tuple(Rule(r.pattern, r.replacement, f"{r.origin} {self.line}") for r in rules) if self.line else rules


class InstructionSet:
    """A machine: instructions that agree on how the state is written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._instructions: dict[str, Instruction] = {}

    def __getitem__(self, name: str) -> Instruction:
        try:
            return self._instructions[name]
        except KeyError:
            raise RegexProgramError(f"the {self.name} machine has no instruction {name!r}") from None

    def __iter__(self) -> Iterator[Instruction]:
        return iter(self._instructions.values())

    def __contains__(self, name: object) -> bool:
        return name in self._instructions

    @overload
    def instruction(self, rules_of: RulesOf, /) -> Instruction: ...

    @overload
    def instruction(
        self,
        /,
        *,
        name: str = "",
        takes: tuple[type, ...] = (),
        gives: tuple[type, ...] = (),
        reads: tuple[str, ...] = (),
        writes: tuple[str, ...] = (),
    ) -> Callable[[RulesOf], Instruction]: ...

    def instruction(self, rules_of: RulesOf | None = None, /, *, name: str = "", **what: Any) -> Any:
        """Decorator: add a function that yields rules to this machine, as an instruction of its name."""

        def add(rules_of: RulesOf) -> Instruction:
            return self._add(Instruction(name or rules_of.__name__, rules_of, self, **what))

        return add if rules_of is None else add(rules_of)

    @overload
    def guard(self, rules_of: RulesOf, /) -> Instruction: ...

    @overload
    def guard(self, /, *, name: str = "", takes: tuple[type, ...] = ()) -> Callable[[RulesOf], Instruction]: ...

    def guard(self, rules_of: RulesOf | None = None, /, **what: Any) -> Any:
        """Decorator: add a condition. Its first parameter is the tag under which the others fall asleep."""
        add = self.instruction(is_guard=True, **what)  # type: ignore[call-overload]
        return add if rules_of is None else add(rules_of)

    def _add(self, instruction: Instruction) -> Instruction:
        if instruction.name in self._instructions:
            raise RegexProgramError(f"the {self.name} machine has two instructions {instruction.name!r}")
        self._instructions[instruction.name] = instruction
        return instruction


def assemble(name: str, calls: Iterable[Call]) -> Program:
    """The program of a list of calls: their rules, one call after another."""
    return Program(name, tuple(rule for call in calls for rule in call.rules()))
