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
So bots that always play the same moves do not repeat one game. Each bot is first asked for its
drops of that position, one by one, and shown where they stand: a bot may count its own moves.

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
import itertools
import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from teeko._arguments import instance, integer, items, strength_of
from teeko._bots import BOT, Submission, found_bots
from teeko._errors import InputError, TeekoError
from teeko._game import Game, rules, solve
from teeko._grading import LEVELS, Match, level_name, standings
from teeko._processes import check_positive
from teeko._reports import columns, document, printable, write_reports
from teeko._teeko import Position
from teeko._template_of import template_of
from teeko.matches import GridPlayer, play

__all__ = ["Match", "Submission", "found_bots", "run"]

OPENING_PIECES = 4


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
    met = [level_name(strength_of("levels", level)) for level in items("levels", levels, "a list")]
    matches = []
    for pair in [*itertools.combinations(bots, 2), *itertools.product(bots, met)]:
        for number in range(games):
            first, second = pair
            names = (first, second) if number % 2 == 0 else (second, first)
            start = starts[number // 2 % len(starts)]
            match = _played(names, bots, game, start, source.getrandbits(32), limits)
            matches.append(match)
            ending = f"after {len(match.result.moves)} plies, {match.result.reason}"
            show(f"{match.black} - {match.red}: {match.score} {ending}")
    return matches


def _played(
    names: tuple[str, str],
    bots: Mapping[str, Callable[[], Any]],
    game: Game,
    start: Position,
    seed: int,
    limits: Mapping[str, Any],
) -> Match:
    """Plays a match between two names, Black's first, and judges its moves."""
    players = [_player(name, bots, game, seed) for name in names]
    result = play(*players, rules=game.rules, start=start, seed=seed, **limits)
    return Match(*names, seed, start, result, game.review(result)["choices"])


def _player(name: str, bots: Mapping[str, Callable[[], Any]], game: Game, seed: int) -> Any:
    """Returns the bot of a name, or the player whose strength the name says."""
    if name in bots:
        return bots[name]
    return GridPlayer(game, strength=int(name[-1]), seed=seed)


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
    openings = (
        f"random drawn positions of {OPENING_PIECES} pieces to start from, each with both sides; "
        "bots are asked for their drops there, too, and shown where they stand (%(default)s: none)"
    )
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
        show=lambda line: _print(f"{printable(line)}\n", notes_to),
        most_plies=options.most_plies,
        **limits,
    )
    write_reports(folder, game.name, bots, matches)
    table = standings(bots, matches)
    if options.json:
        _print(json.dumps(document(game.name, matches, table, ignored)) + "\n", sys.stdout)
    else:
        _print(f"\n{columns(table)}\n{notes}reports: {folder}\n", sys.stdout)


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
