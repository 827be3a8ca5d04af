"""Building a dataset: PGN in, shards and a manifest out, the same bytes for any number of threads and interruptions.

Work is journalled a shard at a time. Shards close where a chunk of the input ends, which depends on the input alone;
an interrupted build starts again behind its last closed shard.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ajeeb._arguments import whole_number
from ajeeb._files import TEMPORARY_SUFFIX, alone_in, whole_file, write_json
from ajeeb.dataset.fingerprints import FingerprintStore
from ajeeb.dataset.manifest import (
    MANIFEST,
    PROGRESS,
    Counts,
    Place,
    Progress,
    Shard,
    input_name,
    load_manifest,
    plan_of,
    stamps_of,
)
from ajeeb.dataset.options import BuildOptions
from ajeeb.dataset.rows import select_games, select_rows
from ajeeb.dataset.writers import ShardWriter, new_shard
from ajeeb.errors import ChessError, PgnError
from ajeeb.pgn.scan import CHUNK_BYTES, Fault, read_stream, scan
from ajeeb.pgn.sources import DEFAULT_MAX_WINDOW, Source, Sources, Stream, expand

# More readers would only wait for the writers, and hold memory meanwhile.
_MOST_READERS = 8
_SHARD_FILES = (
    "positions-?????.parquet",
    "positions-?????.bin",
    "positions-?????.fen",
    "games-?????.parquet",
    "rejects-?????.jsonl",
    ".seen-?????.u64",
)
_OURS = (MANIFEST, PROGRESS, ".seen.table?", *_SHARD_FILES, *(name + TEMPORARY_SUFFIX for name in _SHARD_FILES))


@dataclass
class State:
    """What a progress display may show: all counted from the beginning, work done before an interruption included."""

    counts: Counts
    stored_bytes_read: int = 0
    stored_bytes: int | None = None
    resumed: bool = False


@dataclass
class Result:
    """A finished build. `manifest` is what manifest.json holds; `already_built` tells that there was nothing to do."""

    folder: Path
    manifest: dict[str, Any]
    already_built: bool = False
    resumed: bool = False

    @property
    def complete(self) -> bool:
        """False if an input broke off: what could be read is there."""
        return bool(self.manifest["complete"])


def build(
    sources: Sources,
    out: str | os.PathLike[str],
    options: BuildOptions | None = None,
    *,
    threads: int = 1,
    max_window: int = DEFAULT_MAX_WINDOW,
    overwrite: bool = False,
    on_progress: Callable[[State], None] | None = None,
    **choices: Any,
) -> Result:
    """Read PGN and write a dataset into the folder `out`. Options are BuildOptions, or its fields as keywords.

    Interrupted at any moment, the same call goes on where it was and ends with the same bytes; standard input can't be
    read twice, so that such a build starts over. A finished dataset of the same inputs and options is left as it is; a
    different one is an error (ChessError) unless `overwrite`, and so are a file that is named twice and a folder that
    another build is writing. An input that breaks off gives what is whole, and the result is not `complete`.

    >>> import tempfile
    >>> import ajeeb.dataset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = ajeeb.dataset.build(b"1. e4 e5 2. Nf3 1-0", folder, format="packed", eval_default=0)
    >>> result.manifest["counts"]["rows"], result.manifest["shards"][0]["files"]
    (3, ['positions-00000.bin'])
    """
    options = BuildOptions(**choices) if options is None else options
    threads, max_window = whole_number("threads", threads, least=1), whole_number("max_window", max_window)
    folder, inputs = Path(out), _each_once(expand(sources))
    folder.mkdir(parents=True, exist_ok=True)
    with alone_in(folder) as alone:
        if not alone:
            raise ChessError(f"{folder} is being written by another build: wait for it, or choose another folder")
        return _build(folder, inputs, options, threads, max_window, overwrite, on_progress)


def _build(
    folder: Path,
    inputs: list[Source],
    options: BuildOptions,
    threads: int,
    max_window: int,
    overwrite: bool,
    on_progress: Callable[[State], None] | None,
) -> Result:
    plan = plan_of(inputs, options.as_dict())
    if not overwrite and (done := _finished(folder, plan)) is not None:
        return Result(folder, done, already_built=True)
    progress = None if overwrite else _interrupted(folder, plan, inputs)
    _sweep(folder, progress)
    resumed = progress is not None
    if progress is None:
        progress = Progress(plan, stamps_of(inputs))
        progress.save(folder)
    building = _Building(folder, inputs, options, progress, threads, max_window, on_progress, resumed)
    try:
        building.run()
    finally:
        building.close()
    manifest = progress.manifest()
    write_json(folder / MANIFEST, manifest)
    (folder / PROGRESS).unlink()
    return Result(folder, manifest, resumed=resumed)


def _each_once(inputs: list[Source]) -> list[Source]:
    """The inputs; raises ChessError for a file that is named twice, as overlapping patterns do."""
    seen = set()
    for source in inputs:
        if source.path is None:
            continue
        if (file := source.path.resolve()) in seen:
            raise ChessError(f"{source.name!r} is given twice: its games would be in the dataset twice")
        seen.add(file)
    return inputs


def _finished(folder: Path, plan: dict[str, Any]) -> dict[str, Any] | None:
    """The manifest of a finished build of the same plan."""
    path = folder / MANIFEST
    if not path.exists():
        return None
    manifest = load_manifest(path)
    known = [{"name": given["name"], "bytes": given["bytes"]} for given in manifest["inputs"]]
    if manifest["options"] != plan["options"] or known != plan["inputs"]:
        raise ChessError(f"{folder} holds another dataset: choose another folder, or overwrite it (--overwrite)")
    (folder / PROGRESS).unlink(missing_ok=True)
    return manifest


def _interrupted(folder: Path, plan: dict[str, Any], inputs: list[Source]) -> Progress | None:
    """What an interrupted build of the same plan had done; None if there is nothing to go on with."""
    progress = Progress.load(folder)
    if progress is None or any(source.path is None for source in inputs):
        return None
    if progress.plan != plan:
        raise ChessError(f"{folder} holds an unfinished build of something else: overwrite it (--overwrite)")
    for source, stamp, now in zip(inputs, progress.stamps, stamps_of(inputs), strict=True):
        if stamp != now:
            raise ChessError(f"{source.name} has changed since the build was interrupted: start over (--overwrite)")
    return progress


def _sweep(folder: Path, progress: Progress | None) -> None:
    """Remove what no closed shard owns."""
    kept = {name for shard in progress.shards for name in shard.files} | {PROGRESS} if progress else set()
    sidecars = {f".seen-{number:05}.u64" for number in range(len(progress.shards))} if progress else set()
    for pattern in _OURS:
        for path in folder.glob(pattern):
            if path.name not in kept | sidecars:
                path.unlink()


class _Building:
    """One run of `build`: the reading loop, and the shard that is open."""

    def __init__(
        self,
        folder: Path,
        inputs: list[Source],
        options: BuildOptions,
        progress: Progress,
        threads: int,
        max_window: int,
        on_progress: Callable[[State], None] | None,
        resumed: bool,
    ) -> None:
        self.folder, self.inputs, self.options, self.progress = folder, inputs, options, progress
        self.threads, self.max_window, self.on_progress = min(threads, _MOST_READERS), max_window, on_progress
        self.counts = progress.counts
        sizes = [source.size for source in inputs]
        total = None if None in sizes else sum(size or 0 for size in sizes)
        self.state = State(self.counts, stored_bytes=total, resumed=resumed)
        self.shard: ShardWriter | None = None
        self.faults: list[str] = []
        self.seen: FingerprintStore | None = None
        if options.dedup:
            self.seen = FingerprintStore(folder, options.dedup_limit)
            self.seen.restore(len(progress.shards))

    def run(self) -> None:
        """Read all inputs, from the progress's place on."""
        first = self.progress.place.source
        self.state.stored_bytes_read = sum(given["bytes"] or 0 for given in self.progress.inputs)
        for number in range(first, len(self.inputs)):
            if not self._has_enough():
                self._read(number)
            if number == len(self.progress.inputs):  # not read to its end
                source = self.inputs[number]
                self.progress.inputs.append({"name": input_name(source), "bytes": source.size, "sha256": None})
        if self.shard is not None or not self.progress.shards:
            self._close_shard(Place(len(self.inputs)))
        if self.seen is not None:
            self.seen.delete()
            self.seen = None

    def close(self) -> None:
        """Let go of what is open without deleting what a later run needs."""
        self.seen = None
        if self.shard is not None:
            self.shard.abandon()

    def _has_enough(self) -> bool:
        return self.options.max_games is not None and self.counts.games_kept >= self.options.max_games

    def _read(self, number: int) -> None:
        source, before = self.inputs[number], self.state.stored_bytes_read
        place = self.progress.place if self.progress.place.source == number else Place(number)
        stream = Stream(source, self.max_window, hashing=True)
        begin, done = (place.byte, place.line, place.skipping), place.byte
        reading = read_stream(stream, threads=self.threads, place=begin, chunk_bytes=CHUNK_BYTES)
        try:
            for batch in reading:
                batch.first_game += place.games
                self._add(batch, number)
                self.counts.bytes_read += batch.next_place[0] - done
                done = batch.next_place[0]
                self.state.stored_bytes_read = before + stream.bytes_read
                if self.on_progress:
                    self.on_progress(self.state)
                if self._has_enough():
                    reading.close()
                    return
                if self.shard is not None and self.shard.rows >= self.options.shard_rows:
                    self._close_shard(Place(number, *batch.next_place, batch.first_game + batch.games_read))
        except PgnError as error:
            if error.kind not in ("truncated", "corrupt"):
                raise
            self.progress.broken.append(str(error).replace(source.name, input_name(source)))
        self.progress.inputs.append({"name": input_name(source), "bytes": stream.bytes_read, "sha256": stream.digest})

    def _add(self, batch: Any, number: int) -> None:
        first_game = self.counts.games_kept
        kept, faults = select_games(batch, self.options, self.counts)
        rows = select_rows(batch, kept, self.options, self.counts, source=number, first_game=first_game, seen=self.seen)
        self.faults += [_reject_line(fault, input_name(self.inputs[number])) for fault in faults]
        if self.shard is None:
            self.shard = self._new_shard()
        self.shard.add(batch, input_name(self.inputs[number]), kept, first_game, rows)

    def _add_nothing(self) -> None:
        batch = next(scan(b"1. e4"))
        none = np.zeros(len(batch), np.bool_)
        rows = select_rows(batch, none, self.options, Counts(), source=0, first_game=0, seen=None)
        self.shard = self._new_shard()
        self.shard.add(batch, "", none, 0, rows)

    def _new_shard(self) -> ShardWriter:
        return new_shard(self.options.format, self.folder, len(self.progress.shards), threaded=self.threads > 1)

    def _close_shard(self, place: Place) -> None:
        number = len(self.progress.shards)
        if self.shard is None:  # no games at all: files without rows
            self._add_nothing()
        shard = self.shard
        assert shard is not None
        files = shard.close()
        if self.faults:
            name = f"rejects-{number:05}.jsonl"
            write_lines(self.folder / name, self.faults)
            files.append(name)
        if self.seen is not None:
            self.seen.close_shard(number)
        self.progress.shards.append(Shard(files, shard.rows, shard.games))
        self.progress.place = place
        self.progress.save(self.folder)
        self.shard, self.faults = None, []


def write_lines(path: Path, lines: list[str]) -> None:
    """Write lines of text as a whole file."""
    with whole_file(path) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def _reject_line(fault: Fault, source: str) -> str:
    return json.dumps({**fault._asdict(), "source": source, "reason": fault.reason}, ensure_ascii=False)
