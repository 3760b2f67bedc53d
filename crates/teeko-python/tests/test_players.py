"""Players and samples."""

import zlib

import numpy as np
import pytest
import teeko
import teeko.samples
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


def signed(move: dict) -> int:
    return {"win": 1, "draw": 0, "loss": -1}[move["outcome"]] * (move["dtw"] or 0)


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
        size = small.rules.width, small.rules.height
        moves = small.query(sample.position)["moves"]
        plies = {actions.of(teeko.Move(move["move"], *size)): signed(move) for move in moves}
        legal = np.flatnonzero(sample.values != teeko.IMPOSSIBLE).tolist()
        assert {move: int(sample.values[move]) for move in legal} == plies
    again = teeko.dataset(small, 60, seed=5)
    assert [sample.position for sample in samples] == [sample.position for sample in again]
    assert {sample.position.layer for sample in samples} == set(range(9))
    with pytest.raises(teeko.InputError, match="from 0 to 8"):
        teeko.dataset(small, 1, layers=[9])
    with pytest.raises(teeko.InputError, match="size -5: expected 0 or more"):
        teeko.dataset(small, -5)


@pytest.mark.parametrize("variant", ["44-ssss", "58-ssss+points+4x4", "44-ssss+5x7"])
def test_samples_are_split_by_orbits(variant: str) -> None:
    game = solved(variant)
    training = teeko.samples.arrays(game, 3000, folds=range(8), seed=1)
    test = teeko.samples.arrays(game, 500, folds=[8, 9], seed=1)
    assert training.black.size == 3000 and test.black.size == 500
    orbits = []
    for samples, folds in ((training, range(8)), (test, [8, 9])):
        assert set(samples.folds) <= set(folds)
        assert (samples.turn == samples.layers % 2).all()
        positions = samples.black, samples.red, samples.turn
        assert (game.probe_many(*positions) == samples.values).all()
        assert (np.abs(samples.values) < -teeko.OVER).all()
        slots = set()
        for black, red, turn, fold in zip(*positions, samples.folds, strict=True):
            side = ["black", "red"][turn]
            position = teeko.Position.from_masks(int(black), int(red), side, game.rules)
            slot = position.slot.split()[0].removeprefix("slot:")
            # As the card of the data set says it.
            assert zlib.crc32(slot.encode()) % 10 == fold
            slots.add(slot)
        orbits.append(slots)
    assert not orbits[0] & orbits[1]
    # The empty board is in one fold only.
    assert game.folds(0, 0, 0) == 3
    assert set(training.layers) == set(range(9)) and set(test.layers) == set(range(1, 9))
    counts = np.bincount(training.layers, minlength=9)
    assert counts.min() > 0.7 * counts.max()
    again = teeko.samples.arrays(game, 500, folds=range(8), seed=1)
    assert (again.black == training.black[:500]).all()
    assert game.folds(3, 3, 0) == 255
    for arguments, message in [
        ({"folds": [10]}, "folds .10.: expected numbers from 0 to 9"),
        ({"layers": [0], "folds": [8]}, "expected one with unfinished positions in the folds"),
    ]:
        with pytest.raises(teeko.InputError, match=message):
            teeko.dataset(game, 1, **arguments)


def test_values_of_moves_are_for_games_with_one_goal() -> None:
    game = solved("58-ssss+points+4x4")
    assert next(teeko.dataset(game, 1)).values is None
    with pytest.raises(teeko.InputError, match="expected a game that is not for points"):
        game.move_values(0, 0, "black")
