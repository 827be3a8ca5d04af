"""One substitution, the only thing that programs are made of."""

from dataclasses import dataclass

__all__ = ["Rule", "RuleLike", "as_rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    r"""One substitution: every match of `pattern` becomes `replacement`, where `\1` to `\9` stand for its groups.

    `origin` says what the rule belongs to (an instruction, a source line); it changes nothing in a run.

    >>> Rule(r"([0-9]+) \+ 0", r"\1", "x + 0 is x")
    Rule(pattern='([0-9]+) \\+ 0', replacement='\\1', origin='x + 0 is x')
    """

    pattern: str
    replacement: str
    origin: str = ""


RuleLike = Rule | tuple[str, str] | tuple[str, str, str]


def as_rule(rule: RuleLike) -> Rule:
    """A `Rule` from a rule, a (pattern, replacement) pair or a (pattern, replacement, origin) triple."""
    return rule if isinstance(rule, Rule) else Rule(*rule)
