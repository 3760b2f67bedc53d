"""What the matches of a tournament say about its bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from teeko._arguments import STRENGTHS
from teeko._teeko import Position
from teeko.matches import Result

if TYPE_CHECKING:
    from teeko import answers

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}

#: The strengths of the players that bots meet.
LEVELS = STRENGTHS

#: The files of the results, which are no bot's.
STANDINGS = "standings"


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
            if choice["chooser"] == side and phase in (None, self._phase(choice))
        ]

    def _phase(self, choice: answers.ReviewChoice) -> str:
        """Returns the phase of the game in which a choice was made."""
        return "drop" if self.start.layer + choice["ply"] <= 8 else "slide"

    def mistakes(self, side: str) -> int:
        """Returns the number of choices of a side that gave away a win or a draw."""
        return self.kept(side).count(False)

    @property
    def moves(self) -> str:
        """The moves as text."""
        return " ".join(map(str, self.result.moves))

    @property
    def score(self) -> str:
        """The result as text: ``1-0``, ``0-1``, ``1/2``, or ``0-0`` if both lost."""
        outcomes = self.result.outcome("black"), self.result.outcome("red")
        scores = {("win", "loss"): "1-0", ("loss", "win"): "0-1", ("loss", "loss"): "0-0"}
        return scores.get(outcomes, "1/2")


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
        side = "black" if name == match.black else "red"
        opponent = match.red if side == "black" else match.black
        outcome = match.result.outcome(side)
        is_fault = outcome == "loss" and match.result.is_fault
        seen.append(View(side, opponent, outcome, is_fault, match))
    return seen


def level_name(strength: int) -> str:
    """Returns the name of a player of some strength."""
    return f"level {strength}"


def is_level(name: str) -> bool:
    """Returns whether a name is that of a player of some strength."""
    return name in map(level_name, LEVELS)


def _score(seen: list[View]) -> float:
    """Returns the points of a bot in these matches."""
    return sum(POINTS[view.outcome] for view in seen)


def standings(bots: Iterable[str], matches: list[Match]) -> list[list[Any]]:
    """Returns a table with a row for each bot, best first, below a row of titles.

    Points are those against other bots: 1 for a win, 1/2 for a draw. The rates of choices that kept
    the result are None if there was no choice.
    """
    players = {match.black for match in matches} | {match.red for match in matches}
    levels = sorted(players - set(bots))
    rows = [_standing(name, levels, views(name, matches)) for name in bots]
    rows.sort(key=lambda row: (-row[1], row[-1], row[0]))
    titles = ["bot", "points", "wins", "draws", "losses", *levels, "mistakes"]
    return [[*titles, "kept_in_drop", "kept_in_slide", "faults"], *rows]


def _standing(name: str, levels: list[str], seen: list[View]) -> list[Any]:
    """Returns the row of a bot in :func:`standings`."""
    peers = [view for view in seen if view.opponent not in levels]
    outcomes = Counter(view.outcome for view in peers)
    counts = [outcomes[outcome] for outcome in POINTS]
    against = [_score(_against(level, seen)) for level in levels]
    drops = _kept(seen, "drop")
    slides = _kept(seen, "slide")
    mistakes = drops.count(False) + slides.count(False)
    faults = sum(view.is_fault for view in seen)
    rates = [_rate(drops), _rate(slides)]
    return [name, _score(peers), *counts, *against, mistakes, *rates, faults]


def _against(opponent: str, seen: list[View]) -> list[View]:
    """Returns the matches against an opponent."""
    return [view for view in seen if view.opponent == opponent]


def _kept(seen: list[View], phase: str) -> list[bool]:
    """Returns for each choice of a bot in a phase whether it kept the result."""
    kept = []
    for view in seen:
        kept += view.match.kept(view.side, phase)
    return kept


def _rate(kept: list[bool]) -> float | None:
    return round(sum(kept) / len(kept), 3) if kept else None


def cross_table(table: list[list[Any]], matches: list[Match]) -> list[list[Any]]:
    """Returns the points of each bot against each other and each level, below a row of titles.

    `table` are the standings, whose order it has.
    """
    bots = [row[0] for row in table[1:]]
    opponents = bots + [title for title in table[0] if title not in bots and is_level(title)]
    rows: list[list[Any]] = [["bot", *opponents]]
    for name in bots:
        seen = views(name, matches)
        row: list[Any] = [name]
        for opponent in opponents:
            met = _against(opponent, seen)
            row.append(_score(met) if met else None)
        rows.append(row)
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
        rows.append([match.black, match.red, *end, *mistakes, *begun, match.moves])
    return rows
