"""Boards, moves and pieces as objects: what programs do with them all day, and what must be refused clearly."""

import copy
import gc
import importlib
import pickle

import pytest

import ajeeb
from ajeeb import Board, Move, Piece

SICILIAN = "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


def test_moves_are_interned_and_immutable() -> None:
    move = Move.from_uci("e7e8q")
    assert move is Move(ajeeb.E7, ajeeb.E8, promotion=ajeeb.QUEEN)
    assert (move.from_square, move.to_square, move.promotion, move.drop) == (52, 60, 5, None)
    assert str(move) == "e7e8q" and repr(move) == "Move.from_uci('e7e8q')"
    with pytest.raises(AttributeError):
        move.promotion = None  # type: ignore[misc]
    assert copy.deepcopy(move) is move and pickle.loads(pickle.dumps(move)) is move
    assert not Move.null() and Move.null().uci() == "0000" and bool(move)


@pytest.mark.parametrize("text", ["", "e2", "e2e9", "e2e2", "E2E4", "e7e8x", "e2e4 ", "\ud800", "e2e4q5", "i1a1"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(ajeeb.InvalidMoveError):
        Move.from_uci(text)


def test_drops_are_refused_by_name() -> None:
    with pytest.raises(ajeeb.InvalidMoveError, match="left-out"):
        Move.from_uci("P@e4")
    with pytest.raises(ajeeb.InvalidMoveError, match="left-out"):
        Move(0, 1, drop=2)


def test_pieces_are_interned() -> None:
    piece = Piece.from_symbol("n")
    assert piece is Piece(ajeeb.KNIGHT, ajeeb.BLACK) and pickle.loads(pickle.dumps(piece)) is piece
    assert (piece.symbol(), piece.unicode_symbol(), piece.unicode_symbol(invert_color=True)) == ("n", "♞", "♘")
    for bad in (0, 7, -1):
        with pytest.raises(ValueError, match="piece type"):
            Piece(bad, True)


def test_a_failed_set_fen_leaves_the_board_as_it_was() -> None:
    board = Board(SICILIAN)
    board.push_san("Bb5")
    with pytest.raises(ajeeb.InvalidFenError) as caught:
        board.set_fen("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert board.fen() == "r1bqkbnr/pp1ppppp/2n5/1Bp5/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    assert board.move_stack == [Move.from_uci("f1b5")]
    assert (caught.value.field, caught.value.offset) == ("placement", 18)


def test_strict_reading_names_every_fault() -> None:
    with pytest.raises(ajeeb.IllegalPositionError) as caught:
        Board.from_fen("8/8/8/8/8/8/8/kKP5 w KQ - 0 1", strict=True)
    assert {"pawns_on_backrank", "bad_castling_rights", "opposite_check"} <= set(caught.value.kinds)


def test_written_attributes_change_the_board() -> None:
    board = Board()
    board.pawns ^= ajeeb.BB_E2 | ajeeb.BB_E4
    board.occupied ^= ajeeb.BB_E2 | ajeeb.BB_E4
    board.occupied_co[ajeeb.WHITE] ^= ajeeb.BB_E2 | ajeeb.BB_E4
    board.turn = ajeeb.BLACK
    board.ep_square = ajeeb.E3
    assert board.fen(en_passant="fen") == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    board.castling_rights = ajeeb.BB_A1 | ajeeb.BB_E5
    assert board.castling_rights == ajeeb.BB_A1 | ajeeb.BB_E5
    assert board.clean_castling_rights() == ajeeb.BB_A1
    assert board.status() == ajeeb.STATUS_BAD_CASTLING_RIGHTS
    with pytest.raises(ValueError, match="halfmove clock"):
        board.halfmove_clock = -1


def test_contradicting_piece_sets_are_kept_and_harmless() -> None:
    board = Board()
    board.knights = ajeeb.BB_ALL
    assert board.knights == ajeeb.BB_ALL and board.pawns == Board().pawns
    for move in board.legal_moves:
        board.push(move)
        board.pop()
    board.occupied = 0
    assert board.occupied == 0 and board.status() is not None and board.fen()


def test_the_move_stack_is_the_programs_own_list() -> None:
    board = Board()
    stack = board.move_stack
    board.push_san("e4")
    board.push_san("e5")
    assert [move.uci() for move in stack] == ["e2e4", "e7e5"] and board.move_stack is stack
    assert board.pop().uci() == "e7e5" and len(stack) == 1 and board.peek() is stack[0]
    board.clear_stack()
    assert stack == []
    with pytest.raises(IndexError):
        board.pop()


@pytest.mark.parametrize("plies", [True, False, 0, 1, 2, 40])
def test_copies_keep_as_much_stack_as_asked(plies: int) -> None:
    board = Board()
    for san in ("e4", "e5", "Nf3"):
        board.push_san(san)
    other = board.copy(stack=plies)
    expected = 3 if plies is True else min(3, plies)
    assert other == board and len(other.move_stack) == expected
    other.push_san("Nc6")
    assert len(board.move_stack) == 3


class Tree(Board):
    """A subclass with an attribute of its own."""

    note: str = ""


def test_subclasses_stay_what_they_are() -> None:
    board = Tree(SICILIAN)
    board.note = "kept"
    board.push_san("d4")
    assert type(board.copy()) is Tree and type(board.mirror()) is Tree and type(board.root()) is Tree
    revived = pickle.loads(pickle.dumps(board))
    assert type(revived) is Tree and revived.note == "kept" and revived == board
    assert revived.move_stack == board.move_stack and revived.pop() == board.pop() and revived == board


def test_pickles_keep_boards_set_by_hand() -> None:
    board = Board()
    board.push_san("e4")
    board.turn = ajeeb.WHITE
    board.castling_rights = ajeeb.BB_ALL
    board.push_san("d4")
    revived = pickle.loads(pickle.dumps(board))
    for _ in range(2):
        assert revived.fen() == board.fen() and revived.castling_rights == board.castling_rights
        assert revived.pop() == board.pop()


def test_boards_are_not_hashable_but_have_keys() -> None:
    with pytest.raises(TypeError):
        hash(Board())
    a, b = Board(), Board()
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8"):
        b.push_uci(uci)
    assert a.key() == b.key() and a != b


def test_a_view_in_its_own_boards_dict_is_collected() -> None:
    board = Tree()
    board.note = board.legal_moves  # type: ignore[assignment]
    seen = gc.collect()
    del board
    assert gc.collect() >= 1 or seen


def test_illegal_moves_to_push_and_san() -> None:
    board = Board()
    for method in (board.push, board.san, board.lan):
        with pytest.raises(ajeeb.UnplayableMoveError) as caught:
            method(Move.from_uci("e4e5"))
        assert isinstance(caught.value, AssertionError) and "e4e5" in str(caught.value)
    with pytest.raises(TypeError):
        board.push("e2e4")  # type: ignore[arg-type]


@pytest.mark.parametrize("square", [-1, 64, 10**30])
def test_squares_outside_the_board(square: int) -> None:
    with pytest.raises(IndexError, match="square"):
        Board().piece_at(square)


def test_left_out_modules_name_the_page() -> None:
    with pytest.raises(ImportError, match="left-out"):
        importlib.import_module("ajeeb.variant")
    with pytest.raises(AttributeError, match="left-out"):
        _ = ajeeb.syzygy  # type: ignore[attr-defined]


# Neither side ever has more than one move.
NO_CHOICE = "k2b4/p1pPp3/P1P1P3/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1"


def test_perft_is_as_deep_as_the_stack_can_take() -> None:
    board = ajeeb.Board(NO_CHOICE)
    assert board.perft(1000) == board.perft(1000, threads=2) == board.perft(1000, lists=True) == 1
    assert list(board.divide(1000).values()) == [1]
    for depth in (-1, 1001, 2**31 - 1):
        for count in (board.perft, board.divide):
            with pytest.raises(ajeeb.errors.ChessError, match=f"at most 1000, got {depth}"):
                count(depth)
