"""Reading games one by one from a text handle: `read_game`, `read_headers`, `skip_game`.

Lines are taken and cut by the core. The usual visitor, `GameBuilder`, is served by a native tree; any other is told of
every token from here. Whole files as arrays are scan.py's.
"""

import io
from collections.abc import Callable, Iterator
from typing import Any, TextIO, TypeVar, overload
from weakref import WeakKeyDictionary

from ajeeb import errors
from ajeeb._core import Board
from ajeeb._core import pgn as _core
from ajeeb.errors import ChessError
from ajeeb.pgn.headers import Headers
from ajeeb.pgn.nodes import Game, root_from_tree
from ajeeb.pgn.visitors import LOGGER, SKIP, BaseVisitor, GameBuilder, HeadersBuilder

ResultT = TypeVar("ResultT")

_MOVE, _COMMENT, _NAG, _OPEN, _CLOSE, _RESULT = range(1, 7)
_ERRORS = {
    "invalid": errors.InvalidMoveError,
    "illegal": errors.IllegalMoveError,
    "ambiguous": errors.AmbiguousMoveError,
}

# Lines that were read to find the end of a game and belong to the next one, and where the handle stood behind them.
_pending: "WeakKeyDictionary[TextIO, tuple[str, int | None]]" = WeakKeyDictionary()


@overload
def read_game(handle: TextIO) -> Game | None: ...
@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[ResultT]]) -> ResultT | None: ...  # noqa: N803
def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:  # noqa: N803
    """Read the next game from a handle opened in text mode; None at its end.

    Faults don't raise: the rest of the line they stand in is passed over, and they are in `game.errors`. `Visitor` is
    called without arguments and gives the visitor that is told of the game; its result is returned.

    >>> from io import StringIO
    >>> game = read_game(StringIO("1. e4 e5 (1... c5) 2. Nf3 *"))
    >>> [move.uci() for move in game.mainline_moves()]
    ['e2e4', 'e7e5', 'g1f3']
    """
    found = _take_lines(handle)
    if found is None:
        return None
    tags, movetext = found
    if Visitor is GameBuilder:
        return _build(tags, movetext)
    visitor: BaseVisitor[Any] = Visitor()
    _tell(visitor, tags, movetext)
    return visitor.result()


def read_headers(handle: TextIO) -> Headers | None:
    """Read the tags of the next game and pass over its moves; None at the end of the handle.

    >>> from io import StringIO
    >>> read_headers(StringIO('[White "Morphy"]\\n\\n1. e4 *'))
    Headers(White='Morphy')
    """
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Pass over the next game. True if there was one."""
    return _take_lines(handle) is not None


# ---- lines


def _take_lines(handle: TextIO) -> tuple[list[tuple[str, str]], str] | None:
    found = _core.read_game_lines(handle, _take_pending(handle) if _pending else None)
    if found is None:
        return None
    tags, movetext, left = found
    if left is not None:
        _give_back(handle, left)
    return tags, movetext


def _give_back(handle: TextIO, line: str) -> None:
    if isinstance(handle, io.StringIO):
        handle.seek(handle.tell() - len(line))
        return
    _pending[handle] = (line, _place(handle))


def _take_pending(handle: TextIO) -> str | None:
    """The line that was given back, unless the handle has been moved since."""
    line, place = _pending.pop(handle, (None, None))
    return line if place == _place(handle) else None


def _place(handle: TextIO) -> int | None:
    try:
        return handle.tell()
    except (OSError, ValueError, AttributeError):
        return None


# ---- the usual visitor


def _build(tags: list[tuple[str, str]], movetext: str) -> Game:
    game = Game()
    game.headers._fill(tags)
    try:
        start = game.headers.board() if "FEN" in game.headers or "Variant" in game.headers else None
    except ChessError as error:
        _note(game, error)
        return game
    tree = _core.Tree(movetext, start)
    root_from_tree(game, tree)
    for kind, token, fen in tree.faults():
        _note(game, _ERRORS[kind](f"expected a legal move in SAN, got {token!r} in {fen!r} ({kind})"))
    if tree.result and game.headers.get("Result", "*") == "*":
        game.headers["Result"] = tree.result
    return game


def _note(game: Game, error: ChessError) -> None:
    LOGGER.error("%s while parsing %r", error, game)
    game.errors.append(error)


# ---- any other visitor


def _tell(visitor: BaseVisitor[Any], tags: list[tuple[str, str]], movetext: str) -> None:
    if visitor.begin_game() is not SKIP:
        managed = visitor.begin_headers()
        headers = Headers({}) if managed is None else managed
        for name, value in tags:
            visitor.visit_header(name, value)
            headers._fill([(name, value)])
        if visitor.end_headers() is not SKIP:
            try:
                board = headers.board()
            except ChessError as error:
                visitor.handle_error(error)
            else:
                visitor.visit_board(board)
                _Movetext(visitor, board).tell(iter(_core.tokens(movetext)))
    visitor.end_game()


class _Movetext:
    """Tells a visitor of the tokens of a game, with a board for each open variation."""

    def __init__(self, visitor: BaseVisitor[Any], board: Board) -> None:
        self.visitor = visitor
        self.boards = [board]
        self.moved = [False]
        self.skipped_depth = 0  # of the variation that is passed over, counted with those in it; 0: none

    def tell(self, tokens: Iterator[tuple[int, str | int]]) -> None:
        """Tell of all tokens."""
        for kind, value in tokens:
            if self.skipped_depth:
                self._skip(kind)
            elif kind == _MOVE:
                self._move(str(value))
            elif kind == _COMMENT:
                self.visitor.visit_comment(str(value))
            elif kind == _NAG:
                self.visitor.visit_nag(int(value))
            elif kind == _OPEN:
                self._open()
            elif kind == _CLOSE:
                self._close()
            elif len(self.boards) == 1:
                self.visitor.visit_result(str(value))

    def _skip(self, kind: int) -> None:
        if kind == _OPEN:
            self.skipped_depth += 1
        elif kind == _CLOSE:
            self.skipped_depth -= 1
            if self.skipped_depth == 0:
                if len(self.boards) == 1:
                    self.skipped_depth = 1  # the main line has no end but the game's
                else:
                    self._close()

    def _move(self, san: str) -> None:
        board = self.boards[-1]
        if self.visitor.begin_parse_san(board, san) is not SKIP:
            self._play(board, san)
        self.visitor.visit_board(board)

    def _play(self, board: Board, san: str) -> None:
        try:
            move = self.visitor.parse_san(board, san)
        except ValueError as error:
            self.visitor.handle_error(error)
            self.skipped_depth = 1
        else:
            self.visitor.visit_move(board, move)
            board.push(move)
            self.moved[-1] = True

    def _open(self) -> None:
        if not self.moved[-1]:
            return
        board = self.boards[-1].copy()
        board.pop()
        self.boards.append(board)
        self.moved.append(False)
        if self.visitor.begin_variation() is SKIP:
            self.skipped_depth = 1

    def _close(self) -> None:
        if len(self.boards) > 1:
            self.boards.pop()
            self.moved.pop()
            self.visitor.end_variation()
