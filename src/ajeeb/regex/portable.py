r"""The portable subset: patterns that mean the same in Python, JavaScript, Perl and PCRE2.

A pattern is parsed into a small tree, and whatever the engines read differently is refused. What is left:

- literal characters, `\n`, `\t` and punctuation behind a backslash (`quote` writes it), explicit classes like `[^\n]`;
- groups, at most nine that capture, none of them inside a repeat; alternatives; `* + ? {m} {m,} {m,n}`, lazy or not,
  but no count of something that has a count in it;
- `^` (the start of the text), lookahead, lookbehind of fixed width;
- references `\1` to `\9`, in pattern or replacement, to a group that is surely set, and no digit right after one;
- no pattern that may match the empty text but need not, unless it begins with `^`;
- no `$` or other backslash in a replacement.

The tree also tells the sed export which patterns fit POSIX. Nothing here runs a pattern.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ajeeb.errors import RegexProgramError
from ajeeb.regex.rule import Rule, RuleLike, as_rule

__all__ = [
    "Alternatives",
    "Characters",
    "Group",
    "Look",
    "Node",
    "Pattern",
    "Reference",
    "Repeat",
    "Sequence",
    "Start",
    "check_portable",
    "is_surely_set",
    "parse",
    "quote",
    "walk",
]

SYNTAX = frozenset(r"\^$.|?*+()[]{}/")
MAX_GROUPS = 9
MAX_REPEAT = 1000
_ESCAPES = {"n": "\n", "t": "\t"}
_QUOTED = {value: "\\" + name for name, value in _ESCAPES.items()}
_UNBOUNDED = float("inf")


@dataclass(frozen=True, slots=True)
class Characters:
    """One character out of `ranges` (inclusive pairs), or, negated, one that is in none of them."""

    ranges: tuple[tuple[str, str], ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """The parts, one after another."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The first of the branches that leads to a match."""

    branches: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`body` from `least` to `most` times (None: without end)."""

    body: "Node"
    least: int
    most: int | None
    lazy: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A group; `number` is None when it does not capture."""

    body: "Node"
    number: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """A look ahead or behind; `negated` when the body must not match there."""

    body: "Node"
    ahead: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class Reference:
    """The text that group `number` matched."""

    number: int


@dataclass(frozen=True, slots=True)
class Start:
    """The start of the text."""


Node = Characters | Sequence | Alternatives | Repeat | Group | Look | Reference | Start


@dataclass(frozen=True, slots=True)
class Pattern:
    """A parsed pattern: its tree, how many groups capture, and which of those are set by every match."""

    root: Node
    groups: int
    surely_set: frozenset[int]


def quote(text: str) -> str:
    r"""`text` as a pattern that matches exactly it, in every engine.

    >>> quote("1+1\n")
    '1\\+1\\n'
    """
    return "".join(_QUOTED.get(char, "\\" + char if char in SYNTAX else char) for char in text)


def check_portable(rule: RuleLike) -> None:
    r"""Raise RegexProgramError, naming the rule and why, unless every engine reads it alike.

    >>> check_portable((r"(a+)[^\n]", r"\1"))
    >>> check_portable((r"\d+", ""))
    Traceback (most recent call last):
    ajeeb.errors.RegexProgramError: rule '\\d+' -> '' is not portable: \d means different things (at 0)
    """
    rule = as_rule(rule)
    try:
        _check_replacement(rule, parse(rule.pattern))
    except _NotPortableError as error:
        origin = f" ({rule.origin})" if rule.origin else ""
        raise RegexProgramError(
            f"rule {rule.pattern!r} -> {rule.replacement!r}{origin} is not portable: {error}"
        ) from None


def is_surely_set(pattern: str, groups: Collection[int]) -> bool:
    """Whether every match of `pattern` sets all these groups. False where that can't be told.

    >>> is_surely_set("(a)|b", [1])
    False
    """
    if "|" not in pattern and not re.search(r"\)[?*{]|\(\?!", pattern):
        return True
    try:
        return parse(pattern).surely_set.issuperset(groups)
    except _NotPortableError:
        return False


@lru_cache(maxsize=4096)
def parse(pattern: str, anchored: bool = False) -> Pattern:
    """Parse a portable pattern. Raises RegexProgramError for anything outside the subset.

    `anchored`: the pattern is a part of another, or starts where it must, and may well match the empty text.
    """
    return _Parser(pattern).pattern(anchored)


def may_match(node: Node, char: str) -> bool:
    """Whether a match of the node may have this character in it (what it looks at around itself aside)."""
    if isinstance(node, Look):
        return False
    if isinstance(node, Characters):
        return any(low <= char <= high for low, high in node.ranges) != node.negated
    return any(may_match(child, char) for child in _children(node))


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it."""
    yield node
    for child in _children(node):
        yield from walk(child)


def width(node: Node) -> tuple[float, float]:
    """The least and the greatest number of characters that a node can match."""
    match node:
        case Characters():
            return 1, 1
        case Start() | Look():
            return 0, 0
        case Reference():
            return 0, _UNBOUNDED
        case Group(body=body):
            return width(body)
        case Sequence(parts=parts):
            widths = [width(part) for part in parts]
            return sum(low for low, _ in widths), sum(high for _, high in widths)
        case Alternatives(branches=branches):
            widths = [width(branch) for branch in branches]
            return min(low for low, _ in widths), max(high for _, high in widths)
        case Repeat(body=body, least=least, most=most):
            low, high = width(body)
            return low * least, 0 if high == 0 else high * (_UNBOUNDED if most is None else most)


class _NotPortableError(RegexProgramError):
    """Why a pattern is refused; `check_portable` adds which rule it is."""


def _children(node: Node) -> tuple[Node, ...]:
    match node:
        case Sequence(parts=nodes) | Alternatives(branches=nodes):
            return nodes
        case Repeat(body=body) | Group(body=body) | Look(body=body):
            return (body,)
        case _:
            return ()


def _is_counted_text(node: Node) -> bool:
    """Whether a node is a fixed count of something with a known character in it.

    Perl 5.36 does not find such a node within another count: `x*,(?:b{2}){2}c` fails on `x,bbbbc`.
    """
    if not isinstance(node, Repeat) or node.least < 2 or node.least != node.most:
        return False
    singles = (inner for inner in walk(node.body) if isinstance(inner, Characters) and not inner.negated)
    return any(len(inner.ranges) == 1 and inner.ranges[0][0] == inner.ranges[0][1] for inner in singles)


def _begins_with_start(node: Node) -> bool:
    return isinstance(node, Start) or (isinstance(node, Sequence) and node.parts[:1] == (Start(),))


def _check_replacement(rule: Rule, pattern: Pattern) -> None:
    text = rule.replacement
    literal = re.sub(r"\\[1-9]", "", text)
    if "\\" in literal or "$" in literal:
        raise _NotPortableError("the replacement has a $, or a backslash that is not one of \\1 to \\9")
    if found := re.search(r"\\[1-9][0-9]", text):
        raise _NotPortableError(f"{found[0]} in the replacement reads as one number in some engines")
    for number in map(int, re.findall(r"\\([1-9])", text)):
        if number > pattern.groups:
            raise _NotPortableError(f"the replacement names group {number} of {pattern.groups}")
        if number not in pattern.surely_set:
            raise _NotPortableError(f"group {number} may be unset when the replacement names it")


class _Parser:
    """Recursive descent over one pattern; `set_` holds the groups that are closed and surely set at this point."""

    MAX_DEPTH = 100

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.groups = 0
        self.set_: frozenset[int] = frozenset()

    def pattern(self, anchored: bool) -> Pattern:
        root = self.alternatives()
        if self.at < len(self.text):
            raise self.error("unmatched )")
        low, high = width(root)
        if low == 0 and high > 0 and not anchored and not _begins_with_start(root):
            raise _NotPortableError("it may match the empty text, and engines differ on where")
        return Pattern(root, self.groups, self.set_)

    def error(self, message: str, at: int | None = None) -> _NotPortableError:
        return _NotPortableError(f"{message} (at {self.at if at is None else at})")

    def peek(self, *tokens: str) -> bool:
        return any(self.text.startswith(token, self.at) for token in tokens)

    def take(self, token: str) -> bool:
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def alternatives(self) -> Node:
        before = self.set_
        branches, ends = [self.sequence()], [self.set_]
        while self.take("|"):
            self.set_ = before
            branches.append(self.sequence())
            ends.append(self.set_)
        self.set_ = frozenset.intersection(*ends)
        return branches[0] if len(branches) == 1 else Alternatives(tuple(branches))

    def sequence(self) -> Node:
        parts = []
        while self.at < len(self.text) and not self.peek("|", ")"):
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def repeated(self) -> Node:
        start, groups = self.at, self.groups
        node = self.atom()
        bounds = self.bounds()
        if bounds is None:
            return node
        if isinstance(node, Start | Look) or width(node)[1] == 0:
            raise self.error("a repeat of something without width", start)
        if self.groups > groups:
            raise self.error("a group that captures inside a repeat", start)
        if width(node)[0] == 0 and bounds[1] != 1:
            raise self.error("a repeat of something that may be empty", start)
        if bounds[0] > 1 and any(_is_counted_text(inner) for inner in walk(node)):
            raise self.error("a count inside a count, which Perl misreads", start)
        lazy = self.take("?")
        if self.peek("*", "+", "?", "{"):
            raise self.error("a second repeat sign (possessive or doubled)")
        return Repeat(node, *bounds, lazy)

    def bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return bounds
        if not self.peek("{"):
            return None
        found = re.compile(r"\{([0-9]{1,4})(?:(,)([0-9]{1,4})?)?\}").match(self.text, self.at)
        if not found:
            raise self.error("{ that is not {m}, {m,} or {m,n}")
        least = int(found[1])
        most = (int(found[3]) if found[3] else None) if found[2] else least
        if max(least, most or 0) > MAX_REPEAT or (most is not None and most < least):
            raise self.error(f"a repeat out of order or over {MAX_REPEAT}")
        self.at = found.end()
        return least, most

    def atom(self) -> Node:
        start, char = self.at, self.text[self.at]
        if char == "(":
            return self.group()
        if char == "[":
            return self.characters()
        self.at += 1
        if char == "^":
            return Start()
        if char == "\\":
            return self.escape(start)
        if char == ".":
            raise self.error("a dot, which stops at different characters; write [^\\n]", start)
        if char == "$":
            raise self.error("$, which also matches before a last newline in some engines", start)
        if char in "*+?{":
            raise self.error(f"{char} with nothing to repeat", start)
        if char in "]}":
            raise self.error(f"{char} without a backslash", start)
        return _one(char)

    def escape(self, start: int) -> Node:
        char = self.text[self.at : self.at + 1]
        self.at += 1
        if char in _ESCAPES:
            return _one(_ESCAPES[char])
        if char and char in SYNTAX:
            return _one(char)
        if char and char in "123456789":
            if self.text[self.at : self.at + 1].isdigit():
                raise self.error("a digit right after a reference", start)
            if int(char) not in self.set_:
                raise self.error(f"\\{char} refers to a group that may be unset", start)
            return Reference(int(char))
        raise self.error(f"\\{char} means different things", start)

    def group(self) -> Node:
        start = self.at
        self.depth += 1
        if self.depth > self.MAX_DEPTH:
            raise self.error("groups nested too deep")
        for opening, ahead, negated in (
            ("(?=", True, False),
            ("(?!", True, True),
            ("(?<=", False, False),
            ("(?<!", False, True),
        ):
            if self.take(opening):
                node: Node = self.look(start, ahead, negated)
                break
        else:
            number = None
            if not self.take("(?:"):
                self.take("(")
                if self.peek("?"):
                    raise self.error("(? that is neither (?: nor a look around", start)
                self.groups += 1
                number = self.groups
                if number > MAX_GROUPS:
                    raise self.error(f"more than {MAX_GROUPS} groups", start)
            node = Group(self.alternatives(), number)
            if number is not None:
                self.set_ |= {number}
        if not self.take(")"):
            raise self.error("( without )", start)
        self.depth -= 1
        return node

    def look(self, start: int, ahead: bool, negated: bool) -> Look:
        before, groups = self.set_, self.groups
        body = self.alternatives()
        if self.groups > groups and (negated or not ahead):
            raise self.error("a group that captures in a lookbehind or a negative look", start)
        if not ahead:
            branches = body.branches if isinstance(body, Alternatives) else (body,)
            if len({width(branch) for branch in branches}) > 1 or width(body)[0] != width(body)[1]:
                raise self.error("a lookbehind without a fixed width", start)
        if negated:
            self.set_ = before
        return Look(body, ahead, negated)

    def characters(self) -> Node:
        start = self.at
        self.at += 1
        negated = self.take("^")
        ranges: list[tuple[str, str]] = []
        while not self.take("]"):
            low = self.class_character(start)
            high = low
            if self.peek("-") and not self.peek("-]"):
                self.at += 1
                high = self.class_character(start)
                if high < low:
                    raise self.error(f"the range {low}-{high} runs backwards", start)
            ranges.append((low, high))
        if not ranges:
            raise self.error("an empty class", start)
        return Characters(tuple(ranges), negated)

    def class_character(self, start: int) -> str:
        char = self.text[self.at : self.at + 1]
        if not char:
            raise self.error("[ without ]", start)
        self.at += 1
        if char == "\\":
            escaped = self.text[self.at : self.at + 1]
            self.at += 1
            if escaped in _ESCAPES:
                return _ESCAPES[escaped]
            if (escaped and escaped in SYNTAX) or escaped == "-":
                return escaped
            raise self.error(f"\\{escaped} in a class means different things", start)
        if char in "[^":
            raise self.error(f"{char} in a class without a backslash", start)
        if char in "&|~-" and self.peek(char):
            raise self.error(f"{char}{char} in a class", start)
        return char


def _one(char: str) -> Characters:
    return Characters(((char, char),))
