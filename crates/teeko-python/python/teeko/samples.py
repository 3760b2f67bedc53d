"""Labelled positions for learning systems."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from teeko._arguments import instance, integer, items
from teeko._errors import InputError
from teeko._game import Game
from teeko._teeko import Move, Position
from teeko._values import Outcome

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ALL_LAYERS = range(9)


class Sample(NamedTuple):
    """A position in which the game is not finished, with its value and best moves."""

    position: Position
    outcome: Outcome
    """The value for the side to move."""
    best: list[Move]
    """The best moves for the side that chooses."""
    policy: npt.NDArray[np.float32]
    """Probabilities, float32 of shape ``(Actions.number,)``: equal for the best moves, else 0."""


def dataset(
    game: Game, size: int, *, layers: Iterable[int] = ALL_LAYERS, seed: int = 0
) -> Iterator[Sample]:
    """Returns an iterator of `size` random positions of a game that are not finished.

    `layers` are numbers of pieces on the board, 0 to 8. Each layer is equally likely, and so is
    each position of a layer. The same `seed` always yields the same samples.

    >>> import teeko
    >>> for sample in dataset(teeko.solve("44-ssss+4x4"), 2, layers=[8], seed=3):
    ...     assert sample.position.layer == 8 and abs(sample.policy.sum() - 1) < 1e-6
    """
    instance("game", game, Game, "a teeko.Game")
    chosen = sorted({integer("layers", layer) for layer in items("layers", layers, "a list")})
    if not chosen or not set(chosen) <= set(ALL_LAYERS):
        raise InputError(f"layers {chosen}: expected numbers from 0 to 8, one at least")
    if integer("size", size) < 0:
        raise InputError(f"size {size}: expected 0 or more")
    return _samples(game, size, chosen, random.Random(integer("seed", seed)))


def _samples(game: Game, size: int, layers: list[int], source: random.Random) -> Iterator[Sample]:
    """Yields the samples of :func:`dataset`."""
    for _ in range(size):
        answer = game.random(pieces=source.choice(layers), seed=source.getrandbits(63))
        position = game.position(answer["position"])
        best = [
            Move(entry["move"], game.rules.width, game.rules.height)
            for entry in answer["moves"]
            if entry["optimal"]
        ]
        policy = game.policy(position)
        yield Sample(position, game.probe(position), best, policy)
