"""The questions about solved games, as methods."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Self, overload

from teeko._asking import answer, ask

if TYPE_CHECKING:
    from teeko import _teeko, answers
    from teeko._moves import MoveLike, Recorded
    from teeko._teeko import GameRecord, Position

# scripts/declarations.py writes what follows.


def atlas(
    *,
    goals: str | Iterable[str] | None = None,
    plans: str | Iterable[str] | None = None,
    board: str | None = None,
    steps: str | Iterable[str] | None = None,
    no_centre: Literal["any", "yes", "no", "both"] = "any",
    points: bool = False,
    sixteen: bool = False,
) -> answers.Atlas:
    """Solve a family of rule sets, report on each, and compare them.

    A family is every combination of some goal sets, drop plans, steps and centre bans on one board.
    The default has 384 rule sets: the six goal sets with squares, all plans, king and knight steps,
    with and without the centre ban, on the standard board. For each rule set the report has the
    value of the game, the value of each first drop, the counts of positions by outcome, and the
    longest win. If one goal set contains another, the report also counts the positions whose
    outcome differs between the two.

    Returns the document `teeko.atlas/1`.

    Args:
        goals: Goal sets, separated by commas, such as 44,58 [default: the six from 44 to 78].
        plans: Drop plans, separated by commas, such as ssss,sppp [default: all sixteen].
        board: Board, from 4x4 to 8x8 [default: 5x5].
        steps: Steps, separated by commas, such as king,orthogonal; `teeko variants` lists them
            [default: king,knight].
        no_centre: Whether Black is banned from opening in the centre.
        points: Also report the value of each rule set when played for points, if all its goals have
            prices.
        sixteen: Report on the sixteen variants that `teeko variants` lists, and no others.
    """
    given = {
        "goals": goals,
        "plans": plans,
        "board": board,
        "steps": steps,
        "no_centre": no_centre,
        "points": points,
        "sixteen": sixteen,
    }
    return answer("atlas", [], given)


class Questions:
    """What :class:`teeko.Game` can be asked."""

    _native: _teeko.Game

    def diff(self, other: Self, *, examples: int = 3) -> answers.Diff:
        """Show the positions whose result differs between two variants.

        Counts positions by layer: the number of pieces on the board. Symmetric positions count
        separately. Positions that are finished or impossible in only one of the variants have a
        count of their own. Of the positions that are open in both variants and whose result
        differs, the first of each layer are shown, one of each symmetric set. If both variants have
        the same goals and steps, no position of layer 8 differs.

        If a variant is a game for points, the results are those of the game without points, in
        which any goal wins. The differences in points follow: the values of the games, and in a
        sample of the slide phase the positions in which no move is best in both variants.

        Returns the document `teeko.diff/1`.

        Args:
            examples: Number of positions to show per layer at most. From 0 to 100.
        """
        return answer("diff", [self, other], {"examples": examples})

    def census(self) -> answers.Report:
        """Show what a rule set is worth."""
        return answer("solution", [self], {})

    def record(
        self,
        text: str,
        *,
        naming: Literal["any", "letters", "course"] = "any",
        start: Position | str | None = None,
    ) -> answers.RecordedGame:
        """Read a game or a position as people write them, without its value.

        The text is a record of a game with or without a heading, moves, or a position in any
        notation. If its heading names rules, the game is one under those. Plies after the end of a
        game are left out.

        A name of a circle such as C2 can mean two circles. Small letters are read as elsewhere: c2
        is in row 2 from the bottom. Otherwise the names in the text may fit one notation only. If
        they fit both, the text is refused, and "found" has what such a name means in each.

        Returns the document `teeko.record/1`.

        Args:
            naming: How the text names circles.
            start: Position from which the moves start [default: the empty board].
        """
        return answer("record", [self], {"text": text, "naming": naming, "from": start})

    @overload
    def query(
        self,
        position: Position | str,
        *,
        brief: Literal[False] = False,
        pass_: bool = False,
        at: int | str | None = None,
        why: bool = False,
    ) -> answers.Query: ...

    @overload
    def query(
        self,
        position: Position | str,
        *,
        brief: bool,
        pass_: bool = False,
        at: int | str | None = None,
        why: bool = False,
    ) -> answers.Query | answers.BriefQuery: ...

    def query(
        self,
        position: Position | str,
        *,
        brief: bool = False,
        pass_: bool = False,
        at: int | str | None = None,
        why: bool = False,
    ) -> answers.Query | answers.BriefQuery:
        """Show who wins a position, how fast, and the value of every move.

        Moves are listed best first, each with its outcome and the number of replies that hold it.
        Draws, and losses in equally many plies, are listed by this number: the fewer replies hold,
        the harder for the other side. If the opponent points at the circle of a drop, the list has
        the circles to point at, best for the opponent first.

        Returns the document `teeko.query/1`, or `teeko.random/1` if the position is random.

        Args:
            brief: Leave out the moves.
            pass_: The choices of the side to move once its opponent has passed instead of pointing;
                under the pass rule.
            at: The choices among the pieces of the side to move once its opponent has pointed at
                this circle; in games with pips.
            why: Say why each move is good or bad: what it completes, threatens, meets and allows.
        """
        given = {"position": position, "brief": brief, "pass": pass_, "at": at, "why": why}
        return answer("position", [self], given)

    def choice(
        self,
        position: Position | str,
        *,
        pass_: bool = False,
        at: int | str | None = None,
        strength: int = 5,
        seed: int = 1,
    ) -> answers.Choice:
        """Show what a player of some strength chooses in a position.

        Returns the document `teeko.choice/1`.

        Args:
            pass_: The choices of the side to move once its opponent has passed instead of pointing;
                under the pass rule.
            at: The choices among the pieces of the side to move once its opponent has pointed at
                this circle; in games with pips.
            strength: How well the player plays, from 1, a beginner, to 5, perfect.
            seed: Picks one of equally good moves: the same seed picks the same.
        """
        given = {"position": position, "pass": pass_, "at": at, "strength": strength, "seed": seed}
        return answer("choice", [self], given)

    def line(
        self,
        position: Position | str,
        *,
        plies: int = 20,
        boards: bool = False,
    ) -> answers.Line:
        """Show one line of perfect play from a position to the end.

        Every ply is the best one: the winner wins as fast as possible, the loser resists as long as
        possible. A draw has no end, so its line stops after some plies. In games for points both
        sides play for points first, for plies second.

        Returns the document `teeko.line/1`.

        Args:
            plies: Number of plies to show of a draw. From 0 to 65535.
            boards: Show the board after each ply; in JSON, add the field "positions".
        """
        return answer("line", [self], {"position": position, "plies": plies, "boards": boards})

    def review(
        self,
        moves: str | Sequence[MoveLike] | GameRecord | Recorded,
        *,
        start: Position | str | None = None,
        why: bool = False,
    ) -> answers.Review:
        """Judge a game move by move, and show what was better.

        If the opponent points at the circle of a drop, the choice is the opponent's, and so is a
        mistake. With the option +pass the opponent may pass instead of pointing. "pass 13" means
        that the opponent passed and the mover then chose 13; the two choices are judged separately.

        A game that `teeko play` has saved names its variant and its start, which count unless you
        give others.

        For each choice that changed the result, the review shows the refutation: best play after
        it. For the worst choice, it also shows the position. If a ply of the game is illegal, the
        plies before it are judged, and an error follows. In JSON, a choice that changed the result
        has a "refutation", and a game with an illegal ply has an "error".

        Returns the document `teeko.review/1`.

        Args:
            start: Position from which the moves start [default: the empty board].
            why: Say why each mistake is one: what it threatens, meets and allows.
        """
        return answer("review", [self], {"game": moves, "from": start, "why": why})

    def puzzles(
        self,
        dtw: int = 5,
        *,
        phase: Literal["slide", "drop"] = "slide",
        unique: bool = False,
        score: int | None = None,
        limit: int = 10,
        seed: int = 1,
        why: bool = False,
    ) -> answers.Puzzles:
        """Find positions in which exactly one move wins, or scores most.

        Black is to move in every puzzle. Positions are chosen at random, one of each symmetric set.
        No other move wins, not even later. The solution is one line of perfect play. In it, Red
        loses as late as possible and, among equally good moves, prefers one that threatens a goal.

        In games for points, exactly one move scores the most points that Black can force. The
        distance is the number of plies in which Black can force at least that many points. The
        solution may be shorter: Red rather loses sooner than gives away more points. If pieces have
        numbers, the seed also chooses the numbers.

        Returns the document `teeko.puzzles/1`.

        Args:
            dtw: Distance to the win in plies: odd, since Black makes the last one (unless goals
                have empty circles). In games for points, the plies within which Black forces the
                points.
            phase: Phase of the game; in the drop phase only positions in which Black chooses the
                circle.
            unique: Only puzzles in which Black has exactly one fastest move at each turn of the
                solution.
            score: In games for points, only puzzles in which Black scores this many of them, as 8
                within 3 plies in 44-ssss+pips. From 1 to 255.
            limit: Number of puzzles to find at most. From 1 to 100.
            seed: Seed of the random choice: the same seed gives the same puzzles.
            why: Say why the first move of each solution is good: what it completes, threatens and
                meets.
        """
        given = {
            "dtw": dtw,
            "phase": phase,
            "unique": unique,
            "score": score,
            "limit": limit,
            "seed": seed,
            "why": why,
        }
        return answer("puzzles", [self], given)

    def random(
        self,
        *,
        outcome: Literal["any", "win", "draw", "loss"] = "any",
        dtw: int | None = None,
        pieces: int | None = None,
        seed: int = 1,
    ) -> answers.Query:
        """Show a random position to practise.

        All positions that fit are equally likely. The game is not finished, and the side to move
        has a move. The answer has the fields that a position's has, every move among them; its
        schema is `teeko.random/1`. If pieces have numbers, the seed chooses the numbers.

        Returns the document `teeko.query/1`, or `teeko.random/1` if the position is random.

        Args:
            outcome: Outcome for the side to move.
            dtw: Distance to the end in plies; in games for points, the plies within which points
                are forced [default: any].
            pieces: Number of pieces on the board [default: any]. From 0 to 8.
            seed: Seed of the random choice: the same seed gives the same position.
        """
        given = {"outcome": outcome, "dtw": dtw, "pieces": pieces, "seed": seed}
        return answer("random", [self], given)

    def stats(self, *, take_backs: bool = False) -> answers.Stats:
        """Count positions by outcome and distance, and show the deepest.

        A layer contains all positions with the same number of pieces on the board. In layers 0 to 7
        the next move is a drop, in layer 8 a slide. Symmetric positions count separately. The
        deepest positions have the longest distance to the win. The first of them in the order of
        `slot:` numbers are shown, one of each symmetric set.

        Under a tournament limit of N moves, the game is a draw when each side has made N slides.
        The limit cuts off a forced win if the winner needs more than N slides against the best
        defence. In these counts, every position of the slide phase has just been reached, so both
        sides have N slides left. Drops do not count.

        In games for points, these counts and the histogram are those of the game without points, in
        which any goal wins. Another table counts the positions of layer 8 by the points that the
        side to move scores.

        Scarne's ten move limit is another one: a side may not keep moving one piece back and forth
        between the same two circles. So it may take its own last slide back ten times in a row, and
        has lost if it could only do so once more. Here the limit binds the side that holds a draw,
        and not the other side, which is the hardest case for the draw. Once in a row is then as
        good as ten times, or any number.

        Returns the document `teeko.stats/1`.

        Args:
            take_backs: Also find which draws survive if a side may take its own last slide back ten
                times in a row, or never.
        """
        return answer("stats", [self], {"take_backs": take_backs})

    def course(self) -> answers.Course:
        """List the choices to learn, to win a game that is won or to hold one that is drawn.

        In a game that is won, the learner is the winner: Black in Advanced Teeko. The choices are
        those of a winning strategy, each position once, however it is turned. The winner completes
        a goal without being taught. The main line comes first, in which the other side lasts as
        long as it can. Then come all positions that arise while the other side lasts as long as it
        can, then all others: line by line, and first the lines that part from the main line. A
        course has at most 1,000 choices.

        In a drawn game, the learner is Red, and holds the draw. The choices are up to 200 in which
        a choice can lose, after the attacks that win most often.

        Games for points have no course.

        Returns the document `teeko.course/1`.
        """
        return answer("course", [self], {})

    def certificate(self, *, points: int | None = None) -> bytes:
        """Write a proof of a variant's value, which `teeko check` verifies.

        For a win the file has a winning strategy: a choice of the winner's for every position that
        can arise, up to symmetry, while the winner follows the strategy, except where the winner
        completes a goal. For a draw it has a strategy for each side: positions such that every move
        of the other side has an answer that leads back to one of them. A side that follows it never
        loses.

        Drawing strategies are searched for, which takes 20 to 60 seconds for each variant on the
        standard board, on two processors, and a second on 4 x 4.

        In a game for points the strategy is that of the side that scores. It forces at least the
        points that the game is worth, or the number asked for; goals of either side that are worth
        less end the game without counting. If the game is drawn, the file is that of the game
        without points. Games with numbered pieces have no such file.

        Returns the bytes of the file.

        Args:
            points: In games for points, such as 58-ssss+points: the points to force [default: those
                that the game is worth]. From 1 to 255.
        """
        return ask("certificate", [self], {"points": points})
