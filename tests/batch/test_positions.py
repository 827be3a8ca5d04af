"""Positions to arrays and back, and what is asked of every position, against python-chess."""

import chess
import chess.polyglot
import numpy as np
import pytest

from ajeeb import batch
from ajeeb.errors import IllegalPositionError, InvalidFenError

START = chess.STARTING_FEN


def test_fens_round_trip(boards: list[chess.Board]) -> None:
    fens = [board.fen(en_passant="legal") for board in boards]
    assert batch.to_fens(batch.from_fens(fens)) == fens


def test_shredder_fens(games960: list) -> None:
    boards = [board for game in games960 for board in game.boards]
    records = batch.from_fens([board.shredder_fen(en_passant="legal") for board in boards])
    assert batch.to_fens(records, shredder=True) == [board.shredder_fen(en_passant="legal") for board in boards]


def test_records_hold_what_the_layout_says() -> None:
    record = batch.from_fens(["4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 7 300"])[0]
    board = chess.Board("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 7 300")
    assert batch.PACKED.itemsize == 32
    assert record["occupied"] == board.occupied
    # a1 rook that may castle, e1 king, h1 rook that may castle, d5 black pawn, e5 pawn, e8 black king
    assert record["pieces"].tolist() == [6 | 5 << 4, 6 | 8 << 4, 0 | 13 << 4] + [0] * 13
    assert record["side_and_ep"] == chess.D6
    assert (record["halfmove_clock"], record["fullmove_number"]) == (7, 300)
    assert (record["eval"], record["result"]) == (0, 3)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_buffer_of_lines(boards: list[chess.Board], end: str) -> None:
    fens = [board.fen() for board in boards[:300]]
    whole = batch.from_fens(fens)
    lines = end.join(fens).encode()
    for buffer in (lines, lines + end.encode(), bytearray(lines), memoryview(lines), np.frombuffer(lines, np.uint8)):
        assert (batch.from_fens(buffer) == whole).all()
    assert batch.to_fens(whole, lines=True) == "".join(fen + "\n" for fen in batch.to_fens(whole)).encode()
    assert (batch.from_fens([fen.encode() for fen in fens]) == whole).all()
    _, valid = batch.from_fens(f"{START}\n\n{START}".encode(), errors="mask")
    assert valid.tolist() == [True, False, True]


def test_questions(boards: list[chess.Board]) -> None:
    boards = [*boards, chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")]
    records = batch.from_fens([board.fen() for board in boards])
    assert batch.is_check(records).tolist() == [board.is_check() for board in boards]
    assert batch.is_checkmate(records).tolist() == [board.is_checkmate() for board in boards]
    assert batch.is_stalemate(records).tolist() == [board.is_stalemate() for board in boards]
    assert batch.count_legal(records).tolist() == [board.legal_moves.count() for board in boards]
    assert batch.validate(records).all()
    assert set(batch.fault_names(records)) == {""}


def test_keys(boards: list[chess.Board]) -> None:
    records = batch.from_fens([board.fen() for board in boards])
    identity = [(board.epd(en_passant="legal"), board.castling_rights) for board in boards]
    assert len(set(batch.keys(records).tolist())) == len(set(identity))
    without_ep = [i for i, board in enumerate(boards) if board.ep_square is None]
    wanted = [chess.polyglot.zobrist_hash(boards[i]) for i in without_ep]
    assert batch.keys(records, polyglot=True)[without_ep].tolist() == wanted


def test_mirror(boards: list[chess.Board]) -> None:
    records = batch.from_fens([board.fen() for board in boards])
    records["eval"], records["result"] = 35, 2
    mirrored = batch.mirror(records)
    wanted = []
    for board in boards:
        other = board.mirror()
        other.chess960 = board.chess960
        wanted.append(other.fen(en_passant="legal"))
    assert batch.to_fens(mirrored) == wanted
    assert (mirrored["eval"] == -35).all() and (mirrored["result"] == 0).all()
    assert (batch.mirror(mirrored, out=mirrored) == records).all()


def test_faults_of_fens_are_told() -> None:
    with pytest.raises(
        InvalidFenError, match=r"fens\[1\] 'rnbqkbnr/ppppXppp.*expected one of PNBRQK.* at byte 13"
    ) as caught:
        batch.from_fens([START, START.replace("pppppppp", "ppppXppp")])
    assert (caught.value.kind, caught.value.field, caught.value.offset) == ("piece", "placement", 13)
    with pytest.raises(IllegalPositionError, match="no black king") as illegal:
        batch.from_fens(["8/8/8/8/8/8/8/PPPPPPPP w - - 0 1"])
    assert set(illegal.value.kinds) == {"no_white_king", "no_black_king", "pawns_on_backrank"}
    with pytest.raises(IllegalPositionError, match="clock over 255"):
        batch.from_fens(["4k3/8/8/8/8/8/8/4K3 w - - 256 1"])
    with pytest.raises(IllegalPositionError, match="over 65535"):
        batch.from_fens(["4k3/8/8/8/8/8/8/4K3 w - - 0 65536"])
    with pytest.raises(TypeError, match=r"pass \[fen\]"):
        batch.from_fens(START)
    with pytest.raises(TypeError, match="str or bytes"):
        batch.from_fens([START, 3])  # type: ignore[list-item]


def test_lenient_reading_cleans() -> None:
    careless = "r3k2r/8/8/8/8/8/8/4K3 w KQqk - 0 1"
    with pytest.raises((InvalidFenError, IllegalPositionError)):
        batch.from_fens([careless])
    assert batch.to_fens(batch.from_fens([careless], strict=False)) == ["r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1"]


def test_hostile_texts_are_faults_and_nothing_else() -> None:
    hostile = [
        "",
        " ",
        "/" * 10_000,
        "8" * 10_000,
        "\ud800",
        "é" * 50,
        "k" * 5000,
        "\0",
        START + "\0",
        "9/8/8/8/8/8/8/8 w - - 0 1",
    ]
    _, valid = batch.from_fens(hostile, errors="mask")
    assert not valid.any()
    for text in hostile:
        with pytest.raises((InvalidFenError, IllegalPositionError)) as caught:
            batch.from_fens([text])
        assert len(str(caught.value)) < 400


def test_validate_names_faults() -> None:
    records = np.zeros(3, batch.PACKED)
    records[1] = batch.start_positions(1)[0]
    records[2] = records[1]
    records[2]["side_and_ep"] = 65
    assert batch.fault_names(records) == ["bad_kings", "", "bad_square"]
    nine_pawns = batch.start_positions(1)
    nine_pawns["pieces"][0, 0] &= 0xF0  # the a1 rook becomes a pawn
    assert batch.fault_names(nine_pawns) == ["bad_square"]


def test_uint8_views_and_strides(boards: list[chess.Board]) -> None:
    records = batch.from_fens([board.fen() for board in boards[:100]])
    raw = records.view(np.uint8).reshape(-1, 32)
    assert batch.count_legal(raw).tolist() == batch.count_legal(records).tolist()
    assert batch.count_legal(records[::2]).tolist() == batch.count_legal(records)[::2].tolist()
    shifted = np.frombuffer(b"x" + records.tobytes(), np.uint8)[1:].reshape(-1, 32)
    assert batch.count_legal(shifted).tolist() == batch.count_legal(records).tolist()


def test_out_is_checked_and_filled(boards: list[chess.Board]) -> None:
    records = batch.from_fens([board.fen() for board in boards[:50]])
    out = np.empty(50, np.int32)
    assert batch.count_legal(records, out=out) is out
    frozen = np.empty(50, np.int32)
    frozen.flags.writeable = False
    for wrong in (np.empty(50, np.int64), np.empty(49, np.int32), np.empty(100, np.int32)[::2], frozen, [0] * 50):
        with pytest.raises(ValueError, match="out: expected"):
            batch.count_legal(records, out=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="positions: expected"):
        batch.count_legal(np.zeros((2, 2), batch.PACKED))
    with pytest.raises(ValueError, match="errors='ignore'"):
        batch.count_legal(records, errors="ignore")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="threads=-1"):
        batch.count_legal(records, threads=-1)


def test_no_rows() -> None:
    nothing = batch.from_fens([])
    assert nothing.shape == (0,) and batch.from_fens(b"").shape == (0,)
    assert batch.to_fens(nothing) == [] and batch.to_fens(nothing, lines=True) == b""
    assert batch.keys(nothing).shape == (0,)
