"""docs/regex.md: its examples run, and the sizes it tells are the programs'."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from ajeeb import regex
from ajeeb.regex.machine import MACHINE

PAGE = Path(__file__).parents[2] / "docs" / "regex.md"


def test_examples() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


def test_sizes() -> None:
    rows = re.findall(
        r"^\| (\w[\w-]*)[^|]*\| \d+ → \d+ \| [\d,]+ → ([\d,]+) \| [\d,]+ → ([\d,]+) \|", PAGE.read_text(), re.M
    )
    assert len(rows) == 5
    for name, rules, size in rows:
        program = regex.load(name.replace("-", ""))
        assert (f"{len(program):,}", f"{program.json_bytes:,}") == (rules, size)


def test_every_instruction_is_listed() -> None:
    listed = set(re.findall(r"`(\w+)`", PAGE.read_text()))
    names = {instruction.name for instruction in MACHINE}
    assert {name for name in names if not {name, name.removesuffix("_constant")} & listed} == set()


MODULES = ["ajeeb.regex", *(module.name for module in pkgutil.walk_packages(regex.__path__, "ajeeb.regex."))]
MODULES = [name for name in MODULES if ".chess" not in name]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
