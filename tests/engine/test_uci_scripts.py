"""Conversations with `ajeeb uci`, each with what must be heard, when and in which order (tests/data/engine/uci.jsonl).

A step of a script is a text, which is said to the engine, or a demand:

- `wait`: a line that begins like this comes. What it must be like, and how soon after the last word said to the engine
  it must come, stands beside it: see `DEMANDS`.
- `quiet`: no line that begins like this comes within `for` seconds, nor has one come since the last `wait`.
- `say` with `times`: the same word over and over, without a wait.
- `close`: the input ends. `ends`: the process ends by itself within so many seconds, with exit code 0.
- `same`, `differ`: searches of the script, counted from 0, that say (or do not say) the same but for times and speeds.

What holds in every conversation is checked at its end: see `check_lines` and `check_searches`.

Bounds on time are as tight as a user would want them. A busy machine can make an answer late, but not early: a script
with a late answer is run again, and fails if it is late every time. An answer that does not come at all fails at once.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

import chess
import pytest

from .talk import Line, Talk

CASES = [json.loads(line) for line in Path("tests/data/engine/uci.jsonl").read_text().splitlines()]
ATTEMPTS = 5
CHESS960 = "setoption name UCI_Chess960 value true"
PATIENCE = 10.0  # seconds beyond its bound after which an answer is not late but missing

Facts = dict[str, Any]


class LateError(AssertionError):
    """The right answer, but not in time."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_script(case: Facts) -> None:
    for others in reversed(range(ATTEMPTS)):
        try:
            run(case["script"])
            break
        except LateError:
            if not others:
                raise


def run(script: list[str | Facts]) -> None:
    with Talk() as talk:
        for step in script:
            if isinstance(step, str):
                talk.say(step)
            else:
                STEPS[next(iter(step))](talk, **step)
        assert talk.close() == 0
        check_lines(talk.transcript)
        check_searches(talk.transcript, may_be_cut_short="quit" in script or {"close": True} in script)


@dataclass(frozen=True)
class Answer:
    """A line that was waited for."""

    line: Line
    delay: float  # seconds since the last word said to the engine
    passed: list[str]  # what came before it since the wait before
    search: list[str]  # what came before it since the last `bestmove`, and itself
    chess960: bool

    @property
    def move(self) -> str:
        return self.line.text.split()[1]

    @property
    def last_info(self) -> str:
        return next((line for line in reversed(self.search) if " score " in line), "")


def is_within(answer: Answer, seconds: float) -> None:
    if answer.delay > seconds:
        raise LateError(f"{answer.line.text!r} came after {answer.delay:.3f} s, not {seconds} s")


def is_not_before(answer: Answer, seconds: float) -> None:
    assert answer.delay >= seconds


def is_next(answer: Answer, wanted: bool) -> None:
    assert (not answer.passed) == wanted, answer.passed


def is_past(answer: Answer, start: str) -> None:
    assert answer.passed and all(line.startswith(start) for line in answer.passed), answer.passed


def has(answer: Answer, *words: str) -> None:
    assert all(word in answer.line.text for word in words), answer.line.text


def is_among(answer: Answer, *moves: str) -> None:
    assert answer.move in moves


def has_score(answer: Answer, score: str) -> None:
    assert f" score {score} " in f"{answer.last_info} "


def has_depth(answer: Answer, depth: int) -> None:
    assert answer.last_info.startswith(f"info depth {depth} ")


def is_legal(answer: Answer, position: str) -> None:
    """The move, the expected reply and every line of the search, in the position as `position` takes it."""
    words = answer.line.text.split()
    if answer.move == "(none)":
        assert not any(board_of(position, answer.chess960).legal_moves)
    else:
        play_all(board_of(position, answer.chess960), words[1:2] + words[3:])
    for line in answer.search:
        if line.startswith("info depth ") and " pv " in line:
            play_all(board_of(position, answer.chess960), line.partition(" pv ")[2].split())


# By their names in a step. `within`, `not_before`: seconds. `next`: no other line comes before it. `past`: lines that
# begin like this come before it, and no others. `has`: these words are in it. Only of a `bestmove`: `moves`, one of
# these; `legal`, in this position, as are the lines of its search; `score`, `depth`, those of the last line before it.
DEMANDS: dict[str, Callable[..., None]] = {
    "within": is_within,
    "not_before": is_not_before,
    "next": is_next,
    "past": is_past,
    "has": has,
    "moves": is_among,
    "legal": is_legal,
    "score": has_score,
    "depth": has_depth,
}


def board_of(position: str, chess960: bool) -> chess.Board:
    setup, _, moves = position.partition(" moves")
    board = chess.Board(chess960=chess960)
    if setup != "startpos":
        board.set_fen(setup.removeprefix("fen "))
    for move in moves.split():
        board.push_uci(move)
    return board


def play_all(board: chess.Board, moves: list[str]) -> None:
    """Also the spelling must be right: `e1h1` is castling in Chess960 only."""
    for move in moves:
        assert move in {board.uci(legal) for legal in board.legal_moves}, f"{move} in {board.fen()}"
        board.push_uci(move)


def wait(talk: Talk, wait: str, **demands: Any) -> None:
    already = len(talk.lines)
    line = talk.hear(wait, demands.get("within", 20) + PATIENCE)
    answer = Answer(
        line,
        delay=line.at - talk.said_at,
        passed=talk.lines[already:-1],
        search=searches(talk.lines)[-1],
        chess960=any(line.text == CHESS960 for line in talk.transcript),
    )
    for name, wanted in demands.items():
        DEMANDS[name](answer, *(wanted if isinstance(wanted, list) else [wanted]))


def quiet(talk: Talk, quiet: str, **seconds: float) -> None:
    time.sleep(seconds.pop("for"))
    assert not seconds
    assert not [line for line in talk.unread() if line.startswith(quiet)]


def say(talk: Talk, say: str, times: int) -> None:
    for _ in range(times):
        talk.say(say)


def close(talk: Talk, close: bool) -> None:
    assert close
    talk.close_input()


def ends(talk: Talk, ends: float) -> None:
    try:
        assert talk.process.wait(ends + PATIENCE) == 0
    except TimeoutExpired:
        raise AssertionError("the engine did not end") from None
    delay = time.monotonic() - talk.said_at
    if delay > ends:
        raise LateError(f"the engine ended after {delay:.3f} s, not {ends} s")


def same(talk: Talk, same: list[int]) -> None:
    first, *others = (untimed(searches(talk.lines)[index]) for index in same)
    assert others and all(other == first for other in others)


def differ(talk: Talk, differ: list[int]) -> None:
    first, second = (untimed(searches(talk.lines)[index]) for index in differ)
    assert first != second


STEPS: dict[str, Callable[..., None]] = {
    "wait": wait,
    "quiet": quiet,
    "say": say,
    "close": close,
    "ends": ends,
    "same": same,
    "differ": differ,
}


def searches(lines: list[str]) -> list[list[str]]:
    """The lines by the search they belong to: each ends with its `bestmove`, the last one perhaps not yet."""
    found: list[list[str]] = [[]]
    for line in lines:
        if found[-1] and found[-1][-1].startswith("bestmove "):
            found.append([])
        found[-1].append(line)
    return found


def untimed(search: list[str]) -> list[str]:
    told = [line for line in search if line.startswith(("info depth ", "bestmove "))]
    assert told[-1].startswith("bestmove ")
    return [re.sub(r" (nps|time) \d+", "", line) for line in told]


MOVE = r"[a-h][1-8][a-h][1-8][nbrq]?"
WELL_FORMED = re.compile(
    "|".join([
        "uciok|readyok",
        r"id (name|author) \S.*",
        r"option name \w+( \w+)* type (check default (true|false)|spin default -?\d+ min -?\d+ max -?\d+|button)",
        r"info string \S.*",
        r"info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( lowerbound| upperbound)?( wdl \d+ \d+ \d+)?"
        rf" nodes \d+ nps \d+ hashfull \d+ time \d+( pv( {MOVE})+)?",
        rf"info depth \d+ currmove {MOVE} currmovenumber \d+",
        rf"bestmove (\(none\)|{MOVE}( ponder {MOVE})?)",
        r"[1-8] ( [.PNBRQKpnbrqk]){8}|   a b c d e f g h|Fen: \S.*|Key: [0-9A-F]{16}|Checkers:( [a-h][1-8])*",
        r"Nodes searched: \d+|Time \(ms\): \d+|Nodes/second: \d+",
    ])
)  # fmt: skip
REFUSAL = "info string a search is running: stop it first"


def check_lines(transcript: list[Line]) -> None:
    """Whole lines, each of a known kind, and an answer to every question."""
    heard = [line.text for line in transcript if line.is_heard]
    said = [line.text.strip() for line in transcript if not line.is_heard]
    for text in heard:
        assert WELL_FORMED.fullmatch(text), repr(text)
    assert heard.count("readyok") == said.count("isready")
    assert heard.count("uciok") == said.count("uci")


def check_searches(transcript: list[Line], may_be_cut_short: bool) -> None:
    """One `bestmove` for each `go` that was not refused, after one line at least with depth, score and moves.

    Nothing of a search comes before its `go` or after its `bestmove`. The search that the end of the conversation cuts
    short need not be answered.
    """
    asked = 0
    last_info = ""
    for line in transcript:
        if not line.is_heard:
            asked += line.text.split()[:1] == ["go"]
        elif line.text == REFUSAL:
            asked -= 1
        elif line.text.startswith("info depth "):
            assert asked, f"without a search: {line.text}"
            last_info = line.text if " score " in line.text else last_info
        elif line.text.startswith("bestmove "):
            assert asked, f"a second answer: {line.text}"
            assert " pv " in last_info or (last_info and line.text == "bestmove (none)"), "no line before the answer"
            asked, last_info = asked - 1, ""
    assert asked in (0, int(may_be_cut_short)), "a search without an answer"
