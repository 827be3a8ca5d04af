"""Constants, functions on squares and bitboards, BaseBoard, SquareSet and books, in both libraries."""

import random

import chess
import chess.polyglot
import pytest

import ajeeb
import ajeeb.polyglot

from .sameness import assert_same, attempt, plain
from .walks import random_games

PLAIN = (int, bool, str, list, dict, tuple)


def test_constants() -> None:
    for name, value in vars(chess).items():
        if name.isupper() and isinstance(value, PLAIN) and not name.startswith("_"):
            assert getattr(ajeeb, name) == value, name


@pytest.mark.parametrize(
    "name", ["BB_DIAG_MASKS", "BB_FILE_MASKS", "BB_RANK_MASKS", "BB_DIAG_ATTACKS", "BB_RANK_ATTACKS"]
)
def test_slider_tables(name: str) -> None:
    assert getattr(ajeeb, name) == getattr(chess, name)


UNARY = ["lsb", "msb", "flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal", "shift_down",
         "shift_2_down", "shift_up", "shift_2_up", "shift_right", "shift_2_right", "shift_left", "shift_2_left",
         "shift_up_left", "shift_up_right", "shift_down_left", "shift_down_right", "popcount"]  # fmt: skip


@pytest.mark.parametrize("name", UNARY)
def test_functions_on_bitboards(name: str) -> None:
    source = random.Random(1)
    for mask in [0, 1, 1 << 63, chess.BB_ALL, *(source.getrandbits(64) for _ in range(200))]:
        assert getattr(ajeeb, name)(mask) == getattr(chess, name)(mask)
        assert list(ajeeb.scan_forward(mask)) == list(chess.scan_forward(mask))
        assert list(ajeeb.scan_reversed(mask)) == list(chess.scan_reversed(mask))


def test_functions_on_squares() -> None:
    for a in range(64):
        for name in ("square_name", "square_file", "square_rank", "square_mirror"):
            assert getattr(ajeeb, name)(a) == getattr(chess, name)(a)
        assert ajeeb.parse_square(chess.square_name(a)) == a
        for b in range(64):
            for name in ("square_distance", "square_manhattan_distance", "square_knight_distance", "between", "ray"):
                assert getattr(ajeeb, name)(a, b) == getattr(chess, name)(a, b), (name, a, b)
    for kind in range(1, 7):
        assert ajeeb.piece_symbol(kind) == chess.piece_symbol(kind) and ajeeb.piece_name(kind) == chess.piece_name(kind)


SET_METHODS = ("union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint")
SET_CHANGES = ("update", "intersection_update", "difference_update", "symmetric_difference_update")


SET_CALLS = [
    str, repr, int, len, bool, list, lambda s: s.tolist(), lambda s: int(s.mirror()), lambda s: int(~s),
    lambda s: int(s << 3), lambda s: int(s >> 5), lambda s: s == int(s), lambda s: s == 5, lambda s: 3 in s,
    lambda s: list((s & 0xFF00FF).carry_rippler())[:50], lambda s: s.pop(), lambda s: (s.discard(5), int(s)),
    lambda s: s.remove(5), lambda s: (s.add(5), int(s)), lambda s: (s.clear(), int(s)), lambda s: s.pop(),
    lambda s: int(type(s).ray(0, 9)), lambda s: int(type(s).between(0, 63)), lambda s: int(type(s).from_square(7)),
]  # fmt: skip


def test_square_sets() -> None:
    source = random.Random(2)
    for _ in range(100):
        a, b = source.getrandbits(64) & source.getrandbits(64), source.getrandbits(64)
        pair = [(library.SquareSet(a), library.SquareSet(b)) for library in (chess, ajeeb)]
        for name in SET_METHODS:
            assert_same(*(plain(getattr(x, name)(y)) for x, y in pair), name)
        for name in SET_CHANGES:
            changed = [(x.copy(), y) for x, y in pair]
            for x, y in changed:
                getattr(x, name)(y)
            assert int(changed[0][0]) == int(changed[1][0]), name
        for number, call in enumerate(SET_CALLS):
            assert_same(*(attempt(lambda: call(x)) for x, _ in pair), f"call {number} on a set")  # noqa: B023


def test_base_boards() -> None:
    for start, _, moves in random_games(3, seed=21):
        board = chess.Board(start)
        for uci in moves[:40]:
            board.push_uci(uci)
        pair = [library.BaseBoard(board.board_fen()) for library in (chess, ajeeb)]
        for call in (
            str, repr, lambda b: b.unicode(), lambda b: b.board_fen(), lambda b: plain(b.piece_map()), plain,
            lambda b: plain(b.mirror()), lambda b: plain(b.copy()), lambda b: b.chess960_pos(), lambda b: b == b.copy(),
            lambda b: plain(b.remove_piece_at(12)), lambda b: b.set_board_fen("8/8"), lambda b: b.clear_board(), plain,
            lambda b: b.set_chess960_pos(77), plain, lambda b: b.chess960_pos(), lambda b: b.reset_board(), plain,
            lambda b: plain(type(b).empty()), lambda b: plain(type(b).from_chess960_pos(3)),
        ):  # fmt: skip
            assert_same(*(attempt(lambda: call(b)) for b in pair), "a call on a base board")  # noqa: B023


def test_books(tmp_path) -> None:
    source, entries = random.Random(3), []
    for start, _, moves in random_games(12, seed=31, plies=24):
        board = chess.Board(start)
        for uci in moves:
            move = board.parse_uci(uci)
            target = {"e1g1": 7, "e1c1": 0, "e8g8": 63, "e8c8": 56}.get(
                uci if board.is_castling(move) else "", move.to_square
            )
            raw = target | move.from_square << 6 | ((move.promotion or 1) - 1) << 12
            entries.append((chess.polyglot.zobrist_hash(board), raw, source.randrange(4), source.randrange(9)))
            board.push(move)
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(ajeeb.polyglot.ENTRY_STRUCT.pack(*entry) for entry in sorted(entries)))
    with chess.polyglot.open_reader(str(path)) as theirs, ajeeb.polyglot.open_reader(path) as ours:
        assert len(theirs) == len(ours) and theirs[3][:4] == ours[3][:4] and theirs[-1][:4] == ours[-1][:4]
        for start, _, moves in random_games(12, seed=31, plies=24):
            pair = chess.Board(start), ajeeb.Board(start)
            for uci in moves:
                assert chess.polyglot.zobrist_hash(pair[0]) == ajeeb.polyglot.zobrist_hash(pair[1])
                assert ajeeb.polyglot.ZobristHasher(ajeeb.polyglot.POLYGLOT_RANDOM_ARRAY)(pair[1]) == (
                    ajeeb.polyglot.zobrist_hash(pair[1])
                )
                found = [
                    [(entry.weight, entry.move.uci()) for entry in book.find_all(board, minimum_weight=0)]
                    for book, board in zip((theirs, ours), pair, strict=True)
                ]
                assert found[0] == found[1]
                for name in ("get", "find", "choice", "weighted_choice"):
                    keywords = {"random": random.Random(5)} if "choice" in name else {}
                    picked = [
                        attempt(lambda: getattr(book, name)(board, **keywords).move.uci())  # noqa: B023
                        for book, board in zip((theirs, ours), pair, strict=True)
                    ]
                    if name == "get" and isinstance(picked[0], AttributeError):
                        assert isinstance(picked[1], AttributeError)
                    elif "choice" not in name:
                        assert_same(*picked, name)
                for board in pair:
                    board.push_uci(uci)
