"""A tournament of bots: ``python -m teeko.tournament DIR`` grades a course.

Each file ``NAME.py`` in the folder is a bot: a class ``TeekoPlayer``, or the only class in the file
with a method ``make_move``. Every bot plays every other, and players of strength 1 to 5. The
reports are Markdown and CSV: ``standings.md`` and ``standings.csv``, and for each bot ``NAME.md``
and ``NAME.csv`` with all its games. :mod:`teeko.matches` describes what a bot has to do, and what
it loses for. ``python -m teeko.tournament --template`` prints a bot to start from.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import inspect
import itertools
import os
import random
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from teeko import template
from teeko._errors import InputError, TeekoError
from teeko._game import Game, solve
from teeko.matches import GridPlayer, Result, play

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}

#: What the formulas of spreadsheets begin with.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
LEVELS = range(1, 6)


@dataclass(frozen=True)
class Submission:
    """A bot in a file. Calling it creates the bot."""

    path: Path

    def __call__(self) -> Any:
        """Imports the file, in the process of the bot, and creates the bot."""
        os.chdir(self.path.parent)
        sys.path.insert(0, str(self.path.parent))
        spec = importlib.util.spec_from_file_location(self.path.stem, self.path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[self.path.stem] = module
        spec.loader.exec_module(module)
        bots = {
            name: value
            for name, value in vars(module).items()
            if inspect.isclass(value)
            and value.__module__ == module.__name__
            and hasattr(value, "make_move")
        }
        if "TeekoPlayer" not in bots and len(bots) != 1:
            raise InputError(
                f"{self.path.name}: expected a class TeekoPlayer with make_move, "
                f"found {', '.join(bots) or 'none'}"
            )
        return bots.get("TeekoPlayer", next(iter(bots.values())))()


class Match(NamedTuple):
    """A match of the tournament."""

    black: str
    red: str
    seed: int
    result: Result
    #: The choices of Black and of Red that gave away a win or a draw.
    mistakes: tuple[int, int]


class View(NamedTuple):
    """A match as one of its bots sees it."""

    side: str
    opponent: str
    #: ``win``, ``draw`` or ``loss``.
    outcome: str
    #: Whether the bot broke a rule or a limit.
    is_fault: bool
    mistakes: int
    match: Match


def views(name: str, matches: Iterable[Match]) -> list[View]:
    """Returns the matches of a bot."""
    seen = []
    for match in matches:
        if name not in (match.black, match.red):
            continue
        side, opponent = ("black", match.red) if name == match.black else ("red", match.black)
        winner = match.result.winner
        outcome = "draw" if winner is None else "win" if winner == side else "loss"
        is_fault = outcome == "loss" and match.result.is_fault
        mistakes = match.mistakes[side == "red"]
        seen.append(View(side, opponent, outcome, is_fault, mistakes, match))
    return seen


def run(
    bots: Mapping[str, Callable[[], Any]],
    game: Game,
    *,
    games: int = 2,
    levels: Iterable[int] = LEVELS,
    seed: int = 0,
    show: Callable[[str], None] = lambda _: None,
    **limits: Any,
) -> list[Match]:
    """Plays the tournament: `games` matches of each pair, in which they take turns as Black.

    `bots` are functions that create a bot, by name. Each bot also meets the players ``level 1`` to
    ``level 5``, or those of other `levels`. The same `seed` repeats the tournament unless bots are
    random in ways of their own. `show` receives a line for each match. `limits` are keyword
    arguments of :func:`teeko.matches.play`.
    """
    source = random.Random(seed)
    pairs = [*itertools.combinations(bots, 2), *itertools.product(bots, map(_level, levels))]
    matches = []
    for pair in pairs:
        for number in range(games):
            black, red = pair if number % 2 == 0 else pair[::-1]
            chosen = source.getrandbits(32)
            players = [
                bots[name]
                if name in bots
                else GridPlayer(game, strength=int(name[-1]), seed=chosen)
                for name in (black, red)
            ]
            result = play(*players, rules=game.rules, seed=chosen, **limits)
            matches.append(Match(black, red, chosen, result, _mistakes(game, result)))
            score = {"black": "1-0", "red": "0-1", None: "1/2"}[result.winner]
            show(f"{black} - {red}: {score} after {len(result.moves)} plies, {result.reason}")
    return matches


def _level(strength: int) -> str:
    return f"level {strength}"


def _mistakes(game: Game, result: Result) -> tuple[int, int]:
    """Counts the choices of each side that changed the outcome for the worse."""
    mistakes = {"black": 0, "red": 0}
    position = game.start
    before = game.probe(position).outcome
    for move in result.moves:
        side, position = position.turn, position.play(move)
        after = game.probe(position).outcome
        mistakes[side] += {"win": "loss", "draw": "draw", "loss": "win"}[after] != before
        before = after
    return mistakes["black"], mistakes["red"]


def _printable(text: str) -> str:
    """Returns a text of others without characters that control a terminal or break a line."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def _markdown(cell: Any) -> str:
    """Returns a text of others so that Markdown shows it as it is."""
    text = _printable(str(cell)).replace("&", "&amp;").replace("<", "&lt;")
    # An underscore within a word is no markup.
    return re.sub(r"[\\`*\[\]|]|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)


def _csv(cell: Any) -> Any:
    """Returns a cell of a CSV file. An apostrophe before a text of others that spreadsheets would
    take for a formula keeps it a text. Numbers stay what they are.
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _table(rows: list[list[Any]]) -> str:
    """Returns rows as a Markdown table. The first row is the head."""
    texts = [[_markdown(cell) for cell in row] for row in rows]
    texts.insert(1, ["---"] * len(rows[0]))
    return "\n".join("| " + " | ".join(row) + " |" for row in texts) + "\n"


def _score(seen: list[View]) -> float:
    return sum(POINTS[view.outcome] for view in seen)


def standings(bots: Iterable[str], matches: list[Match]) -> list[list[Any]]:
    """Returns a table with a row for each bot, best first, below a row of titles.

    Points are those against other bots: 1 for a win, 1/2 for a draw.
    """
    levels = sorted({name for match in matches for name in match[:2]} - set(bots))
    rows: list[list[Any]] = []
    for name in bots:
        seen = views(name, matches)
        peers = [view for view in seen if view.opponent not in levels]
        counts = [sum(view.outcome == outcome for view in peers) for outcome in POINTS]
        against = [_score([view for view in seen if view.opponent == level]) for level in levels]
        ends = [sum(view.mistakes for view in seen), sum(view.is_fault for view in seen)]
        rows.append([name, _score(peers), *counts, *against, *ends])
    rows.sort(key=lambda row: (-row[1], row[-1], row[0]))
    titles = ["bot", "points", "wins", "draws", "losses", *levels, "mistakes", "faults"]
    return [titles, *rows]


def write_reports(folder: Path, bots: Iterable[str], matches: list[Match]) -> None:
    """Writes the standings and a report for each bot as Markdown and CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    table = standings(bots, matches)
    # All matches of a tournament have the same rules.
    rules = next((match.result.position.rules.name for match in matches), "")
    played = f"Rules: {_markdown(rules)}\n\n" if rules else ""
    (folder / "standings.md").write_text(f"# Standings\n\n{played}{_table(table)}")
    _write_csv(folder / "standings.csv", table)
    titles = ["opponent", "side", "outcome", "plies", "mistakes", "reason"]
    titles += ["seed", "rules", "moves"]
    for name in bots:
        seen = views(name, matches)
        rows: list[list[Any]] = [titles]
        for view in seen:
            result = view.match.result
            is_fault_of_opponent = result.is_fault and not view.is_fault
            reason = f"the opponent {result.reason}" if is_fault_of_opponent else result.reason
            moves = " ".join(map(str, result.moves))
            plies = len(result.moves)
            rows.append(
                [view.opponent, view.side, view.outcome, plies, view.mistakes, reason]
                + [view.match.seed, rules, moves]
            )
        _write_csv(folder / f"{name}.csv", rows)
        own = [table[0], *(row for row in table if row[0] == name)]
        text = f"# {_markdown(name)}\n\n{played}{_table(own)}\n## Games\n\n{_table(rows)}"
        for view in seen:
            output = view.match.result.output[view.side == "red"].strip()
            if view.is_fault and output:
                lines = "".join(f"    {_printable(line)}\n" for line in output.splitlines())
                opponent = _markdown(view.opponent)
                text += f"\n## Output against {opponent} as {view.side}\n\n{lines}"
        (folder / f"{name}.md").write_text(text)


def _write_csv(path: Path, rows: list[list[Any]]) -> None:
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([*map(_csv, row)] for row in rows)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m teeko.tournament",
        description="Plays a tournament of the bots in a folder, and writes a report on each.",
    )
    add = parser.add_argument
    add("folder", metavar="DIR", nargs="?", type=Path, help="the folder of the bots, NAME.py each")
    add("--rules", default="44-ssss", help="the game, such as teeko2 (%(default)s)")
    add("--games", type=int, default=2, help="the matches of each pair (%(default)s)")
    add("--levels", default="1-5", help="players to meet, such as 1-3 or none (%(default)s)")
    add("--seconds", type=float, default=5, help="the time for a move (%(default)s)")
    add("--memory", type=int, default=1024, help="the memory of a bot in MiB (%(default)s)")
    add("--most-plies", type=int, default=100, help="then a match is a draw (%(default)s)")
    add("--seed", type=int, default=0, help="the seed of all random numbers (%(default)s)")
    add("--reports", metavar="DIR", type=Path, help="the folder of the reports (DIR/reports)")
    add("--template", action="store_true", help="print a bot to start from, and stop")
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
    options = _options(arguments)
    if options.template:
        print(inspect.getsource(template), end="")
        return 0
    paths = sorted(options.folder.glob("*.py"))
    bots = {path.stem: Submission(path.resolve()) for path in paths if path.stem[0] not in "._"}
    try:
        if not bots:
            raise InputError(f"{options.folder}: expected files NAME.py, found none")
        matches = run(
            bots,
            solve(options.rules),
            games=options.games,
            levels=options.levels,
            seed=options.seed,
            show=lambda line: print(_printable(line), flush=True),
            seconds=options.seconds,
            memory=options.memory << 20,
            most_plies=options.most_plies,
        )
        folder = options.reports or options.folder / "reports"
        write_reports(folder, bots, matches)
    except (TeekoError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"\n{_table(standings(bots, matches))}\nreports: {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
