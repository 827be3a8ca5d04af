"""Building datasets: contents, filters, counts, damage, and the same bytes whatever happens on the way."""

import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import numpy as np
import pytest

from ajeeb import batch, dataset, pgn
from ajeeb._files import TEMPORARY_SUFFIX
from ajeeb.dataset import building
from ajeeb.errors import ChessError, PgnError

SAMPLE = Path(__file__).parents[2] / "data" / "sample.pgn"
ANNOTATED = (
    b'[Event "t"]\n[Result "1-0"]\n[WhiteElo "2400?"]\n[BlackElo "1999"]\n[TimeControl "600+5"]\n\n'
    b"1. e4 {[%eval 0.36] [%clk 0:10:00]} c5 {[%eval #-3] [%clk 0:09:58.5]} 2. Nf3 1-0\n\n"
    b'[Event "u"]\n[WhiteElo "2100"]\n[BlackElo "2000"]\n\n1. d4 d5 2. c4 *\n\n'
    b'[Event "bad"]\n\n1. e5 *\n\n'
)


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def rows_of(folder: Path, *columns: str) -> dict[str, Any]:
    data = dataset.open(folder)
    parts = [data.read(group, columns) for group in data.row_groups]
    return {name: np.concatenate([part[name] for part in parts]) for name in columns}


def assert_counts(counts: dict[str, Any]) -> None:
    assert counts["games_read"] == counts["games_kept"] + sum(counts["rejected"].values()) + sum(
        counts["filtered"].values()
    )
    assert counts["positions_read"] == counts["rows"] + sum(counts["dropped"].values())


def test_the_sample_is_the_games_as_python_chess_reads_them(tmp_path: Path) -> None:
    counts = dataset.build(SAMPLE, tmp_path, max_games=60).manifest["counts"]
    assert counts["games_kept"] == 60
    rows = rows_of(tmp_path, "position", "move", "game", "ply", "result")
    fens, moves = batch.to_fens(rows["position"]), batch.to_uci(rows["position"], rows["move"])
    games, at = dataset.open(tmp_path).games(), 0
    with SAMPLE.open() as file:
        for number in range(60):
            game = chess.pgn.read_game(file)
            assert game is not None
            assert dict(games["tags"][number].as_py()) == dict(game.headers)
            assert games["white_elo"][number].as_py() == int(game.headers.get("WhiteElo", 0)) or None
            board = game.board()
            for ply, move in enumerate(game.mainline_moves()):
                assert (fens[at], moves[at]) == (board.fen(en_passant="legal"), move.uci())
                assert (rows["game"][at], rows["ply"][at]) == (number, ply)
                assert rows["result"][at] == {"1-0": 2, "0-1": 0, "1/2-1/2": 1}[game.headers["Result"]]
                board.push(move)
                at += 1
    assert at == len(fens) == counts["rows"]


def test_labels_and_columns(tmp_path: Path) -> None:
    result = dataset.build(ANNOTATED, tmp_path)
    (positions,) = tmp_path.glob("positions-*.parquet")
    import pyarrow.parquet as pq

    table = pq.read_table(positions)
    assert table["eval"].to_pylist() == [None, 36, None, None, None, None]
    assert table["mate"].to_pylist() == [None, None, -3, None, None, None]
    assert table["clock_ms"].to_pylist() == [600_000, 598_500, None, None, None, None]
    assert table["result"].to_pylist() == [2, 2, 2, None, None, None]
    records = rows_of(tmp_path, "position")["position"]
    assert records["eval"].tolist() == [0, 36, -31_997, 0, 0, 0] and records["result"].tolist() == [2, 2, 2, 3, 3, 3]
    games = dataset.open(tmp_path).games()
    assert games["white_elo"].to_pylist() == [None, 2100] and games["time_control"].to_pylist() == ["600+5", None]
    assert games["moves"].to_pylist()[1] == table["move"].to_pylist()[3:]
    (reject,) = [json.loads(line) for line in (tmp_path / "rejects-00000.jsonl").read_text().splitlines()]
    assert (reject["kind"], reject["token"], reject["line"]) == ("illegal_move", "e5", 17)
    assert result.complete and result.manifest["counts"]["rejected"] == {"illegal_move": 1}


def test_packed_rows_have_result_and_eval(tmp_path: Path) -> None:
    counts = dataset.build(ANNOTATED, tmp_path / "a", format="packed").manifest["counts"]
    assert (counts["rows"], counts["dropped"]) == (2, {"no_eval": 1, "no_result": 3})
    counts = dataset.build(ANNOTATED, tmp_path / "b", format="packed", eval_default=-7).manifest["counts"]
    assert (counts["rows"], counts["dropped"]) == (3, {"no_result": 3})
    records = np.fromfile(tmp_path / "b" / "positions-00000.bin", batch.PACKED)
    assert records["eval"].tolist() == [-7, 36, -31_997]


def test_fen_lines(tmp_path: Path) -> None:
    dataset.build(ANNOTATED, tmp_path, format="fen")
    lines = (tmp_path / "positions-00000.fen").read_text().splitlines()
    assert len(lines) == 6 and lines[1] == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert len(dataset.open(tmp_path)) == 6


def test_filters(tmp_path: Path) -> None:
    def counts(name: str, **choices: Any) -> dict[str, Any]:
        found: dict[str, Any] = dataset.build(SAMPLE, tmp_path / name, **choices).manifest["counts"]
        assert_counts(found)
        return found

    everything = counts("all")
    assert everything["games_kept"] == 449
    rated = counts("elo", min_elo=2600)
    assert 0 < rated["games_kept"] < 449 and rated["filtered"] == {"min_elo": 449 - rated["games_kept"]}
    late = counts("ply", min_ply=20)
    assert late["dropped"]["min_ply"] > 8_000 and rows_of(tmp_path / "ply", "ply")["ply"].min() == 20
    counts("check", skip_in_check=True, skip_captures=True)
    rows = rows_of(tmp_path / "check", "position", "move")
    assert not batch.is_check(rows["position"]).any()
    occupied = rows["position"]["occupied"] >> (rows["move"] >> 6 & 63).astype(np.uint64) & np.uint64(1)
    assert occupied.sum() < 1_000  # castling takes the own rook
    half = counts("half", sample=0.5, seed=3)
    assert 0.48 < half["rows"] / everything["rows"] < 0.52
    other = counts("other", sample=0.5, seed=4)
    assert other["rows"] != half["rows"]
    few = counts("few", max_games=10)
    assert (few["games_read"], few["games_kept"]) == (10, 10)


def test_each_position_once(tmp_path: Path) -> None:
    counts = dataset.build([SAMPLE, SAMPLE.read_bytes()], tmp_path, dedup=True).manifest["counts"]
    assert_counts(counts)
    records = rows_of(tmp_path, "position")["position"]
    identity = np.ascontiguousarray(records).view(np.uint8).reshape(-1, 32)[:, :25]
    assert len(np.unique(identity, axis=0)) == len(records) == counts["rows"]
    fens = {" ".join(fen.split()[:4]) for fen in batch.to_fens(rows_of(tmp_path, "position")["position"])}
    assert len(fens) == counts["rows"]
    assert not list(tmp_path.glob(".*")), "nothing of the table is left"


def test_duplicates_ignore_counters_and_void_ep_squares(tmp_path: Path) -> None:
    placement = "r1bq1rk1/1ppp1p1p/2n2np1/p1bNp3/2P5/P2BPN2/1PQP1PPP/R1B1K2R w KQ"
    games = "".join(f'[FEN "{placement} {rest}"]\n\n1. O-O *\n\n' for rest in ("- 0 9", "a6 0 9", "- 5 20"))
    assert dataset.build(games.encode(), tmp_path, dedup=True).manifest["counts"]["rows"] == 1


def test_the_limit_of_dedup_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(ChessError, match="--dedup-limit"):
        dataset.build(SAMPLE, tmp_path, dedup=True, dedup_limit=1000)


def test_threads_change_no_byte(tmp_path: Path) -> None:
    big = tmp_path / "big.pgn"
    big.write_bytes(SAMPLE.read_bytes() * 10)
    options = {"dedup": True, "sample": 0.7, "shard_rows": 5_000, "min_ply": 4}
    for threads in (1, 2, 5):
        dataset.build(big, tmp_path / str(threads), threads=threads, **options)
    assert digests(tmp_path / "1") == digests(tmp_path / "2") == digests(tmp_path / "5")
    assert len(digests(tmp_path / "1")) > 3


@pytest.mark.parametrize("form", ["parquet", "packed", "fen"])
def test_a_killed_build_goes_on_to_the_same_bytes(form: str, tmp_path: Path) -> None:
    big = tmp_path / "big.pgn.gz"
    big.write_bytes(gzip.compress(SAMPLE.read_bytes() * 20 + b'[Event "bad"]\n\n1. e5 *\n\n', 1, mtime=0))
    command = [sys.executable, "-m", "ajeeb", "dataset", "build", str(big), "-o"]
    options = ["--shard-rows", "2000", "--format", form, "--eval-default", "0"]
    subprocess.run([*command, str(tmp_path / "whole"), *options], check=True, capture_output=True)
    out = tmp_path / "killed"
    for attempt in range(3):
        running = subprocess.Popen([*command, str(out), *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        shards = attempt + 1
        while running.poll() is None and time.monotonic() < deadline:
            if len(list(out.glob(f"positions-*{TEMPORARY_SUFFIX}"))) + len(list(out.glob("positions-*"))) > shards:
                break
            time.sleep(0.001)
        running.send_signal(signal.SIGKILL)
        running.communicate()
        assert not (out / "manifest.json").exists(), "killed too late to show anything"
    done = subprocess.run([*command, str(out), *options, "--json"], check=True, capture_output=True)
    assert json.loads(done.stdout)["resumed"]
    assert digests(out) == digests(tmp_path / "whole")


@pytest.mark.parametrize("form", ["parquet", "packed"])
def test_an_interrupted_build_remembers_what_it_has_seen(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "CHUNK_BYTES", 30_000)
    choices: dict[str, Any] = {"format": form, "dedup": True, "shard_rows": 1500, "eval_default": 0, "max_games": 400}
    again = tmp_path / "again.pgn"
    again.write_bytes(SAMPLE.read_bytes())
    dataset.build([SAMPLE, again], tmp_path / "whole", **choices)
    left = 3

    def interrupt(state: dataset.State) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    for _ in range(100):
        try:
            result = dataset.build([SAMPLE, again], tmp_path / "out", on_progress=interrupt, threads=2, **choices)
            break
        except KeyboardInterrupt:
            left = 4
    assert result.resumed and digests(tmp_path / "out") == digests(tmp_path / "whole")


def test_a_finished_build_is_left_alone_and_another_refused(tmp_path: Path) -> None:
    dataset.build(SAMPLE, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert dataset.build(SAMPLE, tmp_path).already_built
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    with pytest.raises(ChessError, match="--overwrite"):
        dataset.build(SAMPLE, tmp_path, min_ply=3)
    assert not dataset.build(SAMPLE, tmp_path, min_ply=3, overwrite=True).already_built


def test_overwriting_leaves_other_files_alone(tmp_path: Path) -> None:
    mine = tmp_path / "games-2012.pgn"
    mine.write_bytes(SAMPLE.read_bytes())
    dataset.build(mine, tmp_path)
    dataset.build(mine, tmp_path, overwrite=True, min_ply=2)
    assert mine.read_bytes() == SAMPLE.read_bytes()


def test_two_builds_do_not_write_one_folder(tmp_path: Path) -> None:
    refused = []

    def build_again(_: dataset.State) -> None:
        for overwrite in (False, True):
            with pytest.raises(ChessError, match="another build") as raised:
                dataset.build(ANNOTATED, tmp_path / "out", overwrite=overwrite)
            refused.append(str(raised.value))

    dataset.build(SAMPLE, tmp_path / "out", on_progress=build_again)
    assert refused and str(tmp_path / "out") in refused[0]
    dataset.build(SAMPLE, tmp_path / "alone")
    assert digests(tmp_path / "out") == digests(tmp_path / "alone")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    games, out = tmp_path / os.fsdecode(b"b\xfccher.pgn"), tmp_path / os.fsdecode(b"a\xff")
    games.write_bytes(ANNOTATED)
    command, packed = [sys.executable, "-m", "ajeeb", "dataset"], ["--format", "packed", "--eval-default", "0"]
    for arguments in (["build", str(games), "-o", str(out), *packed], ["show", str(out)], ["stats", str(out)]):
        done = subprocess.run([*command, *arguments], capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, b""), arguments
    (given,) = json.loads((out / "manifest.json").read_text())["inputs"]
    assert given["name"] == "b\\udcfccher.pgn"
    (reject,) = (json.loads(line) for line in (out / "rejects-00000.jsonl").read_text().splitlines())
    assert reject["source"] == given["name"]
    dataset.build(str(games), tmp_path / "parquet")  # pyarrow takes no such name for the folder
    assert dataset.open(tmp_path / "parquet").games()["source"].to_pylist() == [given["name"]] * 2


def test_a_changed_input_is_not_gone_on_with(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_bytes(SAMPLE.read_bytes())
    out = tmp_path / "out"
    with pytest.raises(ChessError):
        dataset.build(games, out, dedup=True, dedup_limit=1000)
    os.utime(games, ns=(1, 1))
    with pytest.raises(ChessError, match="changed"):
        dataset.build(games, out, dedup=True)
    with pytest.raises(ChessError, match="something else"):
        dataset.build(games, out)


def test_a_truncated_input_gives_what_is_whole_and_exit_code_1(tmp_path: Path) -> None:
    packed = gzip.compress(SAMPLE.read_bytes())
    games = tmp_path / "games.pgn.gz"
    games.write_bytes(packed[: len(packed) // 2])
    command = [sys.executable, "-m", "ajeeb", "dataset", "build", str(games), "-o", str(tmp_path / "out"), "--json"]
    done = subprocess.run(command, capture_output=True, check=False)
    manifest = json.loads(done.stdout)
    assert done.returncode == 1 and not manifest["complete"] and "breaks off" in manifest["broken"][0]
    assert manifest["counts"]["games_kept"] > 150 and manifest["counts"]["rejected"] == {"truncated": 1}
    assert subprocess.run([*command, "--allow-truncated"], capture_output=True, check=False).returncode == 0


def test_standard_input_says_that_it_cannot_resume(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ajeeb", "dataset", "build", "-", "-o", str(tmp_path)]
    done = subprocess.run(command, input=SAMPLE.read_bytes(), capture_output=True, check=True)
    assert b"can't be resumed" in done.stderr and b"449 read, 449 kept" in done.stdout


def test_the_manifest_holds_nothing_of_the_host(tmp_path: Path) -> None:
    dataset.build(SAMPLE, tmp_path)
    text = (tmp_path / "manifest.json").read_text()
    assert str(SAMPLE.parent) not in text and str(tmp_path) not in text and "time" not in text
    assert json.loads(text)["inputs"] == [
        {
            "name": "sample.pgn",
            "bytes": SAMPLE.stat().st_size,
            "sha256": hashlib.sha256(SAMPLE.read_bytes()).hexdigest(),
        }
    ]


def test_a_window_over_the_limit_stops_the_build(tmp_path: Path) -> None:
    import zstandard

    parameters = zstandard.ZstdCompressionParameters(window_log=28, enable_ldm=True)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    (tmp_path / "a.zst").write_bytes(packer.compress(SAMPLE.read_bytes()) + packer.flush())
    with pytest.raises(PgnError, match="--max-window 256"):
        dataset.build(tmp_path / "a.zst", tmp_path / "out")
    assert dataset.build(tmp_path / "a.zst", tmp_path / "out", max_window=1 << 28).complete


def test_no_games_make_an_empty_dataset(tmp_path: Path) -> None:
    (tmp_path / "empty.pgn").write_bytes(b"")
    for form in ("parquet", "packed", "fen"):
        dataset.build(tmp_path / "empty.pgn", tmp_path / form, format=form)
        assert len(dataset.open(tmp_path / form)) == 0


def test_a_file_named_twice_is_an_error(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 1-0\n")
    (tmp_path / "link.pgn").symlink_to(games)
    for twice in ([games, games], [games, tmp_path / "*.pgn"], [games, tmp_path / "link.pgn"]):
        with pytest.raises(ChessError, match=r"\.pgn' is given twice"):
            dataset.build([str(name) for name in twice], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="expected one of parquet"):
        dataset.BuildOptions(format="csv")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="between 0 and 1"):
        dataset.BuildOptions(sample=2)
    for name in ("min_elo", "min_ply", "max_games", "dedup_limit", "seed", "eval_default", "shard_rows"):
        for wrong in ("5", 1.5, []):
            with pytest.raises(TypeError, match=f"{name}=.*: expected an integer"):
                dataset.BuildOptions(**{name: wrong})  # type: ignore[arg-type]
        if name != "seed":
            with pytest.raises(ValueError, match=f"{name}=-40000: expected at least"):
                dataset.BuildOptions(**{name: -40_000})  # type: ignore[arg-type]


def test_numbers_of_a_call_are_checked(tmp_path: Path) -> None:
    wrong: Any
    for wrong in ("2", None, 1.5):
        with pytest.raises(TypeError, match=r"threads=.*: expected an integer"):
            dataset.build(ANNOTATED, tmp_path, threads=wrong)
        with pytest.raises(TypeError, match=r"threads=.*: expected an integer"):
            pgn.scan(ANNOTATED, threads=wrong)
    for few in (0, -1):
        with pytest.raises(ValueError, match=f"threads={few}: expected at least 1"):
            dataset.build(ANNOTATED, tmp_path, threads=few)
    for wrong in (None, 5, object()):
        with pytest.raises(TypeError, match="expected a path, a pattern"):
            dataset.build(wrong, tmp_path)
    assert not list(tmp_path.iterdir())
    dataset.build(ANNOTATED, tmp_path)
    for name in ("size", "buffer", "world", "start", "rank", "seed", "epoch"):
        with pytest.raises(TypeError, match=f"{name}='x': expected an integer"):
            dataset.open(tmp_path).batches(**{"size": 2, name: "x"})
    with pytest.raises(ValueError, match="seed=-1: expected at least 0"):
        dataset.open(tmp_path).batches(2, seed=-1)
