"""Small inputs that broke PGN readers, each with the right answer (tests/data/pgn/cases.jsonl)."""

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ajeeb import batch, pgn

CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "data/pgn/cases.jsonl").read_text().splitlines()]
START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RESULTS = ["0-1", "1/2-1/2", "1-0", "*"]


def text_of(given: dict[str, Any]) -> bytes:
    if "base64" in given:
        return base64.b64decode(given["base64"])
    if "generator" in given:
        tags = '[Event "t"]\n[Result "*"]\n\n'
        return f"{tags}1. e4 {'( 1. d4 ' * 3000}{')' * 3000} 1... e5 *\n".encode()
    return str(given["pgn"]).encode()


class Games:
    """Every game of a text, read leniently: bad ones end at their fault."""

    def __init__(self, text: bytes) -> None:
        scan = pgn.scan(text, errors="keep")
        self.batches = list(scan)
        self.report = scan.report
        self.uci: list[list[str]] = []
        self.tags: list[dict[str, str]] = []
        self.fens: list[str] = []
        self.results: list[str] = []
        for games in self.batches:
            words = batch.to_uci(games.positions, games.moves, chess960=False)
            words960 = batch.to_uci(games.positions, games.moves, chess960=True)
            self.fens += batch.to_fens(games.starts)
            self.results += [RESULTS[result] for result in games.results]
            for i in range(len(games)):
                plies = slice(games.offsets[i], games.offsets[i + 1])
                standard = not games.chess960[i]
                self.uci.append(list((words if standard else words960)[plies]))
                self.tags.append(games.tags(i))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    games, wanted = Games(text_of(case["input"])), case["expected"]
    report = games.report
    assert report.games_read == report.games_kept + sum(report.rejected.values())
    if "games" in wanted:
        assert len(games.uci) == wanted["games"]
    if "games_any" in wanted:
        assert len(games.uci) in wanted["games_any"]
    for key, index in (("mainline_uci", 0), ("second_game_uci", 1), ("last_game_uci", -1), ("preferred_uci", 0)):
        if key in wanted:
            assert games.uci[index] == wanted[key]
    for key in ("mainline_uci_if_detected", "mainline_uci_if_accepted"):
        if key in wanted:
            assert games.uci[0] == wanted[key]
    if "result" in wanted:
        assert games.tags[0]["Result"] == wanted["result"] == games.results[0]
    for name, value in wanted.get("headers", {}).items():
        assert games.tags[0][name] == value
    if "headers_one_of" in wanted:
        assert any(games.tags[0].items() >= headers.items() for headers in wanted["headers_one_of"])
    if "start_fen" in wanted:
        assert games.fens[0] == wanted["start_fen"]
    if "error" in wanted:
        (fault,) = report.faults
        assert (fault.ply + 1, fault.token) == (wanted["error"]["ply"], wanted["error"]["token"])
    if "positions" in wanted:
        assert np.diff(games.batches[0].offsets).tolist() == wanted["positions"]


def batch_of(case_id: str) -> pgn.GameBatch:
    case = next(case for case in CASES if case["id"] == case_id)
    return next(pgn.scan(text_of(case["input"]), errors="keep"))


def test_a_null_move_in_check_is_a_fault() -> None:
    (fault,) = batch_of("pgn-null-in-check").faults
    assert fault.kind == "null_move_in_check"


def test_commands_are_read_and_others_left_alone() -> None:
    games = batch_of("pgn-commands-misc")
    assert games.evals.tolist() == [-2, 30]
    assert games.clocks.tolist() == [pgn.NO_CLOCK] * 2


def test_mate_in_letters_is_no_number() -> None:
    games = batch_of("pgn-eval-M-notation")
    assert set(games.evals) == set(games.mates) == {pgn.NO_SCORE}


def test_evals_are_from_whites_view_behind_the_move() -> None:
    games = batch_of("ds-eval-white-view")
    assert games.evals.tolist() == [36, 32, pgn.NO_SCORE]
    assert games.mates.tolist() == [pgn.NO_SCORE, pgn.NO_SCORE, -3]


@pytest.mark.parametrize(
    ("case_id", "flag"),
    [
        ("pgn-setup-without-fen", "setup_without_fen"),
        ("pgn-unquoted-tag", "unquoted_tag"),
        ("pgn-latin1-bytes", "latin1_text"),
        ("pgn-unterminated-variation", "unclosed_variation"),
        ("pgn-missing-terminator", "missing_terminator"),
        ("ds-960-bad-castling-field", "repaired_position"),
        ("ds-result-vs-mate", "result_conflict"),
    ],
)
def test_what_was_mended_is_flagged(case_id: str, flag: str) -> None:
    assert batch_of(case_id).flags[0] >> pgn.FLAGS.index(flag) & 1


def test_the_board_decides_a_result_that_tags_get_wrong() -> None:
    assert batch_of("ds-result-vs-mate").results.tolist() == [0]


def test_a_bad_chess960_castling_field_is_read_as_the_rooks_stand() -> None:
    games = batch_of("ds-960-bad-castling-field")
    assert batch.to_fens(games.starts)[0].split()[2] in ("CAca", "KQkq")


def test_labels_follow_the_side_to_move() -> None:
    games = batch_of("ds-label-side-black-start")
    black_moves = games.positions["side_and_ep"] >> 7
    assert "".join("wb"[black] for black in black_moves) == "bwbw"
