"""Work on programs that somebody else wrote, in a process of its own with a limit of time and memory.

`ask` starts `python -m ajeeb.regex.child`, which reads one request and answers in lines of JSON; a pattern that
backtracks for ever, or a source file that loops, ends with the limit. The requests are the methods of `Answers`.
"""

import json
import os
import re
import resource
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ajeeb.errors import ChessError, RegexProgramError
from ajeeb.regex.compiler import assembly
from ajeeb.regex.examples import EXAMPLES
from ajeeb.regex.library import load
from ajeeb.regex.program import Program, run, steps

__all__ = ["ask"]

MEMORY = 4 << 30  # bytes of address space
SHOWN = 200  # characters of a match
EVERY = 0.1  # seconds between two tellings of progress
LONGEST_WAIT = 3600.0  # seconds; the system refuses to wait for ever

Answer = dict[str, Any]


def ask(request: Answer, seconds: float) -> Iterator[Answer]:
    """The answers to a request, as they come. Raises RegexProgramError when the child says so or time is up."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ajeeb.regex.child"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(json.dumps(request).encode())
        process.stdin.close()
        for line in _lines(process.stdout.fileno(), time.monotonic() + seconds, seconds):
            answer = _read(line)
            if "error" in answer:
                raise RegexProgramError(answer["error"], rule=answer.get("rule"))
            yield answer
        if process.wait() != 0:
            raise RegexProgramError(f"the process that ran the program ended with code {process.returncode}")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _read(line: bytes) -> Answer:
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise RegexProgramError(f"the process that ran the program answered with nonsense: {line[:90]!r}")
    return answer


def _lines(descriptor: int, deadline: float, seconds: float) -> Iterator[bytes]:
    unfinished: list[bytes] = []  # joined once, so that a long line costs no more than its length
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while True:
            left = deadline - time.monotonic()
            if left <= 0:  # asked first: a child that never pauses is always ready to be read
                raise RegexProgramError(f"not done after {seconds:g} seconds; the limit can be raised")
            if not selector.select(min(left, LONGEST_WAIT)):
                continue
            piece = os.read(descriptor, 1 << 20)
            if not piece:
                return
            first, *others = piece.split(b"\n")
            unfinished.append(first)
            for begun in others:
                yield b"".join(unfinished)
                unfinished = [begun]


def find(source: str, bits: int) -> tuple[Program, list[Answer]]:
    """A program by name, from a program file, or compiled from `file.py:function`; and the stages of the compiler."""
    path, colon, name = source.rpartition(":")
    if not (colon and path.endswith(".py")) and source not in EXAMPLES:
        return load(source), []
    function = EXAMPLES[source] if source in EXAMPLES else _run_file(Path(path)).get(name)
    if not callable(function):
        raise RegexProgramError(f"{path} has no function {name!r}")
    compiled = assembly(function, bits=bits)
    return compiled.program, [asdict(stage) for stage in compiled.stages]


def _run_file(path: Path) -> dict[str, Any]:
    import runpy

    try:
        return runpy.run_path(str(path), run_name=path.stem)
    except OSError:
        raise
    except BaseException as error:
        raise RegexProgramError(f"{path} can't be run: {type(error).__name__}: {error}") from error


class Answers:
    """What can be asked. Each method yields answers for a request of its name."""

    @staticmethod
    def build(program: Program, stages: list[Answer], _: str) -> Iterator[Answer]:
        """The program as JSON, and the stages of the compiler."""
        yield {"program": program.to_json(), "stages": stages}

    @staticmethod
    def run(program: Program, _: list[Answer], text: str) -> Iterator[Answer]:
        """The text that the rules leave, after how far they are."""
        told = time.monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal told
            if time.monotonic() - told > EVERY:
                told = time.monotonic()
                _tell({"done": done, "total": total})

        yield {"text": run(program, text, progress)}

    @staticmethod
    def trace(program: Program, _: list[Answer], text: str) -> Iterator[Answer]:
        """Each rule that matched, what its first match was, and the text after it; the others only in number."""
        before = text
        for step in steps(program, text):
            answer = {"number": step.number, "origin": step.rule.origin, "matches": step.matches}
            if step.matches:
                first = re.search(step.rule.pattern, before)
                answer |= {"text": step.text, "first": first[0][:SHOWN] if first else ""}
            yield answer
            before = step.text

    @staticmethod
    def stats(program: Program, _: list[Answer], text: str | None) -> Iterator[Answer]:
        """Size, and for a text the time that each rule took, in seconds."""
        yield {"name": program.name, "rules": len(program), "bytes": program.json_bytes}
        if text is None:
            for number, rule in enumerate(program):
                yield {"number": number, "origin": rule.origin, "bytes": _bytes(rule.pattern, rule.replacement)}
            return
        list(steps(program, ""))  # compile the patterns first
        started = time.perf_counter()
        for step in steps(program, text):
            elapsed, rule = time.perf_counter() - started, step.rule
            yield {
                "number": step.number,
                "origin": rule.origin,
                "bytes": _bytes(rule.pattern, rule.replacement),
                "matches": step.matches,
                "seconds": elapsed,
                "size": len(step.text),
            }
            started = time.perf_counter()


def _bytes(pattern: str, replacement: str) -> int:
    return len(json.dumps([pattern, replacement], ensure_ascii=False, separators=(",", ":")).encode())


_answers = sys.stdout


def _tell(answer: Answer) -> None:
    _answers.write(json.dumps(answer) + "\n")
    _answers.flush()


def _keep_answers_apart() -> None:
    """Answers get a descriptor of their own; what a source file prints, by whatever means, goes to standard error."""
    global _answers
    _answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)


def main() -> int:
    """Answer one request from standard input."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    request = json.loads(sys.stdin.read())
    _keep_answers_apart()
    try:
        program, stages = find(request["source"], request.get("bits", 10))
        for answer in getattr(Answers, request["ask"])(program, stages, request.get("text")):
            _tell(answer)
    except (ChessError, OSError, MemoryError) as error:
        _tell({"error": str(error) or type(error).__name__, "rule": getattr(error, "rule", None)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
