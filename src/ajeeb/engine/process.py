"""External UCI programs: starting them, speaking with them, reading their reports."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from typing import Any

from ajeeb.engine.requests import Request, limit_numbers
from ajeeb.engine.scores import Cp, Mate, PovScore, PovWdl, Wdl
from ajeeb.engine.words import BestMove, ConfigValue, EngineError, EngineTerminatedError, InfoDict, Limit, Option

__all__ = ["UciBackend", "go_command", "parse_info", "parse_option"]

_COUNTS = {"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "cpuload", "currmovenumber"}
_KEYWORDS = _COUNTS | {"time", "pv", "score", "currmove", "refutation", "currline", "string", "wdl", "ebf"}


def parse_option(line: str) -> Option:
    """`option name Hash type spin default 16 min 1 max 1024` as an Option.

    >>> parse_option("option name Hash type spin default 16 min 1 max 1024").max
    1024
    """
    fields: dict[str, list[str]] = {}
    variants: list[str] = []
    key = ""
    for word in line.split()[1:]:
        if word in ("name", "type", "default", "min", "max", "var") and not (key == "name" and word == "name"):
            if key == "var":
                variants.append(" ".join(fields.pop("var")))
            key = word
            fields[key] = []
        elif key:
            fields[key].append(word)
    if key == "var":
        variants.append(" ".join(fields.pop("var")))

    def number(name: str) -> int | None:
        with contextlib.suppress(ValueError, IndexError, KeyError):
            return int(fields[name][0])
        return None

    kind = " ".join(fields.get("type", []))
    text = " ".join(fields.get("default", []))
    default: ConfigValue = text
    if kind == "check":
        default = text == "true"
    elif kind == "spin":
        default = number("default")
    elif kind == "button":
        default = None
    elif text == "<empty>":
        default = ""
    return Option(" ".join(fields.get("name", [])), kind, default, number("min"), number("max"), variants or None)


def _read_score(words: list[str], at: int, info: InfoDict, turn: bool) -> int:
    score = {"cp": Cp, "mate": Mate}.get(words[at])
    if score is None:
        raise ValueError(f"no kind of score: {words[at]!r}")
    info["score"] = PovScore(score(int(words[at + 1])), turn)
    at += 2
    while at < len(words) and words[at] in ("lowerbound", "upperbound"):
        info[words[at]] = True  # type: ignore[literal-required]
        at += 1
    return at


def parse_info(line: str, request: Request) -> InfoDict:
    """An `info …` line as an InfoDict. What can't be understood is left out: a report is never a reason to stop."""
    info = InfoDict()
    words = line.split()
    at = 1
    while at < len(words):
        key = words[at]
        at += 1
        if key == "string":
            info["string"] = line.split("string", 1)[1].strip()
            break
        with contextlib.suppress(ValueError, IndexError, OverflowError):
            if key in _COUNTS:
                info[key] = int(words[at])  # type: ignore[literal-required]
                at += 1
            elif key == "time":
                info["time"] = int(words[at]) / 1000
                at += 1
            elif key == "ebf":
                info["ebf"] = float(words[at])
                at += 1
            elif key == "score":
                at = _read_score(words, at, info, request.board.turn)
            elif key == "wdl":
                wins, draws, losses = map(int, words[at : at + 3])
                info["wdl"] = PovWdl(Wdl(wins, draws, losses), request.board.turn)
                at += 3
            elif key == "currmove":
                info["currmove"] = request.moves_of([words[at]])[0]
                at += 1
            elif key in ("pv", "refutation", "currline"):
                line_end = at
                while line_end < len(words) and words[line_end] not in _KEYWORDS:
                    line_end += 1
                if key == "pv" and request.wants_lines:
                    info["pv"] = request.moves_of(words[at:line_end], lenient=True)
                at = line_end
    return info


def go_command(limit: Limit | None, root_moves: list[str] | None, ponders: bool = False) -> str:
    """The `go` for a limit; endless for None or an empty one.

    >>> go_command(Limit(time=0.5), None, ponders=True)
    'go ponder movetime 500'
    """
    numbers = limit_numbers(limit)
    for clock in ("wtime", "btime", "movetime"):  # some programs take 0 for no limit at all
        if clock in numbers:
            numbers[clock] = max(1, numbers[clock])
    words = ["go", *["ponder"] * ponders, *(f"{name} {number}" for name, number in numbers.items())]
    if not numbers:
        words.append("infinite")
    if root_moves is not None:
        words.append("searchmoves " + " ".join(root_moves))
    return " ".join(words)


class UciBackend:
    """A UCI program in a process of its own: one thread reads, and one writes, so that nobody waits for a deaf one."""

    def __init__(self, command: str | list[str], timeout: float | None, popen_args: Mapping[str, Any]) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
        except ValueError as error:  # a quotation mark is missing
            raise EngineError(f"{command!r} can't be read as a command: {error}") from None
        if not words:
            raise EngineError("an engine needs a command to start it")
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self._set: dict[str, ConfigValue] = {}
        self._ready, self._greeted = threading.Event(), threading.Event()
        self._search: tuple[Request, Callable[[InfoDict], None], Callable[[BestMove | Exception], None]] | None = None
        self._to_say: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._temporary: dict[str, ConfigValue] = {}
        self._ended = self._is_deaf = False
        self._timeout = timeout
        # A group of its own, so that what a script has started ends with it; unless the caller sees to groups.
        is_free = not {"preexec_fn", "process_group"} & popen_args.keys()
        given: dict[str, Any] = {
            "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "start_new_session": is_free, **popen_args,
        }  # fmt: skip
        self._leads_a_group = bool(given["start_new_session"]) and hasattr(os, "killpg")
        self._process = subprocess.Popen(words, text=True, encoding="utf-8", errors="replace", bufsize=1, **given)
        self._threads = [
            threading.Thread(target=work, name=f"uci-{words[0]}", daemon=True) for work in (self._read, self._write)
        ]
        try:
            for thread in self._threads:
                thread.start()
            self._say("uci")
            self._await(self._greeted, timeout, "uciok")
            self.ping(timeout)
        except BaseException:
            self.close()
            raise

    def start(
        self, request: Request, on_info: Callable[[InfoDict], None], on_done: Callable[[BestMove | Exception], None]
    ) -> None:
        """Set everything up and start the search."""
        if self._search:
            raise EngineError("a search is running already: stop it first")
        if self._ended:
            raise EngineTerminatedError(f"the engine is gone ({self._fate()})")
        fen, moves, chess960 = request.text
        if request.root_moves is not None and not request.root_moves:
            if request.new_game:
                self.new_game()
            return on_done(BestMove(None, None))
        go = go_command(request.limit, request.root_move_texts(), request.ponders)  # raises before anything is changed
        self._restore_options()
        wanted: dict[str, ConfigValue] = dict(request.options)
        if self._find("UCI_Chess960"):
            wanted["UCI_Chess960"] = chess960
        elif chess960:
            raise EngineError(f"{self.id.get('name', 'the engine')} does not play Chess960")
        if self._find("MultiPV"):
            wanted["MultiPV"] = request.multipv or 1
        if request.ponders and self._find("Ponder"):
            wanted["Ponder"] = True
        replaced = {option.name: self._current(name) for name in request.options if (option := self._find(name))}
        try:
            self.configure(wanted)
        finally:
            self._temporary = replaced
        if request.new_game:
            self.new_game()
        self._search = (request, on_info, on_done)
        self._say(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
        self._say(go)
        return None

    def new_game(self) -> None:
        """Send `ucinewgame` and wait until the engine is ready for it."""
        self._say("ucinewgame")
        self.ping(self._timeout)

    def stop(self) -> None:
        """Send `stop`."""
        with contextlib.suppress(EngineTerminatedError):
            self._say("stop")

    def ponderhit(self) -> None:
        """Send `ponderhit`."""
        self._say("ponderhit")

    def configure(self, options: Mapping[str, ConfigValue]) -> None:
        """Send the options whose values change. Raises EngineError for unknown names and values that do not fit."""
        for given, value in options.items():
            option = self._find(given)
            if option is None:
                raise EngineError(f"{self.id.get('name', 'the engine')} has no option {given!r}")
            self._temporary.pop(option.name, None)  # set for good: no earlier value comes back
            parsed = option.parse(value)
            if option.type == "button":
                self._say(f"setoption name {option.name}")
            elif parsed != self._current(option.name):
                self._set[option.name] = parsed
                text = str(parsed).lower() if isinstance(parsed, bool) else parsed
                self._say(f"setoption name {option.name} value {text}")

    def ping(self, timeout: float | None) -> None:
        """`isready` and its answer."""
        self._ready.clear()
        self._say("isready")
        self._await(self._ready, timeout, "readyok")

    def quit(self, timeout: float | None) -> None:
        """Send `quit` and wait for the process; after the timeout it is killed."""
        with contextlib.suppress(EngineTerminatedError):
            self._say("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout)
        self.close()

    def close(self) -> None:
        """End the process at once."""
        self._ended = True
        self._to_say.put(None)
        running = [thread for thread in self._threads if thread.is_alive()]
        if running or self._process.poll() is None:
            self._kill()
        self._process.wait()
        for thread in running:
            thread.join(5)
        for stream in (self._process.stdin, self._process.stdout):
            if stream and not any(thread.is_alive() for thread in running):  # a lock of theirs would be waited for
                with contextlib.suppress(OSError):
                    stream.close()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):  # all are gone already
            if self._leads_a_group:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _find(self, name: str) -> Option | None:
        return next((option for option in self.options.values() if option.name.lower() == name.lower()), None)

    def _current(self, name: str) -> ConfigValue:
        option = self._find(name)
        return self._set.get(option.name, option.default) if option else None

    def _restore_options(self) -> None:
        before, self._temporary = self._temporary, {}
        self.configure({name: value for name, value in before.items() if value is not None})

    def _say(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise EngineError(f"a command can't hold a line break: {line!r}")
        if self._ended or self._is_deaf:
            raise EngineTerminatedError(f"the engine is gone ({self._fate()})")
        self._to_say.put(line)

    def _write(self) -> None:
        assert self._process.stdin
        try:
            while (line := self._to_say.get()) is not None:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        except (OSError, ValueError):
            self._is_deaf = True

    def _fate(self) -> str:
        code = self._process.poll()
        return "still running" if code is None else f"exit code {code}"

    def _await(self, event: threading.Event, timeout: float | None, what: str) -> None:
        if not event.wait(timeout):
            raise TimeoutError(f"the engine did not say {what!r} within {timeout} s")
        if self._ended:
            raise EngineTerminatedError(f"the engine ended before it said {what!r} ({self._fate()})")

    def _read(self) -> None:
        assert self._process.stdout
        try:
            for line in self._process.stdout:
                self._hear(line.strip())
        except (ValueError, OSError):
            pass  # closed while reading
        finally:  # whatever happened: nobody may wait for ever
            self._tell_end()

    def _tell_end(self) -> None:
        self._ended = True
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._finish(EngineTerminatedError(f"the engine ended while it was thinking ({self._fate()})"))
        self._greeted.set()
        self._ready.set()

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "info" and self._search:
            request, on_info, _ = self._search
            if report := parse_info(line, request):
                on_info(report)
        elif word == "bestmove":
            self._hear_best(rest.split())
        elif word == "readyok":
            self._ready.set()
        elif word == "uciok":
            self._greeted.set()
        elif word == "id":
            key, _, value = rest.partition(" ")
            self.id[key] = value
        elif word == "option":
            option = parse_option(line)
            self.options[option.name] = option

    def _hear_best(self, words: list[str]) -> None:
        if not self._search:
            return None
        request = self._search[0]
        if not words or words[0] in ("(none)", "NULL", "0000"):
            return self._finish(BestMove(None, None))
        try:
            line = request.moves_of(words[:1])
        except ValueError:
            return self._finish(
                EngineError(f"the engine plays {words[0]!r}, which is illegal in {request.board.fen()!r}")
            )
        if len(words) > 2 and words[1] == "ponder":
            line = request.moves_of([words[0], words[2]], lenient=True)
        return self._finish(BestMove(*[*line, None][:2]))

    def _finish(self, outcome: BestMove | Exception) -> None:
        search, self._search = self._search, None
        if search:
            search[2](outcome)
