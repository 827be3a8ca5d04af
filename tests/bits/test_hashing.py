import random
from itertools import permutations

import pytest

from ajeeb import bits
from ajeeb.bits.hashing import MAX_SQUARES
from ajeeb.errors import InvalidBitboardError


def is_isomorphism_by_definition(f: bits.hashing.Function, mask: int) -> bool:
    """Every pair, every law."""
    everything = list(bits.subsets(mask))
    ones = len(everything) - 1
    return sorted(map(f, everything)) == list(range(ones + 1)) and all(
        f(x | y) == f(x) | f(y) and f(x & y) == f(x) & f(y) and f(mask ^ x) == ones ^ f(x)
        for x in everything
        for y in everything
    )


def test_the_quick_test_of_an_isomorphism_is_the_definition() -> None:
    mask = 0b10110
    outcomes = set()
    places = list(range(8))
    for seed in range(300):
        random.Random(seed).shuffle(places)
        table = dict(zip(bits.subsets(mask), places, strict=True))
        quick = bits.is_boolean_isomorphism(table.__getitem__, mask)
        assert quick == is_isomorphism_by_definition(table.__getitem__, mask)
        outcomes.add(quick)
    for order in permutations([1, 2, 4]):
        atoms = dict(zip([0b10, 0b100, 0b10000], order, strict=True))
        union = lambda x, atoms=atoms: sum(v for k, v in atoms.items() if x & k)  # noqa: E731
        assert bits.is_boolean_isomorphism(union, mask)
        assert is_isomorphism_by_definition(union, mask)
        assert bits.preserves_order(union, mask) == (order == (1, 2, 4))
        assert bits.reverses_order(union, mask) == (order == (4, 2, 1))


def test_a_perfect_hash_is_a_bijection() -> None:
    mask = 0b1011
    assert bits.is_perfect_hash({x: i ^ 5 for i, x in enumerate(bits.subsets(mask))}.__getitem__, mask)
    assert not bits.is_perfect_hash(lambda x: 0, mask)
    assert not bits.is_perfect_hash(lambda x: x, mask)  # leaves 0..7
    assert not bits.is_perfect_hash(lambda x: -x, mask)
    assert not bits.preserves_order(lambda x: -x, mask)
    assert bits.is_perfect_hash(lambda x: 0, 0)


def assert_isomorphism(mask: int, n: int, order: str = "any") -> bits.PerfectHash:
    found = bits.find_isomorphism(mask, n, order)  # type: ignore[arg-type]
    assert found is not None
    assert found.mask == mask
    if mask.bit_count() <= 12:
        assert bits.is_boolean_isomorphism(found, mask)
    else:
        assert_isomorphism_by_atoms(found)
    return found


def assert_isomorphism_by_atoms(f: bits.PerfectHash) -> None:
    """For big masks: every square to a bit of its own, and no carry for random subsets, nor for the whole mask."""
    rng = random.Random(f.mask)
    atoms = {s: f(1 << s) for s in bits.elements(f.mask)}
    assert sorted(atoms.values()) == [1 << i for i in range(len(atoms))]
    for x in [f.mask] + [rng.getrandbits(256) & f.mask for _ in range(100)]:
        assert f(x) == sum(atoms[s] for s in bits.elements(x))


@pytest.mark.parametrize("n", range(1, 17))
def test_ranks_files_and_diagonals_have_isomorphisms(n: int) -> None:
    lines = [bits.rank(r, n) for r in range(1, n + 1)] + [bits.column(c, n) for c in range(n)]
    for mask in [*lines, bits.diagonal(n), bits.antidiagonal(n)]:
        found = assert_isomorphism(mask, n)
        if mask.bit_count() <= 12:
            assert bits.preserves_order(found, mask) or mask in (bits.diagonal(n), bits.antidiagonal(n))
    assert bits.find_isomorphism(bits.left(n), n, "preserve").multiplier == bits.antidiagonal(n) or n == 1  # type: ignore[union-attr]
    assert bits.reverses_order(assert_isomorphism(bits.left(min(n, 12)), min(n, 12), "reverse"), bits.left(min(n, 12)))


@pytest.mark.parametrize("n", range(2, 17))
def test_one_square_per_column_or_per_row_has_an_isomorphism(n: int) -> None:
    rng = random.Random(n)
    for _ in range(12):
        assert_isomorphism(sum(1 << n * rng.randrange(n) + c for c in range(n)), n)
        assert_isomorphism(sum(1 << n * r + rng.randrange(n) for r in range(n)), n)
        some = rng.sample(range(n), rng.randint(1, n))
        assert_isomorphism(sum(1 << n * rng.randrange(n) + c for c in some), n)


def test_the_construction_finds_what_trying_all_multipliers_finds() -> None:
    outcomes = {"any": set(), "preserve": set(), "reverse": set()}
    for mask in range(1, 512, 3):
        candidates = [f for m in range(512) if bits.is_boolean_isomorphism(f := bits.PerfectHash(mask, m, 3), mask)]
        truth = {
            "any": bool(candidates),
            "preserve": any(bits.preserves_order(f, mask) for f in candidates),
            "reverse": any(bits.reverses_order(f, mask) for f in candidates),
        }
        for order, exists in truth.items():
            assert (bits.find_isomorphism(mask, 3, order) is not None) == exists, (bin(mask), order)  # type: ignore[arg-type]
            outcomes[order].add(exists)
    assert all(seen == {True, False} for seen in outcomes.values())


@pytest.mark.parametrize("square", [0, 9, 27, 36, 63])
def test_slider_masks_have_perfect_hashes_of_8_by_8(square: int) -> None:
    for directions in (bits.ROOK, bits.BISHOP):
        mask = bits.slider_mask(square, directions)
        if directions == bits.ROOK and mask.bit_count() == 12:
            assert bits.find_isomorphism(mask) is None
            continue
        found = bits.find_perfect_hash(mask)
        assert found is not None
        assert bits.is_perfect_hash(found, mask)


def test_the_search_takes_over_where_there_is_no_isomorphism() -> None:
    mask = 0b1101_1010_1000_000  # on 4×4
    assert bits.find_isomorphism(mask, 4) is None
    found = bits.find_perfect_hash(mask, 4)
    assert found is not None
    assert bits.is_perfect_hash(found, mask)
    assert not bits.is_boolean_isomorphism(found, mask)
    assert bits.find_perfect_hash(mask, 4) == found


def test_the_construction_gives_up_in_bounded_time() -> None:
    rng = random.Random(5)
    for n in (8, 16):
        for k in (20, 24, 30):
            found = bits.find_isomorphism(sum(1 << s for s in rng.sample(range(n * n), k)), n)
            if found:
                assert_isomorphism_by_atoms(found)


def test_bad_input_is_quoted() -> None:
    refusals = {
        "at most 20 squares": lambda: bits.is_perfect_hash(int, (1 << MAX_SQUARES + 1) - 1),
        "-0x1": lambda: bits.preserves_order(int, -1),
        "unknown order 'up'": lambda: bits.find_isomorphism(1, 8, "up"),  # type: ignore[arg-type]
        "too wide": lambda: bits.find_isomorphism(1 << 64),
        "is negative": lambda: bits.PerfectHash(1, -1),
    }
    for message, call in refusals.items():
        with pytest.raises(InvalidBitboardError, match=message):
            call()
