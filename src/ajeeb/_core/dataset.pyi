"""Fingerprints of positions, and tables of those seen before."""

from typing import Annotated

import numpy
from numpy.typing import NDArray

def insert_positions(
    table: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    fresh: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
) -> int:
    """Adds positions; says which were new, and returns how many."""

def insert_fingerprints(
    table: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
    fingerprints: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> int:
    """Adds fingerprints; zeros stand for none."""

def fingerprints(
    words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
) -> None:
    """Of positions, side, rights and legal ep square."""
