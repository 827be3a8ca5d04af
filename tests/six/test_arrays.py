"""The array kernels: the same answers as one board at a time, on any number of threads, with the GIL released."""

import random
import threading
import time

import numpy as np
import pytest

from ajeeb.errors import ChessError, IllegalMoveError, IllegalPositionError, InvalidMoveError, RevertError
from ajeeb.six import arrays, contract, sane
from ajeeb.six.rules import RulesName, rules_named


def some_boards(count: int, seed: int = 1) -> list[int]:
    chance = random.Random(seed)
    boards = []
    while len(boards) < count:
        board = contract.START
        for _ in range(chance.randrange(40)):
            if not (moves := sane.legal_moves(board)):
                break
            board = sane.apply_move(board, chance.choice(moves))
        boards.append(board)
    return boards


CROWDED = 0xDDDDDD00D0000D00D0000D00D0000D00D0006D00DDDDDD000000001
"""More queens' moves than the contract's arrays hold, and no white king."""


def test_pack_and_unpack() -> None:
    boards = some_boards(50)
    packed = arrays.pack(boards)
    assert packed.shape == (50, 4)
    assert packed.dtype == np.uint64
    assert arrays.unpack(packed) == boards
    assert int(packed[3, 0]) == boards[3] & (1 << 64) - 1
    assert arrays.pack([]).shape == (0, 4)
    assert arrays.unpack(arrays.pack([(1 << 256) - 1])) == [(1 << 256) - 1]


@pytest.mark.parametrize("threads", [0, 1, 2, 7])
@pytest.mark.parametrize("rules", ["contract", "sane"])
def test_batches_equal_single_calls(rules: RulesName, threads: int) -> None:
    boards = some_boards(300)
    packed, one = arrays.pack(boards), rules_named(rules)
    generated = arrays.generate(packed, rules=rules, threads=threads)
    legal = arrays.legal(packed, rules=rules, threads=threads)
    for i, board in enumerate(boards):
        assert generated.values[generated.offsets[i] : generated.offsets[i + 1]].tolist() == one.generate_moves(board)
        assert legal.values[legal.offsets[i] : legal.offsets[i + 1]].tolist() == one.legal_moves(board)
    assert arrays.unpack(arrays.rotate(packed, threads=threads)) == [contract.rotate(board) for board in boards]
    found = arrays.search(packed, 2, rules=rules, threads=threads)
    assert list(zip(found.moves.tolist(), found.wins.tolist(), strict=True)) == [
        one.search_move(board, 2) for board in boards
    ]
    moves = [one.legal_moves(board)[:1] or [0] for board in boards]
    playable = [i for i, chosen in enumerate(moves) if chosen != [0]]
    applied = arrays.apply(packed[playable], [moves[i][0] for i in playable], rules=rules, threads=threads)
    assert arrays.unpack(applied.boards) == [one.apply_move(boards[i], moves[i][0]) for i in playable]


def test_no_rows_are_no_error() -> None:
    none = arrays.pack([])
    assert arrays.generate(none).offsets.tolist() == [0]
    assert arrays.apply(none, []).boards.shape == arrays.rotate(none).shape == (0, 4)
    assert arrays.search(none, 3, threads=4).moves.shape == (0,)
    assert arrays.unpack(none) == []


def test_scores() -> None:
    boards = some_boards(40)
    found = arrays.search(arrays.pack(boards), 3, rules="sane")
    assert found.scores.tolist() == [sane.search(board, 3).score for board in boards]
    best = [max(contract.root_scores(board, 3), default=0) for board in boards]
    assert arrays.search(arrays.pack(boards), 3).scores.tolist() == best


def test_offsets_have_arrows_layout() -> None:
    found = arrays.generate(arrays.pack([contract.START, 1, contract.GENESIS]))
    assert found.values.dtype == np.uint16
    assert found.offsets.dtype == np.int64
    assert found.offsets.tolist() == [0, 16, 16, 19]
    assert not found.failed.any()


def test_failures_raise_or_are_masked() -> None:
    packed = arrays.pack([contract.START, CROWDED])
    with pytest.raises(RevertError, match="board 1") as caught:
        arrays.generate(packed)
    assert caught.value.code == 0x32
    masked = arrays.generate(packed, errors="mask")
    assert masked.failed.tolist() == [False, True]
    assert masked.offsets.tolist() == [0, 16, 16]
    assert arrays.search(packed, 3, errors="mask").failed.tolist() == [False, True]
    with pytest.raises(RevertError, match="stack") as caught:
        arrays.search(packed[:1], 0)
    assert caught.value.code is None

    with pytest.raises(IllegalPositionError, match=r"board 1.*white king") as faults:
        arrays.legal(packed, rules="sane")
    assert "not exactly one white king" in faults.value.kinds
    assert arrays.legal(packed, rules="sane", errors="mask").failed.tolist() == [False, True]

    start = arrays.pack([contract.START, contract.START])
    with pytest.raises(IllegalMoveError, match="board 1"):
        arrays.apply(start, [20 << 6 | 28, 0], rules="sane")
    applied = arrays.apply(start, [20 << 6 | 28, 0], rules="sane", errors="mask")
    assert applied.failed.tolist() == [False, True]
    assert arrays.unpack(applied.boards)[1] == contract.START


def test_wide_moves_are_the_contracts_nonsense() -> None:
    move = 1 << 12 | 20
    applied = arrays.apply(arrays.pack([contract.START]), np.array([move], np.uint16))
    assert arrays.unpack(applied.boards) == [contract.apply_move(contract.START, move)]


@pytest.mark.parametrize(
    "boards",
    [np.zeros(4, np.uint64), np.zeros((2, 3), np.uint64), np.zeros((2, 4)), [["a"] * 4], np.zeros((1, 4, 4), int)],
)
def test_bad_shapes_and_dtypes_are_told(boards: object) -> None:
    with pytest.raises(ChessError, match=r"expected \(N, 4\) uint64"):
        arrays.generate(boards)  # type: ignore[arg-type]


def test_bad_arguments_are_told() -> None:
    packed = arrays.pack([contract.START])
    with pytest.raises(ChessError, match="2 moves for 1 boards"):
        arrays.apply(packed, [0, 0])
    with pytest.raises(InvalidMoveError, match="70000"):
        arrays.apply(packed, [70000])
    with pytest.raises(ChessError, match="dtype"):
        arrays.apply(packed, [0.5])
    with pytest.raises(ChessError, match="'chess'"):
        arrays.generate(packed, rules="chess")  # type: ignore[arg-type]
    with pytest.raises(ChessError, match="errors 'ignore'"):
        arrays.generate(packed, errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(ChessError, match="threads -1"):
        arrays.rotate(packed, threads=-1)
    with pytest.raises(ChessError, match="depth 0"):
        arrays.search(packed, 0, rules="sane")
    with pytest.raises(ChessError, match="depth"):
        arrays.search(packed, -1)
    with pytest.raises(IllegalPositionError, match="board 1"):
        arrays.pack([0, -1])


def test_other_strides_and_dtypes_are_taken() -> None:
    packed = arrays.pack(some_boards(20))
    strided = np.asfortranarray(np.repeat(packed, 2, axis=0))[::2]
    assert np.array_equal(arrays.rotate(strided), arrays.rotate(packed))
    small = np.array([[1, 0, 0, 0]], np.int32)
    assert arrays.unpack(arrays.rotate(small)) == [contract.rotate(1)]


def test_the_gil_is_released() -> None:
    boards = arrays.pack(some_boards(3000, seed=2))
    ticks, stop = [], threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    started = time.perf_counter()
    arrays.search(boards, 3, rules="sane")
    ended = time.perf_counter()
    stop.set()
    ticker.join()
    assert sum(started < t < ended for t in ticks) > 5


@pytest.mark.parametrize("board", [1.5, float("nan"), "1", b"1", None])
def test_boards_that_are_no_ints_are_not_rounded(board: object) -> None:
    with pytest.raises(TypeError):
        arrays.pack([board])  # type: ignore[list-item]
