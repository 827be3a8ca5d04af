"""The tuner: judged positions, and what they may teach."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

from ajeeb import BISHOP, KNIGHT, PAWN, QUEEN, ROOK, Board, ChessError, batch
from ajeeb.cli import main
from ajeeb.engine import tuning
from ajeeb.engine.tuning.fit import evaluate
from ajeeb.engine.tuning.rows import RECORD, RESULT_UNKNOWN

ENGINE = f"{shlex.quote(sys.executable)} -m ajeeb uci"


@pytest.fixture(scope="module")
def leaves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("leaves")
    games, found, again = folder / "games.bin", folder / "leaves.bin", folder / "again.bin"
    assert main(["tune", "selfplay", str(games), "--games", "8", "--nodes", "100"]) == 0
    options = ["--roots", "120", "--nodes", "400", "--interval", "20"]
    assert main(["tune", "leaves", str(games), str(found), *options, "--threads", "1"]) == 0
    assert main(["tune", "leaves", str(games), str(again), *options, "--threads", "3"]) == 0
    assert found.read_bytes() == again.read_bytes()
    return found


def test_leaves_are_positions_without_a_result_and_never_checks(leaves: Path) -> None:
    records = np.fromfile(leaves, RECORD)
    assert len(records) > 500 and (records["result"] == RESULT_UNKNOWN).all() and not records["eval"].any()
    boards = [Board(fen) for fen in batch.to_fens(records.view(batch.PACKED))]
    assert not any(board.is_check() for board in boards)
    assert len({board.board_fen() for board in boards}) > 0.9 * len(boards)


def test_label_keeps_quiet_positions_with_the_engine_s_opinion(
    leaves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ajeeb.engine.tuning.opinions._CHUNK", 50)
    found = []
    for threads in ("1", "3"):
        out = tmp_path / f"judged{threads}.bin"
        arguments = ["--engine", ENGINE, "--nodes", "60", "--threads", threads]
        assert main(["tune", "label", str(leaves), str(out), *arguments]) == 0
        found.append(np.fromfile(out, RECORD))
    one, three = found
    every = list(np.fromfile(leaves, RECORD)["occupied"])
    assert 0.3 * len(every) < len(one) < len(every) and abs(len(one) - len(three)) < 0.1 * len(one)
    for judged in (one, three):
        rest = iter(every)
        assert all(occupied in rest for occupied in judged["occupied"])  # in the order they came
    assert (one["result"] == RESULT_UNKNOWN).all() and len(np.unique(one["eval"])) > 100
    ahead = [material(Board(fen)) for fen in batch.to_fens(one.view(batch.PACKED))]
    assert np.corrcoef(ahead, one["eval"])[0, 1] > 0.5  # white's view, whoever is to move


def material(board: Board) -> int:
    worth = {PAWN: 1, KNIGHT: 3, BISHOP: 3, ROOK: 5, QUEEN: 9}
    return sum(worth[t] * (len(board.pieces(t, True)) - len(board.pieces(t, False))) for t in worth)


def test_label_tells_what_is_wrong(leaves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, out = tmp_path / "bad.bin", tmp_path / "out.bin"
    bad.write_bytes(b"x" * 33)
    assert main(["tune", "label", str(bad), str(out)]) == 1
    assert "33 bytes" in capsys.readouterr().err
    assert main(["tune", "label", str(leaves), str(out), "--engine", "/no/such/engine"]) == 1
    assert "/no/such/engine" in capsys.readouterr().err
    assert main(["tune", "label", str(leaves), str(out), "--engine", f"{shlex.quote(sys.executable)} -c pass"]) == 1
    assert "ended before" in capsys.readouterr().err
    assert not out.exists()


def judged_records(fens: list[str], evals: list[int]) -> np.ndarray:
    records = batch.from_fens(fens).view(RECORD).copy()
    records["eval"], records["result"] = evals, RESULT_UNKNOWN
    return records


def test_a_judged_position_says_nothing_of_the_tempo(leaves: Path) -> None:
    # Opinions that are our own evaluation and 60 centipawns for the side to move.
    parameters = tuning.Parameters.built_in()
    records = np.fromfile(leaves, RECORD)
    played = records.copy()
    played["result"] = 1
    black = records["side_and_ep"] >= 128
    kept = [i for i in range(len(records)) if len(tuning.Rows.of(played[i : i + 1]))]  # no known endings
    records, black = records[kept], black[kept]
    values = evaluate(tuning.Rows.of(played), parameters)
    records["eval"] = (values + 60 * np.where(black, -1, 1)).round()
    rows = tuning.Rows.of(records)
    outcome = tuning.fit(rows, rows.take(0, 0), options=tuning.FitOptions(epochs=60, batch=256))
    tempo = next(block.first for block in tuning.header.blocks() if block.name == "Tempo")
    assert outcome.parameters.mg[tempo] == parameters.mg[tempo] and outcome.parameters.eg[tempo] == parameters.eg[tempo]
    assert 40 < outcome.parameters.head_start.mean() - parameters.mg[tempo] < 80
    material = slice(0, 5)
    assert np.abs(outcome.parameters.mg[material] - parameters.mg[material]).max() < 25


def test_records_without_result_and_opinion_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.bin"
    path.write_bytes(judged_records(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"], [0]).tobytes())
    with pytest.raises(ChessError, match="no positions with a result or an evaluation"):
        tuning.read_records([path])
    path.write_bytes(judged_records(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"], [77]).tobytes())
    assert len(tuning.read_records([path])) == 1
