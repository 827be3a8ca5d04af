"""The friendly board: names, text, moves, the game's end, pictures."""

import copy
import random
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajeeb.errors import ChessError, IllegalMoveError, IllegalPositionError, InvalidMoveError, RevertError
from ajeeb.six import Board, Outcome, Termination, contract, notation, sane


def play(*moves: str, board: Board | None = None) -> Board:
    board = board or Board()
    board.push_all(moves)
    return board


def test_the_start_in_every_form() -> None:
    board = Board()
    assert board.uint256 == contract.START
    assert board.turn
    assert board.fen == "rbqkbr/pppppp/6/6/PPPPPP/RNQKNR w"
    for text in (str(board), board.text(letters=True), board.fen, hex(board.uint256), str(board.uint256), "start"):
        assert Board.from_text(text) == board
    assert eval(repr(board), {"Board": Board}) == board


@given(seed=st.integers(0, 10_000), plies=st.integers(0, 60))
def test_text_round_trips_through_random_games(seed: int, plies: int) -> None:
    board, chance = Board(), random.Random(seed)
    for _ in range(plies):
        if board.outcome():
            break
        board.push(chance.choice(board.legal_moves))
    assert Board(board.uint256) == board == Board.from_text(board.fen)
    assert Board.from_text(board.text(), white_to_move=board.turn) == board
    mover = "white" if board.turn else "black"
    assert Board.from_text(f"{board.text(letters=True)}\n{mover} to move") == board
    for name in board.legal_moves:
        assert board.move_name(board.move_from(name)) == name


def test_squares_and_moves_by_name() -> None:
    assert notation.SQUARES[0] == "a6"
    assert notation.SQUARES[-1] == "f1"
    for white in (True, False):
        for name in notation.SQUARES:
            assert notation.square_name(notation.square_index(name, white), white) == name
    assert Board().piece_at("d6") == "k"
    assert Board().piece_at("b1") == "N"
    assert notation.square_name(62) == "(7,6)"


@pytest.mark.parametrize("text", ["", "c2", "c2c9", "g1g2", "c2c3r", "c2c3qq", "é2c3", "c2-c3", "x" * 10_000])
def test_bad_moves_are_quoted(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Board().push(text)
    assert repr(text[:40])[:-1] in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("move", [-1, 1 << 12, 1 << 5000])
def test_bad_move_numbers_are_told(move: int) -> None:
    with pytest.raises(InvalidMoveError, match=r"expected 0\.\.4095"):
        Board().push(move)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0x",
        "0xzz",
        "nonsense",
        "rbqkbr/pppppp/6/6/PPPPPP w",
        "rbqkbr/pppppp/7/6/PPPPPP/RNQKNR w",
        "rbqkbr/pppppp/x5/6/PPPPPP/RNQKNR w",
        "rbqkbr/pppppp/6/6/PPPPPP/RNQKNR x",
        "k" * 100_000,
        "9" * 100_000,
        "0x1" + "0" * 64,
        "6/6/6/6/6/6 w",
    ],
)
def test_bad_boards_are_quoted(text: str) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        Board.from_text(text)
    assert caught.value.kinds
    assert len(str(caught.value)) < 600


def test_push_and_pop() -> None:
    board = Board()
    before = board.copy()
    board.push("c2c4")
    board.push(board.move_from("d5c4"))
    assert board.moves == ["c2c4", "d5c4"]
    assert (board.ply, board.move_number) == (2, 2)
    assert board.pop() == "d5c4"
    assert board.pop() == "c2c4"
    assert board == before
    with pytest.raises(IndexError):
        board.pop()


def test_copies_are_independent() -> None:
    board = play("c2c4")
    for twin in (board.copy(), copy.copy(board)):
        twin.push("d5d3")
        assert (board.moves, twin.moves) == (["c2c4"], ["c2c4", "d5d3"])
    with pytest.raises(TypeError):
        hash(board)
    assert board != Board()
    assert Board(rules="contract") != Board()
    assert Board() != 5


def test_illegal_moves_are_refused_and_change_nothing() -> None:
    board = Board()
    with pytest.raises(IllegalMoveError, match=r"c2c5.*rbqkbr"):
        board.push("c2c5")
    assert board == Board()
    assert not board.is_legal("c2c5")
    assert board.is_legal("c2c4")


def test_every_sane_ending() -> None:
    mate = play("a2a6", board=Board.from_text("3k2/6/3K2/6/R5/6 w"))
    assert mate.outcome() == Outcome(Termination.CHECKMATE, True)
    assert mate.result() == "1-0"
    stalemate = Board.from_text("k5/2K3/1Q4/6/6/6 b")
    assert stalemate.outcome() == Outcome(Termination.STALEMATE, None)
    around = ["d1e1", "d6e6", "e1d1", "e6d6"]
    twice = play(*around, board=Board.from_text("3k2/6/6/6/6/R2K2 w"))
    assert twice.outcome() is None
    assert twice.result() == "*"
    thrice = play(*around, board=twice)
    assert thrice.outcome() == Outcome(Termination.REPETITION, None)
    assert thrice.result() == "1/2-1/2"
    late = Board(Board.from_text("3k2/6/6/6/6/R2K2 w").uint256, ply=117)
    assert late.outcome() is None
    assert play("d1e1", board=late).outcome() == Outcome(Termination.MOVE_LIMIT, None)


def test_mate_on_the_last_move_is_mate() -> None:
    late = Board(Board.from_text("3k2/6/3K2/6/R5/6 w").uint256, ply=117)
    assert play("a2a6", board=late).outcome() == Outcome(Termination.CHECKMATE, True)


def test_the_contracts_endings() -> None:
    taken = Board.from_text("3k2/6/6/6/6/3R1K w", rules="contract")
    taken.push("d1d6")
    assert taken.outcome() == Outcome(Termination.KING_TAKEN, True)
    stuck = Board.from_text("k5/2K3/1Q4/6/6/6 b", rules="contract")
    assert stuck.outcome() == Outcome(Termination.NO_MOVES, True)
    late = Board(contract.START, rules="contract", ply=118)
    assert late.outcome() == Outcome(Termination.MOVE_LIMIT, None)


def test_the_contracts_board_lets_its_engine_move() -> None:
    board = Board(rules="contract")
    while not board.outcome() and (move := board.best_move(3)):
        board.push(move)
    assert board.ply > 10
    with pytest.raises(ChessError, match="a depth, and no other limit"):
        board.best_move(nodes=5)


def test_pawns_that_walk_off_the_contracts_board_have_names() -> None:
    board = Board(notation.parse_board("3k2/P5/6/6/6/3K2")[0], rules="contract")
    board.push("a5a6")
    board.push("d6e6")
    walk = 54 << 6 | 62
    assert walk in contract.generate_moves(board.uint256)
    board.push(walk)
    assert board.moves[-1] == "a6(7,6)"


def test_unknown_pieces_are_refused_or_shown() -> None:
    odd = contract.START | 7 << 4 * 28
    with pytest.raises(IllegalPositionError, match="unknown piece"):
        Board(odd)
    assert "?" in Board(odd, rules="contract").text(letters=True)


def test_checks_and_the_engine() -> None:
    board = Board.from_text("3k2/6/6/6/6/3R1K b")
    assert board.is_check()
    assert board.best_move(3) in board.legal_moves
    assert Board.from_text("k5/2K3/1Q4/6/6/6 b").best_move(3) is None
    names = Board().line_names(Board().search(4).line)
    play(*names)


@pytest.mark.parametrize("flipped", [False, True])
def test_pictures_are_well_formed(flipped: bool) -> None:
    board = play("c2c4", "d5c4")
    for picture in (board.svg(flipped=flipped), board.svg(size=99), board.chain_svg(), board._repr_svg_()):
        root = ElementTree.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
    table = ElementTree.fromstring(board.html(flipped=flipped))
    cells = ["".join(cell.itertext()) for cell in table.iter("td")]
    wanted = [notation.piece_symbol(notation.piece_at(board.white_view, i) & 7).strip("·") for i in notation.interior]
    assert cells == (wanted[::-1] if flipped else wanted)
    assert board.html().count("#cdd26a") + board.html().count("#aaa23a") == 2
    assert board.chain_html().startswith("<style>")


def test_a_king_in_check_is_marked() -> None:
    assert "#e0604f" in Board.from_text("3k2/6/6/6/6/3R1K b").svg()
    assert "#e0604f" not in Board().svg()


@pytest.mark.parametrize("arguments", [{"rules": "chess"}, {"ply": -1}, {"uint256": -1}, {"uint256": 1 << 256}])
def test_bad_construction_is_told(arguments: dict[str, object]) -> None:
    with pytest.raises(ChessError):
        Board(**arguments)  # type: ignore[arg-type]


@given(st.integers(0, (1 << 256) - 1), st.integers(0, 1 << 13), st.integers(0, 4))
def test_no_uint256_crashes_either_rule_set(board: int, move: int, depth: int) -> None:
    assert contract.rotate(contract.rotate(board)) == board
    assert 0 <= contract.apply_move(board, move) < 1 << 256
    assert isinstance(contract.evaluate_move(board, move), int)
    for call in (
        lambda: contract.generate_moves(board),
        lambda: contract.is_legal_move(board, move),
        lambda: contract.legal_moves(board),
        lambda: contract.search_move(board, depth),
    ):
        try:
            call()
        except RevertError as error:
            assert error.code in (None, 0x32)
    try:
        assert sane.search(board, 1).depth >= 0
    except IllegalPositionError as error:
        assert error.kinds == tuple(sane.faults(board))
