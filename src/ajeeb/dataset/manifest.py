"""What a dataset says about itself (manifest.json), and what an unfinished build knows (.progress.json).

A manifest depends on the inputs and the options alone: no times, no paths, nothing of the host, and the same whether
or not the build was interrupted.
"""

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ajeeb._files import write_json
from ajeeb.errors import ChessError
from ajeeb.pgn.sources import Source

MANIFEST = "manifest.json"
PROGRESS = ".progress.json"
VERSION = 1


def _damaged(path: Path, why: object) -> ChessError:
    return ChessError(f"{path} is damaged ({why}): build it anew (--overwrite)")


def _load_object(path: Path) -> dict[str, Any]:
    try:
        values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise _damaged(path, error) from error
    if not isinstance(values, dict):
        raise _damaged(path, "expected an object")
    return values


# What every reader of a manifest relies on, by where it stands; "*" is every item of a list.
_MANIFEST_FIELDS: dict[tuple[str, ...], type] = {
    ("options",): dict,
    ("options", "format"): str,
    ("complete",): bool,
    ("counts",): dict,
    ("counts", "rows"): int,
    ("inputs",): list,
    ("inputs", "*", "name"): str,
    ("inputs", "*", "bytes"): int,
    ("shards",): list,
    ("shards", "*", "files"): list,
    ("shards", "*", "files", "*"): str,
    ("shards", "*", "rows"): int,
    ("shards", "*", "games"): int,
}


def _values_at(values: Any, place: tuple[str, ...]) -> list[Any]:
    if not place:
        return [values]
    if place[0] == "*":
        return [found for item in values for found in _values_at(item, place[1:])]
    return _values_at(values.get(place[0]) if isinstance(values, dict) else None, place[1:])


def load_manifest(path: Path) -> dict[str, Any]:
    """A manifest as it was written. Raises ChessError for a file that is none any more."""
    values = _load_object(path)
    for place, kind in _MANIFEST_FIELDS.items():
        if not all(isinstance(value, kind) for value in _values_at(values, place)):
            raise _damaged(path, f"expected {kind.__name__} at {'.'.join(place)}")
    return values


@dataclass
class Counts:
    """games_read = games_kept + sum(rejected) + sum(filtered); positions_read = rows + sum(dropped)."""

    bytes_read: int = 0
    games_read: int = 0
    games_kept: int = 0
    positions_read: int = 0
    rows: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    """Games that can't be read, by fault."""
    filtered: Counter[str] = field(default_factory=Counter)
    """Games that the options leave out."""
    dropped: Counter[str] = field(default_factory=Counter)
    """Positions of kept games that did not become rows, by reason."""
    mended: Counter[str] = field(default_factory=Counter)
    """Kept games with something odd."""

    def as_dict(self) -> dict[str, Any]:
        """Reasons in alphabetical order."""
        return {
            name: dict(sorted(value.items())) if isinstance(value, Counter) else value
            for name, value in vars(self).items()
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Counts":
        """The inverse of `as_dict`."""
        read: dict[str, Any] = {
            name: Counter(value) if isinstance(value, dict) else value for name, value in values.items()
        }
        return cls(**read)


@dataclass
class Shard:
    """One closed shard: its files' names, its rows and games."""

    files: list[str]
    rows: int
    games: int


@dataclass(frozen=True)
class Place:
    """Where reading goes on: the input's number, where in its decompressed bytes, and games read of it before."""

    source: int = 0
    byte: int = 0
    line: int = 1
    skipping: bool = False
    games: int = 0


@dataclass
class Progress:
    """What is done after the last closed shard."""

    plan: dict[str, Any]
    stamps: list[list[int]]
    place: Place = Place()
    counts: Counts = field(default_factory=Counts)
    shards: list[Shard] = field(default_factory=list)
    inputs: list[dict[str, Any]] = field(default_factory=list)
    """Of the inputs read to their end: name, bytes, sha256."""
    broken: list[str] = field(default_factory=list)
    """Inputs that broke off, in words."""

    def save(self, folder: Path) -> None:
        """Write it where `load` finds it."""
        values = vars(self) | {
            "place": asdict(self.place),
            "counts": self.counts.as_dict(),
            "shards": [asdict(shard) for shard in self.shards],
        }
        write_json(folder / PROGRESS, values)

    @classmethod
    def load(cls, folder: Path) -> "Progress | None":
        """The progress of an interrupted build, or None."""
        path = folder / PROGRESS
        if not path.exists():
            return None
        values = _load_object(path)
        try:
            values["place"] = Place(**values["place"])
            values["counts"] = Counts.from_dict(values["counts"])
            values["shards"] = [Shard(**shard) for shard in values["shards"]]
            return cls(**values)
        except (KeyError, TypeError, AttributeError) as error:
            raise _damaged(path, f"{type(error).__name__}: {error}") from error

    def manifest(self) -> dict[str, Any]:
        """The finished dataset's description."""
        return {
            "version": VERSION,
            "complete": not self.broken,
            "options": self.plan["options"],
            "inputs": self.inputs,
            "counts": self.counts.as_dict(),
            "shards": [asdict(shard) for shard in self.shards],
            "broken": self.broken,
        }


def plan_of(sources: list[Source], options: dict[str, Any]) -> dict[str, Any]:
    """What makes two builds the same: options and inputs. File names without their folders."""
    return {
        "version": VERSION,
        "options": options,
        "inputs": [{"name": input_name(source), "bytes": source.size} for source in sources],
    }


def input_name(source: Source) -> str:
    """An input's name for the manifest; bytes of a file name that are no text are escaped."""
    name = source.path.name if source.path is not None else source.name
    return name.encode(errors="backslashreplace").decode()


def stamps_of(sources: list[Source]) -> list[list[int]]:
    """Sizes and times of change, which tell whether a file is still the one that a build began with."""
    stats = [source.path.stat() if source.path is not None else None for source in sources]
    return [[stat.st_size, stat.st_mtime_ns] if stat else [] for stat in stats]
