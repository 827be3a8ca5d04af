"""Files that the verbs write: whole under their final name, or not there at all."""

from contextlib import suppress
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a text file under a temporary name and give it its own when all of it is there."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink()
