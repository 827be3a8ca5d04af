"""Shared by the tests of this room: random boards as hypothesis strategies, and sets of (row, column) and back."""

from hypothesis import strategies as st

Cell = tuple[int, int]


@st.composite
def boards(draw: st.DrawFn, most: int = 16) -> tuple[int, int]:
    """(x, n): any bitboard of any size."""
    n = draw(st.integers(1, most))
    return draw(st.integers(0, 2 ** (n * n) - 1)), n


def cells(x: int, n: int) -> set[Cell]:
    return {divmod(s, n) for s in range(n * n) if x >> s & 1}


def from_cells(squares: set[Cell], n: int) -> int:
    return sum(2 ** (n * r + c) for r, c in squares)
