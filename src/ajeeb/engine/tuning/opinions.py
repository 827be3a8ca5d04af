"""What another engine thinks of packed positions: labels for the tuner."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ajeeb import batch
from ajeeb.engine.tuning.rows import RESULT_UNKNOWN
from ajeeb.errors import ChessError

__all__ = ["Opinion", "judge"]

_SCORE = re.compile(rb" score (cp|mate) (-?\d+)\b(?! (?:lower|upper)bound)")
_MOVE = re.compile(rb"\nbestmove ([a-h][1-8][a-h][1-8][nbrq]?)\b")
_CHUNK = 2000
_PATIENCE = 30  # seconds
_DECIDED = 6000  # centipawns: beyond this there is nothing to learn


@dataclass(frozen=True)
class Opinion:
    """Of one position: the side to move's score in centipawns, none for a mate, and the move, none if there is none."""

    score: int | None
    move: str | None


def judge(
    records: npt.NDArray[Any],
    command: Sequence[str],
    nodes: int = 250,
    threads: int = 1,
    on_done: Callable[[int], None] | None = None,
) -> npt.NDArray[Any]:
    """Packed positions, shape (n,) or (n, 32), with what the UCI engine `command` says of them, and without a result.

    Only quiet ones are returned: where the engine would capture or promote, sees a mate or more than 60 pawns, there is
    no static evaluation to be learnt. `on_done` hears how many positions more have been looked at. Raises ChessError if
    the engine does not start, says nothing or ends.
    """
    records = np.ascontiguousarray(records).view(batch.PACKED).reshape(-1)
    chunks = [records[start : start + _CHUNK] for start in range(0, len(records), _CHUNK)]
    ended = threading.Event()

    def work(mine: list[npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
        done: list[npt.NDArray[Any]] = []
        try:
            with _Judge(command, nodes) as engine:
                while len(done) < len(mine) and not ended.is_set():
                    done.append(_labelled(mine[len(done)], engine))
                    if on_done:
                        on_done(len(mine[len(done) - 1]))
        except BaseException:
            ended.set()
            raise
        return done

    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(work, chunks[i::threads]) for i in range(min(threads, len(chunks)))]
        try:
            shares = [job.result() for job in jobs]
        finally:
            ended.set()
    # In the order they came, however many worked.
    parts = [shares[i % threads][i // threads] for i in range(len(chunks))]
    return np.concatenate(parts) if parts else records


def _labelled(records: npt.NDArray[Any], engine: _Judge) -> npt.NDArray[Any]:
    labelled = records.copy()
    keep = np.zeros(len(records), bool)
    for i, opinion in enumerate(engine.opinions(batch.to_fens(records))):
        if opinion.score is None or abs(opinion.score) > _DECIDED or _is_tactical(records[i], opinion.move):
            continue
        keep[i] = True
        labelled["eval"][i] = opinion.score if records[i]["side_and_ep"] < 128 else -opinion.score
    labelled["result"] = RESULT_UNKNOWN
    return labelled[keep]


def _is_tactical(record: Any, move: str | None) -> bool:
    """Whether the move captures (or castles, king takes rook: as good as left out), promotes, or is none at all."""
    if move is None:
        return True
    to = "abcdefgh".index(move[2]) + 8 * (int(move[3]) - 1)
    return len(move) > 4 or bool(int(record["occupied"]) >> to & 1) or int(record["side_and_ep"]) & 127 == to


class _Judge:
    """A UCI engine asked for one opinion after another, with as little between question and answer as can be."""

    def __init__(self, command: Sequence[str], nodes: int) -> None:
        self.name, self.nodes = shlex.join(command), nodes
        try:
            self.process = subprocess.Popen(
                list(command), bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise ChessError(f"{self.name}: {error.strerror or error}; expected the command of a UCI engine") from error

    def __enter__(self) -> _Judge:
        try:
            self._ask("uci", b"uciok")
            self._ask("isready", b"readyok")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def opinions(self, fens: list[str]) -> Iterator[Opinion]:
        for fen in fens:
            said = self._ask(f"position fen {fen}\ngo nodes {self.nodes}", b"bestmove")
            scores = _SCORE.findall(said)
            kind, number = scores[-1] if scores else (b"mate", b"0")
            move = _MOVE.search(said)
            yield Opinion(int(number) if kind == b"cp" else None, move[1].decode() if move else None)

    def _ask(self, question: str, answer: bytes) -> bytes:
        """Everything that is said until a line begins with `answer`."""
        assert self.process.stdin
        assert self.process.stdout
        with contextlib.suppress(OSError):  # that it is gone shows below
            self.process.stdin.write(question.encode() + b"\n")
        out = self.process.stdout.fileno()
        said = b"\n"
        while not (said.endswith(b"\n") and b"\n" + answer in said):
            if not select.select([out], [], [], _PATIENCE)[0]:
                raise ChessError(f"{self.name} has not said {answer.decode()!r} for {_PATIENCE} seconds")
            chunk = os.read(out, 1 << 16)
            if not chunk:
                last = said.decode(errors="replace").strip().rpartition("\n")[2]
                raise ChessError(f"{self.name} ended before it said {answer.decode()!r}; its last words: {last!r}")
            said += chunk
        return said
