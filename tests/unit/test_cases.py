"""Small inputs that each broke some chess program, with the right answer, put through the Python face.

The positions, moves and texts are in tests/data/cases.jsonl, the games in tests/data/pgn/cases.jsonl; one function per
operation says what "right" means.
"""

import base64
import io
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ajeeb
from ajeeb import pgn, polyglot

DATA = Path(__file__).parents[1] / "data"
LINES = [line for name in ("cases.jsonl", "pgn/cases.jsonl") for line in (DATA / name).read_text().splitlines()]
# What a pipeline to datasets must do is tests/pgn's.
CASES = [case for case in map(json.loads, LINES) if case["input"]["op"] != "pipeline"]
Facts = dict[str, Any]
CHECKS: dict[str, Callable[[Facts, Facts], None]] = {}


@pytest.fixture(autouse=True)
def quiet() -> Any:
    logging.getLogger("ajeeb.pgn").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("ajeeb.pgn").setLevel(logging.NOTSET)


def op(*names: str) -> Callable[[Callable[[Facts, Facts], None]], Callable[[Facts, Facts], None]]:
    def register(check: Callable[[Facts, Facts], None]) -> Callable[[Facts, Facts], None]:
        CHECKS.update(dict.fromkeys(names, check))
        return check

    return register


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Facts) -> None:
    CHECKS[case["input"]["op"]](case["input"], case["expected"])


def board_of(given: Facts) -> ajeeb.Board:
    return ajeeb.Board(given.get("fen", ajeeb.STARTING_FEN), chess960=given.get("chess960", False))


def legal(board: ajeeb.Board) -> list[str]:
    return sorted(board.uci(move) for move in board.legal_moves)


def check_moves(board: ajeeb.Board, expected: Facts) -> None:
    moves = legal(board)
    assert set(expected.get("includes", ())) <= set(moves)
    assert not set(expected.get("excludes", ())) & set(moves)
    assert moves == expected.get("exactly", moves)
    assert len(moves) == expected.get("count", expected.get("legal_moves", len(moves)))


# ---- positions


@op("parse_fen")
def _(given: Facts, expected: Facts) -> None:
    verdict = expected["verdict"]
    if verdict == "accept":
        board = ajeeb.Board.from_fen(given["fen"], chess960=given.get("chess960", False), strict=True)
        assert board.fen() == expected.get("fen_out", expected.get("fen_out_legal_ep", board.fen()))
        assert board.fen(en_passant="fen") == expected.get("fen_out_verbatim", board.fen(en_passant="fen"))
        assert board.shredder_fen() == expected.get("shredder_fen", board.shredder_fen())
        check_moves(board, expected)
        return
    if verdict != "either":
        with pytest.raises(ValueError):
            ajeeb.Board.from_fen(given["fen"], chess960=given.get("chess960", False), strict=True)
    try:
        board = board_of(given)
    except ajeeb.InvalidFenError:
        return
    assert board.fen() == expected.get("cleaned_fen", board.fen())
    legal(board)


@op("parse_epd")
def _(given: Facts, expected: Facts) -> None:
    board, operations = ajeeb.Board.from_epd(given["line"])
    texts = {
        key: [board.san(m) for m in value] if isinstance(value, list) else value for key, value in operations.items()
    }
    assert texts == expected["ops"]


@op("parse_perft_line")
def _(given: Facts, expected: Facts) -> None:
    fen, *depths = (part.strip() for part in given["line"].split(";"))
    board = ajeeb.Board(fen)
    assert board.fen() == expected["fen"]
    found = {depth[1:].split()[0]: board.perft(int(depth[1:].split()[0])) for depth in depths}
    assert found == expected["depths"]


@op("legal_moves")
def _(given: Facts, expected: Facts) -> None:
    check_moves(board_of(given), expected)


@op("play")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    for uci in given["moves"]:
        board.push_uci(uci)
    assert board.fen() == expected["fen_out"]


@op("outcome")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    for uci in given.get("moves", ()):
        board.push_uci(uci)
    for key in ("insufficient_material", "insufficient_material_by_pieces"):
        if key in expected:
            assert board.is_insufficient_material() == expected[key]
            return
    outcome = board.outcome()
    if expected.get("over") is False:
        assert outcome is None and board.can_claim_fifty_moves() == expected["fifty_claimable"]
        return
    assert outcome is not None
    assert (outcome.result(), outcome.termination.name.lower()) == (expected["result"], expected["reason"])


@op("side_insufficient")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    found = (board.has_insufficient_material(ajeeb.WHITE), board.has_insufficient_material(ajeeb.BLACK))
    assert found == (expected["white_cannot_win"], expected["black_cannot_win"])


@op("repetition")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    for uci in given["moves"]:
        board.push_uci(uci)
    if "fivefold_now" in expected:
        assert board.is_fivefold_repetition() == expected["fivefold_now"]
    else:
        assert board.is_repetition(3) == expected["threefold_now"]


# ---- moves as text


@op("parse_san")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    errors = {"ambiguous": ajeeb.AmbiguousMoveError, "illegal": ajeeb.IllegalMoveError}
    if "uci" in expected:
        assert board.uci(board.parse_san(given["san"])) == expected["uci"]
    elif "error" in expected:
        with pytest.raises(errors.get(expected["error"], ajeeb.ChessError)):
            board.parse_san(given["san"])
    else:
        assert board.uci(board.parse_san(given["san"])) == "e7e8q"


@op("to_san")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    assert board.san(board.parse_uci(given["uci"])) == expected["san"]


@op("play_san")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    for san in given["sans"]:
        board.push_san(san)
    assert (board.fen(), board.is_checkmate()) == (expected["final_fen"], expected["checkmate"])


# ---- games


def games_of(text: str) -> list[pgn.Game]:
    handle, games = io.StringIO(text), []
    while (game := pgn.read_game(handle)) is not None:
        games.append(game)
    return games


def mainline(game: pgn.Game) -> list[str]:
    board, moves = game.board(), []
    for move in game.mainline_moves():
        moves.append(board.uci(move))
        board.push(move)
    return moves


@op("parse_pgn")
def _(given: Facts, expected: Facts) -> None:
    check_games(games_of(given["pgn"]), expected)


@op("parse_pgn_bytes")
def _(given: Facts, expected: Facts) -> None:
    games = games_of(base64.b64decode(given["base64"]).decode("latin-1"))
    assert any(dict(games[0].headers).items() >= headers.items() for headers in expected["headers_one_of"])
    check_games(games, expected)


def check_games(games: list[pgn.Game], expected: Facts) -> None:
    assert len(games) == expected.get("games", len(games))
    assert len(games) >= expected.get("games_min", 1) and len(games) in expected.get("games_any", [len(games)])
    first = games[0]
    assert mainline(first) == expected.get("mainline_uci", expected.get("preferred_uci", mainline(first)))
    if "second_game_uci" in expected:
        assert mainline(games[1]) == expected["second_game_uci"]
    if "last_game_uci" in expected:
        assert mainline(games[-1]) == expected["last_game_uci"]
    if "mainline_uci_if_detected" in expected:
        assert mainline(first) == expected["mainline_uci_if_detected"]
    assert first.headers["Result"] == expected.get("result", first.headers["Result"])
    assert dict(first.headers).items() >= expected.get("headers", {}).items()
    assert first.board().fen() == expected.get("start_fen", first.board().fen())
    assert first.comment == expected.get("game_comment", first.comment)
    assert len(first.errors) == expected.get("errors", len(first.errors))
    if "error" in expected:
        assert expected["error"]["token"] in str(first.errors[0])
        assert len(list(first.mainline_moves())) == expected["error"]["ply"] - 1
    if expected.get("verdict") == "error_or_warning":
        assert first.errors and legal(first.end().board()) is not None
    if expected.get("final_threefold"):
        assert first.end().board().is_repetition(3)
    nodes = [first, *first.mainline()]
    for ply, comments in expected.get("comments", {}).items():
        assert nodes[int(ply)].comment == " ".join(comments)
    for ply, value in expected.get("eval", {}).items():
        score = nodes[int(ply)].eval()
        assert score is not None and score.white().score() == round(100 * value)
    for ply, depth in expected.get("depth", {}).items():
        assert nodes[int(ply)].eval_depth() == depth
    if expected.get("roundtrip"):
        assert dict(games_of(str(first))[0].headers) == dict(first.headers)


@op("write_pgn_movetext")
def _(given: Facts, expected: Facts) -> None:
    game = pgn.Game()
    game.setup(given["fen"])
    game.add_line([ajeeb.Move.from_uci(uci) for uci in given["uci"]])
    assert game.accept(pgn.StringExporter(headers=False)) == expected["movetext"]


@op("write_pgn")
def _(given: Facts, expected: Facts) -> None:
    game = games_of((DATA.parents[1] / "data" / "sample.pgn").read_text())[0]
    text = game.accept(pgn.StringExporter(columns=expected["max_columns"]))
    assert max(map(len, text.splitlines())) <= expected["max_columns"]
    assert [line[1:].split()[0] for line in text.splitlines()[:7]] == expected["seven_tag_order"]
    assert text.endswith(" " + game.headers["Result"])


@op("parse_pgn_generated")
def _(given: Facts, expected: Facts) -> None:
    game = games_of("1. e4 " + "( 1. d4 " * 3000 + ")" * 3000 + " 1... e5 *")[0]
    assert mainline(game) == expected["mainline_uci_if_accepted"]
    assert len(game.variations) == 3001 and str(game).count("1. d4") == 3000


@op("roundtrip_generated")
def _(given: Facts, expected: Facts) -> None:
    game = pgn.Game()
    moves = [ajeeb.Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8")] * (expected["plies"] // 4)
    game.add_line(moves)
    assert list(games_of(str(game))[0].mainline_moves()) == moves


# ---- keys


@op("polyglot_key")
def _(given: Facts, expected: Facts) -> None:
    assert f"{polyglot.zobrist_hash(board_of(given)):016x}" == expected["key"]


@op("polyglot_move_decode")
def _(given: Facts, expected: Facts) -> None:
    entry = polyglot.ENTRY_STRUCT.pack(polyglot.zobrist_hash(board_of(given)), given["raw_move"], 1, 0)
    path = Path(__file__).parents[2] / "build" / "one-entry.bin"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(entry)
    with polyglot.open_reader(path) as reader:
        assert reader.find(board_of(given)).move.uci() == expected["uci"]


@op("two_lines")
def _(given: Facts, expected: Facts) -> None:
    a, b = ajeeb.Board(), ajeeb.Board()
    for board, sans in ((a, given["sans_a"]), (b, given["sans_b"])):
        for san in sans:
            board.push_san(san)
    assert (a.key() == b.key()) == expected["same_position_for_repetition"]
    assert (polyglot.zobrist_hash(a) == polyglot.zobrist_hash(b)) == expected["same_book_key"]
    assert a.epd() == b.epd() == expected["epd"]


@op("internal_keys_equal", "internal_keys_differ")
def _(given: Facts, expected: Facts) -> None:
    a, b = (ajeeb.Board(fen, chess960=given.get("chess960", False)) for fen in given["fens"])
    assert (a.key() == b.key()) == ("equal" in expected)
    if "book_keys_equal" in expected:
        assert (polyglot.zobrist_hash(a) == polyglot.zobrist_hash(b)) == expected["book_keys_equal"]


@op("incremental_equals_scratch")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    for text in given.get("sans", given.get("uci", given.get("moves", ()))):
        (board.push_san if "sans" in given else board.push_uci)(text)
        assert board.key() == ajeeb.Board(board.fen(en_passant="fen"), chess960=board.chess960).key()
    assert board.fen() == expected["final_fen"]


@op("make_unmake_key")
def _(given: Facts, expected: Facts) -> None:
    board = board_of(given)
    for uci in given["uci"]:
        key = board.key()
        board.push_uci(uci)
        board.pop()
        assert board.key() == key
