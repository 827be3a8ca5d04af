"""Numbers as a row of bars, for people who watch a terminal."""

from __future__ import annotations

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"


def sparkline(values: Sequence[float], low: float | None = None, high: float | None = None) -> str:
    """One bar for each value, from `low` to `high`: the least and the greatest of them, if left out.

    >>> sparkline([0, 1, 2, 9], 0, 2)
    '▁▅██'
    """
    if not values:
        return ""
    low = min(values) if low is None else low
    high = max(values) if high is None else high
    shares = ((min(max(value, low), high) - low) / (high - low or 1) for value in values)
    return "".join(_BARS[int(share * (len(_BARS) - 1) + 0.5)] for share in shares)
