"""Fixtures and helpers of several tests."""

import functools
import os
import random
import subprocess
from collections.abc import Callable

import pytest
import teeko


# Games are solved once. On 5 x 7 bitmasks need 64 bits.
solved = functools.cache(teeko.solve)


@pytest.fixture(scope="session")
def small() -> teeko.Game:
    return solved("44-ssss+4x4")


@pytest.fixture(scope="session")
def standard() -> teeko.Game:
    return solved("44-ssss")


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """Runs the program `teeko`, and returns what it prints."""
    path = os.environ.get("TEEKO_PROGRAM")
    if path is None:
        pytest.skip("TEEKO_PROGRAM names no program")
    return lambda *arguments, **more: subprocess.check_output(
        [path, "--quiet", *arguments], text=True, **more
    )


def random_positions(rules: teeko.Rules, number: int, seed: int) -> list[teeko.Position]:
    """Returns positions of random games, some of them finished."""
    source = random.Random(seed)
    positions = []
    while len(positions) < number:
        position = rules.start
        for _ in range(source.randrange(20)):
            if position.is_over or not position.legal_moves:
                break
            position = position.play(source.choice(position.legal_moves))
        positions.append(position)
    return positions
