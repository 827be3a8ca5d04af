"""Installs what building, testing and linting need into the running environment, as pyproject.toml lists it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path


def requirements() -> list[str]:
    """The package's dependencies and its `dev` extra, with the extras it refers to spelled out."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]

    def expand(names: list[str]) -> list[str]:
        found = []
        for name in names:
            own = re.fullmatch(r"ajeeb\[(.*)\]", name)
            found += [r for extra in own[1].split(",") for r in expand(extras[extra])] if own else [name]
        return found

    return project["dependencies"] + expand(extras["dev"])


if __name__ == "__main__":
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements()], check=True
    )
