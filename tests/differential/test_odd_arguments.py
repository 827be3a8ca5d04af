"""What no program should hand over and some do: values of odd kinds to every part of the face, and subclasses that
override. Both libraries are asked the same.
"""

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import chess
import numpy as np
import pytest

import ajeeb

from .sameness import assert_same, attempt, plain

LIBRARIES: tuple[Any, Any] = (chess, ajeeb)

# One expression each, of `lib`.
COMPARISONS = [
    f"{value} {operator} {other}"
    for value in ("lib.Board()", "lib.BaseBoard()", "lib.SquareSet(3)", "lib.Piece(1, True)", "lib.Move(12, 28)")
    for other in ("None", "5", "'x'", "object()", "lib.Board()", "lib.BaseBoard()", "3", "[0, 1]", "float('nan')")
    for operator in ("==", "!=", "in (None, 7) or 0 ==")
] + [
    "[None, lib.Board()].index(lib.Board())",
    "lib.Board().occupied_co == None",
    "lib.Board().occupied_co == [18446462598732840960, 65535]",
    "lib.Board().occupied_co != 5",
]
FLAGS = [
    call.replace("FLAG", flag)
    for call in (
        "lib.Board().outcome(claim_draw=FLAG)",
        "lib.Board().result(claim_draw=FLAG)",
        "lib.Board().is_game_over(claim_draw=FLAG)",
        "lib.Board().fen(shredder=FLAG, promoted=FLAG)",
        "lib.Board().board_fen(promoted=FLAG)",
        "lib.Board().epd(shredder=FLAG, promoted=FLAG)",
        "lib.Board().shredder_fen(promoted=FLAG)",
        "lib.Board(chess960=FLAG)",
        "lib.Board.empty().set_piece_at(3, None, FLAG)",
        "lib.Board().unicode(invert_color=FLAG, borders=FLAG, empty_square='.', orientation=FLAG)",
        "lib.Board().chess960_pos(ignore_turn=FLAG, ignore_castling=FLAG, ignore_counters=FLAG)",
        "lib.Board.from_epd('4k3/8/8/8/8/8/8/4K3 w - -', chess960=FLAG)",
        "lib.Board().uci(lib.Move(4, 6), chess960=FLAG)",
        "lib.Board().xboard(lib.Move(4, 6), FLAG)",
        "setattr(lib.Board(), 'chess960', FLAG)",
        "setattr(lib.Board(), 'turn', FLAG)",
        "lib.Board().copy(stack=FLAG)",
    )
    for flag in ("0", "1", "np.True_", "np.False_")
]
OTHERS = [
    "lib.Board().copy(stack=None)",
    "lib.Board().copy(stack=np.int64(2))",
    "lib.Board().is_legal(None)",
    "lib.Board().is_pseudo_legal(None)",
    "None in lib.Board().legal_moves",
    "lib.Board().set_piece_map({'e4': lib.Piece(1, True)})",
    "lib.Board().epd(x=np.int64(5))",
    "lib.Board().epd(x=True, y=1e300, z=[], w=('a', 1))",
    "lib.Board().set_epd('4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;; ; id \"a;b\";')",
    "lib.SquareSet(3) << -1",
    "lib.SquareSet(3) >> -1",
    "lib.SquareSet(3).__ilshift__(-1)",
    "lib.SquareSet(3) << 64",
    "lib.SquareSet(np.uint64(2**63))",
    "lib.SquareSet('a1')",
    "lib.SquareSet(2**65 + 1)",
]


@pytest.mark.parametrize("expression", COMPARISONS + FLAGS + OTHERS)
def test_odd_values(expression: str) -> None:
    theirs, ours = (attempt(lambda lib=lib: eval(expression, {"lib": lib, "np": np})) for lib in LIBRARIES)
    assert_same(theirs, ours, expression)


def logged(lib: Any) -> type[Any]:
    """A Board that carries a log along, written by the methods that it overrides."""

    class Logged(lib.Board):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            self.log: list[str] = []
            super().__init__(*arguments, **keywords)

        def push(self, move: Any) -> None:
            self.log.append(f"push {move}")
            super().push(move)

        def parse_san(self, san: str) -> Any:
            self.log.append(f"parse {san}")
            return super().parse_san(san)

        def copy(self, *, stack: bool | int = True) -> Any:
            twin = super().copy(stack=stack)
            twin.log = [*self.log, "copied"]
            return twin

    return Logged


USES: dict[str, Callable[[Any, Any], Any]] = {
    "push_san": lambda lib, board: board.push_san("e4"),
    "push_uci": lambda lib, board: board.push_uci("e2e4"),
    "push_xboard": lambda lib, board: board.push_xboard("e2e4"),
    "san_and_push": lambda lib, board: board.san_and_push(lib.Move.from_uci("e2e4")),
    "copy.copy": lambda lib, board: copy.copy(board).log,
    "copy.deepcopy": lambda lib, board: copy.deepcopy(board).log,
    "mirror": lambda lib, board: board.mirror().log,
    "transform": lambda lib, board: board.transform(lib.flip_vertical).log,
    "root": lambda lib, board: board.root().log,
}


@pytest.mark.parametrize("use", USES)
def test_overridden_methods_are_called(use: str) -> None:
    results = []
    for lib in LIBRARIES:
        board = logged(lib)()
        results.append(
            (plain(USES[use](lib, board)), [line for line in board.log if not line.startswith("parse e2e4")])
        )
    assert results[0] == results[1] and results[1][0] not in (None, [])


def odd(lib: Any) -> type[Any]:
    class Odd(lib.Board):  # type: ignore[misc]
        """Moves of pawns are forbidden."""

        def generate_legal_moves(self, from_mask: int = lib.BB_ALL, to_mask: int = lib.BB_ALL) -> Iterator[Any]:
            return super().generate_legal_moves(from_mask & ~self.pawns, to_mask)

        def generate_pseudo_legal_moves(self, from_mask: int = lib.BB_ALL, to_mask: int = lib.BB_ALL) -> Iterator[Any]:
            if self.turn == lib.BLACK:
                raise RuntimeError("not now")
            return super().generate_pseudo_legal_moves(from_mask & ~self.pawns, to_mask)

        def is_legal(self, move: Any) -> bool:
            return not self.pawns & lib.BB_SQUARES[move.from_square] and super().is_legal(move)

    return Odd


def test_views_ask_overridden_generators() -> None:
    for lib in LIBRARIES:
        board = odd(lib)()
        for view in (board.legal_moves, board.pseudo_legal_moves):
            assert sorted(move.uci() for move in view) == ["b1a3", "b1c3", "g1f3", "g1h3"]
            assert view.count() == 4 and view and "Nf3" in repr(view)
        assert lib.Move.from_uci("e2e4") not in board.legal_moves
        board.turn = lib.BLACK
        for fail in (list, bool, repr, lambda view: view.count()):
            with pytest.raises(RuntimeError, match="not now"):
                fail(board.pseudo_legal_moves)


def test_subclasses_with_nothing_of_their_own() -> None:
    class Plain(ajeeb.Board):
        pass

    board = Plain()
    assert board.push_san("e4").uci() == "e2e4" and len(list(board.legal_moves)) == 20
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), board.mirror(), board.root()):
        assert type(twin) is Plain
    assert type(pickle.loads(pickle.dumps(ajeeb.Board()))) is ajeeb.Board
