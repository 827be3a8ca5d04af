"""The 6×6 engine that lives in a smart contract, bit-exact, and its sane twin.

`contract` holds the original's rules and search, `sane` the same game made right; `Board` is a game under either,
`Game` the minting contract with its `art`, `arrays` the same work over numpy arrays, `match` plays engines against
each other.
"""

from ajeeb.six import contract, sane
from ajeeb.six.board import Board, Outcome, Termination
from ajeeb.six.game import Game, Token

__all__ = ["Board", "Game", "Outcome", "Termination", "Token", "contract", "sane"]
