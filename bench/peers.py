"""The libraries we are measured against, in a virtual environment of their own, and a process that times them there.

    python -m bench.peers [--list bench/array_peers.txt] [--python python3]

makes build/peers and installs the list, one package after the other: one that can't be had is named and skipped, as it
is later in the tables. No peer is ever a dependency of the project.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
VENV = ROOT / "build" / "peers"
PYTHON = VENV / "bin" / "python"


class Worker:
    """A script run by the peers' Python, which answers each line of JSON with one."""

    def __init__(self, script: str) -> None:
        command = [str(PYTHON), str(ROOT / "bench" / script)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request; the answer, or {"error": …} where the worker died of it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        answer: dict[str, Any] = json.loads(line) if line else {"error": "the process died"}
        return answer

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def install(package_list: Path, python: str) -> list[str]:
    """Make the environment and install a list into it. Returns the packages that could not be had."""
    if not PYTHON.exists():
        subprocess.run([python, "-m", "venv", str(VENV)], check=True)
    lines = (line.partition("#")[0].strip() for line in package_list.read_text().splitlines())
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return [name for name in lines if name and subprocess.run([*pip, name], check=False).returncode != 0]


def main() -> int:
    """Install, and name what is missing. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description="Install the peers of a benchmark.")
    parser.add_argument("--list", type=Path, default=ROOT / "bench" / "array_peers.txt")
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    missing = install(options.list, options.python)
    print(f"peers in {VENV}" + (f"; missing: {', '.join(missing)}" if missing else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
