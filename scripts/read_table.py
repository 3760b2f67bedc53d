#!/usr/bin/env python3
"""Reads teeko's table files: the value of a position, and of every move in it.

    python3 scripts/read_table.py tables 44-ssss "b:7,9,12,14 r:10,13,17,19 b"
    python3 scripts/read_table.py tables 44-ssss --moves "13 12 18 8" --json

This program implements the format of tables/README.md and shares no code with the Rust crates. All
that play depends on comes from the headers: board, goals, steps, drop plan, options. Prices of
goals follow from their shapes and are checked with the headers.
As a module, with scripts/ on Python's path:

    table = read_table.Table.open("tables", "44-ssss")
    position = table.rules.parse("b:7,9,12,14 r:10,13,17,19 b")
    table.value(position), table.moves(position)

Needs Python 3.9 or later and one package, zstandard; `scripts/python.sh` prints the path of a
Python that has it.
"""

import argparse
import itertools
import json
import os
import re
import sys
from typing import NamedTuple, Optional, Tuple

from teeko_rules import (
    BONUS,
    GOALS,
    PIECES,
    PIPS,
    POINTS,
    Outcome,
    Position,
    PositionError,
    Value,
    circles,
    quoted,
    value_of,
)

try:
    from table_files import DamagedTable
    from threshold_games import AttackGame, GoalGame, price_of_shape
except ImportError as error:
    if __name__ != "__main__" or error.name != "zstandard":
        raise
    sys.exit(
        "error: package zstandard: expected it, found none; `$(scripts/python.sh) "
        "scripts/read_table.py` has it"
    )

STANDARD_BOARD = "5x5"
STEPS = {
    "king": {(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)},
    "knight": {(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)},
    "teleport": {(columns, rows) for columns in range(-7, 8) for rows in range(-7, 8)} - {(0, 0)},
    "orthogonal": {(-1, 0), (0, -1), (0, 1), (1, 0)},
}


class UsageError(Exception):
    """A name that no variant has."""


class MissingTable(Exception):
    """Files that are not there."""


class Choice(NamedTuple):
    """A choice in a position.

    `name` names the move. `value` is its value for the side to move in the position. `piece` has
    the pips of the best piece if the other side points and pieces have numbers. `replies` has the
    number of choices at the next ply, and how many of them hold. `after` is the position that the
    choice leads to.
    """

    name: str
    value: Value
    piece: Optional[int]
    replies: Tuple[int, int]
    after: Position


class Table:
    """The tables of a variant."""

    def __init__(self, slide_path, drop_path):
        """Opens the tables of a game that is not for points."""
        self.plain = GoalGame(slide_path, drop_path)
        self.slide, self.drop, self.rules = self.plain.slide, self.plain.drop, self.plain.rules
        self.least, self.games = (
            1,
            {},
        )  # the least points that a goal is worth; the games for more, by points, ascending

    @classmethod
    def open(cls, folder, variant):
        """Opens the tables of a variant, GOALS-PLAN[+OPTION…], in a folder."""
        name = VariantName.parse(variant)
        try:
            table = cls(*name.paths(folder))
            table.check_name(name)
            table.add_games(name, folder)
        except FileNotFoundError as error:
            raise MissingTable(
                f"{error.filename}: expected a table, found none; "
                f"make it with `teeko solve {name.full_name()} -o {folder}`"
            ) from error
        return table

    def check_name(self, name):
        """Checks that the plain game is that of the variant with this name."""
        rules, goals = self.rules, name.goals
        board = f"{rules.width}x{rules.height}"
        # A goal set is named after its number of goals on the standard board; on others, and those
        # of a rule file, they are what the table says, and so are the steps of a rule file.
        if not name.is_own() and board == STANDARD_BOARD:
            # The middle of an open square has no piece of the goal beside it, that of an open
            # diamond has.
            beside = [goal >> circles(empty)[0] + 1 & 1 for goal, empty in rules.goals if empty]
            goals = f"{len(rules.goals)}{'' if not beside else 'd' if all(beside) else 'e'}"
        plan = "".join("sp"[rules.plan >> drop & 1] for drop in range(PIECES))
        step = next(
            (step for step, steps in STEPS.items() if name.is_own() or steps == rules.steps),
            "other-steps",
        )
        found = VariantName(goals, plan, board, step, rules.centre_ban, rules.pass_rule)
        if found != name._replace(scoring=GOALS):
            raise DamagedTable(
                f"{self.plain.drop_path}: table of other rules: "
                f"expected {name._replace(scoring=GOALS).full_name()}, found {found.full_name()}"
            )

    def add_games(self, name, folder):
        """Opens the tables of the other threshold games of a game for points."""
        rules = self.rules
        if name.scoring == POINTS:
            prices = {(goal, empty): price_of_shape(rules, goal) for goal, empty in rules.goals}
            if None in prices.values():
                raise UsageError(
                    f"variant {name.full_name()}: expected a price for each goal, found shapes "
                    "that have none; lines and upright squares of side 1 to 4 have one"
                )
            self.rules = rules.for_points(POINTS, prices)
            self.least, *more = sorted(set(prices.values())) or [1]
            for points in more:
                self.games[points] = GoalGame(*name.paths(folder, points))
                self.games[points].check_rules(
                    rules, {goal: int(price >= points) for goal, price in prices.items()}, 0
                )
        elif name.scoring == PIPS:
            self.rules = rules.for_points(PIPS, rules.goals)
            for points in range(2, PIECES + BONUS + 1):
                self.games[points] = AttackGame(*name.paths(folder, points), self.rules)
                self.games[points].check_rules(rules, rules.goals, points)

    def outcome(self, position):
        """Returns the outcome of a position for the side to move."""
        return self.value(position).outcome

    def value(self, position):
        """Returns the value of a position for the side to move.

        The score is None if pieces have numbers and the game is over.
        """
        self.rules.check(position)
        ended = self.rules.value_at_end(position)
        if ended:
            return ended
        outcome = self.plain.outcome(position.plain())
        value = value_of(outcome, self.least)
        winner = position.turn if outcome.name == "win" else position.other()
        for points, game in self.games.items() if outcome.dtw else []:
            plies = game.forces(winner, position)
            if plies is None:
                break
            value = value_of(Outcome(outcome.name, plies), points)
        return value

    def choices(self, position):
        """Lists the choices by circle, then by pips.

        A pass, which leaves the choice to the side to move, comes last.
        """
        rules, numbered = self.rules, self.rules.scoring == PIPS
        choices = []
        for name, to, after in rules.moves(position):
            value = (rules.value_at_end(after, to) or self.value(after)).of_move()
            choices.append(
                Choice(
                    name, value, None, self.plain.replies(after.plain(), self.pieces(after)), after
                )
            )
        best = max(choices, key=lambda choice: choice.value.worth(), default=None)
        replies = (
            len(choices),
            sum(choice.value.outcome.name == best.value.outcome.name for choice in choices),
        )
        if numbered and rules.pointed(position):
            by_circle = itertools.groupby(choices, lambda choice: choice.name.split("=")[0])
            best_pieces = (
                (circle, max(pieces, key=lambda choice: choice.value.worth()))
                for circle, pieces in by_circle
            )
            choices = [
                choice._replace(name=circle, piece=int(choice.name.split("=")[1]))
                for circle, choice in best_pieces
            ]
        if best and rules.may_pass(position):
            choices.append(Choice("pass", best.value, None, replies, position))
        return choices

    def pieces(self, position):
        """Returns the number of pieces that the side to move can choose from for a drop."""
        return (
            len(position.in_hand())
            if self.rules.scoring == PIPS and position.layer() < 2 * PIECES
            else 1
        )

    def moves(self, position):
        """Lists the choices, best for the chooser first, equals by circle.

        Of equal choices that do not win, those after which the chooser chooses again come first,
        those with the most holding replies before others. Then come those after which the other
        side chooses, those with the fewest holding replies before others. Those that leave nothing
        to choose come last.
        """
        pointed = self.rules.pointed(position)
        chooser, sign = self.chooser(position), 1 if pointed else -1
        win = "loss" if pointed else "win"

        def order(choice):
            total, holding = choice.replies
            again = chooser == (
                position.turn if choice.name == "pass" else self.chooser(choice.after)
            )
            by_replies = (2, 0) if total == 0 else (0, -holding) if again else (1, holding)
            return [
                sign * part for part in choice.value.worth()
            ], by_replies if choice.value.outcome.name != win else ()

        return sorted(self.choices(position), key=order)

    def chooser(self, position):
        """Returns the side that chooses at the next ply."""
        return position.other() if self.rules.pointed(position) else position.turn

    def answer(self, position, brief=False):
        """Returns the answer of `teeko query --json`, without its schema and the variant."""
        value, over = self.value(position), self.rules.ended(position) is not None
        outcome, for_points = value.outcome, self.rules.scoring != GOALS
        answer = {
            "position": self.rules.rows(position),
            "phase": "over" if over else "slide" if position.layer() == 2 * PIECES else "drop",
            "turn": position.turn,
            "chooser": position.turn if over else self.chooser(position),
            "outcome": outcome.name,
            "dtw": outcome.dtw,
            **({"score": value.score} if for_points else {}),
            "winner": {"win": position.turn, "loss": position.other(), "draw": None}[outcome.name],
        }
        if not brief:
            moves = self.moves(position)
            # In games for points the best choice may end sooner than the position says: a loser
            # could last longer by giving away more points.
            best = moves[0].value if moves and for_points else value
            answer["moves"] = [self.answer_of(choice, value, best) for choice in moves]
        return answer

    def answer_of(self, choice, value, best):
        """Returns the answer about a choice.

        `value` is the value of the position, `best` that of the best choice.
        """
        for_points, worth = self.rules.scoring != GOALS, choice.value
        return {
            "move": choice.name,
            "outcome": worth.outcome.name,
            "dtw": worth.outcome.dtw,
            **({"score": worth.score} if for_points else {}),
            **({} if choice.piece is None else {"piece": choice.piece}),
            "optimal": worth == best,
            "keeps_outcome": worth.outcome.name == value.outcome.name,
            **({"keeps_score": worth.score == value.score} if for_points else {}),
            "replies": {"total": choice.replies[0], "holding": choice.replies[1]},
            "position": self.rules.rows(choice.after),
        }

    def text(self, value):
        """Formats a value in words."""
        if self.rules.scoring == GOALS or not value.score:
            return str(value.outcome)
        unit = "point" if abs(value.score) == 1 else "points"
        outcome = str(value.outcome).replace(" in ", " within ")
        return f"{outcome} for at least {abs(value.score)} {unit}"


class VariantName(NamedTuple):
    """The parts of a variant's name. `goals` is a goal set, or @ and the name of a rule file."""

    goals: str
    plan: str
    board: str
    step: str
    centre_ban: bool
    pass_rule: bool
    scoring: str = GOALS

    @classmethod
    def parse(cls, text):
        """Reads GOALS-PLAN[+OPTION…]."""
        match = re.fullmatch(r"(?i)(\d\d[a-z]?|@[^/]+)-([sp]{4})((\+[a-z0-9-]+)*)", text)
        options = match[3].lower().split("+")[1:] if match else ["none"]
        boards = [option for option in options if re.fullmatch("[4-8]x[4-8]", option)]
        steps = [option for option in options if option in STEPS]
        scorings = [option for option in options if option in (POINTS, PIPS)]
        known = {*STEPS, POINTS, PIPS, "no-centre", "pass", *boards}
        if (
            len(set(options)) < len(options)
            or max(map(len, (boards, steps, scorings))) > 1
            or set(options) - known
        ):
            raise UsageError(
                f"variant {quoted(text)}: expected GOALS-PLAN[+OPTION…] such as 44-ssss or "
                "58-sppp+no-centre"
            )
        goals = match[1] if match[1].startswith("@") else match[1].lower()
        name = cls(
            goals,
            match[2].lower(),
            (boards or [STANDARD_BOARD])[0],
            (steps or ["king"])[0],
            "no-centre" in options,
            "pass" in options,
            (scorings or [GOALS])[0],
        )
        if name.is_own() and name.step != "king":
            raise UsageError(f"variant {quoted(text)}: expected no steps, which the rule file has")
        if name.is_own() and name.scoring == POINTS:
            raise UsageError(
                f"variant {quoted(text)}: expected no points, since the least price is in the rule "
                "file alone"
            )
        return name

    def is_own(self):
        """Whether the variant is named after a rule file."""
        return self.goals.startswith("@")

    def shared(self):
        """Returns the options that the slide phase depends on."""
        return ("" if self.board == STANDARD_BOARD else f"+{self.board}") + (
            "" if self.step == "king" else f"+{self.step}"
        )

    def full_name(self):
        """Returns the name of the variant."""
        options = ("+no-centre" if self.centre_ban else "") + ("+pass" if self.pass_rule else "")
        scoring = "" if self.scoring == GOALS else f"+{self.scoring}"
        return f"{self.goals}-{self.plan}{self.shared()}{options}{scoring}"

    def paths(self, folder, points=None):
        """Returns the paths of slide file and drop file:

        of the plain game, or of the threshold game for `points` points.
        """
        name = self._replace(scoring=GOALS)
        ending = "" if points is None else f"+{self.scoring}-{points}"
        files = f"{name.goals}{name.shared()}{ending}.slide", f"{name.full_name()}{ending}.drop"
        return [os.path.join(folder, file) for file in files]


def answer_lines(table, brief):
    """Answers each line of standard input with a line of JSON.

    Returns the number of lines that are not positions.
    """
    bad = 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        text = line.decode(errors="replace").strip()
        if not text or text.startswith("#"):
            continue
        try:
            answer = table.answer(table.rules.parse(text), brief)
        except PositionError as error:
            answer, bad = {"error": str(error), "line": number}, bad + 1
        print(json.dumps(answer, separators=(",", ":")), flush=True)
    return bad


def main():
    parser = argparse.ArgumentParser(
        description="Answers questions about positions from teeko's table files."
    )
    parser.add_argument("folder", help="the folder of the table files")
    parser.add_argument(
        "variant", help="GOALS-PLAN[+OPTION…], such as 44-ssss, 58-sppp+no-centre or 44-ssss+pips"
    )
    parser.add_argument(
        "position",
        nargs="*",
        help="such as 'b:7,9,12,14 r:10,13,17,19 b', '5/1b1br/1brb1/1r1r1/5 b' or "
        "'slot:8:123456 b'; with numbered pieces 'b:7=2,9=4 r:10=1 r'",
    )
    parser.add_argument(
        "--moves", metavar="GAME", help="the position after a game, such as '13 12 18 8'"
    )
    parser.add_argument(
        "--stdin",
        action="store_true",
        help="a position in each line of standard input, JSON for each",
    )
    parser.add_argument(
        "--json", action="store_true", help="JSON with the fields of `teeko query --json`"
    )
    parser.add_argument("--brief", action="store_true", help="without the moves")
    arguments = parser.parse_intermixed_args()
    if [bool(arguments.position), arguments.moves is not None, arguments.stdin].count(True) != 1:
        parser.error("expected either a position, --moves or --stdin")
    table = Table.open(arguments.folder, arguments.variant)
    if arguments.stdin:
        bad = answer_lines(table, arguments.brief)
        if bad:
            raise PositionError(
                f"standard input: expected a position in each line, found {bad} without"
            )
        return
    rules = table.rules
    position = (
        rules.parse(" ".join(arguments.position))
        if arguments.moves is None
        else rules.play(arguments.moves)
    )
    if arguments.json:
        print(json.dumps(table.answer(position, arguments.brief), separators=(",", ":")))
        return
    pointing = f"; {position.other()} points" if rules.pointed(position) else ""
    print(f"{rules.rows(position)}: {table.text(table.value(position))}{pointing}")
    for choice in [] if arguments.brief else table.moves(position):
        piece = "" if choice.piece is None else f" (={choice.piece})"
        print(f"{choice.name + piece:>5}  {table.text(choice.value)}")


def run():
    """Runs the command. Returns its exit code, those of teeko; what goes wrong is one line."""
    codes = {
        UsageError: 2,
        PositionError: 3,
        MissingTable: 4,
        DamagedTable: 5,
        MemoryError: 6,
        KeyboardInterrupt: 130,
    }
    try:
        main()
        sys.stdout.flush()
        return 0
    except BrokenPipeError:  # Whoever reads has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"error: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return 6
    except tuple(codes) as error:
        print(f"error: {error or type(error).__name__}", file=sys.stderr)
        return codes[type(error)]


if __name__ == "__main__":
    sys.exit(run())
