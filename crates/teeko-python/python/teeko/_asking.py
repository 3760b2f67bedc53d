"""Questions as the core of the package reads them, and answers as dicts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex

from teeko import _drawing, _teeko
from teeko._arguments import instance, integer, items
from teeko._teeko import GameRecord, Move, Position, Rules


class Answer(dict[str, Any]):
    """A JSON document of the program, such as ``teeko.query/1``, as a dict.

    A notebook draws its position with the values of the moves. :mod:`teeko.answers` has the types
    of its fields.
    """

    def _repr_svg_(self) -> str | None:
        return _drawing.answer_svg(self)


def parameter(name: str, value: object) -> str:
    """Returns a parameter of a question as text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, Move)):
        return str(value)
    if isinstance(value, Position):
        return value.circles
    if isinstance(value, SupportsIndex) and not hasattr(value, "__len__"):
        return str(integer(name, value))
    parts = items(name, value, "a text, a whole number or a list of those")
    return ",".join(parameter(name, part) for part in parts)


def _game_text(rules: Rules, value: Any) -> str:
    """Returns a game as the text that questions take: moves, a record or the result of a match."""
    record = getattr(value, "record", value)
    if isinstance(record, GameRecord):
        return str(record)
    return _teeko.moves_text(rules, record)


def ask(question: str, games: Iterable[Any], parameters: Mapping[str, object]) -> bytes:
    """Asks games a question. Options that are None are left out."""
    instance("question", question, str, "a name")
    native = [getattr(game, "_native", game) for game in games]
    for game in native:
        instance("other", game, _teeko.Game, "a teeko.Game")
    if "position" in parameters:
        expected = "a teeko.Position or a text"
        instance("position", parameters["position"], (Position, str), expected)
    # A game has no default either.
    given: dict[str, Any] = {
        name: it for name, it in parameters.items() if it is not None or name == "game"
    }
    # The core takes a position without a detour through text.
    position = given.pop("position", None)
    # Games are read as `moves` of methods are.
    texts = []
    for name, value in given.items():
        if name in ("game", "moves") and native:
            texts.append((name, _game_text(native[0].rules, value)))
        else:
            texts.append((name, parameter(name, value)))
    return _teeko.ask(question, texts, native, position)


def answer(question: str, games: Iterable[Any], parameters: Mapping[str, object]) -> Any:
    """Asks games a question that is answered with a document."""
    return Answer(json.loads(ask(question, games, parameters)))
