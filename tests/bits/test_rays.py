import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb import bits
from ajeeb.bits.rays import COMPASS
from ajeeb.errors import InvalidBitboardError

from .boards import boards, cells

WORDS = st.integers(0, 2**64 - 1)


@given(boards(), st.sampled_from(sorted(COMPASS)), st.sampled_from(["a8", "a1"]))
def test_shift_moves_every_square_and_wraps_none(board: tuple[int, int], direction: str, order: bits.Order) -> None:
    x, n = board
    rows, columns = COMPASS[direction]
    if order == "a1":
        rows = -rows
    moved = {(r + rows, c + columns) for r, c in cells(x, n)}
    assert cells(bits.shift(x, direction, n, order), n) == {(r, c) for r, c in moved if 0 <= r < n and 0 <= c < n}


@given(WORDS, st.integers(0, 63))
def test_sliders_agree_with_python_chess_in_both_orders(occupied: int, square: int) -> None:
    # python-chess numbers a1 = 0; upside down, the rays are the same.
    board = chess.BaseBoard.empty()
    pieces = {bits.rook_attacks: chess.ROOK, bits.bishop_attacks: chess.BISHOP, bits.queen_attacks: chess.QUEEN}
    for s in chess.SquareSet(occupied):
        board.set_piece_at(s, chess.Piece(chess.PAWN, chess.BLACK))
    for function, piece in pieces.items():
        board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
        attacks = int(board.attacks(square))
        assert function(square, occupied) == attacks
        turned = function(bits.reorder_square(square), bits.flip_vertical(occupied))
        assert turned == bits.flip_vertical(attacks)


@given(boards(9), st.data())
def test_only_the_mask_matters_to_a_slider(board: tuple[int, int], data: st.DataObject) -> None:
    occupied, n = board
    square = data.draw(st.integers(0, n * n - 1))
    for directions in (bits.ROOK, bits.BISHOP):
        mask = bits.slider_mask(square, directions, n)
        attacks = bits.slider_attacks(square, occupied, directions, n)
        assert attacks == bits.slider_attacks(square, occupied & mask, directions, n)
        assert attacks & ~sum(bits.ray(square, d, n) for d in directions) == 0
        for bit in bits.elements(mask):  # and every square of the mask does matter
            assert bits.slider_attacks(square, 0, directions, n) != bits.slider_attacks(square, 1 << bit, directions, n)


@given(boards(9), st.data(), st.sampled_from(["a8", "a1"]))
def test_flood_is_a_connected_component(board: tuple[int, int], data: st.DataObject, order: bits.Order) -> None:
    through, n = board
    start = data.draw(st.integers(0, n * n - 1))
    directions = data.draw(st.sampled_from([bits.ROOK, bits.QUEEN, ("n",), ("e", "se")]))
    steps = [(-r if order == "a1" else r, c) for r, c in (COMPASS[d] for d in directions)]
    reached, waiting = {divmod(start, n)}, [divmod(start, n)]
    while waiting:
        r, c = waiting.pop()
        for rows, columns in steps:
            cell = (r + rows, c + columns)
            if cell in cells(through, n) - reached:
                reached.add(cell)
                waiting.append(cell)
    assert cells(bits.flood(1 << start, through, n, directions, order), n) == reached


def test_bad_input_is_quoted() -> None:
    refusals = {
        "unknown direction 'up'": lambda: bits.shift(1, "up"),
        "unknown square order 'h1'": lambda: bits.shift(1, "n", 8, "h1"),  # type: ignore[arg-type]
        "square 0x40 is out of range": lambda: bits.ray(64, "n"),
        "square -0x1 is out of range": lambda: bits.rook_attacks(-1, 0),
        "too wide": lambda: bits.bishop_attacks(0, 1 << 64),
    }
    for message, call in refusals.items():
        with pytest.raises(InvalidBitboardError, match=message):
            call()
