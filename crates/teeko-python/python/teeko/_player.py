"""Players of five strengths."""

from __future__ import annotations

import random

from teeko._arguments import instance, integer, strength_of
from teeko._game import Game
from teeko._teeko import Move, Position


class Player:
    """A player of strength 1 (a beginner) to 5 (perfect).

    Strengths 1 to 4 slip in 56, 32, 16 and 6 of 100 choices: then they look ahead only a ply or
    two. The player chooses at random among moves that look equal to it; the same `seed` always
    plays the same games.

    >>> import teeko
    >>> game = teeko.solve("44-ssss+4x4")
    >>> position = game.after("6 11 7 10 2")
    >>> first, second = (Player(game, strength=2, seed=7) for _ in range(2))
    >>> first.choose(position) == second.choose(position)
    True
    """

    def __init__(self, game: Game, *, strength: int = 5, seed: int | None = None) -> None:
        instance("game", game, Game, "a teeko.Game")
        strength_of("strength", strength)
        self.game = game
        self.strength = strength
        self._random = random.Random(None if seed is None else integer("seed", seed))

    def choose(self, position: Position) -> Move:
        """Returns a move. In a pointed drop it is the circle that the opponent points at."""
        return self.game._choice(position, self.strength, self._random.getrandbits(63))
