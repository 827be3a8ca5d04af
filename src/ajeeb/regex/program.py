"""Programs: ordered lists of substitutions, their files, and the only thing that ever runs them.

A *rule* is one substitution (pattern, replacement, and where it came from), a *program* an ordered list of rules, and
running one is applying each rule once, globally, in order; the text is the whole state. Nothing here knows the machine,
its instructions or chess; what a portable rule is, `portable.py` tells.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from ajeeb._files import write_text
from ajeeb.errors import RegexProgramError
from ajeeb.regex.portable import is_surely_set
from ajeeb.regex.rule import Rule, RuleLike, as_rule

__all__ = ["Program", "Progress", "Rule", "RuleLike", "Step", "as_rule", "run", "steps"]


Progress = Callable[[int, int], object]
"""Called as `progress(done, total)`, in rules, after each rule."""


@dataclass(frozen=True)
class Program:
    r"""A named, ordered list of rules. Programs add up like lists; the sum keeps the left one's name.

    >>> swap = Program("swap", (Rule("(a+)(b+)", r"\2\1"),))
    >>> run(swap + [("c", "d")], "aabbc ab")
    'bbaad ba'
    """

    name: str
    rules: tuple[Rule, ...]

    @classmethod
    def of(cls, name: str, rules: Iterable[RuleLike]) -> "Program":
        """A program from anything that reads as rules."""
        return cls(name, tuple(as_rule(rule) for rule in rules))

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __add__(self, other: "Program | Iterable[RuleLike]") -> "Program":
        return Program.of(self.name, [*self.rules, *other])

    def to_json(self, origins: bool = True) -> str:
        """The program as JSON, one rule a line; `origins=False` leaves out where the rules came from."""
        rows = [(rule.pattern, rule.replacement, rule.origin)[: 3 if origins else 2] for rule in self.rules]
        lines = ",\n".join(_compact(row) for row in rows)
        return f'{{"name":{_compact(self.name)},"rules":[\n{lines}\n]}}\n'

    @property
    def json_bytes(self) -> int:
        """The size of the program: bytes of its JSON (UTF-8, no spaces) without origins."""
        return len(_compact({"name": self.name, "rules": [(r.pattern, r.replacement) for r in self.rules]}).encode())

    @classmethod
    def from_json(cls, text: str) -> "Program":
        """Read a program from JSON. Raises RegexProgramError for anything else, naming the rule at fault."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RegexProgramError(f"a program file is JSON, and this is not: {error}") from None
        if (
            not isinstance(data, dict)
            or not isinstance(data.get("name"), str)
            or not isinstance(data.get("rules"), list)
        ):
            raise RegexProgramError(
                'a program file is {"name": text, "rules": [[pattern, replacement, origin]...]}, '
                f"and this begins {text.strip()[:40]!r}"
            )
        if not _is_unicode(data["name"]):
            raise RegexProgramError(f"the program's name is {json.dumps(data['name'])[:80]}: that is no text")
        return cls(data["name"], tuple(_rule_from_json(row, index) for index, row in enumerate(data["rules"])))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Program":
        """Read a program file. Raises OSError or RegexProgramError."""
        try:
            return cls.from_json(Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            raise RegexProgramError(f"a program file is UTF-8, and {path} is not: {error}") from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write a program file, whole or not at all."""
        write_text(Path(path), self.to_json())

    @cached_property
    def _compiled(self) -> list["_Substitution"]:
        return [_substitution(rule, index) for index, rule in enumerate(self.rules)]


class Step(NamedTuple):
    """One rule applied: its number from 0, the rule, the text after it, and how many matches it had."""

    number: int
    rule: Rule
    text: str
    matches: int


def run(rules: Program | Iterable[RuleLike], text: str, progress: Progress | None = None) -> str:
    """Apply each rule once, globally, in order, and return the text that is left.

    Patterns are Python's, without any flag: `^` is the start of the text. Raises RegexProgramError for a rule that
    does not compile; `progress(done, total)` is called after each rule.

    >>> run([("a", "b"), ("bb", "c")], "abab")
    'cc'
    """
    substitutions = _program(rules)._compiled
    if progress is None:
        for substitute, replacement in substitutions:
            text = substitute(replacement, text)
        return text
    for done, (substitute, replacement) in enumerate(substitutions, 1):
        text = substitute(replacement, text)
        progress(done, len(substitutions))
    return text


def steps(rules: Program | Iterable[RuleLike], text: str) -> Iterator[Step]:
    """Run the rules one by one, yielding a `Step` after each.

    >>> [(step.text, step.matches) for step in steps([("a", "b"), ("bb", "c")], "abab")]
    [('bbbb', 2), ('cc', 2)]
    """
    program = _program(rules)
    for index, (substitute, replacement) in enumerate(program._compiled):
        text, matches = substitute.__self__.subn(replacement, text)  # type: ignore[attr-defined]
        yield Step(index, program.rules[index], text, matches)


_Template = str | Callable[[re.Match[str]], str]
_Substitution = tuple[Callable[[_Template, str], str], _Template]


def _program(rules: Program | Iterable[RuleLike]) -> Program:
    return rules if isinstance(rules, Program) else _cached_program(tuple(as_rule(rule) for rule in rules))


@lru_cache(maxsize=64)
def _cached_program(rules: tuple[Rule, ...]) -> Program:
    return Program("", rules)


def _substitution(rule: Rule, index: int) -> _Substitution:
    try:
        pattern = re.compile(rule.pattern)
        return pattern.sub, _template(rule, pattern)
    except (re.error, OverflowError, RecursionError, ValueError) as error:
        raise RegexProgramError(
            f"rule {index} ({(rule.origin or repr(rule.pattern))[:80]}) does not compile: {error}", rule=index
        ) from None


def _template(rule: Rule, pattern: re.Pattern[str]) -> _Template:
    """The replacement as `re` wants it: literal text, or a function that fills in the groups.

    `re` itself parses a template with groups again and again once a program has more of them than its cache holds.
    """
    pieces = re.split(r"\\([1-9])", rule.replacement)
    numbers = [int(number) for number in pieces[1::2]]
    if "\\" in "".join(pieces[::2]):
        raise ValueError(f"the replacement {rule.replacement!r} has a backslash that is not one of \\1 to \\9")
    if any(number > pattern.groups for number in numbers):
        raise ValueError(f"the replacement {rule.replacement!r} names a group that the pattern lacks")
    if not numbers:
        return rule.replacement
    form = "%s".join(literal.replace("%", "%%") for literal in pieces[::2])
    if len(numbers) == 1:
        (number,) = numbers
        return lambda match: form % (match[number] or "")
    if is_surely_set(rule.pattern, numbers):
        return lambda match: form % match.group(*numbers)
    return lambda match: form % tuple(match[number] or "" for number in numbers)


def _compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _rule_from_json(row: Any, index: int) -> Rule:
    if not isinstance(row, list) or len(row) not in (2, 3) or not all(isinstance(part, str) for part in row):
        raise RegexProgramError(f"rule {index} is {_compact(row)[:80]}, not [pattern, replacement, origin]", rule=index)
    if not _is_unicode("".join(row)):
        raise RegexProgramError(f"rule {index} is {json.dumps(row)[:80]}: half a surrogate pair is no text", rule=index)
    return Rule(*row)


def _is_unicode(text: str) -> bool:
    """Whether UTF-8 can write it. JSON can hold halves of surrogate pairs, which can't be written."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
