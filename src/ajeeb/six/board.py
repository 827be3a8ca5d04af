"""A friendly 6×6 board: a game in progress under either rule set, with names for squares and moves, and pictures."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ajeeb.errors import ChessError, IllegalMoveError, IllegalPositionError, InvalidMoveError
from ajeeb.six import contract, notation, pictures, sane
from ajeeb.six.rules import RulesName, rules_named

if TYPE_CHECKING:
    from ajeeb.six.art import Look

__all__ = ["Board", "Outcome", "Termination"]


class Termination(enum.Enum):
    """How a game ended."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "threefold repetition"
    MOVE_LIMIT = "move 59 of both sides"
    NO_MOVES = "no legal move, which the contract counts as mate"
    KING_TAKEN = "king taken"


@dataclass(frozen=True)
class Outcome:
    """Why a game is over and who won it: `winner` is True for white, False for black, None for a draw."""

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


class Board:
    """A game of 6×6 chess under the `sane` rules (the default) or the `contract`'s.

    `uint256` is the position as the contract packs it, from the mover's view; `ply` the number of plies played before
    it. Under the sane rules it must be playable (`IllegalPositionError` says what is wrong); under the contract's any
    uint256 will do. Moves go in and out as names like `c2c3`, and go in as ints too.

    >>> from ajeeb.six import Board
    >>> board = Board()
    >>> board.push("c2c4")
    >>> board.push("d5d3")
    >>> print(board)
    6 ♜ ♝ ♛ ♚ ♝ ♜
    5 ♟ ♟ ♟ · ♟ ♟
    4 · · ♙ · · ·
    3 · · · ♟ · ·
    2 ♙ ♙ · ♙ ♙ ♙
    1 ♖ ♘ ♕ ♔ ♘ ♖
      a b c d e f
    >>> board.turn, board.pop(), board.legal_moves[:3]
    (True, 'd5d3', ['a5a4', 'a5a3', 'b5b4'])
    """

    __hash__ = None  # type: ignore[assignment]  # boards change

    def __init__(self, uint256: int = contract.START, *, rules: RulesName = "sane", ply: int = 0) -> None:
        self._rules = rules_named(rules)
        self.rules: RulesName = rules
        contract.rotate(uint256)  # refuses what is no uint256
        if rules == "sane" and (faults := sane.faults(uint256)):
            drawn = notation.draw(_white_view(uint256), letters=True)
            message = f"board {uint256:#x} is not playable under the sane rules: {', '.join(faults)}\n{drawn}"
            raise IllegalPositionError(message, tuple(faults))
        if ply < 0:
            raise ChessError(f"ply {ply}: expected 0 or more")
        self._boards = [uint256]
        self._moves: list[int] = []
        self._first_ply = ply

    @classmethod
    def from_text(cls, text: str, *, white_to_move: bool | None = None, rules: RulesName = "sane") -> "Board":
        """Read a board from a drawing, a line like FEN's, or the uint256 as `0x…` or decimal digits.

        `white_to_move` overrides what the text says; where neither does, white moves.

        >>> from ajeeb.six import Board
        >>> Board.from_text("rbqkbr/pppppp/6/6/PPPPPP/RNQKNR w") == Board() == Board.from_text(str(Board()))
        True
        """
        word = text.strip()
        if word.lower() == "start":
            return cls(rules=rules)
        if word[:2].lower() == "0x" or word.isdecimal():
            try:
                return cls(int(word, 16 if word[:2].lower() == "0x" else 10), rules=rules)
            except ValueError as error:
                if isinstance(error, ChessError):
                    raise
                reason = "expected a uint256 in hexadecimal or decimal digits"
                raise IllegalPositionError(f"board {word[:90]!r}: {reason}", (reason,)) from None
        board, said = notation.parse_board(text)
        white = white_to_move if white_to_move is not None else said is not False
        return cls(board if white else contract.rotate(board), rules=rules)

    # -- position

    @property
    def uint256(self) -> int:
        """The position as the contract packs it, from the mover's view."""
        return self._boards[-1]

    @property
    def turn(self) -> bool:
        """Whether white is to move."""
        return bool(self._boards[-1] & 1)

    @property
    def ply(self) -> int:
        """Plies played since the game's start."""
        return self._first_ply + len(self._moves)

    @property
    def move_number(self) -> int:
        """The number of the move to be played, from 1; both sides' plies make one."""
        return self.ply // 2 + 1

    @property
    def white_view(self) -> int:
        """The position from white's view, whoever moves."""
        return _white_view(self._boards[-1])

    def piece_at(self, square: str) -> str | None:
        """The letter of the piece on a square, upper case for white's; None for an empty square.

        >>> from ajeeb.six import Board
        >>> Board().piece_at("d1"), Board().piece_at("c3")
        ('K', None)
        """
        piece = notation.piece_at(self.white_view, notation.square_index(square))
        return notation.piece_letter(piece) if piece else None

    def __eq__(self, other: object) -> bool:
        """The same position under the same rules, however it was reached."""
        return isinstance(other, Board) and (self.uint256, self.rules) == (other.uint256, other.rules)

    def __repr__(self) -> str:
        return f"Board.from_text({self.fen!r}, rules={self.rules!r})"

    def copy(self) -> "Board":
        """An independent board with the same past."""
        twin = Board.__new__(Board)
        twin.rules, twin._rules, twin._first_ply = self.rules, self._rules, self._first_ply
        twin._boards, twin._moves = self._boards.copy(), self._moves.copy()
        return twin

    __copy__ = copy

    # -- moves

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves by name: under the contract's rules, what it lets its player do."""
        return [notation.move_name(move, self.turn) for move in self._rules.legal_moves(self.uint256)]

    def move_from(self, move: str | int) -> int:
        """A move's int, `from << 6 | to` in the mover's view, from its name or itself.

        >>> from ajeeb.six import Board
        >>> Board().move_from("c2c3") == 20 << 6 | 28
        True
        """
        if isinstance(move, str):
            return notation.parse_move(move, self.turn)
        if not 0 <= move < 1 << 12:
            raise InvalidMoveError(f"move {notation.quoted(move)}: expected 0..4095, from << 6 | to")
        return move

    def move_name(self, move: int) -> str:
        """A move's name, from its int in the mover's view."""
        return notation.move_name(move, self.turn)

    def is_legal(self, move: str | int) -> bool:
        """Whether a move may be pushed."""
        chosen = self.move_from(move)
        if self._rules.is_legal_move(self.uint256, chosen):
            return True
        # The contract's engine replies with whatever it generates, legal or not.
        return self.rules == "contract" and chosen in contract.generate_moves(self.uint256)

    def push(self, move: str | int) -> None:
        """Play a move; `IllegalMoveError` where the rules do not allow it.

        Under the contract's rules its engine's pseudo-legal moves are allowed too.
        """
        chosen = self.move_from(move)
        if not self.is_legal(chosen):
            name = self.move_name(chosen)
            raise IllegalMoveError(f"move {name} is not legal in {self.fen} under the {self.rules} rules")
        self._boards.append(self._rules.apply_move(self.uint256, chosen))
        self._moves.append(chosen)

    def push_all(self, moves: Iterable[str | int]) -> None:
        """Play moves one after the other."""
        for move in moves:
            self.push(move)

    def pop(self) -> str:
        """Take the last move back and return its name; IndexError at the start."""
        if not self._moves:
            raise IndexError("no move to take back")
        self._boards.pop()
        return self.move_name(self._moves.pop())

    @property
    def moves(self) -> list[str]:
        """The moves played so far, by name."""
        return [notation.move_name(m, bool(b & 1)) for m, b in zip(self._moves, self._boards, strict=False)]

    # -- the game's end

    def is_check(self) -> bool:
        """Whether the mover's king stands attacked (by the sane rules; False where those can't read the board)."""
        return not sane.faults(self.uint256) and sane.in_check(self.uint256)

    def outcome(self) -> Outcome | None:
        """Why and how the game is over; None while it goes on. Mate comes before every draw.

        >>> from ajeeb.six import Board
        >>> Board.from_text("k5/2K3/1Q4/6/6/6 b").outcome()
        Outcome(termination=<Termination.STALEMATE: 'stalemate'>, winner=None)
        """
        stuck = not self._rules.legal_moves(self.uint256)
        if self.rules == "contract":
            if self._moves and notation.piece_at(self._boards[-2], self._moves[-1] & 63) & 7 == 6:
                return Outcome(Termination.KING_TAKEN, not self.turn)
            if stuck:
                return Outcome(Termination.NO_MOVES, not self.turn)
        elif stuck:
            if sane.in_check(self.uint256):
                return Outcome(Termination.CHECKMATE, not self.turn)
            return Outcome(Termination.STALEMATE, None)
        if self.rules == "sane" and self._boards.count(self.uint256) >= 3:
            return Outcome(Termination.REPETITION, None)
        if self.ply >= 2 * sane.MOVE_LIMIT:
            return Outcome(Termination.MOVE_LIMIT, None)
        return None

    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        outcome = self.outcome()
        return outcome.result() if outcome else "*"

    # -- the engine

    def best_move(
        self, depth: int | None = None, *, nodes: int | None = None, seconds: float | None = None
    ) -> str | None:
        """The engine's move by name, or None when it resigns or has none. Under the contract's rules: a depth only.

        >>> from ajeeb.six import Board
        >>> Board.from_text("3k2/6/3K2/6/R5/6 w").best_move(3)
        'a2a6'
        """
        if self.rules == "contract":
            if depth is None or nodes is not None or seconds is not None:
                raise ChessError("the contract's engine takes a depth, and no other limit")
            move = contract.search_move(self.uint256, depth)[0]
        else:
            move = self.search(depth, nodes=nodes, seconds=seconds).move
        return self.move_name(move) if move else None

    def search(
        self, depth: int | None = None, *, nodes: int | None = None, seconds: float | None = None
    ) -> sane.SearchResult:
        """`sane.search` from here, with this game's past."""
        return sane.search(self.uint256, depth, nodes=nodes, seconds=seconds, past=self._boards[:-1], ply=self.ply)

    def line_names(self, line: Iterable[int]) -> list[str]:
        """The names of a line of moves from here, each given in its own mover's view, as a search returns them."""
        return [notation.move_name(move, self.turn == (i % 2 == 0)) for i, move in enumerate(line)]

    # -- text and pictures

    @property
    def fen(self) -> str:
        """One line, as FEN writes it: `rbqkbr/pppppp/6/6/PPPPPP/RNQKNR w`."""
        return notation.to_fen(self.white_view, self.turn)

    def text(self, *, letters: bool = False) -> str:
        """The board in seven lines, with chess symbols or letters; `from_text` reads both."""
        return notation.draw(self.white_view, letters=letters)

    def __str__(self) -> str:
        return self.text()

    def svg(self, *, size: int = 320, flipped: bool = False) -> str:
        """The board as an SVG picture, the last move and a king in check marked."""
        marked, check = self._last_squares(), self._checked()
        return pictures.svg(self.white_view, size=size, flipped=flipped, marked=marked, check=check)

    def html(self, *, flipped: bool = False) -> str:
        """The board as an HTML table with its own styles, the last move and a king in check marked."""
        return pictures.html(self.white_view, flipped=flipped, marked=self._last_squares(), check=self._checked())

    def chain_html(self, look: "Look | None" = None) -> str:
        """The board as the minted art shows it: pillars of 12×12 bits, in HTML and CSS."""
        from ajeeb.six import art

        return art.pillars_html(self.white_view, look or art.Look())

    def chain_svg(self, look: "Look | None" = None) -> str:
        """The same pillars as an SVG picture."""
        from ajeeb.six import art

        return art.pillars_svg(self.white_view, look or art.Look())

    def _repr_svg_(self) -> str:
        return self.svg()

    def _last_squares(self) -> set[int]:
        if not self._moves:
            return set()
        move, mover_is_white = self._moves[-1], not self.turn
        return {index if mover_is_white else 63 - index for index in (move >> 6, move & 63)}

    def _checked(self) -> int | None:
        if not self.is_check():
            return None
        king = 14 if self.turn else 6
        return next(index for index in notation.interior if notation.piece_at(self.white_view, index) == king)


def _white_view(board: int) -> int:
    return board if board & 1 else contract.rotate(board)
