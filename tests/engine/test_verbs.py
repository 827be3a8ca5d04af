"""The command line's engine verbs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ajeeb import batch
from ajeeb.cli import main

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
GAME = '[Event "x"]\n[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'


def test_eval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval"]) == 0
    shown = capsys.readouterr().out
    assert "mobility" in shown and "king danger" in shown and "phase 24/24" in shown
    assert main(["eval", "--json", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]) == 0
    assert json.loads(capsys.readouterr().out)["evaluation"]["phase"] == 0
    assert main(["eval", "nonsense"]) == 1
    assert "nonsense" in capsys.readouterr().err


def test_analyse_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--depth", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"][0] == {
        "score": "#+1", "depth": 4, "nodes": pytest.approx(50, abs=2000), "pv": ["a1a8"],
    }  # fmt: skip
    for fen, mates in (("4k3/8/8/8/8/8/3Q4/3RK3 w - - 0 1", True), ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", False)):
        assert main(["analyse", fen, "--mate", "4", "--json"]) == 0  # without a limit of time
        assert json.loads(capsys.readouterr().out)["lines"][0]["score"].startswith("#+") == mates


def fake_command(mode: str) -> str:
    return f"'{sys.executable}' '{Path(__file__).with_name('fake_engine.py')}' {mode}"


@pytest.mark.parametrize(
    ("mode", "options", "lacking"),
    [
        ("good", [], []),
        ("good", ["--hash", "2", "--threads", "2"], ["Threads: --threads"]),
        ("bare", [], []),
        ("bare", ["--hash", "2"], ["Hash: --hash"]),
        ("bare", ["--threads", "1", "--lines", "2"], ["Threads: --threads", "MultiPV: --lines"]),
    ],
)
def test_analyse_sets_what_the_engine_has(
    mode: str, options: list[str], lacking: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", FEN, "--engine", fake_command(mode), "--depth", "1", "--json", *options]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["lines"][0]["score"] == "+13"
    assert shown.err.splitlines() == [f"note: Fake has no option {what} changes nothing" for what in lacking]


def test_analyse_sets_what_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    fake = ["analyse", FEN, "--engine", fake_command("good"), "--depth", "1"]
    assert main([*fake, "--hash", "65"]) == 1  # it allows 64
    assert "'Hash' must be from 1 to 64, not 65" in capsys.readouterr().err
    assert main(["analyse", FEN, "--depth", "1", "--hash", "1", "--threads", "2"]) == 0


def test_analyse_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out, picture = tmp_path / "game.pgn", tmp_path / "out.pgn", tmp_path / "game.svg"
    source.write_text(GAME)
    assert main(["analyse", str(source), "--nodes", "3000", "--out", str(out), "--svg", str(picture)]) == 0
    text = out.read_text()
    assert "[%eval" in text and "$4" in text and "( 2." in text
    assert picture.read_text().startswith("<svg")
    assert "blunder" in capsys.readouterr().err


def test_analyse_passes_over_games_that_it_cannot_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "games.pgn", tmp_path / "out.pgn"
    impossible = '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n[SetUp "1"]\n\n*\n\n'
    source.write_text(impossible + GAME + '\n[Variant "Atomic"]\n\n1. e4 *\n\n' + GAME)
    assert main(["analyse", str(source), "--nodes", "200", "--out", str(out)]) == 1
    assert out.read_text().count("[%eval") == 6 and out.read_text().count("[Result ") == 2
    told = capsys.readouterr().err
    assert "game 1 is left out" in told and "game 3 is left out" in told


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyse", "--nodes", "-5", FEN], ["analyse", "--depth", "0", FEN], ["analyse", "--time", "nan", FEN],
        ["analyse", "--engine", "a 'b", FEN], ["analyse", "--engine", f"'{sys.executable}' -c pass", FEN],
        ["analyse", "README.md", "--mate", "2", "--time", "1"], ["analyse", "8/8/8/8/8/8/8/8 w - - 0 1"],
        ["analyse", "/no/such.pgn"],
        ["match", "builtin", "/no/such"], ["match", "builtin", "a 'b"], ["match", "builtin::Hash=x", "builtin"],
        ["match", "builtin", "builtin", "--sprt", "5,0"], ["match", "builtin", "builtin", "--tc", "nodes=0"],
        ["match", "builtin", "builtin", "--sprt", "0,inf"], ["match", "builtin", "builtin", "--sprt", "nan,5"],
        ["match", "builtin", "builtin", "--sprt", "-200000,0"],
        ["analyse", "--time", "inf", FEN], ["analyse", FEN, "--out", "x.pgn"], ["analyse", FEN, "--svg", "x.svg"],
        ["analyse", "README.md", "--lines", "2"], ["analyse", "README.md", "--chess960"],
        ["tune", "selfplay", "x.bin", "--nodes", "9" * 30],
        ["match", "builtin", "builtin", "--grace", "nan"], ["match", "builtin", "builtin", "--grace", "-1"],
        ["match", "builtin", "builtin", "--patience", "inf"],
        ["match", f"'{sys.executable}' -c pass", "builtin"], ["match", "builtin", "builtin", "--openings", "/no"],
        ["play", "--clock", "nan"], ["play", "--clock", "-5"], ["play", "--fen", "x"], ["play", "--color", "red"],
        ["tune", "selfplay", "x.bin", "--seed", "-1"], ["tune", "selfplay", "x.bin", "--seed", "9" * 30],
        ["tune", "fit", "/no/such"], ["tune", "fit", "."], ["tune", "fit", "x.bin", "--rate", "-1"],
        ["bench", "--depth", "0"], ["eval", "x"], ["uci", "x"],
    ],
)  # fmt: skip
def test_bad_arguments_are_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) in (1, 2)
    assert capsys.readouterr().err.strip()


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyse", "SOURCE", "--svg", "MISSING/a.svg"], ["analyse", "SOURCE", "--out", "MISSING/a.pgn"],
        ["analyse", "SOURCE", "--out", ""],
        ["tune", "fit", "SOURCE", "--plot", "MISSING/a.svg"], ["tune", "fit", "SOURCE", "--write", "MISSING"],
    ],
)  # fmt: skip
def test_where_nothing_can_be_written_is_told_before_the_work(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, missing = tmp_path / "games.pgn", tmp_path / "missing"
    source.write_text(GAME)
    monkeypatch.setattr("ajeeb.engine.annotate.annotate", lambda *_: pytest.fail("it has begun"))
    monkeypatch.setattr("ajeeb.engine.tuning.read_records", lambda *_: pytest.fail("it has begun"))
    filled = [text.replace("SOURCE", str(source)).replace("MISSING", str(missing)) for text in arguments]
    assert main(filled) == 1
    told = capsys.readouterr().err
    assert (f"no such folder to write into: '{missing}" in told) == ("MISSING" in "".join(arguments))
    assert ("not a folder" in told) == (arguments[-1] == "") and list(tmp_path.iterdir()) == [source]


def test_a_match_that_can_t_begin_speaks_of_no_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "builtin", "/no/such/engine", "--tc", "nodes=10"]) == 1
    told = capsys.readouterr().err
    assert "/no/such/engine" in told and "after 0 games" not in told


def test_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.pgn"
    arguments = [
        "match",
        "builtin::Hash=1",
        "builtin::Hash=1",
        "-n",
        "2",
        "--tc",
        "nodes=60",
        "--pgn",
        str(games),
        "--json",
    ]
    assert main([*arguments, "--sprt", "0,5"]) == 0
    account = json.loads(capsys.readouterr().out)
    assert account["games"] == 2 and account["faults"] == {} and account["sprt"]["verdict"] == "undecided"
    assert games.read_text().count("[Event ") == 2
    (tmp_path / "one.epd").write_text("7k/8/6K1/8/8/8/8/5Q2 w - -\n")  # mate in one
    one_opening = ["match", "builtin", "builtin", "--openings", str(tmp_path / "one.epd"), "-n", "4", "--json"]
    for limit, is_fixed in (("nodes=60", True), ("depth=2", True), ("1+0.01", False), ("movetime=0.1", False)):
        assert main([*one_opening, "--tc", limit]) == 0
        assert ("1 openings make 2 different games" in capsys.readouterr().err) == is_fixed
    assert main(["match", "builtin", "builtin", "--tc", "soon"]) == 1
    assert "'soon' is no time control" in capsys.readouterr().err


def test_play() -> None:
    commands = "help\nmoves\nfen\neval\nhint\ne2e5\ne4\nundo\nNf3\nboard\nflip\nresign\n"
    command = [sys.executable, "-m", "ajeeb", "play", "--movetime", "0.05", "--ascii"]
    done = subprocess.run(command, input=commands, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "'e2e5' is no legal move" in done.stdout and "you resign" in done.stdout and "hint: " in done.stdout


def test_undo_leaves_the_person_to_move() -> None:
    commands = "undo\nfen\ne5\nundo\nfen\nquit\n"
    command = [sys.executable, "-m", "ajeeb", "play", "--movetime", "0.02", "--ascii", "--color", "black"]
    done = subprocess.run(command, input=commands, capture_output=True, text=True, timeout=60)
    fens = [line.removeprefix("> ") for line in done.stdout.splitlines() if "KQkq" in line]
    assert done.returncode == 0 and len(fens) == 2 and fens[0] == fens[1] and " b " in fens[0]
    assert "nothing to take back" in done.stdout


def test_bench_has_its_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--depth", "8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == BENCH_NODES_AT_DEPTH_8


def test_tune(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, plot = tmp_path / "games.bin", tmp_path / "loss.svg"
    assert main(["tune", "selfplay", str(games), "--games", "12", "--nodes", "60", "--threads", "1"]) == 0
    again = tmp_path / "again.bin"
    assert main(["tune", "selfplay", str(again), "--games", "12", "--nodes", "60", "--threads", "2"]) == 0
    assert games.read_bytes() == again.read_bytes()
    arguments = ["--epochs", "3", "--write", str(tmp_path), "--plot", str(plot)]
    assert main(["tune", "fit", str(games), *arguments]) == 0
    assert (tmp_path / "parameters.inc").read_text().count("S(") > 500 and plot.read_text().startswith("<svg")
    assert main(["tune", "fit", str(games), "--epochs", "1", "--holdout", "0"]) == 0
    for number, content in enumerate((b"", b"x" * 33, b"x" * 32, bytes(32), bytes(range(256)) * 4)):
        bad = tmp_path / f"bad{number}.bin"
        bad.write_bytes(content)
        assert main(["tune", "fit", str(bad), "--epochs", "1"]) == 1
        assert "Traceback" not in capsys.readouterr().err


def test_tune_on_positions_without_evaluations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def fitted(source: Path, *options: str) -> tuple[str, str]:
        folder = tmp_path / "fitted"
        folder.mkdir(exist_ok=True)
        assert main(["tune", "fit", str(source), "--epochs", "2", "--write", str(folder), *options]) == 0
        return (folder / "parameters.inc").read_text(), capsys.readouterr().err

    pgn, data = tmp_path / "games.pgn", tmp_path / "data"
    pgn.write_text(GAME * 40)
    build = ["dataset", "build", str(pgn), "-o", str(data), "--format", "packed", "--eval-default", "0"]
    assert main(build) == 0
    (built,) = data.glob("positions-*.bin")
    values, note = fitted(built)
    results_alone, silence = fitted(built, "--blend", "0")
    assert values == results_alone
    assert "results alone" in note and "results alone" not in silence

    records = np.frombuffer(built.read_bytes(), batch.PACKED).copy()
    records["eval"][0] = 1
    (tmp_path / "one.bin").write_bytes(records.tobytes())  # an evaluation that is known
    values, note = fitted(tmp_path / "one.bin")
    assert values != results_alone and "results alone" not in note


# The node count of the bench at depth 8: a change here says that the engine plays differently, and belongs into
# docs/engine-log.md with the match that justifies it.
BENCH_NODES_AT_DEPTH_8 = 283384


def interrupted_match(players: list[str], games: Path, wait: Callable[[], bool]) -> str:
    """Start a match, interrupt it once `wait` is true, and return what it said."""
    command = [sys.executable, "-m", "ajeeb", "match", *players, "--pgn", str(games)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        end = time.monotonic() + 60
        while not wait():
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.05)
        time.sleep(0.5)  # in the middle of something
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=20)[1]
    assert process.returncode == 130
    return said


def test_an_interrupted_match_ends_at_once_and_leaves_nothing_if_no_game_was_played(tmp_path: Path) -> None:
    games, part = tmp_path / "games.pgn", tmp_path / "games.pgn.part"
    slow = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')} silent"
    said = interrupted_match([slow, "builtin", "--tc", "600+5"], games, part.exists)
    assert "after 0 games" in said and not list(tmp_path.iterdir())


def test_the_games_of_an_interrupted_match_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, part = tmp_path / "games.pgn", tmp_path / "games.pgn.part"
    quick = ["builtin::Hash=1", "builtin::Hash=1", "--tc", "nodes=20", "-n", "100000"]
    said = interrupted_match(quick, games, lambda: part.exists() and part.stat().st_size > 0)
    kept = part.read_text()
    assert str(part) in said and kept.endswith("\n\n") and "[Result " in kept and not games.exists()
    assert main(["match", *quick, "--pgn", str(games)]) == 1  # nothing is written over them
    assert str(part) in capsys.readouterr().err and part.read_text() == kept


def test_games_go_where_a_link_leads_and_into_what_is_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = ["match", "builtin::Hash=1", "builtin::Hash=1", "-n", "2", "--tc", "nodes=20", "--json", "--pgn"]
    real, link, pipe = tmp_path / "real.pgn", tmp_path / "link.pgn", tmp_path / "pipe"
    link.symlink_to(real)
    assert main([*quick, str(link)]) == 0
    assert link.is_symlink() and real.read_text().count("[Event ") == 2
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        assert main([*quick, str(pipe)]) == 0
        assert reader.communicate(timeout=20)[0].count("[Event ") == 2
    assert pipe.is_fifo() and sorted(path.name for path in tmp_path.iterdir()) == ["link.pgn", "pipe", "real.pgn"]
    for folder in ("", str(tmp_path)):
        capsys.readouterr()
        assert main([*quick, folder]) == 1
        assert "is a folder" in capsys.readouterr().err


def test_a_score_of_all_points_is_valid_json(capsys: pytest.CaptureFixture[str]) -> None:
    fake = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')} illegal"
    main(["match", "builtin::Hash=1", fake, "-n", "2", "--tc", "nodes=20", "--json"])
    assert json.loads(capsys.readouterr().out, parse_constant=pytest.fail)["elo"][0] is None


def test_a_game_with_a_fault_is_annotated_up_to_it_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "out.pgn"
    source.write_text('[Event "x"]\n\n1. e4 e5 2. Ke3 Nf6 3. d4 *\n\n' + GAME)
    assert main(["analyse", str(source), "--nodes", "100", "--out", str(out)]) == 1
    told = capsys.readouterr().err
    assert "game 1 is cut short" in told and "Ke3" in told and "game 2" not in told
    assert out.read_text().count("[Event ") == 2


@pytest.mark.parametrize("given", [["--depth", "0"], ["--depth=x"], ["--hash", "-7"]])
def test_bad_values_are_quoted(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *given]) == 2
    assert repr(given[-1].removeprefix("--depth=")) in capsys.readouterr().err


def test_eval_takes_the_starting_position_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "startpos", "--json"]) == 0
    named = capsys.readouterr().out
    assert main(["eval", "--json"]) == 0
    assert capsys.readouterr().out == named


def test_a_position_of_bytes_that_are_no_text_is_told() -> None:
    done = subprocess.run([sys.executable, "-m", "ajeeb", "eval", b"\xff\xfe"], capture_output=True, check=False)
    assert done.returncode == 1 and b"Traceback" not in done.stderr and b"expected a FEN" in done.stderr


def test_a_match_with_a_broken_engine_fails(capsys: pytest.CaptureFixture[str]) -> None:
    crashing = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')} crash"
    assert main(["match", crashing, "builtin", "-n", "2", "--tc", "nodes=50"]) == 1
    told = capsys.readouterr().out
    assert "0/2" in told and "LOS 50.0 %" in told  # one pair proves nothing


def test_more_games_than_can_be_listed_are_begun_with(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    said = interrupted_match(
        ["builtin", "builtin", "-n", str(10**15), "--tc", "nodes=50"],
        games,
        lambda: Path(f"{games}.part").exists() and Path(f"{games}.part").stat().st_size > 0,
    )
    assert "after " in said


def test_an_opening_that_is_none_is_quoted_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "openings.epd"
    path.write_text("# openings\n4k3/8/8/8/8/8/4P3/4K3 w - -\nnonsense line\n")
    assert main(["match", "builtin", "builtin", "--openings", str(path)]) == 1
    assert f"{path}, line 3: expected a FEN or an EPD, got 'nonsense line'" in capsys.readouterr().err


def test_a_file_that_is_no_pgn_has_no_game_to_grade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.pgn"
    path.write_bytes(b"\x00\x01e9 Zz9 Qh9 \xff 1. e9 e8\n")
    assert main(["analyse", str(path), "--nodes", "100"]) == 1
    told = capsys.readouterr()
    assert "kept" not in told.err and "<Game at" not in told.err and told.err.strip()


@pytest.mark.parametrize(
    "arguments",
    [
        ["bench", "--depth", "40"],
        ["tune", "selfplay", "OUT", "--games", "5", "--nodes", str(2**40)],
        ["tune", "leaves", "SOURCE", "OUT", "--roots", "5", "--nodes", str(2**40)],
        ["uci"],
    ],
)
def test_an_interruption_is_heard_at_once(arguments: list[str], tmp_path: Path) -> None:
    source, out = tmp_path / "source.bin", tmp_path / "out.bin"
    batch.start_positions(5).tofile(source)
    files = {"SOURCE": str(source), "OUT": str(out)}
    command = [sys.executable, "-m", "ajeeb", *(files.get(argument, argument) for argument in arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin
        process.stdin.write(b"position startpos\ngo perft 12\n" if arguments == ["uci"] else b"")
        process.stdin.flush()
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        process.wait(20)
    assert process.returncode in (130, -signal.SIGINT) and list(tmp_path.iterdir()) == [source]
