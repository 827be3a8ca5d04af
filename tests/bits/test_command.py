"""`ajeeb bits show`, and what importing the room costs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ajeeb import bits
from ajeeb.cli import main


def test_show_prints_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bits", "show", hex(bits.diagonal())]) == 0
    assert capsys.readouterr().out == bits.text_bitboard(bits.diagonal(), coordinates=True) + "\n"
    assert main(["bits", "show", "0b11", "4", "--n", "2", "--order", "a1"]) == 0
    assert capsys.readouterr().out.split("\n")[:3] == ["0b11    4", "2 . .   2 1 .", "1 1 1   1 . ."]
    assert main(["bits", "show", "1", "--n", "2", "--letters", "k1/1K"]) == 0
    assert capsys.readouterr().out == "2 [k] .\n1  .  K\n   a  b\n"


def test_show_writes_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html, svg = tmp_path / "board.html", tmp_path / "board.svg"
    assert main(["bits", "show", "0x5", "--html", str(html), "--svg", str(svg)]) == 0
    assert capsys.readouterr().out == ""
    assert html.read_text().count("border-radius") == svg.read_text().count("<circle") == 2
    assert sorted(tmp_path.iterdir()) == [html, svg]
    assert main(["bits", "show", "0x5", "--html", str(tmp_path / "missing" / "board.html")]) == 1
    assert "missing" in capsys.readouterr().err


def test_show_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bits", "show", "0x81", "0", "--order", "a1", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"bitboard": "0x81", "n": 8, "order": "a1", "squares": [0, 7], "names": ["a1", "h1"], "count": 2}
    assert second["squares"] == []


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["show", "0x10000000000000000"], 1, "too wide for a 8×8 board"),
        (["show", "--", "-5"], 1, "bitboard -5 is negative"),
        (["show", "squares"], 1, "'squares' is not a number"),
        (["show", "--", "-0x" + "f" * 5000], 1, "bitboard -0xffffffffffffffff"),
        (["show", "9" * 5000], 1, "is not a number"),
        (["show", "1", "--n", "17"], 1, "n = 17 is out of range: expected 1 to 16"),
        (["show", "1", "--letters", "8/8"], 1, "has 2 rows"),
        (["show", "1", "--order", "h8"], 2, "h8"),
        (["show"], 2, "BITBOARD"),
        (["magics", "--n", "9"], 1, "n = 9 is out of range: expected 1 to 8"),
        (["draw"], 2, "draw"),
    ],
)
def test_bad_usage_is_told(arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bits", *arguments]) == code
    assert message in capsys.readouterr().err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("show", "magics"):
        assert main(["bits", verb, "--help"]) == 0
        assert f"ajeeb bits {verb}" in capsys.readouterr().out


def test_the_room_imports_neither_the_core_nor_numpy() -> None:
    code = """
import sys
from ajeeb import bits
bits.find_isomorphism(bits.left()); str(bits.Bitboard(5)); bits.ntz(8)
print(sorted(m for m in sys.modules if m.startswith("ajeeb._core") or m == "numpy"))
bits.arrays.popcnt(3); bits.magics; bits.find_magic
print("numpy" in sys.modules, any(m.startswith("ajeeb._core") for m in sys.modules))
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "[]\nTrue False\n"
    with pytest.raises(AttributeError, match="nothing_like_it"):
        bits.nothing_like_it  # noqa: B018
    assert all(hasattr(bits, name) for name in bits.__all__)
