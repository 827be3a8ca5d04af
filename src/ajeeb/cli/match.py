"""`ajeeb match`: play two engines against each other, and say what the result proves."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ajeeb.cli._typer import run_app
from ajeeb.engine.matches import (
    OPENINGS,
    GameRecord,
    Match,
    MatchOptions,
    Player,
    TimeControl,
    play_match,
    read_openings,
)
from ajeeb.engine.statistics import Sprt, Standing
from ajeeb.errors import ChessError

app = typer.Typer(add_completion=False)
GAMES_BETWEEN_LINES = 20


@app.command(
    epilog="Examples:  ajeeb match builtin stockfish::UCI_LimitStrength=true,UCI_Elo=2200 --tc 10+0.1 --games 200  |  "
    "ajeeb match ./new ./old --tc nodes=20000 --sprt 0,5 --pgn match.pgn"
)
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="an engine: COMMAND[::OPTION=VALUE,…], or builtin[::…]")],
    second: Annotated[str, typer.Argument(metavar="B", help="the other one")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="at most; pairs share an opening")] = 100,
    tc: Annotated[str, typer.Option(help="BASE+INCREMENT, MOVES/BASE+INC, nodes=N, depth=N or movetime=S")] = "10+0.1",
    openings: Annotated[Path | None, typer.Option(help="PGN, EPD or FEN file; a built-in list otherwise")] = None,
    plies: Annotated[int, typer.Option(min=0, help="how much of a PGN opening is used")] = 16,
    seed: Annotated[
        int | None, typer.Option(min=0, help="play the openings in an order shuffled with it, not from the top")
    ] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", "-c", min=1, max=256, help="games at the same time")] = 1,
    sprt: Annotated[str | None, typer.Option(metavar="ELO0,ELO1", help="stop when the test has decided")] = None,
    pgn: Annotated[Path | None, typer.Option(help="write the games here")] = None,
    adjudicate: Annotated[bool, typer.Option(help="end games on whose result both engines agree")] = True,
    grace: Annotated[float, typer.Option(help="seconds a clock may fall below zero")] = 0.02,
    patience: Annotated[float, typer.Option(min=0.1, help="seconds for a move, if there is no clock")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="the account as JSON")] = False,
) -> None:
    """Play two engines against each other from paired openings: score, Elo with error bars, crashes, time losses.

    Exits with 1 if an engine crashed, was silent, or broke the rules.
    """
    options = MatchOptions(
        games=games,
        time_control=TimeControl.parse(tc),
        openings=read_openings(openings, plies) if openings else (),
        concurrency=concurrency,
        grace=grace,
        patience=patience,
        sprt=_parse_sprt(sprt),
        seed=seed,
    )
    if not adjudicate:
        options = replace(options, resign_score=None, draw_score=None)
    players = Player.parse(first), Player.parse(second)
    if note := _repetition_note(options):
        print(note, file=sys.stderr)
    games_played = _GamesFile(pgn) if pgn else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("games", total=games)
        standing = Standing()

        def tell(record: GameRecord, account: Match) -> None:
            nonlocal standing
            standing = account.standing
            progress.update(task, advance=1, description=str(account.standing))
            if not console.is_terminal and account.standing.games % GAMES_BETWEEN_LINES == 0:
                print(account.standing, file=sys.stderr, flush=True)  # a bar is only seen in a terminal
            if games_played:
                games_played.add(record)

        try:
            account = play_match(*players, options, tell)
        except BaseException as error:
            if standing.games or isinstance(error, KeyboardInterrupt):  # otherwise it has not begun
                games_kept = f"; the games are in {games_played.part}" if games_played and standing.games else ""
                print(f"after {standing.games} games: {standing}{games_kept}", file=sys.stderr)
            raise
        finally:
            if games_played:
                games_played.close()
    if games_played:
        games_played.give_name()
    _report(account, options, as_json)
    if account.broken:
        raise typer.Exit(1)


class _GamesFile:
    """The games as they end, in NAME.part until the match is over; what a match that was interrupted left is kept.

    A link is followed. Devices and pipes (/dev/stdout, /dev/null) have no name to give: they are written to at once.
    """

    def __init__(self, path: Path) -> None:
        if path.is_dir():  # also ""
            raise ChessError(f"--pgn needs the name of a file, and {str(path)!r} is a folder")
        self.path = path.resolve()
        self.has_name = self.path.is_file() or not self.path.exists()
        self.part = self.path.with_name(self.path.name + ".part") if self.has_name else self.path
        try:
            self._file = self.part.open("x" if self.has_name else "w", encoding="utf-8")
        except FileExistsError:
            raise ChessError(
                f"{self.part} has the games of a match that runs, or was interrupted: wait, or move it away"
            ) from None
        self._is_empty = True

    def add(self, record: GameRecord) -> None:
        """Write a game, whole, so that it is there whatever happens next."""
        self._file.write(record.pgn())
        self._file.flush()
        self._is_empty = False

    def close(self) -> None:
        """Leave nothing behind if no game was played."""
        self._file.close()
        if self._is_empty and self.has_name:
            self.part.unlink()

    def give_name(self) -> None:
        """The match is over."""
        if self.has_name:
            self.part.replace(self.path)


def _repetition_note(options: MatchOptions) -> str | None:
    """A word of warning where the same games would be played again and again, and counted as if they were new."""
    count = len(options.openings or OPENINGS)
    if options.time_control.base is not None or options.time_control.movetime or options.games <= 2 * count:
        return None
    return (
        f"note: {count} openings make {2 * count} different games at a fixed number of nodes or plies, not "
        f"{options.games}: the errors will look smaller than they are (--openings gives more)"
    )


def _parse_sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not ELO0,ELO1") from None
    return Sprt(elo0, elo1)


def _report(account: Match, options: MatchOptions, as_json: bool) -> None:
    standing = account.standing
    facts: dict[str, Any] = {
        "games": standing.games, "wins": standing.wins, "draws": standing.draws, "losses": standing.losses,
        "score": standing.score, "error": standing.error, "elo": standing.elo, "superiority": standing.superiority,
        "pairs": standing.pairs, "reasons": dict(account.reasons), "faults": dict(account.faults),
    }  # fmt: skip
    if options.sprt:
        verdicts = {True: "elo1 accepted", False: "elo0 accepted", None: "undecided"}
        facts["sprt"] = {"llr": options.sprt.llr(standing), "bounds": options.sprt.bounds,
                         "verdict": verdicts[account.verdict]}  # fmt: skip
    if as_json:
        facts["elo"] = [elo + 0.0 if math.isfinite(elo) else None for elo in standing.elo]  # JSON knows no infinity
        print(json.dumps(facts, default=str, allow_nan=False))
        return
    print(standing)
    endings = ", ".join(f"{reason} {count}" for reason, count in account.reasons.items())
    print("pairs", " ".join(map(str, standing.pairs)), " endings", endings)
    if options.sprt:
        low, high = options.sprt.bounds
        print(f"SPRT [{options.sprt.elo0:g}, {options.sprt.elo1:g}]: {facts['sprt']['verdict']}, "
              f"LLR {facts['sprt']['llr']:+.2f} of [{low:.2f}, {high:.2f}]")  # fmt: skip
    for fault, count in account.faults.items():
        print(f"{count} × {fault}")


def run(arguments: list[str]) -> int:
    """Run the verb. Returns the exit code."""
    return run_app(app, "match", arguments)
