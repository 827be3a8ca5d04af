"""Planes, policy indices and masks, against encoders written here anew on top of python-chess."""

import chess
import numpy as np
import pytest

from ajeeb import batch
from ajeeb.errors import IllegalMoveError, IllegalPositionError, InvalidFenError

PIECES = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
RAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def packed(boards: list[chess.Board]) -> np.ndarray:
    return batch.from_fens([board.fen() for board in boards])


def piece_planes(board: chess.Board, mover: chess.Color) -> np.ndarray:
    """Twelve planes, `mover`'s pieces first, ranks flipped for black."""
    planes = np.zeros((12, 8, 8))
    for square, piece in board.piece_map().items():
        rank = chess.square_rank(square) if mover else 7 - chess.square_rank(square)
        planes[PIECES.index(piece.piece_type) + 6 * (piece.color != mover), rank, chess.square_file(square)] = 1
    return planes


def repetitions_of(boards: list[chess.Board]) -> list[int]:
    seen: list = []
    counts = []
    for board in boards:
        identity = board.epd(en_passant="legal")
        counts.append(seen.count(identity))
        seen.append(identity)
    return counts


def alphazero_planes(boards: list[chess.Board], counts: list[int], ply: int) -> np.ndarray:
    planes = np.zeros((119, 8, 8))
    now = boards[ply]
    for back in range(min(8, ply + 1)):
        planes[14 * back : 14 * back + 12] = piece_planes(boards[ply - back], now.turn)
        planes[14 * back + 12] = counts[ply - back] >= 1
        planes[14 * back + 13] = counts[ply - back] >= 2
    planes[112] = now.turn == chess.BLACK
    planes[113] = now.fullmove_number
    for i, color in enumerate((now.turn, not now.turn)):
        planes[114 + 2 * i] = now.has_kingside_castling_rights(color)
        planes[115 + 2 * i] = now.has_queenside_castling_rights(color)
    planes[118] = now.halfmove_clock
    return planes


def lc0_planes(boards: list[chess.Board], counts: list[int], ply: int) -> np.ndarray:
    planes = np.zeros((112, 8, 8))
    now = boards[ply]
    filled = boards[0].fen() != chess.STARTING_FEN
    for back in range(8):
        if back > ply and not filled:
            break
        board = boards[max(ply - back, 0)].copy(stack=False)
        if back > ply and board.has_legal_en_passant():
            file, step = chess.square_file(board.ep_square), 1 if board.turn else -1
            board.remove_piece_at(board.ep_square - 8 * step)
            board.set_piece_at(board.ep_square + 8 * step, chess.Piece(chess.PAWN, not board.turn))
            assert chess.square_file(board.ep_square) == file
        planes[13 * back : 13 * back + 12] = piece_planes(board, now.turn)
        planes[13 * back + 12] = counts[max(ply - back, 0)] >= 1
    for i, color in enumerate((now.turn, not now.turn)):
        planes[104 + 2 * i] = now.has_queenside_castling_rights(color)
        planes[105 + 2 * i] = now.has_kingside_castling_rights(color)
    planes[108] = now.turn == chess.BLACK
    planes[109] = now.halfmove_clock
    planes[111] = 1
    return planes


ENCODERS = {"alphazero": alphazero_planes, "lc0": lc0_planes}


def flat_game(game) -> tuple[np.ndarray, np.ndarray, list[int]]:
    records = packed(game.boards)
    texts = [board.uci(move) for board, move in zip(game.boards, game.moves, strict=False)]
    return records[:1], batch.from_uci(records[:-1], texts), [0, len(game.moves)]


@pytest.mark.parametrize("dtype", [np.uint8, np.float32, np.bool_])
def test_piece_planes(boards: list[chess.Board], dtype: type) -> None:
    some = boards[::3]
    records = packed(some)
    wanted = np.stack([piece_planes(board, chess.WHITE) for board in some])
    planes = batch.planes(records, dtype=dtype)
    assert planes.dtype == dtype and (planes == wanted).all()
    wanted = np.stack([piece_planes(board, board.turn) for board in some])
    assert (batch.planes(records, view="mover", dtype=dtype) == wanted).all()
    out = np.ones((len(some), 12, 8, 8), dtype)
    assert batch.planes(records, view="mover", out=out) is out and (out == wanted).all()


def test_planes_of_fens(boards: list[chess.Board]) -> None:
    fens = [board.fen() for board in boards[:500]]
    assert (batch.planes(fens) == batch.planes(batch.from_fens(fens))).all()
    buffer = "\n".join(fens).encode()
    for source in (buffer, np.frombuffer(buffer, np.uint8)):
        assert (batch.planes(source, dtype=np.float32, threads=2) == batch.planes(fens)).all()
    assert (batch.planes(fens, "lc0") == batch.planes(batch.from_fens(fens), "lc0")).all()
    for encoding in ("pieces", "lc0"):
        planes, valid = batch.planes([fens[0], "?", fens[1]], encoding, errors="mask")
        assert valid.tolist() == [True, False, True] and not planes[1].any() and planes[2].any()
        with pytest.raises(InvalidFenError, match=r"fens\[1\] '\?'"):
            batch.planes([fens[0], "?"], encoding)


@pytest.mark.parametrize("encoding", ["alphazero", "lc0"])
def test_planes_with_history(games: list, games960: list, encoding: str) -> None:
    for game in games[:4] + games960[:4]:
        start, moves, offsets = flat_game(game)
        counts = repetitions_of(game.boards)
        planes = batch.game_planes(start, moves, offsets, encoding, final=True)
        assert planes.dtype == np.float32
        for ply in range(len(game.boards)):
            wanted = ENCODERS[encoding](game.boards, counts, ply)
            differing = np.flatnonzero((planes[ply] != wanted).any(axis=(1, 2)))
            assert differing.size == 0, (game.boards[ply].fen(), ply, differing)
        records, repetitions = batch.histories(start, moves, offsets, final=True)
        assert (batch.planes(records, encoding, repetitions=repetitions) == planes).all()
        clipped = batch.game_planes(start, moves, offsets, encoding, final=True, dtype=np.uint8)
        assert (clipped == np.minimum(planes, 255)).all()


def test_short_histories_and_fills() -> None:
    ep = batch.from_fens(["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"])
    planes = batch.planes(ep, "lc0")[0]
    assert (planes == lc0_planes([chess.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")], [0], 0)).all()
    assert planes[6, 4, 3] == 1 and planes[13 + 6, 4, 3] == 0 and planes[13 + 6, 6, 3] == 1  # the pawn goes back to d7
    assert not batch.planes(ep, "lc0", fill="no")[0, 13:104].any()
    start = batch.start_positions(1)
    assert not batch.planes(start, "lc0")[0, 13:104].any()
    assert batch.planes(start, "lc0", fill="always")[0, 13:104].any()
    assert not batch.planes(ep, "alphazero")[0, 14:112].any()
    always = batch.planes(ep, "alphazero", fill="always")[0]
    assert (always[14:28] == always[:14]).all()
    assert (batch.planes(ep.reshape(1, 1), "lc0") == planes).all()


def test_large_numbers_end_at_255_in_bytes() -> None:
    record = batch.from_fens(["4k3/8/8/8/8/8/8/4K3 w - - 200 300"])
    assert batch.planes(record, "alphazero")[0, 113, 0, 0] == 300
    assert batch.planes(record, "alphazero", dtype=np.uint8)[0, 113, 0, 0] == 255
    assert batch.planes(record, "lc0", dtype=np.uint8)[0, 109, 0, 0] == 200


def alphazero_index(board: chess.Board, move: chess.Move) -> int:
    flip = 0 if board.turn else 56
    start, end = move.from_square ^ flip, move.to_square ^ flip
    if board.is_castling(move):
        rook_file = chess.square_file(raw_target(board, move))
        if start == chess.E1 and rook_file in (0, 7):
            end = chess.C1 if rook_file == 0 else chess.G1
        else:
            end = chess.square(rook_file, 0)
    step = (chess.square_file(end) - chess.square_file(start), chess.square_rank(end) - chess.square_rank(start))
    if move.promotion not in (None, chess.QUEEN):
        return 73 * start + 64 + 3 * (chess.KNIGHT, chess.BISHOP, chess.ROOK).index(move.promotion) + step[0] + 1
    if step in LEAPS:
        return 73 * start + 56 + LEAPS.index(step)
    distance = max(map(abs, step))
    return 73 * start + 7 * RAYS.index((step[0] // distance, step[1] // distance)) + distance - 1


def raw_target(board: chess.Board, move: chess.Move) -> int:
    """Where a castling king meets his rook."""
    if board.piece_at(move.to_square) == chess.Piece(chess.ROOK, board.turn):
        return move.to_square
    rooks = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(move.from_square)]
    kingside = move.to_square > move.from_square
    return chess.msb(rooks) if kingside else chess.lsb(rooks)


def lc0_moves() -> list[str]:
    """The 1,858 moves as texts, in order."""
    plain = []
    for start in chess.SQUARES:
        reach = chess.BB_KNIGHT_ATTACKS[start] | int(
            chess.SquareSet(
                chess.BB_DIAG_ATTACKS[start][0] | chess.BB_FILE_ATTACKS[start][0] | chess.BB_RANK_ATTACKS[start][0]
            )
        )
        plain += [chess.SQUARE_NAMES[start] + chess.SQUARE_NAMES[end] for end in chess.scan_forward(reach)]
    steps = [(a, b) for a in "abcdefgh" for b in "abcdefgh" if abs(ord(a) - ord(b)) <= 1]
    return plain + [f"{a}7{b}8{piece}" for a, b in steps for piece in "qrb"]


def lc0_index(board: chess.Board, move: chess.Move, table: dict[str, int]) -> int:
    flip = 0 if board.turn else 56
    end = raw_target(board, move) if board.is_castling(move) else move.to_square
    promotion = chess.piece_symbol(move.promotion) if move.promotion not in (None, chess.KNIGHT) else ""
    return table[chess.SQUARE_NAMES[move.from_square ^ flip] + chess.SQUARE_NAMES[end ^ flip] + promotion]


def test_indices_of_all_legal_moves(boards: list[chess.Board]) -> None:
    some = boards[::4]
    records = packed(some)
    texts = [[board.uci(move) for move in board.legal_moves] for board in some]
    offsets = np.cumsum([0] + [len(row) for row in texts])
    moves = batch.from_uci(records, [text for row in texts for text in row], offsets)
    table = {text: i for i, text in enumerate(lc0_moves())}
    wanted = {
        "alphazero": [alphazero_index(board, move) for board in some for move in board.legal_moves],
        "lc0": [lc0_index(board, move, table) for board in some for move in board.legal_moves],
    }
    for encoding, indices in wanted.items():
        got = batch.move_index(records, moves, encoding, offsets)
        assert got.dtype == np.int64 and got.tolist() == indices
        assert (batch.index_move(records, got, encoding, offsets) == moves).all()
        width = batch.POLICY_SIZES[encoding]
        mask = batch.legal_mask(records, encoding)
        assert mask.dtype == np.bool_ and mask.shape == (len(some), width)
        for i in range(len(some)):
            row = indices[offsets[i] : offsets[i + 1]]
            assert len(set(row)) == len(row)  # no two moves of a position share an index
            assert np.flatnonzero(mask[i]).tolist() == sorted(row)
        bits = batch.legal_mask(records, encoding, bits=True)
        assert (np.unpackbits(bits, axis=1, count=width, bitorder="little") == mask).all()
        out = np.full((len(some), width), 7, np.uint8)
        assert batch.legal_mask(records, encoding, out=out) is out and (out == mask).all()


def test_index_move_knows_legal_moves_only(boards: list[chess.Board]) -> None:
    for board in boards[::400]:
        record = packed([board])
        for encoding, width in batch.POLICY_SIZES.items():
            moves, valid = batch.index_move(record, np.arange(width), encoding, [0, width], errors="mask")
            assert (valid == batch.legal_mask(record, encoding)[0]).all()
            assert len(set(moves[valid].tolist())) == board.legal_moves.count() and not moves[~valid].any()


def test_published_indices() -> None:
    promotion = batch.from_fens(["7k/P7/8/8/8/8/8/K7 w - - 0 1"])
    texts = ["a7a8n", "a7a8q", "a7a8r", "a7a8b"]
    moves = batch.from_uci(promotion, texts, [0, 4])
    assert batch.move_index(promotion, moves, "lc0", [0, 4]).tolist() == [1401, 1792, 1793, 1794]
    assert batch.move_index(promotion, moves, "alphazero", [0, 4]).tolist() == [73 * 48 + p for p in (65, 0, 71, 68)]
    castling = batch.from_fens(["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"])
    moves = batch.from_uci(castling, ["e1g1", "e1c1", "e8g8", "e8c8"], [0, 2, 4])
    assert batch.move_index(castling, moves, "lc0", [0, 2, 4]).tolist() == [103, 97, 103, 97]
    e1 = 73 * chess.E1
    assert batch.move_index(castling, moves, "alphazero", [0, 2, 4]).tolist() == [e1 + 15, e1 + 43] * 2
    assert batch.POLICY_SIZES == {"alphazero": 4672, "lc0": 1858}


def test_index_tables() -> None:
    table = batch.index_table("lc0")
    texts = lc0_moves()
    squares = {name: i for i, name in enumerate(chess.SQUARE_NAMES)}
    assert table.tolist() == [
        squares[text[:2]] | squares[text[2:4]] << 6 | " nbrq".index(text[4:] or " ") << 12 for text in texts
    ]
    alphazero = batch.index_table("alphazero")
    used = np.flatnonzero(alphazero)
    assert (used // 73 == alphazero[used] & 63).all()


def test_faults() -> None:
    start = batch.start_positions(2)
    with pytest.raises(IllegalMoveError, match=r"moves\[1\] e7e5.*positions\[1\]"):
        batch.move_index(start, [12 | 28 << 6, 52 | 36 << 6])
    with pytest.raises(IllegalMoveError, match=r"indices\[0\] 4671 \(alphazero\): a policy index of no legal move"):
        batch.index_move(start, [4671, 0])
    _, valid = batch.index_move(start, [-1, 10**12], "lc0", errors="mask")
    assert not valid.any()
    indices, valid = batch.move_index(start, [12 | 28 << 6, 1], errors="mask")
    assert indices.tolist() == [877, -1] and valid.tolist() == [True, False]
    bad = start.copy()
    bad["pieces"][1] = 0x77
    for call in (batch.planes, batch.legal_mask, lambda p: batch.planes(p, "lc0")):
        with pytest.raises(IllegalPositionError, match=r"positions\[1\]: a code that stands for no piece"):
            call(bad)
    history = np.zeros((1, 8), batch.PACKED)
    history[0, :2] = bad
    with pytest.raises(IllegalPositionError, match=r"positions\[1\]"):
        batch.planes(history, "alphazero")
    planes, valid = batch.planes(history, "alphazero", errors="mask")
    assert not valid[0] and not planes.any()
    with pytest.raises(ValueError, match="encoding='az'"):
        batch.planes(start, "az")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="dtype: expected uint8 or float32"):
        batch.planes(start, dtype=np.float64)
    with pytest.raises(ValueError, match=r"repetitions: expected shape \(2,\)"):
        batch.planes(start, "lc0", repetitions=[0])
    with pytest.raises(ValueError, match="belong to the encodings with a history"):
        batch.planes(start, fill="no")
    with pytest.raises(ValueError, match=r"out: expected a numpy array, bool of shape \(2, 4672\)"):
        batch.legal_mask(start, out=np.zeros((2, 1858), np.bool_))


@pytest.mark.parametrize("dtype", [np.uint8, np.float32, np.bool_])
@pytest.mark.parametrize("view", ["white", "mover"])
def test_planes_of_faulty_rows_are_zeros_whatever_was_there(dtype: type, view: str) -> None:
    positions = np.repeat(batch.start_positions(1), 70)
    faulty = [0, 31, 32, 40, 69]
    positions["pieces"][faulty] = 0x77
    out = np.full((70, 12, 8, 8), 9, dtype)
    planes, valid = batch.planes(positions, view=view, out=out, errors="mask")
    assert planes is out and np.flatnonzero(~valid).tolist() == faulty
    assert not out[faulty].any() and (out[valid] == batch.planes(batch.start_positions(1), view=view)[0]).all()
