"""`out=` that shares memory with what is read changes nothing about the result."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ajeeb import batch

FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
]
POSITIONS = batch.from_fens(FENS)
MOVES = batch.from_san(POSITIONS, ["e4", "O-O", "Rb1", "Kd2"])


def room_beside(shift: int) -> tuple[Any, Any]:
    """The positions, and an `out` for as many that begins `shift` rows after (or before) them."""
    buffer = np.zeros(3 * len(POSITIONS), batch.PACKED)
    at = len(POSITIONS)
    buffer[at : 2 * at] = POSITIONS
    return buffer[at : 2 * at], buffer[at + shift : 2 * at + shift]


@pytest.mark.parametrize("shift", [-1, 0, 1, 2])
@pytest.mark.parametrize(
    "call",
    [
        lambda positions, out: batch.mirror(positions, out=out),
        lambda positions, out: batch.apply(positions, MOVES, out=out),
        lambda positions, out: batch.apply(positions, MOVES[[0, 0, 2, 2]], [0, 2, 2, 4, 4], out=out),
        lambda positions, out: batch.play_out(positions, MOVES, np.arange(5), out=out)[0],
    ],
)
def test_records_over_records(call: Callable[[Any, Any], Any], shift: int) -> None:
    positions, out = room_beside(shift)
    expected = call(POSITIONS, None)
    assert (call(positions, out) == expected).all()


def test_planes_over_records() -> None:
    size = len(POSITIONS) * 12 * 64
    memory = np.zeros(size, np.uint8)
    records = memory[: POSITIONS.nbytes].view(batch.PACKED)
    records[:] = POSITIONS
    expected = batch.planes(POSITIONS)
    assert (batch.planes(records, out=memory.reshape(-1, 12, 8, 8)) == expected).all()


def test_the_error_quotes_the_record_that_was_passed() -> None:
    positions, out = room_beside(1)
    positions["pieces"][3] = 0xFF
    wrong = positions[3].tobytes().hex()
    with pytest.raises(ValueError, match=wrong):
        batch.mirror(positions, out=out)


@pytest.mark.parametrize("threads", [1.5, "2", None])
def test_threads_that_are_no_number_are_named(threads: Any) -> None:
    with pytest.raises(TypeError, match="expected an integer"):
        batch.count_legal(POSITIONS, threads=threads)
