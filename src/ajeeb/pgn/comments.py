"""Commands in comments: `[%clk 0:10:00]`, `[%emt 0:00:03]`, `[%eval -0.31,20]`, `[%csl Ra1]`, `[%cal Ga1b2]`.

Each is read from a comment's text and written back into it; everything else in the comment stays.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ajeeb.svg import Arrow

if TYPE_CHECKING:
    from ajeeb.engine.scores import PovScore

# The blanks around a command go with it when it is taken out.
_AROUND = r"(?P<before>\s?)\[%{command}\](?P<after>\s?)"
_TIME = r"\s(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)"
_ARROW = r"[GRYB][a-h][1-8](?:[a-h][1-8])?"

CLOCK_REGEX = re.compile(_AROUND.format(command="clk" + _TIME))
EMT_REGEX = re.compile(_AROUND.format(command="emt" + _TIME))
_SCORE = r"(?:\#(?P<mate>[+-]?\d{1,6})|(?P<pawns>[+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)))"
EVAL_REGEX = re.compile(_AROUND.format(command=rf"eval\s{_SCORE}(?:,(?P<depth>\d{{1,6}}))?"))
ARROWS_REGEX = re.compile(_AROUND.format(command=rf"(?:csl|cal)\s(?P<arrows>{_ARROW}(?:,{_ARROW})*)"))


def read_time(comment: str, pattern: re.Pattern[str]) -> float | None:
    """Seconds of the first command of a kind in the comment, or None."""
    found = pattern.search(comment)
    if not found:
        return None
    return int(found["hours"]) * 3600 + int(found["minutes"]) * 60 + float(found["seconds"])


def write_time(comment: str, pattern: re.Pattern[str], command: str, seconds: float | None) -> str:
    """The comment with the first command of the kind replaced, added or (None) taken out. Milliseconds are kept."""
    if seconds is None:
        return _replaced(comment, pattern, "")
    thousandths = round(max(seconds, 0) * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    shown = f"{rest // 1000:02d}.{rest % 1000:03d}".rstrip("0").rstrip(".") if rest % 1000 else f"{rest // 1000:02d}"
    return _replaced(comment, pattern, f"[%{command} {minutes // 60:d}:{minutes % 60:02d}:{shown}]")


def read_eval(comment: str, turn: bool) -> "PovScore | None":
    """The score of the first evaluation in the comment, from the view of `turn`, or None."""
    from ajeeb.engine.scores import Cp, Mate, PovScore

    found = EVAL_REGEX.search(comment)
    if not found:
        return None
    if found["mate"]:
        score = PovScore(Mate(int(found["mate"])), True)
        if int(found["mate"]) == 0:
            score = PovScore(Mate(0), turn)
    else:
        score = PovScore(Cp(round(float(found["pawns"]) * 100)), True)
    return PovScore(score.pov(turn), turn)


def read_eval_depth(comment: str) -> int | None:
    """The depth of the first evaluation in the comment, or None."""
    found = EVAL_REGEX.search(comment)
    return int(found["depth"]) if found and found["depth"] else None


def write_eval(comment: str, score: "PovScore | None", depth: int | None) -> str:
    """The comment with its first evaluation replaced, added, or (None, or a mate that is given) taken out."""
    text = ""
    white = score.white() if score else None
    if white is not None:
        mate, centipawns = white.mate(), white.score()
        if mate:
            text = f"#{mate}"
        elif centipawns is not None:
            text = f"{centipawns / 100:.2f}"
    command = f"[%eval {text}{'' if depth is None else f',{max(depth, 0)}'}]" if text else ""
    return _replaced(comment, EVAL_REGEX, command)


def read_arrows(comment: str) -> list[Arrow]:
    """All arrows and marked squares of the comment."""
    return [Arrow.from_pgn(text) for found in ARROWS_REGEX.finditer(comment) for text in found["arrows"].split(",")]


def write_arrows(comment: str, arrows: Iterable[Arrow | tuple[int, int]]) -> str:
    """The comment with all its arrows replaced; they stand in front."""
    squares: list[str] = []
    lines: list[str] = []
    for arrow in arrows:
        drawn = arrow if isinstance(arrow, Arrow) else Arrow(*arrow)
        (squares if drawn.head == drawn.tail else lines).append(drawn.pgn())
    rest = ARROWS_REGEX.sub(_gap, comment)
    commands = "".join(_commands(squares, lines))
    return f"{commands} {rest}" if commands and rest else commands + rest


def _commands(squares: list[str], lines: list[str]) -> Iterator[str]:
    if squares:
        yield f"[%csl {','.join(squares)}]"
    if lines:
        yield f"[%cal {','.join(lines)}]"


def _gap(found: re.Match[str]) -> str:
    return " " if found["before"] and found["after"] else ""


def _replaced(comment: str, pattern: re.Pattern[str], command: str) -> str:
    found = pattern.search(comment)
    if found:
        kept = found["before"] + command + found["after"] if command else _gap(found)
        return comment[: found.start()] + kept + comment[found.end() :]
    return f"{comment} {command}" if comment and command and not comment.endswith((" ", "\n")) else comment + command
