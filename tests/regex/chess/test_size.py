"""The programs stay small, portable and told apart: rules, bytes of JSON, origins."""

import doctest
import importlib
from pathlib import Path

import pytest

from ajeeb.regex import check_portable, load
from ajeeb.regex.chess.desk import CHESS


@pytest.mark.parametrize(
    ("name", "rules", "size"), [("chess2-plain", 650, 60), ("chess2", 800, 80), ("chess3", 1000, 100)]
)
def test_size(name: str, rules: int, size: int) -> None:
    program = load(name)
    assert len(program) <= rules
    assert program.json_bytes <= size * 1000
    for rule in program:
        check_portable(rule)
        assert "turn.py" in rule.origin


def test_every_instruction_is_documented() -> None:
    for instruction in CHESS:
        assert instruction.__doc__, instruction.name


@pytest.mark.parametrize("module", ["", ".letters", ".screens", ".moves", ".score", ".desk", ".uci"])
def test_examples(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"ajeeb.regex.chess{module}")).failed == 0


def test_the_page() -> None:
    """docs/regex-chess.md: its examples run, and the sizes it tells are the programs'."""
    page = Path(__file__).parents[3] / "docs" / "regex-chess.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    text = page.read_text()
    programs = [load(name) for name in ("chess2-plain", "chess2", "chess3")]
    assert f"| substitutions | 84,688 | {' | '.join(str(len(program)) for program in programs)} |" in text
    sizes = " | ".join(f"{program.json_bytes / 1000:.1f} KB" for program in programs)
    assert f"| 5.27 MB | {sizes} |" in text
