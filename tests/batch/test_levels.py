"""Every native module of an install gives the same arrays, whichever instructions its CPU level has.

Each level answers in a process of its own: texts in order and damaged, records of positions and of noise, go in, and
a digest of everything that comes out is printed.
"""

import os
import subprocess
import sys

import pytest

from ajeeb import _core

_ANSWER = """
import hashlib
import numpy as np
from ajeeb import batch

chance = np.random.default_rng(6)
positions, played = batch.start_positions(64), []
for ply in range(60):
    moves, offsets = batch.legal_moves(positions)
    counts = np.diff(offsets)
    going = counts > 0
    positions = batch.apply(positions[going], moves[offsets[:-1][going] + chance.integers(0, counts[going])])
    played.append(positions)
positions = np.concatenate(played)
records = positions.copy()
damaged = records.view(np.uint8).reshape(-1, 32)
for row in range(len(damaged)):
    damaged[row, chance.integers(32)] ^= chance.integers(256, dtype=np.uint8)
noise = chance.integers(0, 256, (500, 32)).astype(np.uint8).view(batch.PACKED).reshape(-1)
records = np.concatenate([positions, records, noise])
fens = batch.to_fens(positions)
for i in range(0, len(fens), 2):
    at = int(chance.integers(0, 50))
    fens[i] = fens[i][:at] + "pK18/x 9"[int(chance.integers(0, 8))] + fens[i][at + int(chance.integers(0, 2)):]

digest = hashlib.sha256()
def add(*arrays):
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())

add(*batch.from_fens(fens, errors="mask"))
for view in ("white", "mover"):
    for dtype in (np.uint8, np.float32):
        add(*batch.planes(records, view=view, dtype=dtype, errors="mask"))
        add(*batch.planes(fens, view=view, dtype=dtype, errors="mask"))
for encoding in ("alphazero", "lc0"):
    add(*batch.planes(records, encoding, errors="mask"))
    add(*batch.legal_mask(records, encoding, errors="mask"))
add(*batch.legal_moves(records, errors="mask"))
add(*batch.mirror(records, errors="mask"))
add(*batch.keys(records, errors="mask"))
valid = batch.validate(records)
add(valid)
print(digest.hexdigest(), len(records), valid.sum())
"""


@pytest.mark.skipif(_core.LEVEL != "v3", reason="one level only, in this install or on this machine")
def test_levels_agree() -> None:
    def answer(level: str) -> list[str]:
        environment = {**os.environ, "AJEEB_CPU": level}
        command = [sys.executable, "-c", _ANSWER]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()

    digest, records, valid = answer("v3")
    assert answer("v2") == [digest, records, valid]
    assert 0.3 < int(valid) / int(records) < 0.8
