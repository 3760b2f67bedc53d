"""Arguments of wrong types raise exceptions of the package; sequences of all kinds are read."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import teeko
from conftest import random_positions
from teeko import actions, gymnasium, matches, pettingzoo

# Values that people pass by mistake. Values that fit some parameter are harmless there.
WRONG = [
    None,
    "text",
    "",
    3,
    -1,
    1 << 80,
    1.5,
    float("nan"),
    True,
    b"bytes",
    [],
    [1, 2],
    ["a", None],
    [[2, 2], [None, "b"]],
    {},
    {"a": 1},
    {1, 2},
    (),
    np.zeros((2, 3)),
    np.zeros((0,), int),
    np.array(5),
    np.array([1, 2], np.uint8),
    np.array(["b", "r"]),
    np.array([None, {}], object),
    np.full((3, 3, 3), 7),
    np.float32(2),
    np.bool_(True),
    print,
    type,
    object(),
]


def test_wrong_types_raise_errors_of_the_package(small: teeko.Game, tmp_path: Path) -> None:
    """What fits a parameter is harmless here, and what does not is said in one line."""
    rules, refused = small.rules, 0
    for call in [
        small.after,
        small.best,
        small.choice,
        small.layer,
        small.line,
        small.position,
        small.position_from_grid,
        small.probe,
        small.puzzles,
        small.query,
        small.record,
        small.review,
        small.start.play,
        teeko.GameRecord,
        teeko.Move,
        teeko.Move.from_tuples,
        teeko.Position,
        teeko.Position.from_grid,
        teeko.rules,
        actions.Actions,
        actions.Actions(rules).mask,
        actions.Actions(rules).move,
        lambda wrong: small.ask("line", position=wrong),
        lambda wrong: small.choice(small.start, strength=wrong),
        lambda wrong: small.probe_many(wrong, 0, "black"),
        lambda wrong: small.children(0, wrong, "black"),
        lambda wrong: small.legal_mask(0, 0, wrong),
        lambda wrong: teeko.atlas(goals="44", plans=wrong, board="4x4", steps="king"),
        lambda wrong: small.random(dtw=wrong),
        lambda wrong: teeko.Player(small, strength=wrong),
        lambda wrong: teeko.rules("own-ssss+4x4", goals=wrong),
        lambda wrong: small.export(tmp_path / "a.csv", columns=wrong, force=True),
        lambda wrong: matches.play(wrong, wrong, rules=rules),
        lambda wrong: pettingzoo.env(rules, most_plies=wrong),
        lambda wrong: gymnasium.TeekoEnv(small, strength=wrong),
    ]:
        for wrong in WRONG:
            try:
                call(wrong)
            except teeko.TeekoError as error:
                assert "\n" not in str(error), (call, wrong)
                refused += 1
    assert refused > 500, refused


def test_moves_are_read_from_sequences_of_all_kinds(standard: teeko.Game) -> None:
    drop, slide = teeko.Move("13"), teeko.Move("14-8")
    for cells in ([(2, 2)], [[2, 2]], ((2, 2),), json.loads("[[2, 2]]"), np.array([[2, 2]])):
        assert teeko.Move.from_tuples(cells) == drop
        assert standard.start.play(cells) == standard.after("13")
        assert standard.after([cells, "12"]) == standard.after("13 12")
    assert teeko.Move.from_tuples(iter([(2, 2)])) == drop
    array = np.array([[1, 2], [2, 3]], np.int8)
    for cells in ([[1, 2], [2, 3]], array, [array[0], (2, 3)]):
        assert teeko.Move.from_tuples(cells) == slide
    for cell in ((2, 2), [2, 2], np.array([2, 2], np.uint8)):
        assert standard.start.play(cell) == standard.after([cell]) == standard.after("13")
    assert standard.after(np.array([[2, 2], [2, 1]])) == standard.after("13 12")
    for wrong in ([2, 2], [(2, 2.5)], [(1, 2, 3)], ["13"], [[(2, 2)]], 5, [itertools.count()]):
        expected = r"move: expected \[\(row, column\)\] or"
        with pytest.raises(teeko.InputError, match=expected) as error:
            teeko.Move.from_tuples(wrong)
        assert isinstance(error.value, TypeError)
    with pytest.raises(teeko.InputError, match="found more than 2 pairs"):
        teeko.Move.from_tuples(itertools.repeat((0, 0)))


@pytest.mark.parametrize("dtype", [int, np.int8, float, np.float32])
def test_boards_of_numbers_are_read(standard: teeko.Game, dtype: type) -> None:
    """1 is Black, -1 is Red, whichever side is to move."""
    signs = {"b": 1, "r": -1, " ": 0}
    for position in random_positions(standard.rules, 50, seed=3):
        board = np.array([[signs[cell] for cell in row] for row in position.to_grid()], dtype)
        for grid in (board, board.tolist(), [tuple(row) for row in board]):
            assert teeko.Position.from_grid(grid, position.turn) == position
            assert standard.position_from_grid(grid, position.turn) == position
    letters = np.array(standard.after("13 12").to_grid())
    assert teeko.Position.from_grid(letters) == standard.after("13 12")
    for wrong, found in [(2, "found 2"), (0.5, "found 0.5"), ("x", "found 'x'")]:
        grid = [[0] * 5, [0, 0, wrong, 0, 0], *[[0] * 5] * 3]
        with pytest.raises(teeko.InputError, match=rf"grid: \(1, 2\): expected 'b', .* {found}"):
            teeko.Position.from_grid(grid)
    for grid in (np.zeros((5, 5), bool), np.zeros((5, 5, 2)), np.zeros(25), [[None] * 5] * 5):
        with pytest.raises(TypeError, match="grid: "):
            teeko.Position.from_grid(grid)


def test_the_note_of_an_error_names_the_argument() -> None:
    with pytest.raises(teeko.InputError, match="^expected a whole number, found <class") as raised:
        teeko.Move("1", width="wide")
    assert any("width" in note for note in raised.value.__notes__)


def test_half_a_character_is_an_input_error(small: teeko.Game, tmp_path: Path) -> None:
    """Python's texts may have one, which no text of the solver has."""
    path = tmp_path / "drops.csv"
    for call in [
        small.after,
        small.ask,
        small.position,
        small.probe,
        small.query,
        small.record,
        small.review,
        small.start.play,
        teeko.GameRecord,
        teeko.Move,
        teeko.Position,
        teeko.Rules,
        teeko.solve,
        lambda half: small.after(["6", half]),
        lambda half: small.ask(half, plies=3),
        lambda half: small.ask("line", **{half: 3}),
        lambda half: small.ask("line", moves=half),
        lambda half: small.ask("line", moves="6", plies=half),
        lambda half: small.export(path, to=half),
        lambda half: small.export(path, layer=half),
        lambda half: small.export(path, where=half),
        lambda half: small.export(path, columns=["slot", half]),
        lambda half: small.position_from_grid([[half] * 4] * 4),
        lambda half: small.probe_many(0, 0, half),
        lambda half: small.query(small.start, at=half),
        lambda half: small.review("6", start=half),
        lambda half: teeko.GameRecord("6", half),
        lambda half: teeko.GameRecord("6", small.rules, half),
        lambda half: teeko.Position.from_masks(0, 0, half),
        lambda half: teeko.atlas(goals=["44", half]),
        lambda half: teeko.open("44-ssss", tables=half),
        lambda half: teeko.rules("own-ssss", goals=half),
    ]:
        for half in ("\ud800", "6 \udfff"):
            with pytest.raises(teeko.InputError) as raised:
                call(half)
            assert str(raised.value).isprintable(), call
