"""Compiled programs: random ones against Python, with and without each pass; what can't be compiled; the twins."""

import itertools
import linecache
import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ajeeb import regex
from ajeeb.errors import RegexProgramError
from ajeeb.regex.compiler import Natural, assembly, compile_function, new_list
from ajeeb.regex.compiler.passes import PASSES
from ajeeb.regex.machine.stack import destroy
from ajeeb.regex.machine.texts import square_offset
from ajeeb.regex.machine.threads import collect, fork_bool, fork_inactive, fork_on_list, keep_best

COUNT = itertools.count()
BITS = 8


class Source:
    """Writes a random function of numbers, a text and a boolean, which ends for every input."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = [
            "def helper(a, b, flag=True):",
            f"    for k in range(1, {self.random.randint(2, 4)}):",
            f"        if {self.random.choice(['a > k', 'b == k', 'flag', 'a < b'])}:",
            f"            return {self.random.choice(['a, k', 'k, b', '(a - b) % 40, b'])}",
            f"        {self.random.choice(['a, b = b, a', 'a = (a + k) % 30', 'b = k', 'pass'])}",
            f"    return {self.random.choice(['b, a', '3, a', 'a, b'])}",
            "",
            "def program(n: Natural, m: int, s: str, q: bool) -> str:",
            "    x = y = 0",
            "    w = s",
            "    v = [n, m, 3]",
        ]

    def number(self, depth: int = 2) -> str:
        if depth == 0 or self.random.random() < 0.3:
            return self.random.choice(["n", "m", "x", "y", self.item(), str(self.random.randint(-9, 9))])
        a, b = self.number(depth - 1), self.number(depth - 1)
        kind = self.random.randrange(9)
        constant = self.random.randint(1, 9)
        simple = [f"({a} {sign} {b})" for sign in "+-"] + [f"({a} {sign} {constant})" for sign in ("%", "//")]
        product = f"(({a}) % 7 * (({b}) % 9))"
        choice = f"({a} if {self.boolean(0)} else {b})"
        return [*simple, product, f"abs({a})", f"-({a})", f"min({a}, {b})", choice][kind]

    def item(self) -> str:
        return f"v[{self.random.randint(-1, 2)}]"

    def boolean(self, depth: int = 1) -> str:
        relation = self.random.choice(["<", "<=", "==", "!=", ">=", ">"])
        simple = [
            f"{self.number(depth)} {relation} {self.number(0)}",
            f"{self.number(0)} in (1, 4, -2)",
            "q",
            f"w == {self.text(0)}",
        ]
        if depth == 0:
            return self.random.choice(simple)
        a, b = self.boolean(depth - 1), self.boolean(depth - 1)
        return self.random.choice([*simple, f"({a} and {b})", f"({a} or {b})", f"not ({a})"])

    def text(self, depth: int = 1) -> str:
        leaf = self.random.choice(["s", "w", "'ab'", "''", "'x'"])
        if depth == 0:
            return leaf
        return self.random.choice([leaf, f"({self.text(0)} + {self.text(0)})[:6]", "w[1:3]", "w[0:1]"])

    def block(self, indent: str, depth: int, in_loop: bool) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.statement(indent, depth, in_loop)

    def statement(self, indent: str, depth: int, in_loop: bool) -> None:
        kind = self.random.randrange(-3, 8 if depth else 4)
        deeper = indent + "    "
        if kind == -3:
            self.lines.append(f"{indent}{self.item()}, x = x, ({self.item()} + 1) % 40")
        elif kind == -2:
            self.lines.append(
                f"{indent}y, {self.item()} = helper({self.number(0)}, {self.number(0)}, {self.boolean(0)})"
            )
        elif kind == -1:
            self.lines.append(f"{indent}x = (sum(v) + max(v) - len(v)) % 40")
        elif kind < 3:
            target = self.random.choice("xyw")
            value = self.text() if target == "w" else f"({self.number()}) % 40 - 9"
            self.lines.append(f"{indent}{target} = {value}")
        elif kind == 3 and in_loop:
            self.lines.append(f"{indent}{self.random.choice(['break', 'continue'])}")
        elif kind == 3:
            self.lines.append(f"{indent}x, y = y, x")
        elif kind == 4:
            self.lines.append(f"{indent}for i in range({self.random.randint(1, 3)}):")
            self.block(deeper, depth - 1, True)
        elif kind == 5:
            self.lines.append(f"{indent}if {self.boolean()}:")
            self.lines.append(f"{deeper}return f'{{x}} {{y}} {{w}}'")
        else:
            self.lines.append(f"{indent}if {self.boolean()}:")
            self.block(deeper, depth - 1, in_loop)
            if kind == 7:
                self.lines.append(f"{indent}else:")
                self.block(deeper, depth - 1, in_loop)

    def function(self) -> Callable[..., str]:
        self.block("    ", 2, False)
        self.lines.append("    return f'{x} {y} {w} {v[0]} {v[1]} {v[2]}'")
        text = "\n".join(self.lines) + "\n"
        name = f"<random {next(COUNT)}>"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        names: dict[str, Any] = {"Natural": Natural, "__name__": "tests"}
        exec(compile(text, name, "exec"), names)
        found: Callable[..., str] = names["program"]
        return found


INPUTS = [(0, 0, "", False), (3, -4, "ab", True), (17, 9, "xy", False), (40, -40, "x", True)]


@settings(max_examples=15 if settings.default.max_examples < 100 else settings.default.max_examples)
@given(st.integers(0, 10**9))
def test_random_programs_do_what_python_does(seed: int) -> None:
    function = Source(seed).function()
    plain, short = assembly(function, bits=BITS, passes=()), assembly(function, bits=BITS)
    for values in INPUTS:
        expected = function(*values)
        text = "\n".join(map(str, values))
        assert plain.interpret(dict(zip("nmsq", values, strict=True))) == [expected]
        assert regex.run(plain.program, text) == expected + "\n"
        assert short.interpret(dict(zip("nmsq", values, strict=True))) == [expected]
        assert regex.run(short.program, text) == expected + "\n"


@pytest.mark.parametrize("name", PASSES)
@settings(max_examples=4 if settings.default.max_examples < 100 else settings.default.max_examples)
@given(seed=st.integers(0, 10**9))
def test_each_pass_alone_keeps_behaviour(name: str, seed: int) -> None:
    function = Source(seed).function()
    program = compile_function(function, bits=BITS, passes=(name,))
    for values in INPUTS:
        assert regex.run(program, "\n".join(map(str, values))) == function(*values) + "\n"


def lists(n: Natural) -> str:
    values = new_list(int)
    for i in range(6):
        if i * i < n:
            values.append(i * 3)
    if len(values) == 2:
        return f"two, {values[1]}"
    if 9 in values:
        return "nine"
    return f"{len(values)}"


def families(n: Natural) -> str:
    values, found = new_list(int), new_list(int)
    for i in range(5):
        values.append(n % (i + 2))
    fork_inactive("all")
    fork_on_list(values)
    half = values // 2
    if half == 0:
        half = -values
    keep_best(half)
    collect("all", half, found)
    return f"{found[0]} of {len(found)}"


def worlds(n: Natural) -> str:
    flag = False
    fork_bool(flag)
    other = False
    fork_bool(other)
    if flag and not other:
        destroy()
    return f"{n} {flag} {other}"


def squares(square: str) -> str:
    return square_offset(square, 1, 2) + "/" + square_offset(square, -1, -1)


def helper(n: int, *rest: int, scale: int = 2) -> tuple[int, bool]:
    def inner(value: int) -> int:
        return value * scale

    total = sum([inner(item) for item in rest], n)
    return total, all(item > 0 for item in rest)


def helped(n: Natural, m: Natural) -> str:
    (total, positive), last = helper(n, m, 3), helper(m, scale=5)[0]
    double = lambda value: value + value  # noqa: E731
    first, *others = [total, last, double(n)]
    words = {True: "yes", False: "no"}
    others += [first]
    others[0] -= 1
    return f"{others[-1]} {others[0]} {max(others)} {positive} {words[len(others) == 3]}"


@pytest.mark.parametrize("passes", [(), None], ids=["plain", "optimised"])
@pytest.mark.parametrize(
    ("function", "text", "expected"),
    [
        (lists, "0", "0"), (lists, "2", "two, 3"), (lists, "5", "3"), (lists, "20", "nine"),
        (families, "23", "2 of 1"), (families, "60", "0 of 1"),
        (worlds, "5", "5 True True\n5 False True\n5 False False"),
        (squares, "e4", "f6/d3"), (squares, "a8", "/"), (squares, "x", "x/x"),
        (helped, "4 0", "10 -1 10 False yes"), (helped, "4 5", "20 4 20 True yes"),
    ],
)  # fmt: skip
def test_programs(function: Callable[..., str], text: str, expected: str, passes: tuple[str, ...] | None) -> None:
    compiled = assembly(function, passes=passes)
    assert regex.run(compiled.program, text) == expected + "\n"
    assert compiled.interpret(
        {"n": text} if " " not in text else dict(zip("nm", text.split(), strict=True))
    ) == expected.split("\n")


def test_a_pass_is_worth_something() -> None:
    from ajeeb.regex.examples import gcd

    stages = {stage.name: stage for stage in assembly(gcd).stages}
    assert set(stages) == {"traced", *PASSES}
    assert stages["rules that can't match"].json_bytes < stages["traced"].json_bytes
    assert stages["rules that can't match"].rules < stages["stores in place"].rules < stages["traced"].rules


def no_end(n: int) -> int:
    while n > 0:
        n -= 1
    return n


def by_data(n: int) -> int:
    return sum(range(n))


def recursive(n: int) -> int:
    if n < 2:
        return n
    return recursive(n - 1)


def indexed(n: int) -> int:
    return [1, 2, 3][n]


def halfway(n: int) -> int:
    if n > 0:
        x = 1
    return x  # type: ignore[possibly-undefined]


def two_kinds(n: int) -> str:
    x: Any = "a"
    if n > 0:
        x = 3
    return f"{x}"


def tried(n: int) -> int:
    total = n
    global_words.append("x") if n > 0 else None
    return total


global_words: list[str] = []


def divided(n: int) -> float:
    return n / 2


def missing(n: int) -> int:
    return nothing_of_that_name  # type: ignore[name-defined]  # noqa: F821


def returns_nest(n: int) -> Any:
    return n, (n, 2)


def formatted(n: int) -> str:
    return f"{n:3}"


def too_long(n: int) -> int:
    return sum([n for _ in range(10**12)])


def too_large(n: int) -> int:
    return n + 10**9


def unwritable(n: int) -> str:
    return "50%" if n > 3 else "a"


def unannotated(n) -> int:  # type: ignore[no-untyped-def]
    return 1


def withdrawn(n: int) -> int:
    with open("x"):
        return n


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (no_end, "ends where data says"),
        (by_data, "length of a range depends on data"),
        (recursive, "calls itself, and nothing"),
        (indexed, "index that depends on data"),
        (halfway, "x has no value on every way"),
        (two_kinds, "x has not the same kind on every way"),
        (tried, "append changes a plain list"),
        (divided, "Div .* has no instruction"),
        (missing, "has no value here"),
        (returns_nest, "have a text"),
        (too_long, "more than 100,000 elements"),
        (too_large, "too large for a tally"),
        (unwritable, "which the machine needs"),
        (formatted, "a formatted value depends on data"),
    ],
)
def test_errors_say_why_and_where(function: Callable[..., Any], why: str) -> None:
    with pytest.raises(RegexProgramError, match=why) as caught:
        compile_function(function)
    place, _, _ = str(caught.value).partition(": ")
    name, line = place.split(":")
    first = function.__code__.co_firstlineno
    assert name == "test_compiler.py" and first <= int(line) <= first + 5
    assert len(str(caught.value).splitlines()) == 2 or function in (too_large, unwritable)


def test_errors_before_the_first_line() -> None:
    with pytest.raises(RegexProgramError, match="needs an annotation"):
        compile_function(unannotated)
    with pytest.raises(RegexProgramError, match="can't be traced"):
        compile_function(len)
    with pytest.raises(RegexProgramError, match="can't be traced"):
        compile_function(withdrawn)


def test_compiling_is_reproducible() -> None:
    code = "from ajeeb import regex; print(regex.load('gcd').to_json())"
    found = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert found == {regex.load("gcd").to_json().encode() + b"\n"}
