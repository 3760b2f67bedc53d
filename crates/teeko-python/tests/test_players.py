"""Players and samples."""

import numpy as np
import pytest
import teeko
from conftest import solved
from teeko.actions import Actions


def test_players_of_each_strength_play_legal_moves(small: teeko.Game) -> None:
    for strength in range(1, 6):
        player = teeko.Player(small, strength=strength, seed=strength)
        position = small.start
        for _ in range(12):
            if position.is_over:
                break
            move = player.choose(position)
            assert move in position.legal_moves
            position = position.play(move)
    with pytest.raises(teeko.InputError, match="strength 6: expected a number from 1, a beginner"):
        teeko.Player(small, strength=6)


def test_the_perfect_player_keeps_what_it_has() -> None:
    advanced = solved("58-ssss")
    position, left = advanced.start, 13
    while not position.is_over:
        assert advanced.probe(position).dtw == left
        position = position.play(advanced.best(position, seed=left))
        left -= 1
    assert (position.winner, left) == ("black", 0)


def test_samples_are_what_they_say(small: teeko.Game) -> None:
    actions = Actions(small.rules)
    samples = list(teeko.dataset(small, 60, seed=5))
    assert len(samples) == 60
    for sample in samples:
        assert sample.outcome == small.probe(sample.position)
        assert sample.best
        for move in sample.best:
            # A best move keeps a draw, and brings any other end one ply closer.
            plies = abs(small.probe(sample.position.play(move)).plies)
            assert plies == max(abs(sample.outcome.plies) - 1, 0)
        assert sample.policy.shape == (actions.number,) and np.isclose(sample.policy.sum(), 1)
        assert (actions.mask(sample.position)[sample.policy > 0] == 1).all()
    again = teeko.dataset(small, 60, seed=5)
    assert [sample.position for sample in samples] == [sample.position for sample in again]
    assert {sample.position.layer for sample in samples} == set(range(9))
    with pytest.raises(teeko.InputError, match="from 0 to 8"):
        teeko.dataset(small, 1, layers=[9])
    with pytest.raises(teeko.InputError, match="size -5: expected 0 or more"):
        teeko.dataset(small, -5)
