import subprocess
import sys

import pytest

from ajeeb.cli import main


def test_version_names_the_cpu_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.rstrip().endswith(("(v2)", "(v3)", "(portable)"))


def test_an_unknown_verb_is_quoted_and_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["frobnicate"]) == 2
    assert "'frobnicate'" in capsys.readouterr().err


def test_the_version_imports_nothing_heavy() -> None:
    heavy = "{'numpy', 'typer', 'rich'}"
    code = f"import sys; from ajeeb.cli import main; main(['--version']); print(sorted({heavy} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"


def test_the_cpu_level_can_be_chosen() -> None:
    code = "from ajeeb import _core; print(_core.LEVEL)"
    env = {"AJEEB_CPU": "v2", "PATH": "/usr/bin"}
    assert (
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
        == "v2\n"
    )
    refused = subprocess.run(
        [sys.executable, "-c", code], env={**env, "AJEEB_CPU": "v9"}, capture_output=True, text=True
    )
    assert "AJEEB_CPU='v9'" in refused.stderr
