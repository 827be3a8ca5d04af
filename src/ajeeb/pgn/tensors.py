"""PGN straight to training arrays, in one call."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ajeeb.pgn.fields import Encoder, parse_fields
from ajeeb.pgn.labels import row_columns
from ajeeb.pgn.scan import scan
from ajeeb.pgn.sources import DEFAULT_MAX_WINDOW, Sources


def to_tensors(
    sources: Sources,
    fields: Sequence[str] = ("planes:12", "policy:1858", "wdl"),
    *,
    limit: int | None = None,
    threads: int = 1,
    max_window: int = DEFAULT_MAX_WINDOW,
) -> dict[str, npt.NDArray[Any]]:
    """Read all positions of PGN files (or the first `limit`) into arrays: {field: array with a row for each position}.

    A row is a position before a move; null moves are left out, and bad games too. The fields are those of
    `ajeeb.dataset` (docs/dataset.md): "planes:12", "policy:1858", "mask", "wdl", "eval", and more. All is held in
    memory: 768 bytes a position for 12 planes. For more than fits, build a dataset.

    Raises PgnError where a stream breaks off.

    >>> import ajeeb.pgn
    >>> tensors = ajeeb.pgn.to_tensors(b"1. e4 e5 2. Nf3 1-0", ("planes:12", "policy:4672", "mask", "wdl"))
    >>> [array.shape for array in tensors.values()], tensors["wdl"].tolist()
    ([(3, 12, 8, 8), (3,), (3, 4672), (3,)], [1, -1, 1])
    """
    encoder = Encoder(parse_fields(fields), threads)
    parts: list[dict[str, npt.NDArray[Any]]] = []
    rows = games = 0
    for batch in scan(sources, threads=threads, max_window=max_window):
        columns = row_columns(batch)
        columns["game"] = columns["game"] + games
        games += len(batch)
        wanted = np.flatnonzero(batch.moves != 0)
        if limit is not None:
            wanted = wanted[: limit - rows]
        parts.append(encoder.encode({name: columns[name][wanted] for name in encoder.columns}, len(wanted)))
        rows += len(wanted)
        if limit is not None and rows >= limit:
            break
    if not parts:
        empty = row_columns(next(scan(b"1. e4")))
        parts.append(encoder.encode({name: empty[name][:0] for name in encoder.columns}, 0))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
