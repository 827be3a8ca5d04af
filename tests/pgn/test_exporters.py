"""Exporters: the line that is being written, and the time that long lines take."""

import gc
import io
import time

import pytest

from ajeeb import pgn


def read(movetext: str) -> pgn.Game:
    game = pgn.read_game(io.StringIO(movetext))
    assert game is not None
    return game


def test_the_current_line_reads_and_writes() -> None:
    exporter = pgn.StringExporter(columns=10)
    exporter.write_token("1. e4 ")
    exporter.write_token("e5 ")
    assert exporter.current_line == "1. e4 e5 " and exporter.lines == []
    exporter.write_token("2. ")
    assert exporter.current_line == "2. " and exporter.lines == ["1. e4 e5"]
    exporter.current_line += "Nf3 "
    exporter.write_token("Nc6 ")
    assert str(exporter) == "1. e4 e5\n2. Nf3\nNc6"


@pytest.mark.parametrize("columns", [None, 80])
@pytest.mark.parametrize("part", ["(2. d4) ", "{a} ", "Ng8 Nf3 Nf6 Ng1 "])
def test_games_are_written_in_linear_time(part: str, columns: int | None) -> None:
    def seconds(count: int) -> float:
        game = read("1. Nf3 Nf6 2. Ng1 " + part * count + "*")
        assert len(str(game)) > count and not game.errors  # everything the game makes on demand is there
        gc.disable()  # what it takes depends on what other tests have left
        try:
            start = time.process_time()
            game.accept(pgn.StringExporter(columns=columns))
            return time.process_time() - start
        finally:
            gc.enable()

    once = min(seconds(4_000) for _ in range(3))
    assert min(seconds(32_000) for _ in range(2)) < 24 * max(once, 0.002)  # squared it would be 64
