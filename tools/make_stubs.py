"""Writes the stubs of the native core, src/ajeeb/_core/*.pyi, from the built module. `--check` only tells of drift."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ajeeb import _core

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "ajeeb" / "_core"


def generate(folder: Path) -> Path:
    """Write every submodule's stub into `folder`, under the name `ajeeb._core`, formatted. Returns their folder."""
    patterns = str(ROOT / "tools" / "stub_patterns.nb")
    stubgen = [sys.executable, "-m", "nanobind.stubgen", "-q", "--exclude-values", "-r", "-p", patterns]
    subprocess.run([*stubgen, "-m", _core.__name__, "-O", str(folder)], check=True)
    made = folder / _core.__name__.rpartition(".")[2]
    for path in made.rglob("*.pyi"):
        path.write_text(path.read_text().replace(_core.__name__, "ajeeb._core"))
    ruff = [str(Path(sys.executable).parent / "ruff"), "--quiet"]
    config = ["--config", str(ROOT / "pyproject.toml")]
    subprocess.run(
        [*ruff[:1], "check", "--fix-only", "--quiet", "--select", "I,UP,F401,W,E", *config, str(made)], check=False
    )
    subprocess.run([*ruff[:1], "format", "--quiet", *config, str(made)], check=True)
    return made


def main() -> int:
    """Write the stubs, or with `--check` print where the committed ones differ. Returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        made = generate(Path(folder))
        new = {path.relative_to(made): path.read_text() for path in made.rglob("*.pyi")}
        old = {path.relative_to(TARGET): path.read_text() for path in TARGET.rglob("*.pyi")}
        if "--check" in sys.argv:
            drifted = sorted(str(name) for name in new.keys() | old.keys() if new.get(name) != old.get(name))
            print(
                f"stubs drifted: {', '.join(drifted)}: run `make stubs`" if drifted else "stubs: in step with the core"
            )
            return bool(drifted)
        for name in old:
            (TARGET / name).unlink()
        shutil.copytree(made, TARGET, dirs_exist_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
