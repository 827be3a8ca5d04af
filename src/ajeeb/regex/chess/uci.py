"""The chess programs behind UCI, so that any board program can play against them.

All chess is done by the rules: positions are reached by feeding the moves to a program that only listens, and the move
is read off the screen that a whole turn leaves. A turn can't be cut short, so limits of time are not kept; `stop` ends
the waiting of `go infinite` and `go ponder`. Castling is written as in standard chess (e1g1).
"""

import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import TextIO

from ajeeb.errors import ChessError
from ajeeb.regex.chess.screens import read_screen, to_screen
from ajeeb.regex.chess.turn import SEARCHES, build_listener
from ajeeb.regex.library import load
from ajeeb.regex.program import Program, run

__all__ = ["Session", "best_move", "push", "run_uci"]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@cache
def _listener() -> Program:
    return build_listener()


def push(fen: str, move: str) -> str:
    """The position after a move, made by the rules. Raises ChessError, with their reason, if it is illegal.

    >>> push(START, "e2e4")
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    told = read_screen(run(_listener(), to_screen(fen) + move))
    if told.message:
        raise ChessError(told.message)
    return told.fen


def best_move(program: Program, fen: str, progress: Callable[[int, int], object] | None = None) -> str:
    """The move that a program plays in a position, or "" if the game is over there.

    >>> best_move(load("chess2"), "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    'a1a8'
    """
    you = "b" if fen.split()[1] == "w" else "w"
    told = read_screen(run(program, to_screen(fen, you) + "go", progress))
    found = told.message.partition("I play ")[2].partition(".")[0]
    return found if told.fen != fen else ""


class Session:
    """One conversation. `handle(line)` answers a command and returns False after `quit`."""

    def __init__(self, output: TextIO, program: str = "chess2") -> None:
        self.output = output
        self.program = program
        self.fen = START
        self._lock = threading.Lock()
        self._thinking: threading.Thread | None = None
        self._released = threading.Event()

    def handle(self, line: str) -> bool:
        words = line.split()
        if not words:
            return True
        command = getattr(self, f"_do_{words[0]}", None)
        if words[0] == "quit":
            self._finish()
            return False
        if command is None:
            self.say(f"info string unknown command: {words[0][:40]}")
            return True
        try:
            command(words[1:])
        except ChessError as error:
            self.say(f"info string {error}")
        return True

    def say(self, text: str) -> None:
        with self._lock:
            self.output.write(text + "\n")
            self.output.flush()

    def _do_uci(self, _: list[str]) -> None:
        self.say("id name ajeeb regex\nid author the ajeeb authors")
        choices = " ".join(f"var {name}" for name in SEARCHES)
        self.say(f"option name Program type combo default {self.program} {choices}\nuciok")

    def _do_isready(self, _: list[str]) -> None:
        load(self.program)
        self.say("readyok")

    def _do_ucinewgame(self, _: list[str]) -> None:
        self._finish()
        self.fen = START

    def _do_setoption(self, words: list[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        if name.lower() != "program" or value not in SEARCHES:
            raise ChessError(f"there is no option {text[:60]!r}: Program is one of {', '.join(SEARCHES)}")
        self._finish()
        self.program = value

    def _do_position(self, words: list[str]) -> None:
        self._finish()
        setup, _, moves = " ".join(words).partition(" moves ")
        setup = setup.removesuffix(" moves")
        if setup != "startpos" and not setup.startswith("fen "):
            raise ChessError(f"position wants startpos or fen, not {setup[:60]!r}")
        fen = START if setup == "startpos" else setup.removeprefix("fen ")
        fen = read_screen(to_screen(fen)).fen
        for move in moves.split():
            fen = push(fen, move)
        self.fen = fen

    def _do_go(self, words: list[str]) -> None:
        self._finish()
        self._released.clear()
        if not {"infinite", "ponder"} & set(words):
            self._released.set()
        self._thinking = threading.Thread(target=self._think, args=(load(self.program), self.fen), daemon=True)
        self._thinking.start()

    def _do_stop(self, _: list[str]) -> None:
        self._finish()

    def _do_ponderhit(self, _: list[str]) -> None:
        self._released.set()

    def _do_d(self, _: list[str]) -> None:
        self.say(to_screen(self.fen).rstrip() + f"\n{self.fen}")

    def _think(self, program: Program, fen: str) -> None:
        began = time.monotonic()
        move = best_move(program, fen)
        milliseconds = round((time.monotonic() - began) * 1000)
        plies = SEARCHES[program.name].plies
        self.say(f"info string {len(program)} substitutions in {milliseconds} ms")
        if move:
            self.say(f"info depth {plies} time {milliseconds} pv {move}")
        self._released.wait()
        self.say(f"bestmove {move or '(none)'}")

    def _finish(self) -> None:
        """Let a search that is going on end, and wait for it."""
        self._released.set()
        if self._thinking is not None:
            self._thinking.join()
            self._thinking = None


def run_uci(program: str = "chess2", lines: TextIO | None = None, output: TextIO | None = None) -> int:
    """Speak UCI until `quit` or the end of the input. Returns the exit code."""
    session = Session(output or sys.stdout, program)
    for line in lines or sys.stdin:
        if not session.handle(line):
            return 0
    session.handle("quit")
    return 0
