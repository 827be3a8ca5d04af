"""The examples in the docstrings of the room run, and every public function has one."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

from ajeeb import bits

MODULES = ["ajeeb.bits", *(f"ajeeb.bits.{module.name}" for module in pkgutil.iter_modules(bits.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_every_public_function_has_an_example() -> None:
    bare = [
        name
        for name in bits.__all__
        if inspect.isfunction(value := getattr(bits, name)) and ">>> " not in (inspect.getdoc(value) or "")
    ]
    assert bare == []
