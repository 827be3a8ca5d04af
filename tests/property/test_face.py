"""No text, number or written attribute can crash the face or leave a board that is not well formed."""

import io
import logging
import pickle

from hypothesis import given
from hypothesis import strategies as st

import ajeeb
from ajeeb import Board, Move, SquareSet, pgn

MASKS = st.integers(-(2**70), 2**70)
SQUARES = st.integers(0, 63)
MOVES = st.builds(Move, SQUARES, SQUARES, st.sampled_from([None, 1, 2, 3, 4, 5, 6]))
SETS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied", "promoted", "castling_rights")
WRITES = st.lists(st.tuples(st.sampled_from(SETS), MASKS), max_size=6)


def use(board: Board) -> None:
    """Call whatever looks at a board; moves made must come back undone."""
    before = board.fen(en_passant="fen"), board.key(), board.castling_rights
    for move in list(board.legal_moves)[:40] + list(board.pseudo_legal_moves)[:40]:
        assert isinstance(board.san(move), str) and isinstance(board.is_into_check(move), bool)
        board.push(move)
        board.status(), board.outcome(claim_draw=True), board.epd(), board.has_legal_en_passant()
        assert board.pop() == move
        assert (board.fen(en_passant="fen"), board.key(), board.castling_rights) == before
    assert board.legal_moves.count() == len(list(board.legal_moves))
    assert all(move in board.legal_moves for move in board.legal_moves)
    board.perft(1), str(board), repr(board), board.unicode(), board.mirror(), board.chess960_pos(), board.checkers()
    assert pickle.loads(pickle.dumps(board)).fen(en_passant="fen") == before[0]


@given(WRITES, st.booleans(), st.none() | SQUARES, st.booleans())
def test_boards_written_at_random(writes: list[tuple[str, int]], turn: bool, ep: int | None, chess960: bool) -> None:
    board = Board(chess960=chess960)
    for name, mask in writes:
        setattr(board, name, mask)
        assert getattr(board, name) == mask & ajeeb.BB_ALL
    board.occupied_co[turn] ^= writes[0][1] if writes else 1
    board.turn, board.ep_square = turn, ep
    use(board)


@given(st.lists(MOVES, max_size=30))
def test_any_moves_may_be_pushed(moves: list[Move]) -> None:
    board = Board()
    fens = []
    for move in moves:
        fens.append(board.fen(en_passant="fen"))
        try:
            board.push(move)
        except ajeeb.UnplayableMoveError:
            fens.pop()
    use(board)
    while fens:
        board.pop()
        assert board.fen(en_passant="fen") == fens.pop()


@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    board = Board()
    readers = (board.set_fen, board.set_epd, board.set_board_fen, board.set_castling_fen, board.parse_san)
    for read in (*readers, board.parse_uci, board.parse_xboard, Move.from_uci, ajeeb.parse_square, ajeeb.legal_uci):
        try:
            read(text)
        except ajeeb.ChessError as error:
            assert str(error)
    use(board)


@given(st.text(alphabet='e4Nf3dxO-1. (){}[]"\n;$!?*%@\\ab8=Q', max_size=200))
def test_any_pgn(text: str) -> None:
    logging.getLogger("ajeeb.pgn").setLevel(logging.CRITICAL)
    handle = io.StringIO(text)
    for _ in range(len(text) + 2):
        game = pgn.read_game(handle)
        if game is None:
            break
        again = pgn.read_game(io.StringIO(str(game)))
        assert again is not None and list(again.mainline_moves()) == list(game.mainline_moves())
        pgn.read_game(io.StringIO(str(game)), Visitor=pgn.BoardBuilder)
    assert pgn.read_game(handle) is None


@given(st.lists(SQUARES), st.lists(SQUARES))
def test_square_sets_are_sets(a: list[int], b: list[int]) -> None:
    ours, other, theirs, others = SquareSet(a), SquareSet(b), set(a), set(b)
    assert set(ours | b) == theirs | others and set(ours & other) == theirs & others
    assert set(ours - other) == theirs - others and set(ours ^ other) == theirs ^ others
    assert list(ours) == sorted(theirs) and list(reversed(ours)) == sorted(theirs, reverse=True)
    assert ours.issubset(b) == theirs.issubset(others) and ours.isdisjoint(other) == theirs.isdisjoint(others)
    assert len(ours) == len(theirs) and bool(ours) == bool(theirs) and ours == theirs
