"""What the original contracts answered in an EVM, field by field: the core and the plain Python oracle both agree.

`vectors.jsonl.xz` has a row a board. A field that reverted holds {"revert": data}; moves above 2**53 are hex strings.
"""

import json
import lzma
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ajeeb.errors import RevertError
from ajeeb.six import arrays, contract
from tests.six import oracle

DATA = Path(__file__).parents[1] / "data" / "six"
PANIC = {"revert": f"0x4e487b71{0x32:064x}"}


@cache
def vectors() -> list[dict[str, Any]]:
    with lzma.open(DATA / "vectors.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def answer(function: Callable[..., Any], *arguments: Any) -> Any:
    """A function's value as the vectors write it: lists for tuples, the revert's data for a panic."""
    try:
        value = function(*arguments)
    except RevertError as error:
        assert error.code == 0x32
        return PANIC
    except oracle.Revert:
        return PANIC
    return list(value) if isinstance(value, tuple) else value


def number(text: str | int) -> int:
    return int(text, 16) if isinstance(text, str) else text


def test_every_vector_is_here() -> None:
    assert len(vectors()) == 1098
    assert {row["depth"] for row in vectors()} == {3, 4, 5, 6, 7, 8, 9, 10}


def test_rotate_and_side_to_move() -> None:
    for row in vectors():
        board = number(row["board"])
        assert contract.rotate(board) == number(row["rotate"])
        assert ("white" if board & 1 else "black") == row["toMove"]


def test_apply_move_even_for_nonsense() -> None:
    for row in vectors():
        for move, after in row["applyMove"].items():
            assert contract.apply_move(number(row["board"]), int(move)) == number(after)


def test_generated_moves_and_their_packing() -> None:
    for row in vectors():
        board, words = number(row["board"]), row["generateMovesWords"]
        assert answer(contract.generate_moves, board) == row["generateMoves"]
        wanted = words if isinstance(words, dict) else [number(word) for word in words]
        assert answer(contract.generate_moves_words, board) == wanted


def test_evaluations() -> None:
    for row in vectors():
        if isinstance(row["generateMoves"], list):
            board = number(row["board"])
            assert [contract.evaluate_move(board, move) for move in row["generateMoves"]] == row["evaluateMove"]


def test_legality() -> None:
    for row in vectors():
        board = number(row["board"])
        assert answer(contract.legal_moves, board) == row["legalMoves"]
        for move, legal in row["isLegalMove"]:
            assert answer(contract.is_legal_move, board, number(move)) == legal


def test_search() -> None:
    for row in vectors():
        board, depth = number(row["board"]), row["depth"]
        assert answer(contract.search_move, board, depth) == row["searchMove"]
        assert [answer(contract.nega_max, board, ply + 1) for ply in range(depth)] == row["negaMax"]


def test_root_scores() -> None:
    for row in vectors():
        got = answer(contract.root_scores, number(row["board"]), row["depth"])
        # The vectors leave the scores out where the root itself reverts.
        wanted = PANIC if row["rootScores"] == [] and row["searchMove"] == PANIC else row["rootScores"]
        assert got == wanted


def test_replies_recorded_on_the_main_network() -> None:
    recorded = [row for row in vectors() if "recorded" in row]
    assert len(recorded) == 4
    for row in recorded:
        assert contract.search_move(number(row["board"]), row["depth"])[0] == row["recorded"]


def test_arrays_answer_as_the_vectors_do() -> None:
    boards = arrays.pack(number(row["board"]) for row in vectors())
    generated = arrays.generate(boards, threads=2, errors="mask")
    legal = arrays.legal(boards, threads=2, errors="mask")
    for i, row in enumerate(vectors()):
        for found, field in ((generated, "generateMoves"), (legal, "legalMoves")):
            moves = found.values[found.offsets[i] : found.offsets[i + 1]].tolist()
            assert (PANIC if found.failed[i] else moves) == row[field]
    for depth in {row["depth"] for row in vectors()}:
        rows = [i for i, row in enumerate(vectors()) if row["depth"] == depth]
        found = arrays.search(boards[rows], depth, threads=2, errors="mask")
        answers = zip(found.moves.tolist(), found.wins.tolist(), found.failed.tolist(), strict=True)
        for i, (move, wins, failed) in zip(rows, answers, strict=True):
            assert (PANIC if failed else [move, wins]) == vectors()[i]["searchMove"]


@pytest.mark.parametrize("part", range(4))
def test_the_plain_python_oracle_agrees(part: int) -> None:
    for row in vectors()[part::4]:
        board = oracle.unpack(number(row["board"]))
        moves = answer(lambda b: [f << 6 | t for f, t in oracle.blocks_reversed(oracle.generated(b))], board)
        assert moves == row["generateMoves"]
        if isinstance(moves, list):
            assert [oracle.evaluate(board, (move >> 6, move & 63)) for move in moves] == row["evaluateMove"]
        for move, legal in row["isLegalMove"]:
            where = (number(move) >> 6, number(move) & 63)
            assert answer(oracle.is_legal, board, where) == legal
        assert answer(oracle.search_move, board, row["depth"]) == row["searchMove"]
        assert [answer(oracle.nega_max, board, ply + 1) for ply in range(row["depth"])] == row["negaMax"]
