"""The TimeControl tag: `40/7200:3600`, `300+5`, `-`, `?`."""

from dataclasses import dataclass, field
from enum import Enum

from ajeeb.errors import ChessError


class TimeControlType(Enum):
    """How long a game lasts, by its first period."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclass
class TimeControlPart:
    """One period: `moves` (0: all that are left) in `time` seconds, with `increment` and `delay` seconds a move."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclass
class TimeControl:
    """The periods of a game, and the kind of game they make."""

    parts: list[TimeControlPart] = field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


# The least seconds that the first period of each kind has, counting an increment 60 times.
_LEAST_SECONDS = ((3600, TimeControlType.STANDARD), (900, TimeControlType.RAPID), (180, TimeControlType.BLITZ))
_EXPECTED_MOVES = 60


def parse_time_control(time_control: str) -> TimeControl:
    """Read the value of a TimeControl tag. Raises ChessError for a text that is none.

    >>> parse_time_control("300+5").type
    <TimeControlType.BLITZ: 4>
    """
    if time_control in ("", "?"):
        return TimeControl()
    if time_control == "-":
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = [_parse_part(part, time_control) for part in time_control.split(":")]
    if any(part.moves == 0 for part in parts[:-1]):
        raise ChessError(f"expected only the last period to be for all moves, got {time_control!r}")
    seconds = parts[0].time + _EXPECTED_MOVES * parts[0].increment
    kind = next((kind for least, kind in _LEAST_SECONDS if seconds >= least), TimeControlType.BULLET)
    return TimeControl(parts, kind)


def _parse_part(text: str, whole: str) -> TimeControlPart:
    moves, slash, rest = text.partition("/")
    period, plus, increment = (rest if slash else text).partition("/")[0].partition("+")
    try:
        return TimeControlPart(int(moves) if slash else 0, int(period), float(increment) if plus else 0)
    except ValueError:
        raise ChessError(f"expected a time control such as 40/7200:3600 or 300+5, got {whole!r}") from None
