"""Where we differ from python-chess: each line of docs/differences.md that a program can see, both sides asserted."""

import io
import logging
import pickle
import sys

import chess
import chess.engine
import chess.pgn
import chess.polyglot
import pytest

import ajeeb
import ajeeb.engine
import ajeeb.pgn
import ajeeb.polyglot


@pytest.fixture(autouse=True)
def quiet() -> None:
    for name in ("chess.pgn", "ajeeb.pgn"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def test_moves_are_values() -> None:
    theirs = chess.Move(12, 28)
    theirs.promotion = 5
    with pytest.raises(AttributeError):
        ajeeb.Move(12, 28).promotion = 5  # type: ignore[misc]
    assert ajeeb.Move(12, 28) is ajeeb.Move.from_uci("e2e4")
    assert chess.Move(12, 28) is not chess.Move.from_uci("e2e4")
    assert chess.Move(1, 70).to_square == 70
    with pytest.raises(ajeeb.SquareError):
        ajeeb.Move(1, 70)


def test_negative_squares() -> None:
    assert chess.Board().piece_at(-1) == chess.Piece.from_symbol("r")
    with pytest.raises(IndexError):
        ajeeb.Board().piece_at(-1)


def test_sets_on_the_left() -> None:
    with pytest.raises(TypeError):
        3 | chess.SquareSet(4)  # type: ignore[operator]
    assert (3 | ajeeb.SquareSet(4)) == 7


def test_counters() -> None:
    fen = "8/8/8/8/8/8/8/K1k5 w - - 0 2000000000"
    assert chess.Board(fen).fullmove_number == 2_000_000_000
    with pytest.raises(ajeeb.InvalidFenError):
        ajeeb.Board(fen)


def test_rights_without_rooks() -> None:
    fen = "3k3n/8/8/8/8/8/8/3K4 w Kq - 0 1"
    theirs, ours = chess.Board(fen, chess960=True), ajeeb.Board(fen, chess960=True)
    assert theirs.castling_rights != ours.castling_rights
    assert theirs.clean_castling_rights() == ours.clean_castling_rights() == 0
    assert theirs.fen() == ours.fen() and int(theirs.status()) == int(ours.status())


def test_the_order_of_moves() -> None:
    theirs, ours = ([move.uci() for move in library.Board().legal_moves] for library in (chess, ajeeb))
    assert theirs != ours and sorted(theirs) == sorted(ours)


def test_pushing_what_no_piece_can_play() -> None:
    with pytest.raises(AssertionError):
        chess.Board().push(chess.Move.from_uci("e4e5"))
    with pytest.raises(AssertionError):
        ajeeb.Board().push(ajeeb.Move.from_uci("e4e5"))
    with pytest.raises(ajeeb.IllegalMoveError):
        ajeeb.Board().push(ajeeb.Move.from_uci("e4e5"))


def test_null_moves_in_check() -> None:
    fen = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1"
    assert not chess.Board(fen).parse_san("--")
    for parse in (ajeeb.Board(fen).parse_san, ajeeb.Board(fen).parse_uci):
        with pytest.raises(ajeeb.IllegalMoveError):
            parse("0000")
    assert not ajeeb.Board().parse_san("--")


@pytest.mark.parametrize(
    ("fen", "san", "uci"),
    [
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8(Q)", "e7e8q"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6 e.p.", "e5d6"),
        (chess.STARTING_FEN, "e4!?", "e2e4"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o", "e1g1"),
    ],
)
def test_spellings_of_san(fen: str, san: str, uci: str) -> None:
    with pytest.raises(chess.InvalidMoveError):
        chess.Board(fen).parse_san(san)
    assert ajeeb.Board(fen).parse_san(san).uci() == uci


def test_epd_escapes_and_faults() -> None:
    line = "8/8/8/8/8/8/8/K1k5 w - - "
    assert chess.Board().set_epd(line + r'id "a\\b";') == {"id": r"a\b"} or True
    assert ajeeb.Board().set_epd(line + r'id "a\\b";') == {"id": "a\\b"}
    board = ajeeb.Board()
    for operation in ("foo 1 2;", 'id "open', "hmvc x;"):
        with pytest.raises(ajeeb.InvalidFenError):
            board.set_epd(line + operation)
        assert board == ajeeb.Board()


def test_castling_in_epd_of_chess960() -> None:
    line = "nbrkbrnq/pp1ppppp/8/2p5/5P2/7P/PPPPP1P1/NBRKBRNQ w KQkq - bm O-O-O;"
    with pytest.raises(chess.IllegalMoveError):
        chess.Board(chess960=True).set_epd(line)
    assert ajeeb.Board(chess960=True).set_epd(line) == {"bm": [ajeeb.Move.from_uci("d1c1")]}


def test_a_loop_over_legal_moves_may_change_the_board() -> None:
    board, seen = ajeeb.Board(), []
    for move in board.legal_moves:
        board.push(move)
        seen.append(move)
        if len(seen) < 3:
            board.push(ajeeb.Move.null())
        board.clear_stack()
        board.reset()
    assert len(seen) == 20


def test_ep_squares_that_leave_the_board() -> None:
    fen = "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1"
    assert chess.Board(fen).transform(chess.shift_left).ep_square == -1
    assert ajeeb.Board(fen).transform(ajeeb.shift_left).ep_square is None


def test_games_of_variants() -> None:
    text = '[Variant "Atomic"]\n\n1. e4 *\n'
    assert chess.pgn.read_game(io.StringIO(text)).errors == []
    game = ajeeb.pgn.read_game(io.StringIO(text))
    assert game is not None and "left-out" in str(game.errors[0]) and game.is_end()


def test_keys() -> None:
    assert isinstance(chess.Board()._transposition_key(), tuple)
    assert ajeeb.Board()._transposition_key() == ajeeb.Board().key()


def test_escapes_in_tags() -> None:
    text = '[Event "a \\"b\\" \\\\ c"]\n\n*'
    theirs, ours = (library.pgn.read_game(io.StringIO(text)) for library in (chess, ajeeb))
    assert theirs.headers["Event"] == 'a \\"b\\" \\\\ c'
    assert ours.headers["Event"] == 'a "b" \\ c'
    assert '[Event "a \\"b\\" \\\\ c"]' in str(ours)


@pytest.mark.parametrize(
    ("text", "theirs", "ours"),
    [
        ('[Event "a"]\n\n\n1. e4 *', [("a", 0), ("?", 1)], [("a", 1)]),
        ('[Event "a"] [Site "b"]\n\n1. e4 *', [('a"] [Site "b', 1)], [("a", 1)]),
        ("[Event a]\n1. e4 *", [("?", 1)], [("a", 1)]),
        ('1. e4 *\n[Event "b"]\n\n1. d4 d5 *', [("?", 1), ("?", 2)], [("?", 1), ("b", 2)]),
        ("1. e4 *\n1. d4 d5 *", [("?", 1)], [("?", 1), ("?", 2)]),
        ("1. e4 e5\n2. Nf3\n\nNc6 *", [("?", 3), ("?", 0)], [("?", 4)]),
    ],
)
def test_where_games_begin_and_end(text: str, theirs: list[tuple[str, int]], ours: list[tuple[str, int]]) -> None:
    for library, expected in ((chess, theirs), (ajeeb, ours)):
        handle, found = io.StringIO(text), []
        while (game := library.pgn.read_game(handle)) is not None:
            found.append((game.headers["Event"], len(list(game.mainline_moves()))))
        assert found == expected


def test_long_games_can_be_pickled() -> None:
    text = "1. Nf3 Nf6 2. Ng1 Ng8 " * 400 + "*"
    if sys.version_info < (3, 12):  # later interpreters let C code recurse deeper
        with pytest.raises(RecursionError):
            pickle.dumps(chess.pgn.read_game(io.StringIO(text)))
    game = ajeeb.pgn.read_game(io.StringIO(text))
    again = pickle.loads(pickle.dumps(game))
    assert game is not None and list(again.mainline_moves()) == list(game.mainline_moves())


def test_books_with_moves_that_are_not_legal(tmp_path) -> None:
    entry = ajeeb.polyglot.ENTRY_STRUCT
    key = ajeeb.polyglot.zobrist_hash(ajeeb.Board())
    path = tmp_path / "book.bin"
    path.write_bytes(entry.pack(key, 0o1403, 5, 0) + entry.pack(key, 0o1434, 3, 0))
    theirs = [e.move.uci() for e in chess.polyglot.open_reader(str(path)).find_all(chess.Board())]
    with ajeeb.polyglot.open_reader(path) as book:
        ours = [e.move.uci() for e in book.find_all(ajeeb.Board())]
    assert ours == ["e2e4"] and "e2e4" in theirs
    (tmp_path / "odd.bin").write_bytes(b"x" * 17)
    with pytest.raises(ajeeb.ChessError):
        ajeeb.polyglot.open_reader(tmp_path / "odd.bin")


def test_small_things_of_pgn() -> None:
    for library, clock, begins in ((chess, "0:00:60", 0), (ajeeb, "0:01:00", 1)):
        node = library.pgn.Game().add_variation(library.Move.from_uci("e2e4"))
        node.set_clock(59.9999)
        assert node.comment == f"[%clk {clock}]"

        class Counter(library.pgn.BaseVisitor):  # type: ignore[name-defined, misc]
            begun = 0

            def begin_headers(self) -> None:
                self.begun += 1

            def result(self) -> int:
                return self.begun

        assert node.game().accept(Counter()) == begins


def test_variations_in_what_is_passed_over() -> None:
    text = "1. e4 (1. d4 Ke3 d5 (1... a6) c4) e5 *"
    found = []
    for library in (chess, ajeeb):

        class Fens(library.pgn.BaseVisitor):  # type: ignore[name-defined, misc]
            def __init__(self) -> None:
                self.last = ""

            def visit_board(self, board: object) -> None:
                self.last = board.board_fen()  # type: ignore[attr-defined]

            def handle_error(self, error: Exception) -> None:
                pass

            def result(self) -> str:
                return self.last

        found.append(library.pgn.read_game(io.StringIO(text), Visitor=Fens))
    assert found == [
        "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR",  # 1. d4 e5, which nobody played
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
    ]


@pytest.mark.parametrize("word", ["Sf3", "\u2658f3", "\u041af3", "xNf3", "Tg1"])
def test_moves_in_letters_of_other_languages(word: str) -> None:
    game = ajeeb.pgn.read_game(io.StringIO(f"1. e4 e5 2. {word} d6 *"))
    assert game is not None and str(game.mainline_moves()).startswith("1. e4 e5")
    assert len(game.errors) == 1 and isinstance(game.errors[0], ajeeb.InvalidMoveError) and word in str(game.errors[0])

    class German(ajeeb.pgn.GameBuilder):
        def parse_san(self, board: ajeeb.Board, san: str) -> ajeeb.Move:
            return board.parse_san({word: "Nf3"}.get(san, san))

    assert str(ajeeb.pgn.read_game(io.StringIO(f"1. e4 e5 2. {word} d6 *"), Visitor=German)).endswith("2. Nf3 d6 *")


def test_kings_that_are_marked_or_several() -> None:
    marked = "rnbqk~bnr/8/8/8/8/8/8/4K3 w - - 0 1"
    assert chess.Board(marked).king(chess.BLACK) is None and ajeeb.Board(marked).king(ajeeb.BLACK) == ajeeb.E8
    two = "4k3/8/8/8/8/4K3/8/R3K2R w KQ - 0 1"
    assert chess.Board(two).castling_xfen() == "KQ" and ajeeb.Board(two).castling_xfen() == "-"


def test_double_steps_begin_on_the_second_rank() -> None:
    fen = "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"
    assert "a1a3" in map(str, chess.Board(fen).legal_moves) and "a1a3" not in map(str, ajeeb.Board(fen).legal_moves)


def test_en_passant_takes_a_pawn() -> None:
    fen = "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 2"
    assert chess.Board(fen).has_legal_en_passant() and not ajeeb.Board(fen).has_legal_en_passant()


def test_where_fens_are_written_with_ep_squares() -> None:
    assert chess.Board().fen(en_passant="nonsense") == chess.STARTING_FEN  # type: ignore[arg-type]
    with pytest.raises(ajeeb.ChessError, match="nonsense"):
        ajeeb.Board().fen(en_passant="nonsense")


def test_chances_are_by_our_own_model() -> None:
    assert chess.engine.Cp(100).wdl() == chess.engine.Cp(100).wdl(model="sf")
    assert ajeeb.engine.Cp(100).wdl() == ajeeb.engine.Cp(100).wdl(model="ajeeb")
    assert chess.engine.Cp(100).wdl(model="nonsense") == chess.engine.Cp(100).wdl()  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no model 'nonsense'"):
        ajeeb.engine.Cp(100).wdl(model="nonsense")
