"""`ajeeb perft`: count the leaves of the legal move tree."""

import time
from typing import Annotated

import typer

from ajeeb.cli._position import read_position, write_json
from ajeeb.cli._typer import run_app

app = typer.Typer(add_completion=False, no_args_is_help=True)


def run(arguments: list[str]) -> int:
    """Run `ajeeb perft ARGUMENTS...`. Returns the exit code."""
    return run_app(app, "perft", arguments)


@app.command()
def perft(
    depth: Annotated[int, typer.Argument(min=0, max=1000, help="Plies.")],
    fen: Annotated[str, typer.Argument(help="A FEN, in quotes; the starting position if left out.")] = "startpos",
    divide: Annotated[bool, typer.Option("--divide", help="The count behind each move.")] = False,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="Threads that share the work.")] = 1,
    chess960: Annotated[bool, typer.Option("--chess960", help="Read and write castling as in Chess960.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Counts and seconds, for programs.")] = False,
) -> None:
    """Count the sequences of DEPTH legal plies from a position.

    Examples:

      ajeeb perft 6

      ajeeb perft 4 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" --divide

      ajeeb perft 7 --threads 4 --json
    """
    board = read_position(fen, chess960)
    start = time.perf_counter()
    behind = board.divide(depth, threads=threads) if divide and depth > 0 else {}
    nodes = sum(behind.values()) if behind else board.perft(depth, threads=threads)
    seconds = time.perf_counter() - start
    counts = {board.uci(move): count for move, count in sorted(behind.items(), key=lambda item: str(item[0]))}
    if as_json:
        write_json({"fen": board.fen(), "depth": depth, "nodes": nodes, "seconds": seconds, "divide": counts})
        return
    for uci, count in counts.items():
        print(f"{uci}: {count}")
    rate = f", {nodes / seconds / 1e6:,.0f} M/s" if seconds > 0.01 else ""
    print(f"{nodes:,} nodes in {seconds:.2f} s{rate}")
