"""Boards as SVG, for notebooks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from teeko._teeko import Position

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_CELL = 40
_RADIUS = 14
_BOARD = "#e3c08e"
_PIECES = {"b": "#1c1c1c", "r": "#b3261e"}
_EMPTY = "#f6e7cd"
_MARKS = {"win": ("+", "#1a7f37"), "draw": ("=", "#6e7781"), "loss": ("−", "#c0392b")}


def _svg(rows: list[str], values: Mapping[int, Mapping[str, Any]], title: str) -> str:
    """Returns the SVG of a board.

    `rows` has one letter for each circle. `values` maps circles to entries of ``moves``.
    """
    width, height = len(rows[0]) * _CELL, len(rows) * _CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{_BOARD}"/>',
    ]
    for number, letter in enumerate("".join(rows), 1):
        row, column = divmod(number - 1, len(rows[0]))
        x, y = column * _CELL + _CELL // 2, row * _CELL + _CELL // 2
        fill = _PIECES.get(letter, _EMPTY)
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{fill}" stroke="#6b4a22"/>')
        if letter == "r":
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="#fff"/>')
        text, size, colour = str(number) if letter == "." else "", 10, "#a98a5c"
        if number in values:
            outcome, dtw = values[number]["outcome"], values[number]["dtw"]
            sign, colour = _MARKS[outcome]
            text, size = f"{sign}{dtw or ''}", 13
        if text:
            parts.append(
                f'<text x="{x}" y="{y + size // 2 - 1}" text-anchor="middle" '
                f'font-family="sans-serif" font-size="{size}" fill="{colour}">{text}</text>'
            )
    return "".join([*parts, "</svg>"])


def board_svg(position: Position) -> str:
    """Returns the SVG of a position."""
    rows = ["".join(cell if cell.strip() else "." for cell in row) for row in position.to_grid()]
    return _svg(rows, {}, position.circles)


def board_pixels(position: Position) -> npt.NDArray[np.uint8]:
    """Returns a picture of a position: an array of shape ``(height, width, 3)``."""
    import numpy as np

    def colour(text: str) -> list[int]:
        return [int(text[place : place + 2], 16) for place in (1, 3, 5)]

    grid = position.to_grid()
    rows, columns = np.mgrid[0 : len(grid) * _CELL, 0 : len(grid[0]) * _CELL]
    centres = [(place % _CELL - (_CELL - 1) / 2) ** 2 for place in (rows, columns)]
    is_circle = sum(centres) <= _RADIUS**2
    cells = np.array([[colour(_PIECES.get(cell, _EMPTY)) for cell in row] for row in grid])
    return np.where(
        is_circle[..., None], cells[rows // _CELL, columns // _CELL], colour(_BOARD)
    ).astype(np.uint8)


def answer_svg(answer: Mapping[str, Any]) -> str | None:
    """Returns the SVG of an answer's position with the best move to each circle, or None."""
    if "position" not in answer or "variant" not in answer:
        return None
    rows = answer["position"].split()[0].split("/")
    # Runs of empty circles are digits; the digit after a letter is a piece's number.
    if "+pips" in answer["variant"]:
        rows = [re.sub(r"([br])\d", r"\1", row) for row in rows]
    rows = [re.sub(r"\d", lambda run: "." * int(run[0]), row) for row in rows]
    values: dict[int, Mapping[str, Any]] = {}
    for entry in answer.get("moves", []):
        circle = re.split("[-=]", entry["move"])[-2 if "=" in entry["move"] else -1]
        if circle.isdigit():
            values.setdefault(int(circle), entry)
    return _svg(rows, values, answer["position"])
