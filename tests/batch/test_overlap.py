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


ENDS = np.array([0, 2, 2, 4, 4])
PAIRS = MOVES[[0, 0, 2, 2]]
OPENING = batch.from_san(batch.start_positions(1), ["e4"])
INDICES = batch.move_index(POSITIONS, PAIRS, offsets=ENDS)
SANS = ["e4", "e4", "Rb1", "Rb1"]


@pytest.mark.parametrize(
    "call",
    [
        lambda offsets, out: batch.apply(POSITIONS, PAIRS, offsets, out=out),
        lambda offsets, out: batch.from_san(POSITIONS, SANS, offsets, out=out),
        lambda offsets, out: batch.move_index(POSITIONS, PAIRS, offsets=offsets, out=out),
        lambda offsets, out: batch.index_move(POSITIONS, INDICES, offsets=offsets, out=out),
    ],
)
def test_results_over_offsets(call: Callable[[Any, Any], Any]) -> None:
    expected = call(ENDS, None)
    memory = np.zeros(max(expected.nbytes, ENDS.nbytes), np.uint8)
    offsets = memory[: ENDS.nbytes].view(np.int64)
    offsets[:] = ENDS
    assert (call(offsets, memory[: expected.nbytes].view(expected.dtype)) == expected).all()


def test_games_over_their_offsets() -> None:
    moves, ends = np.repeat(OPENING, 1000), np.arange(1001)
    for expected, call in (
        (batch.play_out(None, moves, ends)[0], lambda given, out: batch.play_out(None, moves, given, out=out)[0]),
        (batch.game_planes(None, moves, ends), lambda given, out: batch.game_planes(None, moves, given, out=out)),
    ):
        memory = np.zeros(expected.nbytes, np.uint8)
        offsets = memory[: ends.nbytes].view(np.int64)
        offsets[:] = ends
        assert (call(offsets, memory.view(expected.dtype).reshape(expected.shape)) == expected).all()


@pytest.mark.parametrize("over", [0, 1])
def test_legal_moves_over_records(over: int) -> None:
    expected = batch.legal_moves(POSITIONS)
    memory = np.zeros(1024, np.uint8)
    records = memory[: POSITIONS.nbytes].view(batch.PACKED)
    records[:] = POSITIONS
    room = [np.zeros(500, np.uint16), np.zeros(len(POSITIONS) + 1, np.int64)]
    room[over] = memory[: room[over].nbytes].view(room[over].dtype)
    moves, offsets = batch.legal_moves(records, out=(room[0], room[1]))
    assert (offsets == expected[1]).all() and (moves == expected[0]).all()


def test_legal_moves_wants_two_rooms() -> None:
    memory = np.zeros(1024, np.uint8)
    shared = memory.view(np.uint16), memory[: 8 * len(POSITIONS) + 8].view(np.int64)
    with pytest.raises(ValueError, match="share memory"):
        batch.legal_moves(POSITIONS, out=shared)
    wrong: Any
    for wrong in (memory, 5, (memory,), ()):
        with pytest.raises(ValueError, match="expected a pair"):
            batch.legal_moves(POSITIONS, out=wrong)


def as_bytes(texts: np.ndarray) -> Any:
    return texts


@pytest.mark.parametrize("wrap", [as_bytes, memoryview])
def test_records_and_planes_over_their_text(wrap: Callable[[Any], Any]) -> None:
    text = np.frombuffer("".join(f"{fen}\n" for fen in FENS * 20).encode(), np.uint8)
    expected = batch.from_fens(text), batch.planes(text)
    memory = np.zeros(expected[1].nbytes, np.uint8)
    for wanted, call in zip(expected, (batch.from_fens, batch.planes), strict=True):
        memory[: len(text)] = text
        out = memory[: wanted.nbytes].view(wanted.dtype).reshape(wanted.shape)
        assert (call(wrap(memory[: len(text)]), out=out) == wanted).all()
