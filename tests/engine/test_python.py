"""The engine from Python: in process, as SimpleEngine, external programs, scores, matches, statistics."""

from __future__ import annotations

import copy
import doctest
import importlib
import inspect
import io
import itertools
import math
import os
import pickle
import pkgutil
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.pgn
import chess.variant
import pytest

import ajeeb
import ajeeb.engine
from ajeeb._core import engine as _engine
from ajeeb.engine import (
    Cp,
    Engine,
    EngineError,
    EngineTerminatedError,
    Info,
    Limit,
    Mate,
    MateGiven,
    PlayResult,
    Position,
    PovScore,
    PovWdl,
    SimpleEngine,
    Sprt,
    Standing,
    Wdl,
    matches,
)
from ajeeb.errors import ChessError, IllegalPositionError, InvalidFenError

FAKE = str(Path(__file__).with_name("fake_engine.py"))
MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
MODULES = sorted(path.stem for path in Path(ajeeb.__file__).with_name("engine").glob("[a-z]*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"ajeeb.engine.{name}")
    names = {"Limit": Limit, "Board": ajeeb.Board, "START": chess.STARTING_FEN}
    result = doctest.testmod(module, extraglobs=names)
    assert result.failed == 0


def fake(mode: str, **more: Any) -> SimpleEngine:
    return SimpleEngine.popen_uci([sys.executable, FAKE, mode], **more)


def test_position_state() -> None:
    board = ajeeb.Board()
    board.push_uci("e2e4")
    state = Position(board).state()
    assert state["history"] == ["e2e4"] and state["next_move"] is None
    assert state["piece_list"][28] == "P" and state["piece_list"][12] is None
    assert state["side_bitboards"][0] | state["side_bitboards"][1] == board.occupied
    assert state["eval_base"]["white"]["material"] == state["eval_base"]["black"]["material"]
    assert Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").state()["phase_raw"] == 2
    assert Position(chess.Board()).state()["key"] == Position(ajeeb.Board()).state()["key"]


def test_evaluation_terms_add_up() -> None:
    found = Position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3").evaluation()
    mg = sum(term["white"][0] - term["black"][0] for term in found["terms"])
    eg = sum(term["white"][1] - term["black"][1] for term in found["terms"])
    tapered = (mg * found["weight"] + eg * (24 - found["weight"]) * found["scale"] / 64) / 24
    assert abs(tapered - found["value"]) <= 2 and found["weight"] == found["phase"]
    for term in found["terms"]:
        assert abs(term["white_tapered"] - term["black_tapered"] - term["tapered"]) <= 1


def test_the_phase_is_told_even_where_it_counts_nothing() -> None:
    position = Position("4k3/8/8/8/8/8/b7/R3K3 w - - 0 1")  # a rook against a bishop, no pawn
    found = position.evaluation()
    assert (found["phase"], found["weight"]) == (position.state()["phase_raw"], 0)


@pytest.mark.parametrize(
    ("fen", "error"),
    [
        ("nonsense", InvalidFenError),
        ("8/8/8/8/8/8/8/8 w - - 0 1", IllegalPositionError),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", IllegalPositionError),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", IllegalPositionError),
        ("4r3/8/8/8/4K3/8/8/4r2k w - - 0 1", IllegalPositionError),
    ],
)
def test_bad_positions_are_refused(fen: str, error: type[ChessError]) -> None:
    with pytest.raises(error):
        Position(fen)


def test_play_and_analyse_in_process() -> None:
    with Engine(hash=1, Skill_Level=20) as engine:
        result = engine.play(MATE_IN_1, Limit(depth=4))
        assert result.move == ajeeb.Move.from_uci("a1a8") and result.info["score"].white() == Mate(1)
        lines = engine.analyse(ajeeb.Board(), Limit(depth=4), multipv=3)
        assert len(lines) == 3 and len({line["pv"][0] for line in lines}) == 3
        scores = [line["score"].relative for line in lines]
        assert scores == sorted(scores, reverse=True)
        with pytest.raises(EngineError, match="no option 'Optimism'"):
            engine.configure({"Optimism": 3})
        with pytest.raises(EngineError, match="from 1 to 32768"):
            engine.configure({"Hash": 0})


QUEEN_TO_TAKE = "4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1"


@pytest.mark.parametrize("library", [ajeeb, chess])
@pytest.mark.parametrize("kind", ["builtin", "external", "in process"])
def test_root_moves_are_all_that_is_played(kind: str, library: Any) -> None:
    board = library.Board(QUEEN_TO_TAKE)
    best, others = library.Move.from_uci("e4d5"), [library.Move.from_uci(text) for text in ("a1b1", "e1e2")]
    with Engine(hash=1) if kind == "in process" else builtin_or_external(kind) as engine:
        assert engine.play(board, Limit(depth=5)).move == best
        for wanted in ([others[0]], [others[1]], others):
            assert engine.play(board, Limit(depth=5), root_moves=wanted).move in wanted
            lines = engine.analyse(board, Limit(depth=5), multipv=3, root_moves=wanted)
            assert {line["pv"][0] for line in lines} == set(wanted)
        assert engine.play(board, Limit(depth=5), root_moves=[best, others[0]]).move == best
        assert engine.play(board, Limit(depth=5), root_moves=[]).move is None
        assert engine.analyse(board, Limit(depth=5), multipv=1)[0]["pv"][0] == best  # all of them again
        with pytest.raises(TypeError, match="root_moves must be moves, not 'e4d5'"):
            engine.play(board, Limit(depth=5), root_moves=["e4d5"])
        with pytest.raises(TypeError, match="depth must be a whole number, not '5'"):
            engine.play(board, Limit(depth="5"))  # type: ignore[arg-type]
        assert engine.play(board, Limit(depth=5)).move == best  # as if nothing had been asked


def test_boards_of_python_chess_get_its_moves() -> None:
    with SimpleEngine.builtin(hash=1) as engine:
        result = engine.play(chess.Board(MATE_IN_1), Limit(depth=3))
        assert isinstance(result.move, chess.Move)


def test_a_search_is_stopped_from_another_thread() -> None:
    engine = Engine(hash=1)
    threading.Timer(0.2, engine.stop).start()
    started = time.monotonic()
    assert engine.play(ajeeb.Board(), Limit()).move is not None
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("kind", ["builtin", "external"])
def test_a_call_ends_the_analysis_before_it(kind: str) -> None:
    with builtin_or_external(kind) as engine:
        first = engine.analysis(ajeeb.Board())
        second = engine.analysis(ajeeb.Board(MATE_IN_1))
        assert first.wait(1).move in ajeeb.Board().legal_moves
        assert engine.play(ajeeb.Board(MATE_IN_1), Limit(depth=3)).move == ajeeb.Move.from_uci("a1a8")
        assert second.wait(1).move is not None


def builtin_or_external(kind: str) -> SimpleEngine:
    command = [sys.executable, "-m", "ajeeb", "uci"]
    return SimpleEngine.builtin(hash=1) if kind == "builtin" else SimpleEngine.popen_uci(command)


def is_thinking(engine: SimpleEngine) -> bool:
    return engine._last is not None and not engine._last._finished.is_set()


@pytest.mark.parametrize("kind", ["builtin", "external"])
@pytest.mark.parametrize("library", [ajeeb, chess])
def test_a_pondering_engine_takes_the_expected_answer_over(kind: str, library: Any) -> None:
    limit = Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1)
    with builtin_or_external(kind) as engine:
        for opening in ("e2e4", "d2d4", "c2c4", "g1f3"):
            board = library.Board()
            board.push_uci(opening)
            result = engine.play(board, limit, ponder=True)
            assert result.move in board.legal_moves and result.ponder and is_thinking(engine)
            thought_of = engine._last
            board.push(result.move)
            board.push(result.ponder)
            later = Limit(white_clock=1.5, black_clock=1.8, white_inc=0.1, black_inc=0.1)
            following = engine.play(board, later)
            assert engine._last is thought_of and following.move in board.legal_moves and not is_thinking(engine)


class BusyCore:
    """The core of an engine on a machine that is busy: a search begins late."""

    def __init__(self, core: Any) -> None:
        self._core = core

    def __getattr__(self, name: str) -> Any:
        return getattr(self._core, name)

    def search(self, *args: Any, **limits: Any) -> Any:
        time.sleep(0.3)
        return self._core.search(*args, **limits)


@pytest.mark.parametrize("level", [{}, {"UCI_LimitStrength": True, "UCI_Elo": 1500}], ids=["strong", "weak"])
@pytest.mark.parametrize("is_expected", [True, False])
def test_a_word_that_comes_before_the_search_has_begun_is_heard(level: dict[str, Any], is_expected: bool) -> None:
    with SimpleEngine.builtin(hash=1) as engine:
        engine.configure(level)
        engine._backend.core = BusyCore(engine._backend.core)  # type: ignore[attr-defined]
        board = ajeeb.Board()
        result = engine.play(board, Limit(time=0.2), ponder=True)
        board.push(result.move)
        board.push(next(move for move in board.legal_moves if (move == result.ponder) == is_expected))
        asked = time.monotonic()
        assert engine.play(board, Limit(time=0.2)).move in board.legal_moves
        assert time.monotonic() - asked < 5


def test_a_search_cut_short_expects_a_reply_that_the_table_knows() -> None:
    with Engine(hash=4) as engine:
        assert engine.play(ajeeb.Board(), Limit(nodes=5)).ponder is None  # nothing is known yet
        engine.analyse(ajeeb.Board(), Limit(nodes=20_000))
        result = engine.play(ajeeb.Board(), Limit(nodes=5))
        board = ajeeb.Board()
        board.push(result.move)
        assert result.ponder in board.legal_moves


@pytest.mark.parametrize("kind", ["builtin", "external"])
def test_any_other_call_ends_pondering(kind: str) -> None:
    with builtin_or_external(kind) as engine:
        for end in (
            lambda: engine.play(ajeeb.Board(MATE_IN_1), Limit(depth=3)),
            lambda: engine.analyse(ajeeb.Board(), Limit(depth=3)),
            lambda: engine.configure({"Hash": 2}),
        ):
            assert engine.play(ajeeb.Board(), Limit(time=0.05), ponder=True).ponder and is_thinking(engine)
            end()
            assert not is_thinking(engine)
        assert engine.play(ajeeb.Board(), Limit(time=0.05), ponder=True).ponder
    assert engine._last and engine._last._finished.wait(5)  # closing it does, too


@pytest.mark.parametrize("kind", ["builtin", "external"])
def test_a_pondering_search_with_another_limit_is_not_taken_over(kind: str) -> None:
    with builtin_or_external(kind) as engine:
        board = ajeeb.Board()
        result = engine.play(board, Limit(depth=3), ponder=True)
        board.push(result.move)
        board.push(result.ponder)
        assert engine.play(board, Limit(depth=7), info=Info.BASIC).info["depth"] == 7


@pytest.mark.parametrize("kind", ["builtin", "external"])
def test_options_of_one_call_are_gone_with_the_next(kind: str) -> None:
    with builtin_or_external(kind) as engine:
        nodes = [
            engine.analyse(ajeeb.Board(), Limit(depth=8), game=object(), options=options)["nodes"]
            for options in ({}, {"Skill Level": 0, "Hash": 2}, {})
        ]
    assert nodes[0] == nodes[2] != nodes[1]


@pytest.mark.parametrize("kind", ["builtin", "external"])
def test_an_option_set_for_good_survives_the_call_that_set_it_for_once(kind: str) -> None:
    def nodes(engine: SimpleEngine, **options: Any) -> int:
        count: int = engine.analyse(ajeeb.Board(), Limit(depth=8), game=object(), **options)["nodes"]
        return count

    with builtin_or_external(kind) as engine:
        strong = nodes(engine)
        weak = nodes(engine, options={"Skill Level": 0})
        engine.configure({"Skill Level": 0})
        assert nodes(engine) == weak != strong


@pytest.mark.parametrize("kind", ["builtin", "external"])
def test_a_call_that_is_refused_begins_no_game(kind: str) -> None:
    with builtin_or_external(kind) as engine:
        first = engine.analyse(ajeeb.Board(), Limit(depth=8), game=1)["nodes"]
        for refused in ({"limit": Limit(depth="x")}, {"options": {"Nonsense": 1}}):
            with pytest.raises((TypeError, EngineError)):
                engine.play(ajeeb.Board(), **{"limit": Limit(depth=1), **refused}, game=2)  # type: ignore[arg-type]
            assert engine.analyse(ajeeb.Board(), Limit(depth=8), game=2)["nodes"] == first
            engine.analyse(ajeeb.Board(), Limit(depth=8), game=1)


@pytest.mark.parametrize("kind", ["builtin", "external"])
def test_a_game_may_begin_where_there_is_nothing_to_search(kind: str) -> None:
    with builtin_or_external(kind) as engine:
        first = engine.analyse(ajeeb.Board(), Limit(depth=8), game=1)["nodes"]
        assert engine.play(ajeeb.Board(), Limit(depth=8), game=2, root_moves=[]).move is None
        assert engine.analyse(ajeeb.Board(), Limit(depth=8), game=2)["nodes"] == first


def test_the_other_clock_is_better_than_none() -> None:
    board = ajeeb.Board()
    board.push_uci("e2e4")
    with SimpleEngine.builtin(hash=1) as engine:
        assert engine.play(board, Limit(white_clock=0.3)).move in board.legal_moves


def test_an_analysis_after_a_game_is_objective() -> None:
    level = "8/8/4k3/3p1p2/3P1P2/4K3/8/8 w - - 0 1"
    engine = Engine(hash=2, Contempt=100)
    fresh = engine.analyse(level, Limit(depth=12))[0]["score"]
    engine.play(level, Limit(white_clock=1, black_clock=1))
    assert engine.analyse(level, Limit(depth=12))[0]["score"] == fresh


def test_a_program_that_never_gets_ready_for_a_game_times_out() -> None:
    with fake("unready", timeout=0.3) as engine:
        engine.play(ajeeb.Board(), Limit(depth=1))
        with pytest.raises(TimeoutError, match="readyok"):
            engine.play(ajeeb.Board(), Limit(depth=1), game=object())


def test_getting_ready_for_a_game_is_not_on_the_clock() -> None:
    engines = (fake("late"), SimpleEngine.builtin(hash=1))
    players = (matches.Player("late"), matches.Player("builtin"))
    options = matches.MatchOptions(time_control=matches.TimeControl(0.3, 0), longest=1)
    with engines[0], engines[1]:
        game = matches.play_game(players, engines, 0, matches.Opening(), options)
    assert (game.reason, game.fault) == ("length", "")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("over.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", "over"),
        ("null.pgn", "1. e4 -- 2. d4 *\n", "null move"),
        ("bad.epd", "4k3/8/8/8/8/8/8/3KK3 w - -\n", "legal"),
        ("cut.pgn", "1. e4 e5 2. Qh6 d6 *\n", "opening 1: expected a legal move in SAN, got 'Qh6'"),
    ],
)
def test_openings_that_no_engine_can_play_on_from(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ChessError, match=message):
        matches.read_openings(path)


def test_openings_of_chess960_keep_their_castling_rights(tmp_path: Path) -> None:
    path = tmp_path / "starts.epd"
    path.write_text(
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -\n"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -\n"
        "4k3/8/8/8/8/8/4P3/4K3 w - -\n"
    )
    openings = matches.read_openings(path)
    assert [opening.chess960 for opening in openings] == [True, False, False]
    assert openings[0].board().has_kingside_castling_rights(True)


def test_the_clock_runs_on_while_an_engine_thinks() -> None:
    from ajeeb.engine.simple import _after_thinking

    limit = Limit(white_clock=10, white_inc=0.5, black_clock=7, remaining_moves=1)
    after = _after_thinking(limit, True, 2)
    assert (after.white_clock, after.black_clock, after.remaining_moves) == (8.5, 7, None)
    assert _after_thinking(Limit(nodes=5), False, 2) == Limit(nodes=5)


@pytest.mark.parametrize("search", ["SimpleEngine.builtin().analysis(Board())", "next(Engine().stream(Board()))"])
def test_the_interpreter_may_end_during_a_search(search: str) -> None:
    script = f"from ajeeb import Board; from ajeeb.engine import *; import time; kept = {search}; time.sleep(0.1)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("limit", "error"),
    [
        (5, TypeError), (Limit(depth="3"), TypeError), (Limit(depth=1.5), TypeError), (Limit(nodes=True), TypeError),
        (Limit(time=math.nan), ChessError), (Limit(nodes=-1), ChessError), (Limit(time=-0.1), ChessError),
    ],
)  # fmt: skip
def test_what_makes_no_limit_is_refused(limit: Any, error: type[Exception]) -> None:
    with Engine(hash=1) as engine, pytest.raises(error):
        engine.play(ajeeb.Board(), limit)
    with fake("good") as external, pytest.raises(error):
        external.play(ajeeb.Board(), limit)


def test_limits_of_any_size() -> None:
    with Engine(hash="1") as engine:  # type: ignore[arg-type]
        big = Limit(depth=2, nodes=10**30, time=math.inf, white_clock=-3.0, mate=2**40)
        assert engine.play(ajeeb.Board(), big).info["depth"] in (1, 2)  # a fallen flag leaves a millisecond
        threading.Timer(0.1, engine.stop).start()
        assert engine.play(ajeeb.Board(), Limit(depth=2**32 + 1)).info["depth"] > 1


def test_what_is_no_board_is_refused() -> None:
    for play in (Engine(hash=1).play, SimpleEngine.builtin(1).play):
        with pytest.raises(TypeError, match="expected a board"):
            play(None, Limit(depth=1))  # type: ignore[arg-type]


def test_a_check_is_false_by_its_word() -> None:
    check = ajeeb.engine.Option("X", "check", False, None, None, None)
    assert [check.parse(value) for value in ("false", "False", False, 0, "", None)] == [False] * 6
    assert [check.parse(value) for value in ("true", "TRUE", True, 1)] == [True] * 4


@pytest.mark.parametrize("value", ["yes", "treu", 2, -1, "false "])
def test_what_is_neither_true_nor_false_checks_nothing(value: Any) -> None:
    with Engine(hash=1) as engine, pytest.raises(EngineError, match=f"must be true or false, not {value!r}"):
        engine.configure({"UCI_LimitStrength": value})


def test_leaving_a_stream_ends_the_search() -> None:
    engine = Engine(hash=1)
    for info in engine.stream(ajeeb.Board()):
        if info["depth"] >= 4:
            break
    assert engine.play(ajeeb.Board(), Limit(nodes=500)).move


def test_an_error_in_a_listener_reaches_the_caller() -> None:
    from ajeeb._core import engine as core

    def fail(_: object) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        core.Engine(1, 1).search(chess.STARTING_FEN, [], depth=5, on_info=fail)


def test_several_engines_at_once_agree_with_one() -> None:
    alone = Engine(hash=1).analyse(ajeeb.Board(), Limit(depth=8))[0]["nodes"]
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda: found.append(Engine(hash=1).analyse(ajeeb.Board(), Limit(depth=8))[0]["nodes"]))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 3


def test_analysis_of_an_external_program() -> None:
    with SimpleEngine.popen_uci([sys.executable, "-m", "ajeeb", "uci"]) as engine:
        assert engine.id["name"].startswith("ajeeb") and engine.options["Hash"].max == 32768
        engine.configure({"Hash": 2})
        engine.ping()
        with engine.analysis(ajeeb.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 5:
                    break
        assert analysis.wait().move is not None
        assert engine.play(ajeeb.Board(MATE_IN_1), Limit(time=0.1)).move == ajeeb.Move.from_uci("a1a8")
        lines = engine.analyse(ajeeb.Board(), Limit(depth=3), multipv=2)
        assert [line["multipv"] for line in lines] == [1, 2]
        engine.quit()
    with pytest.raises(EngineTerminatedError):
        engine.play(ajeeb.Board(), Limit(depth=1))


def test_reports_are_read_with_care() -> None:
    with fake("good") as engine:
        info = engine.analyse(ajeeb.Board(), Limit(depth=1))
        assert info["score"] == PovScore(Cp(13), True) and info["lowerbound"] and info["string"] == "hello there"
        assert info["wdl"].white() == Wdl(300, 500, 200) and info["time"] == 0.02
        assert [move.uci() for move in info["pv"]] == ["e2e4", "e7e5"]
        assert engine.options["Style"].var == ["Solid", "Very Wild"] and engine.options["A name"].default == ""
        with pytest.raises(EngineError):
            engine.configure({"Style": "Mad"})
        with pytest.raises(EngineError):
            engine.configure({"A name": "two\nlines"})


def test_odd_reports_are_passed_over() -> None:
    with fake("odd") as engine:
        lines = engine.analyse(ajeeb.Board(), Limit(depth=1), multipv=1)
        assert len(lines) == 1 and lines[0]["score"].relative == Cp(13)
        assert engine.play(ajeeb.Board(), Limit(depth=1)).move == ajeeb.Move.from_uci("e2e4")


def test_commands_that_start_nothing_are_refused() -> None:
    for command in ("", [], "a 'b"):
        with pytest.raises(EngineError):
            SimpleEngine.popen_uci(command)  # type: ignore[arg-type]


def test_what_engines_do_wrong_is_told() -> None:
    with fake("crash") as engine, pytest.raises(EngineTerminatedError, match="exit code 3"):
        engine.play(ajeeb.Board(), Limit(time=0.1))
    with fake("illegal") as engine, pytest.raises(EngineError, match="e2e5"):
        engine.play(ajeeb.Board(), Limit(time=0.1))
    with fake("slow", timeout=0.3) as engine, pytest.raises(TimeoutError):
        engine.play(ajeeb.Board(), Limit(time=0.1))
    with pytest.raises(OSError):
        SimpleEngine.popen_uci("/no/such/engine")
    with pytest.raises((EngineTerminatedError, TimeoutError)):
        SimpleEngine.popen_uci([sys.executable, "-c", "pass"], timeout=5)


def test_python_chess_drives_the_engine() -> None:
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-m", "ajeeb", "uci"]) as engine:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 12:
            board.push(engine.play(board, chess.engine.Limit(nodes=200)).move)
        info = engine.analyse(chess.Board(MATE_IN_1), chess.engine.Limit(depth=5))
        assert info["score"].white() == chess.engine.Mate(1)
        wild = chess.Board.from_chess960_pos(518)
        wild.chess960 = True
        assert engine.play(wild, chess.engine.Limit(depth=4)).move in wild.legal_moves


def test_scores_behave_as_in_python_chess() -> None:
    ours = [Mate(-0), Mate(-1), Mate(-5), Cp(-20), Cp(0), Cp(700), Mate(9), Mate(1), MateGiven]
    names = chess.engine
    theirs = [names.Mate(-0), names.Mate(-1), names.Mate(-5), names.Cp(-20), names.Cp(0), names.Cp(700),
              names.Mate(9), names.Mate(1), names.MateGiven]  # fmt: skip
    assert sorted(ours) == ours
    for mine, other in zip(ours, theirs, strict=True):
        assert str(mine) == str(other) and repr(mine) == repr(other)
        assert str(-mine) == str(-other) and mine.mate() == other.mate() and mine.is_mate() == other.is_mate()
        assert mine.score(mate_score=1000) == other.score(mate_score=1000)
        assert str(abs(mine)) == str(abs(other)) and +mine == mine


@pytest.mark.parametrize("model", ["sf", "sf12", "sf14", "sf15", "sf15.1", "sf16", "sf16.1", "lichess"])
def test_chances_are_those_of_python_chess(model: Any) -> None:
    for ply in (-1, 0, 1, 13, 30, 60, 120, 240, 241, 10_000):
        for cp in (*range(-1200, 1201, 50), -1, 0, 1, 17, -3999, 4001, 10**9):
            theirs = chess.engine.Cp(cp).wdl(model=model, ply=ply)
            assert tuple(Cp(cp).wdl(model=model, ply=ply)) == tuple(theirs)
    for moves in (*range(-25, 26), 300):
        assert tuple(Mate(moves).wdl(model=model)) == tuple(chess.engine.Mate(moves).wdl(model=model))
    assert tuple(MateGiven.wdl(model=model)) == tuple(chess.engine.MateGiven.wdl(model=model))
    for turn in (True, False):
        mine, other = PovScore(Cp(70), turn), chess.engine.PovScore(chess.engine.Cp(70), turn)
        assert tuple(mine.wdl(model=model, ply=9).white()) == tuple(other.wdl(model=model, ply=9).white())


def test_chances_of_the_engine_itself() -> None:
    assert Cp(100).wdl().wins == 500 and Cp(0).wdl() == -Cp(0).wdl()
    assert (tuple(Mate(9).wdl()), tuple(Mate(-0).wdl())) == ((1000, 0, 0), (0, 0, 1000))
    with pytest.raises(ValueError, match="no model 'sf17': expected one of ajeeb, "):
        Cp(0).wdl(model="sf17")
    assert list(reversed(Wdl(5, 3, 2))) == [2, 3, 5] and +Wdl(5, 3, 2) == Wdl(5, 3, 2)
    assert not Wdl(0, 0, 0) and not PovWdl(Wdl(0, 0, 0), True) and PovWdl(Wdl(0, 1, 0), True)


def test_reports_can_be_asked_for_one_by_one() -> None:
    with SimpleEngine.builtin(hash=1) as engine, engine.analysis(ajeeb.Board(), Limit(depth=3)) as analysis:
        assert next(analysis)["depth"] == 1
        assert [info["depth"] for info in analysis] == [2, 3] and next(analysis, None) is None


def names_of(owner: Any) -> set[str]:
    return {name for name in dir(owner) if not name.startswith("_")}


def own_names(module: Any) -> set[str]:
    """What a module defines and does not import."""
    imported = names_of(chess) | {"annotations", "override", "TracebackType", "F", "T", "ProtocolT"}
    names = {name for name in names_of(module) - imported if not inspect.ismodule(getattr(module, name))}
    foreign = ("typing", "collections")
    return {n for n in names if str(getattr(getattr(module, n), "__module__", "")).split(".")[0] not in foreign}


def test_what_is_left_out_of_chess_engine_is_told() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "left-out.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([A-Za-z_.]+)(?:\([^`]*\))?`", page.partition("## Engine communication")[2]))
    missing = own_names(chess.engine) - names_of(ajeeb.engine)
    for name in own_names(chess.engine) & names_of(ajeeb.engine):
        theirs, ours = getattr(chess.engine, name), getattr(ajeeb.engine, name)
        has = names_of(ours) | set(getattr(ours, "__annotations__", ()))
        if isinstance(theirs, type) and name != "SimpleAnalysisResult":  # whose `multipv` is made with the object
            missing |= {f"{name}.{member}" for member in names_of(theirs) - has}
    assert missing <= told
    assert {"popen_xboard", "UciProtocol", "Opponent", "SimpleEngine.send_game_result"} <= missing


def test_a_match_of_the_engine_with_itself() -> None:
    from ajeeb.engine.matches import MatchOptions, Player, TimeControl, play_match

    records = []
    options = MatchOptions(games=2, time_control=TimeControl.parse("nodes=150"), longest=60)
    account = play_match(Player(name="a"), Player(name="b"), options, lambda record, _: records.append(record))
    assert account.standing.games == 2 and not account.faults and len(records) == 2
    game = chess.pgn.read_game(io.StringIO(records[0].pgn()))
    assert game is not None and not game.errors and game.headers["White"] == "a"
    assert [record.first_is_white for record in records] == [True, False]
    assert all(
        node.eval() is not None and node.clock() is None for node in list(game.mainline())[records[0].opening_plies :]
    )


def test_a_match_with_clocks_writes_them_down() -> None:
    from ajeeb.engine.matches import MatchOptions, Player, TimeControl, play_match

    records = []
    options = MatchOptions(games=1, time_control=TimeControl.parse("1+0.01"), longest=12)
    play_match(Player(name="a"), Player(name="b"), options, lambda record, _: records.append(record))
    game = chess.pgn.read_game(io.StringIO(records[0].pgn()))
    assert game is not None
    opening, played = records[0].opening_plies, list(game.mainline())
    assert all(node.clock() is None and not node.comment for node in played[:opening])
    clocks = [node.clock() for node in played[opening:]]
    assert clocks and all(clock is not None and 0 < clock < 1.01 for clock in clocks)


class Scripted:
    """An engine that plays a fixed line over and over."""

    def __init__(self, *moves: str) -> None:
        self.moves = itertools.cycle(moves)

    def new_game(self, game: object) -> None:
        """Nothing to forget."""

    def play(self, *_: object, **__: object) -> PlayResult:
        return PlayResult(ajeeb.Move.from_uci(next(self.moves)), None)


@pytest.mark.parametrize(
    ("fen", "white", "black", "plies", "result", "reason"),
    [
        # A third occurrence that a move would bring about is no draw yet: the mover may have better.
        (None, ("g1f3", "f3g1"), ("g8f6", "f6g8"), 8, "1/2-1/2", "threefold repetition"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 97 80", ("a1a2", "a2a1"), ("e8e7", "e7e8"), 3, "1/2-1/2", "fifty moves"),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 80", ("a1a8",), ("g8h8",), 1, "1-0", "checkmate"),
    ],
)
def test_games_end_when_the_rules_end_them(
    fen: str | None, white: tuple[str, ...], black: tuple[str, ...], plies: int, result: str, reason: str
) -> None:
    from ajeeb.engine.matches import MatchOptions, Opening, Player, play_game

    engines: Any = (Scripted(*white), Scripted(*black))
    record = play_game((Player(), Player()), engines, 0, Opening(fen), MatchOptions())
    assert (len(record.board.move_stack), record.result, record.reason) == (plies, result, reason)


@pytest.mark.parametrize("mode", ["crash", "illegal", "slow", "silent"])
def test_a_player_at_fault_loses_the_game(mode: str) -> None:
    from ajeeb.engine.matches import MatchOptions, Opening, Player, TimeControl, play_match

    command = f"{sys.executable} {FAKE} {mode}"
    control = TimeControl.parse("0.2+0" if mode == "slow" else "nodes=10")
    options = MatchOptions(games=1, time_control=control, openings=[Opening()], patience=0.3)
    account = play_match(Player(command, name="bad"), Player(name="good"), options)
    assert account.standing.losses == 1 and next(iter(account.faults)).startswith("bad: ")


def test_no_engine_is_left_when_its_opponent_does_not_start() -> None:
    from ajeeb.engine.matches import MatchOptions, Player, play_match

    closed: list[str] = []

    class Counted(Player):
        def start(self) -> SimpleEngine:
            engine = super().start()
            close = engine.close
            engine.close = lambda: (closed.append(self.command), close())[0]  # type: ignore[method-assign]
            return engine

    with pytest.raises(OSError):
        play_match(Counted(), Player("/no/such/engine"), MatchOptions(games=1))
    assert closed == ["builtin"]


@pytest.mark.parametrize("text", ["nodes=0", "depth=-1", "movetime=nan", "movetime=inf", "nan+1", "-5", "0/10", "5+-1"])
def test_what_is_no_time_control(text: str) -> None:
    from ajeeb.engine.matches import TimeControl

    with pytest.raises(ChessError, match="is no time control"):
        TimeControl.parse(text)


def test_statistics() -> None:
    standing = Standing()
    for points in (1.0, 1.0, 0.5, 0.5, 0.0, 1.0):
        standing.add_game(points)
    for pair in (2.0, 1.0, 1.0):
        standing.add_pair(pair)
    assert standing.score == pytest.approx(4 / 6) and standing.elo[1] < standing.elo[0] < standing.elo[2]
    better, level = Standing(pairs=[5, 20, 100, 60, 40]), Standing(pairs=[500, 1500, 2500, 1500, 500])
    assert Sprt(0, 10).verdict(better) is True and Sprt(0, 10).verdict(level) is False
    assert Sprt(0, 5).verdict(Standing()) is None
    with pytest.raises(ChessError):
        Sprt(5, 0)


@pytest.mark.parametrize("kind", range(5))
def test_a_few_equal_results_prove_nothing(kind: int) -> None:
    for count in range(1, 8):
        standing = Standing(pairs=[count * (i == kind) for i in range(5)])
        assert Sprt(0, 10).verdict(standing) is None and standing.error > 0.1
    sure = Standing(pairs=[400 * (i == kind) for i in range(5)])
    assert Sprt(0, 10).verdict(sure) is (kind > 2) and sure.error < 0.01


def test_every_module_can_be_imported() -> None:
    for module in pkgutil.walk_packages(ajeeb.engine.__path__, "ajeeb.engine."):
        importlib.import_module(module.name)


def test_a_table_that_does_not_fit_is_refused_whoever_asks() -> None:
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    if pages * size > 30 << 30 or Path("/proc/sys/vm/overcommit_memory").read_text().strip() != "0":
        pytest.skip("this machine has the memory, or promises any")
    for start in (Engine, SimpleEngine.builtin):
        with pytest.raises(EngineError, match="no memory for a hash table of 32768 MB"):
            start(hash=32768)
    with pytest.raises(EngineError, match="no memory"):
        _engine.bench(1, 32768)
    with Engine(hash=1) as engine:
        with pytest.raises(EngineError, match="no memory"):
            engine.configure({"Hash": 32768})
        engine.play(chess.STARTING_FEN, Limit(nodes=100))


def test_boards_of_other_games_are_refused() -> None:
    for variant in (chess.variant.AtomicBoard, chess.variant.SuicideBoard, chess.variant.RacingKingsBoard):
        for engine in (Engine(hash=1), SimpleEngine.builtin(hash=1)):
            with engine, pytest.raises(EngineError, match=variant.uci_variant):
                engine.play(variant(), Limit(nodes=100))


def test_options_are_set_all_or_none() -> None:
    with Engine(hash=1) as engine:
        for wrong in ({"Skill Level": 0, "Nope": 1}, {"Skill Level": 0, "Hash": "x"}):
            with pytest.raises(EngineError):
                engine.configure(wrong)
        assert engine.analyse(chess.STARTING_FEN, Limit(depth=6))[0]["depth"] == 6  # at full strength


@pytest.mark.parametrize("lines", [0, -1, 257, 10**10, "many"])
def test_a_number_of_lines_that_can_not_be_is_told(lines: Any) -> None:
    with Engine(hash=1) as engine, pytest.raises(EngineError, match="MultiPV"):
        engine.analyse(chess.STARTING_FEN, Limit(nodes=100), multipv=lines)


@pytest.mark.parametrize("copy_of", [copy.copy, copy.deepcopy, lambda score: pickle.loads(pickle.dumps(score))])
def test_scores_survive_being_copied(copy_of: Any) -> None:
    for score in (MateGiven, Mate(0), Mate(-3), Cp(12)):
        kept = copy_of(score)
        assert kept == score and (kept > Cp(0)) == (score > Cp(0)) and kept.wdl() == score.wdl()
    assert copy_of(MateGiven) is MateGiven and copy_of(PovScore(MateGiven, True)) == PovScore(MateGiven, True)


def test_centipawns_of_any_size_have_chances() -> None:
    assert Cp(10**30).wdl() == Cp(10**12).wdl(model="sf") == Wdl(1000, 0, 0) and Cp(-(10**12)).wdl() == Wdl(0, 0, 1000)
    with pytest.raises(TypeError, match=r"1\.5"):
        Cp(1.5).wdl()  # type: ignore[arg-type]


def test_a_score_of_an_unknown_kind_is_left_out() -> None:
    with fake("odd") as engine:
        assert engine.analyse(ajeeb.Board(), Limit(depth=1))["score"].relative == Cp(13)


@pytest.mark.parametrize("value", [math.inf, math.nan, 2.7, "x", None])
def test_options_that_are_no_whole_numbers_are_refused(value: Any) -> None:
    engine = Engine(hash=1)
    with pytest.raises(EngineError, match="whole number"):
        engine.configure({"Hash": value})
    with pytest.raises(EngineError, match="text, not 5"):
        engine.configure({5: 1})  # type: ignore[dict-item]
    with SimpleEngine.builtin(hash=1) as simple, pytest.raises(EngineError, match="text, not 5"):
        simple.configure({5: 1})  # type: ignore[dict-item]


def test_positions_that_are_none_are_refused() -> None:
    with pytest.raises(InvalidFenError, match="no text"):
        Position("\ud800")
    for nothing in (None, 5):
        with pytest.raises(TypeError, match="expected a board"):
            Position(nothing)  # type: ignore[arg-type]


def test_a_state_is_the_caller_s_own() -> None:
    position = Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    position.state()["piece_list"].clear()
    assert len(position.state()["piece_list"]) == 64
