"""`Bitboard`: a set of squares as an immutable value, with operators, names, moves and pictures.

It knows its board's size and square order, so that boards which don't belong together can't be mixed. The work is done
by the functions of the other files, which take plain ints and are there for those who prefer them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import SupportsIndex

from ajeeb.bits import maps, pictures, sets
from ajeeb.bits import rays as lines
from ajeeb.bits.pictures import Letters, Picture
from ajeeb.bits.squares import (
    Order,
    check_bitboard,
    check_n,
    check_order,
    check_square,
    full,
    parse_square,
    square_name,
    told,
)
from ajeeb.errors import InvalidBitboardError


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Bitboard:
    """A subset of the squares of an n×n board, n = 1..16, held as an int.

    `value` is the int, `order` which corner its bit 0 is: `"a8"` (default) or `"a1"`. It works where an int does
    (`int(b)`, `hex(b)`, `1 << 3 in ...`) through `__index__`, and like a frozenset: `|`, `&`, `^`, `-`, `~`, `<=`,
    `in`, `len`, iteration from the lowest square. The other operand may be a plain int of the same order. Two boards of
    different size or order raise InvalidBitboardError when combined, as does any value that doesn't fit.

    It equals another Bitboard of the same size and order, or an int, with the same value. To hand one to a library
    whose square 0 is a1, as `ajeeb.SquareSet` and python-chess's are, say `SquareSet(b.in_order("a1"))`.

    >>> b = Bitboard.of("a8", "c6", n=3 + 5)
    >>> b, len(b), list(b), b.names()
    (Bitboard(0x40001), 2, [0, 18], ['a8', 'c6'])
    >>> b.shift("e").names(), "a8" in b, b & 1 == b.lowest()
    (['b8', 'd6'], True, True)
    >>> hex(b.in_order("a1"))
    '0x100040000000000'
    """

    value: int = 0
    n: int = 8
    order: Order = "a8"

    def __post_init__(self) -> None:
        check_order(self.order)
        object.__setattr__(self, "n", check_n(self.n))
        object.__setattr__(self, "value", check_bitboard(self.value, self.n))

    @classmethod
    def of(cls, *squares: SupportsIndex | str, n: int = 8, order: Order = "a8") -> "Bitboard":
        """The set of these squares, given by number or name.

        >>> int(Bitboard.of(0, "b8"))
        3
        """
        value = 0
        for square in squares:
            value |= 1 << _number(square, n, order)
        return cls(value, n, order)

    @classmethod
    def full(cls, n: int = 8, order: Order = "a8") -> "Bitboard":
        """Every square of the board."""
        return cls(full(n), n, order)

    def _with(self, value: int) -> "Bitboard":
        """Another set on the same board. `value` is known to fit."""
        board = object.__new__(Bitboard)
        for name, content in (("value", value), ("n", self.n), ("order", self.order)):
            object.__setattr__(board, name, content)
        return board

    def _other(self, other: object) -> int | None:
        """The other operand's value, None when it is no bitboard at all."""
        if isinstance(other, Bitboard):
            if (other.n, other.order) != (self.n, self.order):
                raise InvalidBitboardError(
                    f"can't combine a {self.n}×{self.n} board, {self.order} = 0, with a {other.n}×{other.n} board, "
                    f"{other.order} = 0"
                )
            return other.value
        return check_bitboard(other, self.n) if isinstance(other, int | SupportsIndex) else None

    # Like an int.

    def __int__(self) -> int:
        return self.value

    def __index__(self) -> int:
        return self.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Bitboard):
            return (self.value, self.n, self.order) == (other.value, other.n, other.order)
        return self.value == other if isinstance(other, int | SupportsIndex) else NotImplemented

    def __format__(self, spec: str) -> str:
        """As an int with a format (`f"{b:#018x}"`), as a picture without one."""
        return format(self.value, spec) if spec else str(self)

    def __lshift__(self, bits: int) -> "Bitboard":
        """The bits moved up, those beyond the board dropped. Squares wrap from row to row; `shift` doesn't."""
        return self._with(self.value << _amount(bits, self.n) & full(self.n))

    def __rshift__(self, bits: int) -> "Bitboard":
        """The bits moved down. Squares wrap from row to row; `shift` doesn't."""
        return self._with(self.value >> _amount(bits, self.n))

    # Like a set.

    def __and__(self, other: "Bitboard | int") -> "Bitboard":
        value = self._other(other)
        return NotImplemented if value is None else self._with(self.value & value)

    def __or__(self, other: "Bitboard | int") -> "Bitboard":
        value = self._other(other)
        return NotImplemented if value is None else self._with(self.value | value)

    def __xor__(self, other: "Bitboard | int") -> "Bitboard":
        value = self._other(other)
        return NotImplemented if value is None else self._with(self.value ^ value)

    def __sub__(self, other: "Bitboard | int") -> "Bitboard":
        """The squares that are not in `other`: difference of sets, not of ints."""
        value = self._other(other)
        return NotImplemented if value is None else self._with(self.value & ~value)

    def __rsub__(self, other: int) -> "Bitboard":
        value = self._other(other)
        return NotImplemented if value is None else self._with(value & ~self.value)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> "Bitboard":
        return self._with(self.value ^ full(self.n))

    def __le__(self, other: "Bitboard | int") -> bool:
        value = self._other(other)
        return NotImplemented if value is None else not self.value & ~value

    def __ge__(self, other: "Bitboard | int") -> bool:
        value = self._other(other)
        return NotImplemented if value is None else not value & ~self.value

    def __lt__(self, other: "Bitboard | int") -> bool:
        value = self._other(other)
        return NotImplemented if value is None else self.value != value and not self.value & ~value

    def __gt__(self, other: "Bitboard | int") -> bool:
        value = self._other(other)
        return NotImplemented if value is None else self.value != value and not value & ~self.value

    def isdisjoint(self, other: "Bitboard | int") -> bool:
        """Whether no square is in both."""
        return not self & other

    def __bool__(self) -> bool:
        return self.value != 0

    def __len__(self) -> int:
        return self.value.bit_count()

    def __contains__(self, square: SupportsIndex | str) -> bool:
        """Whether a square, by number or name, is an element. Raises InvalidBitboardError for one off the board."""
        return bool(self.value >> _number(square, self.n, self.order) & 1)

    def __iter__(self) -> Iterator[int]:
        return sets.elements(self.value)

    def __reversed__(self) -> Iterator[int]:
        rest = self.value
        while rest:
            highest = rest.bit_length() - 1
            yield highest
            rest ^= 1 << highest

    def lowest(self) -> "Bitboard":
        """The lowest square alone, or the empty set. `min(b)` is its number."""
        return self._with(sets.lowest(self.value))

    def subsets(self) -> Iterator["Bitboard"]:
        """All 2^len subsets, in ascending order.

        >>> [int(s) for s in Bitboard(0b101).subsets()]
        [0, 1, 4, 5]
        """
        return map(self._with, sets.subsets(self.value))

    # On the board.

    def names(self) -> list[str]:
        """The squares' names, lowest first."""
        return [square_name(s, self.n, self.order) for s in self]

    def in_order(self, order: Order) -> "Bitboard":
        """The same squares, numbered in `order`."""
        same = check_order(order) == self.order
        return Bitboard(self.value if same else maps.flip_vertical(self.value, self.n), self.n, order)

    def shift(self, direction: str, steps: int = 1) -> "Bitboard":
        """Every square moved `steps` times in a direction ("n", "ne", "e", ...); nothing wraps."""
        if steps < 0:
            raise InvalidBitboardError(f"can't take {told(steps)} steps: expected 0 or more")
        lines.delta(direction, self.order)
        value = self.value
        for _ in range(min(steps, self.n)):
            value = lines.shift(value, direction, self.n, self.order)
        return self._with(value)

    def flood(self, through: "Bitboard | int", directions: Iterable[str] = lines.ROOK) -> "Bitboard":
        """Everything reached from here by steps inside `through`, these squares included.

        >>> Bitboard.of("a1").flood(Bitboard.of("a2", "b2", "d2")).names()
        ['a2', 'b2', 'a1']
        """
        return self._with(lines.flood(self.value, (self | through).value, self.n, directions, self.order))

    def rays(self, *directions: str) -> "Bitboard":
        """All squares in these directions from any square of the set, to the edge; in all eight when none is named.

        >>> Bitboard.of("a1").rays("ne").names()
        ['h8', 'g7', 'f6', 'e5', 'd4', 'c3', 'b2']
        """
        value = 0
        for direction in directions or lines.QUEEN:
            for square in self:
                value |= lines.ray(square, direction, self.n, self.order)
        return self._with(value)

    def slides(self, occupied: "Bitboard | int", directions: Iterable[str] = lines.QUEEN) -> "Bitboard":
        """What sliders on these squares attack: in each direction, up to and including the first of `occupied`."""
        blockers = (self._with(0) | occupied).value
        value = 0
        for direction in directions:
            front = self.value
            while front:
                front = lines.shift(front, direction, self.n, self.order)
                value |= front
                front &= ~blockers
        return self._with(value)

    def transpose(self) -> "Bitboard":
        """Mirrored in the diagonal through square 0."""
        return self._with(maps.transpose(self.value, self.n))

    def flip_vertical(self) -> "Bitboard":
        """Upside down."""
        return self._with(maps.flip_vertical(self.value, self.n))

    def flip_horizontal(self) -> "Bitboard":
        """Left and right exchanged."""
        return self._with(maps.flip_horizontal(self.value, self.n))

    def rotate_180(self) -> "Bitboard":
        """Turned by half a turn."""
        return self._with(maps.rotate_180(self.value, self.n))

    # Pictures.

    def picture(self, letters: Letters | None = None, caption: str = "") -> Picture:
        """This board as one of several, for `side_by_side_html` and its like."""
        return Picture(self.value, self.n, self.order, letters, caption)

    def text(self, letters: Letters | None = None, coordinates: bool = False) -> str:
        """The board as text; `letters` puts pieces under it. See `text_bitboard`."""
        return pictures.text_bitboard(self.value, self.n, self.order, letters, coordinates)

    def html(self, letters: Letters | None = None, caption: str = "") -> str:
        """The board as an HTML table. See `html_bitboard`."""
        return pictures.html_bitboard(self.value, self.n, self.order, letters, caption)

    def svg(self, letters: Letters | None = None, caption: str = "", square: int = 25) -> str:
        """The board as an SVG document. See `svg_bitboard`."""
        return pictures.svg_bitboard(self.value, self.n, self.order, letters, caption, square)

    def _repr_html_(self) -> str:
        return self.html()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        board = f"{self.value:#x}"
        if self.n != 8:
            board += f", n={self.n}"
        if self.order != "a8":
            board += f", order={self.order!r}"
        return f"Bitboard({board})"


class SideBySide:
    """Several bitboards in a row, for a notebook: shows itself as HTML there, prints as text elsewhere.

    >>> print(SideBySide(one=Bitboard(1, 2), two=Bitboard(2, 2)))
    one   two
    1 .   . 1
    . .   . .
    """

    def __init__(self, *boards: Bitboard, letters: Letters | None = None, **captioned: Bitboard) -> None:
        """Boards without and with captions (`_` reads as a space); `letters` lie under all of them."""
        self.pictures = [board.picture(letters) for board in boards]
        self.pictures += [board.picture(letters, name.replace("_", " ")) for name, board in captioned.items()]

    def svg(self, square: int = 25) -> str:
        """All of them in one SVG document."""
        return pictures.side_by_side_svg(self.pictures, square)

    def _repr_html_(self) -> str:
        return pictures.side_by_side_html(self.pictures)

    def __str__(self) -> str:
        return pictures.side_by_side_text(self.pictures)


def _number(square: SupportsIndex | str, n: int, order: Order) -> int:
    return parse_square(square, n, order) if isinstance(square, str) else check_square(square, n)


def _amount(bits: int, n: int) -> int:
    """A shift's distance: what exceeds the board shifts everything out, however far it is."""
    if bits < 0:
        raise InvalidBitboardError(f"can't shift by {told(bits)} bits: expected 0 or more")
    return min(bits, n * n)
