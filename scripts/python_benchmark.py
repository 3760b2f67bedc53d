"""Measures the Python package: methods for many positions, samples, and a step of each environment.

    scripts/python_package.sh
    target/python-package/bin/python scripts/python_benchmark.py

The first command makes the environment, and tests the package in it. A figure is the median of
seven runs. Environments whose packages are not installed are left out.
"""

import importlib.util
import statistics
import timeit

import numpy as np

import teeko
import teeko.samples
from teeko.batched import BatchedEnv

RUNS = 7
POSITIONS = 1_000_000
GAMES = 20


def main():
    game = teeko.solve("44-ssss")
    measure_arrays(game)
    measure_samples(game)
    measure_batched(game)
    if importlib.util.find_spec("pettingzoo"):
        measure_pettingzoo(game)
    if importlib.util.find_spec("gymnasium"):
        measure_gymnasium(game)
    if importlib.util.find_spec("pyspiel"):
        measure_open_spiel()


def median_seconds(run):
    """Returns the median time of a run, after one that does not count."""
    run()
    return statistics.median(timeit.repeat(run, repeat=RUNS, number=1))


def measure_arrays(game):
    """Prints the positions a second of the methods in the README's table."""
    layer = game.layer(8)
    chosen = np.random.default_rng(seed=1954).choice(layer.black.size, POSITIONS)
    black, red = layer.black[chosen], layer.red[chosen]
    few = "legal_mask", "children", "policy", "move_values"
    for name in "probe_many", "folds", "planes", *few:
        # Rows of 650 numbers fill the memory, so these methods get fewer positions.
        number = POSITIONS // 10 if name in few else POSITIONS
        method = getattr(game, name)
        arguments = (black[:number], red[:number], "black")
        seconds = median_seconds(lambda: method(*arguments))
        print(f"{name:22} {number / seconds / 1e6:8.2f} million positions a second")


def measure_samples(game):
    """Prints how fast random positions are chosen, as arrays and one by one."""
    arrays = teeko.samples.arrays
    seconds = median_seconds(lambda: arrays(game, POSITIONS // 10, folds=range(9)))
    print(f"{'samples.arrays':22} {POSITIONS / 10 / seconds:8.0f} a second")
    number = POSITIONS // 100
    seconds = median_seconds(lambda: sum(1 for _ in teeko.dataset(game, number)))
    print(f"{'dataset':22} {number / seconds:8.0f} a second")


def measure_batched(game):
    """Prints what a step of one game takes among many."""
    environment = BatchedEnv(game.rules, games=1024)
    random = np.random.default_rng(seed=1954)

    def play(seed):
        mask = environment.reset()["action_mask"]
        for _ in range(20):
            # A random legal action: the greatest of random numbers.
            actions = (mask * random.random(mask.shape, np.float32)).argmax(axis=1)
            mask = environment.step(actions).observation["action_mask"]
        return 20 * environment.games

    report_steps("step of BatchedEnv", play, games=1)


def measure_pettingzoo(game):
    import teeko.pettingzoo

    environment = teeko.pettingzoo.env(game.rules)
    report_steps("step of PettingZoo", lambda seed: play_pettingzoo(environment, seed))


def play_pettingzoo(environment, seed):
    """Plays a random game and returns the number of its steps."""
    environment.reset(seed=seed)
    environment.action_space("black").seed(seed)
    environment.action_space("red").seed(seed)
    steps = 0
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        action = None
        if not (terminated or truncated):
            action = environment.action_space(agent).sample(observation["action_mask"])
        environment.step(action)
        steps += 1
    return steps


def measure_gymnasium(game):
    import teeko.gymnasium

    environment = teeko.gymnasium.TeekoEnv(game, strength=3)
    report_steps("step of Gymnasium", lambda seed: play_gymnasium(environment, seed))


def play_gymnasium(environment, seed):
    """Plays random moves until the game ends, and returns how many."""
    observation, _ = environment.reset(seed=seed)
    environment.action_space.seed(seed)
    steps = 0
    is_over = False
    while not is_over:
        action = environment.action_space.sample(observation["action_mask"])
        observation, _, terminated, truncated, _ = environment.step(action)
        is_over = terminated or truncated
        steps += 1
    return steps


def measure_open_spiel():
    import pyspiel

    import teeko.open_spiel  # registers the game

    game = pyspiel.load_game("python_teeko(variant=44-ssss)")
    report_steps("step of OpenSpiel", lambda seed: play_open_spiel(game, seed))


def play_open_spiel(game, seed):
    """Plays a random game and returns the number of its moves."""
    generator = np.random.default_rng(seed)
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        state.apply_action(generator.choice(state.legal_actions()))
        steps += 1
    return steps


def report_steps(name, play, games=GAMES):
    """Prints what a step takes, the choice of a random action included."""
    steps = sum(play(seed) for seed in range(games))
    seconds = median_seconds(lambda: [play(seed) for seed in range(games)])
    print(f"{name:22} {seconds / steps * 1e6:8.1f} µs")


if __name__ == "__main__":
    main()
