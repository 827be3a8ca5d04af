"""Full sets of magic numbers for rook and bishop: found, verified exhaustively, and written as C++ or JSON.

The search for one number is in `search`; the command `ajeeb bits magics` prints what this file makes.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from ajeeb.bits.arrays import WIDEST, Words, slider_attacks, subsets
from ajeeb.bits.rays import BISHOP, ROOK, slider_mask
from ajeeb.bits.search import find_magic
from ajeeb.bits.squares import Order, check_n, check_order, square_name
from ajeeb.errors import InvalidBitboardError

PIECES = {"rook": ROOK, "bishop": BISHOP}


@dataclass(frozen=True, slots=True)
class Magic:
    """One slider on one square: its index is ((occupied & mask) * magic mod 2^(n²)) >> (n² - bits).

    `square` counts row by row from one corner of the board, and it doesn't matter whether that is a8 or a1: turned
    upside down, the board has the same rays.
    """

    piece: str
    square: int
    n: int
    mask: int
    magic: int
    bits: int

    def index(self, occupied: int) -> int:
        """The place of an occupancy in the table of 2^bits attack sets."""
        width = self.n * self.n
        return ((occupied & self.mask) * self.magic & ((1 << width) - 1)) >> (width - self.bits)

    def table(self) -> Words:
        """The attack sets by index, uint64, shape (2^bits,); places that no occupancy maps to hold 0.

        Raises InvalidBitboardError when the number isn't magic: two occupancies share a place, not their attacks.
        """
        width = self.n * self.n
        occupancies = subsets(self.mask)
        attacks = slider_attacks(self.square, occupancies, PIECES[self.piece], self.n)
        products = occupancies * np.uint64(self.magic) & np.uint64((1 << width) - 1)
        places = products >> np.uint64(width - self.bits) if self.bits else np.zeros_like(products)
        table = np.zeros(1 << self.bits, np.uint64)
        table[places] = attacks
        if not np.array_equal(table[places], attacks):
            raise InvalidBitboardError(
                f"{self.magic:#x} is not a magic number for a {self.piece} on square {self.square}, n = {self.n}"
            )
        return table


def find_magics(n: int = 8, seed: int = 0) -> Iterator[Magic]:
    """The 2n² magics of rook, then bishop, square by square; each is verified on every occupancy before it is given.

    The same `n` and `seed` always give the same numbers. The index has as many bits as the mask has squares; on boards
    so small that no such number exists it has more. Raises InvalidBitboardError unless n is 1 to 8.

    >>> len({magic.square for magic in find_magics(4) if magic.piece == "rook"})
    16
    """
    check_n(n, WIDEST)
    for kind, piece in enumerate(PIECES):
        for square in range(n * n):
            yield _find(piece, square, n, (seed * len(PIECES) + kind) * n * n + square)


def _find(piece: str, square: int, n: int, seed: int) -> Magic:
    directions = PIECES[piece]
    mask = slider_mask(square, directions, n)
    values = partial(slider_attacks, square, directions=directions, n=n)
    for bits in range(mask.bit_count(), n * n + 1):
        number = find_magic(mask, n, values, bits=bits, seed=seed)
        if number is not None:
            magic = Magic(piece, square, n, mask, number, bits)
            magic.table()
            return magic
    raise AssertionError("the multiplier 1 and an index of n² bits always do")


def to_json(magics: list[Magic], order: Order = "a8") -> str:
    """The set as JSON: per piece a list of square name, mask, magic (hexadecimal strings), bits and shift."""
    check_order(order)
    n = magics[0].n
    pieces = {
        piece: [
            {
                "square": square_name(m.square, n, order),
                "mask": f"{m.mask:#x}",
                "magic": f"{m.magic:#x}",
                "bits": m.bits,
                "shift": n * n - m.bits,
            }
            for m in magics
            if m.piece == piece
        ]
        for piece in PIECES
    }
    return json.dumps({"n": n, "order": order, **pieces}, indent=1) + "\n"


def to_cpp(magics: list[Magic], order: Order = "a8", command: str = "ajeeb bits magics") -> str:
    """The set as a C++ include: `kRookMagics` and `kBishopMagics`, for 64-bit words whatever n is.

    On smaller boards the numbers are moved to the top of the word, so that the same line of C++ serves. Raises
    InvalidBitboardError when an index has more bits than its mask has squares, which that line couldn't know.
    """
    n = magics[0].n
    wider = [m for m in magics if m.bits != m.mask.bit_count()]
    if wider:
        names = ", ".join(f"{m.piece} {square_name(m.square, n, order)}" for m in wider[:4])
        raise InvalidBitboardError(
            f"the index needs more bits than the mask has squares ({names}): use JSON for n = {n}"
        )
    lines = [
        f"// Magic multipliers of rook and bishop on {n}x{n}, square by square in the order {order} = 0.",
        "// index = ((occupied & mask) * magic) >> (64 - popcount(mask)), where mask is what lies on the piece's rays",
        "// without the last square of each. Verified on every occupancy. Made, and to be made again, by",
        f"//   {command}",
    ]
    for piece in PIECES:
        numbers = [m.magic << 64 - n * n for m in magics if m.piece == piece]
        lines.append(f"\ninline constexpr std::uint64_t k{piece.title()}Magics[{n * n}] = {{")
        lines += [
            "    " + " ".join(f"0x{number:016x}," for number in numbers[row : row + 4])
            for row in range(0, len(numbers), 4)
        ]
        lines.append("};")
    return "\n".join(lines) + "\n"
