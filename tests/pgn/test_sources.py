"""What comes in as bytes: buffers, wrong files, and damage behind a whole zstd frame."""

import io

import pytest

from ajeeb import pgn
from ajeeb.errors import PgnError
from ajeeb.pgn.sources import Stream, expand

TEXT = b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n"


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_buffer_is_one_source(kind: type) -> None:
    assert sum(len(batch) for batch in pgn.scan(kind(TEXT))) == 2


def test_a_text_file_is_named_as_such() -> None:
    with pytest.raises(TypeError, match="binary mode"):
        list(pgn.scan(io.StringIO(TEXT.decode())))  # type: ignore[arg-type]


@pytest.mark.parametrize("junk", [b"junk", b"j", b"trailing junk " * 100_000, b"\x28\xb5\x2f\xfd\x00\x58\x07\x00\x00"])
def test_frames_in_front_of_damage_are_delivered(junk: bytes) -> None:
    zstandard = pytest.importorskip("zstandard")
    stream = Stream(expand(zstandard.ZstdCompressor().compress(TEXT) + junk)[0])
    read = []
    with pytest.raises(PgnError) as caught:
        for block in stream.blocks():
            read.append(block)  # noqa: PERF402 - what came before the error counts
    assert b"".join(read) == TEXT
    assert caught.value.kind in ("corrupt", "truncated")


def test_a_window_limit_beyond_what_zstd_knows_is_no_limit() -> None:
    zstandard = pytest.importorskip("zstandard")
    packed = zstandard.ZstdCompressor().compress(TEXT)
    assert sum(len(batch) for batch in pgn.scan(packed, max_window=1 << 90)) == 2


def test_a_game_that_goes_on_after_a_blank_line_ends_once() -> None:
    text = '[Event "a"]\n\n1. e4 e5\n\n2. Nf3 *\n[Event "b"]\n\n1. d4 d5 *\n'
    stream = io.StringIO(text)
    games = list(iter(lambda: pgn.read_game(stream), None))
    assert [(game.headers["Event"], game.end().ply()) for game in games] == [("a", 3), ("b", 2)]
