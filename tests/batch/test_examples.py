"""The examples in docstrings and in the documentation run."""

import doctest
import importlib
from pathlib import Path

import pytest


@pytest.mark.parametrize("name", ["", "._rows", "._positions", "._moves", "._tensors"])
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module("ajeeb.batch" + name))
    assert result.attempted > 0 and result.failed == 0


def test_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "arrays.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 20 and result.failed == 0
