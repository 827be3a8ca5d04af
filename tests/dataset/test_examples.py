"""The examples in docstrings run."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["dataset.building", "dataset.reading", "pgn.labels", "pgn.fields", "pgn.tensors"])
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"ajeeb.{name}"))
    assert result.attempted > 0 and result.failed == 0
