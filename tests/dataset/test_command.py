"""`ajeeb dataset show` and `stats`."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ajeeb import dataset
from ajeeb.cli import main
from ajeeb.errors import ChessError

SAMPLE = Path(__file__).parents[2] / "data" / "sample.pgn"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("data")
    games = b'[Result "0-1"]\n\n1. f3 e5 {[%eval -0.8]} 2. g4 {[%clk 0:00:09]} Qh4# 0-1\n\n'
    dataset.build(games + SAMPLE.read_bytes(), out)
    return out


def test_rows_are_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "show", str(folder), "--json", "-n", "4", "--start", "1"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["san"] for row in rows] == ["e5", "g4", "Qh4#", "Nf3"]
    assert rows[1] == {
        "row": 2,
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
        "san": "g4",
        "game": 0,
        "ply": 2,
        "clock_ms": 9000,
        "eval": -80,
        "result": "0-1",
    }
    assert main(["dataset", "show", str(folder)]) == 0
    assert "columns: position, move" in capsys.readouterr().out


def test_stats_count_every_row(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "stats.svg"
    assert main(["dataset", "stats", str(folder), "--json", "--picture", str(picture)]) == 0
    counted = json.loads(capsys.readouterr().out)
    rows = len(dataset.open(folder))
    assert counted["rows"] == rows == sum(counted["target_squares"]) == sum(counted["result"].values())
    assert sum(counted["ply"].values()) == rows == sum(counted["pieces on the board"].values())
    assert counted["eval (pawns, white's view)"]["-1"] == 1
    assert len(list(ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}rect"))) > 64
    assert main(["dataset", "stats", str(folder)]) == 0
    assert "squares that moves go to" in capsys.readouterr().out


def test_failures_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "show", str(tmp_path)]) == 1
    assert main(["dataset", "build", str(tmp_path / "none.pgn"), "-o", str(tmp_path / "out")]) == 1
    assert main(["dataset", "build", "x", "-o", "y", "--format", "csv"]) == 2
    errors = capsys.readouterr().err
    assert "holds no dataset" in errors and "there is no file" in errors and "Traceback" not in errors


def test_damaged_files_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build = ["dataset", "build", str(SAMPLE), "-o", str(tmp_path), "--max-games", "3"]
    for name in ("manifest.json", "positions-00000.parquet"):
        assert main([*build, "--overwrite"]) == 0
        with (tmp_path / name).open("rb+") as file:
            file.truncate(10)
        assert main(["dataset", "stats", str(tmp_path)]) == 1
        assert f"{name} is damaged" in capsys.readouterr().err
    (tmp_path / "manifest.json").write_text("[]")
    assert main(build) == 1
    assert "is damaged" in capsys.readouterr().err
    assert main([*build, "--overwrite"]) == 0


def _places(value: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*place, key)
        yield from _places(inner, (*place, key))


@pytest.mark.parametrize("instead", [None, 7, "x", [], {}, [None], {"a": 1}])
def test_no_manifest_of_whatever_shape_is_more_than_an_error(tmp_path: Path, instead: object) -> None:
    built = dataset.build(b"1. e4 e5 2. Nf3 1-0", tmp_path, format="packed", eval_default=0)
    for place in _places(built.manifest):
        manifest = copy.deepcopy(built.manifest)
        holder: Any = manifest
        for key in place[:-1]:
            holder = holder[key]
        if instead is None:
            del holder[place[-1]]
        else:
            holder[place[-1]] = instead
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
        with suppress(ChessError, OSError):
            len(dataset.open(tmp_path))
        with suppress(ChessError, OSError):
            dataset.build(b"1. e4 e5 2. Nf3 1-0", tmp_path, format="packed", eval_default=0)


@pytest.mark.parametrize(
    "option", ["--eval-default=99999", "--eval-default=-32001", "--max-window=9999999999999999999"]
)
def test_numbers_out_of_range_are_usage_errors(option: str, tmp_path: Path) -> None:
    assert main(["dataset", "build", str(SAMPLE), "-o", str(tmp_path), option]) == 2


def test_a_missing_pyarrow_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", "build", str(SAMPLE), "-o", str(tmp_path)]) == 1
    assert "pip install 'ajeeb[data]'" in capsys.readouterr().err


def test_the_demo_runs(tmp_path: Path) -> None:
    demo = SAMPLE.parents[1] / "tools" / "demo.py"
    shown = subprocess.run([sys.executable, demo], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert "449 games read, 449 kept; 36,495 positions written" in shown
    assert "M positions/s" in shown and "23 legal moves: Kd7 Na6" in shown and "sum 23" in shown
    assert (tmp_path / "out" / "demo" / "manifest.json").exists()
