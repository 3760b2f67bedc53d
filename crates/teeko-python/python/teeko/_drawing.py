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
    width = len(rows[0]) * CELL
    height = len(rows) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{BOARD}"/>',
    ]
    for number, letter in enumerate("".join(rows), 1):
        row, column = divmod(number - 1, len(rows[0]))
        x = column * CELL + CELL // 2
        y = row * CELL + CELL // 2
        parts.append(_circle(letter, x, y))
        if number in values:
            parts.append(_value(values[number], x, y))
        elif letter == ".":
            parts.append(_text(str(number), 10, NUMBER, x, y))
    return "".join([*parts, "</svg>"])


def _circle(letter: str, x: int, y: int) -> str:
    """Returns a circle of the board with the piece of a letter. Red's have a ring."""
    fill = PIECES.get(letter, EMPTY)
    circle = f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="#6b4a22"/>'
    if letter == "r":
        circle += f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="#fff"/>'
    return circle


def _value(entry: Mapping[str, Any], x: int, y: int) -> str:
    """Returns what a move to a circle is worth: a sign and the distance."""
    sign, colour = _MARKS[entry["outcome"]]
    return _text(f"{sign}{entry['dtw'] or ''}", 13, colour, x, y)


def _text(text: str, size: int, colour: str, x: int, y: int) -> str:
    """Returns a text in the middle of a circle."""
    return (
        f'<text x="{x}" y="{y + size // 2 - 1}" text-anchor="middle" '
        f'font-family="sans-serif" font-size="{size}" fill="{colour}">{text}</text>'
    )


def board_svg(position: Position) -> str:
    """Returns the SVG of a position."""
    rows = ["".join(row).replace(" ", ".") for row in position.to_grid()]
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
        # The circle that the piece ends on: the last number, before the pips of a piece.
        circle = re.split("-", entry["move"].partition("=")[0])[-1]
        if circle.isdigit():
            values.setdefault(int(circle), entry)
    return _svg(rows, values, answer["position"])
