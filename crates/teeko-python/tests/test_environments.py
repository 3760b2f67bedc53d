"""Environments: PettingZoo, Gymnasium and OpenSpiel."""

import gymnasium
import numpy as np
import pytest
import teeko
import teeko.gymnasium
from conftest import random_positions
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test
from teeko.actions import Actions
from teeko.batched import BatchedEnv
from teeko.pettingzoo import Perfect, env


@pytest.mark.parametrize("variant", ["44-ssss", "44-pppp+4x4", "58-sppp+no-centre"])
def test_pettingzoo_keeps_its_contract(variant: str) -> None:
    api_test(env(variant), num_cycles=300)


def rewards(environment, policy) -> dict[str, float]:
    """Plays a game to its end, and returns what the agents are rewarded in all."""
    found = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        _, reward, termination, truncation, _ = environment.last()
        found[agent] += reward
        environment.step(None if termination or truncation else policy(environment))
    return found


def test_who_wins_is_rewarded(small: teeko.Game) -> None:
    perfect, environment = Perfect(small), env(small.rules, most_plies=30)
    environment.reset(seed=3)
    assert rewards(environment, perfect) == {"black": 0, "red": 0}
    environment.reset()
    actions = Actions(small.rules)
    for move in ["1", "9", "2", "10", "3", "11", "4"]:
        environment.step(actions.of(teeko.Move(move, 4, 4)))
    assert rewards(environment, perfect) == {"black": 1, "red": -1}


def test_the_perfect_player_refuses_other_rules(small: teeko.Game) -> None:
    environment = env("58-ssss+4x4")
    environment.reset()
    expected = r"environment: expected the rules 44-ssss\+4x4, found 58-ssss\+4x4"
    with pytest.raises(teeko.InputError, match=expected):
        Perfect(small)(environment)


def test_rules_are_given_by_a_game_or_a_name(small: teeko.Game) -> None:
    for given in (small, small.rules, small.name):
        assert env(given).unwrapped.rules == Actions(given).rules == teeko.rules(given)
    for take in (env, Actions):
        with pytest.raises(TypeError, match="rules: expected a name, teeko.Rules or a teeko.Game"):
            take(3)


def test_agents_see_the_board_from_their_own_side(small: teeko.Game) -> None:
    environment = env(small.rules)
    environment.reset()
    for action in (5, 10):
        environment.step(action)
    black, red = (environment.observe(agent) for agent in ("black", "red"))
    assert [np.flatnonzero(plane).tolist() for plane in black["observation"].T] == [[5], [10]]
    assert (red["observation"] == black["observation"][..., ::-1]).all()
    assert black["action_mask"].sum() == 14 and not red["action_mask"].any()
    # In a pointed drop the opponent of the side to move acts.
    environment = env("44-pppp+4x4")
    environment.reset()
    environment.step(5)
    assert environment.agent_selection == "black"
    assert environment.observe("black")["observation"][1, 1].tolist() == [1, 0]


def test_boards_are_rendered(small: teeko.Game, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(small.rules, render_mode=render_mode))
    watched = teeko.gymnasium.TeekoEnv(small, render_mode="human")
    capsys.readouterr()
    watched.reset(seed=1)
    watched.step(5)
    boards = capsys.readouterr().out.split("\n\n")
    assert [board.count("b ") for board in boards] == [0, 1, 0]
    for make in (env, teeko.gymnasium.TeekoEnv):
        with pytest.raises(teeko.InputError, match="render_mode `svg`: expected human, ansi, rgb_"):
            make("44-ssss+4x4", render_mode="svg")
    pictures = {}
    for mode in ("ansi", "rgb_array", None):
        environment = env(small.rules, render_mode=mode)
        environment.reset()
        environment.step(5)
        pictures[mode] = environment.render()
    assert pictures["ansi"].splitlines()[1] == ". b . ." and pictures[None] is None
    pixels = pictures["rgb_array"]
    assert (pixels.shape, pixels.dtype) == ((160, 160, 3), np.uint8)
    assert pixels[60, 60].tolist() == [0x1C] * 3 and pixels[20, 20].tolist() != [0x1C] * 3


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("variant", "side"), [("44-ssss+4x4", "random"), ("44-pppp+4x4", "red")])
def test_gymnasium_keeps_its_contract(variant: str, side: str) -> None:
    environment = gymnasium.make("teeko/Teeko-v0", game=variant, strength=1, side=side)
    check_env(environment.unwrapped, skip_render_check=True)
    sides = set()
    for seed in range(20):
        observation, _ = environment.reset(seed=seed)
        own = environment.unwrapped
        sides.add(own.side)
        ends = False
        while not ends:
            assert environment.observation_space.contains(observation)
            assert (observation["action_mask"] == own.action_masks()).all()
            assert own.position.chooser == own.side
            action = environment.action_space.sample(observation["action_mask"])
            observation, reward, terminated, truncated, info = environment.step(action)
            ends = terminated or truncated
        assert info == {} and reward == {None: 0, own.side: 1}.get(own.position.winner, -1)
    assert sides == ({"black", "red"} if side == "random" else {side})


def test_gymnasium_has_an_opponent(small: teeko.Game) -> None:
    environment = teeko.gymnasium.TeekoEnv(small, strength=5, side="red")
    games = []
    for _ in range(2):
        environment.reset(seed=3)
        assert environment.position.layer == 1
        player = teeko.Player(small, strength=1, seed=5)
        ends = False
        while not ends:
            action = environment.actions.of(player.choose(environment.position))
            _, reward, ends, truncated, _ = environment.step(action)
            assert not truncated
        games.append(environment.position)
    assert games[0] == games[1] and reward == -1
    environment.reset(seed=3)
    mask = environment.action_masks()
    _, reward, terminated, _, info = environment.step(int(np.flatnonzero(~mask)[0]))
    assert (reward, terminated) == (-1, True) and "circle" in info["error"]


@pytest.mark.parametrize("variant", ["44-ssss", "44-pppp+4x4", "58-sppp+no-centre"])
def test_open_spiel_keeps_its_contract(variant: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import teeko.open_spiel

    game = pyspiel.load_game(f"python_teeko(variant={variant},most_plies=60)")
    assert game.max_game_length() == 60
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    assert str(game.new_initial_state()).endswith("black to move")
    actions = Actions(teeko.rules(variant))
    observer, sides = game.make_py_observer(), ["black", "red"]
    positions = random_positions(teeko.rules(variant), 60, seed=6)
    assert {position.is_over for position in positions} == {False, True}
    for position in positions:
        state = game.new_initial_state()
        state.position = position
        assert state.legal_actions() == np.flatnonzero(actions.mask(position)).tolist()
        if position.winner is not None:
            assert state.returns() == [1 if position.winner == side else -1 for side in sides]
        for player, side in enumerate(sides):
            observer.set_from(state, player)
            planes = actions.planes(position).transpose(2, 0, 1)
            expected = planes if side == position.turn else planes[::-1]
            assert (observer.dict["observation"] == expected).all()


@pytest.mark.parametrize("variant", ["44-ssss+4x4", "44-pppp+4x4", "44-ssss+5x7"])
def test_batched_games_are_single_games(variant: str) -> None:
    """Random games, in which the batch sees what an environment of PettingZoo sees."""
    games = 20
    batched = BatchedEnv(variant, games=games, most_plies=20)
    singles = [env(variant, most_plies=20).unwrapped for _ in range(games)]
    seen = batched.reset()
    for single in singles:
        single.reset()
    generator = np.random.default_rng(4)
    endings = set()
    for _ in range(40):
        for place, single in enumerate(singles):
            expected = single.observe(single.agent_selection)
            assert single.agent_selection == ["black", "red"][batched.chooser[place]]
            assert (seen["observation"][place] == expected["observation"]).all()
            assert (seen["action_mask"][place] == expected["action_mask"]).all()
        actions = [generator.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        seen, *ends = batched.step(actions)
        rows = zip(singles, actions, *ends, strict=True)
        for single, action, reward, terminated, truncated in rows:
            agent = single.agent_selection
            single.step(action)
            assert reward == single.rewards[agent]
            assert terminated == single.terminations[agent]
            assert truncated == single.truncations[agent]
            if terminated or truncated:
                endings.add((reward, truncated))
                single.reset()
    assert len(endings) > 1
    before = batched.black.tolist()
    legal = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
    for wrong, message in [
        ([0.5] * games, "actions: expected integers, found an array of float64"),
        ([0], r"actions: expected the shape \(20,\), found \(1,\)"),
        ([*legal[:-1], -3], "actions: expected a legal move in game 19, found -3"),
    ]:
        with pytest.raises(teeko.InputError, match=message):
            batched.step(wrong)
    assert batched.black.tolist() == before
    with pytest.raises(teeko.InputError, match="games 0: expected a positive number"):
        BatchedEnv(games=0)
