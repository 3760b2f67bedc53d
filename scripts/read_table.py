#!/usr/bin/env python3
"""Reads teeko's table files: what a position is worth, and every move in it.

    python3 scripts/read_table.py tables 44-ssss "b:7,9,12,14 r:10,13,17,19 b"
    python3 scripts/read_table.py tables 44-ssss --moves "13 12 18 8" --json

This is the format of tables/README.md once more, as a program that shares nothing with the Rust crates. All that play depends
on comes from the headers: board, goals, steps, drop plan, options. As a module, with scripts/ on Python's path:

    table = read_table.Table.open("tables", "44-ssss")
    position = table.rules.parse("b:7,9,12,14 r:10,13,17,19 b")
    table.outcome(position), table.moves(position)

Needs Python 3.9 and the package zstandard; `scripts/python.sh` prints the path of a Python that has it.
"""
import argparse
import json
import os
import re
import sys

from teeko_rules import PIECES, Outcome, PositionError, circles, quoted

try:
    from table_files import DROP, SLIDE, DamagedTable, TableFile
except ImportError as error:
    if __name__ != "__main__" or error.name != "zstandard":
        raise
    sys.exit("error: package zstandard: expected it, found none; `$(scripts/python.sh) scripts/read_table.py` has it")

STANDARD_BOARD = "5x5"
STEPS = {"king": {(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)},
         "knight": {(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)},
         "teleport": {(columns, rows) for columns in range(-7, 8) for rows in range(-7, 8)} - {(0, 0)},
         "orthogonal": {(-1, 0), (0, -1), (0, 1), (1, 0)}}


class UsageError(Exception):
    """A name that no variant has."""


class MissingTable(Exception):
    """Files that are not there."""


class Table:
    """All that is known of a variant: a slide file, and a drop file that belongs to it."""

    def __init__(self, slide_path, drop_path):
        self.slide, self.drop = TableFile(slide_path, SLIDE), TableFile(drop_path, DROP)
        self.rules = self.drop.rules
        same_phase = self.rules.slide_phase() == self.slide.rules.slide_phase()
        if not same_phase or self.drop.slide_hash != self.slide.content_hash:
            raise DamagedTable(f"{drop_path}: belongs to another slide file than {slide_path}: expected one with content hash "
                               f"{self.drop.slide_hash.hex()}, found {self.slide.content_hash.hex()}")

    @classmethod
    def open(cls, folder, variant):
        """The table of a variant, GOALS-PLAN[+OPTION…], from a folder."""
        goals, *rest = parse_variant(variant)
        named = file_names(goals, *rest)
        paths = [os.path.join(folder, name) for name in (named[0] + ".slide", named[1] + ".drop")]
        try:
            table = cls(*paths)
        except FileNotFoundError as error:
            raise MissingTable(f"{error.filename}: expected a table, found none; "
                               f"make it with `teeko solve {named[1]} -o {folder}`") from error
        rules = table.rules
        board = f"{rules.width}x{rules.height}"
        # A goal set is named after its number of goals on the standard board; on others, and those of a rule file, they are what the
        # table says, and so are the steps of a rule file.
        own = goals.startswith("@")
        if not own and board == STANDARD_BOARD:
            # The middle of an open square has no piece of the goal beside it, that of an open diamond has.
            beside = [goal >> circles(empty)[0] + 1 & 1 for goal, empty in rules.goals if empty]
            goals = f"{len(rules.goals)}{'' if not beside else 'd' if all(beside) else 'e'}"
        plan = "".join("sp"[rules.plan >> drop & 1] for drop in range(PIECES))
        step = next((name for name, steps in STEPS.items() if own or steps == rules.steps), "other-steps")
        found = file_names(goals, plan, board, step, rules.centre_ban, rules.pass_rule)
        if found != named:
            raise DamagedTable(f"{paths[1]}: table of other rules: expected {named[1]}, found {found[1]}")
        return table

    def outcome(self, position):
        """What a position is worth to the side to move."""
        self.rules.check(position)
        ended = self.rules.ended(position)
        if ended:
            return ended
        plies = 1 if self.rules.any_parity else 2
        if position.layer() == 2 * PIECES:
            value = self.slide.value(position)
            if value:
                return Outcome("loss", plies * (value - 1))
            values = [self.slide.value(after) for _, after in self.rules.moves(position)
                      if self.rules.ended(after) != Outcome("win", 0)]
            return min((Outcome("win", plies * (value - 1) + 1) for value in values if value), default=Outcome("draw"))
        if position.layer() % 2 == 0:
            value = self.drop.value(position)
            distance = (value - 1) // 2 if self.rules.any_parity else value - 1
            return Outcome("draw") if value == 0 else Outcome("win" if value % 2 == 0 else "loss", distance)
        choose = min if self.rules.pointed(position) else max
        return choose((self.outcome(after).of_move() for _, after in self.rules.moves(position)), key=Outcome.worth)

    def choices(self, position):
        """What can be chosen, with its outcome for the side to move and the position it leads to, by circle. A pass comes last and
        leads nowhere: it leaves the choice of the circle to the side to move."""
        choices = [(name, self.outcome(after).of_move(), after) for name, after in self.rules.moves(position)]
        if choices and self.rules.may_pass(position):
            choices.append(("pass", max((outcome for _, outcome, _ in choices), key=Outcome.worth), None))
        return choices

    def replies(self, position):
        """How many choices there are in a position, and how many of them leave it won, drawn or lost as it is."""
        outcome = self.outcome(position)
        if outcome.name == ("win" if self.rules.pointed(position) else "loss"):
            # Whoever chooses has lost, whatever he chooses.
            total = sum(1 for _ in self.rules.moves(position)) + self.rules.may_pass(position)
            return (total, total) if outcome.dtw else (0, 0)
        choices = self.choices(position)
        return len(choices), sum(worth.name == outcome.name for _, worth, _ in choices)

    def moves(self, position):
        """What can be chosen, with its outcome for the side to move, the replies to it and the position it leads to; best for the
        chooser first, equals by circle. Of draws those after which the chooser chooses again come first, the most holding replies
        before fewer, then those after which the other side does, the fewest before more, last those that leave nothing to choose."""
        choices = self.choices(position)
        moves = [(name, outcome, self.replies(after), after) for name, outcome, after in choices if after]
        for _, best, after in choices:
            if after is None:
                replies = len(moves), sum(outcome.name == best.name for _, outcome, _, _ in moves)
                moves.append(("pass", best, replies, position))
        chooser, sign = self.chooser(position), 1 if self.rules.pointed(position) else -1

        def order(move):
            name, outcome, (total, holding), after = move
            again = chooser == (position.turn if name == "pass" else self.chooser(after))
            of_draws = (2, 0) if total == 0 else (0, -holding) if again else (1, holding)
            return [sign * part for part in outcome.worth()], of_draws if outcome.name == "draw" else ()
        return sorted(moves, key=order)

    def chooser(self, position):
        """The side that chooses at the next ply."""
        return position.other() if self.rules.pointed(position) else position.turn

    def answer(self, position, brief=False):
        """What `teeko query --json` says, but for its schema and the variant."""
        outcome, over = self.outcome(position), self.rules.ended(position) is not None
        winner = {"win": position.turn, "loss": position.other(), "draw": None}[outcome.name]
        answer = {
            "position": self.rules.rows(position),
            "phase": "over" if over else "slide" if position.layer() == 2 * PIECES else "drop",
            "turn": position.turn,
            "chooser": position.turn if over else self.chooser(position),
            "outcome": outcome.name,
            "dtw": outcome.dtw,
            "winner": winner,
        }
        if not brief:
            answer["moves"] = [{"move": name, "outcome": worth.name, "dtw": worth.dtw, "optimal": worth == outcome,
                                "keeps_outcome": worth.name == outcome.name, "replies": {"total": total, "holding": holding},
                                "position": self.rules.rows(after)}
                               for name, worth, (total, holding), after in self.moves(position)]
        return answer


def file_names(goals, plan, board, step, centre_ban, pass_rule):
    """What slide file and drop file are called but for their extensions; the latter's is the name of the variant."""
    shared = ("" if board == STANDARD_BOARD else f"+{board}") + ("" if step == "king" else f"+{step}")
    options = ("+no-centre" if centre_ban else "") + ("+pass" if pass_rule else "")
    return f"{goals}{shared}", f"{goals}-{plan}{shared}{options}"


def parse_variant(text):
    """What a variant is named after, GOALS-PLAN[+OPTION…]: the arguments of file_names. GOALS is a goal set, or @ and the name that a
    rule file's tables have."""
    match = re.fullmatch(r"(?i)(28|37e|37d|44|54|58|64|68|78|@[^/]+)-([sp]{4})((\+[a-z0-9-]+)*)", text)
    options = match[3].lower().split("+")[1:] if match else ["none"]
    boards = [option for option in options if re.fullmatch("[4-8]x[4-8]", option)]
    steps = [option for option in options if option in STEPS]
    known = {*STEPS, "no-centre", "pass", *boards}
    if len(set(options)) < len(options) or len(boards) > 1 or len(steps) > 1 or set(options) - known:
        raise UsageError(f"variant {quoted(text)}: expected GOALS-PLAN[+OPTION…] such as 44-ssss or 58-sppp+no-centre")
    step = (steps or ["king"])[0]
    if match[1].startswith("@") and step != "king":
        raise UsageError(f"variant {quoted(text)}: expected no steps, which the rule file has")
    return match[1] if match[1].startswith("@") else match[1].lower(), match[2].lower(), (boards or [STANDARD_BOARD])[0], step, "no-centre" in options, "pass" in options


def answer_lines(table, brief):
    """Answers each line of standard input with a line of JSON. Returns the number of those that name no position."""
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
    parser = argparse.ArgumentParser(description="Answers questions about positions from teeko's table files.")
    parser.add_argument("folder", help="the folder of the table files")
    parser.add_argument("variant", help="GOALS-PLAN[+OPTION…], such as 44-ssss or 58-sppp+no-centre")
    parser.add_argument("position", nargs="*", help="such as 'b:7,9,12,14 r:10,13,17,19 b', '5/1b1br/1brb1/1r1r1/5 b' or 'slot:8:123456 b'")
    parser.add_argument("--moves", metavar="GAME", help="the position after a game, such as '13 12 18 8'")
    parser.add_argument("--stdin", action="store_true", help="a position in each line of standard input, JSON for each")
    parser.add_argument("--json", action="store_true", help="JSON with the fields of `teeko query --json`")
    parser.add_argument("--brief", action="store_true", help="without the moves")
    arguments = parser.parse_intermixed_args()
    if [bool(arguments.position), arguments.moves is not None, arguments.stdin].count(True) != 1:
        parser.error("expected either a position, --moves or --stdin")
    table = Table.open(arguments.folder, arguments.variant)
    if arguments.stdin:
        bad = answer_lines(table, arguments.brief)
        if bad:
            raise PositionError(f"standard input: expected a position in each line, found {bad} without")
        return
    rules = table.rules
    position = rules.parse(" ".join(arguments.position)) if arguments.moves is None else rules.play(arguments.moves)
    if arguments.json:
        print(json.dumps(table.answer(position, arguments.brief), separators=(",", ":")))
        return
    pointing = f"; {position.other()} points" if rules.pointed(position) else ""
    print(f"{rules.rows(position)}: {table.outcome(position)}{pointing}")
    for name, outcome, _, _ in [] if arguments.brief else table.moves(position):
        print(f"{name:>5}  {outcome}")


def run():
    """Runs the command. Returns its exit code, those of teeko; what goes wrong is one line."""
    codes = {UsageError: 2, PositionError: 3, MissingTable: 4, DamagedTable: 5, MemoryError: 6, KeyboardInterrupt: 130}
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
