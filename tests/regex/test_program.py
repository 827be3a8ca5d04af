"""Programs, their files, and running them."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb import regex
from ajeeb.errors import RegexProgramError
from ajeeb.regex import Program, Rule


def test_rules_apply_once_globally_in_order() -> None:
    assert regex.run([("a", "ba"), ("b", "c")], "aba") == "cacca"


def test_the_caret_is_the_start_of_the_text_alone() -> None:
    assert regex.run([("^a", "b")], "a\na") == "b\na"


@given(st.text("abc%\n", max_size=30))
def test_run_is_what_re_does(text: str) -> None:
    rules = [("(a)(b*)", r"\2%s\1"), ("(?:(c)|a)(b)", r"<\1\2>"), ("%", ""), ("(c)", r"\1\1")]
    expected = text
    for pattern, replacement in rules:
        expected = re.sub(pattern, replacement, expected)
    assert regex.run(rules, text) == expected


def test_progress_counts_rules() -> None:
    seen: list[tuple[int, int]] = []
    regex.run([("a", "b")] * 3, "a", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_programs_concatenate_and_round_trip(tmp_path) -> None:
    second = Program.of("two", [("(a)", r"\1", "second")])
    program = Program("one", (Rule("♔\n", r"x", "first"),)) + second
    path = tmp_path / "one.json"
    program.save(path)
    assert Program.load(path) == program
    assert json.loads(path.read_text())["rules"] == [["♔\n", "x", "first"], ["(a)", "\\1", "second"]]
    assert [entry.name for entry in tmp_path.iterdir()] == ["one.json"]
    compact = json.dumps(
        {"name": "one", "rules": [["♔\n", "x"], ["(a)", "\\1"]]}, ensure_ascii=False, separators=(",", ":")
    )
    assert program.json_bytes == len(compact.encode())
    assert len(program) == 2
    assert regex.load(path) == program


@pytest.mark.parametrize(
    "text", ["", "[]", "[" * 100_000, '{"name": "x"}', '{"name": 1, "rules": []}', '{"name": "x", "rules": [["a"]]}',
             '{"name": "x", "rules": [["a", 1, ""]]}', '{"name": "x", "rules": "ab"}',
             r'{"name": "\ud800", "rules": []}', r'{"name": "x", "rules": [["a", "\ud800"]]}']
)  # fmt: skip
def test_a_file_that_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(RegexProgramError):
        Program.from_json(text)


@pytest.mark.parametrize(
    "rule", [("(", ""), ("a", r"\1"), ("a", r"\n"), ("a", "\\"), ("a{99999999999}", ""), ("(" * 5000, "")]
)
def test_a_rule_that_does_not_compile_is_named(rule: tuple[str, str]) -> None:
    with pytest.raises(RegexProgramError) as caught:
        regex.run([("a", "b"), rule], "a")
    assert caught.value.rule == 1
    assert len(str(caught.value)) < 300


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(RegexProgramError, match="no program 'nonsense'"):
        regex.load("nonsense")
