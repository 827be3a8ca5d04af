"""Runs a Typer app as one verb of `ajeeb`: program name, exit code, and package errors as one line on stderr."""

import io
import sys
from contextlib import suppress
from typing import Any

import typer

from ajeeb.errors import ChessError

# Typer carries its own copy of click in some versions and imports the package in others: reach its base error through
# what Typer exports.
_UsageFault: Any = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


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
        error.show()
        return int(error.exit_code)
    except typer.Abort:
        print("interrupted", file=sys.stderr)
        return 130
    except (ChessError, OSError, UnicodeError) as error:
        print(f"ajeeb {verb}: {error}", file=sys.stderr)
        return 1
    return code if isinstance(code, int) else 0
