"""Games as trees, in both libraries: what visitors are told, what nodes hold, what is written, where handles stand.

The games are the sample's, with comments, glyphs, nested variations and broken moves put in by chance.
"""

import copy
import io
import logging
import pickle
import random
from typing import Any

import chess
import chess.pgn
import pytest

import ajeeb
import ajeeb.pgn

from .walks import SAMPLE

MOVETEXTS = [
    "1. e4 e5 *", "1.e4 e5 2.Nf3 Nc6 (2...d6 3.d4) 3.Bb5 1-0", "e4 {a} {b} e5 ; c\n Nf3",
    "{x} 1. e4 ({s} 1. d4 {t} d5) {u} e5", "1. e4 e5 2. Ke3 Nc6 3. Nf3 (3. d4) 4. a3 *",
    "1. e4! e5?? !! $7 $300 Nf3!?", "1. e4 +- = N D +/= -/+",
    "1. e4 --  e5", "1. e4 e5 1-0 2. Nf3 *\n3. Bc4", "1. e4 {unclosed\n\nNf3", "1. e4 (1. d4 e5", "1. e4 ) e5 ( Nf3",
    "((1. e4))", "1. (1. d4) e4", "1. e4 $ $x $1a e5", "%esc\n1. e4\n%esc2 d5\n e5", "1. e4 % e5", "1. e4\n\n\n1. d4",
    '[Event "a"]\n1. e4', '[Event "a"]\n\n[Site "b"]\n\n1. e4', "*", "1-0", "", "\n\n", "1. e2e4 e7e5 2. g1f3",
    "O-O", "0-0-0", "1. e4 Zz x5 e5 hello e6", "1. e4 {a}{b}$1 {c} e5", "1. e4 { a  b\n c } e5", "1. e4 {} e5",
    "1. e4 ({only comment}) e5", "1. e4 () e5", "1... e5 2. e4", "1. e4 <x> e5", "1.e4e5", "1. e4 e.p. e5",
    '[FEN "8/8/8/8/8/k7/7p/K7 b - - 0 1"]\n\n1... h1=Q 2. Ka2', '[SetUp "1"]\n\n1. e4', '[Result "1-0"]\n\n1. e4 0-1',
    "1. e4 e8=Q e5", "1. e4 e5$1$2 Nf3", "1. e4 P@e5", "@@@@", "1. e4 0000 e5", "1. e4 e5 2. Nf3# Nc6++ 3. Bb5+! a6(!)",
    "1. e4 (1. d4 ({x} 1. c4) d5)", "1. e4 (1. d4 {e} {f}) {g} ({h}) e5", "1. e4!! ?? e5?!",
    '\ufeff[Event "a"]\n\n1. e4',
    "1. e4 $", "1. e4 e5 $ \n", "1. e4 $\n\n", "1. e4 e5 (1\u2026c5) 2. Nf3",
    "1.e4\u2026 1\u2026e5 2. 'Nf3' ~Nc6 =+ -/+",
    "1. e4 e5 2. Nf3\u00b1 Nc6/\\ 3. Bb5= a6,Ba4 Nf6D O-OTN", "1. e4 <e5> |Nf3| Nc6^",
    "1. e4\u221ee5",
    "1. e4 10. e5 22.Nf3 3 . Nc6", "1. e4 \\ e5 ½-½ *", '[Variant "chess 960"]\n\n1. e4', "{a} {b} 1. e4 {c}",
]  # fmt: skip


@pytest.fixture(autouse=True)
def quiet() -> None:
    for name in ("chess.pgn", "ajeeb.pgn"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def recorder(library: Any, skip: frozenset[str] = frozenset()) -> Any:
    """A visitor class that writes down what it is told, and answers SKIP where it is to."""

    class Recorder(library.pgn.BaseVisitor):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.told: list[Any] = []

        def tell(self, what: str, *facts: Any) -> Any:
            self.told.append((what, *facts))
            return library.pgn.SKIP if what in skip else None

        def begin_game(self) -> Any:
            return self.tell("begin_game")

        def begin_headers(self) -> Any:
            self.tell("begin_headers")

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self.tell("header", tagname, tagvalue)

        def end_headers(self) -> Any:
            return self.tell("end_headers")

        def begin_parse_san(self, board: Any, san: str) -> Any:
            return self.tell("begin_parse_san", board.fen(), san)

        def visit_move(self, board: Any, move: Any) -> None:
            self.tell("move", board.fen(), move.uci())

        def visit_board(self, board: Any) -> None:
            self.tell("board", board.fen())

        def visit_comment(self, comment: str) -> None:
            self.tell("comment", comment)

        def visit_nag(self, nag: int) -> None:
            self.tell("nag", nag)

        def begin_variation(self) -> Any:
            return self.tell("begin_variation")

        def end_variation(self) -> None:
            self.tell("end_variation")

        def visit_result(self, result: str) -> None:
            self.tell("result", result)

        def end_game(self) -> None:
            self.tell("end_game")

        def handle_error(self, error: Exception) -> None:
            self.tell("error", isinstance(error, ValueError))

        def result(self) -> list[Any]:
            return self.told

    return Recorder


def all_of(library: Any, text: str, **keywords: Any) -> list[Any]:
    handle, found = io.StringIO(text), []
    while (game := library.pgn.read_game(handle, **keywords)) is not None:
        found.append(game)
    return found


def facts(game: Any) -> list[Any]:
    """Every node's own facts, in the order of a walk."""
    found, nodes = [dict(game.headers), [type(error).__name__ for error in game.errors]], [game]
    while nodes:
        node = nodes.pop()
        found.append((str(node.move), node.comment, node.starting_comment, sorted(node.nags), len(node.variations)))
        nodes += node.variations
    return found


SKIPS = [frozenset(), frozenset({"begin_variation"}), frozenset({"end_headers"}), frozenset({"begin_game"}),
         frozenset({"begin_parse_san"})]  # fmt: skip


@pytest.mark.parametrize("text", MOVETEXTS)
def test_movetexts(text: str) -> None:
    for skip in SKIPS:
        told = [all_of(library, text, Visitor=recorder(library, skip)) for library in (chess, ajeeb)]
        assert told[1] == told[0], skip
    theirs, ours = all_of(chess, text), all_of(ajeeb, text)
    assert [facts(game) for game in ours] == [facts(game) for game in theirs]
    assert [str(game) for game in ours] == [str(game) for game in theirs]


def decorated(games: int, seed: int) -> str:
    """Games of the sample with annotations and faults by chance, written by python-chess."""
    source, texts = random.Random(seed), []
    with SAMPLE.open(encoding="utf-8") as handle:
        for _ in range(games):
            game = chess.pgn.read_game(handle)
            assert game is not None
            decorate(game, source, depth=2)
            text = str(game)
            if source.random() < 0.2:
                words = text.split(" ")
                words.insert(source.randrange(len(words) // 2, len(words)), "Ka9 Qh9")
                text = " ".join(words)
            texts.append(text)
    return "\n\n".join(texts) + "\n"


def decorate(node: chess.pgn.GameNode, source: random.Random, depth: int) -> None:
    for child in list(node.mainline()):
        if source.random() < 0.2:
            child.comment = source.choice(
                ["a remark", "[%clk 0:10:05] two words", "[%eval 0.31,12]", "line\nbreak", " x "]
            )
        if source.random() < 0.1:
            child.nags |= {source.randrange(1, 140)}
        if depth and source.random() < 0.15:
            board = child.parent.board()
            move = source.choice(sorted(board.legal_moves, key=chess.Move.uci))
            if not child.parent.has_variation(move):
                variation = child.parent.add_variation(move, starting_comment=source.choice(["", "or"]))
                board.push(move)
                for _ in range(source.randrange(6)):
                    moves = sorted(board.legal_moves, key=chess.Move.uci)
                    if moves:
                        variation = variation.add_variation(source.choice(moves))
                        board.push(variation.move)
                decorate(child.parent.variations[-1], source, depth - 1)


@pytest.fixture(scope="module")
def games() -> tuple[list[Any], list[Any]]:
    logging.disable(logging.CRITICAL)
    text = decorated(25, seed=6)
    pair = all_of(chess, text), all_of(ajeeb, text)
    logging.disable(logging.NOTSET)
    return pair


def test_trees(games: tuple[list[Any], list[Any]]) -> None:
    for theirs, ours in zip(*games, strict=True):
        assert facts(ours) == facts(theirs)


def test_exports(games: tuple[list[Any], list[Any]]) -> None:
    for theirs, ours in zip(*games, strict=True):
        for keywords in (
            {},
            {"columns": 20},
            {"columns": None},
            {"comments": False},
            {"variations": False},
            {"headers": False},
        ):
            written = theirs.accept(chess.pgn.StringExporter(**keywords))
            assert ours.accept(ajeeb.pgn.StringExporter(**keywords)) == written
            handles = io.StringIO(), io.StringIO()
            lengths = theirs.accept(chess.pgn.FileExporter(handles[0])), ours.accept(ajeeb.pgn.FileExporter(handles[1]))
            assert lengths[0] == lengths[1] and handles[0].getvalue() == handles[1].getvalue()


def test_visits(games: tuple[list[Any], list[Any]]) -> None:
    for theirs, ours in zip(*games, strict=True):
        for skip in SKIPS[:4]:
            told = [part for part in ours.accept(recorder(ajeeb, skip)()) if part != ("begin_headers",)]
            assert told == theirs.accept(recorder(chess, skip)())
        for pair in zip(list(theirs.mainline())[:30:7], list(ours.mainline())[:30:7], strict=True):
            told = [node.accept(recorder(lib)()) for node, lib in zip(pair, (chess, ajeeb), strict=True)]
            assert told[0] == told[1]
            told = [node.accept_subgame(recorder(lib)()) for node, lib in zip(pair, (chess, ajeeb), strict=True)]
            assert told[0] == told[1]
            assert str(pair[0]) == str(pair[1])


NODE_METHODS = ("ply", "turn", "is_end", "starts_variation", "is_mainline", "is_main_variation", "clock", "emt",
                "eval_depth")  # fmt: skip


def test_nodes(games: tuple[list[Any], list[Any]]) -> None:
    for theirs, ours in zip(*games, strict=True):
        pairs = [(theirs, ours)]
        while pairs:
            a, b = pairs.pop()
            pairs += zip(a.variations, b.variations, strict=True)
            for name in NODE_METHODS:
                assert getattr(b, name)() == getattr(a, name)(), name
            assert b.board().fen(en_passant="fen") == a.board().fen(en_passant="fen")
            assert [str(m) for m in b.board().move_stack] == [str(m) for m in a.board().move_stack]
            assert [repr(arrow) for arrow in b.arrows()] == [repr(arrow) for arrow in a.arrows()]
            assert repr(b.eval()) == repr(a.eval())
            if a.parent is not None:
                assert (b.san(), b.uci()) == (a.san(), a.uci())
            assert str(b.mainline_moves()) == str(a.mainline_moves()) and bool(b.mainline()) == bool(a.mainline())
            assert [str(m) for m in reversed(b.mainline_moves())] == [str(m) for m in reversed(a.mainline_moves())]


def test_changes(games: tuple[list[Any], list[Any]]) -> None:
    theirs, ours = (copy.deepcopy(which[3]) for which in games)
    for library, game in ((chess, theirs), (ajeeb, ours)):
        node = game.next().next()
        first = node.add_variation(library.Move.from_uci("a2a3"), comment="c", nags=[5], starting_comment="s")
        second = node.add_main_variation(library.Move.from_uci("b2b3"), comment="d")
        node.promote(first)
        node.demote(second)
        node.promote_to_main(library.Move.from_uci("a2a3"))
        node.remove_variation(second)
        assert node.has_variation(first) and second not in node and node[0] is node.variation(first.move)
        end = first.add_line([library.Move.from_uci(uci) for uci in ("a7a6", "h2h3")], comment="end", nags=[1, 2])
        end.set_clock(61.5)
        end.set_emt(3)
        end.set_arrows([(0, 9), library_svg(library).Arrow(3, 3, color="red")])
        assert end.clock() == 61.5 and end.emt() == 3 and len(end.arrows()) == 2
        game.headers["Annotator"] = "nobody"
        del game.headers["Round"]
    assert str(ours) == str(theirs) and facts(ours) == facts(theirs)


def library_svg(library: Any) -> Any:
    import chess.svg

    return chess.svg if library is chess else ajeeb.svg


@pytest.mark.parametrize("twin", [copy.deepcopy, copy.copy, lambda game: pickle.loads(pickle.dumps(game))])
def test_copies_of_games_that_nobody_has_looked_at(twin: Any) -> None:
    text = '[White "x"]\n\n{a} 1. e4 $1 {b} ({c} 1. d4 {d}) e5 *'
    theirs, ours = (str(twin(library.pgn.read_game(io.StringIO(text)))) for library in (chess, ajeeb))
    assert theirs == ours
    node = ajeeb.pgn.read_game(io.StringIO(text)).end()  # type: ignore[union-attr]
    assert str(twin(node).game()) == ours


def test_checks_with_something_behind_them() -> None:
    game = ajeeb.pgn.read_game(io.StringIO("1. e4+- e5+-- 2. Nf3#/ Nc6+Bb5 a6++-"))
    assert game is not None and str(game.mainline_moves()) == "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6" and not game.errors


def test_bytes_that_are_no_text_come_out_as_they_went_in(tmp_path: Any) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes('[White "Müller"]\n\n1. e4 {Größe} ; ä\n e5 {ö} *\n'.encode("latin-1"))
    for encoding, errors in [("utf-8", "surrogateescape"), ("ascii", "surrogateescape"), ("utf-8", "replace")]:
        with path.open(encoding=encoding, errors=errors) as a, path.open(encoding=encoding, errors=errors) as b:
            theirs, ours = chess.pgn.read_game(a), ajeeb.pgn.read_game(b)
        assert ours is not None and str(theirs) == str(ours)
        assert all_of(ajeeb, str(ours), Visitor=recorder(ajeeb))


def test_starting_positions_of_games() -> None:
    for library in (chess, ajeeb):
        game = library.pgn.Game()
        game.setup(library.Board(chess960=True))
        assert "FEN" not in game.headers and game.headers["Variant"] == "Chess960"
        assert game.board().fen() == library.STARTING_FEN and game.board().chess960
        assert "FEN" in library.pgn.Game.from_board(library.Board.from_chess960_pos(5)).headers


def test_copies_and_pickles(games: tuple[list[Any], list[Any]]) -> None:
    for ours in games[1]:
        for other in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
            assert facts(other) == facts(ours) and str(other) == str(ours) and other is not ours
        node = ours.end()
        if node.parent is not None:
            assert pickle.loads(pickle.dumps(node)).board() == node.board()


def test_handles(tmp_path: Any) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(decorated(12, seed=9), encoding="utf-8")
    with path.open(encoding="utf-8") as a, path.open(encoding="utf-8") as b:
        offsets = []
        while True:
            offsets.append(b.tell())
            theirs, ours = chess.pgn.read_headers(a), ajeeb.pgn.read_headers(b)
            assert a.tell() == b.tell()
            if theirs is None or ours is None:
                assert theirs is None and ours is None
                break
            assert dict(theirs) == dict(ours)
        for offset in reversed(offsets[:-1]):
            a.seek(offset)
            b.seek(offset)
            assert str(chess.pgn.read_game(a)) == str(ajeeb.pgn.read_game(b))
        a.seek(0)
        b.seek(0)
        while chess.pgn.skip_game(a):
            assert ajeeb.pgn.skip_game(b) and a.tell() == b.tell()
        assert not ajeeb.pgn.skip_game(b)


def test_boards_of_games(games: tuple[list[Any], list[Any]]) -> None:
    for theirs, ours in zip(*games, strict=True):
        boards = theirs.end().board(), ours.end().board()
        assert str(chess.pgn.Game.from_board(boards[0])) == str(ajeeb.pgn.Game.from_board(boards[1]))
        text = str(theirs)
        final = ajeeb.pgn.read_game(io.StringIO(text), Visitor=ajeeb.pgn.BoardBuilder)
        assert final == boards[1] and final is not None and final.move_stack == boards[1].move_stack


@pytest.mark.parametrize(
    "comment",
    ["[%eval 1.5]", "[%eval -0.31,20]", "[%eval #3]", "[%eval #-3,5]", "[%eval 3]", "[%eval M1]", "[%eval +1.0]",
     "[%eval 1e3]", "[%eval .5]", "x [%eval 1.5] y [%eval 2]", "[%eval #0]", "[%eval 1.555]", "[%eval 1.5,]",
     "[%eval -M1]", "[%clk 1:02:03]", "[%clk 1:02:03.5]", "[%clk 0:0:1]", "[%clk 02:03]", "[%emt 0:00:01.2]",
     "[%csl Ga1,Rb2][%cal Ga1b2]", "[%csl Ga1 Rb2]", "[%cal Xa1b2]", "[%cal Ga1]", "a [%clk 0:00:01] b"],
)  # fmt: skip
def test_commands_in_comments(comment: str) -> None:
    texts = []
    for library in (chess, ajeeb):
        node = library.pgn.Game().add_variation(library.Move.from_uci("e2e4"), comment=comment)
        read = [node.clock(), node.emt(), repr(node.eval()), node.eval_depth(), repr(node.arrows())]
        written = []
        for seconds in (0, 1.5, 3723.25, 59.5, 100000, 0.1234567, -5, None):
            node.set_clock(seconds)
            written.append(node.comment)
            node.set_emt(seconds)
            written.append(node.comment)
        node.set_arrows([(0, 1), (2, 2)])
        written.append(node.comment)
        node.set_arrows([])
        score = library_scores(library)
        for value, depth in ((score.Cp(150), None), (score.Cp(-37), 12), (score.Mate(3), 1), (score.MateGiven, None)):
            node.set_eval(score.PovScore(value, True), depth)
            written.append(node.comment)
        node.set_eval(None)
        texts.append([*read, *written, node.comment])
    assert texts[1] == texts[0]


def library_scores(library: Any) -> Any:
    import chess.engine

    import ajeeb.engine.scores

    return chess.engine if library is chess else ajeeb.engine.scores


TIME_CONTROLS = ["", "300+5", "40/7200:3600", "?", "-", "1/5", "40/7200:20/3600:900+30", "300", "5400+30", "60+0",
                 "600+0", "1500+10", "3600", "59", "abc", "300+x", "*60", "899", "900+0", "100+3:5000"]  # fmt: skip


@pytest.mark.parametrize("text", TIME_CONTROLS)
def test_time_controls(text: str) -> None:
    found = []
    for library in (chess, ajeeb):
        try:
            found.append(repr(library.pgn.parse_time_control(text)))
        except ValueError:
            found.append("ValueError")
    assert found[0] == found[1]


def test_headers_made_of_keywords() -> None:
    for arguments in ((), ({},), ({"White": "a"},), ([("Site", "b")],), (None,)):
        for keywords in ({}, {"White": "x"}, {"Opening": "y", "Result": "1-0"}):
            theirs, ours = (library.pgn.Headers(*arguments, **keywords) for library in (chess, ajeeb))
            assert list(theirs.items()) == list(ours.items()) and repr(theirs) == repr(ours)


def test_headers() -> None:
    for call in (
        lambda headers: headers.__setitem__("a b", "c"), lambda headers: headers.__setitem__("A", "x\ny"),
        lambda headers: headers["x"], lambda headers: headers.__delitem__("zz"),
        lambda headers: headers.update({"Zed": "1", "Round": "3", "Abc": "2"}) or list(headers),
        lambda headers: (headers.is_chess960(), headers.is_wild(), repr(headers), len(headers), dict(headers.copy())),
    ):  # fmt: skip
        outcomes = []
        for library in (chess, ajeeb):
            try:
                outcomes.append(call(library.pgn.Headers()))
            except (ValueError, KeyError) as error:
                outcomes.append("KeyError" if isinstance(error, KeyError) else "ValueError")
        assert outcomes[0] == outcomes[1]
