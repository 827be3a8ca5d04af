r"""Portable patterns as POSIX extended regular expressions, in the form that GNU sed reads with `-z -E`.

POSIX has no look around, no lazy repeat, no reference within a pattern and no group that does not capture (they become
ones that do, and the numbers move). It takes the longest match where the others take the first alternative: branches
must differ in their first character, or all be as long and capture nothing.
"""

from collections.abc import Iterator

from ajeeb.errors import RegexProgramError
from ajeeb.regex.portable import (
    Alternatives,
    Characters,
    Group,
    Look,
    Node,
    Reference,
    Repeat,
    Sequence,
    Start,
    parse,
    walk,
    width,
)
from ajeeb.regex.rule import Rule

__all__ = ["sed_command"]

MAX_GROUPS = 9
_SPECIAL = frozenset(r"\^$.|?*+()[{/")
_ESCAPES = {"\n": r"\n", "\t": r"\t"}


def sed_command(rule: Rule) -> str:
    r"""One rule as a command of sed. Raises RegexProgramError, naming the rule, for one that does not fit POSIX.

    >>> sed_command(Rule(r"(?:a|b)(c*)\+", r"<\1>"))
    's/(a|b)(c*)\\+/<\\2>/g'
    """
    root = parse(rule.pattern).root
    try:
        _check(root)
        numbers: dict[int, int] = {node.number: at for at, node in enumerate(_groups(root), 1) if node.number}
        pattern = _ere(root, inside=False)
        replacement = _replacement(rule.replacement, numbers)
    except _NotPosixError as error:
        origin = f" ({rule.origin})" if rule.origin else ""
        raise RegexProgramError(
            f"rule {rule.pattern!r} -> {rule.replacement!r}{origin} does not fit POSIX, so sed can't run it: {error}"
        ) from None
    return f"s/{pattern}/{replacement}/g"


class _NotPosixError(Exception):
    pass


def _groups(root: Node) -> Iterator[Group]:
    return (node for node in walk(root) if isinstance(node, Group))


def _check(root: Node) -> None:
    for node in walk(root):
        if isinstance(node, Look):
            raise _NotPosixError("it looks ahead or behind")
        if isinstance(node, Reference):
            raise _NotPosixError(rf"it refers to a group, \{node.number}")
        if isinstance(node, Repeat) and node.lazy:
            raise _NotPosixError("it repeats lazily")
        if isinstance(node, Alternatives):
            _check_branches(node)


def _check_branches(node: Alternatives) -> None:
    captures = any(isinstance(inner, Group) and inner.number for inner in walk(node))
    widths = {width(branch) for branch in node.branches}
    if len(widths) == 1 and len(set(*widths)) == 1 and not captures:
        return
    firsts = [_first(branch) for branch in node.branches]
    for index, first in enumerate(firsts):
        for other in firsts[index + 1 :]:
            if first is None or other is None or _meet(first, other):
                raise _NotPosixError("the longest of its alternatives may not be the first")


def _first(node: Node) -> list[Characters] | None:
    """What a match of the node may begin with; None if that may be nothing at all."""
    match node:
        case Characters():
            return [node]
        case Group(body=body):
            return _first(body)
        case Repeat(body=body, least=least):
            return _first(body) if least else None
        case Alternatives(branches=branches):
            firsts = [_first(branch) for branch in branches]
            return None if None in firsts else [found for first in firsts for found in first or ()]
        case Sequence(parts=parts):
            found: list[Characters] = []
            for part in parts:
                first = _first(part)
                if first is not None:
                    return found + first
                if not isinstance(part, Repeat):
                    return None
                inner = _first(part.body)
                if inner is None:
                    return None
                found += inner
    return None


def _meet(one: list[Characters], other: list[Characters]) -> bool:
    return any(_overlap(a, b) for a in one for b in other)


def _overlap(one: Characters, other: Characters) -> bool:
    ends = {end for low, high in (*one.ranges, *other.ranges) for end in (low, high)}
    ends |= {chr(ord(end) + 1) for end in ends} | {chr(max(0, ord(end) - 1)) for end in ends}
    return any(_has(one, end) and _has(other, end) for end in ends)


def _has(characters: Characters, char: str) -> bool:
    return any(low <= char <= high for low, high in characters.ranges) != characters.negated


def _ere(node: Node, inside: bool) -> str:
    match node:
        case Characters():
            return _class(node)
        case Start():
            return "^"
        case Sequence(parts=parts):
            return "".join(_ere(part, isinstance(part, Alternatives)) for part in parts)
        case Alternatives(branches=branches):
            return "|".join(_ere(branch, False) for branch in branches)
        case Group(body=body):
            return f"({_ere(body, False)})"
        case Repeat(body=body, least=least, most=most):
            return _ere(body, True) + _bounds(least, most)
        case _:
            raise AssertionError(node)


def _bounds(least: int, most: int | None) -> str:
    signs = {(0, None): "*", (1, None): "+", (0, 1): "?"}
    if (least, most) in signs:
        return signs[least, most]
    return f"{{{least}}}" if least == most else f"{{{least},{'' if most is None else most}}}"


def _class(node: Characters) -> str:
    """A class, with `]` first, `^` not first and `-` last, as POSIX wants them: there a backslash quotes nothing."""
    (low, high), *rest = node.ranges
    if low == high and not rest and not node.negated:
        return _ESCAPES.get(low, "\\" + low if low in _SPECIAL else low)
    singles = {low for low, high in node.ranges if low == high}
    ends = {end for low, high in node.ranges if low != high for end in (low, high)}
    if "\\" in singles or ends & set("]^-\\[\n\t"):
        raise _NotPosixError("a class has a backslash, or a range that ends in ], ^, - or white space")
    ranges = "".join(f"{low}-{high}" for low, high in node.ranges if low != high)
    plain = "".join(_ESCAPES.get(char, char) for char in sorted(singles - set("]^-")))
    last = "".join(char for char in "^-" if char in singles)
    body = ("]" if "]" in singles else "") + ranges + plain + last
    if body[0] == "^" and not node.negated:
        raise _NotPosixError("a class of ^ and - alone")
    return f"[{'^' if node.negated else ''}{body}]"


def _replacement(text: str, numbers: dict[int, int]) -> str:
    pieces = []
    index = 0
    while index < len(text):
        char = text[index]
        if char == "\\":
            number = numbers[int(text[index + 1])]
            if number > MAX_GROUPS:
                raise _NotPosixError(f"group {number}, counting those that do not capture, is beyond {MAX_GROUPS}")
            pieces.append(f"\\{number}")
            index += 1
        else:
            pieces.append(_ESCAPES.get(char, "\\" + char if char in "&/" else char))
        index += 1
    return "".join(pieces)
