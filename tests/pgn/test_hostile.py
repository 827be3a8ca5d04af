"""Anything at all as input: no crash, no error but PgnError, counts that add up, the same games for any block size."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ajeeb import pgn
from ajeeb._core import pgn as core
from ajeeb.errors import PgnError

FRAGMENTS = [
    *(
        b"\n",
        b"\n\n",
        b" ",
        b"\r\n",
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b"%",
        b"[",
        b"]",
        b'"',
        b"\\",
        b"\0",
        b"\xff",
        b"$3",
    ),
    *(
        b'[Event "x"]\n',
        b'\n\n[Event "y"]\n\n',
        b'[Result "1-0"]\n',
        b'[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n',
        b"[White A]",
    ),
    *(
        b"1. ",
        b"e4 ",
        b"e5 ",
        b"Nf3 ",
        b"O-O ",
        b"-- ",
        b"e8=Q+ ",
        b"1-0",
        b"0-1 ",
        b"1/2-1/2\n",
        b"*",
        b"1-0\n\n",
        b"1...",
    ),
    *(b"[%clk 0:01:00]", b"[%eval #-3]", b"\xef\xbb\xbf", "♞f6 ".encode()),
]
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map(b"".join)
MAGICS = (b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18", b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\x00", b"\xff\xfe")


@given(TEXTS)
def test_any_text_is_read_and_counted(text: bytes) -> None:
    for errors in ("skip", "keep"):
        scan = pgn.scan(text, errors=errors)  # type: ignore[arg-type]
        kept = sum(len(games) for games in scan)
        report = scan.report
        assert report.games_read == report.games_kept + sum(report.rejected.values())
        assert kept == (report.games_kept if errors == "skip" else report.games_read)


def games_of(text: bytes, target: int, block: int) -> list[Any]:
    splitter = core.Splitter(target)
    for at in range(0, len(text), block):
        splitter.feed(text[at : at + block])
    splitter.finish()
    rows: list[Any] = []
    for games in map(core.read_games, iter(splitter.take, None)):
        rows += zip(games.byte.tolist(), games.line.tolist(), games.flags.tolist(), games.result.tolist(), strict=True)
        rows += [(fault[2], fault[1], fault[0]) for fault in games.faults]
    return sorted(rows, key=str)


@given(TEXTS, st.integers(1, 40), st.integers(1, 9))
def test_any_text_is_the_same_in_any_blocks(text: bytes, target: int, block: int) -> None:
    assert games_of(text, target, block) == games_of(text, 1 << 20, 1 << 20)


@given(st.sampled_from(MAGICS), st.binary(max_size=200))
def test_any_bytes_behind_a_magic_number_give_games_or_a_named_error(magic: bytes, rest: bytes) -> None:
    try:
        list(pgn.scan(magic + rest))
    except PgnError as error:
        assert error.kind in ("corrupt", "truncated", "utf16", "window_too_large")
