"""Arrays and board objects of this package agree, position by position, on random games of both kinds of chess."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import ajeeb
from ajeeb import batch


@st.composite
def played_boards(draw: st.DrawFn) -> list[ajeeb.Board]:
    """The positions of one game."""
    number = draw(st.none() | st.integers(0, 959))
    board = ajeeb.Board() if number is None else ajeeb.Board.from_chess960_pos(number)
    boards = [board.copy()]
    for choice in draw(st.lists(st.integers(0, 10_000), min_size=5, max_size=60)):
        moves = sorted(board.legal_moves, key=ajeeb.Move.uci)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
        boards.append(board.copy())
    return boards


@given(played_boards())
def test_positions_agree(boards: list[ajeeb.Board]) -> None:
    positions = batch.from_fens([board.fen() for board in boards])
    assert batch.to_fens(positions) == [board.fen(en_passant="legal") for board in boards]
    assert batch.is_check(positions).tolist() == [board.is_check() for board in boards]
    assert batch.is_checkmate(positions).tolist() == [board.is_checkmate() for board in boards]
    assert batch.is_stalemate(positions).tolist() == [board.is_stalemate() for board in boards]
    assert batch.keys(positions).tolist() == [board.key() for board in boards]
    assert batch.count_legal(positions).tolist() == [board.legal_moves.count() for board in boards]
    assert (batch.mirror(batch.mirror(positions)) == positions).all()


@given(played_boards())
def test_moves_agree(boards: list[ajeeb.Board]) -> None:
    board = boards[-1]
    position = batch.from_fens([board.fen()])
    moves, offsets = batch.legal_moves(position)
    objects = [board.parse_uci(text) for text in batch.to_uci(position, moves, offsets, chess960=board.chess960)]
    assert set(objects) == set(board.legal_moves)
    assert batch.to_san(position, moves, offsets) == [board.san(move) for move in objects]
    assert [move.promotion or 0 for move in objects] == [
        {0: 0, 1: ajeeb.KNIGHT, 2: ajeeb.BISHOP, 3: ajeeb.ROOK, 4: ajeeb.QUEEN}[int(raw) >> 12] for raw in moves
    ]
    after = batch.to_fens(batch.apply(position, moves, offsets))
    for move, fen in zip(objects, after, strict=True):
        board.push(move)
        assert board.fen(en_passant="legal") == fen
        board.pop()


@given(played_boards())
def test_games_played_out_agree(boards: list[ajeeb.Board]) -> None:
    positions = batch.from_fens([board.fen() for board in boards])
    texts = [move.uci() for move in boards[-1].move_stack]
    moves = batch.from_uci(positions[:-1], texts)
    played, rows = batch.play_out(positions[:1], moves, [0, len(moves)], final=True)
    assert (played == positions).all() and rows.tolist() == [0, len(boards)]
    assert (batch.apply(positions[:-1], moves) == positions[1:]).all()
    for encoding in ("alphazero", "lc0"):
        indices = batch.move_index(positions[:-1], moves, encoding)
        assert (batch.index_move(positions[:-1], indices, encoding) == moves).all()
        assert batch.legal_mask(positions[:-1], encoding)[np.arange(len(moves)), indices].all()
