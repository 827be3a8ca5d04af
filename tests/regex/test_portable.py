"""What the portable subset admits and refuses."""

import re
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb.errors import RegexProgramError
from ajeeb.regex import Rule, check_portable, quote
from ajeeb.regex.portable import is_surely_set


@pytest.mark.parametrize(
    "rule",
    [
        (r"(?:a|b)(c*)[^\n\]\-]\{", r"<\1>"),
        (r"^\n%%\n#stack:\n((?:[^%#\n][^\n]*\n)*)", r"\1"),
        (r"(?=a)", "x"),
        (r"(?<!ab|cd)x{2,5}?(?!y)", ""),
        (r"(?<=[♔♚])(a)\1", r"\1 \1"),
        (r"(?:(a)x|(?:b)(y))", ""),
        (r"(a|)b", r"\1"),
        (r"(?:[^\n]{9}a){2}(?:b{2})*", ""),
    ],
)
def test_admits(rule: tuple[str, str]) -> None:
    check_portable(rule)


@pytest.mark.parametrize(
    ("pattern", "replacement", "why"),
    [
        ("a.", "", "dot"),
        ("a$", "", "\\$"),
        (r"\d", "", "means different"),
        (r"\w\b", "", "means different"),
        (r"\#", "", "means different"),
        ("a*", "", "empty text"),
        ("(a)*b", "", "inside a repeat"),
        ("(?:(a)|b)*c", "", "inside a repeat"),
        ("(a)?b", "", "inside a repeat"),
        ("a*+", "", "second repeat"),
        ("(?>a)", "", "neither"),
        ("(?P<x>a)", "", "neither"),
        ("(?i)a", "", "neither"),
        ("(?<=a*)b", "", "fixed width"),
        ("(?<=a|bc)b", "", "fixed width"),
        ("(?:(a)|b)c\\1", "", "may be unset"),
        ("\\1(a)", "", "may be unset"),
        ("(a)\\10", "", "digit right after"),
        ("(a)", r"\10", "reads as one number"),
        ("(a)|b", r"\1", "may be unset"),
        ("a", r"\1", "names group 1 of 0"),
        ("a", "$1", r"\$"),
        ("a", "\\n", "backslash"),
        ("a{,3}", "", "not {m}"),
        ("a{3,1}", "", "out of order"),
        ("]", "", "without a backslash"),
        ("[]", "", "empty class"),
        ("[^", "", "without"),
        ("[[a]", "", "without a backslash"),
        ("[a&&b]", "", "&&"),
        ("[z-a]", "", "backwards"),
        ("(a", "", "without"),
        ("a)", "", "unmatched"),
        ("*a", "", "nothing to repeat"),
        ("(?:a|b*)+", "", "may be empty"),
        ("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)", "", "more than 9"),
        ("(?:" * 1000, "", "too deep"),
        ("(?!(a))b", "", "negative look"),
        ("(?:^)+a", "", "without width"),
        ("a\\", "", "means different"),
        ("x*,(?:b{2}){2}c", "", "count inside a count"),
        ("(?:a(?:bc){3}){2,}", "", "count inside a count"),
    ],
)
def test_refuses(pattern: str, replacement: str, why: str) -> None:
    with pytest.raises(RegexProgramError, match=why) as caught:
        check_portable(Rule(pattern, replacement, "the origin"))
    assert repr(pattern) in str(caught.value) and "the origin" in str(caught.value)


@given(st.text())
def test_a_quoted_text_matches_itself(text: str) -> None:
    assert re.fullmatch(quote(text), text)
    if text:
        check_portable((quote(text), ""))


@given(st.text("ab()[]{}|*+?^$\\.-1,\n:=!<", max_size=16))
def test_what_is_admitted_compiles_without_a_warning(pattern: str) -> None:
    try:
        check_portable((pattern, ""))
    except RegexProgramError:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        re.compile(pattern)


def test_surely_set() -> None:
    assert is_surely_set("(a)(?:b|c)*", [1])
    assert not is_surely_set("(?:(a)|b)", [1])
    assert not is_surely_set("(?:(?=(a))|b)", [1])
