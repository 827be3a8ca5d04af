"""Where names are looked up in a traced function, and the functions that can be traced."""

import ast
import builtins
import inspect
import sys
import textwrap
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from ajeeb.regex.compiler.store import Store

__all__ = ["Function", "Scope"]

_NOT_TRACED = (ast.Try, ast.With, ast.Yield, ast.YieldFrom, ast.Await, ast.ClassDef, ast.AsyncFunctionDef)


@dataclass
class Function:
    """A function to trace: its syntax, where its names come from, and where it stands.

    `identity` is what two calls of the same function share, whatever surrounds them.
    """

    name: str
    arguments: ast.arguments
    body: list[ast.stmt]
    identity: object
    enclosing: "Scope | None" = None
    outside: dict[str, Any] = field(default_factory=dict)
    file: str = ""
    first_line: int = 0
    lines: list[str] = field(default_factory=list)
    defaults: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, function: FunctionType) -> "Function | None":
        """A Python function, or None if it is to be called as it is: of the standard library, or without source."""
        if (function.__module__ or "").split(".")[0] in sys.stdlib_module_names - {"__main__"}:
            return None
        try:
            lines, first = inspect.getsourcelines(function)
            tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
        except (OSError, TypeError, SyntaxError, IndexError):
            return None
        if not isinstance(tree, ast.FunctionDef) or any(isinstance(node, _NOT_TRACED) for node in ast.walk(tree)):
            return None
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        outside = dict(function.__globals__)
        outside.update({name: cell.cell_contents for name, cell in cells})
        signature = inspect.signature(function)
        defaults = {
            name: parameter.default
            for name, parameter in signature.parameters.items()
            if parameter.default is not parameter.empty
        }
        file = function.__code__.co_filename.rsplit("/", 1)[-1]
        return cls(
            function.__name__, tree.args, tree.body, function.__code__, None, outside, file, first - 1, lines, defaults
        )

    @classmethod
    def nested(cls, name: str, arguments: ast.arguments, body: list[ast.stmt], scope: "Scope") -> "Function":
        """A function defined inside a traced one."""
        owner = scope.function
        return cls(name, arguments, body, arguments, scope, owner.outside, owner.file, owner.first_line, owner.lines)

    def line(self, node: ast.AST) -> tuple[str, str]:
        """Where a node stands, as "file:line", and the source of that line."""
        number = getattr(node, "lineno", 1)
        source = self.lines[number - 1].strip() if number <= len(self.lines) else ""
        return f"{self.file}:{self.first_line + number}", source


@dataclass
class Scope:
    """The names of one call of a function: each is a slot of the store."""

    function: Function
    prefix: str = ""
    enclosing: "Scope | None" = None

    def inner(self, prefix: str) -> "Scope":
        """A scope of its own inside this one, as comprehensions have."""
        return Scope(self.function, f"{prefix}.", self)

    def new_slot(self, name: str) -> str:
        """The slot that a name assigned here has."""
        return self.prefix + name

    def slot_of(self, name: str, store: Store) -> str | None:
        """The slot that holds a name, here or around; None if it is none of ours."""
        scope: Scope | None = self
        while scope is not None:
            if scope.prefix + name in store:
                return scope.prefix + name
            scope = scope.enclosing
        return None

    def outside(self, name: str) -> tuple[bool, Any]:
        """Whether a name is a global or a builtin, and what it is."""
        if name in self.function.outside:
            return True, self.function.outside[name]
        return hasattr(builtins, name), getattr(builtins, name, None)
