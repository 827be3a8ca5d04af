"""Tracing functions for a machine that is not the general one: a line per lamp, a tag in front of it."""

from collections.abc import Iterable

import pytest

from ajeeb import regex
from ajeeb.errors import RegexProgramError
from ajeeb.regex.compiler import trace
from ajeeb.regex.instructions import InstructionSet, assemble

LAMPS = InstructionSet("lamps")
Pairs = Iterable[tuple[str, str]]


@LAMPS.instruction
def paint(color: str) -> Pairs:
    """Give the awake lamps a color."""
    yield r"> [^\n]*\n", f"> {color}\n"


@LAMPS.instruction
def add(letters: str) -> Pairs:
    """Write something behind the color."""
    yield r"(> [^\n]*)\n", rf"\1{letters}" + "\n"


@LAMPS.guard
def is_color(tag: str, color: str) -> Pairs:
    """Lamps of another color sleep under the tag."""
    yield r"> ([^\n]*)\n", rf"{tag} \1" + "\n"
    yield f"{tag} {color}\n", f"> {color}\n"


@LAMPS.instruction
def otherwise(tag: str) -> Pairs:
    """The other lamps wake."""
    yield "> ", f"{tag}! "
    yield f"{tag} ", "> "


@LAMPS.instruction
def reactivate(tag: str) -> Pairs:
    """Both sides wake."""
    yield f"{tag}!? ", "> "


@LAMPS.instruction
def park(tag: str) -> Pairs:
    """All awake lamps sleep."""
    yield "> ", f"{tag} "


def mark(letters: str, times: int) -> None:
    for _ in range(times):
        add(letters)


def lamps(function, *arguments, lines: str = "red blue green") -> str:
    program = assemble("lamps", trace(function, *arguments))
    text = "".join(f"> {color}\n" for color in lines.split())
    return regex.run(program, text).replace("> ", "").replace("\n", " ").strip()


def test_straight_lines_loops_and_calls() -> None:
    def turn(times: int) -> None:
        for letter in ("a", "b"):
            mark(letter, times)

    assert lamps(turn, 2) == "redaabb blueaabb greenaabb"


def test_branches() -> None:
    def turn() -> None:
        if is_color("red"):
            paint("black")
        elif not is_color("blue"):
            add("!")
        else:
            add("?")
        add(".")

    assert lamps(turn) == "black. blue?. green!."


def test_a_branch_with_nothing_in_it_is_nothing() -> None:
    def turn() -> None:
        if is_color("red"):
            pass

    assert trace(turn) == []


def test_ways_out() -> None:
    def turn() -> None:
        for color in ("red", "blue"):
            add("-")
            if is_color(f"{color}-"):
                add("x")
                return
            for _ in range(2):
                if is_color("green-"):
                    break
                add("+")
            if is_color("green-"):
                continue
            add("=")

    assert lamps(turn) == "red-x blue-++=-++= green--++="


def test_origins_name_instruction_and_line() -> None:
    def turn() -> None:
        add("a")

    (call,) = trace(turn)
    line = turn.__code__.co_firstlineno + 1
    assert call.rules()[0].origin == f"add('a') test_trace_machines.py:{line}"


def test_errors_point_at_the_line() -> None:
    def turn() -> None:
        if is_color("red") and is_color("blue"):
            add("x")

    with pytest.raises(RegexProgramError, match=r"test_trace_machines.py:[0-9]+: .*nest the ifs\n    if is_color"):
        trace(turn)
