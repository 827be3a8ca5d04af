"""The notebook runs from top to bottom, every picture in it is drawn, and it is committed without outputs."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOK = Path(__file__).parents[2] / "docs" / "bits.ipynb"


@pytest.mark.filterwarnings("default")
def test_the_notebook_runs_and_shows_pictures() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert sum(html.count("<table") for html in pictures) > 40
    assert all("border-radius" in html for html in pictures)


def test_no_outputs_are_committed() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
