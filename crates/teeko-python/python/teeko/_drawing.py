"""Boards as SVG, for notebooks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from teeko._teeko import Position

_CELL = 40
_COLOURS = {"win": "#1a7f37", "draw": "#6e7781", "loss": "#c0392b"}


def _svg(rows: list[str], values: Mapping[int, Mapping[str, Any]], title: str) -> str:
    """Returns the SVG of a board.

    `rows` has one letter for each circle. `values` maps circles to entries of ``moves``.
    """
    width, height = len(rows[0]) * _CELL, len(rows) * _CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#e3c08e"/>',
    ]
    for number, letter in enumerate("".join(rows), 1):
        row, column = divmod(number - 1, len(rows[0]))
        x, y = column * _CELL + _CELL // 2, row * _CELL + _CELL // 2
        fill = {"b": "#1c1c1c", "r": "#b3261e"}.get(letter, "#f6e7cd")
        parts.append(f'<circle cx="{x}" cy="{y}" r="14" fill="{fill}" stroke="#6b4a22"/>')
        if letter == "r":
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="#fff"/>')
        value = values.get(number)
        if value is not None:
            sign = {"win": "+", "draw": "=", "loss": "−"}[value["outcome"]]
            text = f"{sign}{value['dtw'] or ''}"
            parts.append(
                f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-family="sans-serif" '
                f'font-size="13" fill="{_COLOURS[value["outcome"]]}">{text}</text>'
            )
        elif letter == ".":
            parts.append(
                f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-family="sans-serif" '
                f'font-size="10" fill="#a98a5c">{number}</text>'
            )
    return "".join([*parts, "</svg>"])


def board_svg(position: Position) -> str:
    """Returns the SVG of a position."""
    rows = ["".join(cell if cell.strip() else "." for cell in row) for row in position.to_grid()]
    return _svg(rows, {}, str(position))


def answer_svg(answer: Mapping[str, Any]) -> str | None:
    """Returns the SVG of an answer's position with the best move to each circle, or None."""
    if "position" not in answer or "variant" not in answer:
        return None
    rows = answer["position"].split()[0].split("/")
    # Runs of empty circles are digits; the digit after a letter is a piece's number.
    rows = [re.sub(r"([br])\d", r"\1", row) if _is_numbered(answer) else row for row in rows]
    rows = [re.sub(r"\d", lambda run: "." * int(run[0]), row) for row in rows]
    values: dict[int, Mapping[str, Any]] = {}
    for entry in answer.get("moves", []):
        circle = re.split("[-=]", entry["move"])[-2 if "=" in entry["move"] else -1]
        if circle.isdigit():
            values.setdefault(int(circle), entry)
    return _svg(rows, values, answer["position"])


def _is_numbered(answer: Mapping[str, Any]) -> bool:
    return "+pips" in answer["variant"]
