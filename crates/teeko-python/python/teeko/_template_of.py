"""The bot to start from, for other rules."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Mapping

from teeko import template
from teeko._errors import InputError
from teeko._teeko import Rules
from teeko.matches import check_rules


def template_of(rules: Rules) -> str:
    """Returns :mod:`teeko.template` as a bot of these rules."""
    check_rules(rules)
    document = json.loads(rules.document())
    if document["steps"] != "king" or document["no_centre"]:
        raise InputError(
            f"{rules.name}: expected rules with a king's steps and free drops for the template, "
            "found others"
        )
    shapes = _shapes(rules, document["goals"])
    lines = "".join(f"    {json.dumps(shape)},\n" for shape in shapes)
    text = inspect.getsource(template)
    text = text.replace('rules="44-ssss"', f"rules={json.dumps(rules.name)}")
    text = text.replace("COLUMNS = 5, 5", f"COLUMNS = {rules.height}, {rules.width}")
    before, begin, after = text.partition("SHAPES = [\n")
    _, end, after = after.partition("]\n\n\n")
    return before + begin + lines + end + after


def _shapes(rules: Rules, goals: Iterable[Mapping[str, list[int]]]) -> list[list[str]]:
    """Returns the shapes of goals, as in :mod:`teeko.template`. The goals must be these shapes
    wherever they fit.
    """
    shapes = set()
    count = 0
    for goal in goals:
        shapes.add(_shape(rules, goal))
        count += 1
    places = 0
    for shape in shapes:
        places += (rules.height - len(shape) + 1) * (rules.width - len(shape[0]) + 1)
    if places != count:
        raise InputError(
            f"{rules.name}: expected goals that are shapes wherever they fit, for the template, "
            "found others"
        )
    return [list(shape) for shape in sorted(shapes)]


def _shape(rules: Rules, goal: Mapping[str, list[int]]) -> tuple[str, ...]:
    """Returns the rows of a goal, without those around it."""
    signs = dict.fromkeys(goal["circles"], "o") | dict.fromkeys(goal.get("empty", []), "_")
    cells = {divmod(circle - 1, rules.width): sign for circle, sign in signs.items()}
    rows, columns = zip(*cells, strict=True)
    shape = []
    for row in range(min(rows), max(rows) + 1):
        line = ""
        for column in range(min(columns), max(columns) + 1):
            line += cells.get((row, column), ".")
        shape.append(line)
    return tuple(shape)
