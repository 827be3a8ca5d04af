"""Polyglot opening books: the format's key of a position, and reading books by memory map.

A book is a sorted array of 16-byte entries, big-endian: key, move, weight, learning data.
"""

import mmap
import os
import random as _random
import struct
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from ajeeb._core import BaseBoard, Board, Move
from ajeeb._core import polyglot as _core
from ajeeb.errors import ChessError

ENTRY_STRUCT = struct.Struct(">QHHI")
POLYGLOT_RANDOM_ARRAY: list[int] = _core.words()

_CASTLING, _EP, _TURN = 768, 772, 780


class ZobristHasher:
    """The format's key from any array of 781 words, part by part; `zobrist_hash` is the quick way to the usual one."""

    def __init__(self, array: Sequence[int]) -> None:
        if len(array) < _TURN + 1:
            raise ChessError(f"expected {_TURN + 1} words, got {len(array)}")
        self.array = array

    def hash_board(self, board: BaseBoard) -> int:
        """The pieces' share of the key."""
        key = 0
        for square, piece in board.piece_map().items():
            key ^= self.array[64 * (2 * (piece.piece_type - 1) + piece.color) + square]
        return key

    def hash_castling(self, board: Board) -> int:
        """The castling rights' share."""
        rights = (
            board.has_kingside_castling_rights(True),
            board.has_queenside_castling_rights(True),
            board.has_kingside_castling_rights(False),
            board.has_queenside_castling_rights(False),
        )
        key = 0
        for at, right in enumerate(rights):
            key ^= self.array[_CASTLING + at] if right else 0
        return key

    def hash_ep_square(self, board: Board) -> int:
        """The ep file's share: there is one if a pawn stands beside the pawn that made the double step."""
        if board.ep_square is None or not board.has_pseudo_legal_en_passant():
            return 0
        return self.array[_EP + board.ep_square % 8]

    def hash_turn(self, board: Board) -> int:
        """White's turn's share."""
        return self.array[_TURN] if board.turn else 0

    def __call__(self, board: Board) -> int:
        return self.hash_board(board) ^ self.hash_castling(board) ^ self.hash_ep_square(board) ^ self.hash_turn(board)


def zobrist_hash(board: Board, *, _hasher: Callable[[Board], int] = _core.key) -> int:
    """The key of a position as the Polyglot format defines it.

    >>> hex(zobrist_hash(Board()))
    '0x463b96181691fc9c'
    """
    return _hasher(board)


class Entry(NamedTuple):
    """An entry of a book: `move` is `raw_move` read as standard chess, castling king-takes-rook."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


def _read_move(raw_move: int) -> Move:
    """The format's move: to, from << 6, promotion << 12."""
    promotion = raw_move >> 12 & 7
    return Move((raw_move >> 6) & 63, raw_move & 63, promotion + 1 if 0 < promotion < 5 else None)


class MemoryMappedReader:
    """A book, mapped into memory: a sorted sequence of entries, with searches by position.

    Raises OSError if the file can't be opened, ChessError if its size is no multiple of 16 bytes.
    """

    def __init__(self, filename: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> None:
        path = Path(os.fsdecode(filename))
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size % ENTRY_STRUCT.size:
                raise ChessError(f"expected a book of {ENTRY_STRUCT.size}-byte entries, got {size} bytes in {path}")
            self.mmap = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else None
        self._length = size // ENTRY_STRUCT.size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back. No entry can be read afterwards."""
        if self.mmap is not None:
            self.mmap.close()

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Entry:
        at = index + self._length if index < 0 else index
        if not 0 <= at < self._length or self.mmap is None:
            raise IndexError(f"expected an entry from 0 to {self._length - 1}, got {index}")
        key, raw_move, weight, learn = ENTRY_STRUCT.unpack_from(self.mmap, at * ENTRY_STRUCT.size)
        return Entry(key, raw_move, weight, learn, _read_move(raw_move))

    def __iter__(self) -> Iterator[Entry]:
        for index in range(self._length):
            yield self[index]

    def bisect_key_left(self, key: int) -> int:
        """The index of the first entry whose key is not less than `key`."""
        low, high = 0, self._length
        while low < high:
            middle = (low + high) // 2
            if self[middle].key < key:
                low = middle + 1
            else:
                high = middle
        return low

    def __contains__(self, entry: Entry) -> bool:
        return any(current == entry for current in self.find_all(entry.key, minimum_weight=entry.weight))

    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """The entries of a position (or of a key) in the book's order: legal moves only, if it is a position."""
        key = board if isinstance(board, int) else zobrist_hash(board)
        for index in range(self.bisect_key_left(key), self._length):
            entry = self[index]
            if entry.key != key:
                return
            if isinstance(board, Board):
                entry = entry._replace(move=_normal_move(board, entry.move))
                if not board.is_legal(entry.move):
                    continue
            if entry.weight >= minimum_weight and entry.move not in exclude_moves:
                yield entry

    def get(
        self,
        board: Board | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | None:
        """The entry with the highest weight, or `default`."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        return max(entries, key=lambda entry: entry.weight, default=default)

    def find(self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()) -> Entry:
        """The entry with the highest weight. Raises IndexError if there is none."""
        entry = self.get(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        if entry is None:
            raise IndexError(f"no entry for {_shown(board)} in the book")
        return entry

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: _random.Random | None = None,
    ) -> Entry:
        """One of the entries, each as likely as the others. Raises IndexError if there is none."""
        entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError(f"no entry for {_shown(board)} in the book")
        return (random.choice if random else _random.choice)(entries)

    def weighted_choice(
        self, board: Board | int, *, exclude_moves: Container[Move] = (), random: _random.Random | None = None
    ) -> Entry:
        """One of the entries, as likely as its weight says. Raises IndexError if there is none."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError(f"no entry for {_shown(board)} in the book")
        weights = [entry.weight for entry in entries]
        return (random.choices if random else _random.choices)(entries, weights)[0]


def open_reader(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> MemoryMappedReader:
    """Open a book for reading; use it in a `with` statement to have it closed."""
    return MemoryMappedReader(path)


def _normal_move(board: Board, move: Move) -> Move:
    """The format's castling (king takes rook) as this board writes it."""
    return Move.from_uci(board.uci(move)) if board.is_castling(move) else move


def _shown(board: Board | int) -> str:
    return f"{board:#018x}" if isinstance(board, int) else repr(board.fen())
