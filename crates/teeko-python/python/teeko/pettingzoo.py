"""Teeko as a PettingZoo environment, and the perfect player as a policy.

This module needs the packages of ``pip install teeko[pettingzoo]``.

>>> import teeko
>>> from teeko.pettingzoo import Perfect, env
>>> game = teeko.solve("44-ssss+4x4")
>>> environment, policy = env(game.rules), Perfect(game)
>>> environment.reset(seed=1)
>>> for agent in environment.agent_iter(20):
...     observation, reward, termination, truncation, info = environment.last()
...     environment.step(None if termination or truncation else policy(environment))
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from teeko import _environments
from teeko._arguments import instance, integer, quoted
from teeko._errors import InputError
from teeko._game import Game, rules_of
from teeko._player import Player
from teeko._teeko import Rules
from teeko.actions import Actions


class TeekoEnv(AECEnv):  # type: ignore[misc]
    """A PettingZoo environment with the agents ``black`` and ``red``.

    * The agent that chooses acts. In a pointed drop it is the opponent of the side to move.
    * Actions are the numbers of :class:`teeko.actions.Actions`.
    * An observation is a dict of two int8 arrays. ``observation`` has the shape
      ``(height, width, 2)``: the pieces of the agent, then those of its opponent.
      ``action_mask`` has the shape ``(actions,)``; it is all 0 for the agent that does not act.
    * When a side completes a goal, it is rewarded 1 and the other -1. The environment truncates a
      game after `most_plies`.
    """

    metadata = {
        "render_modes": _environments.RENDER_MODES,
        "name": "teeko_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | Game | str = "44-ssss",
        *,
        most_plies: int = 200,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = rules_of("rules", rules)
        self.actions = Actions(self.rules)
        self.most_plies = integer("most_plies", most_plies)
        self.render_mode = _environments.check_render_mode(render_mode)
        self.possible_agents = ["black", "red"]
        self._observation_space = _environments.observation_space(self.rules, self.actions)
        self._action_space = spaces.Discrete(self.actions.number)
        self.reset()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the observations."""
        self._check(agent)
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the actions."""
        self._check(agent)
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game on the empty board."""
        self.agents = self.possible_agents[:]
        self.position = self.rules.start
        self.plies = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.chooser
        _environments.show(self.position, self.render_mode)

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the observation of an agent, from its point of view."""
        acts = self._check(agent) == self.agent_selection and not any(self.terminations.values())
        return _environments.observation(self.actions, self.position, agent, acts=acts)

    def step(self, action: int | None) -> None:
        """Plays the action of the agent that chooses."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.position = self.position.play(self.actions.move(integer("action", action)))
        self.plies += 1
        winner = self.position.winner
        self.rewards = {agent: _reward(agent, winner) for agent in self.agents}
        if winner is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.plies >= self.most_plies or not self.position.legal_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.position.chooser
        if winner is not None or any(self.truncations.values()):
            # After the end, each agent must be selected once more to receive it.
            self.agent_selection = "red" if agent == "black" else "black"
        self._accumulate_rewards()
        _environments.show(self.position, self.render_mode)

    def _check(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise InputError(f"agent `{quoted(agent)}`: expected black or red")
        return agent

    def render(self) -> Any:
        """Returns the board as text or as an array of pixels. In the mode ``human`` it is printed,
        also after each move.
        """
        return _environments.rendered(self.position, self.render_mode)


def _reward(agent: str, winner: str | None) -> int:
    """Returns the reward of an agent; `winner` is None while the game is not finished."""
    if winner is None:
        return 0
    return 1 if agent == winner else -1


def env(
    rules: Rules | Game | str = "44-ssss",
    *,
    most_plies: int = 200,
    render_mode: str | None = None,
) -> AECEnv:
    """Returns the environment with PettingZoo's checks.

    An agent that acts illegally ends the game and is rewarded -1.
    """
    environment: AECEnv = TeekoEnv(rules, most_plies=most_plies, render_mode=render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class Perfect:
    """A policy that plays perfectly, or as a :class:`teeko.Player` of strength 1 to 4."""

    def __init__(self, game: Game, *, strength: int = 5, seed: int | None = 0) -> None:
        self._player = Player(game, strength=strength, seed=seed)
        self._actions = Actions(game)

    def __call__(self, environment: AECEnv) -> int:
        """Returns an action for the current position of an environment of the same rules."""
        own = getattr(environment, "unwrapped", environment)
        instance("environment", own, TeekoEnv, "an environment of this module")
        rules = self._actions.rules
        if own.rules != rules:
            message = f"expected the rules {rules.name}, found {own.rules.name}"
            raise InputError(f"environment: {message}")
        return self._actions.of(self._player.choose(own.position))
