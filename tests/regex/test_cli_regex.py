"""`ajeeb regex` from the outside."""

import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ajeeb import regex
from ajeeb.cli import main
from ajeeb.regex import Program

SOURCE = """
from ajeeb.regex.compiler import Natural

print("loading")

def larger(a: Natural, b: Natural) -> int:
    return b if a < b else a

def unknown(a: "Nonsense") -> int:
    return a

def unhashable(a: {}) -> int:
    return a

def endless(a: int) -> int:
    while True:
        pass
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "my.py"
    path.write_text(SOURCE)
    return path


def ajeeb(*arguments: object) -> int:
    return main(["regex", *map(str, arguments)])


def test_build_run_and_explain(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "larger.json"
    assert ajeeb("build", f"{source}:larger", "-o", file, "--explain") == 0
    told = capsys.readouterr()
    assert told.out == "" and "rules that can't match" in told.err
    assert Program.load(file).rules[-1].origin == "write()"
    assert ajeeb("build", "gcd", "--explain") == 0
    told = capsys.readouterr()
    assert Program.from_json(told.out) == regex.load("gcd") and "last uses" in told.err
    for program in (file, f"{source}:larger"):
        assert ajeeb("run", program, "12 30") == 0
        assert capsys.readouterr().out == "30\n"


def test_run_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"48 36\n")))
    assert ajeeb("run", "gcd") == 0
    assert capsys.readouterr().out == "12\n"


def test_texts_that_are_no_utf8(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert ajeeb("run", "fib") == 2
    assert ajeeb("run", "fib", "\udcff") == 2
    assert "UTF-8" in capsys.readouterr().err


def test_a_limit_without_end_and_a_long_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "doubling.json"
    path.write_text(json.dumps({"name": "doubling", "rules": [["a", "aa"]] * 20}))
    assert ajeeb("run", path, "a\n", "--seconds", "inf") == 0
    assert capsys.readouterr() == ("a" * 2**20 + "\n", "")


def test_trace(capsys: pytest.CaptureFixture[str]) -> None:
    assert ajeeb("trace", "tictactoe", "X   O   X", "--lines", 3) == 0
    short = capsys.readouterr().out
    assert "1 match · 1 thread, 1 active, 3 lines · read(" in short
    assert "tictactoe.py:" in short and "more lines" in short and "threads, " in short
    assert ajeeb("trace", "fib", "3", "--json") == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert steps[-1]["text"] == "2\n" and all(step["matches"] and step["first"] for step in steps[1:])
    assert ajeeb("trace", "fib", "3", "--all") == 0
    every = capsys.readouterr().out
    assert "no match" in every and "  matched '%%\\n#stack:\\n" in every


def test_stats(capsys: pytest.CaptureFixture[str]) -> None:
    assert ajeeb("stats", "fib", "16", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    program = regex.load("fib")
    assert (found["rules"], found["bytes"]) == (len(program), program.json_bytes)
    assert sum(group["rules"] for group in found["by"].values()) == len(program)
    assert found["longest"] > 987 and found["by"]["add"]["matches"] > 0
    for by in ("line", "rule"):
        assert ajeeb("stats", "fib", "--by", by) == 0
        assert "arithmetic.py:" in capsys.readouterr().out
    assert ajeeb("stats", "fib", "--by", "color") == 2


def test_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fib.py"
    assert ajeeb("export", "fib", "--to", "py", "-o", file) == 0
    assert subprocess.run([sys.executable, file], input=b"10", capture_output=True).stdout == b"55\n"
    assert ajeeb("export", "fib", "--to", "html") == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")
    assert ajeeb("export", "fib", "--to", "lua") == 2


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ([["(?:a|aa)+(?:a|aa)+(?:a|aa)+b", ""]], "not done after 1 seconds"),
        ([["a", "a" * 100_000]] * 2, "MemoryError"),
        ([["a", "b"], ["(", ""]], "rule 1"),
        ([["a"]], "rule 0 is"),
        ([["a", "\ud800"]], "half a surrogate pair"),
    ],
)
def test_a_bad_program_ends(
    rules: list[list[str]], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"name": "bad", "rules": rules}))
    assert ajeeb("run", path, "a" * 60, "--seconds", 1 if "seconds" in told else 60) == 1
    assert told in capsys.readouterr().err


def test_sources_that_fail_are_told(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_that_name")
    looping = tmp_path / "looping.py"
    looping.write_text("while True: pass")
    cases = [
        (f"{source}:nothing", "has no function 'nothing'"),
        (f"{source}:unknown", "the annotations of unknown can't be read: NameError"),
        (f"{source}:unhashable", "the parameter a of unhashable needs an annotation"),
        (f"{source}:endless", "loop of more than"),
        (f"{broken}:f", "can't be run: ModuleNotFoundError"),
        (f"{looping}:f", "not done after"),
        (tmp_path / "none.json", "No such file"),
        ("chess9", "no program 'chess9'"),
    ]
    for program, told in cases:
        assert ajeeb("build", program, "--seconds", 20 if "not done" not in told else 1) == 1
        error = capsys.readouterr().err
        assert error.startswith("ajeeb regex: ") or "loading" in error
        assert told in error


@pytest.mark.parametrize(
    "flood",
    [
        "print('x' * 1000)",
        "import os; os.write(1, b'x' * 100_000)",
        "import os; [os.write(fd, b'x' * 60_000) for fd in range(3, 9) if os.path.exists(f'/proc/self/fd/{fd}')]",
        "import os; [os.write(fd, b'[]\\n') for fd in range(3, 9) if os.path.exists(f'/proc/self/fd/{fd}')]",
    ],
)
def test_a_source_that_floods_its_output_ends_with_the_limit(
    flood: str, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By whatever way it goes: as an answer it is nonsense, beside the answers it is only noise."""
    flooding = tmp_path / "flooding.py"
    flooding.write_text(f"while True:\n    try:\n        {flood}\n    except OSError:\n        pass\n")
    started = time.monotonic()
    assert ajeeb("build", f"{flooding}:f", "--seconds", 2) == 1
    assert time.monotonic() - started < 30
    error = capsys.readouterr().err
    assert "not done after 2 seconds" in error or "answered with nonsense" in error


def test_what_a_source_prints_is_no_answer(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chatty = tmp_path / "chatty.py"
    chatty.write_text("import os\nos.write(1, b'{\"error\": \"no\"}\\n')\nprint('hello')\n" + source.read_text())
    assert ajeeb("build", f"{chatty}:nothing", "--seconds", 20) == 1
    assert "has no function 'nothing'" in capsys.readouterr().err
