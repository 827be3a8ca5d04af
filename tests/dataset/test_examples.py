"""The examples in docstrings and in docs/dataset.md run."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["dataset.building", "dataset.reading", "pgn.labels", "pgn.fields", "pgn.tensors"])
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"ajeeb.{name}"))
    assert result.attempted > 0 and result.failed == 0


def test_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "docs" / "dataset.md"), module_relative=False)
    assert result.attempted > 10 and result.failed == 0


def test_every_option_is_in_the_page() -> None:
    import typer

    from ajeeb.cli.dataset import app

    page = (ROOT / "docs" / "dataset.md").read_text()
    group = typer.main.get_command(app)
    options = [option for parameter in group.commands["build"].params for option in parameter.opts]
    unnamed = {"--out", "-o", "--overwrite", "--json", "--help", "--allow-truncated", "sources"}
    assert [option for option in options if option not in page and option not in unnamed] == []
