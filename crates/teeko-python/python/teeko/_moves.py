"""The types of arguments that are moves or games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from teeko._teeko import GameRecord, Move

#: A move: an object, its text, the circle of a drop, ``(row, column)`` for a drop, or cells as of
#: ``Move.to_tuples``.
MoveLike: TypeAlias = Move | str | int | Sequence[int] | Sequence[Sequence[int]]


class Recorded(Protocol):
    """What has a game, such as the result of a match."""

    @property
    def record(self) -> GameRecord:
        """The game."""
