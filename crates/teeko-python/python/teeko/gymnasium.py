"""Teeko as a Gymnasium environment: one side, against a player of strength 1 to 5.

This module needs the packages of ``pip install teeko[gymnasium]``. Importing it registers
``teeko/Teeko-v0``; ``gymnasium.make`` imports it if its name stands before the environment's.

>>> import gymnasium
>>> name = "teeko.gymnasium:teeko/Teeko-v0"
>>> environment = gymnasium.make(name, game="44-ssss+4x4", strength=1)
>>> observation, info = environment.reset(seed=1)
>>> action = environment.action_space.sample(observation["action_mask"])
>>> observation, reward, terminated, truncated, info = environment.step(action)
"""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt

from teeko import _environments
from teeko._arguments import instance, integer, quoted
from teeko._environments import Observation
from teeko._errors import InputError
from teeko._game import Game, solve
from teeko._player import Player
from teeko.actions import Actions


class TeekoEnv(gymnasium.Env[Observation, SupportsIndex]):
    """An environment in which the opponent is a :class:`teeko.Player`.

    * Actions are the numbers of :class:`teeko.actions.Actions`.
    * An observation is a dict of two int8 arrays. ``observation`` has the shape
      ``(height, width, 2)``: your pieces, then those of the opponent. ``action_mask`` has the shape
      ``(actions,)``: 1 for each legal move. :meth:`action_masks` returns it as bool.
    * A win is rewarded 1, a loss -1, everything else 0. An illegal action loses the game.
    * The environment truncates a game after `most_plies`.

    `game` is a solved game or a name. `side` is ``black``, ``red`` or ``random``. In a pointed drop
    you choose the opponent's circles, and it chooses yours.
    """

    metadata = {"render_modes": _environments.RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: Game | str = "44-ssss",
        *,
        strength: int = 5,
        side: Literal["black", "red", "random"] = "black",
        most_plies: int = 200,
        render_mode: str | None = None,
    ) -> None:
        if side not in ("black", "red", "random"):
            raise InputError(f"side `{quoted(side)}`: expected black, red or random")
        self.game = solve(game) if isinstance(game, str) else game
        instance("game", self.game, Game, "a teeko.Game or a name")
        self.actions = Actions(self.game.rules)
        self.strength = strength
        self.most_plies = integer("most_plies", most_plies)
        self.render_mode = _environments.check_render_mode(render_mode)
        space: Any = _environments.observation_space(self.game.rules, self.actions)
        self.observation_space = space
        self.action_space = gymnasium.spaces.Discrete(self.actions.number)
        self._opponent = Player(self.game, strength=strength)
        self._sides = [side] if side != "random" else ["black", "red"]
        self.side = self._sides[0]
        self.position = self.game.start
        self.plies = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a game on the empty board. If Red is yours, the opponent has moved."""
        super().reset(seed=seed)
        self.side = self._sides[int(self.np_random.integers(len(self._sides)))]
        opponent_seed = int(self.np_random.integers(1 << 62))
        self._opponent = Player(self.game, strength=self.strength, seed=opponent_seed)
        self.position = self.game.start
        self.plies = 0
        self._answer()
        _environments.show(self.position, self.render_mode)
        return self._observation(), {}

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays your action, and the moves of the opponent until you choose again."""
        number = integer("action", action)
        try:
            self._play(self.position.play(self.actions.move(number)))
        except InputError as error:
            return self._observation(), -1.0, True, False, {"error": str(error)}
        self._answer()
        _environments.show(self.position, self.render_mode)
        is_won = self.position.is_over
        truncated = not is_won and not self._goes_on()
        return self._observation(), self._reward(), is_won, truncated, {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns True for each legal action, as sb3-contrib asks for."""
        return self.actions.mask(self.position).astype(bool)

    def render(self) -> Any:
        """Returns the board as text or as an array of pixels. In the mode ``human`` it is printed,
        also after each move of yours.
        """
        return _environments.rendered(self.position, self.render_mode)

    def _observation(self) -> Observation:
        return _environments.observation(self.actions, self.position, self.side, acts=True)

    def _reward(self) -> float:
        """Returns what the position is worth to you."""
        if not self.position.is_over:
            return 0.0
        return 1.0 if self.position.winner == self.side else -1.0

    def _goes_on(self) -> bool:
        return bool(self.position.legal_moves) and self.plies < self.most_plies

    def _play(self, position: Any) -> None:
        self.position = position
        self.plies += 1

    def _answer(self) -> None:
        while self.position.chooser != self.side and self._goes_on():
            self._play(self.position.play(self._opponent.choose(self.position)))


gymnasium.register(id="teeko/Teeko-v0", entry_point="teeko.gymnasium:TeekoEnv")
