"""The perft suites, standard and Chess960: every count up to a number of nodes, and all of them when asked (slow)."""

from pathlib import Path

import pytest

import ajeeb

SUITES = Path(__file__).parents[1] / "data" / "perft"
QUICK_NODES = 3_000_000


def lines(name: str) -> list[tuple[str, dict[int, int]]]:
    """(FEN, {depth: nodes}) of every line `FEN;D1 n;D2 n;…`."""
    found = []
    for line in (SUITES / f"{name}.epd").read_text().splitlines():
        fen, *parts = line.split(";")
        found.append((fen.strip(), {int(part.split()[0][1:]): int(part.split()[1]) for part in parts if part.strip()}))
    return found


def check(name: str, most_nodes: float) -> None:
    for fen, counts in lines(name):
        board = ajeeb.Board(fen, chess960=name == "chess960")
        for depth, nodes in counts.items():
            if nodes <= most_nodes:
                assert board.perft(depth) == nodes, f"{fen} depth {depth}"


@pytest.mark.parametrize("name", ["standard", "chess960"])
def test_the_suites_hold_what_they_should(name: str) -> None:
    assert len(lines(name)) == {"standard": 203, "chess960": 175}[name]


@pytest.mark.parametrize("name", ["standard", "chess960"])
def test_quick_counts(name: str) -> None:
    check(name, QUICK_NODES)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["standard", "chess960"])
def test_every_count(name: str) -> None:
    check(name, float("inf"))


def test_threads_and_lists_count_the_same() -> None:
    for fen, counts in lines("standard")[:20]:
        board = ajeeb.Board(fen)
        depth = max(depth for depth, nodes in counts.items() if nodes < 300_000)
        assert board.perft(depth, threads=3) == board.perft(depth, lists=True) == counts[depth]


def test_divide_sums_to_perft() -> None:
    board = ajeeb.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    parts = board.divide(3)
    assert sum(parts.values()) == board.perft(3) == 97862
    assert set(parts) == set(board.legal_moves)
