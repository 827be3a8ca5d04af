"""Visitors: what is told of a game's parts in the order in which PGN has them, and the ones that build or write games.

A parser (reading.py) or a tree (nodes.py) calls them.
"""

import logging
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Literal, TextIO, TypeVar

from ajeeb._core import Board, Move
from ajeeb.pgn.headers import Headers

if TYPE_CHECKING:
    from ajeeb.pgn.nodes import Game, GameNode

LOGGER = logging.getLogger("ajeeb.pgn")

ResultT = TypeVar("ResultT")
GameT = TypeVar("GameT", bound="Game")
HeadersT = TypeVar("HeadersT", bound=Headers)


class SkipType(Enum):
    """What a visitor returns to be spared a part of the game."""

    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor(Generic[ResultT]):
    """Does nothing at every part of a game. Subclasses say what is to be done at the parts they care for."""

    def begin_game(self) -> SkipType | None:
        """At the start of a game. SKIP passes over all of it."""
        return None

    def begin_headers(self) -> Headers | None:
        """Before the tags. A Headers object returned here is filled in by the caller."""
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """At each tag."""

    def end_headers(self) -> SkipType | None:
        """After the tags. SKIP passes over the moves."""
        return None

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """Before a parser reads a move. SKIP passes over it."""
        return None

    def parse_san(self, board: Board, san: str) -> Move:
        """Read a move for a parser. Raises a ChessError for one that can't be played."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """At each move, `board` standing before it. The board must be given back as it was."""

    def visit_board(self, board: Board) -> None:
        """At the starting position and after each move. The board must be given back as it was."""

    def visit_comment(self, comment: str) -> None:
        """At each comment."""

    def visit_nag(self, nag: int) -> None:
        """At each annotation glyph."""

    def begin_variation(self) -> SkipType | None:
        """Before a variation. SKIP passes over it."""
        return None

    def end_variation(self) -> None:
        """After a variation."""

    def visit_result(self, result: str) -> None:
        """At the result at the end of the moves."""

    def end_game(self) -> None:
        """At the end of a game."""

    def result(self) -> ResultT:
        """What the visitor made of the game."""
        raise NotImplementedError(f"{type(self).__name__}.result()")

    def handle_error(self, error: Exception) -> None:
        """At a fault in the game. Raises it unless overridden."""
        raise error


class GameBuilder(BaseVisitor[GameT]):
    """Makes a game tree: what `read_game` uses unless told otherwise."""

    def __init__(self, *, Game: Any = None) -> None:  # noqa: N803
        if Game is None:
            from ajeeb.pgn.nodes import Game
        self.Game = Game

    def begin_game(self) -> None:
        self.game: GameT = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comment = ""
        self.in_variation = False

    def begin_headers(self) -> Headers:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> None:
        parent = self.variation_stack[-1].parent
        if parent is None:
            raise AssertionError("a variation needs a move before it")
        self.variation_stack.append(parent)
        self.in_variation = False

    def end_variation(self) -> None:
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comment = _joined(node.comment, comment)
        else:
            self.starting_comment = _joined(self.starting_comment, comment)

    def visit_move(self, board: Board, move: Move) -> None:
        node = self.variation_stack[-1].add_variation(move)
        node.starting_comment = self.starting_comment
        self.variation_stack[-1] = node
        self.starting_comment = ""
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Log the fault under `ajeeb.pgn` and put it into `game.errors`."""
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        return self.game


def _joined(comment: str, other: str) -> str:
    return f"{comment} {other}" if comment and other else comment + other


class HeadersBuilder(BaseVisitor[HeadersT]):
    """Collects the tags and passes over the moves."""

    def __init__(self, *, Headers: Any = Headers) -> None:  # noqa: N803
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> HeadersT:
        return self.headers


class BoardBuilder(BaseVisitor[Board]):
    """Gives the final position of the main line, with its moves on the stack."""

    def begin_game(self) -> None:
        self.skip_variation_depth = 0

    def begin_variation(self) -> SkipType:
        self.skip_variation_depth += 1
        return SKIP

    def end_variation(self) -> None:
        self.skip_variation_depth = max(self.skip_variation_depth - 1, 0)

    def visit_board(self, board: Board) -> None:
        if not self.skip_variation_depth:
            self.board = board

    def result(self) -> Board:
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Passes over the game."""

    def begin_game(self) -> SkipType:
        return SKIP

    def end_headers(self) -> SkipType:
        return SKIP

    def begin_variation(self) -> SkipType:
        return SKIP

    def result(self) -> Literal[True]:
        return True


class StringExporterMixin:
    """What the exporters share: the movetext's tokens, and lines of at most `columns` characters (None: one line)."""

    def __init__(
        self, *, columns: int | None = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        self.columns, self.headers, self.comments, self.variations = columns, headers, comments, variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines: list[str] = []
        self.variation_depth = 0
        self._tokens: list[str] = []  # of the current line, which may be all of the movetext: joined once
        self._width = 0

    @property
    def current_line(self) -> str:
        """The line that is being written."""
        return "".join(self._tokens)

    @current_line.setter
    def current_line(self, text: str) -> None:
        self._tokens, self._width = [text], len(text)

    def flush_current_line(self) -> None:
        """End the line that is being written."""
        if line := self.current_line:
            self.lines.append(line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Write a token, on a new line if it does not fit into this one."""
        if self.columns is not None and self.columns - self._width < len(token):
            self.flush_current_line()
        self._tokens.append(token)
        self._width += len(token)

    def write_line(self, line: str = "") -> None:
        """Write a line of its own."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def end_game(self) -> None:
        self.write_line()

    def begin_headers(self) -> None:
        self.found_headers = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            self.found_headers = True
            escaped = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self.write_line(f'[{tagname} "{escaped}"]')

    def end_headers(self) -> None:
        if self.found_headers:
            self.write_line()

    def begin_variation(self) -> SkipType | None:
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: str) -> None:
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token("{ " + comment.replace("}", "").strip() + " } ")
            self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        if not self.variations and self.variation_depth:
            return
        if board.turn:
            self.write_token(f"{board.fullmove_number}. ")
        elif self.force_movenumber:
            self.write_token(f"{board.fullmove_number}... ")
        self.write_token(f"{board.san(move)} ")
        self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        self.write_token(f"{result} ")


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes a game as a text.

    >>> from ajeeb import pgn
    >>> game = pgn.Game.without_tag_roster()
    >>> _ = game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")])
    >>> game.accept(StringExporter(columns=None))
    '1. e4 e5 *'
    """

    def result(self) -> str:
        if line := self.current_line:
            self.lines.append(line.rstrip())
        return "\n".join(self.lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes games into a text file, with an empty line behind each. `result()` is the number of characters."""

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle
        self.written = 0

    def begin_game(self) -> None:
        self.written = 0

    def flush_current_line(self) -> None:
        if line := self.current_line:
            self.written += self.handle.write(line.rstrip()) + self.handle.write("\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        self.flush_current_line()
        self.written += self.handle.write(line.rstrip()) + self.handle.write("\n")

    def result(self) -> int:
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"

    def __str__(self) -> str:
        return self.__repr__()
