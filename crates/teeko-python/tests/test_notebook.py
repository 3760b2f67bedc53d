"""The notebook of the examples."""

import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "examples" / "teeko.ipynb"


def test_the_notebook_runs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "expected no stored outputs"
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    texts = [output.get("text") or output["data"]["text/plain"] for output in outputs]
    assert texts[0].startswith("Outcome(outcome='win', dtw=13")
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) == 3
    right, most = map(int, re.findall(r"(\d+)%", next(text for text in texts if "%" in text)))
    assert right > most + 10
    wins, draws, losses = map(int, re.findall(r"\d+", texts[-3]))
    assert wins + draws + losses == 20 and wins > losses
