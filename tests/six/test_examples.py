"""Every example in the docstrings of `ajeeb.six` runs and prints what it says."""

import doctest
import importlib
import pkgutil

import pytest

import ajeeb.six

MODULES = ["ajeeb.six", *(f"ajeeb.six.{module.name}" for module in pkgutil.iter_modules(ajeeb.six.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
