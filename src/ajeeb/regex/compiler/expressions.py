"""Evaluates the expressions of a traced function: plain values by Python, unknown ones into recorded expressions."""

import ast
import builtins
import re
from collections.abc import Callable, Iterable
from itertools import islice
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from ajeeb.errors import ChessError, RegexProgramError
from ajeeb.regex.compiler import operators
from ajeeb.regex.compiler.blocks import Block
from ajeeb.regex.compiler.operators import Unsupported, apply
from ajeeb.regex.compiler.scope import Function, Scope
from ajeeb.regex.compiler.store import LENGTH, Store, assigning, pushing
from ajeeb.regex.compiler.values import (
    Expression,
    Guard,
    Items,
    ListKind,
    Poison,
    Variable,
    is_static,
    kind_of,
)
from ajeeb.regex.instructions import Call, Instruction
from ajeeb.regex.machine import MACHINE

__all__ = ["MAX_ROUNDS", "Expressions"]

MAX_ROUNDS = 100_000
_CHANGING = {"append", "extend", "insert", "pop", "remove", "clear", "add", "discard", "update", "sort", "reverse"}


class Expressions:
    """The half of a tracer that evaluates. The other half (`trace.py`) executes statements and calls functions."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.block: Block = []
        self.store: Store = {}
        self.forks: dict[str, Store] = {}
        self.depth = 0  # conditions on data around this point
        self.line = ""
        self.source = ""
        self.scope: Scope
        self._fresh = 0

    # What the other half does.
    def call_function(self, function: Function, positional: list[Any], named: dict[str, Any]) -> Any:
        raise NotImplementedError

    def choose(self, test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
        raise NotImplementedError

    def error(self, message: str) -> RegexProgramError:
        """The error to raise about the line that is being traced."""
        return RegexProgramError(f"{self.line}: {message}\n    {self.source}".rstrip())

    def fresh(self, stem: str) -> str:
        """A name that no variable has yet."""
        self._fresh += 1
        return f"{stem}.{self._fresh}"

    def bind(self, targets: list[tuple[str, Any]]) -> None:
        """Give names their values, all at once: every unknown is pushed before the first is popped."""
        unknown = [pair for name, value in targets for pair in self._spread(name, value)]
        for _, value in unknown:
            self.block.extend(pushing(value, self.line))
        for name, _ in reversed(unknown):
            self.block.append(MACHINE["assign"](name).at(self.line))
        for name, value in targets:
            self.store[name] = self._stored(name, value)

    def _spread(self, name: str, value: Any) -> list[tuple[str, Any]]:
        if isinstance(value, tuple):
            return [pair for index, item in enumerate(value) for pair in self._spread(f"{name}.{index}", item)]
        same = isinstance(value, Variable) and value.name == name
        return [(name, value)] if isinstance(value, Expression | Variable) and not same else []

    def _stored(self, name: str, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._stored(f"{name}.{index}", item) for index, item in enumerate(value))
        if isinstance(value, Guard):
            raise self.error("the condition of an instruction belongs right into an if")
        return Variable(value.kind, name) if isinstance(value, Expression | Variable) else value

    # Lists made while tracing.
    def new_items(self, values: Iterable[Any]) -> Items:
        items = Items(self.fresh("list"))
        self.set_items(items, list(values))
        return items

    def set_items(self, items: Items, values: list[Any]) -> None:
        self.store[items.name + LENGTH] = len(values)
        self.bind([(f"{items.name}.{index}", value) for index, value in enumerate(values)])

    def items_of(self, items: Items) -> list[Any]:
        length = self.readable(self.store[items.name + LENGTH], "the list")
        return [self.store[f"{items.name}.{index}"] for index in range(length)]

    def readable(self, value: Any, name: str) -> Any:
        if isinstance(value, Poison):
            raise self.error(f"{name} {value.reason}")
        return value

    def elements(self, value: Any, what: str) -> list[Any]:
        """The elements of something to iterate over, which must be known in number."""
        if isinstance(value, Items):
            return self.items_of(value)
        if isinstance(value, Expression | Variable):
            hint = (
                "fork_on_list makes a thread of each item" if isinstance(value.kind, ListKind) else "unroll to a bound"
            )
            raise self.error(f"{what} depends on data, and a program of rules has no loops ({hint})")
        try:
            found = list(islice(value, MAX_ROUNDS + 1))
        except TypeError as error:
            raise self.error(str(error)) from None
        if len(found) > MAX_ROUNDS:
            raise self.error(f"{what} has more than {MAX_ROUNDS:,} elements, and each would be unrolled")
        return found

    # Expressions.
    def evaluate(self, node: ast.expr) -> Any:
        """The value of an expression."""
        handler = getattr(self, f"_eval_{type(node).__name__.lower()}", None)
        if handler is None:
            raise self.error(f"{type(node).__name__} can't be compiled")
        try:
            return handler(node)
        except Unsupported as error:
            raise self.error(str(error)) from None
        except (ChessError, RecursionError):
            raise
        except Exception as error:
            raise self.error(f"{type(error).__name__}: {error}") from error

    def operands(self, nodes: list[ast.expr]) -> list[Any]:
        """Several values, left to right. What an earlier one read is kept if a later one records instructions."""
        values: list[Any] = []
        for node in nodes:
            before = len(self.block)
            value = self.evaluate(node)
            if len(self.block) > before:
                saved: Block = []
                for index, earlier in enumerate(values):
                    if isinstance(earlier, Expression | Variable):
                        name = self.fresh("kept")
                        saved += assigning(name, earlier, self.line)
                        values[index] = Variable(earlier.kind, name)
                self.block[before:before] = saved
            values.append(value)
        return values

    def _eval_constant(self, node: ast.Constant) -> Any:
        return node.value

    def _eval_name(self, node: ast.Name) -> Any:
        slot = self.scope.slot_of(node.id, self.store)
        if slot is not None:
            return self.readable(self.store[slot], node.id)
        found, value = self.scope.outside(node.id)
        if not found:
            raise self.error(f"{node.id} has no value here")
        return value

    def _eval_tuple(self, node: ast.Tuple) -> Any:
        return tuple(self._starred(node.elts))

    def _eval_list(self, node: ast.List) -> Any:
        return self.new_items(self._starred(node.elts))

    def _eval_set(self, node: ast.Set) -> Any:
        return set(self._known(self._starred(node.elts), "a set"))

    def _eval_dict(self, node: ast.Dict) -> Any:
        if any(key is None for key in node.keys):
            raise self.error("** in a dict can't be compiled")
        keys = self._known([self.evaluate(key) for key in node.keys if key is not None], "a key")
        return dict(zip(keys, self._known(self.operands(node.values), "a value of a dict"), strict=True))

    def _known(self, values: list[Any], what: str) -> list[Any]:
        if not all(map(is_static, values)):
            raise self.error(f"{what} depends on data")
        return values

    def _starred(self, nodes: list[ast.expr]) -> list[Any]:
        plain = self.operands([node.value if isinstance(node, ast.Starred) else node for node in nodes])
        values: list[Any] = []
        for node, value in zip(nodes, plain, strict=True):
            values += self.elements(value, "what the star unpacks") if isinstance(node, ast.Starred) else [value]
        return values

    def _eval_binop(self, node: ast.BinOp) -> Any:
        return self.binary(type(node.op), *self.operands([node.left, node.right]))

    def binary(self, operation: type, left: Any, right: Any) -> Any:
        """`left operation right`."""
        if isinstance(left, Items) and isinstance(right, Items) and operation is ast.Add:
            return self.new_items(self.items_of(left) + self.items_of(right))
        if isinstance(left, Items) and isinstance(right, int) and operation is ast.Mult:
            return self.new_items(self.items_of(left) * right)
        if (is_static(left) and is_static(right)) or (isinstance(left, tuple) and isinstance(right, tuple)):
            return operators.STATIC[operation](left, right)
        return operators.arithmetic(operation, left, right, self.bits)

    def _eval_unaryop(self, node: ast.UnaryOp) -> Any:
        value = self.evaluate(node.operand)
        if isinstance(value, Guard) and isinstance(node.op, ast.Not):
            return Guard(value.call, not value.negated)
        if is_static(value):
            return operators.STATIC[type(node.op)](value)
        if isinstance(value, Items) and isinstance(node.op, ast.Not):
            return not self.items_of(value)
        if isinstance(node.op, ast.Not):
            return operators.negation(value)
        if isinstance(node.op, ast.USub) and kind_of(value) is int:
            return apply("negate", int, value)
        raise Unsupported(f"{type(node.op).__name__} has no instruction for this")

    def _eval_boolop(self, node: ast.BoolOp) -> Any:
        is_and = isinstance(node.op, ast.And)
        result = self.evaluate(node.values[0])
        for other in node.values[1:]:
            if is_static(result):
                if bool(result) != is_and:
                    return result
                result = self.evaluate(other)
                continue
            result = self._and_or(result, other, is_and)
        return result

    def _and_or(self, left: Any, other: ast.expr, is_and: bool) -> Any:
        before, store = len(self.block), dict(self.store)
        if isinstance(left, Guard):
            raise self.error("the condition of an instruction can't stand in and/or: nest the ifs")
        right = self.evaluate(other)
        if len(self.block) == before:
            if is_static(right):
                return (left if bool(right) == is_and else bool(right)) if kind_of(left) is bool else right
            self._want_booleans(left, right)
            return apply("and" if is_and else "or", bool, left, right)
        del self.block[before:]
        self.store = store
        if is_and:
            return self.choose(left, lambda: self.evaluate(other), lambda: False)
        return self.choose(left, lambda: True, lambda: self.evaluate(other))

    def _want_booleans(self, *values: Any) -> None:
        if any(kind_of(value) is not bool for value in values):
            raise self.error("and/or take booleans where they depend on data; compare with something")

    def _eval_compare(self, node: ast.Compare) -> Any:
        values = self.operands([node.left, *node.comparators])
        result: Any = True
        for operation, left, right in zip(node.ops, values, values[1:], strict=False):
            holds = self.compare(type(operation), left, right)
            if is_static(result):
                result = holds if result else result
            elif is_static(holds):
                result = result if holds else False
            else:
                result = apply("and", bool, result, holds)
        return result

    def compare(self, operation: type, left: Any, right: Any) -> Any:
        """`left operation right`, a comparison."""
        if isinstance(right, Items):
            right = tuple(self.items_of(right))
        if is_static(left) and is_static(right):
            return operators.STATIC[operation](left, right)
        if operation in (ast.Is, ast.IsNot) and right is None:
            return operation is ast.IsNot
        return operators.relation(operation, left, right, self.bits)

    def _eval_ifexp(self, node: ast.IfExp) -> Any:
        test = self.evaluate(node.test)
        return self.choose(test, lambda: self.evaluate(node.body), lambda: self.evaluate(node.orelse))

    def _eval_subscript(self, node: ast.Subscript) -> Any:
        value = self.evaluate(node.value)
        index = self.index(node.slice)
        if isinstance(value, Items):
            found = self.items_of(value)[index]
            return self.new_items(found) if isinstance(index, slice) else found
        if kind_of(value) is str and not isinstance(value, str):
            return self._part(value, index)
        if isinstance(value, Expression | Variable) and isinstance(value.kind, ListKind):
            if not isinstance(index, int) or index < 0:
                raise self.error("an item of a list that depends on data is asked for by a known place from 0")
            return apply("item", value.kind.item, value, arguments=(index,))
        return value[index]

    def index(self, node: ast.expr) -> Any:
        """A place or a slice, which must be known."""
        if isinstance(node, ast.Slice):
            ends = [None if end is None else self.evaluate(end) for end in (node.lower, node.upper, node.step)]
            self._known(ends, "a slice")
            return slice(*ends)
        value = self.evaluate(node)
        if not is_static(value):
            raise self.error("an index that depends on data; compare it with each place in an unrolled loop")
        return value

    def _part(self, text: Any, index: Any) -> Expression:
        if isinstance(index, int):
            index = slice(index, index + 1)
        start, stop = index.start or 0, index.stop
        if start < 0 or (stop is not None and stop < 0) or index.step not in (None, 1):
            raise self.error("a part of an unknown text is given by known places from its start")
        return apply("part", str, text, arguments=(start, stop))

    def _eval_attribute(self, node: ast.Attribute) -> Any:
        value = self.evaluate(node.value)
        if not is_static(value) or isinstance(value, Items):
            raise self.error(f"a value that depends on data has no .{node.attr} here")
        return getattr(value, node.attr)

    def _eval_joinedstr(self, node: ast.JoinedStr) -> Any:
        result: Any = ""
        for piece in node.values:
            if isinstance(piece, ast.FormattedValue):
                value = self.evaluate(piece.value)
                if is_static(value) or piece.format_spec or piece.conversion != -1:
                    self._known([value], "a formatted value")
                    spec = self.evaluate(piece.format_spec) if piece.format_spec else ""
                    value = format(repr(value) if piece.conversion == ord("r") else value, spec)
                text = self.to_text(value)
            else:
                text = self.evaluate(piece)
            result = text if is_static(result) and result == "" else self.binary(ast.Add, result, text)
        return result

    def _eval_lambda(self, node: ast.Lambda) -> Any:
        return Function.nested("<lambda>", node.args, [ast.Return(node.body, lineno=node.lineno)], self.scope)

    def _eval_listcomp(self, node: ast.ListComp) -> Any:
        return self.new_items(self._comprehend(node.elt, node.generators))

    def _eval_generatorexp(self, node: ast.GeneratorExp) -> Any:
        return tuple(self._comprehend(node.elt, node.generators))

    def _eval_setcomp(self, node: ast.SetComp) -> Any:
        return set(self._known(self._comprehend(node.elt, node.generators), "a set"))

    def _eval_dictcomp(self, node: ast.DictComp) -> Any:
        pairs = self._comprehend(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        return dict(self._known(pairs, "a dict"))

    def _comprehend(self, element: ast.expr, generators: list[ast.comprehension]) -> list[Any]:
        scope, self.scope = self.scope, self.scope.inner(self.fresh("each"))
        try:
            return self._generate(element, generators)
        finally:
            self.scope = scope

    def _generate(self, element: ast.expr, generators: list[ast.comprehension]) -> list[Any]:
        if not generators:
            value = self.evaluate(element)
            kept = self.fresh("each")
            self.bind([(kept, value)])
            return [self.store[kept]]
        first, *rest = generators
        values = []
        for item in self.elements(self.evaluate(first.iter), "what a comprehension runs over"):
            self.assign_target(first.target, item)
            tests = self._known([self.evaluate(test) for test in first.ifs], "the condition of a comprehension")
            if all(tests):
                values += self._generate(element, rest)
        return values

    def assign_target(self, target: ast.expr, value: Any) -> None:
        raise NotImplementedError

    # Calls.
    def _eval_call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute):
            owner = self.evaluate(node.func.value)
            if not is_static(owner):
                return self._method(owner, node.func.attr, self._starred(node.args))
            function = getattr(owner, node.func.attr)
        else:
            function = self.evaluate(node.func)
        if isinstance(function, Instruction):
            return self._instruction(function, node)
        positional = self._starred(node.args)
        named = {word.arg: self.evaluate(word.value) for word in node.keywords if word.arg is not None}
        if len(named) < len(node.keywords):
            raise self.error("** in a call can't be compiled")
        return self.call(function, positional, named)

    def call(self, function: Any, positional: list[Any], named: dict[str, Any]) -> Any:
        """Call anything that is not an instruction."""
        if function is new_list:
            return self._call_new_list(*positional)
        if isinstance(function, MethodType):
            function, positional = function.__func__, [function.__self__, *positional]
        if isinstance(function, FunctionType) and (traced := Function.of(function)):
            function = traced
        if isinstance(function, Function):
            return self.call_function(function, positional, named)
        handler = getattr(self, f"_call_{getattr(function, '__name__', '')}", None)
        if handler and function in (getattr(builtins, function.__name__, None), re.fullmatch) and not named:
            return handler(*positional)
        if not is_static(positional) or not is_static(named):
            raise self.error(
                f"{getattr(function, '__name__', function)} can't be called with values that depend on data"
            )
        owner = getattr(function, "__self__", None)
        is_plain = isinstance(function, BuiltinMethodType) and isinstance(owner, list | dict | set)
        if self.depth and is_plain and function.__name__ in _CHANGING:
            raise self.error(f"{function.__name__} changes a plain {type(owner).__name__} under a condition on data")
        return function(*positional, **named)

    def _instruction(self, instruction: Instruction, node: ast.Call) -> Any:
        """An instruction: its operands first, if it takes any, then its parameters (variables by their names)."""
        takes = len(instruction.takes)
        operands = self.operands(node.args[:takes])
        parameters = [name for name in instruction.parameters if not (instruction.is_guard and name == "tag")]
        arguments = [
            self._argument(instruction, name, argument)
            for name, argument in zip(parameters, node.args[takes:], strict=False)
        ]
        if len(node.args) > takes + len(parameters):
            raise self.error(f"{instruction.name} takes {takes + len(parameters)} arguments")
        named = {word.arg: self._argument(instruction, word.arg, word.value) for word in node.keywords if word.arg}
        if "bits" in parameters[len(arguments) :] and "bits" not in named:
            named["bits"] = self.bits
        call = instruction(*arguments, **named).at(self.line)
        if instruction.is_guard:
            for operand in operands:
                self.block.extend(pushing(operand, self.line))
            return Guard(call)
        if instruction.gives:
            return Expression(instruction.gives[0], call, tuple(operands))
        for operand in operands:
            self.block.extend(pushing(operand, self.line))
        self.block.append(call)
        self._after(call)
        return None

    def _argument(self, instruction: Instruction, name: str, node: ast.expr) -> Any:
        if name not in (*instruction.reads, *instruction.writes):
            value = self.evaluate(node)
            if isinstance(value, Items):
                value = tuple(self.items_of(value))
            if not is_static(value):
                raise self.error(f"the {name} of {instruction.name} depends on data")
            return value
        if not isinstance(node, ast.Name):
            raise self.error(f"the {name} of {instruction.name} is a variable")
        slot = self.scope.slot_of(node.id, self.store)
        if slot is None or not isinstance(self.store[slot], Variable):
            if name in instruction.reads:
                value = self._eval_name(node)
                if kind_of(value) is None:
                    raise self.error(f"{node.id} is {value!r}, which the machine can't hold")
                slot = slot or self.scope.new_slot(node.id)
                self.block.extend(assigning(slot, value, self.line))
                self.store[slot] = Variable(kind_of(value) or int, slot)
            else:
                slot = self.scope.new_slot(node.id)
        return slot

    def _after(self, call: Call) -> None:
        """What the names hold after an instruction that works on variables or on threads."""
        named, name = call.named, call.instruction.name
        if call.instruction.machine is not MACHINE:
            return
        if name == "fork_inactive":
            self.forks[named["tag"]] = dict(self.store)
        elif name == "fork_bool":
            self.store[named["name"]] = Variable(bool, named["name"])
        elif name == "fork_on_list":
            variable = self.store[named["name"]]
            if not isinstance(variable.kind, ListKind):
                raise self.error(f"fork_on_list takes a list, and this is {variable.kind.__name__}")
            self.store[named["name"]] = Variable(variable.kind.item, named["name"])
        elif name == "collect":
            if named["tag"] not in self.forks:
                raise self.error(f"there is no fork_inactive({named['tag']!r}) before this")
            kind = self.store[named["name"]].kind
            if isinstance(kind, ListKind):
                raise self.error("a list can't be an item of a list")
            self.store = self.forks.pop(named["tag"])
            self.store[named["into"]] = Variable(ListKind(kind), named["into"])

    def _method(self, owner: Any, name: str, positional: list[Any]) -> Any:
        if isinstance(owner, Items):
            values = self.items_of(owner)
            if name == "append" and len(positional) == 1:
                return self.set_items(owner, [*values, positional[0]])
            if name == "extend" and len(positional) == 1:
                return self.set_items(owner, [*values, *self.elements(positional[0], "what extend takes")])
            if name == "pop" and values and not positional:
                kept = self.fresh("kept")
                self.bind([(kept, values[-1])])
                self.store[owner.name + LENGTH] = len(values) - 1
                return self.store[kept]
            if name == "copy" and not positional:
                return self.new_items(values)
        if isinstance(owner, Variable) and isinstance(owner.kind, ListKind) and name == "append":
            if len(positional) != 1 or kind_of(positional[0]) is not owner.kind.item:
                raise self.error(f"append takes one {owner.kind.item.__name__} here")
            return self.bind([(owner.name, apply("append", owner.kind, owner, positional[0]))])
        raise self.error(f".{name} of a value that depends on data can't be compiled")

    def to_text(self, value: Any) -> Any:
        """`str(value)`."""
        if is_static(value):
            return str(value)
        if kind_of(value) is int:
            return apply("to_text", str, value, arguments=(self.bits,))
        if kind_of(value) is bool:
            return self.choose(value, lambda: "True", lambda: "False")
        if kind_of(value) is str:
            return value
        raise self.error("only numbers, booleans and texts have a text")

    def _call_str(self, value: Any = "") -> Any:
        return self.to_text(value)

    def _call_int(self, value: Any = 0) -> Any:
        if is_static(value):
            return int(value)
        if kind_of(value) is str:
            return apply("to_number", int, value, arguments=(self.bits,))
        return value if kind_of(value) is int else self.choose(value, lambda: 1, lambda: 0)

    def _call_abs(self, value: Any) -> Any:
        return abs(value) if is_static(value) else apply("absolute", int, value)

    def _call_len(self, value: Any) -> Any:
        if isinstance(value, Items):
            return len(self.items_of(value))
        if isinstance(value, Variable | Expression):
            is_list = isinstance(value.kind, ListKind)
            return apply("list_length" if is_list else "length", int, value, arguments=(self.bits,))
        return len(value)

    def _call_fullmatch(self, pattern: Any, text: Any) -> Any:
        if is_static(text):
            return re.fullmatch(pattern, text)
        if not isinstance(pattern, str):
            raise self.error("the pattern of re.fullmatch must be known")
        return apply("matches", bool, text, arguments=(pattern,))

    def _call_new_list(self, kind: Any) -> Any:
        name = self.fresh("list")
        self.block.extend(assigning(name, (), self.line))
        return Variable(ListKind(kind), name)

    def _call_range(self, *ends: Any) -> Any:
        if not is_static(ends):
            raise self.error("the length of a range depends on data; unroll to a bound and break")
        return range(*ends)

    def _call_enumerate(self, values: Any, start: int = 0) -> Any:
        return tuple(enumerate(self.elements(values, "what enumerate takes"), start))

    def _call_reversed(self, values: Any) -> Any:
        return tuple(reversed(self.elements(values, "what reversed takes")))

    def _call_zip(self, *columns: Any) -> Any:
        return tuple(zip(*(self.elements(column, "what zip takes") for column in columns), strict=False))

    def _call_list(self, values: Any = ()) -> Any:
        return self.new_items(self.elements(values, "what list takes"))

    def _call_tuple(self, values: Any = ()) -> Any:
        return tuple(self.elements(values, "what tuple takes"))

    def _call_sum(self, values: Any, start: Any = 0) -> Any:
        for value in self.elements(values, "what sum takes"):
            start = value if is_static(start) and start == 0 else self.binary(ast.Add, start, value)
        return start

    def _call_any(self, values: Any) -> Any:
        return self._fold_booleans("or", False, values)

    def _call_all(self, values: Any) -> Any:
        return self._fold_booleans("and", True, values)

    def _fold_booleans(self, name: str, neutral: bool, values: Any) -> Any:
        result: Any = neutral
        for value in self.elements(values, "what any and all take"):
            if is_static(value):
                if bool(value) != neutral:
                    return not neutral
            else:
                result = value if is_static(result) else apply(name, bool, result, value)
        return result

    def _call_min(self, *values: Any) -> Any:
        return self._best(ast.Lt, values)

    def _call_max(self, *values: Any) -> Any:
        return self._best(ast.Gt, values)

    def _best(self, operation: type, values: tuple[Any, ...]) -> Any:
        found = self.elements(values[0], "what min and max take") if len(values) == 1 else list(values)
        if not found:
            raise self.error("min and max need something to choose from")
        best = found[0]
        for value in found[1:]:
            test = self.compare(operation, value, best)
            best = self.choose(test, lambda value=value: value, lambda best=best: best)  # type: ignore[misc]
        return best


def new_list(kind: type) -> Any:
    """In a traced function: a list that the machine holds, empty, of `int`, `bool` or `str`; it can grow, be asked
    for its length and for known items, and be forked on."""
    return []
