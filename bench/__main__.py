"""Every benchmark in turn: `python -m bench [NAME]...`. Peers that are missing are named and skipped by each.

The benches of the strange machines stand apart (`python -m bench.six`, `bench.bits`, `bench.regex_machine`,
`bench.regex_chess`): they have no peers, only originals.
"""

import importlib.util
import subprocess
import sys

BENCHES = ["perft", "arrays", "pgn", "dataset", "face", "engine_nps"]


def main() -> int:
    """Run the benches named on the command line, or all of them. Returns 1 if one failed."""
    wanted = sys.argv[1:] or [name for name in BENCHES if importlib.util.find_spec(f"bench.{name}")]
    failed = []
    for name in wanted:
        print(f"\n== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"bench.{name}"], check=False).returncode:
            failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
