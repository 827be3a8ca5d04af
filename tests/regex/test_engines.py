"""Every instruction of the machine in the other engines: Node, Perl and GNU sed leave what Python leaves."""

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from ajeeb import regex
from ajeeb.errors import RegexProgramError
from ajeeb.regex.export import export
from ajeeb.regex.machine import MACHINE, State, Thread, Value
from ajeeb.regex.program import Program
from tests.regex.test_machine import ARGUMENTS, NAMES, SPECIAL, USES

RANDOM = random.Random(7)
BIG = [("add", ()), ("subtract", ()), ("compare", ("<",)), ("multiply", ()), ("modulo", ()), ("divide", ())]
BIG += [("compare_constant", (">=", 700)), ("modulo_constant", (300,)), ("divide_constant", (7,)), ("to_text", ())]
FORKS = [
    ("fork_on_list", ("l",)),
    ("fork_replace", ("b", " ", "X")),
    ("keep_best", ("s", 3)),
    ("collect", ("p", "x", "l")),
]


def value(kind: type) -> Value:
    if kind is tuple:
        return tuple(value(int) for _ in range(RANDOM.randrange(6)))
    if kind is int:
        return RANDOM.choice([RANDOM.randint(-15, 15), RANDOM.randint(0, 15)])
    if kind is bool:
        return RANDOM.random() < 0.5
    return RANDOM.choice(["", "ab", "e4", "a1", "12", "-3", "abX", "♔ é", "'#"])


def state(name: str, takes: tuple[type, ...]) -> str:
    threads = []
    for _ in range(4):
        top = [value(kind if kind is not object else int) for kind in reversed(takes)]
        if name == "append":
            top = [value(int), value(tuple)]
        variables: dict[str, Value] = {"l": value(tuple), "b": "XO  X    ", "s": value(int)}
        variables |= {found: value(RANDOM.choice([int, str, bool])) for found in NAMES}
        threads.append(Thread(RANDOM.choice(["%", "%", "t1", "t1!"]), [*top, value(str)], variables))
    if name == "collect":
        threads.insert(0, Thread("p", [], {"x": 1}))
        threads = [thread for thread in threads if thread.tag in ("p", "%")]
    return str(State(threads))


def cases() -> list[tuple[str, Program, str, str]]:
    found = []
    for name, arguments in [*USES, *FORKS]:
        program = Program(name, MACHINE[name].rules(*arguments))
        text = state(name, MACHINE[name].takes)
        found.append((f"{name}{arguments}", program, text, regex.run(program, text)))
    for name, arguments in BIG:
        program = Program(name, MACHINE[name].rules(*arguments))
        for top, low in ((999, 3), (3, 999), (612, 987), (800, 500)):
            text = str(State([Thread(stack=[top, -low]), Thread(stack=[top, low]), Thread(stack=[low, 1])]))
            found.append((f"{name}{arguments}", program, text, regex.run(program, text)))
    return found


CASES = cases()


def outputs(command: list[str], code: str, folder: Path) -> list[str]:
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]} here")
    path = folder / "all"
    path.write_text(code)
    texts = json.dumps([text for _, _, text, _ in CASES])
    done = subprocess.run([*command, str(path)], input=texts.encode(), capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    found: list[str] = json.loads(done.stdout)
    return found


def check(found: list[str]) -> None:
    for (name, _, text, expected), output in zip(CASES, found, strict=True):
        assert output == expected, f"{name} on\n{text}"


def test_node(tmp_path: Path) -> None:
    rules = [[[rule.pattern, rule.replacement.replace("\\", "$")] for rule in program] for _, program, _, _ in CASES]
    check(
        outputs(
            ["node"],
            f"""const RULES = {json.dumps(rules)};
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const apply = (rules, text) => rules.reduce((text, [p, r]) => text.replace(new RegExp(p, "gu"), r), text);
console.log(JSON.stringify(texts.map((text, i) => apply(RULES[i], text))));""",
            tmp_path,
        )
    )


def test_perl(tmp_path: Path) -> None:
    programs = []
    for _, program, _, _ in CASES:
        lines = export(program, "perl").split("my @rules = (\n")[1].split("\n);\n")[0]
        programs.append(f"[\n{lines}\n]")
    code = """use strict; use warnings; use utf8; use JSON::PP;
my @programs = (PROGRAMS);
local $/; my $texts = decode_json(<STDIN>); my @out;
for my $i (0 .. $#programs) {
  my $text = $texts->[$i];
  for my $rule (@{$programs[$i]}) { my ($pattern, $replacement) = @$rule; $text =~ s/$pattern/$replacement->()/ge }
  push @out, $text;
}
print encode_json(\\@out);"""
    check(outputs(["perl"], code.replace("PROGRAMS", ",\n".join(programs)), tmp_path))


def test_sed(tmp_path: Path) -> None:
    if shutil.which("sed") is None:
        pytest.skip("there is no sed here")
    environment = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}
    refused = set()
    for name, program, text, expected in CASES:
        path = tmp_path / "one.sed"
        try:
            path.write_text(export(program, "sed"))
        except RegexProgramError:
            refused.add(name)
            continue
        done = subprocess.run(["sed", "-zEf", path], input=text.encode(), capture_output=True, env=environment)
        assert done.stdout.decode() == expected, f"{name} on\n{text}\n{done.stderr.decode()}"
    # A reference, an ambiguous pattern of the caller's, and names too long for nine groups (the compiler's are short).
    long_names = {"lookup('best_score',)", "take('best_score',)"}
    assert refused == {"equal()", r"matches('(?:ab|a)*X?',)", *long_names}


def test_every_instruction_is_tried() -> None:
    tried = {program.name for _, program, _, _ in CASES}
    assert tried == {instruction.name for instruction in MACHINE} - {"read", "write"}
    assert SPECIAL - {"read", "write"} <= tried and set(ARGUMENTS) <= tried
