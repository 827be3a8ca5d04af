"""The command line: one file per verb, and this table, which imports a verb's file only when that verb is asked for.

Nothing heavy is imported before the verb is known, so `ajeeb --version` and `ajeeb uci` start at once. A verb's file
has `run(arguments: list[str]) -> int`, which returns the exit code.
"""

import importlib
import importlib.util
import sys

VERBS = {
    "analyse": "evaluate a position, or annotate a PGN",
    "bench": "the engine's node signature and speed",
    "bits": "bitboards as pictures; find slider magics",
    "dataset": "PGN files to Parquet or packed positions, and back as arrays",
    "eval": "every term of the evaluation of a position",
    "match": "play two engines against each other",
    "moves": "the legal moves of a position",
    "perft": "count the leaves of the legal move tree",
    "play": "play against the engine in the terminal",
    "regex": "the chess engine made of regex substitutions",
    "show": "a position as a picture",
    "six": "the 6x6 engine of the smart contract",
    "tune": "tune the evaluation from a dataset",
    "uci": "the engine, speaking UCI (or XBoard) on standard input",
}


def _usage() -> str:
    verbs = "\n".join(f"  {name:9} {summary}" for name, summary in VERBS.items() if _is_built(name))
    return f"""usage: ajeeb VERB [OPTION]...

Chess for Python at machine speed.

{verbs}

`ajeeb VERB --help` tells the rest; `ajeeb --version` prints the version and the CPU level in use."""


def _is_built(verb: str) -> bool:
    return importlib.util.find_spec(f"ajeeb.cli.{verb}") is not None


def _version() -> str:
    from importlib.metadata import version

    from ajeeb import _core

    return f"ajeeb {version('ajeeb')} ({_core.LEVEL})"


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 for success, 1 for a failure of the work, 2 for bad usage."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(_usage())
        return 0
    verb, rest = arguments[0], arguments[1:]
    if verb in ("-V", "--version", "version"):
        print(_version())
        return 0
    if verb not in VERBS or not _is_built(verb):
        print(f"ajeeb: there is no verb {verb!r}; `ajeeb --help` lists them", file=sys.stderr)
        return 2
    try:
        code: int = importlib.import_module(f"ajeeb.cli.{verb}").run(rest)
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return code
