"""Boards as SVG, for notebooks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from teeko._teeko import Position

CELL = 40
RADIUS = 14
BOARD = "#e3c08e"
PIECES = {"b": "#1c1c1c", "r": "#b3261e"}
EMPTY = "#f6e7cd"
NUMBER = "#76592b"
# Each colour has a contrast of 5 or more to an empty circle, in dark notebooks too: the board has a
# background.
_MARKS = {"win": ("+", "#176f30"), "draw": ("=", "#59616a"), "loss": ("−", "#b3261e")}


def _svg(rows: list[str], values: Mapping[int, Mapping[str, Any]], title: str) -> str:
    """Returns the SVG of a board.

    `rows` has one letter for each circle. `values` maps circles to entries of ``moves``.
    """
    width, height = len(rows[0]) * CELL, len(rows) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{BOARD}"/>',
    ]
    for number, letter in enumerate("".join(rows), 1):
        row, column = divmod(number - 1, len(rows[0]))
        x, y = column * CELL + CELL // 2, row * CELL + CELL // 2
        fill = PIECES.get(letter, EMPTY)
        parts.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="#6b4a22"/>')
        if letter == "r":
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="#fff"/>')
        text, size, colour = str(number) if letter == "." else "", 10, NUMBER
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
