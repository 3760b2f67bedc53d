"""Games: rules and what each position is worth."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias
from urllib.parse import urlencode

from teeko import _drawing, _teeko
from teeko._errors import InputError
from teeko._teeko import Move, Position, Rules

if TYPE_CHECKING:
    # Importing it takes longer than all the rest, and most who ask for single positions never need
    # it.
    import numpy as np
    import numpy.typing as npt

Goal: TypeAlias = Iterable[int] | Mapping[str, Any]

PLANS = ("ssss", "pppp", "psss", "ppss", "ppps", "sppp", "sspp", "sssp")

#: The names of Scarne's sixteen variants.
VARIANTS: tuple[str, ...] = tuple(f"{goals}-{plan}" for goals in ("44", "58") for plan in PLANS)


class Outcome(NamedTuple):
    """What a position is worth to the side to move."""

    #: ``win``, ``draw`` or ``loss``.
    outcome: Literal["win", "draw", "loss"]
    #: The distance in plies to the end of the game with best play, 0 if it is over; None in a draw.
    dtw: int | None
    #: The points: 1, 0 or -1 in games that are not for points.
    score: int

    @property
    def plies(self) -> int:
        """The distance with its sign, as arrays have it: positive for a win, negative for a loss, 0 for a draw."""
        return {"win": 1, "draw": 0, "loss": -1}[self.outcome] * (self.dtw or 0)


class Layer(NamedTuple):
    """Positions with the same number of pieces on the board, as arrays of equal length."""

    #: Black's circles, a bit for each, the lowest for circle 1: uint32, on boards of more than 32 circles uint64.
    black: npt.NDArray[Any]
    #: Red's circles, likewise.
    red: npt.NDArray[Any]
    #: The side to move: the same in all. In layer 8 it is Black, and values do not depend on it.
    turn: Literal["black", "red"]
    #: Values as of :meth:`Game.probe_many`.
    values: npt.NDArray[np.int16]
    #: How many positions symmetry makes equal to each, 1 to 8; 1 where all are there.
    orbit_sizes: npt.NDArray[np.uint8]


class Answer(dict[str, Any]):
    """A document of the program, such as ``teeko.query/1``. A notebook draws its position with the values of the moves."""

    def _repr_svg_(self) -> str | None:
        return _drawing.answer_svg(self)


def _goals_text(goals: str | Iterable[Goal]) -> str:
    if isinstance(goals, str):
        return goals

    def joined(circles: Iterable[int]) -> str:
        return ".".join(str(int(circle)) for circle in circles)

    def text(goal: Goal) -> str:
        if not isinstance(goal, Mapping):
            return joined(goal)
        unknown = set(goal) - {"circles", "empty", "points"}
        if unknown or "circles" not in goal:
            raise InputError(f"goal {dict(goal)!r}: expected circles, and perhaps empty and points")
        empty = "~" + joined(goal["empty"]) if goal.get("empty") else ""
        points = f"={int(goal['points'])}" if goal.get("points") is not None else ""
        return joined(goal["circles"]) + empty + points

    return "_".join(text(goal) for goal in goals)


def rules(variant: str | Rules = "44-ssss", *, goals: str | Iterable[Goal] | None = None) -> Rules:
    """The rules of a variant, such as ``44-ssss``, ``advanced``, ``58-sppp+no-centre+4x4``, or of a rule file, ``@FILE-ssss``.

    With `goals` they are those of the plan and the options in the name ``own-PLAN[+OPTION...]``. A goal is the four circles that
    win, or a dict with ``circles``, ``empty`` (circles on which nothing may stand) and ``points``.

    >>> rules("own-ssss+4x4", goals=[(1, 2, 3, 4), {"circles": (5, 6, 9, 10), "empty": (7,)}]).name
    '@own-ssss+4x4'
    """
    if isinstance(variant, Rules):
        return variant
    return Rules(variant, None if goals is None else _goals_text(goals))


def solve(variant: str | Rules = "44-ssss", *, goals: str | Iterable[Goal] | None = None) -> Game:
    """Solves a game in memory: any variant of the standard board in some tenths of a second. :func:`rules` says what is taken.

    >>> solve("44-ssss+4x4").value.outcome
    'draw'
    """
    return Game(_teeko.Game.solve(rules(variant, goals=goals)))


def open(variant: str | Rules = "44-ssss", *, tables: str | os.PathLike[str] = "tables", whole: bool = False) -> Game:
    """Opens a game from the tables that ``teeko solve`` has written into a folder.

    They are read block by block as positions are asked for, or as a `whole` beforehand, which suits questions by the thousand.
    Games for points are always read block by block.
    """
    return Game(_teeko.Game.open(rules(variant), tables, whole))


def _ask(question: str, games: Iterable[Game], parameters: Mapping[str, object]) -> bytes:
    # Switches stand without a value, lists have commas.
    texts = {name: value if isinstance(value, (str, int)) else ",".join(map(str, value)) for name, value in parameters.items() if value is not None}
    given = {name: "" if value is True else value for name, value in texts.items() if value is not False}
    native = [game._native for game in games]
    return _teeko.ask(f"{question}?{urlencode(given)}" if given else question, native)


def _answer(question: str, games: Iterable[Game], parameters: Mapping[str, object]) -> Answer:
    return Answer(json.loads(_ask(question, games, parameters)))


def variants() -> Answer:
    """Scarne's sixteen variants: the document ``teeko.variants/1``."""
    return _answer("variants", [], {})


def plays() -> Answer:
    """Scarne's seventeen winning plays: the document ``teeko.plays/1``.

    >>> len(plays()["plays"])
    17
    """
    return _answer("plays", [], {})


def questions() -> list[dict[str, Any]]:
    """The questions that can be asked, with their parameters: name, type, limits, default and help."""
    return list(_answer("questions", [], {})["questions"])


def atlas(
    *,
    goals: str | Iterable[str] | None = None,
    plans: str | Iterable[str] | None = None,
    board: str | None = None,
    steps: str | Iterable[str] | None = None,
    no_centre: Literal["any", "yes", "no", "both"] = "any",
    points: bool = False,
    sixteen: bool = False,
) -> Answer:
    """Solves a family of rule sets and reports on each: the document ``teeko.atlas/1``.

    The family is all combinations of goal sets, drop plans, steps and the centre ban on one `board`. What is left out has the
    defaults of ``teeko atlas``, which take a minute. `sixteen` takes the sixteen variants instead.

    >>> len(atlas(goals="44,58", plans=["ssss"], board="4x4", steps="king")["variants"])
    2
    """
    given = {"goals": goals, "plans": plans, "board": board, "steps": steps, "points": points, "sixteen": sixteen}
    return _answer("atlas", [], given | {"no_centre": None if no_centre == "any" else no_centre})


class Game:
    """Rules and what each of their positions is worth: from :func:`solve` or :func:`open`.

    Positions are objects or texts in any notation: ``b:7,9 r:13 r``, ``b:b4,d4 r:c3 r``, ``5/1b1b1/2r2/5/5 r``, ``slot:3:123``. One of
    another game on the same board is judged by the rules of this one. Games can be used by several threads at once.
    """

    def __init__(self, native: _teeko.Game) -> None:
        self._native = native

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._native.rules

    @property
    def name(self) -> str:
        """The name of the rules: ``44-ssss``."""
        return self.rules.name

    @property
    def start(self) -> Position:
        """The empty board."""
        return self.rules.start

    @property
    def value(self) -> Outcome:
        """What the game is worth to Black, who begins."""
        return self.probe(self.start)

    def position(self, text: str) -> Position:
        """Reads a position in any notation."""
        return self.rules.position(text)

    def after(self, moves: str) -> Position:
        """The position after moves from the empty board: ``13 12 18 8``."""
        return self.rules.after(moves)

    def probe(self, position: Position | str) -> Outcome:
        """What a position is worth to the side to move."""
        return Outcome(*self._native.probe(position))

    def probe_many(
        self,
        black: npt.NDArray[np.uint32] | npt.NDArray[np.uint64],
        red: npt.NDArray[np.uint32] | npt.NDArray[np.uint64],
        turn: npt.NDArray[np.uint8] | str,
    ) -> npt.NDArray[np.int16]:
        """What many positions are worth to the side to move, on all cores and without the interpreter's lock.

        `black` and `red` are contiguous arrays of shape ``(n,)``, uint32 or uint64, a bit for each circle, the lowest for circle 1.
        `turn` is ``"black"``, ``"red"``, or an array of shape ``(n,)`` of uint8, 0 for Black and 1 for Red. None is copied, and none
        may change meanwhile.

        Returns an array of shape ``(n,)`` of int16, in plies: positive for wins, negative for losses, 0 for draws;
        :data:`teeko.OVER` for a game that is over, :data:`teeko.IMPOSSIBLE` for what is no position of the rules.

        >>> import numpy as np
        >>> game = solve("58-ssss")
        >>> game.probe_many(np.array([0, 1 << 12], np.uint32), np.zeros(2, np.uint32), np.array([0, 1], np.uint8))
        array([ 13, -12], dtype=int16)
        """
        return self._native.probe_many(black, red, turn)

    def layer(self, number: int, *, fold: bool = True) -> Layer:
        """All positions with so many pieces on the board, 0 to 8, with their values: of symmetric ones one each, or all.

        Positions in which the side to move has a goal already cannot be and are left out. The order is always the same.

        >>> layer = solve("44-ssss").layer(1)
        >>> layer.black.size, int(layer.orbit_sizes.sum()), layer.turn
        (6, 25, 'red')
        """
        return Layer(*self._native.layer(number, fold))

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        to: str | None = None,
        layer: int | str = "all",
        where: str | None = None,
        columns: str | Iterable[str] | None = None,
        all_positions: bool = False,
        force: bool = False,
    ) -> Answer:
        """Exports positions and their values to a file: the document ``teeko.export/1`` of ``teeko export --json``.

        The file's name tells the format: ``.csv``, ``.jsonl``, ``.csv.zst``, ``.jsonl.zst``, ``.parquet``, ``.npy`` or ``.sqlite``. `to`
        names it where the name does not: ``csv``, ``jsonl``, ``parquet``, ``npy``, ``sqlite`` or ``teeko-cc``.

        `layer` is a number of pieces from 0 to 8, ``slide``, ``drop`` or ``all``. `where` keeps the rows that satisfy a condition such
        as ``outcome=win,dtw>=20``. `columns` are names in the order of the file: position, black, red, layer, turn, outcome, score, dtw,
        slot, orbit_size. Each row stands for a position and its symmetric images, or with `all_positions` for one position.

        A file that is there raises a ResourceError unless `force` is true. If an export fails or is interrupted, no file is left.

        >>> import pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "wins.csv")
        >>> solve("58-ssss").export(path, layer=1, where="outcome=loss")["rows"]
        1
        >>> print(path.read_text(), end="")
        position,turn,layer,outcome,dtw,slot
        5/5/2b2/5/5 r,red,1,loss,12,5
        """
        names = columns if columns is None or isinstance(columns, str) else ",".join(columns)
        return Answer(json.loads(self._native.export(path, to, str(layer), where, names, all_positions, force)))

    def ask(self, question: str, **parameters: object) -> Answer:
        """The answer to any question about a game, by its name: :func:`teeko.questions` lists them with their parameters."""
        return _answer(question, [self], parameters)

    def query(self, position: Position | str, *, brief: bool = False) -> Answer:
        """What a position is worth, and every choice in it, best first: the document ``teeko.query/1`` of ``teeko query --json``.

        `brief` leaves out the choices.
        """
        return self.ask("position", position=self._text(position), brief=brief)

    def line(self, position: Position | str, *, plies: int = 20, boards: bool = False) -> Answer:
        """Perfect play to the end, or in a draw so many plies: the document ``teeko.line/1``; with `boards` the position after each."""
        return self.ask("line", position=self._text(position), plies=plies, boards=boards)

    def review(self, moves: str, *, start: Position | str | None = None) -> Answer:
        """How good each ply of a game was: the document ``teeko.review/1``, with an ``error`` if a ply after the first is wrong."""
        return self.ask("review", game=moves, **{"from": None if start is None else self._text(start)})

    def puzzles(
        self, dtw: int = 5, *, phase: str = "slide", unique: bool = False, score: int | None = None, limit: int = 10, seed: int = 1
    ) -> Answer:
        """Positions in which exactly one move wins, in `dtw` plies: the document ``teeko.puzzles/1``.

        `phase` is ``slide`` or ``drop``; `unique` asks for one winning move at each of the winner's turns; `score`, in games for
        points, for so many points; `limit` is 1 to 100.
        """
        return self.ask("puzzles", dtw=dtw, phase=phase, unique=unique, score=score, limit=limit, seed=seed)

    def choice(self, position: Position | str, *, strength: int = 5, seed: int = 1) -> Answer:
        """What a player of a strength from 1 to 5 chooses: the document ``teeko.choice/1``."""
        return self.ask("choice", position=self._text(position), strength=strength, seed=seed)

    def stats(self) -> Answer:
        """How many positions there are, by layer, outcome and distance: the document ``teeko.stats/1``."""
        return self.ask("stats")

    def diff(self, other: Game, *, examples: int = 3) -> Answer:
        """The positions that are worth something else in another game on the same board: the document ``teeko.diff/1``."""
        return _answer("diff", [self, other], {"examples": examples})

    def certificate(self, *, points: int | None = None) -> bytes:
        """A proof of what the game is worth: the file that ``teeko check`` reads. `points`, in games for points, asks for fewer."""
        return _ask("certificate", [self], {"points": points})

    def census(self) -> Answer:
        """What the game is worth, and how many positions of each kind there are: its entry in ``teeko solve --json``."""
        return self.ask("")

    def best(self, position: Position | str, *, seed: int = 1) -> Move:
        """The move of the perfect player: the fastest win, the longest resistance, in a draw the move with the fewest replies that
        hold it. Of moves that are equally good the seed takes one.

        Where the opponent points, it is his choice. A pass is no move and raises an InputError; :meth:`query` has it among the choices.
        """
        return self._choice(position, 5, seed)

    def _choice(self, position: Position | str, strength: int, seed: int) -> Move:
        choice = self.choice(position, strength=strength, seed=seed)["move"]
        if choice is None:
            raise InputError(f"{position}: expected a position with something to choose, found none")
        return Move(choice, self.rules.width, self.rules.height)

    def _text(self, position: Position | str) -> str:
        return position if isinstance(position, str) else position.circles

    def __repr__(self) -> str:
        return f"<teeko.Game {self.name}>"
