"""What a dataset holds, in numbers: counted in one pass over its rows, drawn as text or as an SVG picture."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ajeeb.dataset.reading import Dataset
from ajeeb.pgn import NO_SCORE

_RESULTS = ("black won", "draw", "white won", "unknown")
_PLY_STEP, _EVAL_STEP, _EVAL_EDGE = 20, 100, 800
_SHADES = " ░▒▓█"
_FILES = "abcdefgh"

Histogram = list[tuple[str, int]]


@dataclass
class Statistics:
    """Counts over all rows. `squares` counts where moves go, shape (64,), a1 first."""

    rows: int = 0
    results: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(4, np.int64))
    black_to_move: int = 0
    pieces: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(33, np.int64))
    plies: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(16, np.int64))
    evals: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(2 * _EVAL_EDGE // _EVAL_STEP, np.int64))
    squares: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(64, np.int64))

    def histograms(self) -> dict[str, Histogram]:
        """Name → (label, count) of each bar, without the kinds that were not counted."""
        plies = [f"{_PLY_STEP * i}+" for i in range(len(self.plies))]
        evals = [f"{(_EVAL_STEP * i - _EVAL_EDGE) / 100:+.0f}" for i in range(len(self.evals))]
        pieces = [(str(count), int(rows)) for count, rows in enumerate(self.pieces) if count >= 2]
        named = {
            "result": list(zip(_RESULTS, self.results.tolist(), strict=True)),
            "pieces on the board": pieces,
            "ply": list(zip(plies, self.plies.tolist(), strict=True)),
            "eval (pawns, white's view)": list(zip(evals, self.evals.tolist(), strict=True)),
        }
        return {name: bars for name, bars in named.items() if any(count for _, count in bars)}

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "rows": self.rows,
            "black_to_move": self.black_to_move,
            "target_squares": self.squares.tolist(),
            **{name: dict(bars) for name, bars in self.histograms().items()},
        }


def count(dataset: Dataset) -> Statistics:
    """Read all rows, a row group at a time."""
    wanted = [name for name in ("position", "move", "result", "eval", "ply") if name in dataset.columns]
    statistics = Statistics()
    for group in dataset.row_groups:
        _add(statistics, dataset.read(group, wanted))
    return statistics


def _add(statistics: Statistics, columns: dict[str, npt.NDArray[Any]]) -> None:
    positions = columns["position"]
    statistics.rows += len(positions)
    statistics.black_to_move += int(np.count_nonzero(positions["side_and_ep"] & 128))
    statistics.pieces += np.bincount(_popcount(positions["occupied"]), minlength=33)[:33]
    if "result" in columns:
        statistics.results += np.bincount(columns["result"], minlength=4)[:4]
    if "ply" in columns:
        steps = np.minimum(columns["ply"] // _PLY_STEP, len(statistics.plies) - 1)
        statistics.plies += np.bincount(steps, minlength=len(statistics.plies))
    if "eval" in columns:
        known = columns["eval"][columns["eval"] != NO_SCORE].astype(np.int64)
        steps = np.clip((known + _EVAL_EDGE) // _EVAL_STEP, 0, len(statistics.evals) - 1)
        statistics.evals += np.bincount(steps, minlength=len(statistics.evals))
    if "move" in columns:
        statistics.squares += np.bincount(columns["move"] >> 6 & 63, minlength=64)


def _popcount(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    as_bytes = np.ascontiguousarray(words).view(np.uint8).reshape(len(words), 8)
    return np.unpackbits(as_bytes, axis=1).sum(axis=1, dtype=np.int64)  # type: ignore[no-any-return]


def as_text(statistics: Statistics, width: int = 40) -> str:
    """Bars and a board of the squares that moves go to, darker for more."""
    lines = [f"{statistics.rows:,} rows, black to move in {statistics.black_to_move:,}"]
    for name, bars in statistics.histograms().items():
        most = max(count for _, count in bars)
        lines += ["", name]
        lines += [
            f"{label:>12} {'█' * round(width * count / most):{width}} {count:>12,}" for label, count in bars if count
        ]
    if statistics.squares.any():
        most = int(statistics.squares.max())
        lines += ["", "squares that moves go to"]
        for rank in range(7, -1, -1):
            shades = [_SHADES[round(4 * int(statistics.squares[8 * rank + file]) / most)] * 2 for file in range(8)]
            lines.append(f"{rank + 1:>12} {''.join(shades)}")
        lines.append(" " * 13 + " ".join(_FILES))
    return "\n".join(lines) + "\n"


def as_svg(statistics: Statistics) -> str:
    """The same as a picture: one panel a histogram, and the board."""
    panels = [_bar_panel(name, bars) for name, bars in statistics.histograms().items()]
    if statistics.squares.any():
        panels.append(_board_panel(statistics.squares))
    rows = (len(panels) + 1) // 2
    placed = [
        f'<g transform="translate({20 + 340 * (i % 2)},{50 + 230 * (i // 2)})">{panel}</g>'
        for i, panel in enumerate(panels)
    ]
    height = 60 + 230 * rows
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="700" height="{height}" viewBox="0 0 700 {height}" '
        f'font-family="sans-serif" font-size="11"><rect width="700" height="{height}" fill="#fff"/>'
        f'<text x="20" y="28" font-size="16">{statistics.rows:,} positions</text>{"".join(placed)}</svg>\n'
    )


def _bar_panel(name: str, bars: Histogram) -> str:
    most, step = max(count for _, count in bars), 310 / len(bars)
    parts = [f'<text y="10" font-weight="bold">{name}</text>']
    every = max(1, round(len(bars) / 8))
    for i, (label, count_) in enumerate(bars):
        height = 160 * count_ / most
        parts.append(
            f'<rect x="{i * step:.1f}" y="{180 - height:.1f}" width="{max(step - 2, 1):.1f}" height="{height:.1f}" '
            f'fill="#4a7aa7"><title>{label}: {count_:,}</title></rect>'
        )
        if i % every == 0:
            parts.append(f'<text x="{i * step + step / 2:.1f}" y="194" text-anchor="middle">{label}</text>')
    return "".join(parts)


def _board_panel(squares: npt.NDArray[np.int64]) -> str:
    most = int(squares.max())
    parts = ['<text y="10" font-weight="bold">squares that moves go to</text>']
    for square, count_ in enumerate(squares.tolist()):
        x, y = 22 * (square % 8), 16 + 22 * (7 - square // 8)
        name, shade = f"{_FILES[square % 8]}{square // 8 + 1}", 0.05 + 0.95 * count_ / most
        parts.append(
            f'<rect x="{x}" y="{y}" width="21" height="21" fill="#a33" fill-opacity="{shade:.2f}">'
            f"<title>{name}: {count_:,}</title></rect>"
        )
    return "".join(parts)
