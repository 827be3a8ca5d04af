"""
The native core of ajeeb, compiled for one CPU level. Import `ajeeb`, not this.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Self, SupportsInt

import ajeeb.outcomes
from ajeeb._core import batch as batch
from ajeeb._core import dataset as dataset
from ajeeb._core import engine as engine
from ajeeb._core import pgn as pgn
from ajeeb._core import polyglot as polyglot
from ajeeb._core import six as six

LEVEL: str = ...

class Move:
    """
    A move from a square to a square, with what a pawn becomes if it promotes.

    Immutable, hashable and interned: equal moves are the same object. Castling is the king's step of two squares, or
    in Chess960 the king taking the own rook. Raises SquareError for a square outside 0..63.

    >>> Move(E7, E8, promotion=QUEEN)
    Move.from_uci('e7e8q')
    """

    __match_args__: tuple[str, str, str, str]

    def __new__(
        cls, from_square: int, to_square: int, promotion: int | None = None, drop: int | None = None
    ) -> Self: ...
    @property
    def from_square(self) -> int:
        """Where the piece comes from, 0..63."""

    @property
    def to_square(self) -> int:
        """Where it goes, 0..63."""

    @property
    def promotion(self) -> int | None:
        """What a pawn becomes (a piece type) or None."""

    @property
    def drop(self) -> None:
        """Always None: there are no drops here."""

    @classmethod
    def from_uci(cls, uci: str, /) -> Move:
        """
        The move that a UCI text names: "e2e4", "e7e8q", "0000".

        Raises InvalidMoveError if the text is none.

        >>> Move.from_uci("e7e8q").promotion == QUEEN
        True
        """

    @classmethod
    def null(cls, /) -> Move:
        """
        The null move, which passes the turn. It is false where a bool is asked for.
        """

    def uci(self, /) -> str:
        """
        The move as UCI text.

        >>> Move(E2, E4).uci()
        'e2e4'
        """

    def xboard(self, /) -> str:
        """The move as XBoard writes it: UCI, but @@@@ to pass."""

    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, object], /) -> Self: ...
    def __reduce__(self) -> tuple[type[Move], tuple[int, int, int | None]]: ...

class Piece:
    """
    A piece with type and color.

    Immutable, hashable and interned. Raises PieceError for a type that is none.

    >>> Piece(KNIGHT, WHITE)
    Piece.from_symbol('N')
    """

    __match_args__: tuple[str, str]

    def __new__(cls, piece_type: int, color: bool) -> Self: ...
    @property
    def piece_type(self) -> int:
        """1 (pawn) to 6 (king)."""

    @property
    def color(self) -> bool:
        """True for white."""

    @classmethod
    def from_symbol(cls, symbol: str, /) -> Piece:
        """
        The piece of a FEN letter, upper case for white.

        Raises PieceError for any other text.

        >>> Piece.from_symbol("q").color == BLACK
        True
        """

    def symbol(self, /) -> str:
        """The piece's FEN letter, upper case for white."""

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """
        The piece as a chess character; the other color's if inverted, for dark backgrounds.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, object], /) -> Self: ...
    def __reduce__(self) -> tuple[type[Piece], tuple[int, bool]]: ...
    def _repr_svg_(self) -> str: ...

def flip_vertical(bb: int) -> int:
    """The set with rank 1 and rank 8 exchanged, and so on."""

def flip_horizontal(bb: int) -> int:
    """The set with the a-file and h-file exchanged."""

def flip_diagonal(bb: int) -> int:
    """The set mirrored at the diagonal a1-h8."""

def flip_anti_diagonal(bb: int) -> int:
    """The set mirrored at the diagonal a8-h1."""

def shift_down(bb: int) -> int:
    """The set one rank down, towards rank 1."""

def shift_2_down(bb: int) -> int:
    """The set two ranks down."""

def shift_up(bb: int) -> int:
    """The set one rank up."""

def shift_2_up(bb: int) -> int:
    """The set two ranks up."""

def shift_right(bb: int) -> int:
    """The set one file towards the h-file."""

def shift_2_right(bb: int) -> int:
    """The set two files towards the h-file."""

def shift_left(bb: int) -> int:
    """The set one file towards the a-file."""

def shift_2_left(bb: int) -> int:
    """The set two files towards the a-file."""

def shift_up_left(bb: int) -> int:
    """The set one step up and left."""

def shift_up_right(bb: int) -> int:
    """The set one step up and right."""

def shift_down_left(bb: int) -> int:
    """The set one step down and left."""

def shift_down_right(bb: int) -> int:
    """The set one step down and right."""

def lsb(bb: int) -> int:
    """The lowest square of a set; -1 if it is empty."""

def msb(bb: int) -> int:
    """The highest square of a set; -1 if it is empty."""

def popcount(bb: int) -> int:
    """How many squares a set has."""

def scan_forward(bb: int) -> Iterator[int]:
    """
    The squares of a set, ascending.

    >>> list(scan_forward(BB_E4 | BB_A1))
    [0, 28]
    """

def scan_reversed(bb: int) -> Iterator[int]:
    """The squares of a set, descending."""

def parse_square(name: str) -> int:
    """
    The square of a name such as "e4". Raises ChessError for any other text.
    """

def square_name(square: int) -> str:
    """
    The name of a square.

    >>> square_name(E4)
    'e4'
    """

def square(file_index: int, rank_index: int) -> int:
    """
    The square on a file and a rank, both from 0.

    >>> square(4, 3) == E4
    True
    """

def square_file(square: int) -> int:
    """The file of a square, 0 for a."""

def square_rank(square: int) -> int:
    """The rank of a square, 0 for rank 1."""

def square_mirror(square: int) -> int:
    """The square seen from the other side."""

def square_distance(a: int, b: int) -> int:
    """How many steps a king needs from a to b."""

def square_manhattan_distance(a: int, b: int) -> int:
    """How many steps straight along files and ranks lead from a to b."""

def square_knight_distance(a: int, b: int) -> int:
    """How many moves a knight needs from a to b."""

def ray(a: int, b: int) -> int:
    """
    The whole rank, file or diagonal through two squares as a bitboard; 0 where there is none.
    """

def between(a: int, b: int) -> int:
    """
    The squares strictly between two squares of one line as a bitboard; 0 where there are none.
    """

def attack_table(kind: str, square: int, occupied: int = ...) -> int: ...

class SquareSet:
    """
    A set of squares in 64 bits, with the interface of Python's own sets.

    Made from a bitboard or from squares. Everything that takes a set takes those too.

    >>> SquareSet([A1, H8])
    SquareSet(0x8000_0000_0000_0001)
    >>> list(SquareSet(BB_RANK_1) & SquareSet(BB_FILE_E))
    [4]
    """

    def __iter__(self) -> Iterator[int]: ...
    def __init__(self, squares: SupportsInt | Iterable[int] = ...) -> None: ...
    @property
    def mask(self) -> int:
        """The squares as a bitboard."""

    @mask.setter
    def mask(self, arg: int, /) -> None: ...
    def __contains__(self, arg: int, /) -> bool: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __reversed__(self) -> Iterator[int]: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    def __copy__(self) -> SquareSet: ...
    def __deepcopy__(self, memo: object) -> SquareSet: ...
    def __getstate__(self) -> int: ...
    def __setstate__(self, arg: int, /) -> None: ...
    def __or__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __ror__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __ior__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __and__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __rand__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __iand__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __xor__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __rxor__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __ixor__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __sub__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __rsub__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __isub__(self, arg: SupportsInt | Iterable[int], /) -> SquareSet: ...
    def __invert__(self) -> SquareSet: ...
    def __lshift__(self, arg: int, /) -> SquareSet: ...
    def __rshift__(self, arg: int, /) -> SquareSet: ...
    def __ilshift__(self, arg: int, /) -> SquareSet: ...
    def __irshift__(self, arg: int, /) -> SquareSet: ...
    def add(self, square: int) -> None:
        """Adds a square."""

    def discard(self, square: int) -> None:
        """Takes a square out, if it is in."""

    def remove(self, square: int) -> None:
        """Takes a square out. Raises KeyError if it is not in."""

    def pop(self) -> int:
        """
        Takes the lowest square out and returns it. Raises KeyError if the set is empty.
        """

    def clear(self) -> None:
        """Takes all squares out."""

    def copy(self) -> SquareSet:
        """The same squares in a set of its own."""

    def isdisjoint(self, other: SupportsInt | Iterable[int]) -> bool:
        """True if no square is in both."""

    def issubset(self, other: SupportsInt | Iterable[int]) -> bool:
        """True if every square of this set is in the other."""

    def issuperset(self, other: SupportsInt | Iterable[int]) -> bool:
        """True if every square of the other set is in this one."""

    def union(self, other: SupportsInt | Iterable[int]) -> SquareSet:
        """The squares in either."""

    def intersection(self, other: SupportsInt | Iterable[int]) -> SquareSet:
        """The squares in both."""

    def difference(self, other: SupportsInt | Iterable[int]) -> SquareSet:
        """The squares in this set only."""

    def symmetric_difference(self, other: SupportsInt | Iterable[int]) -> SquareSet:
        """The squares in one of the two."""

    def update(self, *others: SupportsInt | Iterable[int]) -> None:
        """Adds the squares of the others."""

    def intersection_update(self, *others: SupportsInt | Iterable[int]) -> None:
        """Keeps the squares that are in all the others."""

    def difference_update(self, other: SupportsInt | Iterable[int]) -> None:
        """Takes out the squares of the other."""

    def symmetric_difference_update(self, other: SupportsInt | Iterable[int]) -> None:
        """Keeps the squares that are in one of the two."""

    def carry_rippler(self) -> Iterator[int]:
        """
        All subsets as bitboards, the empty one first.

        >>> list(SquareSet(5).carry_rippler())
        [0, 1, 4, 5]
        """

    def mirror(self) -> SquareSet:
        """The set seen from the other side."""

    def tolist(self) -> list[bool]:
        """64 bools, one a square."""

    @staticmethod
    def ray(a: int, b: int) -> SquareSet:
        """
        The whole rank, file or diagonal through two squares; empty where there is none.
        """

    @staticmethod
    def between(a: int, b: int) -> SquareSet:
        """
        The squares strictly between two squares of one line; empty where there are none.
        """

    @staticmethod
    def from_square(square: int) -> SquareSet:
        """The set of one square."""

class OccupiedByColor:
    """Two bitboards, indexed by color; writing one changes the board."""

    def __getitem__(self, color: int) -> int: ...
    def __setitem__(self, color: int, mask: int) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __eq__(self, other: object) -> bool: ...

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __repr__(self) -> str: ...

class BaseBoard:
    """
    Pieces on squares: no turn, no rights, no moves.

    Made from the first field of a FEN; None makes an empty board. Raises InvalidFenError.

    >>> BaseBoard("8/8/8/8/8/8/8/K6k").king(BLACK) == H1
    True
    """

    def __init__(self, board_fen: str | None = ...) -> None: ...
    @property
    def pawns(self) -> int:
        """
        A bitboard that may be written; the board holds what all of them together say.
        """

    @pawns.setter
    def pawns(self, arg: int, /) -> None: ...
    @property
    def knights(self) -> int:
        """
        A bitboard that may be written; the board holds what all of them together say.
        """

    @knights.setter
    def knights(self, arg: int, /) -> None: ...
    @property
    def bishops(self) -> int:
        """
        A bitboard that may be written; the board holds what all of them together say.
        """

    @bishops.setter
    def bishops(self, arg: int, /) -> None: ...
    @property
    def rooks(self) -> int:
        """
        A bitboard that may be written; the board holds what all of them together say.
        """

    @rooks.setter
    def rooks(self, arg: int, /) -> None: ...
    @property
    def queens(self) -> int:
        """
        A bitboard that may be written; the board holds what all of them together say.
        """

    @queens.setter
    def queens(self, arg: int, /) -> None: ...
    @property
    def kings(self) -> int:
        """
        A bitboard that may be written; the board holds what all of them together say.
        """

    @kings.setter
    def kings(self, arg: int, /) -> None: ...
    @property
    def occupied(self) -> int:
        """
        A bitboard that may be written; the board holds what all of them together say.
        """

    @occupied.setter
    def occupied(self, arg: int, /) -> None: ...
    @property
    def promoted(self) -> int:
        """
        The squares of pieces that were pawns, as a bitboard. Only FEN with promoted=True shows it.
        """

    @promoted.setter
    def promoted(self, arg: int, /) -> None: ...
    @property
    def occupied_co(self) -> OccupiedByColor:
        """The occupied squares of each color, indexed by color."""

    @occupied_co.setter
    def occupied_co(self, masks: Sequence[int], /) -> None: ...
    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """The squares of a color's pieces of one type, as a bitboard."""

    def pieces(self, piece_type: int, color: bool) -> SquareSet:
        """
        The squares of a color's pieces of one type.

        >>> list(Board().pieces(KNIGHT, WHITE))
        [1, 6]
        """

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square, or None."""

    def piece_type_at(self, square: int) -> int | None:
        """The type of the piece on a square, or None."""

    def color_at(self, square: int) -> bool | None:
        """The color of the piece on a square, or None."""

    def king(self, color: bool) -> int | None:
        """
        Where a color's king stands, or None. Of several kings the one on the highest square counts.
        """

    def piece_map(self, *, mask: int = ...) -> dict[int, Piece]:
        """A dictionary from squares to the pieces on them."""

    def attacks_mask(self, square: int) -> int:
        """
        The squares that the piece on a square attacks, as a bitboard; 0 if there is none.
        """

    def attacks(self, square: int) -> SquareSet:
        """
        The squares that the piece on a square attacks, pinned or not; empty if there is none.
        """

    def attackers_mask(self, color: bool, square: int, occupied: SupportsInt | Iterable[int] | None = ...) -> int:
        """The color's pieces that attack a square, as a bitboard."""

    def attackers(self, color: bool, square: int, occupied: SupportsInt | Iterable[int] | None = ...) -> SquareSet:
        """
        The color's pieces that attack a square, pinned ones too. `occupied` tells what stops sliders (default: all
        pieces).

        >>> list(Board().attackers(WHITE, F3))
        [6, 12, 14]
        """

    def is_attacked_by(self, color: bool, square: int, occupied: SupportsInt | Iterable[int] | None = ...) -> bool:
        """True if a piece of the color attacks the square."""

    def pin_mask(self, color: bool, square: int) -> int:
        """pin() as a bitboard."""

    def pin(self, color: bool, square: int) -> SquareSet:
        """
        The line along which the square is pinned to the color's king; all 64 squares if it is not pinned.
        """

    def is_pinned(self, color: bool, square: int) -> bool:
        """True if the square is pinned to the color's king."""

    def board_fen(self, *, promoted: bool | None = ...) -> str:
        """
        The placement of the pieces, as the first field of a FEN; `promoted` marks promoted ones with ~.
        """

    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def unicode(
        self, *, invert_color: bool = ..., borders: bool = ..., empty_square: str = ..., orientation: bool = ...
    ) -> str:
        """
        The board in chess characters, for terminals; `orientation` is the color at the bottom.
        """

    def __eq__(self, other: object) -> bool: ...

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def reset_board(self) -> None:
        """Puts the pieces of the standard starting position up."""

    def clear_board(self) -> None:
        """Takes all pieces off."""

    def set_board_fen(self, fen: str) -> None:
        """
        Puts the pieces up that the first field of a FEN tells. Raises InvalidFenError.
        """

    def set_piece_map(self, pieces: Mapping[int, Piece]) -> None:
        """Puts the pieces of a dictionary from squares to pieces up."""

    def set_piece_at(self, square: int, piece: Piece | None, promoted: bool = ...) -> None:
        """Puts a piece on a square; None takes it off."""

    def remove_piece_at(self, square: int) -> Piece | None:
        """Takes the piece off a square and returns it, or None."""

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Puts Chess960 starting position 0..959 up."""

    def chess960_pos(self) -> int | None:
        """
        The number 0..959 of the Chess960 starting position on the board, or None.
        """

    def apply_transform(self, f: Callable[[int], int]) -> None:
        """Applies a function on bitboards, such as flip_vertical, to the board."""

    def transform(self, f: Callable[[int], int]) -> Self:
        """A copy with a function on bitboards applied to it."""

    def apply_mirror(self) -> None:
        """Flips the board vertically and exchanges the colors."""

    def mirror(self) -> Self:
        """A copy flipped vertically, with the colors exchanged."""

    def copy(self) -> Self:
        """A board of its own with the same pieces."""

    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, object]) -> Self: ...
    def __getstate__(self) -> object: ...
    def __setstate__(self, state: object, /) -> None: ...
    @classmethod
    def empty(cls) -> Self:
        """A board without pieces."""

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """A board with Chess960 starting position 0..959."""

class LegalMoveGenerator:
    """The legal moves of a board, as `Board.legal_moves` gives."""

    def __new__(cls, board: Board) -> Self: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __length_hint__(self) -> int: ...
    def __contains__(self, move: Move | None, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def count(self, /) -> int:
        """How many moves there are."""

    def __reduce__(self) -> tuple[type[LegalMoveGenerator], tuple[Board]]: ...

class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board."""

    def __new__(cls, board: Board) -> Self: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __length_hint__(self) -> int: ...
    def __contains__(self, move: Move | None, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def count(self, /) -> int:
        """How many moves there are."""

    def __reduce__(self) -> tuple[type[PseudoLegalMoveGenerator], tuple[Board]]: ...

def legal_uci(fen: str, *, chess960: bool = False) -> list[str]:
    """
    The legal moves of a position as UCI text: the fastest way from one FEN to its moves. Many positions go faster
    through `ajeeb.batch`. Raises InvalidFenError.

    >>> len(legal_uci(STARTING_FEN))
    20
    """

class Board(BaseBoard):
    """
    A position with turn, castling rights, ep square and clocks, and the moves that led to it.

    Made from a FEN (the starting position by default); None makes an empty board. It may hold an
    illegal position: `status()` tells. Raises InvalidFenError for a text that can't be read.

    >>> board = Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> board.legal_moves.count()
    20
    """

    def __init__(self, fen: str | None = ..., *, chess960: bool = ...) -> None: ...
    def push(self, move: Move, /) -> None:
        """
        Makes a move and puts it on the move stack.

        The move must be pseudo-legal or null; that is not checked. Raises UnplayableMoveError where no piece stands on
        its first square.
        """

    def copy(self, *, stack: bool | int = True) -> Self:
        """
        A board of its own in the same position, with the whole move stack, none of it, or its last moves.
        """

    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """
        The legal moves: iterable, countable, and asked with `in`. The view follows the board; iterating takes a
        snapshot.

        >>> Move.from_uci("g1f3") in Board().legal_moves
        True
        """

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """
        The pseudo-legal moves: legal but for the own king's safety, castling always legal.
        """

    starting_fen: str = ...

    @classmethod
    def from_fen(cls, fen: str, *, chess960: bool = False, strict: bool = False) -> Self:
        """
        The board of a FEN. With `strict` the position must be legal too.

        Raises InvalidFenError for a text that can't be read, IllegalPositionError with every fault of the position in
        `kinds`.

        >>> Board.from_fen("8/8/8/8/8/8/8/KQ2k3 w - - 0 1", strict=True)
        Traceback (most recent call last):
        ...
        ajeeb.errors.IllegalPositionError: expected a legal position, got '8/8/8/8/8/8/8/KQ2k3 w - - 0 1': opposite_check
        """

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """A board without pieces."""

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """A board with Chess960 starting position 0..959."""

    def set_fen(self, fen: str) -> None:
        """
        Sets the position from a FEN. Raises InvalidFenError, and leaves the board as it was then.
        """

    def reset(self) -> None:
        """Sets the standard starting position up."""

    def clear(self) -> None:
        """Empties the board: white to move, no rights."""

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Sets Chess960 starting position 0..959 up."""

    def chess960_pos(
        self, *, ignore_turn: bool = ..., ignore_castling: bool = ..., ignore_counters: bool = ...
    ) -> int | None:
        """
        The number 0..959 of the Chess960 starting position on the board, or None. White must be to move and all
        castling rights there, unless they are to be ignored.
        """

    @property
    def turn(self) -> bool:
        """The side to move: True for white."""

    @turn.setter
    def turn(self, arg: bool, /) -> None: ...
    @property
    def castling_rights(self) -> int:
        """
        The squares of rooks that may castle, as written; clean_castling_rights() tells which of them can.
        """

    @castling_rights.setter
    def castling_rights(self, arg: int, /) -> None: ...
    @property
    def ep_square(self) -> int | None:
        """The square behind a pawn that has just made a double step, or None."""

    @ep_square.setter
    def ep_square(self, square: int | None) -> None: ...
    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""

    @halfmove_clock.setter
    def halfmove_clock(self, arg: int, /) -> None: ...
    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1, counted up after black's."""

    @fullmove_number.setter
    def fullmove_number(self, arg: int, /) -> None: ...
    @property
    def chess960(self) -> bool:
        """Whether castling is written as in Chess960."""

    @chess960.setter
    def chess960(self, arg: bool, /) -> None: ...
    @property
    def move_stack(self) -> list[Move]:
        """The moves made on this board, the last at the end."""

    @move_stack.setter
    def move_stack(self, moves: list[Move], /) -> None: ...
    def pop(self) -> Move:
        """
        Takes the last move back and returns it. Raises IndexError if there is none.
        """

    def peek(self) -> Move:
        """The last move. Raises IndexError if there is none."""

    def clear_stack(self) -> None:
        """Forgets the moves that were made."""

    def ply(self) -> int:
        """Plies since the start of the game, by fullmove number and turn."""

    def root(self) -> Self:
        """A board with the position before the first move of the stack."""

    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, object]) -> Self: ...
    def apply_transform(self, f: Callable[[int], int]) -> None:
        """
        Applies a function on bitboards, such as flip_vertical, to the position; forgets the move stack.
        """

    def transform(self, f: Callable[[int], int]) -> Self:
        """A copy with a function on bitboards applied to it, without move stack."""

    def apply_mirror(self) -> None:
        """
        Flips the position vertically and exchanges the colors; forgets the move stack.
        """

    def mirror(self) -> Self:
        """
        The same position with the colors exchanged, without move stack.

        >>> Board("8/8/8/8/8/8/1K6/7k w - - 0 1").mirror().fen()
        '7K/1k6/8/8/8/8/8/8 b - - 0 1'
        """

    def __eq__(self, other: object) -> bool: ...

    __hash__: ClassVar[None]

    def key(self) -> int:
        """
        The position's 64-bit zobrist key: equal for positions that count as repeated, the same in every process.
        A board itself can't be hashed, because it changes.
        """

    def __repr__(self) -> str: ...
    def perft(self, depth: int, *, threads: int = ..., lists: bool = ...) -> int:
        """
        How many sequences of `depth` legal plies there are: exact, without hashing.

        `threads` share the root's moves. With `lists` one thread writes every node's move list, the last ply included,
        instead of counting sets: slower, and a check of the lists.

        >>> Board().perft(3)
        8902
        """

    def divide(self, depth: int, *, threads: int = 1) -> dict[Move, int]:
        """perft(depth - 1) behind each legal move."""

    def reset_board(self) -> None:
        """Puts the pieces of the standard starting position up."""

    def clear_board(self) -> None:
        """Takes all pieces off."""

    def set_board_fen(self, fen: str) -> None:
        """
        Puts the pieces up that the first field of a FEN tells. Raises InvalidFenError.
        """

    def set_piece_map(self, pieces: Mapping[int, Piece]) -> None:
        """Puts the pieces of a dictionary from squares to pieces up."""

    def set_piece_at(self, square: int, piece: Piece | None, promoted: bool = ...) -> None:
        """Puts a piece on a square; None takes it off."""

    def remove_piece_at(self, square: int) -> Piece | None:
        """Takes the piece off a square and returns it, or None."""

    def generate_legal_moves(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """The legal moves from and to the squares of two masks."""

    def generate_pseudo_legal_moves(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """The pseudo-legal moves from and to the squares of two masks."""

    def generate_legal_captures(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """The legal captures, en passant included."""

    def generate_pseudo_legal_captures(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """The pseudo-legal captures, en passant included."""

    def generate_legal_ep(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """The legal en passant captures."""

    def generate_pseudo_legal_ep(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """The pseudo-legal en passant captures."""

    def generate_castling_moves(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """The legal castlings."""

    def is_legal(self, move: Move | None) -> bool:
        """True if the move is legal here. None is no move."""

    def is_pseudo_legal(self, move: Move | None) -> bool:
        """
        True if the move obeys its piece's way of moving, own king's safety apart.
        """

    def is_into_check(self, move: Move) -> bool:
        """True if the pseudo-legal move leaves the own king attacked."""

    def gives_check(self, move: Move) -> bool:
        """True if the pseudo-legal move gives check."""

    def is_capture(self, move: Move) -> bool:
        """True if the pseudo-legal move takes a piece."""

    def is_en_passant(self, move: Move) -> bool:
        """True if the pseudo-legal move takes en passant."""

    def is_zeroing(self, move: Move) -> bool:
        """True if the pseudo-legal move is a capture or pawn move."""

    def is_irreversible(self, move: Move) -> bool:
        """
        True if the position can't come back after the pseudo-legal move: captures, pawn moves, lost castling
        rights, and an en passant capture passed over.
        """

    def is_castling(self, move: Move) -> bool:
        """True if the pseudo-legal move is castling."""

    def is_kingside_castling(self, move: Move) -> bool:
        """True if the pseudo-legal move is castling to the h-side."""

    def is_queenside_castling(self, move: Move) -> bool:
        """True if the pseudo-legal move is castling to the a-side."""

    def find_move(self, from_square: int, to_square: int, promotion: int | None = ...) -> Move:
        """
        The legal move between two squares; a pawn becomes a queen unless told otherwise.

        Raises IllegalMoveError if there is none.
        """

    def checkers_mask(self) -> int:
        """The pieces that give check, as a bitboard."""

    def checkers(self) -> SquareSet:
        """The pieces that give check to the side to move."""

    def is_check(self) -> bool:
        """True if the side to move is in check."""

    def was_into_check(self) -> bool:
        """True if the side that has just moved stands in check."""

    def has_pseudo_legal_en_passant(self) -> bool:
        """True if a pawn stands ready to take en passant."""

    def has_legal_en_passant(self) -> bool:
        """True if an en passant capture is legal."""

    def clean_castling_rights(self) -> int:
        """
        The castling rights that the placement can bear, as a bitboard of rooks.
        """

    def has_castling_rights(self, color: bool) -> bool:
        """True if the color may still castle to some side."""

    def has_kingside_castling_rights(self, color: bool) -> bool:
        """True if the color may still castle to the h-side."""

    def has_queenside_castling_rights(self, color: bool) -> bool:
        """True if the color may still castle to the a-side."""

    def has_chess960_castling_rights(self) -> bool:
        """True if some castling right exists in Chess960 only."""

    def fen(self, *, shredder: bool = ..., en_passant: str = ..., promoted: bool | None = ...) -> str:
        """
        The position as FEN.

        `shredder` writes castling rights as files; `en_passant` tells when to write the ep
        square: 'legal' if a capture is legal, 'xfen' if a pawn stands beside, 'fen' always; `promoted` marks
        promoted pieces with ~.
        """

    def shredder_fen(self, *, en_passant: str = ..., promoted: bool | None = ...) -> str:
        """
        The position as FEN, with castling rights as the files of the rooks (HAha).
        """

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: str = "legal",
        promoted: bool | None = None,
        **operations: str | int | float | Move | Iterable[Move] | None,
    ) -> str:
        """
        The position as EPD, with operations given by keyword: text, numbers, moves or None; `bm` and `am` take
        lists of moves, `pv` a line.

        >>> Board(None).epd(id="empty")
        '8/8/8/8/8/8/8/8 w - - id "empty";'
        """

    def set_epd(self, epd: str) -> dict[str, str | int | float | Move | list[Move] | None]:
        """
        Sets the position of an EPD line (counters from hmvc and fmvn) and returns its operations.

        Raises InvalidFenError or a move error, and leaves the board as it was then.
        """

    @classmethod
    def from_epd(
        cls, epd: str, *, chess960: bool = False
    ) -> tuple[Self, dict[str, str | int | float | Move | list[Move] | None]]:
        """The board of an EPD line, and its operations."""

    def castling_xfen(self) -> str:
        """
        The castling field of a FEN: KQkq, or a file where that would be ambiguous.
        """

    def castling_shredder_fen(self) -> str:
        """The castling field of a Shredder-FEN: the files of the rooks."""

    def set_castling_fen(self, castling_fen: str) -> None:
        """
        Sets the castling rights from a FEN field such as KQkq; forgets the move stack. Raises InvalidFenError.
        """

    def san(self, move: Move) -> str:
        """
        The move in standard algebraic notation; -- for the null move. The move must be legal; raises
        UnplayableMoveError where no piece stands on its first square.
        """

    def lan(self, move: Move) -> str:
        """The move in long algebraic notation (Ng1-f3)."""

    def san_and_push(self, move: Move) -> str:
        """The move's SAN; the move is made as well."""

    def variation_san(self, variation: Iterable[Move]) -> str:
        """A line of moves as text: '1. e4 e5 2. Nf3'. Raises IllegalMoveError."""

    def parse_san(self, san: str) -> Move:
        """
        The legal move that a SAN names; habits such as 0-0, e8Q, Ng1f3 or missing marks are understood.

        Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError.
        """

    def push_san(self, san: str) -> Move:
        """Makes the move that a SAN names and returns it."""

    def uci(self, move: Move, *, chess960: bool | None = None) -> str:
        """
        The move as UCI text; castling in the board's mode unless `chess960` says otherwise.
        """

    def parse_uci(self, uci: str) -> Move:
        """
        The legal move (or null move) that a UCI text names; castling is understood in both spellings.

        Raises InvalidMoveError or IllegalMoveError.
        """

    def push_uci(self, uci: str) -> Move:
        """Makes the move that a UCI text names and returns it."""

    def xboard(self, move: Move, chess960: bool | None = None) -> str:
        """
        The move as XBoard writes it: UCI text, but O-O in Chess960 and @@@@ to pass.
        """

    def parse_xboard(self, xboard: str) -> Move:
        """The legal move that an XBoard text names."""

    def push_xboard(self, san: str) -> Move:
        """Makes the move that an XBoard text names."""

    def status(self) -> ajeeb.outcomes.Status:
        """
        What is wrong with the position, all of it, as flags; 0 if it is legal.
        """

    def is_valid(self) -> bool:
        """True if the position is legal."""

    def outcome(self, *, claim_draw: bool = False) -> ajeeb.outcomes.Outcome | None:
        """
        Why the game is over and who won, or None. `claim_draw` counts draws that may be claimed, too.

        >>> Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").outcome().result()
        '1-0'
        """

    def result(self, *, claim_draw: bool = ...) -> str:
        """'1-0', '0-1', '1/2-1/2', or '*' while the game goes on."""

    def is_game_over(self, *, claim_draw: bool = ...) -> bool:
        """True if outcome() is not None."""

    def is_checkmate(self) -> bool:
        """True if the side to move is checkmated."""

    def is_stalemate(self) -> bool:
        """True if the side to move has no legal move and is not in check."""

    def is_insufficient_material(self) -> bool:
        """True if neither side can mate, judged by material alone."""

    def has_insufficient_material(self, color: bool) -> bool:
        """
        True if the color can't mate by any sequence of moves, judged by material alone.
        """

    def is_fifty_moves(self) -> bool:
        """True if 50 moves of both sides passed without capture or pawn move."""

    def is_seventyfive_moves(self) -> bool:
        """True if 75 such moves passed: a draw without a claim."""

    def is_fivefold_repetition(self) -> bool:
        """True if the position stands for the fifth time."""

    def is_repetition(self, count: int = ...) -> bool:
        """True if the position stands for the third (or another) time."""

    def can_claim_fifty_moves(self) -> bool:
        """True if the fifty-move rule may be claimed now or with a legal move."""

    def can_claim_threefold_repetition(self) -> bool:
        """True if threefold repetition may be claimed now or with a legal move."""

    def can_claim_draw(self) -> bool:
        """True if a draw may be claimed by either rule."""

    def is_variant_end(self) -> bool:
        """Always False: no variant with an end of its own is here."""

    def is_variant_win(self) -> bool:
        """Always False."""

    def is_variant_loss(self) -> bool:
        """Always False."""

    def is_variant_draw(self) -> bool:
        """Always False."""

    aliases: list[str]

    uci_variant: str = ...

    xboard_variant: str = ...

    one_king: bool = ...

    captures_compulsory: bool = ...

    connected_kings: bool = ...

    def __getstate__(self) -> object: ...
    def __setstate__(self, state: object, /) -> None: ...
