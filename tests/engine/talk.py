"""One `ajeeb uci` process to talk to, and all that was said on both sides, line by line, in order and with its time."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from types import TracebackType

END_OF_INPUT = "(end of input)"  # how the transcript tells that the engine's input was closed


@dataclass(frozen=True)
class Line:
    """What one side said; `at` is time.monotonic()."""

    at: float
    text: str
    is_heard: bool  # from the engine


class Talk:
    """A conversation. `lines` are the engine's that `wait` has gone through."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "ajeeb", "uci"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.transcript: list[Line] = []
        self.lines: list[str] = []
        self.said_at = time.monotonic()
        self._unread: queue.Queue[Line | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind:
            self.process.kill()  # what failed may hang
        self.close()

    def _note(self, text: str, *, is_heard: bool) -> Line:
        line = Line(time.monotonic(), text, is_heard)
        self.transcript.append(line)
        return line

    def _read(self) -> None:
        assert self.process.stdout
        for text in self.process.stdout:
            whole = text.removesuffix("\n") if text.endswith("\n") else f"{text} (cut short)"
            self._unread.put(self._note(whole, is_heard=True))
        self._unread.put(None)

    def say(self, *commands: str) -> None:
        """Each command on a line of its own."""
        assert self.process.stdin
        for command in commands:
            self.said_at = self._note(command, is_heard=False).at  # before the answer can come
            self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def hear(self, start: str, seconds: float = 30) -> Line:
        """The next line that begins with `start`; those before it are passed over."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._unread.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"the engine did not say {start!r} within {seconds} s") from None
            assert line is not None, f"the engine ended before it said {start!r}"
            self.lines.append(line.text)
            if line.text.startswith(start):
                return line

    def wait(self, start: str, seconds: float = 30) -> str:
        """The text of what `hear` returns."""
        return self.hear(start, seconds).text

    def unread(self) -> list[str]:
        """What the engine has said and `wait` has not gone through."""
        return [line.text for line in list(self._unread.queue) if line]

    def close_input(self) -> None:
        """What a chess program that has died does to its engine."""
        assert self.process.stdin
        if not self.process.stdin.closed:
            self.said_at = self._note(END_OF_INPUT, is_heard=False).at
            self.process.stdin.close()

    def close(self) -> int:
        """End the input and wait for the process, which has 10 seconds to end. Returns its exit code."""
        assert self.process.stdout
        self.close_input()
        try:
            return self.process.wait(10)
        finally:
            self.process.kill()
            self._reader.join()
            self.process.stdout.close()
