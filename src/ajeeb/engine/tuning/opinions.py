"""What another engine thinks of packed positions: labels for the tuner."""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ajeeb import batch
from ajeeb.engine.tuning.rows import JUDGED, RESULT_UNKNOWN
from ajeeb.errors import ChessError

__all__ = ["Opinion", "judge"]

PATIENCE = 30.0  # seconds for an answer
_LONGEST_ANSWER = 1 << 20  # bytes
_CHUNK = 250
_DECIDED = 6000  # centipawns: beyond this there is nothing to learn
_SCORE = re.compile(rb" score (cp|mate) (-?\d+)\b(?! (?:lower|upper)bound)")
_MOVE = re.compile(rb"\nbestmove ([a-h][1-8][a-h][1-8][nbrq]?)\b")


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
    """What a UCI engine says of packed positions, `nodes` nodes for each.

    `records` has shape (n,) and dtype `batch.PACKED`, or (n, 32) and uint8. The result has shape (m,) and dtype
    `PACKED`: the quiet positions in the order they came, `eval` in centipawns from white's view, `result` unknown, and
    `spare` 1, the mark of judged positions. Left out are those where the engine would capture or promote, sees a mate
    or more than 60 pawns (there is no static evaluation to be learnt), bad records, and castling rights of Chess960.
    `threads` engines work at the same time, which changes nothing about the result. `on_done` hears, from their
    threads, how many positions more have been looked at. Raises ChessError if the engine does not start, does not
    answer within 30 seconds, gives no score, or ends, and ValueError for less than one node or thread.

    >>> import sys
    >>> from ajeeb import batch
    >>> judge(batch.start_positions(3), [sys.executable, "-m", "ajeeb", "uci"])["spare"]
    array([1, 1, 1], dtype=uint8)
    """
    if nodes < 1 or threads < 1:
        raise ValueError(f"nodes {nodes}, threads {threads}: expected 1 at least")
    records = np.ascontiguousarray(records).view(batch.PACKED).reshape(-1)
    chunks = [records[start : start + _CHUNK] for start in range(0, len(records), _CHUNK)]
    ended = threading.Event()

    def work(mine: list[npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
        done: list[npt.NDArray[Any]] = []
        try:
            with _Judge(command, nodes) as engine:
                for chunk in mine:
                    done.append(_labelled(chunk, engine, ended))
                    if on_done:
                        on_done(len(chunk))
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
    parts = [shares[i % threads][i // threads] for i in range(len(chunks))]
    return np.concatenate(parts) if parts else records


def _labelled(records: npt.NDArray[Any], engine: _Judge, ended: threading.Event) -> npt.NDArray[Any]:
    labelled = records.copy()
    keep = np.zeros(len(records), bool)
    fens, is_legal = batch.to_fens(records, errors="mask")
    askable = np.flatnonzero(is_legal & _has_standard_castling(records))
    for i, opinion in zip(askable, engine.opinions([fens[i] for i in askable]), strict=True):
        if ended.is_set():
            break
        if opinion.score is None or abs(opinion.score) > _DECIDED or _is_tactical(records[i], opinion.move):
            continue
        keep[i] = True
        labelled["eval"][i] = opinion.score if records[i]["side_and_ep"] < 128 else -opinion.score
    labelled["result"], labelled["spare"] = RESULT_UNKNOWN, JUDGED
    return labelled[keep]


def _is_tactical(record: Any, move: str | None) -> bool:
    """Whether the move captures, promotes, or is none at all."""
    if move is None:
        return True
    to = "abcdefgh".index(move[2]) + 8 * (int(move[3]) - 1)
    return len(move) > 4 or bool(int(record["occupied"]) >> to & 1) or int(record["side_and_ep"]) & 127 == to


def _has_standard_castling(records: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Where every rook that may castle stands in its corner and its king at home: other rights confuse many engines."""
    occupied = np.unpackbits(
        np.ascontiguousarray(records["occupied"]).view(np.uint8).reshape(-1, 8), axis=1, bitorder="little"
    ).astype(bool)
    codes = np.stack([records["pieces"] & 15, records["pieces"] >> 4], axis=2).reshape(-1, 32)
    row, square = np.nonzero(occupied)
    code = codes[row, np.minimum(occupied.cumsum(axis=1)[row, square] - 1, 31)]
    standard = np.ones(len(records), bool)
    for rook, king, home in ((6, 5, 4), (14, 13, 60)):
        may_castle = np.bincount(row[code == rook], minlength=len(records)) > 0
        at_home = np.bincount(row[(code == king) & (square == home)], minlength=len(records)) > 0
        in_corner = (square == home - 4) | (square == home + 3)
        displaced = np.bincount(row[(code == rook) & ~in_corner], minlength=len(records)) > 0
        standard &= ~may_castle | (at_home & ~displaced)
    return standard


class _Judge:
    """A UCI engine asked for one opinion after another, with as little between question and answer as can be."""

    def __init__(self, command: Sequence[str], nodes: int) -> None:
        self.name, self.nodes = shlex.join(command), nodes
        try:
            # A group of its own, so that what a script has started ends with it.
            self.process = subprocess.Popen(
                list(command), bufsize=0, start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except OSError as error:
            raise ChessError(f"{self.name}: {error.strerror or error}; expected the command of a UCI engine") from error
        assert self.process.stdin
        assert self.process.stdout
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        os.set_blocking(self.stdin.fileno(), False)
        self.poll = select.poll()
        self.poll.register(self.stdout, select.POLLIN)

    def __enter__(self) -> _Judge:
        try:
            self._ask("uci", b"uciok")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except OSError:
            self.process.kill()
        self.stdin.close()
        self.stdout.close()
        self.process.wait()

    def opinions(self, fens: list[str]) -> Iterator[Opinion]:
        """One for each FEN, as if nothing had been searched before the first."""
        self._ask("ucinewgame\nisready", b"readyok")
        for fen in fens:
            said = self._ask(f"position fen {fen}\ngo nodes {self.nodes}", b"bestmove")
            scores = _SCORE.findall(said)
            if not scores:
                raise ChessError(f"{self.name} gave no score for {fen!r}; expected 'info ... score cp N' or 'mate N'")
            kind, number = scores[-1]
            move = _MOVE.search(said)
            yield Opinion(int(number) if kind == b"cp" else None, move[1].decode() if move else None)

    def _ask(self, question: str, answer: bytes) -> bytes:
        """Everything that is said until a line begins with `answer`."""
        deadline = time.monotonic() + PATIENCE
        text = question.encode() + b"\n"
        try:
            if self.stdin.write(text) != len(text):
                raise ChessError(f"{self.name} does not read its input: it has not taken {question!r}")
        except OSError:
            pass  # it is gone, which shows below
        said = b"\n"
        while not (said.endswith(b"\n") and b"\n" + answer in said):
            left = deadline - time.monotonic()
            if left <= 0 or not self.poll.poll(1000 * left):
                raise ChessError(
                    f"{self.name} has not answered {question!r} with {answer.decode()!r} in {PATIENCE:g} s"
                )
            chunk = os.read(self.stdout.fileno(), 1 << 16)
            if not chunk:
                last = said.decode(errors="replace").strip().rpartition("\n")[2]
                raise ChessError(f"{self.name} ended when it was told {question!r}; its last words: {last[-200:]!r}")
            said += chunk
            if len(said) > _LONGEST_ANSWER:
                raise ChessError(f"{self.name} says more than {_LONGEST_ANSWER} bytes to {question!r}, and no answer")
        return said
