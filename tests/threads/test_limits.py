"""Where the system has no more threads to give, fewer do the work, and the results are the same."""

import subprocess
import sys

import pytest

# Room for the program and little more: the stack of a thread takes eight megabytes of it.
CONFINED = """
import resource
from pathlib import Path
import numpy as np
import ajeeb
from ajeeb import batch

positions = np.repeat(batch.start_positions(1), 20_000)
counts = batch.count_legal(positions)
board = ajeeb.Board()
pages = int(Path("/proc/self/statm").read_text().split()[0])
limit = pages * resource.getpagesize() + 20 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
assert (batch.count_legal(positions, threads=64) == counts).all()
assert board.perft(4, threads=20) == 197281 == sum(board.divide(4, threads=20).values())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")
def test_fewer_threads_do_the_work() -> None:
    done = subprocess.run([sys.executable, "-c", CONFINED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
