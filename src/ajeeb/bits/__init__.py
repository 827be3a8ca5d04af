"""Bitboards as subsets of {0..n²-1}, on any n×n board from 1 to 16: the bit hacks, right on every board.

`Bitboard` is the value type; the functions beside it take and give plain ints. Square 0 is a8 unless `order="a1"` says
otherwise. Two submodules work on numpy arrays and are imported on first use: `arrays`, the vectorised twins for
boards up to 8×8, and `magics`, full sets of slider magics. Nothing here imports the compiled core.

The ideas and the functions' names come from Shaun Harker's essay "Chess Engine Bit Hacks" (2022), which the docstrings
call Harker; `docs/bits.ipynb` retells it. Products are cut to the word here, which a Python int doesn't do by itself.

>>> from ajeeb import bits
>>> b = bits.Bitboard(bits.diagonal())
>>> b.names()[:3], bits.popcnt(b), bits.ntz(b)
(['a8', 'b7', 'c6'], 8, 0)
"""

import importlib
from typing import TYPE_CHECKING, Any

from ajeeb.bits.bitboard import Bitboard, SideBySide
from ajeeb.bits.hashing import (
    PerfectHash,
    find_isomorphism,
    find_perfect_hash,
    is_boolean_isomorphism,
    is_perfect_hash,
    preserves_order,
    reverses_order,
)
from ajeeb.bits.maps import (
    anti_transpose,
    bottom_to_top,
    flip_horizontal,
    flip_vertical,
    left_to_bottom,
    left_to_bottom_permuted,
    left_to_bottom_reversed,
    modmul,
    rotate_90,
    rotate_180,
    to_bottom,
    transpose,
)
from ajeeb.bits.patterns import (
    antidiagonal,
    bottom,
    column,
    diagonal,
    left,
    permutation_matrix,
    rank,
    right,
    top,
)
from ajeeb.bits.pictures import (
    Picture,
    ascii_bitboard,
    html_bitboard,
    little_endian,
    parse_placement,
    side_by_side_html,
    side_by_side_svg,
    side_by_side_text,
    svg_bitboard,
    text_bitboard,
)
from ajeeb.bits.rays import (
    BISHOP,
    QUEEN,
    ROOK,
    bishop_attacks,
    flood,
    queen_attacks,
    ray,
    rook_attacks,
    shift,
    slider_attacks,
    slider_mask,
)
from ajeeb.bits.sets import bitboard_from_set, de_bruijn, elements, lowest, ntz, popcnt, subsets
from ajeeb.bits.squares import Order, full, parse_square, reorder_square, square_name

if TYPE_CHECKING:
    from ajeeb.bits import arrays, magics
    from ajeeb.bits.search import find_magic

__all__ = [
    "BISHOP",
    "QUEEN",
    "ROOK",
    "Bitboard",
    "Order",
    "PerfectHash",
    "Picture",
    "SideBySide",
    "anti_transpose",
    "antidiagonal",
    "arrays",
    "ascii_bitboard",
    "bishop_attacks",
    "bitboard_from_set",
    "bottom",
    "bottom_to_top",
    "column",
    "de_bruijn",
    "diagonal",
    "elements",
    "find_isomorphism",
    "find_magic",
    "find_perfect_hash",
    "flip_horizontal",
    "flip_vertical",
    "flood",
    "full",
    "html_bitboard",
    "is_boolean_isomorphism",
    "is_perfect_hash",
    "left",
    "left_to_bottom",
    "left_to_bottom_permuted",
    "left_to_bottom_reversed",
    "little_endian",
    "lowest",
    "magics",
    "modmul",
    "ntz",
    "parse_placement",
    "parse_square",
    "permutation_matrix",
    "popcnt",
    "preserves_order",
    "queen_attacks",
    "rank",
    "ray",
    "reorder_square",
    "reverses_order",
    "right",
    "rook_attacks",
    "rotate_90",
    "rotate_180",
    "shift",
    "side_by_side_html",
    "side_by_side_svg",
    "side_by_side_text",
    "slider_attacks",
    "slider_mask",
    "square_name",
    "subsets",
    "svg_bitboard",
    "text_bitboard",
    "to_bottom",
    "top",
    "transpose",
]

# What needs numpy: name → module it lives in.
_ON_FIRST_USE = {"arrays": "arrays", "magics": "magics", "find_magic": "search"}


def __getattr__(name: str) -> Any:
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f"{__name__}.{_ON_FIRST_USE[name]}")
    return module if _ON_FIRST_USE[name] == name else getattr(module, name)
