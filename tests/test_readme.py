"""The README is a promise: its examples run as doctests, its commands run, its links lead somewhere."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from ajeeb.cli import main

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
COMMANDS = re.findall(r"^\$ ajeeb (.*)$", README.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    shutil.copy(ROOT / "data" / "sample.pgn", tmp_path / "data")
    monkeypatch.chdir(tmp_path)


def test_examples_run() -> None:
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 20
    assert results.failed == 0


def test_commands_run() -> None:
    assert COMMANDS
    for command in COMMANDS:  # one after the other: a later one reads what an earlier one wrote
        assert main(shlex.split(command)) == 0, command


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions/README.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert ((ROOT / page).parent / link).exists(), link
