"""The minting contract: one shared game after another, in which people play white and the engine answers for black."""

from dataclasses import dataclass

from ajeeb.errors import ChessError, RevertError
from ajeeb.six import art, contract, notation

__all__ = ["Game", "Token"]

_LEAST_DEPTH, _MOST_DEPTH = 3, 10
_CAP = 59  # games, and moves in a game


@dataclass(frozen=True)
class Token:
    """One minted move, as the contract stores it.

    `internal_id` is game << 128 | move number, `board` the board before the move in white's view, `packed`
    depth << 24 | white's move << 12 | black's.
    """

    internal_id: int
    board: int
    packed: int

    @property
    def game(self) -> int:
        """The game's number, from 0."""
        return self.internal_id >> 128

    @property
    def number(self) -> int:
        """The move's number in its game, from 0."""
        return self.internal_id & (1 << 128) - 1

    @property
    def depth(self) -> int:
        """The depth that the player asked for."""
        return self.packed >> 24

    @property
    def white_move(self) -> int:
        """The player's move, `from << 6 | to` in white's view."""
        return self.packed >> 12 & 0xFFF

    @property
    def black_move(self) -> int:
        """The engine's reply in black's view; 0 when it resigned."""
        return self.packed & 0xFFF

    def metadata(self) -> art.Metadata:
        """Name, description, attributes and art, as the contract writes them."""
        return art.metadata(self.internal_id, self.board, self.packed)


class Game:
    """The minting contract's state and its `mintMove`.

    It starts as deployed, with the constructor's board (`contract.GENESIS`) and no token; other boards and internal ids
    may be given. `tokens` holds every minted move in order.

    >>> from ajeeb.six import Game, contract
    >>> game = Game(board=contract.START)
    >>> token = game.mint_move(20 << 6 | 28, depth=3)
    >>> token.black_move != 0, game.internal_id, game.total_supply
    (True, 1, 1)
    """

    def __init__(self, board: int = contract.GENESIS, internal_id: int = 0) -> None:
        contract.rotate(board)  # refuses what is no uint256
        if not 0 <= internal_id < 1 << 256:
            raise ChessError(f"internal id {notation.quoted(internal_id)} is no uint256")
        self.board = board
        self.internal_id = internal_id
        self.tokens: list[Token] = []

    @property
    def total_supply(self) -> int:
        """How many moves have been minted."""
        return len(self.tokens)

    @property
    def game(self) -> int:
        """The number of the game in progress, from 0."""
        return self.internal_id >> 128

    @property
    def move(self) -> int:
        """The number of the move to be minted in this game, from 0."""
        return self.internal_id & (1 << 128) - 1

    def mint_move(self, move: int, depth: int) -> Token:
        """Play white's move, let the engine answer at `depth` (3..10), and store both.

        The game is over, and the next one set up, when the engine resigns, when it reckons that white is mated, or at
        the 59th move. A depth or move that is not allowed, and a move past the 59 games, raise `RevertError` and change
        nothing, as does a search that reverts.
        """
        if not _LEAST_DEPTH <= depth <= _MOST_DEPTH:
            raise RevertError(f"the contract reverts: depth {depth}, expected {_LEAST_DEPTH}..{_MOST_DEPTH}")
        if self.game >= _CAP or self.move >= _CAP:
            raise RevertError(f"the contract reverts: it plays {_CAP} games of {_CAP} moves, and this is beyond them")
        if not contract.is_legal_move(self.board, move):
            raise RevertError(
                f"the contract reverts: its rules do not allow move {notation.quoted(move)} on board {self.board:#x}"
            )
        after = contract.apply_move(self.board, move)
        reply, wins = contract.search_move(after, depth)
        token = Token(self.internal_id, self.board, depth << 24 | move << 12 | reply)
        self.tokens.append(token)
        self.internal_id += 1
        if reply == 0 or self.move >= _CAP or wins:
            self.board = contract.START
            self.internal_id = self.game + 1 << 128
        else:
            self.board = contract.apply_move(after, reply)
        return token

    def token_uri(self, token: int) -> str:
        """The data URI of a token's metadata, by its number; one never minted reverts."""
        if not 0 <= token < len(self.tokens):
            raise RevertError(f"the contract reverts: token {token} has not been minted")
        return self.tokens[token].metadata().token_uri()
