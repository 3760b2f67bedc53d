"""The types of answers: what a type checker knows about the documents of the program.

At run time every answer is a :class:`teeko.Answer`, which is a dict. ``teeko-serve`` describes the
fields in its ``/openapi.json``.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict

_Side: TypeAlias = Literal["black", "red"]
_Wdl: TypeAlias = Literal["win", "draw", "loss"]


class Value(TypedDict):
    """The value of a position for the side to move.

    In games for points ``dtw`` is a bound: the plies within which the side that scores can force at
    least ``abs(score)`` points.
    """

    outcome: _Wdl | None
    dtw: int | None
    score: NotRequired[int]


class Replies(TypedDict):
    """The choices at the next ply, and those of them that keep the result."""

    total: int
    holding: int


class QueryMove(TypedDict):
    """A choice, and its value for the side to move."""

    move: str
    outcome: _Wdl
    dtw: int | None
    score: NotRequired[int]
    piece: NotRequired[int]
    optimal: bool
    keeps_outcome: bool
    keeps_score: NotRequired[bool]
    replies: Replies
    position: str


class Query(TypedDict):
    """The answer of :meth:`teeko.Game.query`. A brief one has no ``moves``."""

    schema: str
    variant: str
    position: str
    phase: Literal["drop", "slide", "over"]
    turn: _Side
    chooser: _Side
    outcome: _Wdl
    dtw: int | None
    score: NotRequired[int | None]
    winner: _Side | None
    moves: NotRequired[list[QueryMove]]


class Line(Value):
    """The answer of :meth:`teeko.Game.line`. It has ``positions`` if you ask for boards."""

    schema: str
    variant: str
    position: str
    line: list[str]
    positions: NotRequired[list[str]]


class ReviewChoice(TypedDict):
    """A choice of a game."""

    ply: int
    position: str
    turn: _Side
    chooser: _Side
    move: str
    before: Value
    best: NotRequired[Value]
    after: Value
    points_given_away: NotRequired[int]
    optimal: bool
    keeps_outcome: bool
    mark: str | None
    better: list[str]
    refutation: NotRequired[list[str]]


class ReviewEnd(Value):
    """The last position of a game."""

    position: str
    phase: Literal["drop", "slide", "over"]
    turn: _Side
    winner: _Side | None


class Review(TypedDict):
    """The answer of :meth:`teeko.Game.review`."""

    schema: str
    variant: str
    position: str
    choices: list[ReviewChoice]
    end: ReviewEnd
    turning_point: int | None
    worst: int | None
    verdict: str
    error: NotRequired[str]


class Puzzle(TypedDict):
    """A position in which exactly one move wins."""

    position: str
    score: NotRequired[int]
    layer: int
    slot: int
    line: list[str]


class Puzzles(Value):
    """The answer of :meth:`teeko.Game.puzzles`."""

    schema: str
    variant: str
    phase: Literal["slide", "drop"]
    unique: bool
    seed: int
    puzzles: list[Puzzle]


class Choice(Value):
    """The answer of :meth:`teeko.Game.choice`."""

    schema: str
    variant: str
    position: str
    turn: _Side
    chooser: _Side
    strength: int
    move: str | None


class ByDistance(TypedDict):
    """The number of positions of a distance."""

    dtw: int | None
    outcome: str
    positions: int


class SlideCensus(TypedDict):
    """The positions of the slide phase."""

    win: int
    loss: int
    draw: int
    no_move: int
    over: int
    gift: NotRequired[int]
    impossible: int
    by_dtw: list[ByDistance]


class DropCensus(TypedDict):
    """The positions of a drop layer."""

    layer: int
    win: int
    loss: int
    draw: int
    over: int


class VariantCensus(TypedDict):
    """The positions of a game."""

    slide: SlideCensus
    drop: list[DropCensus]


class FirstDrop(Value):
    """A first drop."""

    move: str


class TableFile(TypedDict):
    """A table file."""

    path: str
    bytes: int


class AttackerWins(TypedDict):
    """The positions that the attacker wins."""

    win: int


class DefenderLosses(TypedDict):
    """The positions that the defender loses."""

    loss: int


class Threshold(TypedDict):
    """The positions from which a number of points is forced."""

    points: int
    attacker: AttackerWins
    defender: DefenderLosses
    deepest: int


class Census(Value):
    """The answer of :meth:`teeko.Game.census`."""

    variant: str
    first_drops: list[FirstDrop]
    census: VariantCensus
    thresholds: NotRequired[list[Threshold]]
    deepest: int
    seconds: float
    files: list[TableFile]


class StatsLayer(DropCensus):
    """The positions of a drop layer by distance."""

    by_dtw: list[ByDistance]


class StatsCensus(TypedDict):
    """The positions of a game by distance."""

    slide: SlideCensus
    drop: list[StatsLayer]


class ByScore(TypedDict):
    """The number of positions of a score."""

    score: int
    positions: int


class SlotPosition(TypedDict):
    """A position and its slot."""

    position: str
    slot: int


class Deepest(Value):
    """The deepest positions of a layer."""

    layer: int
    examples: list[SlotPosition]


class CutOff(TypedDict):
    """The forced wins and losses of a layer that a move limit cuts off."""

    layer: int
    win: int
    loss: int


class Limit(TypedDict):
    """A move limit of a booklet."""

    moves_each: int
    source: str
    cut_off: list[CutOff]


class Stats(Value):
    """The answer of :meth:`teeko.Game.stats`."""

    schema: str
    variant: str
    census: StatsCensus
    by_score: NotRequired[list[ByScore]]
    deepest: int
    deepest_positions: list[Deepest]
    move_limits: list[Limit]


class DiffDrop(TypedDict):
    """A first drop in two games."""

    move: str
    differs: bool
    outcomes: list[Value]


class Counts(TypedDict):
    """Positions by their result in the second game."""

    win: int
    draw: int
    loss: int


class Results(TypedDict):
    """Positions by their result in the first game."""

    win: Counts
    draw: Counts
    loss: Counts


class DiffExample(TypedDict):
    """A position that has another value in the second game."""

    position: str
    outcomes: list[Value]


class DiffLayer(TypedDict):
    """The positions of a layer in two games."""

    layer: int
    positions: int
    other_result: int
    other_distance: int
    over_in_both: int
    over_in_one: int
    results: Results
    examples: list[DiffExample]


class DropValues(TypedDict):
    """The points of a first drop in two games."""

    move: str
    values: list[Value]


class BestMove(TypedDict):
    """A position in which another move is best."""

    position: str
    values: list[Value]
    best: list[list[str]]


class BestMoves(TypedDict):
    """The positions in which another move is best."""

    positions: int
    changed: int
    examples: list[BestMove]


class DiffPoints(TypedDict):
    """What points change."""

    values: list[Value]
    first_drops: list[DropValues]
    best_moves: BestMoves


class Diff(TypedDict):
    """The answer of :meth:`teeko.Game.diff`."""

    schema: str
    variants: list[str]
    outcomes: list[Value]
    first_drops: list[DiffDrop]
    same_slide_phase: bool
    layers: list[DiffLayer]
    points: NotRequired[DiffPoints]


class Export(TypedDict):
    """The answer of :meth:`teeko.Game.export`."""

    schema: str
    variant: str
    format: str
    path: str
    rows: int
    #: The positions that the rows stand for.
    positions: int
    bytes: int


class Play(TypedDict):
    """A winning play of Scarne's."""

    number: int
    position: str
    moves: int
    line: list[str]
    instead: list[list[str]]


class Plays(TypedDict):
    """The answer of :func:`teeko.plays`."""

    schema: str
    variant: str
    source: str
    plays: list[Play]


class Variant(TypedDict):
    """A variant of Scarne's."""

    id: str
    name: str
    goals: str
    plan: str
    published: Value


class Variants(TypedDict):
    """The answer of :func:`teeko.variants`."""

    schema: str
    variants: list[Variant]
