"""`ajeeb six` on the command line: every verb, its JSON, its exit codes, and a game typed in."""

import io
import json
import sys
from pathlib import Path

import pytest

from ajeeb.cli.six import run
from ajeeb.six import Board, contract


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


def test_search_as_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", hex(contract.START), "--depth", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["move_int"], found["wins"]) == contract.search_move(contract.START, 3)
    assert found["move"] in Board(rules="contract").legal_moves
    assert run(["search", "3k2/6/3K2/6/R5/6 w", "--rules", "sane", "--seconds", "0.2"]) == 0
    out = capsys.readouterr().out
    assert "a2a6" in out
    assert "mate_in   1" in out


def test_a_resignation_has_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "k5/2K3/1Q4/6/6/6 b", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["move"] is None


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["search", "0x1g"], 1, "0x1g"),
        (["search", "start", "--depth", "0"], 1, "stack"),
        (["search", "start", "--rules", "sane", "--depth", "99"], 1, "depth 99"),
        (["search", "start", "--nodes", "5"], 2, "sane engine"),
        (["search", "start", "--rules", "chess"], 2, "chess"),
        (["selfplay", "-n", "0"], 1, "games 0"),
        (["selfplay", "--threads", "-1"], 1, "threads -1"),
        (["selfplay", "--opening", "200"], 1, "opening plies 200"),
        (["selfplay", "--rules", "contract"], 1, "sane rules only"),
        (["art", "--dimension", "5"], 1, "dimension 5"),
        (["art", "--gap", "-1"], 1, "gap -1"),
        (["art", "--height", "99999"], 1, "height 99999"),
        (["art", "--token", "x"], 2, "two numbers"),
        (["art", "-o", "/nowhere/at/all.svg"], 1, "/nowhere/at/all.svg"),
        (["play", "--depth", "0"], 1, "depth 0"),
        (["dance"], 2, "dance"),
    ],
)
def test_bad_input_ends_with_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, told: str
) -> None:
    assert run(arguments) == code
    assert told in capsys.readouterr().err


def test_selfplay_as_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["selfplay", "-n", "6", "--depth", "2", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["games"] == len(result["records"]) == 6
    assert result["wins"] + result["draws"] + result["losses"] == 6
    board = Board()
    board.push_all(result["records"][0]["moves"])
    assert run(["selfplay", "-n", "4", "--depth", "2", "--threads", "2"]) == 0
    assert "sane +" in capsys.readouterr().out


def test_art_to_files_and_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["art"]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    for name, start in (("a.html", "<style>"), ("a.svg", "<svg")):
        assert run(["art", "start", "-o", str(tmp_path / name), "--theme", "neon"]) == 0
        assert (tmp_path / name).read_text().startswith(start)
    assert run(["art", "--flat", "-o", str(tmp_path / "flat.html")]) == 0
    assert (tmp_path / "flat.html").read_text() == Board(rules="contract").html()
    assert run(["art", hex(contract.START), "--token", "0:0x851C4A2"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Game #0, Move #0"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_without_keccak_the_tokens_art_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "Crypto.Hash", None)
    assert run(["art", hex(contract.START), "--token", "0:0x851C4A2"]) == 1
    assert "pip install ajeeb[six]" in capsys.readouterr().err
    assert run(["art"]) == 0


def test_a_game_typed_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "help", "moves", "hint", "c2c5", "zz", "undo", "c2c4", "undo", "c2c3", "quit")
    assert run(["play", "--depth", "2"]) == 0
    out = capsys.readouterr().out
    for told in ("undo, hint", "c2c3 c2c4", "hint: ", "c2c5 is not legal", "'zz'", "nothing to take back", "engine: "):
        assert told in out
    assert out.count("engine: ") == 2


def test_bytes_that_are_no_text_do_not_end_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nmoves\n")))
    assert run(["play"]) == 0
    out = capsys.readouterr().out
    assert r"\xff" in out
    assert "c2c3 c2c4" in out


def test_a_mate_ends_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "a2a6")
    assert run(["play", "--board", "3k2/6/3K2/6/R5/6 w", "--letters"]) == 0
    assert capsys.readouterr().out.endswith("checkmate: white wins\n")


@pytest.mark.parametrize("rules", ["contract", "sane"])
@pytest.mark.parametrize("side", ["white", "black"])
def test_both_engines_play_both_sides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rules: str, side: str
) -> None:
    typed(monkeypatch, "hint", "resign")
    assert run(["play", "--rules", rules, "--side", side, "--depth", "3"]) == 0
    out = capsys.readouterr().out
    assert "you resign" in out
    assert ("engine: " in out) == (side == "black")


@pytest.mark.parametrize("terminal", ["xterm", "xterm-256color"])
def test_colours_can_be_forced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: str
) -> None:
    monkeypatch.setenv("TERM", terminal)
    monkeypatch.delenv("NO_COLOR", raising=False)
    typed(monkeypatch, "quit")
    assert run(["play", "--color"]) == 0
    assert "\x1b[" in capsys.readouterr().out
    typed(monkeypatch)
    assert run(["play", "--no-color"]) == 0
    out = capsys.readouterr().out
    assert "\x1b[" not in out
    assert "♟" in out
    assert "♙" in out


def test_the_contracts_engine_resigns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "a2a6")
    assert run(["play", "--rules", "contract", "--depth", "3", "--board", "3k2/6/3K2/6/R5/6 w"]) == 0
    assert capsys.readouterr().out.rstrip().endswith(("the engine resigns: white wins", "counts as mate: white wins"))
