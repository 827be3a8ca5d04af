"""What an n×n board is: its size, its width in bits, its squares' numbers and names, and the checks of all input.

Every other file of the room builds on this one. No bit tricks live here.

A bitboard is an int in 0..2^(n²)-1, read as a subset of {0..n²-1}. Square (row, column), rows counted from the top of
the picture, is element n·row + column: on 8×8, a8 is 0 and h1 is 63. That is the order `"a8"`, the default of the whole
room. The order `"a1"` counts rows from the bottom, a1 = 0, as most engines do.
"""

from typing import Literal, SupportsIndex, get_args

from ajeeb.errors import InvalidBitboardError

Order = Literal["a8", "a1"]
"""Which corner is square 0: `"a8"`, the top left one, or `"a1"`, the bottom left one."""

MAX_N = 16
"""The largest board: 16×16, files a to p."""

FILES = "abcdefghijklmnop"


def check_n(n: SupportsIndex, most: int = MAX_N) -> int:
    """`n` as an int, or InvalidBitboardError when it isn't in 1..`most`."""
    size = as_int(n, "a board size")
    if not 1 <= size <= most:
        raise InvalidBitboardError(f"board size n = {told(size)} is out of range: expected 1 to {most}")
    return size


def check_order(order: str) -> Order:
    """`order`, or InvalidBitboardError when it is neither "a8" nor "a1"."""
    if order not in get_args(Order):
        raise InvalidBitboardError(f"unknown square order {order!r}: expected 'a8' or 'a1'")
    return order  # type: ignore[return-value]


def check_bitboard(x: SupportsIndex, n: int = 8) -> int:
    """`x` as an int, or InvalidBitboardError when it is negative or has elements beyond n²-1."""
    n = check_n(n)
    value = as_int(x, "a bitboard")
    if value < 0:
        raise InvalidBitboardError(f"bitboard {told(value)} is negative: expected 0 to 2^{n * n} - 1")
    if value >> (n * n):
        raise InvalidBitboardError(
            f"bitboard {abridged(value)} is too wide for a {n}×{n} board: expected less than 2^{n * n}"
        )
    return value


def check_square(square: SupportsIndex, n: int = 8) -> int:
    """`square` as an int, or InvalidBitboardError when it isn't in 0..n²-1."""
    n = check_n(n)
    number = as_int(square, "a square number")
    if not 0 <= number < n * n:
        raise InvalidBitboardError(f"square {abridged(number)} is out of range: expected 0 to {n * n - 1} for n = {n}")
    return number


def as_int(x: SupportsIndex, what: str) -> int:
    """`x` as an int, or TypeError: expected `what`."""
    try:
        return x.__index__()
    except AttributeError:
        raise TypeError(f"expected {what}, an int, not {x!r}") from None


def abridged(value: int) -> str:
    """`value` for an error message: hexadecimal, with the middle left out when it is long."""
    digits = hex(value)
    return digits if len(digits) <= 40 else f"{digits[:20]}…{digits[-8:]} ({value.bit_length()} bits)"


def told(number: int) -> str:
    """`number` for an error message: decimal as long as a word holds it, else `abridged`.

    Python writes no int of more than 4,300 decimal digits, so an f-string of one would raise another error instead.
    """
    return str(number) if number.bit_length() <= 64 else abridged(number)


def full(n: int = 8) -> int:
    """Every square of the board: 2^(n²) - 1.

    >>> hex(full(4))
    '0xffff'
    """
    n = check_n(n)
    return (1 << n * n) - 1


def square_name(square: SupportsIndex, n: int = 8, order: Order = "a8") -> str:
    """The name of a square: file letter and rank number. Raises InvalidBitboardError when it is off the board.

    >>> square_name(0), square_name(0, order="a1"), square_name(255, 16)
    ('a8', 'a1', 'p1')
    """
    row, column = divmod(check_square(square, n), n)
    rank = n - row if check_order(order) == "a8" else row + 1
    return f"{FILES[column]}{rank}"


def parse_square(name: str, n: int = 8, order: Order = "a8") -> int:
    """The number of the square called `name`. Raises InvalidBitboardError for a name that isn't on the board.

    >>> parse_square("a8"), parse_square("h1"), parse_square("h1", order="a1")
    (0, 63, 7)
    """
    n = check_n(n)
    file, rank = name[:1], name[1:]
    ranks = [str(r) for r in range(1, n + 1)]
    if not file or file not in FILES[:n] or rank not in ranks:
        last = f"{FILES[n - 1]}{n}"
        raise InvalidBitboardError(f"unknown square {name[:20]!r}: expected a1 to {last} on a {n}×{n} board")
    row = n - int(rank) if check_order(order) == "a8" else int(rank) - 1
    return n * row + FILES.index(file)


def reorder_square(square: SupportsIndex, n: int = 8) -> int:
    """The number of the same square in the other order. It is its own inverse.

    >>> reorder_square(0), reorder_square(56)
    (56, 0)
    """
    row, column = divmod(check_square(square, n), n)
    return n * (n - 1 - row) + column
