"""Runs a Typer app as one verb of `ajeeb`: program name, exit code, and package errors as one line on stderr."""

import sys

import click
import typer

from ajeeb.errors import ChessError


def run_app(app: typer.Typer, verb: str, arguments: list[str]) -> int:
    """Run `app` as `ajeeb VERB ARGUMENTS...`. Returns the exit code; a ChessError is told, not traced."""
    try:
        code = typer.main.get_command(app).main(arguments, prog_name=f"ajeeb {verb}", standalone_mode=False)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        print("interrupted", file=sys.stderr)
        return 130
    except (ChessError, OSError) as error:
        print(f"ajeeb {verb}: {error}", file=sys.stderr)
        return 1
    return code if isinstance(code, int) else 0
