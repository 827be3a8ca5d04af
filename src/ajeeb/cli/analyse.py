"""`ajeeb analyse`: the engine's view of a position, or of every move of the games in a PGN."""

from __future__ import annotations

import json
import math
import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ajeeb._core import Board
from ajeeb._files import check_can_hold, write_text
from ajeeb.cli._bars import sparkline
from ajeeb.cli._position import read_position
from ajeeb.cli._typer import run_app
from ajeeb.errors import ChessError, EngineError, EngineTerminatedError

app = typer.Typer(add_completion=False)
HASH_MB, THREADS = 64, 1


@app.command(
    epilog="Examples:  ajeeb analyse '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1' --lines 3  |  "
    "ajeeb analyse game.pgn --nodes 200000 --out annotated.pgn --svg game.svg"
)
def analyse(
    target: Annotated[str, typer.Argument(metavar="FEN|PGN", help="a position, or a file of games")],
    time: Annotated[float | None, typer.Option(min=0.001, help="seconds a position")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="nodes a position: the same result every time")] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="plies a position")] = None,
    mate: Annotated[
        int | None,
        typer.Option(
            min=1, help="until the shortest mate in so many moves is known, or (ours, up to 5) that there is none"
        ),
    ] = None,
    chess960: Annotated[bool, typer.Option("--chess960", help="read the position as one of Chess960")] = False,
    lines: Annotated[int, typer.Option(min=1, max=256, help="best moves to show, of a position")] = 1,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help=f"{THREADS} if left out")] = None,
    hash_mb: Annotated[int | None, typer.Option("--hash", min=1, max=32768, help=f"MB; {HASH_MB} if left out")] = None,
    engine: Annotated[str, typer.Option(help="a UCI program instead of ours")] = "builtin",
    out: Annotated[Path | None, typer.Option(help="where the annotated PGN goes; standard output otherwise")] = None,
    svg: Annotated[Path | None, typer.Option(help="a picture of the evaluation over the (first) game")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Evaluate a position, or annotate the games of a PGN: evaluations, better lines, graded moves (?!, ?, ??)."""
    from ajeeb.engine import Limit, SimpleEngine

    for file in (out, svg):
        check_can_hold(file)
    if time is not None and not math.isfinite(time):
        raise typer.BadParameter(f"--time is a number of seconds, not {time:g}")
    if time is nodes is depth is mate is None:
        time = 1.0
    limit = Limit(time=time, nodes=nodes, depth=depth, mate=mate)
    with SimpleEngine.builtin() if engine == "builtin" else SimpleEngine.popen_uci(engine) as player:
        _set_option(player, "Hash", hash_mb, HASH_MB, "--hash")
        _set_option(player, "Threads", threads, THREADS, "--threads")
        if lines > 1 and _option_of(player, "MultiPV") is None:
            _tell_lack(player, "MultiPV", "--lines")
        path = Path(target)
        if path.suffix.lower() == ".pgn" or (len(target) < 200 and path.is_file()):
            if mate is not None:
                raise typer.BadParameter("--mate is for positions: a game takes --time, --nodes or --depth")
            if lines > 1 or chess960:
                raise typer.BadParameter(f"{'--lines' if lines > 1 else '--chess960'} is for positions, not for games")
            _annotate_file(path, player, limit, out, svg, as_json)
        else:
            if out or svg:
                raise typer.BadParameter(f"{'--out' if out else '--svg'} is for games, not for a position")
            _show_position(read_position(target, chess960), player, limit, lines, as_json)


def _option_of(player: Any, name: str) -> Any:
    """The engine's option of that name, however it writes it; None if it has none."""
    return next((option for option in player.options.values() if option.name.lower() == name.lower()), None)


def _set_option(player: Any, name: str, given: int | None, default: int, flag: str) -> None:
    """Set an option if the engine has it: to what was given, or to the default where the engine allows that value."""
    if _option_of(player, name) is None:
        if given is not None:
            _tell_lack(player, name, flag)
        return
    with suppress(EngineError) if given is None else nullcontext():
        player.configure({name: default if given is None else given})


def _tell_lack(player: Any, name: str, flag: str) -> None:
    print(f"note: {player.id.get('name', 'the engine')} has no option {name}: {flag} changes nothing", file=sys.stderr)


def _show_position(board: Board, player: Any, limit: Any, lines: int, as_json: bool) -> None:
    found = [info for info in player.analyse(board, limit, multipv=lines) if "score" in info]
    if not found:
        raise EngineError(f"the engine gave no score for {board.fen()!r}")
    if as_json:
        rows = [
            {"score": str(info["score"].white()), "depth": info.get("depth", 0), "nodes": info.get("nodes", 0),
             "pv": [move.uci() for move in info["pv"]]}
            for info in found if "pv" in info
        ]  # fmt: skip
        print(json.dumps({"fen": board.fen(), "lines": rows}))
        return
    print(board)
    table = Table("score (white)", "depth", "nodes", "line")
    for info in found:
        if "pv" in info:
            table.add_row(_pawns(info["score"].white()), str(info.get("depth", 0)), f"{info.get('nodes', 0):,}",
                          board.variation_san(info["pv"][:12]))  # fmt: skip
        else:
            table.add_row(_pawns(info["score"].white()), "0", "0", "no legal move")
    Console().print(table)


def _pawns(score: Any) -> str:
    return str(score) if score.is_mate() else f"{score.score() / 100:+.2f}"


def _read_games(path: Path) -> list[Any]:
    from ajeeb import pgn

    games, is_disabled = [], pgn.LOGGER.disabled
    pgn.LOGGER.disabled = True  # what is wrong with a game is told when it has been annotated
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            while (game := pgn.read_game(file)) is not None:
                games.append(game)
    finally:
        pgn.LOGGER.disabled = is_disabled
    return games


def _annotate_file(path: Path, player: Any, limit: Any, out: Path | None, svg: Path | None, as_json: bool) -> None:
    from ajeeb.engine.annotate import annotate

    games = _read_games(path)
    if not games:
        raise OSError(f"{path}: there is no game in it")
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    annotated, accounts = [], []
    with Progress(*columns, console=console) as progress:
        moves = [sum(1 for _ in game.mainline_moves()) for game in games]
        task = progress.add_task("moves", total=sum(moves))
        for number, game in enumerate(games):
            before = sum(moves[:number])

            def tell(done: int, before: int = before) -> None:
                progress.update(task, completed=before + done)

            if game.errors and not moves[number]:
                progress.console.print(f"game {number + 1} is left out: {game.errors[0]}", markup=False)
                continue
            try:
                accounts.append(annotate(game, player, limit, tell))
                annotated.append(game)
            except (EngineTerminatedError, TimeoutError):
                raise
            except ChessError as error:  # a variant, or a position to begin from that is none
                progress.console.print(f"game {number + 1} is left out: {error}", markup=False)
    text = "".join(f"{game}\n\n" for game in annotated)
    if out:
        write_text(out, text)
    elif not as_json:
        sys.stdout.write(text)
    if svg and accounts:
        write_text(svg, evaluation_svg([s.white().score(mate_score=2000) or 0 for s in accounts[0].evaluations]))
    facts = [
        {"white": game.headers["White"], "black": game.headers["Black"],
         "accuracy": {"white": round(a.accuracy(True), 4), "black": round(a.accuracy(False), 4)},
         "grades": {"white": a.grades[True], "black": a.grades[False]},
         "evaluations": [str(score.white()) for score in a.evaluations]}
        for game, a in zip(annotated, accounts, strict=True)
    ]  # fmt: skip
    if as_json:
        print(json.dumps(facts))
    else:
        _tell(annotated, accounts, console)
    kept = set(map(id, annotated))
    faulty = [number for number, game in enumerate(games, 1) if game.errors and id(game) in kept]
    for number in faulty:
        console.print(f"game {number} is cut short: {games[number - 1].errors[0]}", markup=False, soft_wrap=True)
    if faulty or len(annotated) < len(games):
        raise typer.Exit(1)


def _tell(games: list[Any], accounts: list[Any], console: Console) -> None:
    for game, account in zip(games, accounts, strict=True):
        for color, name in ((True, "White"), (False, "Black")):
            graded = ", ".join(f"{count} × {grade}" for grade, count in account.grades[color].items())
            console.print(f"{game.headers[name]}: kept {100 * account.accuracy(color):.1f} %; {graded}")
        console.print(sparkline([s.white().score(mate_score=2000) or 0 for s in account.evaluations], -500, 500))


def evaluation_svg(scores: list[int]) -> str:
    """White's evaluation over a game, white's advantage above the middle line; clipped at ten pawns."""
    width, height = 800, 240
    step = width / max(1, len(scores) - 1)
    points = [(i * step, height / 2 * (1 - max(-1000, min(1000, s)) / 1000)) for i, s in enumerate(scores)]
    area = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="#404040"/>'
        f'<polygon points="0,{height} {area} {width},{height}" fill="#f0f0f0"/>'
        f'<line x1="0" y1="{height / 2}" x2="{width}" y2="{height / 2}" stroke="#c03030"/></svg>\n'
    )


def run(arguments: list[str]) -> int:
    """Run the verb. Returns the exit code."""
    return run_app(app, "analyse", arguments)
