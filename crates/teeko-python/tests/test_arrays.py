"""Many positions at once."""

import random

import numpy as np
import pytest
import teeko
from conftest import random_positions


@pytest.mark.parametrize("variant", ["44-ssss", "58-pppp+4x4", "58-ssss+points+4x4", "44-ssss+5x7"])
def test_arrays_have_the_values_of_probes(variant: str) -> None:
    game = teeko.solve(variant)
    positions = random_positions(game.rules, 500, seed=9)
    black = np.array([position.black_mask for position in positions], np.uint64)
    red = np.array([position.red_mask for position in positions], np.uint64)
    turn = np.array([position.turn == "red" for position in positions], np.uint8)
    expected = [
        teeko.OVER if position.is_over else game.probe(position).plies for position in positions
    ]
    assert game.probe_many(black, red, turn).tolist() == expected
    if game.rules.width * game.rules.height <= 32:
        black, red = black.astype(np.uint32), red.astype(np.uint32)
        assert game.probe_many(black, red, turn).tolist() == expected


def test_what_is_no_position_is_impossible(standard: teeko.Game) -> None:
    black = np.array([1, 3, 1 << 30, 0b1111, 0, 0], np.uint32)
    red = np.array([1, 0, 0, 0b11110000, 0, 0], np.uint32)
    turn = np.array([0, 1, 1, 0, 1, 7], np.uint8)
    values = standard.probe_many(black, red, turn)
    assert values.dtype == np.int16 and (values == teeko.IMPOSSIBLE).all()
    none = np.zeros(0, np.uint32)
    assert standard.probe_many(none, none, "black").shape == (0,)


def test_other_arrays_are_refused_with_the_reason(standard: teeko.Game) -> None:
    good = np.zeros(4, np.uint32)
    for black, red, turn, message in [
        (np.zeros(4, np.int64), good, "black", "uint32 or uint64.*int64"),
        (np.zeros(8, np.uint32)[::2], good, "black", "contiguous"),
        (np.zeros((2, 2), np.uint32), good, "black", r"one-dimensional.*\(2, 2\)"),
        ([0, 0, 0, 0], good, "black", "list"),
        (good, np.zeros(4, np.uint64), "black", "as `black` is"),
        (good, np.zeros(3, np.uint32), "black", "4 in black, 3 in red"),
        (good, good, np.zeros(5, np.uint8), "5 in turn"),
        (good, good, np.zeros(4, np.int8), "uint8"),
        (good, good, "green", "expected black or red"),
    ]:
        with pytest.raises(teeko.InputError, match=message):
            standard.probe_many(black, red, turn)
    with pytest.raises(teeko.InputError, match="numbers"):
        teeko.solve("44-ssss+pips+4x4").probe_many(good, good, "black")


@pytest.mark.parametrize("variant", ["44-ssss+4x4", "58-sppp+4x4"])
def test_layers_have_all_positions(variant: str) -> None:
    game = teeko.solve(variant)
    for number in range(9):
        folded, whole = game.layer(number), game.layer(number, fold=False)
        assert int(folded.orbit_sizes.sum()) == whole.black.size
        assert (game.probe_many(whole.black, whole.red, whole.turn) == whole.values).all()
        assert (whole.values != teeko.IMPOSSIBLE).all()
        pieces = list(zip(whole.black.tolist(), whole.red.tolist(), strict=True))
        table = dict(zip(pieces, whole.values.tolist(), strict=True))
        assert len(table) == whole.black.size
        # The layer has the value of every random placement.
        source = random.Random(number)
        for _ in range(200):
            places = source.sample(range(game.rules.width * game.rules.height), number)
            cut = (number + 1) // 2
            black = sum(1 << place for place in places[:cut])
            red = sum(1 << place for place in places[cut:])
            arrays = np.array([black], np.uint32), np.array([red], np.uint32)
            value = game.probe_many(*arrays, whole.turn)[0]
            assert table.get((black, red), teeko.IMPOSSIBLE) == value
    with pytest.raises(teeko.InputError, match="from 0 to 8"):
        game.layer(9)


def test_layers_have_as_many_positions_as_are_counted(standard: teeko.Game) -> None:
    counted = standard.census()["census"]["slide"]
    layer = standard.layer(8)
    over = layer.values == teeko.OVER
    kinds = {"win": (layer.values > 0) & ~over, "loss": layer.values < 0, "over": over}
    found = {kind: int(layer.orbit_sizes[chosen].sum()) for kind, chosen in kinds.items()}
    assert found == {kind: counted[kind] for kind in kinds}
    all_there = int(layer.orbit_sizes.sum())
    assert all_there == sum(counted[kind] for kind in ("win", "loss", "draw", "no_move", "over"))
