"""Every example in the docstrings of `ajeeb.six` runs and prints what it says."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import ajeeb.six

MODULES = ["ajeeb.six", *(f"ajeeb.six.{module.name}" for module in pkgutil.iter_modules(ajeeb.six.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_guides_examples_run() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "six.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", guide, re.DOTALL):
        exec(block, names)
    assert {"board", "found", "offsets"} <= names.keys()
