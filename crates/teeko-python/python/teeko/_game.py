"""Solved games, and the questions that they answer."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from teeko import _teeko
from teeko._arguments import instance, integer, items
from teeko._asking import Answer, answer, ask
from teeko._errors import InputError
from teeko._moves import MoveLike
from teeko._questions import Questions
from teeko._teeko import Move, Position, Rules
from teeko._values import Children, Layer, Outcome

if TYPE_CHECKING:
    # Importing NumPy takes longer than importing the rest, and single positions do not need it.
    import numpy as np
    import numpy.typing as npt

    from teeko import answers

    #: The first argument of the methods for many positions: these, or Black's circles as bitmasks.
    _Positions: TypeAlias = Position | Sequence[Position] | npt.ArrayLike
    #: The others: Red's circles as bitmasks, and the sides to move.
    _Numbers: TypeAlias = npt.ArrayLike | None

Goal: TypeAlias = Iterable[int] | Mapping[str, Any]

#: A board: rows of ``'b'``, ``'r'`` and ``' '``, or of 1 for Black, -1 for Red and 0. The rows may
#: be a NumPy array.
Grid: TypeAlias = Iterable[Iterable[str]] | Iterable[Iterable[int]]

PLANS = ("ssss", "pppp", "psss", "ppss", "ppps", "sppp", "sspp", "sssp")

VARIANTS: tuple[str, ...] = (*(f"44-{plan}" for plan in PLANS), *(f"58-{plan}" for plan in PLANS))
"""The names of Scarne's sixteen variants."""


#: The expected form of goals.
_GOALS = "a list of goals, each a list of circles or a dict"


def _goals_text(goals: str | Iterable[Goal]) -> str:
    """Returns goals as the core takes them: ``1.2.6.7_1.3.11.13~7=3``."""
    if isinstance(goals, str):
        return goals
    return "_".join(_goal_text(goal) for goal in items("goals", goals, _GOALS))


def _goal_text(goal: Goal) -> str:
    """Returns a goal: its circles, after ``~`` those that must be empty, after ``=`` its points."""
    if not isinstance(goal, Mapping):
        return _circles_text(goal)
    unknown = set(goal) - {"circles", "empty", "points"}
    if unknown or "circles" not in goal:
        raise InputError(f"goal {dict(goal)!r}: expected circles, and perhaps empty and points")
    text = _circles_text(goal["circles"])
    if goal.get("empty") is not None and (empty := _circles_text(goal["empty"])):
        text += f"~{empty}"
    if goal.get("points") is not None:
        text += f"={integer('goals', goal['points'])}"
    return text


def _circles_text(circles: Iterable[int]) -> str:
    numbers = items("goals", circles, _GOALS)
    return ".".join(str(integer("goals", circle)) for circle in numbers)


def rules_of(name: str, value: str | Rules | Game) -> Rules:
    """Returns the rules that the argument `name` is, names or has."""
    if isinstance(value, Game):
        return value.rules
    if isinstance(value, Rules):
        return value
    instance(name, value, str, "a name, teeko.Rules or a teeko.Game")
    return Rules(value)


def rules(
    variant: str | Rules | Game = "44-ssss", *, goals: str | Iterable[Goal] | None = None
) -> Rules:
    """Returns the rules of a variant, of a rule file or of a game.

    `variant` is a name such as ``44-ssss``, ``advanced`` or ``58-sppp+no-centre+4x4``, or a rule
    file as ``@FILE-ssss``.

    With `goals`, `variant` is ``own-PLAN[+OPTION...]``. A goal is a list of the four circles that
    win, or a dict with ``circles``, ``empty`` (circles that must be empty) and ``points``.

    >>> rules("own-ssss+4x4", goals=[(1, 2, 3, 4), {"circles": (5, 6, 9, 10), "empty": (7,)}]).name
    '@own-ssss+4x4'
    """
    if goals is None or not isinstance(variant, str):
        found = rules_of("variant", variant)
        if goals is not None:
            raise InputError(f"goals: expected none with the rules {found.name}, found some")
        return found
    return Rules(variant, _goals_text(goals))


def solve(variant: str | Rules = "44-ssss", *, goals: str | Iterable[Goal] | None = None) -> Game:
    """Solves a game in memory.

    A variant of the standard board takes some tenths of a second. The arguments are those of
    :func:`rules`.

    >>> solve("44-ssss+4x4").value.outcome
    'draw'
    """
    return Game(_teeko.Game.solve(rules(variant, goals=goals)))


def open(
    variant: str | Rules = "44-ssss",
    *,
    tables: str | os.PathLike[str] = "tables",
    whole: bool = False,
) -> Game:
    """Opens the tables of a game that ``teeko solve`` has written to the folder `tables`.

    The tables are read block by block as you look positions up. With `whole` they are read at once,
    which is faster for thousands of positions. Games for points are always read block by block.
    """
    native = _teeko.Game.open(rules(variant), tables, whole)
    return Game(native, tables=os.path.abspath(tables), whole=whole)


def _restored(rules: Rules, tables: str | None, whole: bool) -> Game:
    """Returns a game that has been pickled, which is solved or opened again."""
    return solve(rules) if tables is None else open(rules, tables=tables, whole=whole)


def variants() -> answers.Variants:
    """Returns Scarne's sixteen variants: the document ``teeko.variants/1``."""
    return answer("variants", [], {})


def plays() -> answers.Plays:
    """Returns Scarne's seventeen winning plays: the document ``teeko.plays/1``.

    >>> len(plays()["plays"])
    17
    """
    return answer("plays", [], {})


def claims() -> answers.Claims:
    """Returns published claims about Teeko with answers: the document ``teeko.claims/1``."""
    return answer("claims", [], {})


def questions() -> list[answers.QuestionEntry]:
    """Returns the questions that :meth:`Game.ask` answers, with their parameters."""
    return list(answer("questions", [], {})["questions"])


class Game(Questions):
    """A rule set with the value of each of its positions, from :func:`solve` or :func:`open`.

    Methods take a position as an object or as text in any notation: ``b:7,9 r:13 r``,
    ``b:b4,d4 r:c3 r``, ``5/1b1b1/2r2/5/5 r`` or ``slot:3:123``. A position of another game on the
    same board is evaluated by this game's rules. Several threads can use a game at once.

    Games can be pickled. A pickle has the rules only: the game is solved, or its tables are opened,
    again.
    """

    def __init__(
        self, native: _teeko.Game, *, tables: str | None = None, whole: bool = False
    ) -> None:
        instance("native", native, _teeko.Game, "a game of teeko.solve or teeko.open")
        self._native = native
        self._opened = tables, whole

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._native.rules

    @property
    def name(self) -> str:
        """The name of the rules, such as ``44-ssss``."""
        return self.rules.name

    @property
    def start(self) -> Position:
        """The empty board."""
        return self.rules.start

    @property
    def value(self) -> Outcome:
        """The value of the game for Black, who moves first."""
        return self.probe(self.start)

    def position(self, text: str) -> Position:
        """Parses a position in any notation."""
        return self.rules.position(text)

    def position_from_grid(self, grid: Grid, turn: str | None = None) -> Position:
        """Creates a position of this game from rows of ``'b'``, ``'r'`` and ``' '``, or of numbers.

        A NumPy array or lists have 1 for a piece of Black, -1 for one of Red and 0 for an empty
        circle, whichever side is to move. You can leave out `turn` while pieces are still to be
        dropped.

        >>> import numpy as np
        >>> board = np.zeros((5, 5), int)
        >>> board[2, 2], board[0, 4] = 1, -1
        >>> solve("44-ssss").position_from_grid(board).circles
        'b:13 r:5 b'
        """
        return Position.from_grid(grid, turn, self.rules)

    def after(self, moves: str | Sequence[MoveLike]) -> Position:
        """Returns the position after `moves` from the empty board.

        `moves` is a text such as ``13 12 18 8``, or a list of moves. A number in a list is a circle.

        >>> solve("44-ssss").after([(2, 2), "12", Move("18"), 8]).circles
        'b:13,18 r:8,12 b'
        """
        return self.rules.after(moves)

    def probe(self, position: Position | str) -> Outcome:
        """Returns the value of a position for the side to move."""
        return Outcome(*self._native.probe(position))

    def probe_many(
        self,
        black: _Positions,
        red: _Numbers = None,
        turn: _Numbers = None,
        *,
        out: npt.NDArray[np.int16] | None = None,
    ) -> npt.NDArray[np.int16]:
        """Returns the values of many positions for the side to move.

        It runs on all cores, releases the interpreter's lock, and can be interrupted.

        The only argument is a :class:`Position` or a list of those. Or else `black` and `red` are
        bitmasks of circles; the lowest bit is circle 1. `turn` is ``"black"`` or ``"red"``, or 0
        for Black, 1 for Red, or an array of these, as exports have them. Lists, numbers and arrays
        of any integer type are accepted, and broadcast to one shape. Contiguous arrays of type
        uint32 or uint64, with uint8 for `turn`, are not copied; do not change them during the call.

        The result has the type int16 and the shape of the positions. It is `out` if given. Values
        are in plies: positive for wins, negative for losses, 0 for draws. :data:`teeko.OVER`, below
        every other loss, marks a finished game that the side to move has lost. With goals that have
        empty circles the side to move may have won; then the value is ``-teeko.OVER``.
        :data:`teeko.IMPOSSIBLE` marks an invalid position. In games for points the plies are a
        bound, as in :attr:`Outcome.dtw`.

        >>> game = solve("58-ssss")
        >>> game.probe_many([0, 1 << 12], 0, [0, 1])
        array([ 13, -12], dtype=int16)
        >>> game.probe_many([game.start, game.after("13")])
        array([ 13, -12], dtype=int16)
        """
        from teeko import _arrays

        shape, flat = _arrays.positions(self.rules, black, red, turn)
        values = _arrays.output(out, shape)
        _teeko.probe_many(self._native, flat, values.reshape(-1))
        return values if out is not None else values[()]

    def legal_mask(
        self, black: _Positions, red: _Numbers = None, turn: _Numbers = None
    ) -> npt.NDArray[np.int8]:
        """Returns an int8 array with 1 for each legal move of many positions, 0 for all others.

        The arguments are those of :meth:`probe_many`. The last axis has the numbers of
        :class:`teeko.actions.Actions`. It is all 0 for finished games and invalid positions.

        >>> mask = solve("44-ssss").legal_mask([0, 1 << 12], 0, [0, 1])
        >>> mask.shape, mask.sum(axis=1).tolist()
        ((2, 650), [25, 24])
        """
        return self._rows(_teeko.legal_mask, self.rules, black, red, turn)

    def planes(
        self, black: _Positions, red: _Numbers = None, turn: _Numbers = None
    ) -> npt.NDArray[np.int8]:
        """Returns the boards of many positions: an int8 array with 1 where a piece stands.

        The arguments are those of :meth:`probe_many`. The last axes have the shape
        ``(height, width, 2)``: the pieces of the side to move, then those of its opponent. They are
        all 0 for invalid positions.

        >>> solve("44-ssss").planes(1 << 12, 0, "red")[2, 2]
        array([0, 1], dtype=int8)
        """
        return self._rows(_teeko.planes, self.rules, black, red, turn)

    def policy(
        self, black: _Positions, red: _Numbers = None, turn: _Numbers = None
    ) -> npt.NDArray[np.float32]:
        """Returns the best moves of many positions: a float32 array of equal probabilities.

        The arguments and the shape are those of :meth:`legal_mask`. The probabilities of a position
        add up to 1. They are all 0 if it has no legal move.

        >>> policy = solve("58-ssss").policy(0, 0, "black")
        >>> policy.nonzero()[0] + 1        # the circles that win in 13 plies
        array([13])
        """
        return self._rows(_teeko.policy, self._native, black, red, turn)

    def move_values(
        self, black: _Positions, red: _Numbers = None, turn: _Numbers = None
    ) -> npt.NDArray[np.int16]:
        """Returns the value of every legal move of many positions, for the side to move.

        The arguments and the shape are those of :meth:`legal_mask`. Values are in plies that count
        from the position: positive for wins, negative for losses, 0 for draws. Numbers that are no
        legal move have :data:`teeko.IMPOSSIBLE`. In a pointed drop the opponent of the side to move
        chooses, so the worst value is the position's. Games for points raise an InputError.

        >>> values = solve("58-ssss").move_values(0, 0, "black")
        >>> values[12], values[0], values[25] == _teeko.IMPOSSIBLE
        (np.int16(13), np.int16(0), np.True_)
        """
        return self._rows(_teeko.move_values, self._native, black, red, turn)

    def folds(
        self, black: _Positions, red: _Numbers = None, turn: _Numbers = None
    ) -> npt.NDArray[np.uint8]:
        """Returns the fold of many positions, 0 to 9: the column ``fold`` of exports.

        The arguments are those of :meth:`probe_many`. All images of a position have its fold, so
        training with some folds and testing with others tests no image of a training position. The
        fold of an invalid position is 255.

        >>> game = solve("44-ssss")
        >>> game.folds(game.after("13 8 1").images()).tolist()
        [5, 5, 5, 5, 5, 5, 5, 5]
        """
        return self._rows(_teeko.folds, self._native, black, red, turn)

    def children(
        self, black: _Positions, red: _Numbers = None, turn: _Numbers = None
    ) -> Children:
        """Returns the positions after each legal move of many positions.

        The arguments are those of :meth:`probe_many`. Finished games and invalid positions have no
        children.

        >>> game = solve("58-ssss")
        >>> after = game.children([0, 1 << 12], 0, [0, 1])
        >>> after.parent.size, game.probe_many(after.black, after.red, after.turn)[12]
        (49, np.int16(-12))
        """
        from teeko import _arrays

        _, flat = _arrays.positions(self.rules, black, red, turn)
        return Children(*_teeko.children(self._native, flat))

    def layer(self, number: int, *, fold: bool = True, open_only: bool = False) -> Layer:
        """Returns all positions with `number` pieces on the board, 0 to 8, with their values.

        With `fold`, symmetric positions share one entry. With `open_only`, finished games are left
        out. Positions in which the side to move already has a goal cannot occur and are always left
        out. The order is always the same.

        >>> layer = solve("44-ssss").layer(1)
        >>> layer.black.size, int(layer.orbit_sizes.sum()), layer.turn
        (6, 25, 'red')
        """
        if not 0 <= integer("layer", number) <= 8:
            raise InputError(f"layer: expected a number from 0 to 8, found {number}")
        return Layer(*_teeko.layer(self._native, number, fold, open_only))

    def _rows(
        self,
        fill: Callable[[Any, Any], npt.NDArray[Any]],
        subject: Rules | _teeko.Game,
        black: _Positions,
        red: _Numbers,
        turn: _Numbers,
    ) -> npt.NDArray[Any]:
        """Returns what `fill` finds about each position of rules or a game, in the shape of the
        positions.
        """
        from teeko import _arrays

        shape, flat = _arrays.positions(self.rules, black, red, turn)
        rows = fill(subject, flat)
        return rows.reshape((*shape, *rows.shape[1:]))[()]

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        to: str | None = None,
        layer: int | str = "all",
        where: str | None = None,
        columns: str | Iterable[str] | None = None,
        values: bool = False,
        all_positions: bool = False,
        force: bool = False,
    ) -> answers.Export:
        """Exports positions and their values to a file.

        Returns the document ``teeko.export/1`` of ``teeko export --json``.

        The extension of the file selects the format: ``.csv``, ``.jsonl``, ``.csv.zst``,
        ``.jsonl.zst``, ``.parquet`` or ``.npy``. For other names, set `to` to ``csv``,
        ``jsonl``, ``parquet``, ``npy`` or ``teeko-cc``.

        `layer` is a number of pieces from 0 to 8, ``slide``, ``drop`` or ``all``. `where` keeps the
        rows that satisfy a condition such as ``outcome=win,dtw>=20``. `columns` selects and orders
        the columns: position, black, red, layer, turn, outcome, score, dtw, slot, weight, fold,
        variant, values. `values` adds the last: a number for each legal move in the order of
        :class:`teeko.actions.Actions`, in plies, above 0 for a win, below 0 for a loss. `fold`, 0
        to 9, splits data: all images of a position have the same. Each row stands for a position
        and its symmetric images, `weight` positions in all, or with `all_positions` for one
        position. In a draw `dtw` is -1 in text and arrays, null in Parquet.

        If the file exists, a ResourceError is raised unless `force` is true. An export that fails
        or is interrupted leaves no file.

        >>> import pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "wins.csv")
        >>> solve("58-ssss").export(path, layer=1, where="outcome=loss")["rows"]
        1
        >>> print(path.read_text(), end="")
        position,turn,layer,outcome,dtw,slot,weight,variant
        5/5/2b2/5/5 r,red,1,loss,12,5,1,58-ssss
        """
        layers = layer if isinstance(layer, str) else str(integer("layer", layer))
        native = self._native
        document = native.export(path, to, layers, where, columns, values, all_positions, force)
        written: Any = Answer(json.loads(document))
        return written

    def ask(self, question: str, **parameters: object) -> Any:
        """Answers a question by its name.

        The answer is an :class:`Answer`, that to ``certificate`` bytes. :func:`teeko.questions`
        lists the names and their parameters.
        """
        if question == "certificate":
            return ask(question, [self], parameters)
        return answer(question, [self], parameters)

    def best(self, position: Position | str, *, seed: int = 1) -> Move:
        """Returns the move of the perfect player.

        It is the fastest win or the slowest loss. In a draw or a loss, it is the move after which
        the fewest replies keep the result. `seed` selects among moves that are equally good.

        In a pointed drop, it is the circle that the opponent points at. If the best choice is to
        pass, an InputError is raised; :meth:`query` lists passes, too.
        """
        return self._choice(position, 5, seed)

    def _choice(self, position: Position | str, strength: int, seed: int) -> Move:
        if not 0 <= integer("seed", seed) < 1 << 64:
            raise InputError(f"seed {seed}: expected a number from 0 to {(1 << 64) - 1}")
        return self._native.choose(position, strength, seed)

    def __reduce__(self) -> tuple[Any, tuple[Rules, str | None, bool]]:
        return _restored, (self.rules, *self._opened)

    def __repr__(self) -> str:
        return f"<teeko.Game {self.name}>"
