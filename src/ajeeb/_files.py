"""Files that are whole or not there: written under a temporary name, flushed to the disk, then renamed."""

import errno
import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

TEMPORARY_SUFFIX = ".tmp"


def temporary(path: Path) -> Path:
    """The name a file has while it is written."""
    return path.with_name(path.name + TEMPORARY_SUFFIX)


def commit(path: Path) -> None:
    """Give a file that was written under its temporary name, and closed, its final one."""
    with temporary(path).open("rb+") as file:
        os.fsync(file.fileno())
    temporary(path).replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def alone_in(folder: Path) -> Iterator[bool]:
    """Keep a folder to oneself while the block runs; False if somebody else does. However it ends, nothing is left."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield _is_first(handle)
    finally:
        os.close(handle)


def _is_first(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing; it gets its name when the block ends without an error, and vanishes otherwise.

    A link is followed. Devices and pipes (/dev/stdout, /dev/null) have no name to give: they are written to at once.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    try:
        with _opened(path) as file:
            yield file
        commit(path)
    except BaseException:
        with suppress(OSError):
            temporary(path).unlink()
        raise


def _opened(path: Path) -> BinaryIO:
    try:
        return temporary(path).open("wb")
    except OSError as error:
        error.filename = str(path)  # the name that was asked for
        raise


def check_can_hold(path: Path | None) -> None:
    """Raise, before long work, what writing its outcome there would raise: there is no such folder, or it is one."""
    if path is None:
        return
    if path.is_dir():  # also ""
        raise IsADirectoryError(errno.EISDIR, "expected the name of a file, not a folder", str(path))
    if not path.resolve().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder to write into", str(path))


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, line ends as they are."""
    with whole_file(path) as file:
        file.write(text.encode())


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON, keys as they come."""
    write_text(path, json.dumps(value, indent=2, ensure_ascii=False) + "\n")
