"""Reading files: compression, damage, order, threads, limits, and hostile bytes."""

import bz2
import gzip
import io
import lzma
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard

from ajeeb import pgn
from ajeeb._core import pgn as core
from ajeeb.errors import PgnError

SAMPLE = Path(__file__).parents[2] / "data" / "sample.pgn"
TEXT = SAMPLE.read_bytes()
HEAD = b'[Event "t"]\n[Result "*"]\n\n'


def columns(text: bytes, target: int = 1 << 20, block: int = 1 << 18) -> list[Any]:
    """All that is read from a text, fed in blocks and cut into chunks of the given sizes, as plain values."""
    splitter = core.Splitter(target)
    for at in range(0, len(text), block):
        splitter.feed(text[at : at + block])
    splitter.finish()
    rows: list[Any] = []
    while (chunk := splitter.take()) is not None:
        games = core.read_games(chunk)
        for i in range(len(games)):
            plies = slice(games.ply_offsets[i], games.ply_offsets[i + 1])
            rows.append((int(games.byte[i]), int(games.line[i]), games.tags(i), games.moves[plies].tolist()))
        rows += [fault[:4] + fault[6:] for fault in games.faults]
    return sorted(rows, key=str)


TRICKY = (
    HEAD
    + b'1. e4 {note\n[Event "not a tag"]\n} e5 *\n\n'
    + b'[Event "u"]\n\n1. d4 (1. c4 1-0\n) d5 {open\n\n[Event "v"]\n\n1. f4 {x} 1-0\n1. g3 0-1\n\n'
    + b'%escape { \n[Event "w"]\r\n[White "Z\xc3\xbc\xfc\\" ]"]\r\n\r\n1. Nf3 ; rest { \r\n1... Nf6 $14 1/2-1/2\r\n'
    + b'[Event "x"]\n1. e4 e5 2. Ke3 {bad} Nc6 1-0\n{never closed\n\n[Event "y"]\n\n1. b3 b6 1-0\n'
    + b'[Event "z"]\n[@ Rb5 a6 1-0\n\n[]\n\n1. d4 d5 *\n{'
)


@pytest.mark.parametrize("block", [1, 2, 3, 5, 4096])
def test_games_do_not_depend_on_how_bytes_arrive(block: int) -> None:
    for text in (TRICKY, TEXT[:20_000]):
        whole = columns(text)
        assert len(whole) >= 7
        for target in (1, 100, 1 << 20):
            assert columns(text, target, block) == whole


PACKERS = {
    "plain": lambda data: data,
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("kind", PACKERS)
def test_compression_is_told_by_content(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(PACKERS[kind](TEXT))
    scan = pgn.scan(path)
    assert sum(len(games) for games in scan) == 449
    assert scan.report.bytes_read == path.stat().st_size


@pytest.mark.parametrize("kind", list(PACKERS)[1:])
def test_members_may_follow_each_other(kind: str) -> None:
    half = TEXT.index(b"[Event ", len(TEXT) // 2) + 100
    joined = PACKERS[kind](TEXT[:half]) + PACKERS[kind](b"") + PACKERS[kind](TEXT[half:])
    assert sum(len(games) for games in pgn.scan(joined)) == 449


@pytest.mark.parametrize("kind", list(PACKERS)[1:])
def test_a_truncated_stream_delivers_its_whole_games_and_says_so(kind: str) -> None:
    packed = PACKERS[kind](TEXT * 4)
    scan = pgn.scan(packed[: len(packed) // 2])
    seen = 0
    with pytest.raises(PgnError, match="breaks off") as raised:
        for games in scan:
            seen += len(games)
    assert raised.value.kind == "truncated"
    if kind != "bz2":  # whose blocks hold more than this
        assert 100 < seen < 4 * 449
    assert scan.report.rejected.keys() <= {"truncated"}
    assert scan.report.games_read == seen + sum(scan.report.rejected.values())


@pytest.mark.parametrize("kind", list(PACKERS)[1:])
def test_a_damaged_stream_says_so(kind: str) -> None:
    packed = bytearray(PACKERS[kind](TEXT))
    packed[len(packed) // 2 : len(packed) // 2 + 50] = b"\xff" * 50
    with pytest.raises(PgnError) as raised:
        list(pgn.scan(bytes(packed)))
    assert raised.value.kind in ("corrupt", "truncated")


def test_a_skippable_zstd_frame_is_skipped() -> None:
    packed = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc" + PACKERS["zst"](TEXT)
    assert sum(len(games) for games in pgn.scan(packed)) == 449


def test_a_zstd_window_over_the_limit_is_refused_by_name() -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=28, enable_ldm=True)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    packed = packer.compress(TEXT) + packer.flush()
    with pytest.raises(PgnError, match=r"window of 256 MiB.*128 MiB.*--max-window 256") as raised:
        list(pgn.scan(packed))
    assert raised.value.kind == "window_too_large"
    assert sum(len(games) for games in pgn.scan(packed, max_window=256 << 20)) == 449


def test_threads_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT * 8)
    one, four = ([*pgn.scan(path, threads=threads)] for threads in (1, 4))
    assert len(one) == len(four) > 2
    for a, b in zip(one, four, strict=True):
        assert a.first_game == b.first_game and a.next_place == b.next_place
        assert np.array_equal(a.moves, b.moves) and np.array_equal(a.positions, b.positions)


def test_globs_come_sorted_and_a_missing_file_is_named(tmp_path: Path) -> None:
    for name in ("b.pgn", "a.pgn"):
        (tmp_path / name).write_bytes(HEAD + b"1. e4 *\n")
    assert [games.source[-5:] for games in pgn.scan(f"{tmp_path}/*.pgn")] == ["a.pgn", "b.pgn"]
    for missing in ("none.pgn", "none*.pgn"):
        with pytest.raises(FileNotFoundError, match="none"):
            pgn.scan(tmp_path / missing)
    with pytest.raises(IsADirectoryError, match=r"\*\.pgn"):
        pgn.scan(tmp_path)


def test_open_files_and_standard_input() -> None:
    assert len(next(pgn.scan(io.BytesIO(HEAD + b"1. e4 *\n")))) == 1
    code = "import ajeeb.pgn; print(sum(map(len, ajeeb.pgn.scan('-'))))"
    done = subprocess.run([sys.executable, "-c", code], input=TEXT, capture_output=True, check=True)
    assert done.stdout.split() == [b"449"]


def test_utf16_is_named() -> None:
    with pytest.raises(PgnError, match="UTF-16"):
        list(pgn.scan("[Event]".encode("utf-16")))


def test_errors_may_be_raised() -> None:
    with pytest.raises(PgnError, match="'Ke3' is illegal") as raised:
        list(pgn.scan(HEAD + b"1. e4 e5 2. Ke3 *\n", errors="raise"))
    assert raised.value.kind == "illegal_move" and raised.value.offset == len(HEAD) + 12
    with pytest.raises(ValueError, match="'skip', 'keep' or 'raise'"):
        pgn.scan(b"", errors="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("movetext", "kind"),
    [
        (b"1. e4 Zz9", "invalid_san"),
        (b"1. e4 \0\0\0 e5", "invalid_san"),
        (b"1. e5", "illegal_move"),
        (b"1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. a3 Nd4", "illegal_move"),
        (b"1. d3 d6 2. Nd2 a6 3. Nf3", "ambiguous_move"),
        (b"1. e4 {never", "unterminated_comment"),
    ],
)
def test_faults_are_named(movetext: bytes, kind: str) -> None:
    scan = pgn.scan(HEAD + movetext)
    assert sum(map(len, scan)) == 0
    assert [fault.kind for fault in scan.report.faults] == [kind]
    assert str(scan.report.faults[0]).startswith("<bytes>:4: ")


@pytest.mark.parametrize(
    ("tags", "kind"),
    [
        (b'[Variant "Atomic"]', "unsupported_variant"),
        (b'[FEN "nonsense"]', "invalid_fen"),
        (b'[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]', "illegal_position"),
        (b'[FEN "4k3/8/8/8/8/8/8/4K3 w - - 400 1"]', "unpackable"),
    ],
)
def test_bad_starts_are_named(tags: bytes, kind: str) -> None:
    scan = pgn.scan(tags + b"\n\n1. Kd1 *\n\n" + HEAD + b"1. e4 *\n")
    assert sum(map(len, scan)) == 1
    assert [fault.kind for fault in scan.report.faults] == [kind]


@pytest.mark.parametrize(
    "movetext",
    [
        b"1.e4 e5 2.Nf3 Nc6",
        b"1 e4 e5 2 Nf3 Nc6",
        b"1. e2e4 e7-e5 2. Ng1f3 Nb8-c6",
        b"1... e4!? e5?! $5 2. Nf3 +- = ( 2. f4 exf4 {a (b} ) \xc2\xb1 Nc6 N",
        b"1. e4 ; to the end {\n e5\n%whole line } (\n2. Nf3 Nc6",
        "1. e4 e5 2. ♘f3 ♞c6".encode(),
        "1. e4 1…e5 2. Nf3 …Nc6".encode(),
        b"\xef\xbb\xbf1. e4 e5\r\r\n\r\r\n2. Nf3\r\rNc6",
    ],
)
def test_spellings(movetext: bytes) -> None:
    for end in (b" *\n", b"", b"\n\n1/2-1/2`"):
        games = next(pgn.scan(b"\xef\xbb\xbf" + HEAD + movetext + end))
        assert games.moves.tolist() == next(pgn.scan(b"1. e4 e5 2. Nf3 Nc6")).moves.tolist(), end


def test_castling_with_zeros_and_null_moves() -> None:
    games = next(pgn.scan(b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 -- 5. d3 0-0 1-0"))
    assert games.moves[6] == 4 | 7 << 6 and games.moves[7] == 0 and games.results.tolist() == [2]


def test_damaged_bytes_cost_only_the_game_they_are_in() -> None:
    games = [HEAD + b"1. e4 e5 2. Nf3 Nc6 *\n\n" for _ in range(5)]
    games[2] = games[2].replace(b"2. Nf3", b"\0" * 4096)
    scan = pgn.scan(b"".join(games))
    assert sum(map(len, scan)) == 4 and scan.report.rejected == {"invalid_san": 1}


def test_a_comment_that_is_never_closed_costs_one_game() -> None:
    good = HEAD + b"1. e4 {fine} e5 *\n\n"
    scan = pgn.scan(HEAD + b"1. e4 {oops\n\n" + good * 3)
    assert sum(map(len, scan)) == 3 and scan.report.rejected == {"unterminated_comment": 1}


def test_a_game_beyond_the_limit_is_given_up() -> None:
    good = HEAD + b"1. e4 e5 *\n\n"
    long = HEAD + b"1. e4 e5 2. Nf3 Nc6 " + b"(2. d4) " * (core.MAX_GAME_BYTES // 8) + b"1-0\n\n"
    scan = pgn.scan(good + long + good)
    assert sum(map(len, scan)) == 2 and scan.report.rejected == {"game_too_long": 1}


HOSTILE = {
    "opening braces": b"{" * 300_000,
    "braces and sections": b'{\n\n[Event "x"]\n' * 20_000,
    "brackets": b"[" * 300_000,
    "brackets and blanks": b" [" * 150_000,
    "brackets in movetext": b"1. e4 " + b"[" * 300_000,
    "parentheses": b"1. e4 " + b"(" * 300_000,
    "quotes": b'[Event "' + b'"' * 300_000,
    "backslashes": b'[Event "' + b"\\" * 300_000,
    "event tags": b'[Event "x"]\n' * 20_000,
    "zeros": b"\0" * 300_000,
    "results": b"1-0 " * 75_000,
    "numbers": b"1" * 300_000,
    "marks": b"1. e4 " + b"!" * 300_000,
    "bad games": b'[Event "x"]\n\n1. e5 *\n\n' * 20_000,
    "one line": b"1. e4 e5 {[%clk 0:01:00]} " * 12_000,
    "blank lines": b"\n" * 300_000,
    "commands": b"1. e4 {" + b"[%clk " * 50_000 + b"} *",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_take_linear_time(name: str) -> None:
    text = HOSTILE[name]

    def seconds(data: bytes) -> float:
        start = time.process_time()
        list(pgn.scan(data, errors="keep"))
        return time.process_time() - start

    def is_linear() -> bool:
        once = min(seconds(text) for _ in range(2))
        return min(seconds(text * 8) for _ in range(2)) < 24 * max(once, 0.002)  # squared it would be 64

    assert any(is_linear() for _ in range(4))  # a busy machine may deceive once
