"""Arguments of wrong types raise exceptions of the package; sequences of all kinds are read."""

import functools
import inspect
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import teeko
from conftest import random_positions
from teeko import actions, gymnasium, matches, pettingzoo, samples, template, tournament

HUGE = 1 << 80

# Whatever people pass by mistake. Values that fit some parameter are harmless there.
WRONG = [
    None,
    "text",
    "",
    3,
    -1,
    HUGE,
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

# No parameter takes these.
NEVER = [object(), print]


class FirstCell:
    def make_move(self, state: list[list[str]]) -> list[tuple[int, int]]:
        cells = itertools.product(range(len(state)), range(len(state[0])))
        return [next((row, column) for row, column in cells if state[row][column] == " ")]


def public(module: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yields the public functions of a module, and the constructors and methods of its classes."""
    own = (name for name, member in vars(module).items() if name[0] != "_")
    for name in getattr(module, "__all__", own):
        member = getattr(module, name)
        home = getattr(member, "__module__", "")
        if home.split(".")[0] != "teeko" or module is not teeko and home != module.__name__:
            continue
        if not inspect.isclass(member):
            if callable(member):
                yield name, member
            continue
        # Results, documents and errors are made by the package.
        if issubclass(member, (tuple, dict, BaseException)) or "Protocol" in str(member.__mro__):
            continue
        yield name, member
        inherited = [one for one in member.__mro__ if one.__module__.startswith("teeko")]
        methods = {name: value for one in inherited[::-1] for name, value in vars(one).items()}
        for method, value in methods.items():
            if method == "__call__" or method[0] != "_" and not isinstance(value, property):
                if callable(value) or isinstance(value, staticmethod):
                    yield f"{name}.{method}", getattr(member, method)


@functools.cache
def calls() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Returns a call of every public function and method, with arguments that fit."""
    game = teeko.solve("44-ssss+4x4")
    rules, start, move = game.rules, game.start, teeko.Move("6", 4, 4)
    position = {"position": start}
    arrays = {"black": 0, "red": 0, "turn": 0}
    small = {"goals": "44", "plans": "ssss", "board": "4x4", "steps": "king", "no_centre": "no"}
    grid = start.to_grid()
    numbered = actions.Actions(rules)
    settings = {"rules": rules, "most_plies": 2, "seconds": 5, "memory": 1 << 30, "seed": 1}
    bots = {"black": matches.GridPlayer(game), "red": matches.GridPlayer(game), "start": start}
    zoo, gym = pettingzoo.TeekoEnv(rules), gymnasium.TeekoEnv(game, strength=1)
    zoo.reset()
    gym.reset()

    def of(value: Callable[..., Any], **given: Any) -> tuple[Callable[..., Any], dict[str, Any]]:
        return value, given

    def sampled(**arguments: Any) -> list[Any]:
        return list(itertools.islice(samples.dataset(**arguments), 1))

    def stepped(environment: Any, **arguments: Any) -> None:
        environment.reset()
        environment.step(**arguments)

    return {
        "teeko.Game": of(teeko.Game, native=game._native),
        "teeko.Game.after": of(game.after, moves=[move]),
        "teeko.Game.ask": of(game.ask, question="line", plies=1, **position),
        "teeko.Game.best": of(game.best, seed=1, **position),
        "teeko.Game.census": of(game.census),
        "teeko.Game.certificate": of(game.certificate, points=None),
        "teeko.Game.children": of(game.children, **arrays),
        "teeko.Game.choice": of(
            game.choice, pass_=False, at=None, strength=1, seed=1, **position
        ),
        "teeko.Game.diff": of(game.diff, other=game, examples=1),
        "teeko.Game.export": of(
            game.export, path="positions", to="csv", layer=1, where="dtw>1", columns=["slot"],
            all_positions=True, force=True,
        ),
        "teeko.Game.layer": of(game.layer, number=1, fold=True, open_only=False),
        "teeko.Game.legal_mask": of(game.legal_mask, **arrays),
        "teeko.Game.line": of(game.line, plies=1, boards=False, **position),
        "teeko.Game.planes": of(game.planes, **arrays),
        "teeko.Game.policy": of(game.policy, **arrays),
        "teeko.Game.position": of(game.position, text="b:6 r: r"),
        "teeko.Game.position_from_grid": of(game.position_from_grid, grid=grid, turn="black"),
        "teeko.Game.probe": of(game.probe, **position),
        "teeko.Game.probe_many": of(game.probe_many, out=np.zeros((), np.int16), **arrays),
        "teeko.Game.puzzles": of(
            game.puzzles, dtw=1, phase="slide", unique=False, score=None, limit=1, seed=1
        ),
        "teeko.Game.query": of(game.query, brief=True, pass_=False, at=None, **position),
        "teeko.Game.random": of(game.random, outcome="win", dtw=1, pieces=8, seed=1),
        "teeko.Game.review": of(game.review, moves="6 7", start=start),
        "teeko.Game.stats": of(game.stats),
        "teeko.GameRecord": of(teeko.GameRecord, moves="6 7", rules=rules, start=start),
        "teeko.GameRecord.play": of(teeko.GameRecord("", rules).play, moves=move),
        "teeko.Move": of(teeko.Move, text="6", width=4, height=4),
        "teeko.Move.from_tuples": of(teeko.Move.from_tuples, cells=[[1, 1]], width=4, height=4),
        "teeko.Move.letters": of(move.letters),
        "teeko.Move.to_tuples": of(move.to_tuples),
        "teeko.Player": of(teeko.Player, game=game, strength=1, seed=1),
        "teeko.Player.choose": of(teeko.Player(game).choose, **position),
        "teeko.Position": of(teeko.Position, text="b: r: b", rules=rules),
        "teeko.Position.from_grid": of(
            teeko.Position.from_grid, grid=grid, turn="black", rules=rules
        ),
        "teeko.Position.from_masks": of(
            teeko.Position.from_masks, black=0, red=0, turn="black", rules=rules
        ),
        "teeko.Position.images": of(start.images),
        "teeko.Position.play": of(start.play, moves=move),
        "teeko.Position.svg": of(start.svg),
        "teeko.Position.to_grid": of(start.to_grid),
        "teeko.Rules": of(teeko.Rules, name="44-ssss", goals=None),
        "teeko.Rules.after": of(rules.after, moves="6 7"),
        "teeko.Rules.document": of(rules.document),
        "teeko.Rules.position": of(rules.position, text="b: r: b"),
        "teeko.Rules.symmetries": of(rules.symmetries),
        "teeko.Rules.targets": of(rules.targets),
        "teeko.atlas": of(teeko.atlas, points=False, sixteen=False, **small),
        "teeko.claims": of(teeko.claims),
        "teeko.dataset": of(sampled, game=game, size=1, layers=[1], seed=1),
        "teeko.open": of(teeko.open, variant="44-ssss+4x4", tables="/nowhere", whole=False),
        "teeko.plays": of(teeko.plays),
        "teeko.questions": of(teeko.questions),
        "teeko.rules": of(teeko.rules, variant="own-ssss+4x4", goals=[(1, 2, 3, 4)]),
        "teeko.solve": of(teeko.solve, variant="own-ssss+4x4", goals=[(1, 2, 3, 4)]),
        "teeko.variants": of(teeko.variants),
        "teeko.actions.Actions": of(actions.Actions, rules=rules),
        "teeko.actions.Actions.mask": of(numbered.mask, **position),
        "teeko.actions.Actions.move": of(numbered.move, action=5),
        "teeko.actions.Actions.of": of(numbered.of, move=move),
        "teeko.actions.Actions.planes": of(numbered.planes, **position),
        "teeko.actions.Actions.symmetries": of(numbered.symmetries),
        "teeko.matches.GridPlayer": of(matches.GridPlayer, game=game, strength=1, seed=1),
        "teeko.matches.GridPlayer.make_move": of(matches.GridPlayer(game).make_move, state=grid),
        "teeko.matches.play": of(matches.play, **bots, **settings),
        "teeko.matches.play_series": of(
            matches.play_series, first=bots["red"], second=bots["red"], games=1, **settings
        ),
        "teeko.tournament.Submission.__call__": of(tournament.Submission(Path(template.__file__))),
        "teeko.tournament.Submission": of(tournament.Submission, path=Path("bot.py")),
        "teeko.tournament.found_bots": of(
            tournament.found_bots, folder=Path(__file__).parent / "none", seconds=5, memory=1 << 30
        ),
        "teeko.tournament.run": of(
            tournament.run, bots={"a": FirstCell}, game=game, games=1, levels=[1], seed=1,
            most_plies=2, seconds=5,
        ),
        "teeko.pettingzoo.Perfect": of(pettingzoo.Perfect, game=game, strength=1, seed=1),
        "teeko.pettingzoo.Perfect.__call__": of(pettingzoo.Perfect(game), environment=zoo),
        "teeko.pettingzoo.TeekoEnv": of(pettingzoo.TeekoEnv, rules=rules, most_plies=2),
        "teeko.pettingzoo.TeekoEnv.action_space": of(zoo.action_space, agent="red"),
        "teeko.pettingzoo.TeekoEnv.close": of(zoo.close),
        "teeko.pettingzoo.TeekoEnv.observation_space": of(zoo.observation_space, agent="red"),
        "teeko.pettingzoo.TeekoEnv.observe": of(zoo.observe, agent="red"),
        "teeko.pettingzoo.TeekoEnv.render": of(zoo.render),
        "teeko.pettingzoo.TeekoEnv.reset": of(zoo.reset),
        "teeko.pettingzoo.TeekoEnv.step": of(functools.partial(stepped, zoo), action=1),
        "teeko.pettingzoo.env": of(pettingzoo.env, rules=rules, most_plies=2, render_mode=None),
        "teeko.gymnasium.TeekoEnv": of(
            gymnasium.TeekoEnv, game=game, strength=1, side="red", most_plies=2, render_mode=None
        ),
        "teeko.gymnasium.TeekoEnv.action_masks": of(gym.action_masks),
        "teeko.gymnasium.TeekoEnv.render": of(gym.render),
        "teeko.gymnasium.TeekoEnv.reset": of(gym.reset, seed=1),
        "teeko.gymnasium.TeekoEnv.step": of(functools.partial(stepped, gym), action=1),
    }


MODULES = {
    "teeko": teeko,
    "teeko.actions": actions,
    "teeko.gymnasium": gymnasium,
    "teeko.matches": matches,
    "teeko.pettingzoo": pettingzoo,
    "teeko.tournament": tournament,
}


def test_every_public_function_is_called() -> None:
    found = {
        f"{module}.{name}" for module, value in MODULES.items() for name, _ in public(value)
    }
    assert found == set(calls())


@pytest.mark.parametrize("name", sorted(calls()))
def test_wrong_types_raise_errors_of_the_package(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An export to any text is a file.
    monkeypatch.chdir(tmp_path)
    function, arguments = calls()[name]
    try:
        function(**arguments)
    except (teeko.MissingTablesError, FileNotFoundError):
        assert name in ("teeko.open", "teeko.tournament.found_bots")
    for parameter, wrong in itertools.product(arguments, WRONG):
        if parameter == "games" and wrong is HUGE:
            # So many games may be played.
            continue
        shown = f"{name}({parameter}={wrong!r})"
        try:
            function(**{**arguments, parameter: wrong})
        except teeko.TeekoError as error:
            assert "\n" not in str(error), shown
        except Exception as error:
            is_missing = isinstance(error, OSError) and name.endswith("found_bots")
            assert is_missing, f"{shown}: {error!r}"
    for parameter, wrong in itertools.product(arguments, NEVER):
        if (name, parameter) in ANYTHING:
            continue
        with pytest.raises(teeko.TeekoError) as raised:
            function(**{**arguments, parameter: wrong})
        assert isinstance(raised.value, TypeError), f"{name}({parameter}={wrong!r})"


# A bot is any callable, and a class only keeps its path.
ANYTHING = {
    ("teeko.matches.play", "black"),
    ("teeko.matches.play", "red"),
    ("teeko.matches.play_series", "first"),
    ("teeko.matches.play_series", "second"),
    ("teeko.tournament.Submission", "path"),
}


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
    with pytest.raises(teeko.InputError) as raised:
        teeko.Move("1", width="wide")
    assert str(raised.value) == "expected a whole number, found <class 'str'>"
    assert any("width" in note for note in raised.value.__notes__)
