"""Every export runs in its own runtime and gives the text that the package's runner gives, byte for byte."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ajeeb import regex
from ajeeb.errors import RegexProgramError
from ajeeb.regex import Program
from ajeeb.regex.chess import to_screen
from ajeeb.regex.examples import EXAMPLES
from ajeeb.regex.export import TARGETS, export
from tests.regex.turns import CHESS_TURNS

TEXTS = {
    "fib": ["0", "7\n", "16"],
    "gcd": ["48 36", "999 27", "0 5"],
    "prime": ["1", "91", "997", "x"],
    "sort5": ["5 -3 2 9 1", "1 1 1 1 1\n"],
    "tictactoe": ["X   O   X", "XX  O    ", "    X    ", "XX"],
}
ODD = Program.of(
    "odd",
    [
        ("'\"@", "'\"@&/%"),
        (r"(♔|♚)([a-c\^]+)", r"\2{\1}$".replace("$", "€")),
        (r"\/\\?\$\{", "<\n\t>"),
        ("[^\n]x{2,3}(?:y|z)*", "#'`~"),
        (r"^([^%]*)", r"(\1)"),
    ],
)
ODD_TEXTS = ["'\"@ ♔abc^ ♚c \n", "a /${ axxyzz \n é xxxx", "@@'\"@'\"@", "€\u2028𝄞x", ""]

COMMANDS = {"py": [sys.executable], "js": ["node"], "perl": ["perl"], "sed": ["sed", "-zEf"]}


def run_file(target: str, path: Path, text: str) -> str:
    command = COMMANDS[target]
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]} here")
    done = subprocess.run(
        [*command, str(path)],
        input=text.encode(),
        capture_output=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        timeout=120,
    )
    assert done.returncode == 0 and done.stderr == b"", done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize("target", COMMANDS)
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_give_the_same_text(name: str, target: str, tmp_path: Path) -> None:
    program = regex.load(name)
    path = tmp_path / f"{name}.{target}"
    path.write_text(export(program, target))
    for text in TEXTS[name]:
        assert run_file(target, path, text) == regex.run(program, text)


@pytest.mark.parametrize("target", ["py", "js", "perl"])
def test_chess_gives_the_same_text(target: str, tmp_path: Path) -> None:
    program = regex.load("chess2")
    path = tmp_path / f"chess.{target}"
    path.write_text(export(program, target))
    for text in ["", *(to_screen(fen) + typed for fen, typed in CHESS_TURNS)]:
        assert run_file(target, path, text) == regex.run(program, text)


def test_chess_does_not_fit_sed() -> None:
    with pytest.raises(RegexProgramError, match=r"rule [0-9]+ of chess2: .* does not fit POSIX"):
        export(regex.load("chess2"), "sed")


@pytest.mark.parametrize("target", ["py", "js", "perl"])
def test_odd_characters_survive(target: str, tmp_path: Path) -> None:
    path = tmp_path / f"odd.{target}"
    path.write_text(export(ODD, target))
    for text in ODD_TEXTS:
        assert run_file(target, path, text) == regex.run(ODD, text)


def test_odd_characters_survive_sed(tmp_path: Path) -> None:
    program = Program("odd", ODD.rules[:2] + ODD.rules[3:])
    path = tmp_path / "odd.sed"
    path.write_text(export(program, "sed"))
    for text in filter(None, ODD_TEXTS):
        assert run_file("sed", path, text) == regex.run(program, text)


def test_the_sed_file_runs_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "fib"
    path.write_text(export(regex.load("fib"), "sed"))
    path.chmod(0o755)
    assert subprocess.run([path], input=b"10", capture_output=True).stdout == b"55\n"


def test_json_is_the_program_file() -> None:
    program = regex.load("fib")
    assert Program.from_json(export(program, "json")) == program


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (("(?=a)b", ""), "looks ahead"),
        ((r"(a)\1", ""), "refers to a group"),
        (("a+?b", ""), "lazily"),
        (("ab|a", ""), "longest of its alternatives"),
        (("(?:a*|b)c", ""), "longest of its alternatives"),
        (("(?:a)(?:b)(?:c)(?:d)(?:e)(?:f)(?:g)(?:h)(?:i)(j)", r"\1"), "beyond 9"),
    ],
)
def test_sed_refuses_what_posix_reads_differently(rule: tuple[str, str], why: str) -> None:
    program = Program.of("p", [("a", "b"), rule])
    with pytest.raises(RegexProgramError, match=f"rule 1 of p: .*{why}") as caught:
        export(program, "sed")
    assert caught.value.rule == 1


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_not_portable_is_refused(target: str) -> None:
    with pytest.raises(RegexProgramError, match=r"rule 1 of p: .*not portable"):
        export(Program.of("p", [("a", "b"), (r"\d", "")]), target)


def test_an_unknown_target_is_refused() -> None:
    with pytest.raises(RegexProgramError, match="no export to 'lua'"):
        export(ODD, "lua")
