"""What array calls say to arguments of the wrong kind, and which odd ones they take."""

from typing import Any

import numpy as np
import pytest

from ajeeb import batch

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
POSITIONS = batch.start_positions(2)
MOVES = batch.from_uci(POSITIONS, ["e2e4", "d2d4"])


@pytest.mark.parametrize(
    "texts", [np.array([START, START]), np.array([START] * 2, object), np.array([START.encode()] * 2)]
)
def test_arrays_of_texts_are_sequences(texts: Any) -> None:
    assert (batch.from_fens(texts) == POSITIONS).all()
    assert (batch.planes(texts) == batch.planes(POSITIONS)).all()
    assert (batch.from_uci(POSITIONS, np.array(["e2e4", "d2d4"])) == MOVES).all()


@pytest.mark.parametrize("texts", [None, 3, 1.5, [3], [None], object(), np.zeros(3), memoryview(b"abcd")[::2]])
def test_what_is_no_text_is_named(texts: Any) -> None:
    for name, call in (("fens", batch.from_fens), ("texts", lambda texts: batch.from_san(POSITIONS, texts))):
        with pytest.raises(TypeError, match=f"^{name}: expected texts or a buffer of lines, got "):
            call(texts)


def test_flags_are_whatever_is_true() -> None:
    for true in (1, np.True_, "yes"):
        chess960: Any = true
        assert batch.to_uci(POSITIONS, MOVES, chess960=chess960) == ["e2e4", "d2d4"]
        assert (batch.from_fens([START], chess960=chess960, strict=chess960) == POSITIONS[:1]).all()
        assert batch.to_fens(POSITIONS, shredder=chess960)[0].split()[2] == "HAha"
        assert len(batch.play_out(None, MOVES, [0, 1, 2], final=chess960)[0]) == 4


@pytest.mark.parametrize("choice", [np.zeros(3), np.array(["mask"]), [], None, 5, "masc", "x" * 10_000])
def test_choices_are_quoted_on_one_line(choice: Any) -> None:
    calls = (
        lambda: batch.count_legal(POSITIONS, errors=choice),
        lambda: batch.planes(POSITIONS, choice),
        lambda: batch.planes(POSITIONS, view=choice),
        lambda: batch.legal_mask(POSITIONS, choice),
    )
    for call in calls:
        with pytest.raises(ValueError, match=r"^\w+=.*: expected '") as raised:
            call()
        assert len(str(raised.value)) < 200 and "\n" not in str(raised.value)


def test_threads_are_quoted_on_one_line() -> None:
    threads: Any = np.zeros((30, 30))
    with pytest.raises(TypeError, match="expected an integer") as raised:
        batch.count_legal(POSITIONS, threads=threads)
    assert "\n" not in str(raised.value)
