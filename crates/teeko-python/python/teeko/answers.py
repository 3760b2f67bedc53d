"""The types of answers: what a type checker knows about the documents of the program.

At run time every answer is a :class:`teeko.Answer`, which is a dict.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Export(TypedDict):
    """The description of an exported file."""

    schema: str
    variant: str
    """The name of the rules."""
    format: str
    path: str
    """The file."""
    rows: int
    """The number of rows."""
    positions: int
    """The number of positions that the rows stand for."""
    bytes: int
    """The length in bytes."""


# scripts/declarations.py writes what follows.


GoalSet: TypeAlias = Literal["28", "37e", "37d", "44", "54", "58", "64", "68", "78"]
"""The name of a goal set."""


Wdl: TypeAlias = Literal["win", "draw", "loss"]
"""A result for the side to move."""


class Play(TypedDict):
    """A position from which Black wins, and how."""

    number: int
    """Its number, from 1."""
    position: str
    """The position in rows form."""
    moves: int
    """The number of moves that Black needs."""
    line: list[str]
    """
    The solution as printed. Where Red has a choice it says `?-13`, `8,11,13-?` or `*`: `?` is
    any circle, `*` any slide.
    """
    instead: list[list[str]]
    """Other solutions, printed with it or left open by the booklets."""
    note: NotRequired[str]
    """What the booklets get wrong or leave open; left out if nothing."""


class Statement(TypedDict):
    """A published statement or a question that can be checked, with its answer."""

    id: str
    """Its identifier."""
    what: str
    """The statement or the question in words."""
    verdict: Literal["holds", "refuted", "answered"]
    """The answer: it `holds`, is `refuted`, or leaves something open that is `answered`."""
    figures: str
    """The figures that decide, in words; may be empty."""
    source: str
    """The person or work that states it; of a question, that the result is this project's."""
    where: str
    """Where it can be read: addresses, or books."""


About: TypeAlias = Literal["nothing", "rules", "game", "games", "lines"]
"""The subject of a question."""


class Parameter1(TypedDict):
    """A text."""

    name: str
    """Its name."""
    help: str
    """Help in some lines."""
    type: Literal["text"]
    required: bool
    """Whether the parameter is required."""


class Parameter2(TypedDict):
    """A switch without a value."""

    name: str
    """Its name."""
    help: str
    """Help in some lines."""
    type: Literal["flag"]


class Parameter3(TypedDict):
    """A whole number."""

    name: str
    """Its name."""
    help: str
    """Help in some lines."""
    type: Literal["number"]
    least: int
    """The least."""
    most: int | None
    """The most; null is no limit."""
    default: int | None
    """The default."""


class Parameter4(TypedDict):
    """One of several words."""

    name: str
    """Its name."""
    help: str
    """Help in some lines."""
    type: Literal["word"]
    words: list[str]
    """The words. The first is the default."""


Parameter: TypeAlias = Parameter1 | Parameter2 | Parameter3 | Parameter4
"""A parameter of a question."""


class ByResult2(TypedDict):
    """Something for each result of the side to move."""

    win: int
    """Won."""
    draw: int
    """Drawn."""
    loss: int
    """Lost."""


NamedStep: TypeAlias = Literal["king", "knight", "teleport", "orthogonal"]
"""The name of a step."""


class ByDistance(TypedDict):
    """The positions won or lost in a number of plies."""

    dtw: int | None
    """The plies."""
    outcome: Wdl
    """A win or a loss."""
    positions: int
    """The number of positions."""


class AtlasWin(TypedDict):
    """A win that takes the most plies."""

    layer: int
    """The number of pieces on the board."""
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""
    position: str
    """The position where it begins."""


class FirstDropEntry(TypedDict):
    """The value of a first drop for Black."""

    move: str
    """The circle."""
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""


class AtlasMatrix(TypedDict):
    """Positions by outcome under the first rule set, then by outcome under the second."""

    positions: int
    """The number of positions."""
    flips: int
    """The number of positions with another outcome."""
    win: ByResult2
    """Won."""
    draw: ByResult2
    """Drawn."""
    loss: ByResult2
    """Lost."""


class AtlasLayer(TypedDict):
    """A layer of the drop phase."""

    layer: int
    """The number of pieces on the board."""
    positions: int
    """The number of positions."""
    flips: int
    """The number of positions with another outcome."""


class AttackerWins(TypedDict):
    """Positions in which the attacker is to move."""

    win: int
    """The positions from which the attacker forces the points."""


class DefenderLosses(TypedDict):
    """Positions in which the defender is to move and the game is not finished."""

    loss: int
    """The positions in which the defender cannot stop the attacker."""


class TableFileEntry(TypedDict):
    """A table file."""

    path: str
    """The path, with characters that cannot be displayed replaced."""
    bytes: int
    """The length in bytes."""


class RecordedGame(TypedDict):
    """A game in one form. A position is a game without plies."""

    schema: str
    """`teeko.record/1`."""
    variant: str
    """The name of the rules: those of the heading, if it names any."""
    goals: NotRequired[str]
    """The goals as the parameter `goals` has them, if the rules are no variant; left out otherwise."""
    start: NotRequired[str]
    """The position that the game starts from; left out if it is the empty board."""
    plies: list[str]
    """The plies, such as `13`, `14-8` or `pass 13`."""
    position: str
    """The position after the last ply."""
    over_after: NotRequired[int]
    """
    The number of plies after which the game is over, if others follow in the text. They are
    left out. Left out otherwise.
    """
    text: str
    """The game as a file has it: a heading, then the plies in a line."""


Phase: TypeAlias = Literal["drop", "slide", "over"]
"""A phase of the game."""


Side: TypeAlias = Literal["black", "red"]
"""A side."""


class Replies(TypedDict):
    """The choices at the next ply, counted."""

    total: int
    """All of them, a pass included; 0 once the game is finished."""
    holding: int
    """The choices that keep the result (win, draw or loss)."""


class RulesGoal(TypedDict):
    """A goal."""

    circles: list[int]
    """The circles of its pieces."""
    empty: NotRequired[list[int]]
    """The circles that must be empty for it to count; left out where there are none."""
    points: NotRequired[int]
    """The points of the goal; left out in games in which goals have no prices."""


class Threat(TypedDict):
    """A win of one side, if it is to move or the other one passes."""

    plies: int
    """The plies to the win; in games for points, a bound. In the drop phase at most 1."""
    by: NotRequired[str]
    """The first ply of the win; left out if the game is won already."""
    points: NotRequired[int]
    """In games for points: the points that the side scores. Left out in other games."""
    goals: list[RulesGoal]
    """
    Up to 1 ply: the goals that the side can complete at once, or has. With 3 plies: those that
    it threatens to complete after `by`. In games for points each with what it scores.
    """


class Choice(TypedDict):
    """The choice of a player of a given strength in a position."""

    schema: str
    """`teeko.choice/1`."""
    variant: str
    """The name of the rules."""
    position: str
    """The position in rows form."""
    turn: Side
    """The side to move."""
    chooser: Side
    """The side that chooses."""
    strength: int
    """The strength, from 1, a beginner, to 5, perfect."""
    move: str | None
    """
    The choice; null if there is nothing to choose. Then the result is null, too: that of a
    finished game is in the answer to `position`.
    """
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""


class Line(TypedDict):
    """A line of perfect play."""

    schema: str
    """`teeko.line/1`."""
    variant: str
    """The name of the rules."""
    position: str
    """The position where the line starts."""
    outcome: Wdl
    """The result for the side to move."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points. Its best moves may have smaller
    bounds.
    """
    score: NotRequired[int | None]
    """
    In games for points: the points that the side to move scores. Null if the game is over and
    pieces have numbers, since the points then depend on the last move. Left out in other games.
    """
    line: list[str]
    """The plies."""
    positions: NotRequired[list[str]]
    """The positions after each ply; left out unless `boards` asks for them."""


class ReviewEnd(TypedDict):
    """The end of a game."""

    position: str
    """The position."""
    phase: Phase
    """The phase of the game."""
    turn: Side
    """The side to move."""
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""
    winner: Side | None
    """The side that wins or has won."""


PuzzlePhase: TypeAlias = Literal["slide", "drop"]
"""The phase of the game that puzzles are from."""


class ScoreCount(TypedDict):
    """The number of positions with one score."""

    score: int
    """
    The points that the side to move nets: positive if it scores, negative if the other side
    does.
    """
    positions: int
    """
    The number of positions that are not finished, for a given side to move. Where pieces have
    numbers, each numbering of a position counts.
    """


class SlotPosition(TypedDict):
    """A position with its slot."""

    position: str
    """The position."""
    slot: int
    """Its slot in the public index of its layer."""


class CutOff(TypedDict):
    """The forced wins of a layer that a limit cuts off."""

    layer: int
    """The number of pieces on the board."""
    win: int
    """Wins of the side to move."""
    loss: int
    """Wins of its opponent."""


class TakeBackLimit(TypedDict):
    """A limit on taking slides back."""

    most: int
    """The number of times in a row that a side may take its own last slide back: 0 or 1."""
    lost: int
    """
    The number of drawn positions of the slide phase that the side to move loses under the
    limit, if neither side has slid yet.
    """
    black_holds: bool
    """Whether Black does not lose the game under the limit."""
    red_holds: bool
    """Whether Red does not lose the game under the limit."""


class CourseChoice(TypedDict):
    """A choice to learn."""

    position: str
    """The position in which the learner chooses, in rows form."""
    plies: int | None
    """The plies to the win; null in a drawn game."""
    move: str
    """The move of the course."""
    moves: list[str]
    """All moves that are as good: the fastest wins, or those that hold the draw."""
    after: int | None
    """The place in the list of the choice before; null if the game begins here."""
    reply: str | None
    """
    The other side's reply to the choice before, or its first move. If it chooses twice in a row,
    as in games in which a side points, both moves are in one text, `12 7`. So are the moves
    since the choice before if the learner had a choice that cannot lose, `12 7 18`. Null if the
    learner chooses twice in a row, or first.
    """


class BriefQuery(TypedDict):
    """
    The value of a position, and its choices.

    `outcome` and `dtw` are for the side to move in this position, also those of the moves.

    It lacks `moves`.
    """

    schema: NotRequired[str]
    """
    `teeko.query/1`, or `teeko.random/1` if the position is random; left out where the document
    is part of another.
    """
    variant: str
    """The name of the rules."""
    position: str
    """The position in rows form."""
    phase: Phase
    """The phase of the game."""
    turn: Side
    """The side to move."""
    chooser: Side
    """The side that chooses: the side to move, or its opponent if that points."""
    outcome: Wdl
    """The result for the side to move."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points. Its best moves may have smaller
    bounds.
    """
    score: NotRequired[int | None]
    """
    In games for points: the points that the side to move scores. Null if the game is over and
    pieces have numbers, since the points then depend on the last move. Left out in other games.
    """
    winner: Side | None
    """The side that wins or has won; null in a draw."""


class OutcomeFields(TypedDict):
    """An outcome; all fields are null if there is none."""

    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""


class Plays(TypedDict):
    """The seventeen winning plays of Scarne's booklets."""

    schema: str
    """`teeko.plays/1`."""
    variant: str
    """The variant of the plays."""
    source: str
    """The source in which they are printed."""
    plays: list[Play]
    """The plays in the order of the booklets."""


class Claims(TypedDict):
    """Published statements about Teeko, and results of this project. `teeko verify` checks both."""

    schema: str
    """`teeko.claims/1`."""
    claims: list[Statement]
    """The statements in the order of `teeko verify`."""
    findings: list[Statement]
    """Questions that nobody has answered before, with the answers of this project."""


class QuestionEntry(TypedDict):
    """A question."""

    name: str
    """Its name: `line`. Routes, counters and methods have the same name."""
    about: About
    """The subject of the question, which decides its path."""
    parameters: list[Parameter]
    """The parameters, without those that name rules."""
    summary: str
    """One line of help."""
    media_type: str
    """The media type of an answer."""
    path: str
    """Its path, with `{variant}` for the name of the rules."""
    method: str
    """Its method: `get` or `post`."""


class DiffDrop(TypedDict):
    """A first drop."""

    move: str
    """The circle."""
    differs: bool
    """Whether the outcomes differ, even by the distance alone."""
    outcomes: list[OutcomeFields]
    """The values for Black."""


class ByResult(TypedDict):
    """Something for each result of the side to move."""

    win: ByResult2
    """Won."""
    draw: ByResult2
    """Drawn."""
    loss: ByResult2
    """Lost."""


class DiffExample(TypedDict):
    """A position with another result."""

    position: str
    """The position."""
    outcomes: list[OutcomeFields]
    """The values for the side to move."""


class DiffDropValues(TypedDict):
    """The value of a first drop in points."""

    move: str
    """The circle."""
    values: list[OutcomeFields]
    """The values for Black."""


class DiffBestMove(TypedDict):
    """A position in which no move is best in both variants."""

    position: str
    """The position, with the pips of the pieces if one of the variants numbers them."""
    values: list[OutcomeFields]
    """The values for the side to move."""
    best: list[list[str]]
    """The best moves."""


class LayerCounts(TypedDict):
    """The positions of a layer, in disjoint classes. The slide phase is one layer."""

    layer: NotRequired[int]
    """The number of pieces on the board; left out of the slide phase."""
    win: int
    """Won by the side to move."""
    loss: int
    """Lost by the side to move, not over."""
    draw: int
    """Drawn because neither side can force a goal."""
    no_move: NotRequired[int]
    """Drawn because the side to move has no legal slide; only in the slide phase."""
    over: int
    """The other side has a goal."""
    gift: NotRequired[int]
    """
    In the slide phase: the side to move has a goal that the other side's last slide may have
    completed; left out where goals have no empty circles.
    """
    impossible: NotRequired[int]
    """
    The side to move has a goal that the other side's last slide cannot have completed; only in
    the slide phase.
    """
    by_dtw: NotRequired[list[ByDistance]]
    """The won and lost positions by distance; in the drop phase only `stats` has them."""


class AtlasDropCensus(TypedDict):
    """The positions of a drop phase."""

    drop: list[LayerCounts]
    """The counts by layer."""


class AtlasDropComparison(TypedDict):
    """Two variants."""

    variants: list[str]
    """The names; the one with fewer goals is first."""
    layers: list[AtlasLayer]
    """The layers."""


class CensusFields(TypedDict):
    """The positions of both phases."""

    slide: LayerCounts
    """The slide phase."""
    drop: list[LayerCounts]
    """The drop phase by layer."""


class ThresholdCounts(TypedDict):
    """
    The number of slide-phase positions from which `points` points can be forced.

    Where pieces have numbers, the attacker's pieces are distinguished as far as the threshold
    needs, as heavy and light; the other side's are not.
    """

    points: int
    """The points."""
    attacker: AttackerWins
    """Positions with the attacker to move."""
    defender: DefenderLosses
    """Positions with the defender to move."""
    deepest: int
    """The greatest distance in plies; 0 if there is none."""


class Why(TypedDict):
    """
    Why a choice is good or bad: what it completes, threatens, meets and allows, from the rules and
    the values alone. A quiet choice has no field.
    """

    completes: NotRequired[list[RulesGoal]]
    """The goals that the choice completes."""
    threatens: NotRequired[Threat]
    """The win that the chooser would have after the choice if the other side passed."""
    meets: NotRequired[Threat]
    """
    The win that the other side would have if the chooser passed, if it does not have it after
    the choice, or only later.
    """
    allows: NotRequired[Threat]
    """The win that the other side has after the choice."""
    replies: NotRequired[list[str]]
    """
    If the choice threatens to win in one ply: the replies that do not lose at once. Left out if
    they are more than three. None at all is a double threat.
    """
    unmet: NotRequired[bool]
    """
    Whether the other side would win if the chooser passed, and the choice does not meet that.
    Left out if not.
    """


class ReviewChoice(TypedDict):
    """One choice of a game."""

    ply: int
    """The number of the ply, from 1."""
    position: str
    """The position before it."""
    turn: Side
    """The side to move."""
    chooser: Side
    """The side that chose."""
    move: str
    """The choice."""
    before: OutcomeFields
    """The outcome before the choice, for the side to move."""
    best: NotRequired[OutcomeFields]
    """
    In games for points: the outcome with the best choice, for the side to move. Its `dtw` is
    comparable with that of `after`; that of `before` may be larger. Left out in other games,
    where it equals `before`.
    """
    after: OutcomeFields
    """The outcome after the choice, for the side to move."""
    points_given_away: NotRequired[int]
    """The points that the chooser gave away; left out in games that are not for points."""
    optimal: bool
    """Whether nothing was better."""
    keeps_outcome: bool
    """Whether the result stayed what it was."""
    mark: Literal["?", "??"] | None
    """
    `??` if the result changed or points were given away, `?` if the result came later or sooner
    than necessary (in games for points: the same points), null if nothing was better.
    """
    better: list[str]
    """All best choices, if this was not one."""
    refutation: NotRequired[list[str]]
    """
    If the choice changed the result: best play from then on, to the end of the game or, in a
    draw, for a few plies. It begins with the next ply; after a pass, with the drop of the same
    ply.
    """
    why: NotRequired[Why]
    """If something was better: why the choice is good or bad. Left out unless `why` asks for it."""


class Puzzle(TypedDict):
    """A position in which exactly one move wins, or scores the most."""

    position: str
    """The position."""
    score: NotRequired[int]
    """The points that Black scores; left out in games that are not for points."""
    layer: int
    """The number of pieces on the board."""
    slot: int
    """The slot in that layer of the public index, which ignores the numbers on pieces."""
    line: list[str]
    """
    Perfect play to the end. In games for points both sides play for points first, so it may be
    shorter than `dtw`, which is a bound.
    """
    why: NotRequired[Why]
    """Why the first move is good. Left out unless `why` asks for it."""


class Deepest(TypedDict):
    """The deepest wins or losses of a layer."""

    layer: int
    """The number of pieces on the board."""
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""
    examples: list[SlotPosition]
    """The positions in the first slots."""


class Limit(TypedDict):
    """A tournament limit."""

    moves_each: int
    """The number of slides of each side."""
    source: str
    """The source of the limit."""
    cut_off: list[CutOff]
    """The forced wins that it cuts off, by layer."""


class TakeBackLimits(TypedDict):
    """
    What limits on taking slides back leave of the draws of a game.

    A limit says how many times in a row a side may take its own last slide back. It binds the side
    that holds the draw, and not the other side.
    """

    drawn: int
    """The number of drawn positions of the slide phase."""
    limits: list[TakeBackLimit]
    """
    The limits: never, and once or any greater number of times, which leaves the same draws as
    once.
    """


class Course(TypedDict):
    """The choices to learn."""

    schema: str
    """`teeko.course/1`."""
    variant: str
    """The name of the rules."""
    side: Side
    """The learner's side: the winner, or Red in a drawn game."""
    outcome: Wdl
    """What the learner gets: `win` or `draw`."""
    plies: int | None
    """The plies within which the learner wins; null in a drawn game."""
    whole: bool
    """
    Whether the course has an answer to everything that the other side can choose. It has not in
    a drawn game, or if the winning strategy has more choices than a course.
    """
    main_line: int
    """The number of choices on the main line, with which the list begins."""
    best_defence: int | None
    """
    The number of choices, from the first on, that win against a side that always lasts as long
    as it can; null in a drawn game.
    """
    choices: list[CourseChoice]
    """The choices, in the order in which they are learnt: the main line first."""


class Variant(TypedDict):
    """A variant."""

    id: str
    """Its name."""
    name: str
    """Scarne's name for it."""
    goal_set: GoalSet
    """The goal set."""
    plan: str
    """The drop plan."""
    published: OutcomeFields
    """The published outcome for Black."""


class Questions(TypedDict):
    """The table of questions."""

    schema: str
    """`teeko.questions/1`."""
    questions: list[QuestionEntry]
    """In the order of the table."""


class DiffLayer(TypedDict):
    """The positions of a layer."""

    layer: int
    """The number of pieces on the board."""
    positions: int
    """The number of positions."""
    other_result: int
    """Open in both, with another result."""
    other_distance: int
    """Open in both, with the same result in another number of plies."""
    over_in_both: int
    """Over or impossible in both, even if over in one and impossible in the other."""
    over_in_one: int
    """Over or impossible in one, and not so in the other."""
    results: ByResult
    """By result in the first variant, then in the second."""
    examples: list[DiffExample]
    """Some of the positions with another result."""


class DiffBestMoves(TypedDict):
    """Positions of a shuffled sample of the slide phase that are open in both variants."""

    positions: int
    """The number of positions."""
    changed: int
    """The number of positions in which no move is best in both variants."""
    examples: list[DiffBestMove]
    """Some of the changed positions."""


class AtlasSlideCensus(TypedDict):
    """The positions of a slide phase."""

    slide: LayerCounts
    """The counts in disjoint classes."""


class AtlasVariant(TypedDict):
    """A variant."""

    variant: str
    """Its name."""
    slide_phase: str
    """The name of its slide phase."""
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""
    in_points: NotRequired[OutcomeFields]
    """
    The value for Black when the game is played for points; left out unless it was requested and
    all goals have prices.
    """
    first_drops: list[FirstDropEntry]
    """The value of each first drop for Black, in the order of the circles."""
    census: AtlasDropCensus
    """How many positions there are of each kind."""
    deepest: int
    """The largest distance over all layers, in plies."""
    deepest_win: AtlasWin | None
    """The deepest win; null if neither side can force one."""
    content_hash: str
    """The content hash of its table."""


class AtlasComparison(TypedDict):
    """
    Two slide phases, one with all goals of the other and some more, and the variants that differ in
    nothing else.
    """

    slide_phases: list[str]
    """The names; the one with fewer goals is first."""
    slide: AtlasMatrix
    """The positions."""
    drop: list[AtlasDropComparison]
    """The variants."""


class Report(TypedDict):
    """A report on a solved rule set. It does not keep the solution in memory."""

    variant: str
    """The name of the rules."""
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""
    first_drops: list[FirstDropEntry]
    """The value of each first drop for Black, in the order of the circles."""
    census: CensusFields
    """The number of positions of each kind; in games for points, of the plain game."""
    thresholds: NotRequired[list[ThresholdCounts]]
    """
    In games for points: the number of positions that each number of points can be forced from.
    Left out in other games.
    """
    deepest: int
    """The largest distance over all layers, in plies."""
    seconds: float
    """
    The seconds that it took to solve all rule sets of the group with this slide phase, or to
    read the tables of this one.
    """
    files: list[TableFileEntry]
    """The table files; none if none were to be written."""


class QueryMove(TypedDict):
    """A choice."""

    move: str
    """The move, or `pass`."""
    outcome: Wdl
    """The result for the side to move."""
    dtw: int | None
    """
    The distance to win in plies from the position, the move included; null in a draw. In games
    for points, a bound, as for the position.
    """
    score: NotRequired[int]
    """
    In games for points: the points that the side to move scores with it. Left out in other
    games.
    """
    piece: NotRequired[int]
    """
    The pips of the best piece to drop, if the chooser points and pieces have numbers. Left out
    elsewhere.
    """
    optimal: bool
    """Whether nothing is better for the chooser: by points in games for points, then by distance."""
    keeps_outcome: bool
    """Whether the choice keeps the result."""
    keeps_score: NotRequired[bool]
    """Whether the choice keeps the points; left out in games that are not for points."""
    replies: Replies
    """The choices at the next ply."""
    difficulty: NotRequired[int]
    """
    How hard a draw is to hold for the side that chooses next, from 0 to 3: 3 if at most an
    eighth of the replies keep it, 2 if at most a half, 1 if at most seven eighths. Left out for
    wins, losses and choices without replies.
    """
    position: str
    """
    The position after the choice, in rows form. A pass leaves it unchanged: the side to move
    then chooses.
    """
    why: NotRequired[Why]
    """Why it is good or bad; left out unless `why` asks for it."""


class Review(TypedDict):
    """A game, judged."""

    schema: str
    """`teeko.review/1`."""
    variant: str
    """The name of the rules."""
    position: str
    """The position where the game starts."""
    choices: list[ReviewChoice]
    """The choices in order; a ply after a pass has two."""
    end: ReviewEnd
    """The position after the last ply."""
    turning_point: int | None
    """The number of the ply that decided the result; null if none changed it."""
    worst: int | None
    """
    The number of the ply with the worst choice: the last that turned a win into a loss,
    otherwise the last that changed the result. Null if none did.
    """
    verdict: str
    """How the game stands and why, as text."""
    error: NotRequired[str]
    """
    Why the record ends early, if a ply cannot be read or played. The choices are those before
    it.
    """


class Puzzles(TypedDict):
    """Puzzles."""

    schema: str
    """`teeko.puzzles/1`."""
    variant: str
    """The name of the rules."""
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""
    phase: PuzzlePhase
    """The phase of the positions."""
    unique: bool
    """Whether there is one fastest move at each of Black's turns along the solution."""
    seed: int
    """The seed of the search order."""
    puzzles: list[Puzzle]
    """The puzzles."""


class Stats(TypedDict):
    """
    The counts of a variant. Those of a game for points are of the plain game, except for the counts
    by score.
    """

    schema: str
    """`teeko.stats/1`."""
    variant: str
    """Its name."""
    outcome: Wdl | None
    """The result."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points.
    """
    score: NotRequired[int]
    """The points of the outcome; left out in games that are not for points."""
    census: CensusFields
    """The positions of all layers."""
    by_score: NotRequired[list[ScoreCount]]
    """
    In games for points: the positions of the slide phase by score, most points first. Left out
    in other games.
    """
    deepest: int
    """The largest distance over all layers, in plies."""
    deepest_positions: NotRequired[list[Deepest]]
    """
    The deepest positions of each layer; left out if the values of all positions do not fit in
    memory.
    """
    move_limits: list[Limit]
    """The forced wins that tournament limits would cut off."""
    take_backs: NotRequired[TakeBackLimits]
    """What limits on taking slides back leave of the draws. Left out unless asked for."""


class Variants(TypedDict):
    """The sixteen variants of *Scarne on Teeko* (1955)."""

    schema: str
    """`teeko.variants/1`."""
    variants: list[Variant]
    """The variants in Scarne's order."""


class DiffPoints(TypedDict):
    """
    The values of two variants in points, and the positions with another best move. Values of a
    variant that is not for points have no score.
    """

    values: list[OutcomeFields]
    """The values of the game for Black."""
    first_drops: list[DiffDropValues]
    """Black's first drops, in the order of the circles."""
    best_moves: DiffBestMoves
    """The positions with other best moves, in a sample of the slide phase."""


class AtlasPhase(TypedDict):
    """A slide phase: everything that its variants share."""

    slide_phase: str
    """Its name."""
    goal_set: GoalSet
    """The goal set."""
    goal_count: int
    """The number of goals on the board."""
    steps: NamedStep
    """The steps of a slide."""
    census: AtlasSlideCensus
    """How many positions there are of each kind."""
    deepest: int
    """The largest distance in plies."""
    deepest_win: AtlasWin | None
    """The deepest win; null if neither side can force one."""
    content_hash: str
    """The content hash of its table."""


class Query(TypedDict):
    """
    The value of a position, and its choices.

    `outcome` and `dtw` are for the side to move in this position, also those of the moves.
    """

    schema: NotRequired[str]
    """
    `teeko.query/1`, or `teeko.random/1` if the position is random; left out where the document
    is part of another.
    """
    variant: str
    """The name of the rules."""
    position: str
    """The position in rows form."""
    phase: Phase
    """The phase of the game."""
    turn: Side
    """The side to move."""
    chooser: Side
    """The side that chooses: the side to move, or its opponent if that points."""
    outcome: Wdl
    """The result for the side to move."""
    dtw: int | None
    """
    The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    which the side that scores can force at least these points. Its best moves may have smaller
    bounds.
    """
    score: NotRequired[int | None]
    """
    In games for points: the points that the side to move scores. Null if the game is over and
    pieces have numbers, since the points then depend on the last move. Left out in other games.
    """
    winner: Side | None
    """The side that wins or has won; null in a draw."""
    moves: list[QueryMove]
    """
    The choices, best for the chooser first; draws and equal losses by `replies`. Left out if
    not requested.
    """


class Diff(TypedDict):
    """Two variants and how they differ. Pairs are in the order of the variants."""

    schema: str
    """`teeko.diff/1`."""
    variants: list[str]
    """Their names."""
    outcomes: list[OutcomeFields]
    """The values of the game for Black."""
    first_drops: list[DiffDrop]
    """Black's first drops, in the order of the circles."""
    same_slide_phase: bool
    """Whether both have the same slide phase, so that nothing differs in layer 8."""
    layers: list[DiffLayer]
    """The layers that were compared."""
    points: NotRequired[DiffPoints]
    """How they differ in points; left out where neither is a game for points."""


class Atlas(TypedDict):
    """The whole atlas."""

    schema: str
    """`teeko.atlas/1`."""
    board: str
    """The board."""
    slide_phases: list[AtlasPhase]
    """The slide phases by step, then goal set."""
    variants: list[AtlasVariant]
    """The variants in the order of their slide phases."""
    comparisons: list[AtlasComparison]
    """The effects of additional goals."""
