"""What the general instructions of the regex machine cost, alone, on the examples: before and after the passes.

    python -m bench.regex_machine [--rounds 5] [--json]

CPU time of one thread, the least of several rounds in which the two forms of a program take turns; patterns are
compiled beforehand. For each example the size of the program, a run, and the longest state; then, over all of them,
what each instruction costs: uses, rules, and microseconds a use.
"""

import argparse
import json
import re
import time
from collections import defaultdict
from typing import Any

from ajeeb.regex import run
from ajeeb.regex.compiler import Assembly, assembly
from ajeeb.regex.examples import EXAMPLES
from ajeeb.regex.program import steps

INPUTS = {"fib": "16", "gcd": "987 610", "prime": "997", "sort5": "95 -3 42 99 -71", "tictactoe": "X   O   X"}
FORMS = ("traced", "optimised")


def forms(name: str) -> dict[str, Assembly]:
    """An example as it was traced, and after all passes."""
    function = EXAMPLES[name]
    return {"traced": assembly(function, name, passes=()), "optimised": assembly(function, name)}


def measure_runs(name: str, compiled: dict[str, Assembly], rounds: int) -> dict[str, dict[str, float]]:
    """Sizes and times of both forms of one example."""
    text = INPUTS[name]
    programs = {form: found.program for form, found in compiled.items()}
    least = dict.fromkeys(FORMS, float("inf"))
    results = {form: run(program, text) for form, program in programs.items()}
    assert len(set(results.values())) == 1, f"{name}: the forms differ"
    for _ in range(rounds):
        for form, program in programs.items():
            started = time.process_time()
            run(program, text)
            least[form] = min(least[form], time.process_time() - started)
    return {
        form: {
            "instructions": len(compiled[form].calls),
            "rules": len(program),
            "bytes": program.json_bytes,
            "milliseconds": least[form] * 1000,
            "longest": max(len(step.text) for step in steps(program, text)),
            "threads": max(len(re.findall("^%", step.text, re.M)) for step in steps(program, text)),
        }
        for form, program in programs.items()
    }


def measure_instructions(name: str, compiled: Assembly, rounds: int, into: dict[str, dict[str, float]]) -> None:
    """Add what each instruction of one program costs."""
    calls = [(call.instruction.name, call.rules()) for call in compiled.calls]
    least = [float("inf")] * len(calls)
    for _ in range(rounds):
        text = INPUTS[name]
        for index, (_, rules) in enumerate(calls):
            started = time.process_time()
            text = run(rules, text)
            least[index] = min(least[index], time.process_time() - started)
    for (instruction, rules), seconds in zip(calls, least, strict=True):
        into[instruction]["uses"] += 1
        into[instruction]["rules"] += len(rules)
        into[instruction]["seconds"] += seconds


def table(rows: list[list[str]]) -> None:
    """Print rows of cells, the first being the head, with columns as wide as they need."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print(
            "  ".join(
                cell.ljust(width) if not i else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
        )
    print()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    programs: dict[str, Any] = {}
    instructions: dict[str, dict[str, dict[str, float]]] = {
        form: defaultdict(lambda: defaultdict(float)) for form in FORMS
    }
    for name in EXAMPLES:
        compiled = forms(name)
        programs[name] = measure_runs(name, compiled, options.rounds)
        for form in FORMS:
            measure_instructions(name, compiled[form], options.rounds, instructions[form])
    if options.json:
        print(json.dumps({"programs": programs, "instructions": instructions}, indent=1))
        return
    keys = ("instructions", "rules", "bytes", "milliseconds", "longest", "threads")
    rows = [["example", "form", *keys]]
    for name, found in programs.items():
        rows += [[name, form, *(f"{found[form][key]:,.1f}".removesuffix(".0") for key in keys)] for form in FORMS]
    table(rows)
    rows = [["instruction", *(f"{form} {key}" for form in FORMS for key in ("uses", "rules each", "µs each"))]]
    for instruction in sorted({*instructions["traced"], *instructions["optimised"]}):
        cells = [instruction]
        for form in FORMS:
            cost = instructions[form].get(instruction)
            uses = cost["uses"] if cost else 0
            cells += (
                [f"{uses:.0f}", f"{cost['rules'] / uses:.1f}", f"{cost['seconds'] / uses * 1e6:.0f}"]
                if cost
                else ["", "", ""]
            )
        rows.append(cells)
    table(rows)


if __name__ == "__main__":
    main()
