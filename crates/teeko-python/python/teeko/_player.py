"""Players of five strengths."""

from __future__ import annotations

import random

from teeko._game import Game
from teeko._teeko import Move, Position


class Player:
    """A player of a strength from 1, a beginner who sees the ply that wins, to 5, who plays perfectly.

    Strengths 1 to 5 look 1, 2, 4, 8 and all plies ahead, and take one of the moves that are equal to them by chance: the same `seed`
    always plays the same games.

    >>> import teeko
    >>> game = teeko.solve("44-ssss+4x4")
    >>> player = Player(game, strength=2, seed=7)
    >>> str(player.choose(game.after("6 11 7 10 2"))) == str(Player(game, strength=2, seed=7).choose(game.after("6 11 7 10 2")))
    True
    """

    def __init__(self, game: Game, *, strength: int = 5, seed: int | None = None) -> None:
        self.game = game
        self.strength = strength
        self._random = random.Random(seed)

    def choose(self, position: Position) -> Move:
        """The move of the side that chooses: where the opponent points, the circle he points at."""
        return self.game._choice(position, self.strength, self._random.getrandbits(63))
