"""The examples in docstrings run."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["", "._rows", "._positions", "._moves", "._tensors"])
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module("ajeeb.batch" + name))
    assert result.attempted > 0 and result.failed == 0
