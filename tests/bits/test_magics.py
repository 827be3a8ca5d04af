"""The magic numbers: the committed include is what the command prints, and every occupancy of every square is right."""

import json
import re
from pathlib import Path

import pytest

from ajeeb.bits.magics import find_magics, to_cpp
from ajeeb.bits.rays import BISHOP, ROOK, slider_attacks, slider_mask
from ajeeb.bits.search import find_magic
from ajeeb.bits.sets import subsets
from ajeeb.cli import main
from ajeeb.errors import InvalidBitboardError

INCLUDE = Path(__file__).parents[2] / "core" / "base" / "magics.inc"


def test_the_command_prints_the_committed_include(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bits", "magics", "--order", "a1", "--format", "cpp"]) == 0
    assert capsys.readouterr().out == INCLUDE.read_text()


@pytest.mark.parametrize(("name", "directions"), [("kRookMagics", ROOK), ("kBishopMagics", BISHOP)])
def test_the_committed_include_is_right_on_every_occupancy(name: str, directions: tuple[str, ...]) -> None:
    body = re.search(rf"inline constexpr std::uint64_t {name}\[64\] = {{(.*?)}};", INCLUDE.read_text(), re.DOTALL)
    assert body
    magics = [int(number, 16) for number in re.findall(r"0x[0-9a-f]{16}", body[1])]
    assert len(magics) == 64
    for square, magic in enumerate(magics):
        mask = slider_mask(square, directions)
        table: dict[int, int] = {}
        for occupied in subsets(mask):
            place = (occupied * magic & 0xFFFFFFFFFFFFFFFF) >> (64 - mask.bit_count())
            attacks = slider_attacks(square, occupied, directions)
            assert table.setdefault(place, attacks) == attacks, (square, hex(occupied))


@pytest.mark.parametrize("n", range(1, 8))
def test_smaller_boards_have_magics_too(n: int) -> None:
    for magic in find_magics(n):
        directions = {"rook": ROOK, "bishop": BISHOP}[magic.piece]
        table = magic.table()
        assert magic.bits == magic.mask.bit_count()
        for occupied in subsets(magic.mask):
            assert table[magic.index(occupied)] == slider_attacks(magic.square, occupied, directions, n)


def test_seeds_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    sets = []
    for seed in ("0", "0", "1"):
        assert main(["bits", "magics", "--n", "5", "--seed", seed, "--format", "json", "--order", "a1"]) == 0
        sets.append(json.loads(capsys.readouterr().out))
    assert sets[0] == sets[1] != sets[2]
    assert sets[0]["n"] == 5
    assert sets[0]["rook"][0]["square"] == "a1"
    for entry in sets[2]["bishop"]:
        mask, magic = int(entry["mask"], 16), int(entry["magic"], 16)
        assert len({(x * magic % 2**25) >> entry["shift"] for x in subsets(mask)}) <= 2 ** entry["bits"]


def test_the_include_of_a_small_board_serves_64_bit_words() -> None:
    magics = list(find_magics(6))
    numbers = [int(number, 16) for number in re.findall(r"0x[0-9a-f]{16}", to_cpp(magics))]
    for magic, number in zip(magics, numbers, strict=True):
        for occupied in subsets(magic.mask):
            assert (occupied * number % 2**64) >> (64 - magic.bits) == magic.index(occupied)


def test_a_perfect_hash_is_found_or_proved_absent() -> None:
    mask = slider_mask(0, ROOK, 5)
    multiplier = find_magic(mask, 5)
    assert multiplier is not None
    assert {(x * multiplier % 2**25) >> 19 for x in subsets(mask)} == set(range(64))


def test_on_a_tiny_board_none_means_that_there_is_none() -> None:
    outcomes = set()
    for mask in range(0, 512, 7):
        k = mask.bit_count()
        exists = any(len({(x * m % 512) >> (9 - k) for x in subsets(mask)}) == 1 << k for m in range(512))
        assert (find_magic(mask, 3) is not None) == exists, bin(mask)
        outcomes.add(exists)
    assert outcomes == {True, False}


def test_what_is_not_magic_is_refused() -> None:
    from dataclasses import replace

    good = next(find_magics(8))
    with pytest.raises(InvalidBitboardError, match="0x1 is not a magic number for a rook on square 0"):
        replace(good, magic=1).table()
    with pytest.raises(InvalidBitboardError, match="n = 9"):
        list(find_magics(9))
    with pytest.raises(InvalidBitboardError, match="20 squares"):
        find_magic((1 << 20) - 1)


def test_the_search_is_bounded_in_memory_and_seed() -> None:
    everywhere_alike = find_magic((1 << 16) - 1, 8, lambda occupied: occupied * 0, bits=3)
    assert everywhere_alike is not None
    assert find_magic((1 << 16) - 1, 8, bits=15) is None  # more values than places
    assert find_magic(0b11, 8, bits=0) is None
    assert find_magic(0, 8) == 0
    mask = slider_mask(0, ROOK)
    for seed in (10**30, -1):
        multiplier = find_magic(mask >> 8, 8, seed=seed)
        assert multiplier is not None
        assert multiplier == find_magic(mask >> 8, 8, seed=seed)
