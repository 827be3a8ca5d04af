"""Runs a Typer app as one verb of `ajeeb`: program name, exit code, and package errors as one line on stderr."""

import io
import sys
from contextlib import suppress
from itertools import pairwise
from typing import Any

import typer

from ajeeb.errors import ChessError

# Typer carries its own copy of click in some versions and imports the package in others: reach its base error through
# what Typer exports.
_UsageFault: Any = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


def _quote_input(error: Any, arguments: list[str]) -> None:
    """Say what an option was given, if the message about it does not."""
    for option in getattr(getattr(error, "param", None), "opts", ()):
        written = [a.partition("=")[2] for a in arguments if a.startswith(f"{option}=")]
        written += [value for name, value in pairwise(arguments) if name == option]
        if written and written[-1] not in error.message:
            error.message += f", not {written[-1]!r}"


def run_app(app: typer.Typer, verb: str, arguments: list[str]) -> int:
    """Run `app` as `ajeeb VERB ARGUMENTS...`. Returns the exit code; a ChessError is told, not traced."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):  # somebody has begun to read it
                stream.reconfigure(errors="backslashreplace")  # bytes that are no text are odd names and bad input
    try:
        code = typer.main.get_command(app).main(arguments, prog_name=f"ajeeb {verb}", standalone_mode=False)
    except typer.Exit as exit_:
        return exit_.exit_code
    except _UsageFault as error:
        _quote_input(error, arguments)
        error.show()
        return int(error.exit_code)
    except typer.Abort:
        print("interrupted", file=sys.stderr)
        return 130
    except (ChessError, OSError, UnicodeError) as error:
        print(f"ajeeb {verb}: {error}", file=sys.stderr)
        return 1
    return code if isinstance(code, int) else 0
