"""Every public method of a Board, called on both libraries at the same positions: values, exceptions, side effects.

`CALLS` says how each is called; a test holds that table against python-chess's own list of names, so that none is left
out. Where the two may differ stands in docs/differences.md and in test_differences.py.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import chess
import pytest

import ajeeb

from .sameness import assert_same, attempt, plain
from .walks import random_games, real_games

Call = Callable[[Any, Any, Any], Any]  # (library, board, situation) -> value


class Situation:
    """Arguments that fit a position: squares, masks, moves (as UCI text) and texts."""

    def __init__(self, board: chess.Board, source: random.Random) -> None:
        self.squares = source.sample(range(64), 6)
        self.mask = source.getrandbits(64) | source.getrandbits(64)
        self.occupied = source.getrandbits(64)
        legal = sorted(move.uci() for move in board.legal_moves)
        pseudo = sorted(move.uci() for move in board.pseudo_legal_moves)
        self.legal = source.sample(legal, min(len(legal), 6))
        self.pseudo = source.sample(pseudo, min(len(pseudo), 6))
        self.any = [chess.Move(source.randrange(64), source.randrange(64)).uci() for _ in range(6)]
        self.sans = [board.san(chess.Move.from_uci(uci)) for uci in self.legal]
        self.best = next((san for san in self.sans if not san.startswith("O")), "e4")
        self.line = self._line(board.copy(stack=False), source)
        self.fen = board.fen(en_passant="fen")

    @staticmethod
    def _line(board: chess.Board, source: random.Random) -> list[str]:
        line = []
        for _ in range(5):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if moves:
                line.append(source.choice(moves).uci())
                board.push_uci(line[-1])
        return line


def per_square(name: str) -> list[Call]:
    return [lambda lib, board, at: [getattr(board, name)(square) for square in at.squares]]


def per_color_square(name: str, *, occupied: bool) -> list[Call]:
    calls: list[Call] = [
        lambda lib, board, at: [getattr(board, name)(color, square) for color in lib.COLORS for square in at.squares]
    ]
    if occupied:
        calls.append(lambda lib, board, at: [getattr(board, name)(True, square, at.occupied) for square in at.squares])
        calls.append(lambda lib, board, at: getattr(board, name)(False, at.squares[0], lib.SquareSet(at.occupied)))
    return calls


def per_move(name: str, which: str) -> list[Call]:
    return [lambda lib, board, at: [getattr(board, name)(lib.Move.from_uci(uci)) for uci in getattr(at, which)]]


def plainly(name: str, **keywords: Any) -> Call:
    return lambda lib, board, at: getattr(board, name)(**keywords)


def per_color(name: str) -> list[Call]:
    return [lambda lib, board, at: [getattr(board, name)(color) for color in lib.COLORS]]


def with_masks(name: str) -> list[Call]:
    return [
        plainly(name),
        lambda lib, board, at: getattr(board, name)(at.mask),
        lambda lib, board, at: getattr(board, name)(at.mask, ~at.occupied),
        lambda lib, board, at: getattr(board, name)(to_mask=at.occupied),
    ]


def after(change: Call) -> Call:
    """A call that changes the board: what comes out, and the board afterwards. The board itself is spared."""

    def call(lib: Any, board: Any, at: Any) -> Any:
        other = board.copy()
        value = change(lib, other, at)
        return [plain(value), plain(other)]

    return call


def texts(name: str, which: str) -> list[Call]:
    return [
        lambda lib, board, at, text=text: getattr(board, name)(text)
        for text in (
            "",
            "x",
            "e9",
            "Qa1",
            "Ke1",
            "e4",
            "exd5",
            "O-O",
            "O-O-O",
            "e2e4",
            "e8=Q",
            "Nbd7",
            "R1a3",
            "0-0",
            "Kxe8",
        )
    ] + [lambda lib, board, at: [getattr(board, name)(text) for text in getattr(at, which)]]


def castled(lib: Any, board: Any, text: str) -> Any:
    """The rights after set_castling_fen. Rights without a rook are noted on squares of each library's own choice."""
    other = board.copy()
    other.set_castling_fen(text)
    return [other.clean_castling_rights(), other.fen(), len(other.move_stack)]


def transformed(lib: Any, board: Any, flip: str) -> Any:
    """The board after a flip or shift; an ep square would have nowhere to go at the edge."""
    other = board.copy()
    other.ep_square = None
    value = other.transform(getattr(lib, flip))
    other.apply_transform(getattr(lib, flip))
    return [plain(value), plain(other)]


FLIPS = ("flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal", "shift_up", "shift_left")

CALLS: dict[str, list[Call]] = {
    # attributes
    **{
        name: [lambda lib, board, at, name=name: getattr(board, name)]
        for name in (
            "pawns",
            "knights",
            "bishops",
            "rooks",
            "queens",
            "kings",
            "occupied",
            "promoted",
            "turn",
            "castling_rights",
            "ep_square",
            "halfmove_clock",
            "fullmove_number",
            "chess960",
            "move_stack",
            "legal_moves",
            "pseudo_legal_moves",
            "aliases",
            "uci_variant",
            "xboard_variant",
            "starting_fen",
            "one_king",
            "captures_compulsory",
            "connected_kings",
        )
    },
    "occupied_co": [lambda lib, board, at: [board.occupied_co[color] for color in lib.COLORS]],
    # looking
    "pieces": [lambda lib, board, at: [board.pieces(kind, color) for kind in lib.PIECE_TYPES for color in lib.COLORS]],
    "pieces_mask": [
        lambda lib, board, at: [board.pieces_mask(kind, color) for kind in lib.PIECE_TYPES for color in lib.COLORS]
    ],
    "piece_at": per_square("piece_at"),
    "piece_type_at": per_square("piece_type_at"),
    "color_at": per_square("color_at"),
    "piece_map": [plainly("piece_map"), lambda lib, board, at: board.piece_map(mask=at.mask)],
    "king": per_color("king"),
    "attacks": per_square("attacks"),
    "attacks_mask": per_square("attacks_mask"),
    "attackers": per_color_square("attackers", occupied=True),
    "attackers_mask": [
        lambda lib, board, at: [board.attackers_mask(color, square) for color in lib.COLORS for square in at.squares],
        lambda lib, board, at: [board.attackers_mask(True, square, at.occupied) for square in at.squares],
    ],
    "is_attacked_by": per_color_square("is_attacked_by", occupied=True),
    "pin": per_color_square("pin", occupied=False),
    "pin_mask": per_color_square("pin_mask", occupied=False),
    "is_pinned": per_color_square("is_pinned", occupied=False),
    # moves
    **{
        name: with_masks(name)
        for name in (
            "generate_legal_moves",
            "generate_pseudo_legal_moves",
            "generate_legal_captures",
            "generate_pseudo_legal_captures",
            "generate_legal_ep",
            "generate_pseudo_legal_ep",
            "generate_castling_moves",
        )
    },
    "is_legal": per_move("is_legal", "any") + per_move("is_legal", "legal") + per_move("is_legal", "pseudo"),
    "is_pseudo_legal": per_move("is_pseudo_legal", "any") + per_move("is_pseudo_legal", "pseudo"),
    **{
        name: per_move(name, "pseudo")
        for name in (
            "is_into_check",
            "gives_check",
            "is_capture",
            "is_en_passant",
            "is_zeroing",
            "is_irreversible",
            "is_castling",
            "is_kingside_castling",
            "is_queenside_castling",
        )
    },
    "find_move": [
        lambda lib, board, at: [
            board.find_move(move.from_square, move.to_square, move.promotion)
            for move in map(lib.Move.from_uci, at.legal)
        ],
        lambda lib, board, at: [
            board.find_move(move.from_square, move.to_square) for move in map(lib.Move.from_uci, at.legal)
        ],
        lambda lib, board, at: board.find_move(at.squares[0], at.squares[1]),
    ],
    "push": [
        after(lambda lib, board, at: [board.push(lib.Move.from_uci(uci)) for uci in at.line]),
        after(lambda lib, board, at: board.push(lib.Move.null())),
        *[after(lambda lib, board, at, n=n: board.push(lib.Move.from_uci(at.pseudo[n]))) for n in range(3)],
    ],
    "pop": [after(lambda lib, board, at: [board.pop() for _ in range(3)]), after(lambda lib, board, at: board.pop())],
    "peek": [plainly("peek")],
    "push_san": [
        after(lambda lib, board, at: board.push_san(at.sans[0])),
        after(lambda lib, board, at: board.push_san("Kx")),
    ],
    "push_uci": [
        after(lambda lib, board, at: board.push_uci(at.legal[0])),
        after(lambda lib, board, at: board.push_uci("e2e9")),
    ],
    "push_xboard": [after(lambda lib, board, at: board.push_xboard(at.legal[0]))],
    "san_and_push": [after(lambda lib, board, at: board.san_and_push(lib.Move.from_uci(at.legal[0])))],
    # texts
    "san": per_move("san", "legal"),
    "lan": per_move("lan", "legal"),
    "uci": [
        *per_move("uci", "legal"),
        lambda lib, board, at: [board.uci(lib.Move.from_uci(uci), chess960=True) for uci in at.legal],
        lambda lib, board, at: [board.uci(lib.Move.from_uci(uci), chess960=False) for uci in at.legal],
    ],
    "xboard": [
        *per_move("xboard", "legal"),
        lambda lib, board, at: [board.xboard(lib.Move.from_uci(uci), chess960=True) for uci in at.legal],
    ],
    "variation_san": [
        lambda lib, board, at: board.variation_san([lib.Move.from_uci(uci) for uci in at.line]),
        lambda lib, board, at: board.variation_san([]),
        lambda lib, board, at: board.variation_san([lib.Move.from_uci(uci) for uci in at.any]),
    ],
    "parse_san": texts("parse_san", "sans"),
    "parse_uci": texts("parse_uci", "legal"),
    "parse_xboard": texts("parse_xboard", "legal"),
    "fen": [
        plainly("fen"),
        plainly("fen", shredder=True),
        plainly("fen", en_passant="fen"),
        plainly("fen", en_passant="xfen"),
        plainly("fen", promoted=True),
    ],
    "shredder_fen": [plainly("shredder_fen"), plainly("shredder_fen", en_passant="fen", promoted=True)],
    "epd": [
        plainly("epd"),
        plainly("epd", shredder=True),
        plainly("epd", en_passant="xfen", promoted=True),
        plainly("epd", id='a "quoted"; text', c0=3, ce=-1.5, noop=None),
        lambda lib, board, at: board.epd(bm=[lib.Move.from_uci(uci) for uci in at.legal]),
        lambda lib, board, at: board.epd(pv=[lib.Move.from_uci(uci) for uci in at.line]),
        plainly("epd", **{"a b": 1}),
        plainly("epd", **{"-": 1}),
        plainly("epd", **{"": 1}),
    ],
    "board_fen": [plainly("board_fen"), plainly("board_fen", promoted=True)],
    "castling_xfen": [plainly("castling_xfen")],
    "castling_shredder_fen": [plainly("castling_shredder_fen")],
    "unicode": [
        plainly("unicode"),
        plainly("unicode", invert_color=True, borders=True),
        plainly("unicode", empty_square=".", orientation=False),
        plainly("unicode", borders=True, orientation=False),
    ],
    # ends
    **{
        name: [plainly(name)]
        for name in (
            "is_check",
            "is_checkmate",
            "is_stalemate",
            "is_insufficient_material",
            "is_fifty_moves",
            "is_seventyfive_moves",
            "is_fivefold_repetition",
            "can_claim_fifty_moves",
            "can_claim_threefold_repetition",
            "can_claim_draw",
            "is_variant_end",
            "is_variant_win",
            "is_variant_loss",
            "is_variant_draw",
            "status",
            "is_valid",
            "checkers",
            "checkers_mask",
            "was_into_check",
            "has_legal_en_passant",
            "has_pseudo_legal_en_passant",
            "clean_castling_rights",
            "has_chess960_castling_rights",
            "ply",
        )
    },
    **{name: [plainly(name), plainly(name, claim_draw=True)] for name in ("outcome", "result", "is_game_over")},
    "is_repetition": [lambda lib, board, at: [board.is_repetition(count) for count in (1, 2, 3, 4)]],
    **{
        name: per_color(name)
        for name in (
            "has_insufficient_material",
            "has_castling_rights",
            "has_kingside_castling_rights",
            "has_queenside_castling_rights",
        )
    },
    # changing
    **{
        name: [after(plainly(name))]
        for name in ("reset", "clear", "reset_board", "clear_board", "clear_stack", "apply_mirror")
    },
    "set_fen": [
        after(lambda lib, board, at: board.set_fen(at.fen)),
        after(lambda lib, board, at: board.set_fen("8/8 w")),
        after(lambda lib, board, at: board.set_fen("8/8/8/8/8/8/8/K1k5")),
    ],
    "set_epd": [
        after(
            lambda lib, board, at: board.set_epd(
                " ".join(at.fen.split()[:4]) + f' bm {at.best}; id "a;b"; hmvc 3; fmvn 9;'
            )
        ),
        after(lambda lib, board, at: board.set_epd("8/8/8/8/8/8/8/K1k5 w - - c0 5; ce -1.25; noop;")),
        after(lambda lib, board, at: board.set_epd("8/8 w")),
    ],
    "set_board_fen": [
        after(lambda lib, board, at: board.set_board_fen("8/8/8/8/8/8/P~7/K1k5")),
        after(lambda lib, board, at: board.set_board_fen("8/8/8 w")),
    ],
    "set_castling_fen": [
        lambda lib, board, at, text=text: castled(lib, board, text) for text in ("Kq", "-", "", "HAha", "X", "KK", "Kb")
    ],
    "set_piece_map": [
        after(lambda lib, board, at: board.set_piece_map({square: lib.Piece(2, True) for square in at.squares}))
    ],
    "set_piece_at": [
        after(lambda lib, board, at: board.set_piece_at(at.squares[0], lib.Piece(4, False))),
        after(lambda lib, board, at: board.set_piece_at(at.squares[1], None)),
        after(lambda lib, board, at: board.set_piece_at(at.squares[2], lib.Piece(5, True), promoted=True)),
    ],
    "remove_piece_at": [after(lambda lib, board, at: [board.remove_piece_at(square) for square in at.squares])],
    "set_chess960_pos": [
        after(lambda lib, board, at: board.set_chess960_pos(at.squares[0])),
        after(lambda lib, board, at: board.set_chess960_pos(960)),
    ],
    "chess960_pos": [
        plainly("chess960_pos"),
        plainly("chess960_pos", ignore_turn=True, ignore_castling=True, ignore_counters=False),
    ],
    "from_chess960_pos": [lambda lib, board, at: type(board).from_chess960_pos(at.squares[0] * 15)],
    "from_epd": [
        lambda lib, board, at: type(board).from_epd(" ".join(at.fen.split()[:4]) + " c0 5;", chess960=board.chess960)
    ],
    "empty": [lambda lib, board, at: type(board).empty(), lambda lib, board, at: type(board).empty(chess960=True)],
    "apply_transform": [lambda lib, board, at, flip=flip: transformed(lib, board, flip) for flip in FLIPS],
    "transform": [lambda lib, board, at: transformed(lib, board, "flip_vertical")],
    "mirror": [plainly("mirror")],
    "root": [plainly("root")],
    "copy": [plainly("copy"), plainly("copy", stack=False), plainly("copy", stack=2)],
}

# Table formats of Syzygy, which is left out.
LEFT_OUT = {name for name in dir(chess.Board) if name.startswith(("tbw_", "tbz_", "pawnless_tb"))}


def test_no_public_name_is_left_out() -> None:
    names = {name for name in dir(chess.Board()) if not name.startswith("_")} - LEFT_OUT
    assert names <= CALLS.keys(), sorted(names - CALLS.keys())
    assert all(hasattr(ajeeb.Board, name) or hasattr(ajeeb.Board(), name) for name in CALLS)


def compare(theirs: chess.Board, ours: ajeeb.Board, at: Situation) -> None:
    before = plain(theirs)
    for name, calls in CALLS.items():
        for number, call in enumerate(calls):
            what = f"{name} (call {number}) at {at.fen}"
            assert_same(attempt(lambda: call(chess, theirs, at)), attempt(lambda: call(ajeeb, ours, at)), what)  # noqa: B023
    for text in (str, lambda board: repr(board)):
        assert text(theirs) == text(ours), at.fen
    assert_same(before, plain(theirs), f"python-chess's board after all calls at {at.fen}")
    assert_same(before, plain(ours), f"our board after all calls at {at.fen}")


def walk(games: Iterator[tuple[str, bool, list[str]]], every: int, seed: int) -> None:
    source = random.Random(seed)
    for start, chess960, moves in games:
        theirs, ours = chess.Board(start, chess960=chess960), ajeeb.Board(start, chess960=chess960)
        for ply, uci in enumerate(moves):
            if source.randrange(every) == 0 or ply == len(moves) - 1:
                compare(theirs, ours, Situation(theirs, source))
            assert_same(plain(theirs.push_uci(uci)), plain(ours.push_uci(uci)), f"{uci} at {start}, ply {ply}")
        compare(theirs, ours, Situation(theirs, source))


def test_real_games() -> None:
    walk(real_games(8), every=12, seed=1)


def test_random_games() -> None:
    walk(random_games(6, seed=2), every=12, seed=3)


def test_random_games_of_chess960() -> None:
    walk(random_games(6, seed=4, chess960=True), every=12, seed=5)


@pytest.mark.slow
def test_many_games() -> None:
    walk(real_games(30), every=3, seed=11)
    walk(random_games(120, seed=12), every=5, seed=13)
    walk(random_games(120, seed=14, chess960=True), every=5, seed=15)


def test_pawns_take_whatever_the_ep_square() -> None:
    """A FEN may name any ep square, occupied or on an odd rank: what a pawn's step takes is the same."""
    source = random.Random(4)
    pieces = "PPPPpppNnBbRrQq"
    for _ in range(300):
        placed = dict.fromkeys(source.sample(range(8, 56), 24), "")
        board = chess.Board(None)
        for square in placed:
            board.set_piece_at(square, chess.Piece.from_symbol(source.choice(pieces)))
        board.set_piece_at(source.choice([0, 4, 7]), chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(source.choice([56, 60, 63]), chess.Piece(chess.KING, chess.BLACK))
        board.turn = source.random() < 0.5
        board.ep_square = source.choice([*placed, *range(64)])
        ours = ajeeb.Board(board.fen(en_passant="fen"))
        for move in board.pseudo_legal_moves:
            theirs, mine = board.copy(stack=False), ours.copy(stack=False)
            theirs.push(move)
            mine.push(ajeeb.Move.from_uci(move.uci()))
            assert mine.fen() == theirs.fen(), (board.fen(en_passant="fen"), move)
