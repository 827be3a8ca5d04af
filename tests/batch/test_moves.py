"""Moves of arrays of positions, made and written, and games played out, against python-chess."""

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb import batch
from ajeeb.errors import AmbiguousMoveError, IllegalMoveError, IllegalPositionError, InvalidMoveError

E4, E5 = 12 | 28 << 6, 52 | 36 << 6
PROMOTIONS = {None: 0, chess.KNIGHT: 1, chess.BISHOP: 2, chess.ROOK: 3, chess.QUEEN: 4}


def raw_move(board: chess.Board, move: chess.Move) -> int:
    """The uint16 of a python-chess move: castling as the king taking his rook."""
    to_square = move.to_square
    if (board.is_castling(move) and board.piece_at(to_square) is None) or (
        board.is_castling(move) and not board.chess960
    ):
        rooks = board.castling_rights & chess.BB_RANKS[chess.square_rank(move.from_square)]
        kingside = chess.square_file(to_square) > chess.square_file(move.from_square)
        to_square = chess.msb(rooks) if kingside else chess.lsb(rooks)
    return move.from_square | to_square << 6 | PROMOTIONS[move.promotion] << 12


def packed(boards: list[chess.Board]) -> np.ndarray:
    return batch.from_fens([board.fen() for board in boards])


def flat_games(games: list) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    moves = [raw_move(board, move) for game in games for board, move in zip(game.boards, game.moves, strict=False)]
    offsets = np.cumsum([0] + [len(game.moves) for game in games])
    return packed([game.boards[0] for game in games]), np.array(moves, np.uint16), offsets


def test_legal_moves(boards: list[chess.Board]) -> None:
    moves, offsets = batch.legal_moves(packed(boards))
    assert moves.dtype == np.uint16 and offsets.dtype == np.int64
    for i, board in enumerate(boards):
        wanted = sorted(raw_move(board, move) for move in board.legal_moves)
        assert sorted(moves[offsets[i] : offsets[i + 1]].tolist()) == wanted, board.fen()


def test_legal_moves_into_out(boards: list[chess.Board]) -> None:
    records = packed(boards[:200])
    moves, offsets = batch.legal_moves(records)
    room = (np.empty(len(moves) + 7, np.uint16), np.empty(201, np.int64))
    view, same_offsets = batch.legal_moves(records, out=room)
    assert np.shares_memory(view, room[0]) and same_offsets is room[1]
    assert (view == moves).all() and (same_offsets == offsets).all()
    with pytest.raises(ValueError, match=f"room for {len(moves)} moves"):
        batch.legal_moves(records, out=(np.empty(5, np.uint16), room[1]))


def test_apply_one_move_a_position(games: list, games960: list) -> None:
    for game in games + games960:
        before, after = packed(game.boards[:-1]), packed(game.boards[1:])
        moves = [raw_move(board, move) for board, move in zip(game.boards, game.moves, strict=False)]
        assert (batch.apply(before, moves) == after).all()
        assert (batch.apply(before, np.array(moves, np.uint16), out=before) == after).all()


def test_apply_makes_every_successor(boards: list[chess.Board]) -> None:
    some = boards[::40]
    records = packed(some)
    moves, offsets = batch.legal_moves(records)
    children = batch.to_fens(batch.apply(records, moves, offsets))
    for i, board in enumerate(some):
        wanted = set()
        for move in board.legal_moves:
            board.push(move)
            wanted.add(board.fen(en_passant="legal"))
            board.pop()
        assert set(children[offsets[i] : offsets[i + 1]]) == wanted


def test_apply_keeps_results_and_drops_evals() -> None:
    start = batch.start_positions(1)
    start["eval"], start["result"] = 30, 1
    after = batch.apply(start, [E4])
    assert (after["eval"][0], after["result"][0]) == (0, 1)


def test_null_moves_pass_out_of_check() -> None:
    records = batch.from_fens(["4k3/8/8/8/8/8/8/4K3 w - - 5 9", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1"])
    after, valid = batch.apply(records, [0, 0], errors="mask")
    assert valid.tolist() == [True, False]
    assert batch.to_fens(after[:1]) == ["4k3/8/8/8/8/8/8/4K3 b - - 6 9"]
    assert batch.to_uci(records[:1], [0]) == ["0000"] and batch.to_san(records[:1], [0]) == ["--"]


def test_uci_both_ways(games: list, games960: list) -> None:
    for game in games + games960:
        boards = game.boards[:-1]
        records = packed(boards)
        texts = [board.uci(move) for board, move in zip(boards, game.moves, strict=False)]
        moves = batch.from_uci(records, texts)
        assert moves.tolist() == [raw_move(board, move) for board, move in zip(boards, game.moves, strict=False)]
        assert batch.to_uci(records, moves, chess960=boards[0].chess960) == texts
        assert (batch.from_uci(records, "\n".join(texts).encode()) == moves).all()
        king_takes_rook = [board.uci(move, chess960=True) for board, move in zip(boards, game.moves, strict=False)]
        assert batch.to_uci(records, moves, chess960=True) == king_takes_rook


def test_san_both_ways(games: list, games960: list) -> None:
    for game in games + games960:
        boards = game.boards[:-1]
        records = packed(boards)
        moves = [raw_move(board, move) for board, move in zip(boards, game.moves, strict=False)]
        texts = [board.san(move) for board, move in zip(boards, game.moves, strict=False)]
        assert batch.to_san(records, moves) == texts
        assert batch.from_san(records, texts).tolist() == moves


def test_texts_of_all_legal_moves(boards: list[chess.Board]) -> None:
    some = boards[::25]
    records = packed(some)
    moves, offsets = batch.legal_moves(records)
    sans = batch.to_san(records, moves, offsets)
    for i, board in enumerate(some):
        wanted = {board.san(move) for move in board.legal_moves}
        assert set(sans[offsets[i] : offsets[i + 1]]) == wanted
    assert (batch.from_san(records, sans, offsets) == moves).all()
    assert (batch.from_uci(records, batch.to_uci(records, moves, offsets), offsets) == moves).all()


def test_play_out(games: list, games960: list) -> None:
    everything = games + games960
    starts, moves, offsets = flat_games(everything)
    records, rows = batch.play_out(starts, moves, offsets, final=True)
    assert (records == packed([board for game in everything for board in game.boards])).all()
    assert rows.tolist() == (offsets + np.arange(len(everything) + 1)).tolist()
    records, rows = batch.play_out(starts, moves, offsets)
    assert (records == packed([board for game in everything for board in game.boards[:-1]])).all()
    assert rows.tolist() == offsets.tolist()
    assert (batch.play_out(None, moves[: offsets[3]], offsets[:4])[0] == records[: offsets[3]]).all()


def test_histories_are_the_positions_before(games: list) -> None:
    starts, moves, offsets = flat_games(games[:8])
    records, repetitions = batch.histories(starts, moves, offsets, final=True)
    row, met_again = 0, 0
    for game in games[:8]:
        all_records = packed(game.boards)
        seen: dict[str, int] = {}
        counts = []
        for ply, board in enumerate(game.boards):
            identity = board.epd(en_passant="legal")
            counts.append(seen.get(identity, 0))
            seen[identity] = counts[-1] + 1
            for back in range(8):
                if back <= ply:
                    assert records[row, back] == all_records[ply - back]
                    assert repetitions[row, back] == counts[ply - back]
                else:
                    assert records[row, back]["occupied"] == 0 and repetitions[row, back] == 0
            row += 1
        met_again += sum(count > 1 for count in counts)
    assert met_again > 0  # the games do hold threefold repetitions


def test_games_with_faults_are_masked_behind_them() -> None:
    moves, offsets = [E4, E4, E5, E4, E5], [0, 3, 5]
    records, rows, valid = batch.play_out(None, moves, offsets, final=True, errors="mask")
    assert valid.tolist() == [True, False, False, False, True, True, True]
    assert rows.tolist() == [0, 4, 7]
    assert (records["occupied"] != 0).tolist() == [True, True, False, False, True, True, True]
    with pytest.raises(IllegalMoveError, match=r"moves\[1\] e2e4: .*: ply 1 of game 0"):
        batch.play_out(None, moves, offsets)
    with pytest.raises(IllegalPositionError, match=r"starts\[1\]: not exactly one king a side"):
        starts = batch.start_positions(2)
        starts[1] = np.zeros((), batch.PACKED)
        batch.play_out(starts, [E4, E4], [0, 1, 2])


def test_move_errors_quote_the_row() -> None:
    start = batch.start_positions(3)
    with pytest.raises(IllegalMoveError, match=r"moves\[1\] e7e5: .* positions\[1\] is 'rnbqkbnr/"):
        batch.apply(start, [E4, E5, E4])
    with pytest.raises(IllegalMoveError, match=r"moves\[3\] e7e5: .* positions\[2\]"):
        batch.to_san(start, [E4, E4, E4, E5], [0, 3, 3, 4])
    with pytest.raises(InvalidMoveError, match=r"texts\[0\] 'castle': not a move"):
        batch.from_uci(start, ["castle", "e2e4", "e2e4"])
    with pytest.raises(IllegalMoveError, match=r"texts\[2\] 'e2e5'"):
        batch.from_uci(start, ["e2e4", "e2e4", "e2e5"])
    two_knights = batch.from_fens(["4k3/8/8/8/8/8/8/N1K1N3 w - - 0 1"])
    with pytest.raises(AmbiguousMoveError, match=r"texts\[0\] 'Nc2'"):
        batch.from_san(two_knights, ["Nc2"])
    moves, valid = batch.from_san(start, ["e4", "Ke5", "?"], errors="mask")
    assert valid.tolist() == [True, False, False] and moves.tolist() == [E4, 0, 0]
    assert batch.to_uci(start, [E4, E5, 60000], errors="mask")[0] == ["e2e4", "", ""]
    with pytest.raises(IllegalPositionError, match=r"positions\[0\]"):
        batch.apply(np.zeros(1, batch.PACKED), [E4])
    with pytest.raises(IllegalMoveError, match="g1h3"):  # even where `out` is the input
        batch.apply(records := batch.start_positions(1), [6 | 23 << 6 | 2 << 12], out=records)


def test_clocks_that_outgrow_a_record() -> None:
    record = batch.from_fens(["4k3/8/8/8/8/8/8/4K2R w - - 255 65535"])
    with pytest.raises(IllegalPositionError, match="clock over 255"):
        batch.apply(record, batch.from_uci(record, ["e1e2"]))


@pytest.mark.parametrize(
    ("offsets", "reason"),
    [
        ([0, 1], "expected 3"),
        ([0, 2, 1], "ascend"),
        ([0, 1, 3], "ascend"),
        ([1, 1, 2], "ascend"),
        ([-1, 0, 2], "ascend"),
    ],
)
def test_offsets_are_checked(offsets: list[int], reason: str) -> None:
    start = batch.start_positions(2)
    with pytest.raises(ValueError, match=reason):
        batch.apply(start, [E4, E4], offsets)
    with pytest.raises(ValueError, match=r"offsets|starts"):
        batch.play_out(start, [E4, E4], offsets)


def test_moves_of_other_types() -> None:
    start = batch.start_positions(1)
    assert (batch.apply(start, np.array([E4], np.int64)) == batch.apply(start, [E4])).all()
    with pytest.raises(ValueError, match="do not fit"):
        batch.apply(start, [70_000])
    with pytest.raises(ValueError, match="integers"):
        batch.apply(start, [1.5])
    with pytest.raises(ValueError, match="pass offsets, or one each"):
        batch.apply(start, [E4, E4])


@given(st.lists(st.binary(min_size=32, max_size=32), max_size=20), st.integers(0, 2**16 - 1))
def test_any_bytes_are_safe_as_records(rows: list[bytes], move: int) -> None:
    records = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 32)
    check_everything(records, move)


@given(st.lists(st.tuples(st.integers(0, 31), st.integers(0, 255)), max_size=3), st.integers(0, 2**16 - 1))
def test_damaged_records_are_safe(damage: list[tuple[int, int]], move: int) -> None:
    record = batch.from_fens(["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"])
    raw = record.view(np.uint8).reshape(1, 32)
    for at, value in damage:
        raw[0, at] ^= value
    check_everything(raw, move)


def check_everything(records: np.ndarray, move: int) -> None:
    """No call may crash, and all agree on which records are positions."""
    rows = len(records)
    counts, valid = batch.count_legal(records, errors="mask")
    moves, offsets, also_valid = batch.legal_moves(records, errors="mask")
    assert (valid == also_valid).all() and (np.diff(offsets) == counts).all()
    assert not (batch.validate(records) & ~valid).any()
    fens, _ = batch.to_fens(records, errors="mask")
    assert [fen != "" for fen in fens] == valid.tolist()
    children, made = batch.apply(records, moves, offsets, errors="mask")
    clocks_left = np.repeat(records.view(batch.PACKED).reshape(-1)["halfmove_clock"] < 255, counts)
    assert made[clocks_left].all() or (records.view(batch.PACKED)["fullmove_number"] == 65535).any()
    assert batch.count_legal(children[made], errors="mask")[1].all()
    one_each = np.full(rows, move, np.uint16)
    for call in (batch.apply, batch.to_uci, batch.to_san, batch.move_index):
        call(records, one_each, errors="mask")
    batch.planes(records, "lc0", errors="mask")
    assert (batch.legal_mask(records, errors="mask")[0].sum(axis=1) == counts).all()


def test_fifteen_queens_have_more_moves_than_any_game() -> None:
    board = chess.Board("1QQQ4/Q4Q1Q/K1Q4Q/4Q3/2Q3Q1/k7/3Q1Q2/1Q5Q w - - 0 1")
    records = packed([board])
    assert batch.count_legal(records).tolist() == [224] == [board.legal_moves.count()]
    moves, _ = batch.legal_moves(records)
    assert sorted(moves.tolist()) == sorted(raw_move(board, move) for move in board.legal_moves)
    assert batch.legal_mask(records).sum() == 224
