"""What `make` says on a machine that lacks something: one sentence with the package to install."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

PREFLIGHT = Path(__file__).parents[2] / "tools" / "preflight.sh"
if not PREFLIGHT.exists():
    pytest.skip("needs a checkout", allow_module_level=True)

# A Python that fails one of the three questions it is asked: its version, `import venv`, its headers (on stdin).
PYTHON = """#!/bin/sh
case "$*" in
  *version_info*) exit {old} ;;
  *ensurepip*) exit {no_venv} ;;
  *) exit {no_headers} ;;
esac
"""
COMPILER = "#!/bin/sh\nexit {code}\n"


def machine(folder: Path, compiler: int | None = 0, **python: int) -> Path:
    """A folder for PATH with a pretended Python and compiler (None: without one)."""
    faults = {"old": 0, "no_venv": 0, "no_headers": 0} | python
    programs = {"python3": PYTHON.format(**faults)}
    if compiler is not None:
        programs["g++"] = COMPILER.format(code=compiler)
    for name, script in programs.items():
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    return folder


def preflight(path: Path, python: str = "python3") -> subprocess.CompletedProcess[str]:
    command = ["/bin/sh", str(PREFLIGHT), python]
    return subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True, timeout=60)


def test_a_complete_machine_passes(tmp_path: Path) -> None:
    done = preflight(machine(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("faults", "package"),
    [
        ({"old": 1}, "python3 (bookworm or newer)"),
        ({"no_venv": 1}, "python3-venv"),
        ({"no_headers": 1}, "python3-dev"),
        ({"compiler": None}, "g++"),
        ({"compiler": 1}, "g++ (12 or newer)"),
    ],
)
def test_what_is_missing_is_named_with_its_package(tmp_path: Path, faults: dict[str, int], package: str) -> None:
    done = preflight(machine(tmp_path, **faults))
    assert done.returncode == 1 and done.stderr.startswith("ajeeb: ") and done.stderr.count("\n") == 1
    assert done.stderr.endswith(f"On Debian: apt-get install {package}\n")


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    assert "there is no python9. On Debian: apt-get install python3\n" in preflight(tmp_path, "python9").stderr
