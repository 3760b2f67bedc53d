"""Games with two outcomes: goals alone, or an attack with numbered pieces.

Each has a slide file and a drop file.

Used by read_table.py. A game for points is a list of them, one for each number of points that a
goal can be worth; see tables/README.md.
"""

import functools

from table_files import ATTACK_DROP, ATTACK_SLIDE, DROP, SLIDE, DamagedTable, TableFile, heavy_pips
from teeko_rules import PIECES, Outcome, circles

LINE, SQUARES = (
    4,
    {1: 3, 2: 2, 3: 1, 4: 5},
)  # points for a line, and for an upright square by its side
OUTCOMES_KEPT, REPLIES_KEPT = 1 << 16, 1 << 13  # positions


class Game:
    """A slide file, and a drop file that belongs to it."""

    kinds = SLIDE, DROP

    def __init__(self, slide_path, drop_path):
        self.slide, self.drop = (
            TableFile(path, kind) for path, kind in zip((slide_path, drop_path), self.kinds)
        )
        self.drop_path, self.rules = drop_path, self.drop.rules
        same_phase = (
            self.rules.slide_phase() == self.slide.rules.slide_phase()
            and self.drop.points == self.slide.points
        )
        if not same_phase or self.drop.slide_hash != self.slide.content_hash:
            raise DamagedTable(
                f"{drop_path}: belongs to another slide file than {slide_path}: expected one with "
                "content hash "
                f"{self.drop.slide_hash.hex()}, found {self.slide.content_hash.hex()}"
            )

    def check_rules(self, rules, goals, points):
        """Checks that this is a game of these rules with these goals.

        `points` are those of an attack, or 0.
        """
        expected = (
            rules.width,
            rules.height,
            goals,
            rules.steps,
            rules.plan,
            rules.centre_ban,
            rules.pass_rule,
            points,
        )
        found = (
            *self.rules.slide_phase(),
            self.rules.plan,
            self.rules.centre_ban,
            self.rules.pass_rule,
            self.drop.points,
        )
        names = (
            "width",
            "height",
            "goals",
            "steps",
            "drop plan",
            "centre ban",
            "pass rule",
            "points",
        )
        for name, one, other in zip(names, expected, found):
            if one != other:
                unlike = "others" if name in ("goals", "steps") else f"{other} instead of {one}"
                raise DamagedTable(
                    f"{self.drop_path}: table of other rules: {name}: expected those of the game "
                    "for points, "
                    f"found {unlike}"
                )


class GoalGame(Game):
    """A game in which the goals alone say who has won."""

    def __init__(self, slide_path, drop_path):
        super().__init__(slide_path, drop_path)
        self.outcome = functools.lru_cache(OUTCOMES_KEPT)(self.find_outcome)
        self.replies = functools.lru_cache(REPLIES_KEPT)(self.count_replies)

    def find_outcome(self, position):
        """The value of a position without numbers for the side to move."""
        ended = self.rules.ended(position)
        if ended:
            return ended
        plies = 1 if self.rules.any_parity else 2
        if position.layer() == 2 * PIECES:
            value = self.slide.value(position)
            if value:
                return Outcome("loss", plies * (value - 1))
            values = [
                self.slide.value(after)
                for _, _, after in self.rules.moves(position)
                if self.rules.ended(after) != Outcome("win", 0)
            ]
            return min(
                (Outcome("win", plies * (value - 1) + 1) for value in values if value),
                default=Outcome("draw"),
            )
        if position.layer() % 2 == 0:
            value = self.drop.value(position)
            distance = (value - 1) // 2 if self.rules.any_parity else value - 1
            return (
                Outcome("draw")
                if value == 0
                else Outcome("win" if value % 2 == 0 else "loss", distance)
            )
        choose = min if self.rules.pointed(position) else max
        return choose(self.outcomes_of_moves(position), key=Outcome.worth)

    def outcomes_of_moves(self, position):
        return [self.outcome(after).of_move() for _, _, after in self.rules.moves(position)]

    def forces(self, side, position):
        """Returns the plies in which a side forces a goal that counts, or None if it does not."""
        outcome = self.outcome(position.plain())
        return outcome.dtw if outcome.name == ("win" if side == position.turn else "loss") else None

    def count_replies(self, position, pieces):
        """Returns the number of choices in a position without numbers, and how many of them keep
        its outcome.

        `pieces` is the number of pieces that the dropping side chooses from.
        """
        outcome = self.outcome(position)
        # A pointing side does not choose the piece.
        pieces = 1 if self.rules.pointed(position) else pieces
        if outcome.name == ("win" if self.rules.pointed(position) else "loss"):
            # The chooser has lost by any choice.
            total = pieces * sum(1 for _ in self.rules.moves(position)) + self.rules.may_pass(
                position
            )
            return (total, total) if outcome.dtw else (0, 0)
        outcomes = self.outcomes_of_moves(position)
        if outcomes and self.rules.may_pass(position):
            outcomes.append(max(outcomes, key=Outcome.worth))
        return pieces * len(outcomes), pieces * sum(
            worth.name == outcome.name for worth in outcomes
        )


class AttackGame(Game):
    """A game with numbered pieces in which one side, the attacker, is to force this many points."""

    kinds = ATTACK_SLIDE, ATTACK_DROP

    def __init__(self, slide_path, drop_path, rules):
        """`rules` are those of the game for points."""
        super().__init__(slide_path, drop_path)
        self.points, self.game_rules = self.drop.points, rules

    def forces(self, side, position):
        """Returns the plies in which a side forces the points in a position that is not over, or
        None if it does not.
        """
        if position.layer() < 2 * PIECES:
            value = self.value(self.drop, side, position)
            return 2 * value - (side == position.turn) if value else None
        if side != position.turn:
            return 2 * self.value(self.slide, side, position) or None
        plies = []
        for _, to, after in self.game_rules.moves(position):
            ended = self.game_rules.value_at_end(after, to)
            if ended is None:
                value = self.value(self.slide, side, after)
                plies += [2 * value + 1] if value else []
            elif -ended.score >= self.points:
                plies.append(1)
        return min(plies, default=None)

    def value(self, file, side, position):
        """The value of a position in one of the files, with this side as the attacker."""
        sides = (
            (position.mover, position.opponent)
            if side == position.turn
            else (position.opponent, position.mover)
        )
        heavy = position.at_least(sides[0], heavy_pips(self.points))
        return file.value_of_attack(side, heavy, sides[0] ^ heavy, sides[1])


def price_of_shape(rules, goal):
    """What a goal is worth by its shape; None for shapes without a price."""
    corners = [divmod(circle, rules.width)[::-1] for circle in circles(goal)]
    steps = {
        (after[0] - before[0], after[1] - before[1]) for before, after in zip(corners, corners[1:])
    }
    if len(steps) == 1 and steps <= {(1, 0), (0, 1), (1, 1), (-1, 1)}:
        return LINE
    (left, top), (right, bottom) = corners[0], corners[3]
    is_upright = (
        corners == [(left, top), (right, top), (left, bottom), (right, bottom)]
        and right - left == bottom - top
    )
    return SQUARES.get(right - left) if is_upright else None
