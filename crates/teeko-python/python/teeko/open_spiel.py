"""Teeko as a game of OpenSpiel.

This module needs the packages of ``pip install teeko[open-spiel]``. Importing it registers the game
``python_teeko``.

>>> import pyspiel
>>> import teeko.open_spiel
>>> game = pyspiel.load_game("python_teeko(variant=44-ssss+4x4)")
>>> state = game.new_initial_state()
>>> state.apply_action(5)
>>> print(state)
. . . .
. b . .
. . . .
. . . .
red to move
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from teeko import _environments
from teeko._game import rules as read_rules
from teeko.actions import Actions

_SIDES = ["black", "red"]

_TYPE = pyspiel.GameType(
    short_name="python_teeko",
    long_name="Teeko",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "44-ssss", "most_plies": 200},
)


class TeekoGame(pyspiel.Game):  # type: ignore[misc]
    """The game ``python_teeko`` with the parameters `variant` and `most_plies`.

    Player 0 is Black. Actions are the numbers of :class:`teeko.actions.Actions`. In a pointed drop
    the opponent of the side to move is the current player. Returns are 1 for a win, -1 for a loss
    and 0 for a draw, also after `most_plies`.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        self.rules = read_rules(str(given["variant"]))
        self.actions = Actions(self.rules)
        self.most_plies = int(given["most_plies"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.number,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_plies,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> TeekoState:
        """Returns the empty board."""
        return TeekoState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> TeekoObserver:
        """Returns an observer of the board."""
        return TeekoObserver(self)


class TeekoState(pyspiel.State):  # type: ignore[misc]
    """A position, and the number of plies that were played."""

    def __init__(self, game: TeekoGame) -> None:
        super().__init__(game)
        self.actions = game.actions
        self.most_plies = game.most_plies
        self.position = game.rules.start
        self.plies = 0

    def current_player(self) -> int:
        """Returns the player that chooses."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return _SIDES.index(self.position.chooser)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.actions.of(move) for move in self.position.legal_moves)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.actions.move(action))
        self.plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.actions.move(action))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.plies >= self.most_plies or not self.position.legal_moves

    def returns(self) -> list[float]:
        """Returns the points of Black and Red."""
        winner = self.position.winner
        if winner is None:
            return [0.0, 0.0]
        return [1.0 if side == winner else -1.0 for side in _SIDES]

    def __str__(self) -> str:
        return str(self.position)


class TeekoObserver:
    """An observer: planes with the player's own pieces and those of the opponent."""

    def __init__(self, game: TeekoGame) -> None:
        shape = (2, game.rules.height, game.rules.width)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: TeekoState, player: int) -> None:
        """Reads a state as a player sees it."""
        seen = _environments.seen(state.actions, state.position, _SIDES[player])
        self.dict["observation"][:] = seen.transpose(2, 0, 1)

    def string_from(self, state: TeekoState, player: int) -> str:
        """Returns a state as text."""
        return str(state)


pyspiel.register_game(_TYPE, TeekoGame)
