"""`ajeeb bench`: the engine's node signature over fixed positions, and its speed."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from ajeeb.cli._interrupts import interruptible_pool
from ajeeb.cli._typer import run_app

app = typer.Typer(add_completion=False)


@app.command(epilog="Examples:  ajeeb bench  |  ajeeb bench --depth 14 --hash 64 --json")
def bench(
    depth: Annotated[
        int, typer.Option(min=1, max=64, help="plies; the node count pinned by the tests is that of 8")
    ] = 12,
    hash_mb: Annotated[int, typer.Option("--hash", min=1, max=32768, help="MB")] = 16,
    threads: Annotated[int, typer.Option(min=1, max=256, help="more than one: the count varies")] = 1,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Search fixed positions to a fixed depth. The node count changes exactly when the engine's decisions do.

    Each depth has a count of its own; that of depth 8 is the engine's signature, which its tests hold it to.
    """
    from ajeeb._core import engine

    stop = engine.StopFlag()
    with interruptible_pool(1, stop) as pool:
        nodes, milliseconds = pool.submit(engine.bench, depth, hash_mb, threads, stop).result()
    speed = nodes * 1000 // max(1, milliseconds)
    if as_json:
        print(json.dumps({"nodes": nodes, "ms": milliseconds, "nps": speed}))
    else:
        print(f"nodes {nodes}\ntime  {milliseconds / 1000:.2f} s\nspeed {speed} nodes/s")


def run(arguments: list[str]) -> int:
    """Run the verb. Returns the exit code."""
    return run_app(app, "bench", arguments)
