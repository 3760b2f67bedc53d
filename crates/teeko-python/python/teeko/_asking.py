"""Questions, which the core of the package reads, and answers as dicts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from teeko import _drawing, _teeko
from teeko._arguments import instance


class Answer(dict[str, Any]):
    """A JSON document of the program, such as ``teeko.query/1``, as a dict.

    A notebook draws its position with the values of the moves. :mod:`teeko.answers` has the types
    of its fields.
    """

    def _repr_svg_(self) -> str | None:
        return _drawing.answer_svg(self)


def ask(question: str, games: Iterable[Any], parameters: Mapping[str, object]) -> bytes:
    """Asks games a question. Options that are None are left out."""
    instance("question", question, str, "a name")
    native = [getattr(game, "_native", game) for game in games]
    for game in native:
        instance("other", game, _teeko.Game, "a teeko.Game")
    return _teeko.ask(question, dict(parameters), native)


def answer(question: str, games: Iterable[Any], parameters: Mapping[str, object]) -> Any:
    """Asks games a question that is answered with a document."""
    return Answer(json.loads(ask(question, games, parameters)))
