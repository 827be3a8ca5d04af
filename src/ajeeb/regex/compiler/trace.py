"""Traces ordinary Python functions into calls of instructions.

The function is walked statement by statement. What is known is computed there and then, so loops unroll, calls of other
functions are traced in place, and a condition that is known takes one way. Values that depend on data are recorded as
expressions; an `if` on one is walked along both ways, and where they meet the names that differ become variables of the
machine. What can't be compiled (a loop or a recursion whose end depends on data, an index that does) is an error that
points at its line.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from ajeeb.errors import RegexProgramError
from ajeeb.regex.compiler import operators
from ajeeb.regex.compiler.blocks import Block, Branch, Escape, Region, flatten
from ajeeb.regex.compiler.expressions import MAX_ROUNDS, Expressions
from ajeeb.regex.compiler.operators import apply
from ajeeb.regex.compiler.scope import Function, Scope
from ajeeb.regex.compiler.store import Path, join, pushing
from ajeeb.regex.compiler.values import Guard, Items, ListKind, Variable, is_static, kind_of
from ajeeb.regex.instructions import Call, InstructionSet
from ajeeb.regex.machine import BITS, MACHINE

__all__ = ["Tracer", "trace", "traceable"]

MAX_NESTING = 40


@dataclass
class _Open:
    """A region that is being traced: how many conditions were around it at its start, and the paths that leave it."""

    node: Region
    depth: int
    paths: list[Path] = field(default_factory=list)
    returns: str = ""


def trace(function: Callable[..., Any], *arguments: Any, bits: int = BITS) -> list[Call]:
    """The calls that a function makes of its known arguments: what it records, branches and all, flattened.

    For machines of your own: the function calls their instructions and returns nothing. (`compile_function` adds the
    reading and writing of the general machine, and optimises.) Raises RegexProgramError, which points at the line.
    """
    tracer = Tracer(bits)
    tracer.call(traceable(function), list(arguments), {})
    return flatten(tracer.block)


def traceable(function: Callable[..., Any]) -> Function:
    """A Python function, ready to trace."""
    traced = Function.of(function) if isinstance(function, FunctionType) else None
    if traced is None:
        raise RegexProgramError(f"{function!r} can't be traced: it must be a plain function with its source at hand")
    return traced


class Tracer(Expressions):
    """One run over a function. `block` fills with what it records."""

    def __init__(self, bits: int = BITS) -> None:
        super().__init__(bits)
        self.live = True  # whether any thread can be at this point
        self.open: list[_Open] = []
        self.machines: list[InstructionSet] = []  # whose guard each condition around this point is
        self.calls: list[tuple[Function, dict[str, Any]]] = []  # the innermost last, with the arguments that are known
        self.functions: list[
            tuple[_Open, list[Any]]
        ] = []  # the innermost last, with what it returns where that is sure
        self.loops: list[tuple[_Open, _Open]] = []  # of the innermost function: loop and round

    # Two ways, and where they meet.
    def branch(self, test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> None:
        """Walk both ways (or the one that is known to be taken), and join what they left in the names."""
        if is_static(test):
            (then if test else otherwise)()
            return
        if isinstance(test, Guard):
            condition: Block = []
            guard, negated = test.call, test.negated
        else:
            condition = pushing(self.truth(test), self.line)
            guard, negated = MACHINE["cond"]().at(self.line), False
        node = Branch(condition, guard)
        outer, before, paths = self.block, self.store, []
        self.depth += 1
        self.machines.append(guard.instruction.machine)
        for is_then, block in ((True, node.then), (False, node.otherwise)):
            self.block, self.store, self.live = block, dict(before), True
            (then if is_then != negated else otherwise)()
            if self.live:
                paths.append(Path(self.store))
                self.block.append(paths[-1].fixups)
        self.depth -= 1
        self.machines.pop()
        self.block = outer
        self.block.append(node)
        self._meet(paths, before)

    def _meet(self, paths: list[Path], before: dict[str, Any]) -> None:
        self.live = bool(paths)
        self.store = join(paths, self.line) if paths else before

    def choose(self, test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
        """One of two values."""
        if is_static(test):
            return then() if test else otherwise()
        name = self.fresh("choice")
        self.branch(test, lambda: self.bind([(name, then())]), lambda: self.bind([(name, otherwise())]))
        return self.readable(self.store[name], "this choice")

    def truth(self, value: Any) -> Any:
        """A boolean for anything that an `if` may ask."""
        if isinstance(value, Items):
            return bool(self.items_of(value))
        kind = kind_of(value)
        if is_static(value) or kind is bool:
            return value
        nothing = () if isinstance(kind, ListKind) else {int: 0, str: ""}.get(kind)  # type: ignore[arg-type]
        return operators.negation(apply("is_constant", bool, value, arguments=(nothing,)))

    def region(self, body: Callable[[_Open], None], returns: str = "") -> None:
        """Walk a body that may be left before its end, and join all ways out of it."""
        opened = _Open(Region(self.line), self.depth, returns=returns)
        outer, before = self.block, self.store
        self.block = opened.node.body
        self.open.append(opened)
        body(opened)
        if self.live:
            opened.paths.append(Path(self.store))
            self.block.append(opened.paths[-1].fixups)
        self.open.pop()
        self.block = outer
        self.block.append(opened.node)
        self._meet(opened.paths, before)

    def escape(self, opened: _Open) -> None:
        """Leave a region from here. Its threads are parked if others may still be inside."""
        opened.paths.append(Path(dict(self.store)))
        self.block.append(opened.paths[-1].fixups)
        inner = [other for other in self.open[self.open.index(opened) + 1 :] if other.node.escapes]
        if self.depth > opened.depth or inner:
            machine = self.machines[-1] if self.depth > opened.depth else inner[0].node.escapes[0].machine
            opened.node.escapes.append(Escape(opened.node, machine, self.line))
            self.block.append(opened.node.escapes[-1])
        self.live = False

    # Functions.
    def call_function(self, function: Function, positional: list[Any], named: dict[str, Any]) -> Any:
        """Trace a function in place, with names of its own."""
        bound = self._parameters(function, positional, named)
        known = {name: value for name, value in bound.items() if is_static(value)}
        for other, before in self.calls:
            if other.identity is function.identity and before == known:
                raise self.error(f"{function.name} calls itself, and nothing that is known while tracing would end it")
        if len(self.calls) > MAX_NESTING:
            raise self.error(f"calls nested more than {MAX_NESTING} deep")
        prefix = self.fresh(function.name.strip("<>")) + "." if self.calls or not positional else ""
        outer, where = getattr(self, "scope", None), (self.line, self.source)
        scope = Scope(function, prefix, function.enclosing)
        self.bind([(scope.new_slot(name), value) for name, value in bound.items()])
        self.scope = scope
        self.calls.append((function, known))
        result = self._run_body(function, f"{prefix}return")
        self.calls.pop()
        if outer is not None:
            self.scope = outer
        self.line, self.source = where
        return result

    def _run_body(self, function: Function, slot: str) -> Any:
        loops, self.loops = self.loops, []
        direct: list[Any] = []

        def body(opened: _Open) -> None:
            self.functions.append((opened, direct))
            self.execute(function.body)
            self.functions.pop()
            if self.live:
                self.bind([(slot, None)])

        self.region(body, returns=slot)
        self.loops = loops
        if not self.live:
            return None
        return direct[0] if direct else self.readable(self.store[slot], f"what {function.name} returns")

    def _parameters(self, function: Function, positional: list[Any], named: dict[str, Any]) -> dict[str, Any]:
        spec = function.arguments
        names = [argument.arg for argument in (*spec.posonlyargs, *spec.args)]
        bound = dict(zip(names, positional, strict=False))
        if spec.vararg:
            bound[spec.vararg.arg] = tuple(positional[len(names) :])
        elif len(positional) > len(names):
            raise self.error(f"{function.name} takes {len(names)} arguments, not {len(positional)}")
        if spec.kwarg:
            raise self.error(f"** in the parameters of {function.name} can't be compiled")
        for name, value in named.items():
            if name in bound or name not in (*names, *(argument.arg for argument in spec.kwonlyargs)):
                raise self.error(f"{function.name} has no use for an argument {name}")
            bound[name] = value
        for name in (*names, *(argument.arg for argument in spec.kwonlyargs)):
            if name not in bound:
                if name not in function.defaults:
                    raise self.error(f"{function.name} needs the argument {name}")
                bound[name] = function.defaults[name]
        return bound

    # Statements.
    def execute(self, body: list[ast.stmt]) -> None:
        """Walk statements until no thread is left on this way."""
        for statement in body:
            if not self.live:
                return
            self.line, self.source = self.scope.function.line(statement)
            handler = getattr(self, f"_exec_{type(statement).__name__.lower()}", None)
            if handler is None:
                raise self.error(f"{type(statement).__name__} can't be compiled")
            handler(statement)

    def _exec_expr(self, node: ast.Expr) -> None:
        if isinstance(self.evaluate(node.value), Guard):
            raise self.error("a condition stands alone; it belongs into an if")

    def _exec_pass(self, node: ast.Pass) -> None:
        pass

    def _exec_assign(self, node: ast.Assign) -> None:
        value = self.evaluate(node.value)
        for target in node.targets:
            self.assign_target(target, value)

    def _exec_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign_target(node.target, self.evaluate(node.value))

    def _exec_augassign(self, node: ast.AugAssign) -> None:
        target = ast.copy_location(ast.parse(ast.unparse(node.target), mode="eval").body, node)
        left, right = self.operands([target, node.value])
        if isinstance(left, Items) and isinstance(node.op, ast.Add):
            self.set_items(left, self.items_of(left) + self.elements(right, "what is added to the list"))
            return
        try:
            self.assign_target(node.target, self.binary(type(node.op), left, right))
        except (operators.Unsupported, TypeError, ArithmeticError) as error:
            raise self.error(str(error)) from None

    def assign_target(self, target: ast.expr, value: Any) -> None:
        """Give a target (a name, an item, or several of them) its value."""
        self.bind(self._targets(target, value))

    def _targets(self, target: ast.expr, value: Any) -> list[tuple[str, Any]]:
        if isinstance(target, ast.Name):
            return [(self.scope.new_slot(target.id), value)]
        if isinstance(target, ast.Tuple | ast.List):
            return self._unpacked(target.elts, self.elements(value, "what is unpacked"))
        if isinstance(target, ast.Subscript):
            owner, index = self.evaluate(target.value), self.index(target.slice)
            if isinstance(owner, Items) and isinstance(index, int):
                length = len(self.items_of(owner))
                if not -length <= index < length:
                    raise self.error(f"the list has {length} items, and this is item {index}")
                return [(f"{owner.name}.{index % length}", value)]
        raise self.error(f"{ast.unparse(target)} can't be assigned to; names and items of lists made here can")

    def _unpacked(self, targets: list[ast.expr], values: list[Any]) -> list[tuple[str, Any]]:
        star = next((at for at, target in enumerate(targets) if isinstance(target, ast.Starred)), None)
        if star is not None:
            after = len(targets) - star - 1
            if len(values) < len(targets) - 1:
                raise self.error(f"{len(values)} values for {len(targets) - 1} names and a star")
            end = len(values) - after
            starred = targets[star]
            assert isinstance(starred, ast.Starred)
            targets = [*targets[:star], starred.value, *targets[star + 1 :]]
            values = [*values[:star], self.new_items(values[star:end]), *values[end:]]
        if len(targets) != len(values):
            raise self.error(f"{len(values)} values for {len(targets)} names")
        return [pair for target, value in zip(targets, values, strict=True) for pair in self._targets(target, value)]

    def _exec_if(self, node: ast.If) -> None:
        test = self.evaluate(node.test)
        if isinstance(test, Items):
            test = self.truth(test)
        self.branch(test, lambda: self.execute(node.body), lambda: self.execute(node.orelse))

    def _exec_for(self, node: ast.For) -> None:
        if node.orelse:
            raise self.error("for ... else can't be compiled")
        values = self.elements(self.evaluate(node.iter), "what this loop runs over")

        def loop(opened: _Open) -> None:
            for value in values:
                if not self.live:
                    return
                self._round(opened, node.body, lambda value=value: self.assign_target(node.target, value))  # type: ignore[misc]

        self.region(loop)

    def _exec_while(self, node: ast.While) -> None:
        if node.orelse:
            raise self.error("while ... else can't be compiled")

        def loop(opened: _Open) -> None:
            for _ in range(MAX_ROUNDS):
                self.line, self.source = self.scope.function.line(node)
                test = self.evaluate(node.test) if self.live else False
                if isinstance(test, Items):
                    test = self.truth(test)
                if not is_static(test):
                    raise self.error(
                        "this loop ends where data says, and a program of rules has no loops; write "
                        "for _ in range(BOUND): if not ...: break"
                    )
                if not test:
                    return
                self._round(opened, node.body, lambda: None)
            raise self.error(f"a loop of more than {MAX_ROUNDS:,} rounds")

        self.region(loop)

    def _round(self, loop: _Open, body: list[ast.stmt], start: Callable[[], None]) -> None:
        def once(opened: _Open) -> None:
            self.loops.append((loop, opened))
            start()
            self.execute(body)
            self.loops.pop()

        self.region(once)

    def _exec_break(self, node: ast.Break) -> None:
        self.escape(self.loops[-1][0])

    def _exec_continue(self, node: ast.Continue) -> None:
        self.escape(self.loops[-1][1])

    def _exec_return(self, node: ast.Return) -> None:
        value = None if node.value is None else self.evaluate(node.value)
        opened, direct = self.functions[-1]
        inside = self.open[self.open.index(opened) + 1 :]
        if self.depth == opened.depth and not opened.paths and not any(other.node.escapes for other in inside):
            direct.append(value)
        else:
            self.bind([(opened.returns, value)])
        self.escape(opened)

    def _exec_functiondef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            raise self.error("a decorated function inside a traced one can't be compiled")
        function = Function.nested(node.name, node.args, node.body, self.scope)
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        defaults = [self.evaluate(value) for value in node.args.defaults]
        function.defaults = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        self.store[self.scope.new_slot(node.name)] = function

    def _exec_assert(self, node: ast.Assert) -> None:
        test = self.evaluate(node.test)
        if not is_static(test):
            raise self.error("an assertion depends on data")
        if not test:
            raise self.error("the assertion does not hold")

    def _exec_import(self, node: ast.Import | ast.ImportFrom) -> None:
        raise self.error("an import belongs outside of the function")

    _exec_importfrom = _exec_import

    # The parameters and the result of a whole program.
    def given(self, name: str, kind: str) -> Variable:
        """A parameter that the program reads: its text, made a value (`int`, `natural`, `bool` or `str`)."""
        text = self.store[name] = Variable(str, name)
        if kind in ("int", "natural"):
            self.bind([(name, apply("to_number", int, text, arguments=(self.bits, kind == "natural")))])
        elif kind == "bool":
            self.bind([(name, apply("is_constant", bool, text, arguments=("True",)))])
        found: Variable = self.store[name]
        return found
