"""The tag pairs of a game: a mapping that keeps the seven tags of the roster in front and the others as they came."""

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, Self

from ajeeb import left_out
from ajeeb._core import Board
from ajeeb.errors import ChessError, PgnError

if TYPE_CHECKING:
    from ajeeb.pgn.visitors import HeadersBuilder

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
TAG_NAME_REGEX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")

_DEFAULTS = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}

# What a Variant tag may say, without case, blanks and hyphens.
_STANDARD = frozenset(("", "standard", "chess", "classical", "normal", "illegal", "fromposition"))
_CHESS960 = frozenset(("chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess"))
_CHESS960_SPELLINGS = _CHESS960 | {"frc", "freestyle", "freestylechess"}


class Headers(MutableMapping[str, str]):
    """Tag names and values, in the order in which PGN writes them. Without data, all seven tags of the roster stand.

    >>> headers = Headers({"White": "Morphy", "Opening": "Evans Gambit", "Event": "Paris"})
    >>> list(headers)
    ['Event', 'White', 'Opening']
    >>> Headers(White="Morphy")["Black"]
    '?'
    """

    def __init__(self, data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None, **kwargs: str) -> None:
        self._roster: dict[str, str] = {}
        self._others: dict[str, str] = {}
        if data is None:
            self._roster = dict(_DEFAULTS)
        self.update(data or {}, **kwargs)

    def is_chess960(self) -> bool:
        """True if the Variant tag names Chess960."""
        return _variant_key(self.get("Variant", "")) in _CHESS960_SPELLINGS

    def is_wild(self) -> bool:
        """True if the Variant tag is one of the FICS wild games, which are standard chess from other positions."""
        return self.get("Variant", "").lower() in {
            f"wild{separator}{number}" for number in (0, 1, 2, 3, 4, 5, 6, 7, 8, "8a") for separator in ("/", "")
        }

    def variant(self) -> type[Board]:
        """The class of the boards of this game: Board. Raises ChessError for variants that are left out."""
        name = self.get("Variant", "")
        if self.is_chess960() or self.is_wild() or _variant_key(name) in _STANDARD:
            return Board
        raise PgnError(f"the variant {name!r} is not played here: {left_out.refusal('variant')}", "unsupported_variant")

    def board(self) -> Board:
        """The starting position: from the FEN tag if there is one. Raises ChessError.

        A FEN whose castling rights only Chess960 knows makes a Chess960 board, whatever the Variant tag says.
        """
        variant, chess960 = self.variant(), self.is_chess960()
        fen = self.get("FEN", "")
        if not fen:
            return variant(chess960=chess960)
        board = variant(fen, chess960=chess960)
        if not chess960 and board.has_chess960_castling_rights():
            board.chess960 = True
        return board

    def __setitem__(self, key: str, value: str) -> None:
        if key in _DEFAULTS:
            _check_value(key, value)
            self._roster[key] = value
            return
        if not TAG_NAME_REGEX.match(key):
            raise ChessError(f"expected a PGN tag name of letters, digits and underscores, got {key!r}")
        _check_value(key, value)
        self._others[key] = value

    def __getitem__(self, key: str) -> str:
        return self._roster[key] if key in _DEFAULTS else self._others[key]

    def __delitem__(self, key: str) -> None:
        if key in _DEFAULTS:
            del self._roster[key]
        else:
            del self._others[key]

    def __iter__(self) -> Iterator[str]:
        for key in _DEFAULTS:
            if key in self._roster:
                yield key
        yield from self._others

    def __len__(self) -> int:
        return len(self._roster) + len(self._others)

    def copy(self) -> Self:
        """The same tags in a mapping of their own."""
        return type(self)(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls) -> "HeadersBuilder[Self]":
        """A visitor that collects the tags of a game in this class."""
        from ajeeb.pgn.visitors import HeadersBuilder

        return HeadersBuilder(Headers=cls)

    def _fill(self, tags: Iterable[tuple[str, str]]) -> None:
        """Take tags that a parser has read, whose names and values are known to be well formed."""
        for key, value in tags:
            (self._roster if key in _DEFAULTS else self._others)[key] = value


def _variant_key(name: str) -> str:
    return "".join(char for char in name.lower() if char not in " -_")


def _check_value(key: str, value: Any) -> None:
    if not isinstance(value, str):
        raise TypeError(f"expected the value of the PGN tag {key} as str, got {value!r}")
    if "\n" in value or "\r" in value:
        raise ChessError(f"expected a value without line breaks for the PGN tag {key}, got {value!r}")
