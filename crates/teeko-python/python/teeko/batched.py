"""Many games at once, as arrays.

>>> import numpy as np
>>> environment = BatchedEnv("44-ssss+4x4", games=3)
>>> observation = environment.reset()
>>> observation["observation"].shape, observation["action_mask"].shape
((3, 4, 4, 2), (3, 272))
>>> step = environment.step([0, 5, 6])
>>> step.rewards.tolist(), step.terminated.any(), environment.chooser.tolist()
([0.0, 0.0, 0.0], np.False_, [1, 1, 1])
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from teeko import _teeko
from teeko._arguments import integer
from teeko._arrays import mask_type
from teeko._environments import Observation
from teeko._errors import InputError, InputTypeError
from teeko._game import Game, rules_of
from teeko._processes import check_positive
from teeko._teeko import Rules
from teeko.actions import Actions


class Step(NamedTuple):
    """What :meth:`BatchedEnv.step` returns: arrays with an element for each game."""

    observation: Observation
    """The next positions, those of games that begin anew among them."""
    rewards: npt.NDArray[np.float32]
    """What the sides that acted are rewarded: 1 for a win, -1 for a loss, else 0."""
    terminated: npt.NDArray[np.bool_]
    """Whether a side has won."""
    truncated: npt.NDArray[np.bool_]
    """Whether the game ended without a winner: after `most_plies`, or for want of a move."""


class BatchedEnv:
    """An environment of `games` games in which each step plays a ply in all of them.

    * The side that chooses acts: see :attr:`chooser`. In a pointed drop it is the opponent of the
      side to move.
    * Actions are the numbers of :class:`teeko.actions.Actions`, one for each game. If one is
      illegal, an InputError names its game, and no game changes.
    * An observation is a dict of two int8 arrays. ``observation`` has the shape
      ``(games, height, width, 2)``: the pieces of the side that acts, then those of its opponent.
      ``action_mask`` has the shape ``(games, actions)``: 1 for each legal move.
    * A game that has ended begins anew in the same step.
    """

    def __init__(
        self, rules: Rules | Game | str = "44-ssss", *, games: int, most_plies: int = 200
    ) -> None:
        self.rules = rules_of("rules", rules)
        self.actions = Actions(self.rules)
        check_positive("games", games, integer("games", games) > 0)
        check_positive("most_plies", most_plies, integer("most_plies", most_plies) > 0)
        self.games = games
        self.most_plies = most_plies
        #: By the number of pieces, whether the next is a pointed drop.
        pointed = [letter == "p" for letter in self.rules.plan for _ in range(2)]
        self._pointed = np.array([*pointed, False])
        self._first_mask = self.actions.mask(self.rules.start)
        self.reset()

    def reset(self) -> Observation:
        """Begins all games anew."""
        dtype = mask_type(self.rules)
        self.black: npt.NDArray[Any] = np.zeros(self.games, dtype)
        """Bitmasks of Black's circles."""
        self.red: npt.NDArray[Any] = np.zeros(self.games, dtype)
        """Bitmasks of Red's circles."""
        self.turn = np.zeros(self.games, np.uint8)
        """The sides to move: 0 for Black, 1 for Red."""
        self.plies = np.zeros(self.games, np.int64)
        """The numbers of plies that have been played."""
        return self._observation(np.tile(self._first_mask, (self.games, 1)))

    @property
    def chooser(self) -> npt.NDArray[np.uint8]:
        """The sides that act: 0 for Black, 1 for Red."""
        return self.turn ^ self._points()

    def step(self, actions: npt.ArrayLike) -> Step:
        """Plays an action in each game."""
        chooser = self.chooser
        played = _teeko.play_many(self.rules, self._positions(), self._numbers(actions))
        self.black, self.red, self.turn, winner = played
        self.plies += 1
        mask = _teeko.legal_mask(self.rules, self._positions())
        terminated = winner != 0
        rewards = np.where(chooser == 0, winner, -winner).astype(np.float32)
        truncated = ~terminated & ((self.plies >= self.most_plies) | ~mask.any(axis=1))
        self._begin_anew(terminated | truncated, mask)
        return Step(self._observation(mask), rewards, terminated, truncated)

    def _numbers(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Returns the actions as the core takes them."""
        array = np.asarray(actions)
        if array.dtype.kind not in "ui":
            raise InputTypeError(f"actions: expected integers, found an array of {array.dtype}")
        if array.shape != (self.games,):
            raise InputError(f"actions: expected the shape ({self.games},), found {array.shape}")
        return np.ascontiguousarray(array, np.int64)

    def _begin_anew(self, ended: npt.NDArray[np.bool_], mask: npt.NDArray[np.int8]) -> None:
        """Replaces games that have ended by new ones."""
        for column in (self.black, self.red, self.turn, self.plies):
            column[ended] = 0
        mask[ended] = self._first_mask

    def _positions(self) -> Any:
        return self.black, self.red, self.turn

    def _points(self) -> npt.NDArray[np.bool_]:
        """Returns whether the next ply of each game is a pointed drop."""
        return self._pointed[np.minimum(self.plies, 8)]

    def _observation(self, mask: npt.NDArray[np.int8]) -> Observation:
        planes = _teeko.planes(self.rules, self._positions())
        points = self._points()
        if points.any():
            planes[points] = planes[points][..., ::-1]
        return {"observation": planes, "action_mask": mask}
