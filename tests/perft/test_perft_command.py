"""`ajeeb perft` with depths that no count is made for."""

import pytest

from ajeeb.cli import main


@pytest.mark.parametrize("depth", ["1001", "99999999999999999999", "x"])
def test_depths_out_of_range_are_usage_errors(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", depth]) == 2
    assert "Traceback" not in capsys.readouterr().err
