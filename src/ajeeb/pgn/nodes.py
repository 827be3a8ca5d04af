"""Game trees: a game, its nodes, their variations and annotations.

A game that the native parser has read comes with a native tree, and nodes are made from it when they are first
looked at; from then on they are plain objects that programs may change.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias, TypeVar, cast

from ajeeb._core import Board, Move
from ajeeb._core import pgn as _core
from ajeeb.constants import Color, Square
from ajeeb.errors import ChessError
from ajeeb.pgn import comments
from ajeeb.pgn.headers import Headers
from ajeeb.pgn.time_control import TimeControl, parse_time_control
from ajeeb.pgn.visitors import SKIP, BaseVisitor, GameBuilder, ResultT, StringExporter
from ajeeb.svg import Arrow

if TYPE_CHECKING:
    from ajeeb.engine.scores import PovScore

MainlineMapT = TypeVar("MainlineMapT")
Variation: TypeAlias = "int | Move | GameNode"

# What a node made by the parser takes from its native tree at first sight.
_FROM_TREE = frozenset(("variations", "comment", "starting_comment", "nags"))


class GameNode(ABC):
    """A position of a game and what was said and played there."""

    parent: "GameNode | None"
    """The node before; None at the root."""
    move: Move | None
    """The move that led here; None at the root."""
    variations: "list[ChildNode]"
    """The moves played or considered from here, the main one first."""
    comment: str
    """The comment behind the move; at the root, before the first move."""
    starting_comment: str
    """The comment before the move, if it starts a variation."""
    nags: set[int]
    """The annotation glyphs behind the move."""

    def __init__(self, *, comment: str = "") -> None:
        self.__dict__.update(parent=None, move=None, variations=[], comment=comment, starting_comment="", nags=set())

    def __getattr__(self, name: str) -> Any:
        tree: _core.Tree | None = self.__dict__.get("_tree")
        if tree is None or name not in _FROM_TREE:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name == "variations":
            self.__dict__[name] = tree.children(self._index, self, ChildNode)
        else:
            comment, starting_comment, nags = tree.notes(self._index)
            for key, value in (("comment", comment), ("starting_comment", starting_comment), ("nags", nags)):
                self.__dict__.setdefault(key, value)
        return self.__dict__[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("move", "parent"):
            _forget_position(self)
        object.__setattr__(self, name, value)

    # ---- where the node is

    @abstractmethod
    def board(self) -> Board:
        """The position of the node, on a board of its own with the moves that lead here on its stack."""

    @abstractmethod
    def ply(self) -> int:
        """Plies since the start of the game, by fullmove number and turn."""

    def turn(self) -> Color:
        """The color to move."""
        return self.ply() % 2 == 0

    def root(self) -> "GameNode":
        """The node without a parent."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def game(self) -> "Game":
        """The root, which is the game."""
        return cast("Game", self.root())

    def end(self) -> "GameNode":
        """The last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """True if nothing follows."""
        return not self.variations

    def starts_variation(self) -> bool:
        """True if the node starts a variation, and so may have a starting comment."""
        return self.parent is not None and bool(self.parent.variations) and self.parent.variations[0] != self

    def is_mainline(self) -> bool:
        """True if only main moves lead here."""
        node = self
        while node.parent is not None:
            if not node.is_main_variation():
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """True if the node is the first variation of its parent."""
        return self.parent is None or not self.parent.variations or self.parent.variations[0] == self

    # ---- variations

    def __getitem__(self, move: Variation) -> "ChildNode":
        if isinstance(move, int):
            return self.variations[move]
        for variation in self.variations:
            if variation.move == move or variation == move:
                return variation
        raise KeyError(move)

    def __contains__(self, move: Variation) -> bool:
        try:
            self[move]
        except KeyError:
            return False
        return True

    def variation(self, move: Variation) -> "ChildNode":
        """The child that a move leads to, or that has an index. Raises KeyError, or IndexError for an index."""
        return self[move]

    def has_variation(self, move: Variation) -> bool:
        """True if there is such a child."""
        return move in self

    def promote_to_main(self, move: Variation) -> None:
        """Make a variation the main one."""
        variation = self[move]
        self.variations.remove(variation)
        self.variations.insert(0, variation)

    def promote(self, move: Variation) -> None:
        """Move a variation one place to the front."""
        at = self.variations.index(self[move])
        if at > 0:
            self.variations[at - 1], self.variations[at] = self.variations[at], self.variations[at - 1]

    def demote(self, move: Variation) -> None:
        """Move a variation one place to the back."""
        at = self.variations.index(self[move])
        if at < len(self.variations) - 1:
            self.variations[at + 1], self.variations[at] = self.variations[at], self.variations[at + 1]

    def remove_variation(self, move: Variation) -> None:
        """Take a variation out."""
        self.variations.remove(self[move])

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> "ChildNode":
        """Add a child behind the others and return it."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> "ChildNode":
        """Add a child in front of the others and return it."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(
        self, moves: Iterable[Move], *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> "GameNode":
        """Add a line of moves; comment and glyphs go to its last node, which is returned."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = f"{node.comment} {comment}".strip()
        node.nags.update(nags)
        return node

    def next(self) -> "ChildNode | None":
        """The next node of the main line, or None."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> "Mainline[ChildNode]":
        """The nodes of the main line behind this one."""
        return Mainline(self, _itself)

    def mainline_moves(self) -> "Mainline[Move]":
        """The moves of the main line behind this node."""
        return Mainline(self, _move_of)

    # ---- commands in the comment

    def eval(self) -> "PovScore | None":
        """The score of the first `[%eval ...]` in the comment, from the view of the side to move."""
        return comments.read_eval(self.comment, self.turn())

    def eval_depth(self) -> int | None:
        """The depth of the first `[%eval ...]` in the comment."""
        return comments.read_eval_depth(self.comment)

    def set_eval(self, score: "PovScore | None", depth: int | None = None) -> None:
        """Write the score into the comment; None takes it out."""
        self.comment = comments.write_eval(self.comment, score, depth)

    def arrows(self) -> list[Arrow]:
        """The arrows and marked squares in the comment."""
        return comments.read_arrows(self.comment)

    def set_arrows(self, arrows: Iterable[Arrow | tuple[Square, Square]]) -> None:
        """Write arrows into the comment, in the place of all that are there."""
        self.comment = comments.write_arrows(self.comment, arrows)

    def clock(self) -> float | None:
        """The seconds left to who moved, from the first `[%clk ...]` in the comment."""
        return comments.read_time(self.comment, comments.CLOCK_REGEX)

    def set_clock(self, seconds: float | None) -> None:
        """Write the time left into the comment; None takes it out."""
        self.comment = comments.write_time(self.comment, comments.CLOCK_REGEX, "clk", seconds)

    def emt(self) -> float | None:
        """The seconds that the move took, from the first `[%emt ...]` in the comment."""
        return comments.read_time(self.comment, comments.EMT_REGEX)

    def set_emt(self, seconds: float | None) -> None:
        """Write the time taken into the comment; None takes it out."""
        self.comment = comments.write_time(self.comment, comments.EMT_REGEX, "emt", seconds)

    # ---- visiting

    @abstractmethod
    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tell a visitor everything from this node on, and return its result."""

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tell a visitor everything behind this node, as if it were a game that starts here."""
        if visitor.begin_game() is not SKIP:
            game, board = self.game(), self.board()
            tags = game.headers.copy()
            _write_start(tags, board)
            if _visit_headers(tags, visitor) is not SKIP:
                visitor.visit_board(board)
                if self.variations:
                    _walk(self.variations[0], board, visitor)
                visitor.visit_result(game.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """A node that a move led to."""

    parent: GameNode
    move: Move

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> None:
        self.__dict__.update(
            parent=parent,
            move=move,
            variations=[],
            comment=comment,
            starting_comment=starting_comment,
            nags=set(nags),
        )
        parent.variations.append(self)

    def board(self) -> Board:
        """The position of the node, on a board of its own with the moves that lead here on its stack.

        The game remembers where it was asked last: asking node after node takes one move each, not the way from the
        start.
        """
        return _position_of(self).copy()

    def ply(self) -> int:
        plies, node = 0, cast(GameNode, self)
        while node.parent is not None:
            plies, node = plies + 1, node.parent
        return node.ply() + plies

    def san(self) -> str:
        """The move in SAN."""
        return _position_of(self.parent).san(self.move)

    def uci(self, *, chess960: bool | None = None) -> str:
        """The move as UCI text."""
        return _position_of(self.parent).uci(self.move, chess960=chess960)

    def end(self) -> "ChildNode":
        return cast(ChildNode, super().end())

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        _walk(self, self.parent.board(), visitor, sidelines=False)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = _position_of(self.parent)
            shown = f"{board.fullmove_number}{'.' if board.turn else '...'} {board.san(self.move)}"
        except (ChessError, AttributeError):
            shown = f"illegal {self.move}"
        return f"<{type(self).__name__} at {id(self):#x} ({shown} ...)>"

    def __reduce__(self) -> tuple[Any, ...]:
        path: list[int] = []
        node: GameNode = self
        while node.parent is not None:
            path.append(node.parent.variations.index(cast(ChildNode, node)))
            node = node.parent
        return _follow, (node, path[::-1])

    def __deepcopy__(self, memo: dict[int, Any]) -> "ChildNode":
        function, (game, path) = self.__reduce__()
        return cast(ChildNode, function(game.__deepcopy__(memo), path))


class Game(GameNode):
    """A game: tags, faults found while reading it, and the root of its moves.

    >>> game = Game()
    >>> game.headers["White"] = "Morphy"
    >>> node = game.add_variation(Move.from_uci("e2e4"), comment="best by test")
    >>> str(game.mainline())
    '1. e4 { best by test }'
    """

    headers: Headers
    """The tags."""
    errors: list[Exception]
    """What was wrong with the game's text."""
    parent: None
    move: None

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        super().__init__()
        self.__dict__.update(headers=Headers(headers), errors=[])

    def board(self) -> Board:
        return self.headers.board()

    def setup(self, board: Board | str) -> None:
        """Let the game start from a position: writes the FEN, SetUp and Variant tags. Raises InvalidFenError."""
        start = Board(board, chess960=self.headers.is_chess960()) if isinstance(board, str) else board
        _write_start(self.headers, start)

    def ply(self) -> int:
        return self.board().ply() if "FEN" in self.headers else 0

    def time_control(self) -> TimeControl:
        """The TimeControl tag, read. Raises ChessError for a text that is none."""
        return parse_time_control(self.headers.get("TimeControl", ""))

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        if visitor.begin_game() is not SKIP and _visit_headers(self.headers, visitor) is not SKIP:
            board = self.board()
            visitor.visit_board(board)
            if self.comment:
                visitor.visit_comment(self.comment)
            if self.variations:
                _walk(self.variations[0], board, visitor)
            visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """The game of a board's move stack, with its result if it is over."""
        game = cls()
        _write_start(game.headers, board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> Self:
        """An empty game without the seven tags."""
        return cls(headers={})

    @classmethod
    def builder(cls) -> GameBuilder[Self]:
        """A visitor that makes games of this class."""
        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        tag = self.headers.get
        players = f"{tag('White', '?')!r} vs. {tag('Black', '?')!r}"
        place = f"{tag('Date', '????.??.??')!r} at {tag('Site', '?')!r}"
        return f"<{type(self).__name__} at {id(self):#x} ({players}, {place})>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), _kept(self), _flattened(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        from copy import deepcopy

        function, (kind, kept, nodes) = self.__reduce__()
        game: Self = function(kind, deepcopy(kept, memo), deepcopy(nodes, memo))
        return game


class Mainline(Generic[MainlineMapT]):
    """The main line behind a node: iterable as often as wanted, forwards and backwards."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], MainlineMapT]) -> None:
        self.start, self.f = start, f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[MainlineMapT]:
        fields = self.start.__dict__
        if self.f is _move_of and "variations" not in fields:  # nobody has touched the tree behind this node
            return cast(Iterator[MainlineMapT], fields["_tree"].mainline_moves(fields["_index"]))
        return self._nodes()

    def _nodes(self) -> Iterator[MainlineMapT]:
        variations = self.start.variations
        while variations:
            node = variations[0]
            yield self.f(node)
            variations = node.variations

    def __reversed__(self) -> Iterator[MainlineMapT]:
        node: GameNode = self.start.end()
        while node is not self.start and node.parent is not None:
            yield self.f(cast(ChildNode, node))
            node = node.parent

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tell a visitor the moves of the line, with their annotations, and return its result."""
        board = self.start.board()
        for node in self.start.mainline():
            _visit_node(node, board, visitor)
            board.push(node.move)
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        shown = self.accept(StringExporter(columns=None, comments=False))
        return f"<Mainline at {id(self):#x} ({shown})>"


def _itself(node: ChildNode) -> ChildNode:
    return node


def _move_of(node: ChildNode) -> Move:
    return node.move


# ---- native trees


def root_from_tree(game: Game, tree: _core.Tree) -> None:
    """Let a game without moves get them, and its comment, from a native tree when they are looked at."""
    for key in _FROM_TREE:
        game.__dict__.pop(key, None)
    game.__dict__.update(_tree=tree, _index=0)


# ---- positions: each game remembers the last board it was asked for


_DERIVED = frozenset(("variations", "_tree", "_index", "_cursor"))


def _forget_position(node: GameNode) -> None:
    if "parent" in node.__dict__:
        node.root().__dict__.pop("_cursor", None)


def _position_of(node: GameNode) -> Board:
    """The position of a node, on the board that the game keeps: not to be changed nor kept."""
    if node.parent is None:
        return node.board()
    game = node.game()
    _, board, path = _cursor(game)
    missing: list[ChildNode] = []
    walker = node
    while walker.parent is not None and id(walker) not in path:
        missing.append(cast(ChildNode, walker))
        walker = walker.parent
    depth = path.get(id(walker), 0)
    while len(board.move_stack) > depth:
        board.pop()
    for key in list(path)[depth + 1 :]:
        del path[key]
    for step in reversed(missing):
        board.push(step.move)
        path[id(step)] = len(board.move_stack)
    return board


def _cursor(game: GameNode) -> tuple[tuple[str, str], Board, dict[int, int]]:
    """The game's board and the nodes whose moves lie on its stack, with their depths; the root is the first."""
    headers = cast(Game, game).headers
    start = (headers.get("FEN", ""), headers.get("Variant", ""))
    cursor = game.__dict__.get("_cursor")
    if cursor is None or cursor[0] != start:
        cursor = game.__dict__["_cursor"] = (start, game.board(), {id(game): 0})
    return cast(tuple[tuple[str, str], Board, dict[int, int]], cursor)


# ---- visiting


def _visit_headers(tags: Headers, visitor: BaseVisitor[Any]) -> object:
    visitor.begin_headers()
    for name, value in tags.items():
        visitor.visit_header(name, value)
    return visitor.end_headers()


def _visit_node(node: ChildNode, board: Board, visitor: BaseVisitor[Any]) -> None:
    """Tell of one move; `board` stands before it, then and afterwards."""
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    board.pop()
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)


def _walk(node: ChildNode, board: Board, visitor: BaseVisitor[Any], *, sidelines: bool = True) -> None:
    """Tell of a node and everything behind it, with the variations beside it if `sidelines`.

    Variations may be nested deeper than Python's stack: what is still to do lies on a list.
    """
    to_do: list[Callable[[], object]] = []

    def visit(node: ChildNode, sidelines: bool) -> None:
        _visit_node(node, board, visitor)
        to_do.append(board.pop)
        if node.variations:
            child = node.variations[0]
            to_do.append(lambda: visit(child, True))
        to_do.append(lambda: board.push(node.move))
        if sidelines:
            to_do.extend(vary(other) for other in reversed(node.parent.variations) if other is not node)

    def vary(node: ChildNode) -> Callable[[], None]:
        def begin() -> None:
            to_do.append(visitor.end_variation)
            if visitor.begin_variation() is not SKIP:
                to_do.append(lambda: visit(node, False))

        return begin

    visit(node, sidelines)
    while to_do:
        to_do.pop()()


def _write_start(headers: Headers, board: Board) -> None:
    """Write the tags that say where a game starts; standard chess from its own position needs none."""
    fen = board.fen()
    for key in ("FEN", "SetUp", "Variant"):
        headers.pop(key, None)
    if fen != type(board).starting_fen:
        headers["FEN"] = fen
        headers["SetUp"] = "1"
    if board.chess960:
        headers["Variant"] = "Chess960"


# ---- copying and pickling: a flat list of nodes, however deep the game

_FlatNode: TypeAlias = tuple[int, dict[str, Any]]


def _flattened(game: Game) -> list[_FlatNode]:
    """(index of the parent, attributes) of each node, parents first; the game itself is number 0."""
    nodes: list[GameNode] = [game]
    flat: list[_FlatNode] = []
    for at, node in enumerate(nodes):
        for child in node.variations:
            flat.append((at, _kept(child)))
            nodes.append(child)
    return flat


def _kept(node: GameNode) -> dict[str, Any]:
    """The node's own attributes, those that still lie in a native tree included."""
    _ = node.comment, node.starting_comment, node.nags
    return {key: value for key, value in node.__dict__.items() if key not in _DERIVED and key != "parent"}


def _rebuild(kind: type[Game], kept: dict[str, Any], flat: list[_FlatNode]) -> Game:
    game = kind.__new__(kind)
    game.__dict__.update(kept, parent=None, variations=[])
    nodes: list[GameNode] = [game]
    for parent, attributes in flat:
        node = ChildNode.__new__(ChildNode)
        node.__dict__.update(attributes, parent=nodes[parent], variations=[])
        nodes[parent].variations.append(node)
        nodes.append(node)
    return game


def _follow(game: Game, path: list[int]) -> GameNode:
    node: GameNode = game
    for at in path:
        node = node.variations[at]
    return node
