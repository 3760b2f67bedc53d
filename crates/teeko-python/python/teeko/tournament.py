"""A tournament of bots: ``python -P -m teeko.tournament DIR`` grades a course.

A bot is a file ``NAME.py`` with a class ``TeekoPlayer``, or with any other class that has a method
``make_move``. A bot of several files is a folder ``NAME`` with such a class in its file ``bot.py``.
Files and folders without such a class, and those whose names begin with ``_``, are no bots: they
are listed as ignored, with the reason. A file that cannot be imported is a bot, which loses.

A bot imports the files next to it: ``import board``. They come before installed packages. If the
bot has its own folder, they also come before Python's modules, as in any program. Otherwise
``import random`` is Python's module, even if another bot is called ``random.py``. Without ``-P``,
Python itself would take such bots for its modules.

Every bot plays every other, and players of strength 1 to 5. With ``--openings 10`` each pair plays
twenty matches: two, with sides exchanged, from each of ten random drawn positions with four pieces.
So bots that always play the same moves do not repeat one game.

The reports are CSV: ``standings.csv``, and for each bot ``NAME.csv`` with all its games and what
the bot printed where it lost by a fault. ``kept_in_drop`` and ``kept_in_slide`` are the rates of a
bot's choices that kept the result, in each phase of the game. ``standings.html`` is a page to
publish: it has the results and the moves of all games, and nothing that a bot has printed.
``--json`` prints the same as JSON. :mod:`teeko.matches` describes what a bot has to do, and what it
loses for. ``python -P -m teeko.tournament --template`` prints a bot to start from; with ``--rules
teeko2`` it plays that game.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import html
import importlib.util
import inspect
import itertools
import json
import os
import pkgutil
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from teeko import template
from teeko._arguments import instance, integer, items
from teeko._errors import InputError, TeekoError
from teeko._game import Game, rules, solve
from teeko._processes import Fault, Process, check_limits, check_positive
from teeko._teeko import Position, Rules
from teeko.matches import GridPlayer, Result, check_rules, play

if TYPE_CHECKING:
    from teeko import answers

__all__ = ["Match", "Submission", "found_bots", "run"]

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}

#: What the formulas of spreadsheets begin with.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
LEVELS = range(1, 6)


#: The file of a bot that is a folder.
BOT = "bot.py"

#: The files of the results, which are no bot's.
STANDINGS = "standings"

OPENING_PIECES = 4


class NoBot(InputError):
    """A file has no class that could be a bot."""


@dataclass(frozen=True)
class Submission:
    """A bot in a file. Calling it creates the bot."""

    path: Path
    is_alone: bool = False
    """Whether the folder is the bot's own."""

    def __call__(self) -> Any:
        """Imports the file, in the process of the bot, and creates the bot."""
        os.environ.pop("PYTHONSAFEPATH", None)
        os.chdir(self.path.parent)
        self._find_own_files()
        # A bot may be called like a module that it imports.
        name = self.path.stem if self.path.stem not in sys.modules else f"bot {self.path.stem}"
        spec = importlib.util.spec_from_file_location(name, self.path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        classes = {
            name: value
            for name, value in vars(module).items()
            if inspect.isclass(value) and value.__module__ == module.__name__
        }
        bots = {name: value for name, value in classes.items() if hasattr(value, "make_move")}
        if classes and not bots:
            names = ", ".join(classes)
            raise NoBot(f"expected a class with a method make_move, found {names} without it")
        if not bots:
            raise NoBot("expected a class TeekoPlayer with make_move, found none")
        if "TeekoPlayer" not in bots and len(bots) != 1:
            raise InputError(
                f"{self.path.name}: expected a class TeekoPlayer with make_move, "
                f"found {', '.join(bots)}"
            )
        return bots.get("TeekoPlayer", next(iter(bots.values())))()

    def _find_own_files(self) -> None:
        """Lets the bot import the files next to it, even if the referee has loaded modules of those
        names. If they are several bots', names of Python's modules still mean those.
        """
        folder = str(self.path.parent)
        own = {module.name for module in pkgutil.iter_modules([folder])}
        if not self.is_alone:
            for name in own & sys.stdlib_module_names:
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
            own -= sys.stdlib_module_names
        own -= {"__main__", *sys.builtin_module_names}
        for name in [name for name in sys.modules if name.partition(".")[0] in own]:
            del sys.modules[name]
        sys.path.insert(0, folder)


def found_bots(
    folder: Path, *, reports: Path | None = None, seconds: float = 5, memory: int = 1 << 30
) -> tuple[dict[str, Submission], dict[str, str]]:
    """Returns the bots in a folder, by name, and why each other file or folder is ignored.

    Each file is imported in its own process, with the limits of a match. The folder `reports`
    and Python's own ``__pycache__`` are in neither.
    """
    instance("folder", folder, Path, "a path")
    check_limits(seconds, memory)
    bots, ignored = {}, {}
    own = None if reports is None else reports.resolve()
    for path in sorted(folder.iterdir(), key=lambda path: (path.stem, path.is_dir())):
        if path.name == "__pycache__" or path.resolve() == own:
            continue
        source = path / BOT if path.is_dir() else path
        if path.name[0] in "._":
            reason = f"its name begins with {path.name[0]}"
        elif path.is_dir() and not source.is_file():
            reason = f"a folder without {BOT}"
        elif source.suffix != ".py":
            reason = "not a Python file"
        elif path.stem in bots:
            reason = f"there is another bot called {path.stem}"
        elif path.stem.casefold() == STANDINGS or _is_level(path.stem):
            reason = "its name has another meaning in the results"
        else:
            submission = Submission(source.resolve(), is_alone=path.is_dir())
            reason = _no_bot(submission, seconds=seconds, memory=memory)
            if not reason:
                bots[path.stem] = submission
                continue
        ignored[path.name + "/" * path.is_dir()] = reason
    return bots, ignored


def _no_bot(submission: Submission, **limits: Any) -> str:
    """Returns why a file is not a bot; an empty text for a bot, even one that cannot be created."""
    mark = f"raised {NoBot.__name__}: "
    with Process(submission, seed=0, **limits) as process:
        try:
            process.start()
        except Fault as fault:
            if str(fault).startswith(mark):
                return str(fault).removeprefix(mark)
    return ""


class Match(NamedTuple):
    """A match of the tournament."""

    black: str
    red: str
    seed: int
    start: Position
    """The position before the first move."""
    result: Result
    choices: list[answers.ReviewChoice]
    """The moves, judged."""

    def kept(self, side: str, phase: str | None = None) -> list[bool]:
        """Returns for each choice of a side, in all phases or one, whether it kept the result."""
        return [
            choice["keeps_outcome"]
            for choice in self.choices
            if choice["chooser"] == side
            and phase in (None, "drop" if self.start.layer + choice["ply"] <= 8 else "slide")
        ]

    def mistakes(self, side: str) -> int:
        """Returns the number of choices of a side that gave away a win or a draw."""
        return self.kept(side).count(False)


class View(NamedTuple):
    """A match as one of its bots sees it."""

    side: str
    opponent: str
    outcome: str
    """``win``, ``draw`` or ``loss``."""
    is_fault: bool
    """Whether the bot broke a rule or a limit."""
    match: Match


def views(name: str, matches: Iterable[Match]) -> list[View]:
    """Returns the matches of a bot."""
    seen = []
    for match in matches:
        if name not in (match.black, match.red):
            continue
        side, opponent = ("black", match.red) if name == match.black else ("red", match.black)
        outcome = match.result.outcome(side)
        is_fault = outcome == "loss" and match.result.is_fault
        seen.append(View(side, opponent, outcome, is_fault, match))
    return seen


def run(
    bots: Mapping[str, Callable[[], Any]],
    game: Game,
    *,
    games: int | None = None,
    openings: int = 0,
    levels: Iterable[int] = LEVELS,
    seed: int = 0,
    show: Callable[[str], None] = lambda _: None,
    **limits: Any,
) -> list[Match]:
    """Plays the tournament: `games` matches of each pair, in which they take turns as Black.

    `openings` is a number of random drawn positions with four pieces. All pairs play from the same
    ones, two matches from each before the next. `games` is 2 by default, or twice `openings`.

    `bots` are functions that create a bot, by name. Each bot also meets the players ``level 1`` to
    ``level 5``, or those of other `levels`. The same `seed` repeats the tournament unless bots are
    random in their own ways. `show` receives a line for each match. `limits` are keyword
    arguments of :func:`teeko.matches.play`.
    """
    instance("bots", bots, Mapping, "a dict of names and functions")
    instance("game", game, Game, "a teeko.Game")
    source = random.Random(integer("seed", seed))
    check_positive("openings", openings, integer("openings", openings) >= 0)
    starts = [_opening(game, source) for _ in range(openings)] or [game.start]
    games = 2 * len(starts) if games is None else integer("games", games)
    check_positive("games", games, games > 0)
    met = [_level(integer("levels", level)) for level in items("levels", levels, "a list")]
    pairs = [*itertools.combinations(bots, 2), *itertools.product(bots, met)]
    matches = []
    for pair in pairs:
        for number in range(games):
            black, red = pair if number % 2 == 0 else pair[::-1]
            start, chosen = starts[number // 2 % len(starts)], source.getrandbits(32)
            players = [
                bots[name]
                if name in bots
                else GridPlayer(game, strength=int(name[-1]), seed=chosen)
                for name in (black, red)
            ]
            result = play(*players, rules=game.rules, start=start, seed=chosen, **limits)
            choices = game.review(result)["choices"]
            matches.append(Match(black, red, chosen, start, result, choices))
            score = _result(matches[-1])
            show(f"{black} - {red}: {score} after {len(result.moves)} plies, {result.reason}")
    return matches


def _opening(game: Game, source: random.Random) -> Position:
    """Returns a random drawn position of the drop phase."""
    seed = source.getrandbits(32)
    try:
        found = game.random(outcome="draw", pieces=OPENING_PIECES, seed=seed)
    except InputError:
        raise InputError(
            f"openings: expected rules with drawn positions of {OPENING_PIECES} pieces, "
            f"found {game.name}, which has none"
        ) from None
    return game.position(found["position"])


def _moves(result: Result) -> str:
    return " ".join(map(str, result.moves))


def _result(match: Match) -> str:
    outcomes = match.result.outcome("black"), match.result.outcome("red")
    scores = {("win", "loss"): "1-0", ("loss", "win"): "0-1", ("loss", "loss"): "0-0"}
    return scores.get(outcomes, "1/2")


def _level(strength: int) -> str:
    return f"level {strength}"


def _is_level(name: str) -> bool:
    return name in map(_level, LEVELS)


def _printable(cell: Any) -> str:
    """Returns a text of others without characters that control a terminal or break a line."""
    text = "" if cell is None else str(cell)
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def _csv(cell: Any) -> Any:
    """Returns a cell of a CSV file. An apostrophe before a text of others that spreadsheets would
    take for a formula keeps it a text. Numbers stay what they are.
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _columns(rows: list[list[Any]]) -> str:
    """Returns rows as text in columns, two spaces apart. The first column is that of the names."""
    texts = [[_printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = ""
    for name, *numbers in texts:
        line = name.ljust(widths[0])
        for number, width in zip(numbers, widths[1:], strict=True):
            line += "  " + number.rjust(width)
        lines += line.rstrip() + "\n"
    return lines


def _score(seen: list[View]) -> float:
    return sum(POINTS[view.outcome] for view in seen)


def standings(bots: Iterable[str], matches: list[Match]) -> list[list[Any]]:
    """Returns a table with a row for each bot, best first, below a row of titles.

    Points are those against other bots: 1 for a win, 1/2 for a draw. The rates of choices that kept
    the result are None if there was no choice.
    """
    levels = sorted({name for match in matches for name in match[:2]} - set(bots))
    rows: list[list[Any]] = []
    for name in bots:
        seen = views(name, matches)
        peers = [view for view in seen if view.opponent not in levels]
        counts = [sum(view.outcome == outcome for view in peers) for outcome in POINTS]
        against = [_score([view for view in seen if view.opponent == level]) for level in levels]
        kept = [
            [kept for view in seen for kept in view.match.kept(view.side, phase)]
            for phase in ("drop", "slide")
        ]
        rates = [round(sum(some) / len(some), 3) if some else None for some in kept]
        mistakes = sum(some.count(False) for some in kept)
        faults = sum(view.is_fault for view in seen)
        rows.append([name, _score(peers), *counts, *against, mistakes, *rates, faults])
    rows.sort(key=lambda row: (-row[1], row[-1], row[0]))
    titles = ["bot", "points", "wins", "draws", "losses", *levels, "mistakes"]
    return [[*titles, "kept_in_drop", "kept_in_slide", "faults"], *rows]


def cross_table(table: list[list[Any]], matches: list[Match]) -> list[list[Any]]:
    """Returns the points of each bot against each other and each level, below a row of titles.

    `table` are the standings, whose order it has.
    """
    bots = [row[0] for row in table[1:]]
    opponents = bots + [title for title in table[0] if title not in bots and _is_level(title)]
    rows: list[list[Any]] = [["bot", *opponents]]
    for name in bots:
        seen = views(name, matches)
        met = [[view for view in seen if view.opponent == opponent] for opponent in opponents]
        rows.append([name, *(_score(views) if views else None for views in met)])
    return rows


def games_table(matches: list[Match]) -> list[list[Any]]:
    """Returns a table with a row for each match, below a row of titles."""
    titles = ["black", "red", "winner", "reason", "is_fault", "plies", "mistakes_of_black"]
    rows: list[list[Any]] = [[*titles, "mistakes_of_red", "seed", "start", "moves"]]
    for match in matches:
        result = match.result
        end = [result.winner, result.reason, result.is_fault, len(result.moves)]
        mistakes = [match.mistakes("black"), match.mistakes("red")]
        begun = [match.seed, match.start.circles]
        rows.append([match.black, match.red, *end, *mistakes, *begun, _moves(result)])
    return rows


def _html_table(rows: list[list[Any]]) -> str:
    """Returns rows as an HTML table. The first row is the head."""

    def line(row: list[Any], tag: str) -> str:
        cells = (html.escape(_printable(cell)) for cell in row)
        return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>\n"

    head, *body = rows
    return f"<table>\n{line(head, 'th')}{''.join(line(row, 'td') for row in body)}</table>\n"


def results_page(rules: str, table: list[list[Any]], matches: list[Match]) -> str:
    """Returns the page of the results, which others may see: it has no message of a bot's."""
    games = [["black", "red", "result", "end", "start", "moves"]]
    for match in matches:
        end = "fault" if match.result.is_fault else match.result.reason
        row = [match.black, match.red, _result(match), end]
        games.append([*row, match.start.circles, _moves(match.result)])
    rules = html.escape(rules)
    return f"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Teeko: results</title>
<style>
:root {{ color-scheme: light dark; font-family: system-ui, sans-serif }}
body {{ margin: 2rem auto; max-width: 70rem; padding: 0 1rem }}
div {{ overflow-x: auto }}
table {{ border-collapse: collapse }}
th, td {{ border-bottom: 1px solid #8886; padding: .3rem .8rem .3rem 0; text-align: left }}
</style>
<h1>Teeko: results</h1>
<p>Rules: {rules}. A win is 1 point, a draw 0.5. <b>points</b> are those against other bots,
<b>level 1</b> (a beginner) to <b>level 5</b> (perfect) those against Teeko's own players. A
<b>mistake</b> gives away a win or a draw; a <b>fault</b> breaks a rule or a limit, and loses.
<b>kept_in_drop</b> and <b>kept_in_slide</b> are the rates of choices that were no mistakes, while
pieces were dropped and afterwards.</p>
<h2>Standings</h2>
<div>{_html_table(table)}</div>
<h2>Points against each other</h2>
<div>{_html_table(cross_table(table, matches))}</div>
<h2>Games</h2>
<p>Circles are numbered row by row from the top left, from 1.</p>
<div>{_html_table(games)}</div>
</html>
"""


def document(
    rules: str, matches: list[Match], table: list[list[Any]], ignored: Mapping[str, str]
) -> dict[str, Any]:
    """Returns the results as a document ``teeko.tournament/1``."""

    def entries(rows: list[list[Any]]) -> list[dict[str, Any]]:
        return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]

    return {
        "schema": "teeko.tournament/1",
        "rules": rules,
        "standings": entries(table),
        "games": entries(games_table(matches)),
        "ignored": [{"file": name, "reason": reason} for name, reason in ignored.items()],
    }


def write_reports(folder: Path, rules: str, bots: Iterable[str], matches: list[Match]) -> None:
    """Writes the standings and a report for each bot as CSV, and the page."""
    folder.mkdir(parents=True, exist_ok=True)
    table = standings(bots, matches)
    _write_csv(folder / f"{STANDINGS}.csv", table)
    page = results_page(rules, table, matches)
    path = folder / f"{STANDINGS}.html"
    path.write_text(page, encoding="utf-8", errors="backslashreplace")
    titles = ["opponent", "side", "outcome", "plies", "mistakes", "reason"]
    titles += ["seed", "rules", "start", "moves", "output"]
    for name in bots:
        rows: list[list[Any]] = [titles]
        for view in views(name, matches):
            result = view.match.result
            is_fault_of_opponent = result.is_fault and not view.is_fault
            reason = f"the opponent {result.reason}" if is_fault_of_opponent else result.reason
            mistakes, plies = view.match.mistakes(view.side), len(result.moves)
            rows.append(
                [view.opponent, view.side, view.outcome, plies, mistakes, reason]
                + [view.match.seed, rules, view.match.start.circles, _moves(result)]
                + [_output(view)]
            )
        _write_csv(folder / f"{name}.csv", rows)


def _output(view: View) -> str:
    """Returns what a bot printed in a match that it lost by a fault; nothing of other matches."""
    if not view.is_fault:
        return ""
    output = view.match.result.output[view.side == "red"].strip()
    return "\n".join(map(_printable, output.splitlines()))


def template_of(rules: Rules) -> str:
    """Returns :mod:`teeko.template` as a bot of these rules."""
    check_rules(rules)
    document = json.loads(rules.document())
    if document["steps"] != "king" or document["no_centre"]:
        raise InputError(
            f"{rules.name}: expected rules with a king's steps and free drops for the template, "
            "found others"
        )
    shapes = _shapes(rules, document["goals"])
    lines = "".join(f"    {json.dumps(shape)},\n" for shape in shapes)
    text = inspect.getsource(template)
    text = text.replace('rules="44-ssss"', f"rules={json.dumps(rules.name)}")
    text = text.replace("COLUMNS = 5, 5", f"COLUMNS = {rules.height}, {rules.width}")
    before, begin, after = text.partition("SHAPES = [\n")
    _, end, after = after.partition("]\n\n\n")
    return before + begin + lines + end + after


def _shapes(rules: Rules, goals: Iterable[Mapping[str, list[int]]]) -> list[list[str]]:
    """Returns the shapes of goals, as in :mod:`teeko.template`. The goals must be these shapes
    wherever they fit.
    """
    shapes = set()
    count = 0
    for goal in goals:
        shapes.add(_shape(rules, goal))
        count += 1
    places = 0
    for shape in shapes:
        places += (rules.height - len(shape) + 1) * (rules.width - len(shape[0]) + 1)
    if places != count:
        raise InputError(
            f"{rules.name}: expected goals that are shapes wherever they fit, for the template, "
            "found others"
        )
    return [list(shape) for shape in sorted(shapes)]


def _shape(rules: Rules, goal: Mapping[str, list[int]]) -> tuple[str, ...]:
    """Returns the rows of a goal, without those around it."""
    signs = dict.fromkeys(goal["circles"], "o") | dict.fromkeys(goal.get("empty", []), "_")
    cells = {divmod(circle - 1, rules.width): sign for circle, sign in signs.items()}
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    shape = []
    for row in range(min(rows), max(rows) + 1):
        line = [cells.get((row, column), ".") for column in range(min(columns), max(columns) + 1)]
        shape.append("".join(line))
    return tuple(shape)


def _write_csv(path: Path, rows: list[list[Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
        csv.writer(file, lineterminator="\n").writerows([*map(_csv, row)] for row in rows)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -P -m teeko.tournament",
        description="Plays a tournament of the bots in a folder, and writes a report on each.",
    )
    add = parser.add_argument
    bots = f"the folder of the bots: NAME.py, or NAME/{BOT}"
    add("folder", metavar="DIR", nargs="?", type=Path, help=bots)
    add("--rules", default="44-ssss", help="the game, such as teeko2 (%(default)s)")
    add("--games", type=int, help="the matches of each pair (2, or two from each opening)")
    openings = "random drawn positions to start from, each with both sides (%(default)s: none)"
    add("--openings", metavar="N", type=int, default=0, help=openings)
    add("--levels", default="1-5", help="players to meet, such as 1-3 or none (%(default)s)")
    add("--seconds", type=float, default=5, help="the processor time for a move (%(default)s)")
    add("--memory", type=int, default=1024, help="the memory of a bot in MiB (%(default)s)")
    add("--most-plies", type=int, default=100, help="then a match is a draw (%(default)s)")
    add("--seed", type=int, default=0, help="the seed of all random numbers (%(default)s)")
    add("--reports", metavar="DIR", type=Path, help="the folder of the reports (DIR/reports)")
    add("--json", action="store_true", help="print the results as JSON, the rest to stderr")
    add("--template", action="store_true", help="print a bot of the rules to start from, and stop")
    options = parser.parse_args(arguments)
    if options.folder is None and not options.template:
        parser.error("expected the folder of the bots, found none")
    if options.levels == "none":
        options.levels = []
    else:
        first, _, last = options.levels.partition("-")
        if not {first, last or first} <= {str(level) for level in LEVELS}:
            parser.error(f"--levels {options.levels}: expected 1-5, a part of it, or none")
        options.levels = range(int(first), int(last or first) + 1)
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command, and returns its exit code."""
    try:
        _run(_options(arguments))
    except (TeekoError, OSError) as error:
        _print(f"error: {error}\n", sys.stderr)
        return 1
    return 0


def _run(options: argparse.Namespace) -> None:
    if options.template:
        _print(template_of(rules(options.rules)), sys.stdout)
        return
    folder = options.reports or options.folder / "reports"
    limits = {"seconds": options.seconds, "memory": options.memory << 20}
    notes_to = sys.stderr if options.json else sys.stdout
    bots, ignored = found_bots(options.folder, reports=folder, **limits)
    notes = "".join(f"ignored {name}: {reason}\n" for name, reason in ignored.items())
    _print(notes, notes_to)
    if not bots:
        raise InputError(f"{options.folder}: expected files NAME.py with bots, found none")
    game = solve(options.rules)
    matches = run(
        bots,
        game,
        games=options.games,
        openings=options.openings,
        levels=options.levels,
        seed=options.seed,
        show=lambda line: _print(f"{_printable(line)}\n", notes_to),
        most_plies=options.most_plies,
        **limits,
    )
    write_reports(folder, game.name, bots, matches)
    table = standings(bots, matches)
    if options.json:
        _print(json.dumps(document(game.name, matches, table, ignored)) + "\n", sys.stdout)
    else:
        _print(f"\n{_columns(table)}\n{notes}reports: {folder}\n", sys.stdout)


def _print(text: str, file: TextIO) -> None:
    """Prints a text at once. If the reader of a pipe has closed it, it has read enough: that is no
    error, and the reports are still written.
    """
    try:
        print(text, end="", flush=True, file=file)
    except OSError as error:
        # Python tries again at its end to write what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


if __name__ == "__main__":
    # On some systems the process of a bot is a new Python. It must not look into this folder first.
    os.environ["PYTHONSAFEPATH"] = "1"
    sys.exit(main())
