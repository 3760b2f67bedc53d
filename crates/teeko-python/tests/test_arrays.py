"""Many positions at once."""

import random

import numpy as np
import pytest
import teeko
from conftest import random_positions, solved
from teeko.actions import Actions


def arrays_of(positions: list[teeko.Position]) -> list[np.ndarray]:
    return [
        np.array([position.black_mask for position in positions], np.uint64),
        np.array([position.red_mask for position in positions], np.uint64),
        np.array([position.turn == "red" for position in positions], np.uint8),
    ]


@pytest.mark.parametrize("variant", ["44-ssss", "58-pppp+4x4", "58-ssss+points+4x4", "44-ssss+5x7"])
def test_arrays_have_the_values_of_probes(variant: str) -> None:
    game = solved(variant)
    positions = random_positions(game.rules, 500, seed=9)
    black, red, turn = arrays_of(positions)
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


def test_arrays_that_are_exact_are_accepted(standard: teeko.Game) -> None:
    black, red = [0, 1 << 12, 1 << 12, 1 << 12], [0, 0, 1 << 6, 1 << 7]
    turn = [0, 1, 0, 0]
    masks = np.array(black, np.uint32), np.array(red, np.uint32)
    expected = standard.probe_many(*masks, np.array(turn, np.uint8)).tolist()
    for type_ in (np.int64, np.uint64, np.int32, np.uint16):
        assert (
            standard.probe_many(*(mask.astype(type_) for mask in masks), turn).tolist() == expected
        )
    assert standard.probe_many(black, red, turn).tolist() == expected
    assert standard.probe_many(black, red, np.array(turn, bool)).tolist() == expected
    names = ["black", "red", "black", "b"]
    for named in (names, np.array(names), np.array(names, object)):
        assert standard.probe_many(black, red, named).tolist() == expected
    assert standard.probe_many(masks[0], masks[1].astype(np.uint64), turn).tolist() == expected
    pairs = [np.repeat(mask, 2)[::2] for mask in masks]
    assert standard.probe_many(*pairs, turn).tolist() == expected
    # Shapes are broadcast, and a single position has a single value.
    square = standard.probe_many(np.reshape(black, (2, 2)), np.reshape(red, (2, 2)), [[0], [0]])
    assert square.shape == (2, 2) and square[1].tolist() == expected[2:]
    assert standard.probe_many([0, 1 << 12], 0, [0, 1]).tolist() == expected[:2]
    value = standard.probe_many(0, 0, "black")
    assert isinstance(value, np.int16) and value == expected[0]
    out = np.empty(4, np.int16)
    assert standard.probe_many(*masks, turn, out=out) is out and out.tolist() == expected
    assert standard.legal_mask(0, 0, "black").shape == (650,)


def test_other_arrays_are_refused_with_the_reason(standard: teeko.Game) -> None:
    good = np.zeros(4, np.uint32)
    for black, red, turn, options, message in [
        (np.zeros(4, np.float64), good, "black", {}, "black: expected integers, .* float64"),
        (["1"], good, "black", {}, "black: expected integers"),
        ([1 << 70], good, "black", {}, f"black: expected numbers from 0 to .*, found {1 << 70}"),
        ([1, None], good, "black", {}, "black: expected integers, found <class 'NoneType'>"),
        (None, good, "black", {}, "black: expected integers"),
        ([[1], [1, 2]], good, "black", {}, "black: expected an array"),
        (good, [-1, 0, 0, 0], "black", {}, "red: expected numbers from 0 to .*, found -1"),
        (good, np.zeros(3, np.uint32), "black", {}, r"found \(4,\), \(3,\), \(\)"),
        (-1, 0, 0, {}, f"black: expected numbers from 0 to {(1 << 25) - 1}, found -1"),
        (good, good, [0, 1, 256, 0], {}, "turn: expected .*0 for Black, 1 for Red, found 256"),
        (good, good, [0.5], {}, "turn: expected integers, 0 for Black, 1 for Red, found an array"),
        (good, good, ["red", "green"] * 2, {}, "turn `green`: expected black or red, or 0 for"),
        (good, good, "green", {}, "expected black or red, or 0 for Black, 1 for Red"),
        (good, good, "black", {"out": np.zeros(3, np.int16)}, r"out: .* shape \(3,\)"),
        (good, good, "black", {"out": np.zeros(4, np.int64)}, "out: .* int64"),
        (good, good, "black", {"out": np.zeros(8, np.int16)[::2]}, "out: .* contiguous"),
        (good, good, "black", {"out": [0] * 4}, "out: .* list"),
    ]:
        with pytest.raises(teeko.InputError, match=message):
            standard.probe_many(black, red, turn, **options)
    with pytest.raises(teeko.InputError, match="numbers"):
        teeko.solve("44-ssss+pips+4x4").probe_many(good, good, "black")
    with pytest.raises(teeko.InputError, match="every choice is a move"):
        teeko.solve("44-pppp+pass+4x4").legal_mask(good, good, "black")


def test_positions_are_arrays_too(standard: teeko.Game) -> None:
    positions = random_positions(standard.rules, 40, seed=7)
    arrays = arrays_of(positions)
    for work in (standard.probe_many, standard.legal_mask, standard.planes, standard.policy):
        assert (work(positions) == work(*arrays)).all()
        assert (work(positions[0]) == work(*arrays)[0]).all()
    children = standard.children(positions)
    assert children.black.dtype == np.uint32
    assert all(map(np.array_equal, children, standard.children(*arrays)))
    assert standard.probe_many([]).shape == (0,)
    position = standard.after("13 12 18")
    assert position.black == (13, 18)
    for wrong, message in [
        ((position.black, position.red, position.turn), "black: .* tuple; .*position.black_mask"),
        ((teeko.rules("44-ssss+4x4").start,), "positions: expected those of 5x5, found .* 4x4"),
        (([position, "13"],), "positions: expected a teeko.Position, a list of those, or arrays"),
        ((0,), "positions: expected a teeko.Position, a list of those, or arrays"),
        ((0, 0), "turn: expected integers, 0 for Black, 1 for Red, found <class 'NoneType'>"),
    ]:
        with pytest.raises(teeko.InputError, match=message):
            standard.planes(*wrong)


def test_codes_are_safe_labels() -> None:
    assert teeko.IMPOSSIBLE < teeko.OVER < -1000
    # With goals that have empty circles, the side to move may have won.
    game = teeko.solve("37e-ssss+4x4")
    layer = game.layer(8, fold=False)
    finished = np.abs(layer.values) == abs(teeko.OVER)
    assert {-1, 1} == set(layer.wdl[finished].tolist())
    for place in np.random.default_rng(3).choice(np.flatnonzero(finished), 200):
        masks = int(layer.black[place]), int(layer.red[place])
        position = teeko.Position.from_masks(*masks, layer.turn, game.rules)
        assert position.winner == ("black" if layer.wdl[place] > 0 else "red")
    kept = game.layer(8, fold=False, open_only=True)
    assert 0 < kept.values.size < layer.values.size
    for column in ("black", "red", "values", "orbit_sizes", "wdl"):
        assert (getattr(kept, column) == getattr(layer, column)[~finished]).all()


@pytest.mark.parametrize(
    "variant", ["44-ssss", "58-sppp+no-centre", "37e-ssss+4x4", "58-ssss+points+4x4", "44-ssss+5x7"]
)
def test_batches_agree_with_single_positions(variant: str) -> None:
    game = solved(variant)
    actions = Actions(game.rules)
    positions = random_positions(game.rules, 300, seed=4)
    arrays = arrays_of(positions)
    mask, planes, policy = game.legal_mask(*arrays), game.planes(*arrays), game.policy(*arrays)
    children = game.children(*arrays)
    for place, position in enumerate(positions):
        assert (mask[place] == actions.mask(position)).all()
        assert (planes[place] == actions.planes(position)).all()
        moves = game.query(position)["moves"]
        best = {
            actions.of(teeko.Move(move["move"], game.rules.width, game.rules.height))
            for move in moves
            if move["optimal"]
        }
        assert set(np.flatnonzero(policy[place]).tolist()) == best
        assert not best or np.isclose(policy[place].sum(), 1)
        own = children.parent == place
        after = [position.play(actions.move(action)) for action in children.action[own].tolist()]
        assert set(children.action[own].tolist()) == set(np.flatnonzero(mask[place]).tolist())
        found = children.black[own], children.red[own], children.turn[own]
        assert all(map(np.array_equal, arrays_of(after), found))
    # Invalid positions have nothing.
    for found in (game.legal_mask(1, 1, "red"), game.planes(1, 1, "red"), game.policy(1, 1, "red")):
        assert not found.any()
    assert game.children(1, 1, "red").black.size == 0


def test_many_positions_are_worked_on_in_parts(standard: teeko.Game) -> None:
    layer = standard.layer(3)
    places = np.random.default_rng(8).integers(layer.black.size, size=2500)
    arrays = layer.black[places], layer.red[places], layer.turn
    for work in (standard.legal_mask, standard.planes, standard.policy, standard.probe_many):
        parts = [work(*part, "red") for part in zip(*(np.split(mask, 4) for mask in arrays[:2]))]
        assert (work(*arrays) == np.concatenate(parts)).all()
    children = standard.children(*arrays)
    assert children.parent.size == 2500 * 22 and (np.diff(children.parent) >= 0).all()


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
    for wrong in (-1, 9):
        message = f"layer: expected a number from 0 to 8, found {wrong}"
        with pytest.raises(teeko.InputError, match=message):
            game.layer(wrong)


def test_layers_have_as_many_positions_as_are_counted(standard: teeko.Game) -> None:
    counted = standard.census()["census"]["slide"]
    layer = standard.layer(8)
    over = layer.values == teeko.OVER
    kinds = {"win": layer.wdl > 0, "loss": (layer.wdl < 0) & ~over, "over": over}
    found = {kind: int(layer.orbit_sizes[chosen].sum()) for kind, chosen in kinds.items()}
    assert found == {kind: counted[kind] for kind in kinds}
    all_there = int(layer.orbit_sizes.sum())
    assert all_there == sum(counted[kind] for kind in ("win", "loss", "draw", "no_move", "over"))


@pytest.mark.parametrize(
    ("variant", "order"),
    [("44-ssss", 8), ("58-sppp+5x4", 4), ("58-ssss+4x4+points", 8), ("own-ssss+4x4", 1)],
)
def test_symmetric_images_have_equal_values_and_moves(variant: str, order: int) -> None:
    goals = [[1, 2, 3, 4], [1, 5, 6, 11]] if variant.startswith("own") else None
    game = teeko.solve(variant, goals=goals)
    actions = Actions(game.rules)
    maps = actions.symmetries()
    assert maps.shape == (order, actions.number)
    assert maps[0].tolist() == list(range(actions.number))
    circles = maps[:, : actions.circles]
    assert (circles + 1).tolist() == game.rules.symmetries()
    canonical = set()
    for position in random_positions(game.rules, 40, seed=5):
        images = position.images()
        assert len(images) == order and images[0] == position
        # The image of the board is that of its cells, and that of the moves that of their numbers.
        planes, mask = actions.planes(position).reshape(-1, 2), actions.mask(position)
        for image, circle, map_ in zip(images, circles, maps, strict=True):
            assert game.probe(image) == game.probe(position)
            assert (actions.planes(image).reshape(-1, 2)[circle] == planes).all()
            assert (actions.mask(image)[map_] == mask).all()
            assert image.canonical == position.canonical and image.slot == position.slot
        assert position.canonical in images
        canonical.add(position.canonical)
        assert game.position(position.slot) == position.canonical
    assert len({position.slot for position in canonical}) == len(canonical)


def test_images_of_numbered_pieces() -> None:
    position = teeko.Position("b:2=4,5=1 r:6=3 r", "44-ssss+4x4+pips")
    images = position.images()
    assert images[1:3] != images[:2] and len({image.circles for image in images}) == 8
    assert {image.canonical for image in images} == {position.canonical}
    game = teeko.solve("44-ssss+4x4+pips")
    assert {game.probe(image) for image in images} == {game.probe(position)}
