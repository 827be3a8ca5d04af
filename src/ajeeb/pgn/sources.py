"""Where PGN bytes come from: files plain or compressed, globs, standard input, bytes, open files. No PGN is read here.

Compression is told by a file's first bytes, never by its name. Every stream knows whether it ended where it should:
`Stream.blocks` delivers what can be read of a broken one, then raises `PgnError`.
"""

import bz2
import contextlib
import glob
import hashlib
import io
import lzma
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from ajeeb.errors import PgnError
from ajeeb.pgn._zstd_frames import FrameWalker

Sources: TypeAlias = "str | os.PathLike[str] | bytes | BinaryIO | Iterable[str | os.PathLike[str] | bytes | BinaryIO]"

DEFAULT_MAX_WINDOW = 128 << 20
"""The largest zstd window that is decoded unasked, in bytes: what the decoder must hold in memory."""

STDIN = "-"
_BLOCK = 1 << 18
_MAGIC_SIZE = 6
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Source:
    """One input. `path` is None for bytes and open files; `size` is in bytes as stored, None where unknown."""

    name: str
    path: Path | None = None
    content: "bytes | BinaryIO | None" = None

    @property
    def is_stdin(self) -> bool:
        """Standard input can be read once only."""
        return self.name == STDIN and self.path is None and self.content is None

    @property
    def size(self) -> int | None:
        """Bytes as stored, compressed or not."""
        if self.path is not None:
            return self.path.stat().st_size
        return len(self.content) if isinstance(self.content, bytes) else None

    def open(self) -> BinaryIO:
        """The raw bytes as a file; the caller closes it."""
        if self.path is not None:
            return self.path.open("rb")
        if self.content is None:
            return sys.stdin.buffer
        return io.BytesIO(self.content) if isinstance(self.content, bytes) else self.content


def expand(sources: Sources) -> list[Source]:
    """Name every input: a path, a glob pattern ("games/*.pgn.zst"), "-" for standard input, bytes, or an open file.

    The matches of a pattern come sorted. Raises FileNotFoundError for a path that is not there and for a pattern that
    matches nothing.
    """
    if isinstance(sources, (str, os.PathLike, bytes, bytearray, memoryview)) or hasattr(sources, "read"):
        return _expand_one(sources)
    if not isinstance(sources, Iterable):
        raise TypeError(f"expected a path, a pattern, bytes, an open file, or several of them, got {sources!r}")
    return [source for item in sources for source in _expand_one(item)]


def _expand_one(item: Any) -> list[Source]:
    if isinstance(item, (bytes, bytearray, memoryview)):
        return [Source("<bytes>", content=bytes(item))]
    if hasattr(item, "read"):
        return [Source(str(getattr(item, "name", "<file>")), content=item)]
    text = os.fspath(item)
    if text == STDIN:
        return [Source(STDIN)]
    path = Path(text)
    if not path.exists() and glob.has_magic(text):
        matches = sorted(match for match in glob.glob(text, recursive=True) if Path(match).is_file())  # noqa: PTH207 - absolute patterns too
        if not matches:
            raise FileNotFoundError(f"no file matches {text!r}")
        return [Source(match, Path(match)) for match in matches]
    if not path.exists():
        raise FileNotFoundError(f"there is no file {text!r}")
    if path.is_dir():
        raise IsADirectoryError(f"{text!r} is a folder: pass a pattern such as {text.rstrip('/')}/*.pgn")
    return [Source(text, path)]


class Stream:
    """One source being read: `blocks` yields its decompressed bytes.

    `bytes_read` counts bytes as stored (for progress); `digest` is their SHA-256 once all are read, if `hashing`.
    """

    def __init__(self, source: Source, max_window: int = DEFAULT_MAX_WINDOW, hashing: bool = False) -> None:
        self.source, self.max_window = source, max_window
        self.bytes_read = 0
        self._hash = hashlib.sha256() if hashing else None
        self._file: BinaryIO | None = None
        self._peeked = b""

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes read so far, as stored, in hex."""
        if self._hash is None:
            raise ValueError("this stream was opened without hashing")
        return self._hash.hexdigest()

    def blocks(self) -> Iterator[bytes]:
        """Yield decompressed blocks of at most 256 KiB or so.

        Raises PgnError (kind "truncated" or "corrupt", after the last whole block; "window_too_large";
        "missing_library"; "utf16").
        """
        self._file = self.source.open()
        with contextlib.ExitStack() as stack:
            if self.source.path is not None:
                stack.callback(self._file.close)
            while len(self._peeked) < _MAGIC_SIZE and (more := self._read_raw(_MAGIC_SIZE - len(self._peeked))):
                self._peeked += more
            yield from self._decompressed(self._peeked)

    def _decompressed(self, head: bytes) -> Iterator[bytes]:
        if head.startswith(b"\x1f\x8b"):
            return self._inflated()
        if head.startswith(b"BZh"):
            return self._unpacked(bz2.BZ2Decompressor)
        if head.startswith(b"\xfd7zXZ\x00"):
            return self._unpacked(lzma.LZMADecompressor)
        if FrameWalker.starts_frame(head):
            return self._unzstandarded()
        if head.startswith(_UTF16_MARKS):
            raise self._error("utf16", "UTF-16 text; PGN is read as UTF-8 or Latin-1: convert it first")
        return iter(lambda: self.read(_BLOCK), b"")

    def _error(self, kind: str, text: str) -> PgnError:
        return PgnError(f"{self.source.name}: {text}", kind=kind, offset=self.bytes_read)

    def _read_raw(self, size: int) -> bytes:
        assert self._file is not None
        block = self._file.read(size)
        if not isinstance(block, bytes):
            raise TypeError(f"{self.source.name}: expected a file opened in binary mode ('rb')")
        self.bytes_read += len(block)
        if self._hash is not None:
            self._hash.update(block)
        return block

    def read(self, size: int) -> bytes:
        """Up to `size` raw bytes, b"" at the end: a file, for decoders that want one."""
        if self._peeked:
            block, self._peeked = self._peeked, b""
            return block
        return self._read_raw(size)

    def _truncated(self) -> PgnError:
        return self._error("truncated", f"the compressed stream breaks off after {self.bytes_read:,} bytes")

    def _corrupt(self, error: Exception) -> PgnError:
        return self._error("corrupt", f"the compressed stream is damaged near byte {self.bytes_read:,} ({error})")

    def _inflated(self) -> Iterator[bytes]:
        decoder, started = zlib.decompressobj(31), False
        while data := self.read(_BLOCK):
            try:
                while data:
                    started = True
                    block = decoder.decompress(data, _BLOCK)
                    data = decoder.unconsumed_tail
                    if block:
                        yield block
                    while len(block) == _BLOCK and not data and not decoder.eof:
                        if block := decoder.decompress(b"", _BLOCK):
                            yield block
                    if decoder.eof:  # another member may follow, or zeros that fill up a tape block
                        data = decoder.unused_data.lstrip(b"\0")
                        decoder, started = zlib.decompressobj(31), False
            except zlib.error as error:
                raise self._corrupt(error) from error
        if started:
            raise self._truncated()

    def _unpacked(self, new_decoder: Any) -> Iterator[bytes]:
        decoder, started = new_decoder(), False
        while data := self.read(_BLOCK):
            try:
                while data or not (decoder.needs_input or decoder.eof):
                    started = True
                    block = decoder.decompress(data, _BLOCK)
                    data = b""
                    if block:
                        yield block
                    if decoder.eof:
                        data = decoder.unused_data.lstrip(b"\0")
                        decoder, started = new_decoder(), False
            except (OSError, EOFError, lzma.LZMAError) as error:
                raise self._corrupt(error) from error
        if started:
            raise self._truncated()

    def _unzstandarded(self) -> Iterator[bytes]:
        try:
            import zstandard
        except ImportError as error:
            raise self._error("missing_library", "reading .zst needs zstandard: pip install 'ajeeb[data]'") from error
        walked = _WalkedFrames(self)
        decoder = zstandard.ZstdDecompressor(max_window_size=min(max(self.max_window, 1 << 10), 1 << 31))
        try:
            file = cast(BinaryIO, walked)  # all that the decoder asks for is read()
            with decoder.stream_reader(file, read_size=_BLOCK, read_across_frames=True, closefd=False) as reader:
                while block := reader.read1(_BLOCK):
                    yield block
        except zstandard.ZstdError as error:
            raise self._corrupt(error) from error
        if not walked.frames.at_frame_end:
            raise self._truncated()


class _WalkedFrames:
    """A stream's raw bytes on their way to the zstd decoder, followed frame by frame.

    The decoder itself ends a truncated stream without a word, and refuses a large window without naming it.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream, self.frames = stream, FrameWalker()
        self._damage: ValueError | None = None

    def read(self, size: int) -> bytes:
        if self._damage is not None:
            raise self.stream._corrupt(self._damage) from self._damage
        block = self.stream.read(size)
        try:
            self.frames.feed(block)
        except ValueError as error:  # told when the decoder has delivered what came before
            self._damage, block = error, block[: self.frames.fed]
            if not block:
                raise self.stream._corrupt(error) from error
        if (window := self.frames.largest_window) > (limit := self.stream.max_window):
            raise self.stream._error(
                "window_too_large",
                f"zstd needs a window of {window / (1 << 20):,.0f} MiB here, and {limit / (1 << 20):,.0f} MiB is the "
                f"limit: allow more with max_window (--max-window {-(-window // (1 << 20))})",
            )
        return block
