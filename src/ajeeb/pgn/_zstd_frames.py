"""Follows the frames of a zstd stream without decoding them: where frames end, and how large their windows are.

The layout is that of RFC 8878: a magic number, a header, blocks of known size, perhaps a checksum; skippable frames
between.
"""

_MAGIC = b"\x28\xb5\x2f\xfd"
_SKIPPABLE_MAGIC = b"\x2a\x4d\x18"  # behind a byte 0x50 to 0x5F
_DICTIONARY_ID_SIZES = (0, 1, 2, 4)
_CONTENT_SIZE_SIZES = (0, 2, 4, 8)
_RLE, _RESERVED = 1, 3


class FrameWalker:
    """Fed with all bytes of a stream in turn; raises ValueError where they are no zstd frames."""

    def __init__(self) -> None:
        self.largest_window = 0
        self.fed = 0
        """Bytes of the latest block in front of the frame or block that is at fault or not yet whole."""
        self._head = bytearray()
        self._skip = 0  # bytes of content to pass over
        self._descriptor = 0
        self._want, self._part = 4, self._read_magic

    @staticmethod
    def starts_frame(head: bytes) -> bool:
        """True if `head` begins as a zstd stream does."""
        return head.startswith(_MAGIC) or (head[1:4] == _SKIPPABLE_MAGIC and head[0] >> 4 == 5)

    @property
    def at_frame_end(self) -> bool:
        """True between frames: a stream may end here."""
        return self._part == self._read_magic and not self._head and not self._skip

    def feed(self, block: bytes) -> None:
        """Follow the next bytes."""
        at = self.fed = 0
        while at < len(block):
            if self._skip:
                step = min(self._skip, len(block) - at)
                self._skip -= step
            else:
                step = min(self._want - len(self._head), len(block) - at)
                self._head += block[at : at + step]
                if len(self._head) == self._want:
                    head, self._head = bytes(self._head), bytearray()
                    self._part(head)
            at += step
            if self.at_frame_end or self._part != self._read_magic:
                self.fed = at

    def _read_magic(self, head: bytes) -> None:
        if head == _MAGIC:
            self._want, self._part = 1, self._read_descriptor
        elif self.starts_frame(head):
            self._want, self._part = 4, self._read_skippable_size
        else:
            raise ValueError(f"no zstd frame begins with {head.hex(' ')}")

    def _read_skippable_size(self, head: bytes) -> None:
        self._skip = int.from_bytes(head, "little")
        self._want, self._part = 4, self._read_magic

    def _read_descriptor(self, head: bytes) -> None:
        self._descriptor = head[0]
        self._want = self._header_size()
        self._part = self._read_header
        if self._want == 0:
            raise ValueError("a zstd frame without a window size")

    def _is_single_segment(self) -> bool:
        return bool(self._descriptor & 0x20)

    def _content_size_size(self) -> int:
        size = _CONTENT_SIZE_SIZES[self._descriptor >> 6]
        return 1 if size == 0 and self._is_single_segment() else size

    def _header_size(self) -> int:
        window = 0 if self._is_single_segment() else 1
        return window + _DICTIONARY_ID_SIZES[self._descriptor & 3] + self._content_size_size()

    def _read_header(self, head: bytes) -> None:
        if self._is_single_segment():
            size = self._content_size_size()
            window = int.from_bytes(head[len(head) - size :], "little") + (256 if size == 2 else 0)
        else:
            base = 1 << (10 + (head[0] >> 3))
            window = base + base // 8 * (head[0] & 7)
        self.largest_window = max(self.largest_window, window)
        self._want, self._part = 3, self._read_block_header

    def _read_block_header(self, head: bytes) -> None:
        word = int.from_bytes(head, "little")
        is_last, kind, size = word & 1, word >> 1 & 3, word >> 3
        if kind == _RESERVED:
            raise ValueError("a zstd block of the reserved kind")
        self._skip = 1 if kind == _RLE else size
        if is_last:
            self._skip += 4 if self._descriptor & 4 else 0
            self._want, self._part = 4, self._read_magic
