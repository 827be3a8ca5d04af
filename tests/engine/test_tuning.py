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
from ajeeb.engine.tuning.rows import JUDGED, RESULT_UNKNOWN

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
    records = np.fromfile(leaves, batch.PACKED)
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
        found.append(np.fromfile(out, batch.PACKED))
    one, three = found
    every = list(np.fromfile(leaves, batch.PACKED)["occupied"])
    assert 0.3 * len(every) < len(one) < len(every) and one.tobytes() == three.tobytes()
    rest = iter(every)
    assert all(occupied in rest for occupied in one["occupied"])  # in the order they came
    assert (one["result"] == RESULT_UNKNOWN).all() and len(np.unique(one["eval"])) > 100
    ahead = [material(Board(fen)) for fen in batch.to_fens(one.view(batch.PACKED))]
    assert np.corrcoef(ahead, one["eval"])[0, 1] > 0.5  # white's view, whoever is to move


def material(board: Board) -> int:
    worth = {PAWN: 1, KNIGHT: 3, BISHOP: 3, ROOK: 5, QUEEN: 9}
    return sum(worth[t] * (len(board.pieces(t, True)) - len(board.pieces(t, False))) for t in worth)


def python(code: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


GREETING = (
    "print('uciok', flush=True)\nfor line in sys.stdin:\n if line == 'isready\\n': print('readyok', flush=True)\n"
)


@pytest.mark.parametrize(
    ("engine", "complaint"),
    [
        ("/no/such/engine", "/no/such/engine: No such file"),
        ("", "'' is no command"),
        ("'x", "can't be read as a command"),
        (python("pass"), "ended when it was told 'uci'"),
        (python("import time; time.sleep(60)"), "has not answered 'uci' with 'uciok' in 1 s"),
        (python("while True: print('info string still thinking')"), "says more than"),
        (python("import time\nwhile True: print('info depth 1', flush=True); time.sleep(.1)"), "in 1 s"),
        (python("import sys\n" + GREETING), "has not answered 'position"),
        (python("import sys\n" + GREETING + " if 'go' in line: print('bestmove e2e4', flush=True)"), "no score for"),
        (f"sh -c {shlex.quote(python('import time; time.sleep(60)') + '; true')}", "in 1 s"),
    ],
)  # fmt: skip
def test_label_tells_what_is_wrong(
    engine: str, complaint: str, leaves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("ajeeb.engine.tuning.opinions.PATIENCE", 1.0)
    out = tmp_path / "out.bin"
    assert main(["tune", "label", str(leaves), str(out), "--engine", engine]) == 1
    assert complaint in capsys.readouterr().err.replace("\n", " ")
    assert not out.exists()


def test_files_that_hold_no_positions_are_refused(
    leaves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, out = tmp_path / "bad.bin", tmp_path / "out.bin"
    for content, complaint in ((b"x" * 33, "33 bytes"), (b"", "0 bytes"), (b"\xff" * 64, "legal")):
        bad.write_bytes(content)
        for verb in (["leaves"], ["label", "--engine", ENGINE]):
            assert main(["tune", verb[0], str(bad), str(out), *verb[1:]]) == 1
            assert complaint in capsys.readouterr().err.replace("\n", " ")
            assert not out.exists()
    few = ["--roots", "2", "--nodes", "50", "--interval", "100000"]
    assert main(["tune", "leaves", str(leaves), str(out), *few]) == 1
    assert "no position was kept" in capsys.readouterr().err and not out.exists()


def test_positions_of_chess960_and_bad_records_are_not_asked_about() -> None:
    fens = [
        "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1",
        "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/4P3/1R2K2R w B - 0 1",
        "5k1r/8/8/8/8/8/4P3/4K3 w h - 0 1",
    ]
    records = np.concatenate([batch.from_fens(fens), np.zeros(1, batch.PACKED)])
    judged = tuning.judge(records, shlex.split(ENGINE), nodes=60)
    assert [fen.split()[0] for fen in batch.to_fens(judged)] == [fen.split()[0] for fen in fens[:2]]
    assert judged["eval"].min() > 200


def judged_records(fens: list[str], evals: list[int]) -> np.ndarray:
    records = batch.from_fens(fens).view(batch.PACKED).copy()
    records["eval"], records["result"], records["spare"] = evals, RESULT_UNKNOWN, JUDGED
    return records


def with_own_values(leaves: Path) -> tuple[np.ndarray, np.ndarray]:
    """The leaves, but for known endings, as judged ones; and what our own evaluation says of them, tempo and all."""
    records = np.fromfile(leaves, batch.PACKED)
    records["result"] = 1
    records = np.array([record for record in records if len(tuning.Rows.of(record.reshape(1)))])
    values = evaluate(tuning.Rows.of(records), tuning.Parameters.built_in())
    records["result"], records["spare"] = RESULT_UNKNOWN, JUDGED
    return records, values


def test_a_judged_position_says_nothing_of_the_tempo(leaves: Path) -> None:
    # Opinions that are our own evaluation and 60 centipawns for the side to move.
    parameters = tuning.Parameters.built_in()
    records, values = with_own_values(leaves)
    black = records["side_and_ep"] >= 128
    records["eval"] = (values + 60 * np.where(black, -1, 1)).round()
    rows = tuning.Rows.of(records)
    outcome = tuning.fit(rows, rows.take(0, 0), options=tuning.FitOptions(epochs=60, batch=256))
    tempo = next(block.first for block in tuning.header.blocks() if block.name == "Tempo")
    assert outcome.parameters.mg[tempo] == parameters.mg[tempo] and outcome.parameters.eg[tempo] == parameters.eg[tempo]
    assert 40 < outcome.parameters.head_start.mean() - parameters.mg[tempo] < 80
    assert np.abs(outcome.parameters.mg[:5] - parameters.mg[:5]).max() < 25  # material


def test_judged_positions_leave_the_labels_of_games_alone(leaves: Path) -> None:
    won = np.fromfile(leaves, batch.PACKED)[:300]
    won["result"] = 2  # games without evaluations, all won by white
    opinions = won.copy()
    opinions["result"], opinions["spare"], opinions["eval"] = RESULT_UNKNOWN, JUDGED, 30
    both = tuning.Rows.of(np.concatenate([won, opinions]))
    assert not tuning.has_evaluations(both)
    alone, beside = (
        tuning.fit(rows, rows.take(0, 0), options=tuning.FitOptions(epochs=1)) for rows in (tuning.Rows.of(won), both)
    )
    assert abs(alone.slope - beside.slope) < 1e-6


def test_opinions_about_other_positions_are_noticed(
    leaves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records, own = with_own_values(leaves)
    path = tmp_path / "judged.bin"
    of_others = np.random.default_rng(1).permutation(own)
    for opinions, is_told in ((own, False), (own / 2 + 80, False), (of_others, True), (-own, True), (0 * own, True)):
        records["eval"] = opinions
        path.write_bytes(records.tobytes())
        assert main(["tune", "fit", str(path), "--epochs", "1"]) == 0
        assert ("hardly go with the values" in capsys.readouterr().err) == is_told


def test_records_without_result_and_opinion_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.bin"
    record = judged_records(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"], [0])
    path.write_bytes(record.tobytes())
    assert len(tuning.read_records([path])) == 1  # an opinion of 0 is one
    for field, value in (("spare", 0), ("result", 200)):
        other = record.copy()
        other[field] = value
        path.write_bytes(other.tobytes())
        with pytest.raises(ChessError, match="no positions with a result, and no judged ones"):
            tuning.read_records([path])
