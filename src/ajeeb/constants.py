"""The constants of python-chess: colors, piece types, squares and bitboards by name.

Plain ints, bools, strings and lists. The classes that use them are in the core; `ajeeb` exports everything here.
"""

import re
from collections.abc import Iterable
from typing import Literal, SupportsInt, TypeAlias

from ajeeb._core import SquareSet, attack_table, ray, scan_forward
from ajeeb.errors import PieceError

Color: TypeAlias = bool
PieceType: TypeAlias = int
Square: TypeAlias = int
Bitboard: TypeAlias = int
IntoSquareSet: TypeAlias = SupportsInt | Iterable[Square]
EnPassantSpec: TypeAlias = Literal["legal", "fen", "xfen"]

# ---- colors and pieces

COLORS: list[Color] = [True, False]
WHITE, BLACK = COLORS
COLOR_NAMES = ["black", "white"]
ColorName: TypeAlias = Literal["white", "black"]

PIECE_TYPES: list[PieceType] = [1, 2, 3, 4, 5, 6]
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("PNBRQKpnbrqk", "♙♘♗♖♕♔♟♞♝♜♛♚", strict=True))


def piece_symbol(piece_type: PieceType) -> str:
    """The letter of a piece type, in lower case."""
    return _of_type(PIECE_SYMBOLS, piece_type)


def piece_name(piece_type: PieceType) -> str:
    """The English name of a piece type."""
    return _of_type(PIECE_NAMES, piece_type)


def _of_type(names: list[str | None], piece_type: PieceType) -> str:
    name = names[piece_type] if 0 <= piece_type < len(names) else None
    if name is None:
        raise PieceError(f"expected a piece type from 1 (pawn) to 6 (king), got {piece_type!r}")
    return name


# ---- text

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = STARTING_FEN.partition(" ")[0]
FEN_CASTLING_REGEX = re.compile(r"(?:-|[A-HKQ]{0,2}[a-hkq]{0,2})\Z")
SAN_REGEX = re.compile(r"([BKNQR])?([a-h])?([1-8])?[-x]?([a-h][1-8])(=?[BKNQRbknqr])?[#+]?\Z")

# ---- squares

FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
SQUARES: list[Square] = list(range(64))
SQUARES_180: list[Square] = [square ^ 56 for square in SQUARES]
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
A1, B1, C1, D1, E1, F1, G1, H1 = SQUARES[0:8]
A2, B2, C2, D2, E2, F2, G2, H2 = SQUARES[8:16]
A3, B3, C3, D3, E3, F3, G3, H3 = SQUARES[16:24]
A4, B4, C4, D4, E4, F4, G4, H4 = SQUARES[24:32]
A5, B5, C5, D5, E5, F5, G5, H5 = SQUARES[32:40]
A6, B6, C6, D6, E6, F6, G6, H6 = SQUARES[40:48]
A7, B7, C7, D7, E7, F7, G7, H7 = SQUARES[48:56]
A8, B8, C8, D8, E8, F8, G8, H8 = SQUARES[56:64]

# ---- bitboards

BB_EMPTY = 0
BB_ALL = 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES: list[Bitboard] = [1 << square for square in SQUARES]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]

BB_CORNERS = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES = 0xAA55_AA55_AA55_AA55
BB_FILES: list[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS: list[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
BB_BACKRANKS = BB_RANK_1 | BB_RANK_8

# ---- attack tables

BB_KNIGHT_ATTACKS: list[Bitboard] = [attack_table("knight", square) for square in SQUARES]
BB_KING_ATTACKS: list[Bitboard] = [attack_table("king", square) for square in SQUARES]
BB_PAWN_ATTACKS: list[list[Bitboard]] = [
    [attack_table(f"{color}_pawn", square) for square in SQUARES] for color in COLOR_NAMES
]
BB_RAYS: list[list[Bitboard]] = [[ray(a, b) for b in SQUARES] for a in SQUARES]


def _inner_masks(kind: str) -> list[Bitboard]:
    """The squares whose occupation matters to a slider of `kind`: its lines without their last squares."""
    return [
        sum(
            BB_SQUARES[blocker]
            for blocker in scan_forward(attack_table(kind, square))
            if attack_table(kind, square, BB_SQUARES[blocker]) != attack_table(kind, square)
        )
        for square in SQUARES
    ]


def _attacks_by_occupation(kind: str, masks: list[Bitboard]) -> list[dict[Bitboard, Bitboard]]:
    return [
        {occupied: attack_table(kind, square, occupied) for occupied in SquareSet(mask).carry_rippler()}
        for square, mask in enumerate(masks)
    ]


# Seldom used and slow to make: made when first asked for.
_SLIDER_TABLES = {"BB_DIAG": "diagonal", "BB_FILE": "file", "BB_RANK": "rank"}


def __getattr__(name: str) -> list[Bitboard] | list[dict[Bitboard, Bitboard]]:
    prefix, _, what = name.rpartition("_")
    if prefix not in _SLIDER_TABLES or what not in ("MASKS", "ATTACKS"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    masks = _inner_masks(_SLIDER_TABLES[prefix])
    table = masks if what == "MASKS" else _attacks_by_occupation(_SLIDER_TABLES[prefix], masks)
    globals()[name] = table
    return table
