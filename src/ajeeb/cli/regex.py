"""`ajeeb regex`: build, run, look into and export programs of the regex machine.

A program is named (`fib`), a program file (`fib.json`), or a function to compile (`my.py:larger`). All of them run in a
process of their own, with a limit of time.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ajeeb._files import write_text
from ajeeb.cli._regex_play import register as register_play
from ajeeb.cli._typer import run_app
from ajeeb.regex.child import ask
from ajeeb.regex.export import TARGETS
from ajeeb.regex.export import export as export_program
from ajeeb.regex.library import names
from ajeeb.regex.program import Program

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help=f"Programs of regular-expression substitutions.\n\nNamed programs: {', '.join(names())}.",
)

Source = Annotated[str, typer.Argument(metavar="PROGRAM", help="A name, a file *.json, or file.py:function.")]
Text = Annotated[str | None, typer.Argument(metavar="[TEXT]", help="The text that goes in (else: standard input).")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.1, help="Give up after this long.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file (else: standard output).")]
Bits = Annotated[int, typer.Option("--bits", min=2, max=16, help="Numbers of a compiled function: below 2**BITS.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON, for programs.")]

register_play(app)


def run(arguments: list[str]) -> int:
    """Run the verb. Returns the exit code."""
    return run_app(app, "regex", arguments)


@app.command()
def build(
    source: Source,
    output: Output = None,
    explain: Annotated[bool, typer.Option("--explain", help="Tell what each pass of the compiler was worth.")] = False,
    bits: Bits = 10,
    seconds: Seconds = 60,
) -> None:
    """Build a program and write its file.

    Examples: `ajeeb regex build fib -o fib.json`, `ajeeb regex build my.py:larger --explain -o larger.json`.
    """
    (answer,) = ask({"ask": "build", "source": source, "bits": bits}, seconds)
    if explain:
        _explain(answer["stages"])
    _write(answer["program"], output)


def _explain(stages: list[dict[str, Any]]) -> None:
    table = Table("pass", "instructions", "rules", "bytes", "saved")
    before = None
    for stage in stages:
        saved = "" if before is None else f"{1 - stage['json_bytes'] / before:.1%}"
        before = stage["json_bytes"]
        table.add_row(stage["name"], *(f"{stage[key]:,}" for key in ("calls", "rules", "json_bytes")), saved)
    console = Console(stderr=True)
    console.print(table if stages else "only a program compiled from a function has passes to tell of")


@app.command(name="run")
def run_(source: Source, text: Text = None, bits: Bits = 10, seconds: Seconds = 600) -> None:
    """Run a program on a text and write what is left of it.

    Examples: `ajeeb regex run fib 12`, `echo 48 36 | ajeeb regex run gcd`, `ajeeb regex run my.py:larger "3 5"`.
    """
    request = {"ask": "run", "source": source, "text": _text(text), "bits": bits}
    columns = (TextColumn("rule {task.completed} of {task.total}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = None
        for answer in ask(request, seconds):
            if "text" in answer:
                bar.stop()
                sys.stdout.write(answer["text"])
            else:
                task = bar.add_task("", total=answer["total"]) if task is None else task
                bar.update(task, completed=answer["done"])


@app.command()
def trace(
    source: Source,
    text: Text = None,
    every: Annotated[bool, typer.Option("--all", help="Also the rules that matched nothing.")] = False,
    lines: Annotated[int, typer.Option("--lines", min=0, help="Lines of the state to show after each rule.")] = 20,
    as_json: AsJson = False,
    bits: Bits = 10,
    seconds: Seconds = 60,
) -> None:
    """Show the state rule by rule: what matched, and how many threads live.

    Examples: `ajeeb regex trace fib 3 | less`, `ajeeb regex trace tictactoe "X   O   X" --lines 5`.
    """
    for answer in ask({"ask": "trace", "source": source, "text": _text(text), "bits": bits}, seconds):
        if as_json and (every or answer["matches"]):
            print(json.dumps(answer, ensure_ascii=False))
        if as_json:
            continue
        if not answer["matches"]:
            if every:
                print(f"rule {answer['number']} · no match · {answer['origin']}")
            continue
        state = answer["text"]
        told = f"{answer['matches']} match{'es' if answer['matches'] > 1 else ''} · {_threads(state)}"
        print(f"rule {answer['number']} · {told} · {answer['origin']}")
        print(f"  matched {answer['first']!r}"[:150])
        shown = state.split("\n")[:lines]
        print("\n".join(f"    {line[:150]}" for line in shown if line))
        if state.count("\n") > lines:
            print(f"    … {state.count(chr(10)) - lines:,} more lines, {len(state):,} characters in all")


def _threads(state: str) -> str:
    """How many threads a state has, as headers and as lines: a machine may keep one in each line (chess does)."""
    lines = state.count("\n")
    heads = [line for line in state.split("\n") if line.startswith("%")]
    told = f"{lines:,} line{'' if lines == 1 else 's'}"
    if heads:
        awake = sum(line == "%%" for line in heads)
        told = f"{len(heads):,} thread{'' if len(heads) == 1 else 's'}, {awake:,} active, {told}"
    return told


@app.command()
def stats(
    source: Source,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="Also measure a run on this text.")] = None,
    by: Annotated[str, typer.Option("--by", help="instruction, line or rule")] = "instruction",
    as_json: AsJson = False,
    bits: Bits = 10,
    seconds: Seconds = 600,
) -> None:
    """Count rules and bytes, and time with a text, by where the rules came from.

    Examples: `ajeeb regex stats tictactoe`, `ajeeb regex stats tictactoe "X   O   X" --by line`.
    """
    if by not in ("instruction", "line", "rule"):
        raise typer.BadParameter(f"{by!r} is none of instruction, line, rule", param_hint="--by")
    whole, *rules = ask({"ask": "stats", "source": source, "text": text, "bits": bits}, seconds)
    groups: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for rule in rules:
        group = groups[_group(rule, by)]
        group["rules"] += 1
        for key in ("bytes", "matches", "seconds"):
            group[key] += rule.get(key, 0)
    order = sorted(groups.items(), key=lambda item: (-item[1]["seconds"], -item[1]["bytes"]))
    longest = max((rule.get("size", 0) for rule in rules), default=0)
    if as_json:
        print(json.dumps({**whole, "longest": longest, "by": {name: dict(group) for name, group in order}}, indent=1))
        return
    table = Table(by, "rules", "bytes", *(("matches", "ms") if text is not None else ()), highlight=False)
    for name, group in order:
        timed = (f"{group['matches']:,.0f}", f"{group['seconds'] * 1000:.1f}") if text is not None else ()
        table.add_row(name.replace("[", r"\["), f"{group['rules']:,.0f}", f"{group['bytes']:,.0f}", *timed)
    console = Console(soft_wrap=False)
    console.print(table)
    run_told = f"; longest state {longest:,} characters" if text is not None else ""
    console.print(f"{whole['name']}: {whole['rules']:,} rules, {whole['bytes']:,} bytes of JSON{run_told}")


def _group(rule: dict[str, Any], by: str) -> str:
    origin = rule["origin"]
    if by == "rule":
        return f"{rule['number']} {origin}"
    if by == "line":
        return origin.rpartition(" ")[2] if ".py:" in origin else "(no line)"
    return origin.partition("(")[0] or "(no origin)"


@app.command()
def export(
    source: Source,
    to: Annotated[str, typer.Option("--to", help=f"One of {', '.join(TARGETS)}.")],
    output: Output = None,
    bits: Bits = 10,
    seconds: Seconds = 60,
) -> None:
    """Write a stand-alone file that runs the program with nothing but another language's engine.

    Examples: `ajeeb regex export fib --to sed -o fib.sed`, `ajeeb regex export tictactoe --to html -o tictactoe.html`.
    """
    if to not in TARGETS:
        raise typer.BadParameter(f"{to!r} is none of {', '.join(TARGETS)}", param_hint="--to")
    (answer,) = ask({"ask": "build", "source": source, "bits": bits}, seconds)
    _write(export_program(Program.from_json(answer["program"]), to), output)


def _text(text: str | None) -> str:
    try:
        found = sys.stdin.buffer.read().decode() if text is None else text
        found.encode()
    except UnicodeError:
        raise typer.BadParameter("the text that goes in must be UTF-8", param_hint="TEXT") from None
    return found


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, text)
