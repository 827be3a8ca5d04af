"""A program as a file of another language: its rules as data, and a runner of a few lines.

Every file reads a text on standard input and writes what the rules leave of it (the page of `html.py` has a field
instead). All of them give the same text, byte for byte, because only rules of the portable subset pass.
"""

import json
from collections.abc import Callable

from ajeeb.errors import RegexProgramError
from ajeeb.regex.export.html import page
from ajeeb.regex.export.posix import sed_command
from ajeeb.regex.portable import check_portable
from ajeeb.regex.program import Program
from ajeeb.regex.rule import Rule

__all__ = ["TARGETS", "export"]

_ABOUT = "{name}: {count} substitutions. Each is applied once, everywhere, in order; the text is the whole state."

_PYTHON = """#!/usr/bin/env python3
# {about}
import re
import sys

RULES = [
{rules}
]

text = sys.stdin.buffer.read().decode()
for pattern, replacement in RULES:
    text = re.sub(pattern, replacement, text)
sys.stdout.buffer.write(text.encode())
"""

_JAVASCRIPT = """#!/usr/bin/env node
// {about}
const fs = require("fs");

const RULES = [
{rules}
];

let text = fs.readFileSync(0, "utf8");
for (const [pattern, replacement] of RULES) text = text.replace(new RegExp(pattern, "gu"), replacement);
fs.writeFileSync(1, text);
"""

_PERL = """#!/usr/bin/env perl
# {about}
use strict; use warnings; use utf8;
binmode STDIN, ':utf8'; binmode STDOUT, ':utf8';

my @rules = (
{rules}
);

local $/; my $text = <STDIN> // '';
for my $rule (@rules) {{ my ($pattern, $replacement) = @$rule; $text =~ s/$pattern/$replacement->()/ge }}
print $text;
"""

_SED = """#!/usr/bin/env -S LC_ALL=C.UTF-8 sed -zEf
# {about}
{rules}
"""


def export(program: Program, target: str) -> str:
    r"""The text of a stand-alone file. Raises RegexProgramError for an unknown target, and, naming the rule, for a rule
    that is not portable (for `sed`: does not fit POSIX).

    >>> print(export(Program.of("swap", [("(a)(b)", r"\2\1")]), "sed"))
    #!/usr/bin/env -S LC_ALL=C.UTF-8 sed -zEf
    # swap: 1 substitutions. Each is applied once, everywhere, in order; the text is the whole state.
    s/(a)(b)/\2\1/g
    <BLANKLINE>
    """
    if target not in TARGETS:
        raise RegexProgramError(f"there is no export to {target!r}: the targets are {', '.join(TARGETS)}")
    for index, rule in enumerate(program):
        try:
            check_portable(rule)
        except RegexProgramError as error:
            raise RegexProgramError(f"rule {index} of {program.name}: {error}", rule=index) from None
    return TARGETS[target](program)


def _about(program: Program) -> str:
    return _ABOUT.format(name=" ".join(program.name.split()), count=len(program))


def _json(program: Program) -> str:
    return program.to_json()


def _python(program: Program) -> str:
    rules = "\n".join(f"    ({rule.pattern!r}, {rule.replacement!r})," for rule in program)
    return _PYTHON.format(about=_about(program), rules=rules)


def javascript_rule(rule: Rule) -> str:
    """A rule as a JavaScript array of pattern and replacement."""
    replacement = rule.replacement.replace("\\", "$")
    return json.dumps([rule.pattern, replacement], ensure_ascii=False)


def _javascript(program: Program) -> str:
    rules = "\n".join(f"  {javascript_rule(rule)}," for rule in program)
    return _JAVASCRIPT.format(about=_about(program), rules=rules)


def _perl(program: Program) -> str:
    return _PERL.format(about=_about(program), rules="\n".join(map(_perl_rule, program)))


def _perl_rule(rule: Rule) -> str:
    pattern = rule.pattern.replace("\n", r"\n").replace("\t", r"\t").replace("'", r"\x27")
    replacement = rule.replacement
    for number in "123456789":
        replacement = replacement.replace(f"\\{number}", f"${{{number}}}")
    quoted = replacement.replace('"', r"\"").replace("@", r"\@").replace("\n", r"\n").replace("\t", r"\t")
    return f"  [qr'{pattern}', sub {{ \"{quoted}\" }}],"


def _sed(program: Program) -> str:
    commands = []
    for index, rule in enumerate(program):
        try:
            commands.append(sed_command(rule))
        except RegexProgramError as error:
            raise RegexProgramError(f"rule {index} of {program.name}: {error}", rule=index) from None
    return _SED.format(about=_about(program), rules="\n".join(commands))


TARGETS: dict[str, Callable[[Program], str]] = {
    "json": _json,
    "py": _python,
    "js": _javascript,
    "html": page,
    "perl": _perl,
    "sed": _sed,
}
