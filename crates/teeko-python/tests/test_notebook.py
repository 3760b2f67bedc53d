"""The notebook of the examples."""

import re
from pathlib import Path

import nbformat
import teeko
from nbclient import NotebookClient
from teeko._drawing import EMPTY

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


def luminance(colour: str) -> float:
    """Returns the relative luminance of WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_what_is_written_on_a_board_has_enough_contrast(standard: teeko.Game) -> None:
    position = standard.position("b:7,9,12,14 r:10,13,17,19 r")
    drawn = [position.svg(), standard.query(position)._repr_svg_()]
    texts = [text for svg in drawn for text in re.findall(r"<text.*?fill=\"(#\w+)\">(.)", svg)]
    assert {mark for _, mark in texts} >= {"1", "=", "−"}
    for colour, mark in texts:
        contrast = (luminance(EMPTY) + 0.05) / (luminance(colour) + 0.05)
        assert contrast >= 4.5, f"{mark} in {colour}: {contrast:.2f}"
