"""What is written about the face is true: pages and docstrings run, and the table of names is in step."""

import doctest
import importlib
import re
import sys
from pathlib import Path

import pytest

import ajeeb

ROOT = Path(__file__).parents[2]
MODULES = ["outcomes", "_endings", "left_out", "svg", "polyglot", "pgn.headers", "pgn.nodes", "pgn.reading",
           "pgn.time_control", "pgn.visitors"]  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(f"ajeeb.{name}")
    names = {key: getattr(ajeeb, key) for key in ajeeb.__all__}
    result = doctest.testmod(module, extraglobs=names)
    assert result.attempted > 0 and result.failed == 0


def test_docstrings_of_the_core() -> None:
    names = {key: getattr(ajeeb, key) for key in ajeeb.__all__}
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    for owner in (ajeeb.Board, ajeeb.BaseBoard, ajeeb.Move, ajeeb.Piece, ajeeb.SquareSet):
        for key in ("", *vars(owner)):
            text = getattr(getattr(owner, key) if key else owner, "__doc__", None) or ""
            for test in [doctest.DocTestParser().get_doctest(text, dict(names), f"{owner.__name__}.{key}", None, None)]:
                if test.examples:
                    runner.run(test)
    for key, value in names.items():
        for test in (
            finder.find(value, key, globs=dict(names)) if callable(value) and not isinstance(value, type) else []
        ):
            runner.run(test)
    assert runner.tries >= 12 and runner.failures == 0


@pytest.mark.parametrize("page", ["left-out.md", "moving-over.md"])
def test_pages(page: str) -> None:
    result = doctest.testfile(
        str(ROOT / "docs" / page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert result.attempted > 0 and result.failed == 0


def test_the_table_of_names_is_in_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.setattr(sys, "argv", ["names_table.py", "--check"])
    assert importlib.import_module("names_table").main() == 0


def test_type_checkers_see_what_there_is() -> None:
    stub = (ROOT / "src" / "ajeeb" / "__init__.pyi").read_text(encoding="utf-8")
    named = set(re.findall(r" as (\w+)$", stub, re.M)) - {"errors", "outcomes"}
    for module in re.findall(r"^from (\S+) import \*$", stub, re.M):
        named |= {name for name in vars(importlib.import_module(module)) if not name.startswith("_")}
    assert set(ajeeb.__all__) - named == set(), sorted(set(ajeeb.__all__) - named)


def test_bits_do_not_load_the_core() -> None:
    import subprocess

    code = "import ajeeb.bits, sys; sys.exit(any(name.startswith('ajeeb._core') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
