"""Matches between the bots of a course.

A bot is an object with a method ``make_move(state)``, or a class or function without arguments that
creates one. `state` is a list of rows, each a list of ``'b'``, ``'r'`` and ``' '``. The method
returns ``[(row, column)]`` for a drop and ``[(row, column), (source_row, source_column)]`` for a
slide. Before each move, the bot's attributes ``my_piece``, ``opp`` and ``board`` are set. If the
bot has the methods ``opponent_move(move)`` and ``place_piece(move, piece)``, they are called with
the moves of the opponent and of the bot. :mod:`teeko.template` is a bot to start from.

Each match runs each bot in its own process, so that no fault of a bot reaches the referee: an
endless loop, a crash, ``sys.exit`` or too much memory or output only loses the match.
An object is copied into the process; what it learns is forgotten after the match. This is no
sandbox: do not run code that wants to do harm.

A match may start from a position with pieces. Then each bot is first asked for the drops that led
to it, one by one, and told those that stand on the board instead of its answers: a bot that counts
its own moves knows how many pieces it has.

>>> import teeko
>>> from teeko.matches import GridPlayer, play
>>> game = teeko.solve("44-ssss+4x4")
>>> beginner, perfect = GridPlayer(game, strength=1, seed=1), GridPlayer(game)
>>> result = play(beginner, perfect, rules=game.rules, most_plies=40)
>>> result.winner, result.reason
('red', 'goal')
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple, Protocol

from teeko._arguments import instance, integer
from teeko._errors import InputError
from teeko._game import Game, rules_of
from teeko._player import Player
from teeko._processes import Fault, Process, check_limits, check_positive, is_factory
from teeko._teeko import GameRecord, Move, Position, Rules

Grid = list[list[str]]
Cells = list[tuple[int, int]]
_Side = Literal["black", "red"]

#: The signs of pieces on a grid.
_SIGNS = {"black": "b", "red": "r"}


class CoursePlayer(Protocol):
    """The method that a bot needs."""

    def make_move(self, state: Grid) -> Cells:
        """Returns the move to play on the board `state`."""


class Result(NamedTuple):
    """How a match ended."""

    winner: _Side | None
    """The side that won; None for a draw, and if both bots lost: neither could be created, or
    neither could make its first move.
    """
    reason: str
    """``goal``, ``plies`` (`most_plies` were played), ``repetition`` (a position occurred for the
    third time), ``no move``, or the loser's fault. A ply in a fault is that of `moves`, from 1.
    """
    moves: list[Move]
    position: Position
    """The final position."""
    start: Position
    """The position before the first move."""
    output: tuple[str, str] = ("", "")
    """The end of what Black's bot and Red's bot printed, a traceback included. Empty except on
    Linux, and for :class:`GridPlayer`.
    """

    @property
    def record(self) -> GameRecord:
        """The game, as far as it was played."""
        return GameRecord(self.moves, self.position.rules, self.start)

    @property
    def is_fault(self) -> bool:
        """Whether the loser broke the rules or a limit."""
        return self.reason not in ("goal", "plies", "repetition", "no move")

    def outcome(self, side: str) -> Literal["win", "draw", "loss"]:
        """Returns the result for ``black`` or ``red``."""
        if self.winner is None and not self.is_fault:
            return "draw"
        return "win" if self.winner == side else "loss"


class Tally(NamedTuple):
    """The results of a series of matches for its first bot."""

    wins: int
    draws: int
    losses: int
    results: list[Result]


class GridPlayer:
    """A :class:`teeko.Player` for matches. It plays perfectly unless `strength` is below 5."""

    def __init__(self, game: Game, *, strength: int = 5, seed: int | None = 0) -> None:
        self._player = Player(game, strength=strength, seed=seed)
        self.my_piece = "b"

    @property
    def rules(self) -> Rules:
        """The rules of the player's game."""
        return self._player.game.rules

    def make_move(self, state: Grid) -> Cells:
        """Returns the player's move."""
        turn = "black" if self.my_piece == "b" else "red"
        position = Position.from_grid(state, turn, self._player.game.rules)
        return self._player.choose(position).to_tuples()


def play(
    black: CoursePlayer | Callable[[], Any],
    red: CoursePlayer | Callable[[], Any],
    *,
    rules: Rules | Game | str | None = None,
    most_plies: int = 200,
    seconds: float | None = 5,
    memory: int | None = 1 << 30,
    start: Position | None = None,
    seed: int | None = None,
) -> Result:
    """Plays a match and referees it.

    `rules` are any in which each side chooses its own moves, such as ``teeko2``; another year's
    game of that name is ``37d-ssss`` (``teeko2-diamonds``). By default they are those of a
    :class:`GridPlayer` or of `start`, and else ``44-ssss``; all have to be of one game. A bot that
    makes an illegal move, raises an exception or thinks for more than `seconds` loses. So does one that
    needs more than 30 seconds to be created, or uses `memory` bytes more than a new process
    (limited on Linux only). If neither bot can be created, both lose. If Black's bot fails in its
    first move, Red's is asked for one after a move of the referee's, and both lose if it fails,
    too. None lifts a limit. After `most_plies`, or when a position occurs for the third time, the
    match is a draw.

    `start` is a position to start from. Before the first move the referee asks both bots for the
    drops that lead to it, one by one: ``make_move`` is called as in any game, and ``place_piece``
    and ``opponent_move`` with the drops that stand on the board.

    `seconds` are the processor time of all threads of the bot, so that a busy machine costs it
    nothing. A bot that sleeps or waits loses after five times as long by the clock. Windows limits
    the time by the clock only, to `seconds`.

    `seed` seeds Python's and NumPy's random numbers of both bots. By default it is random.
    """
    rules = _rules_of(black, red, rules, start)
    check_positive("most_plies", most_plies, integer("most_plies", most_plies) >= 0)
    check_limits(seconds, memory)
    source = _random(seed)
    with contextlib.ExitStack() as ends:
        bots: dict[_Side, Process | _Trusted] = {}
        players: dict[_Side, Any] = {"black": black, "red": red}
        for side, player in players.items():
            is_factory(player)
            bot = _bot(player, seconds=seconds, memory=memory, seed=source.getrandbits(32))
            ends.enter_context(bot)
            bots[side] = bot
        return _Match(bots, rules.start if start is None else start).run(most_plies)


class _Ply(NamedTuple):
    """A ply as bots see it."""

    before: Grid
    """The board before the ply."""
    cells: Cells


class _Match:
    """A match while it is played."""

    def __init__(self, bots: dict[_Side, Process | _Trusted], start: Position) -> None:
        self._bots = bots
        self._start = start
        self._position = start
        self._moves: list[Move] = []
        #: The ply before.
        self._last: _Ply | None = None
        #: How often each position has occurred.
        self._seen = Counter([start])

    def run(self, most_plies: int) -> Result:
        """Creates the bots, and plays until the match ends."""
        faults = self._start_bots() or self._show_start()
        if faults:
            return self._lost_by(faults)
        while not self._position.is_over:
            draw = self._draw(most_plies)
            if draw is not None:
                return self._result(None, draw)
            faults = self._play_ply()
            if faults:
                return self._lost_by(faults)
        return self._result(self._position.winner, "goal")

    def _start_bots(self) -> dict[_Side, str]:
        """Waits until the bots have been created, and returns the faults of those that cannot."""
        faults = {}
        for side, bot in self._bots.items():
            try:
                bot.start()
            except Fault as fault:
                faults[side] = str(fault)
        return faults

    def _draw(self, most_plies: int) -> str | None:
        """Returns why the match is a draw now, or None."""
        if not self._position.legal_moves:
            return "no move"
        if self._seen[self._position] == 3:
            return "repetition"
        if len(self._moves) == most_plies:
            return "plies"
        return None

    def _show_start(self) -> dict[_Side, str]:
        """Asks the bots for the drops that lead to the start. Their answers do not count: they are
        shown the drops. Returns the faults of bots, both of which are asked before one loses.
        """
        faults: dict[_Side, str] = {}
        for side, ply in _drops(self._start):
            request = _request(ply.before, side, self._last)
            try:
                self._bots[side].ask({**request, "played": ply.cells})
            except Fault as fault:
                faults[side] = str(fault)
            if side == "red" and faults:
                return faults
            self._last = ply
        if self._start.phase == "slide" and self._start.turn == "red":
            # Red has been shown all drops of Black, and no slide.
            self._last = None
        return faults

    def _play_ply(self) -> dict[_Side, str]:
        """Plays a ply, and returns the faults of bots."""
        side = self._position.turn
        try:
            self._move(self._bots[side])
        except Fault as fault:
            faults = {side: str(fault)}
            if not self._moves:
                faults |= self._try_first_move(_opponent(side))
            return faults
        return {}

    def _try_first_move(self, side: _Side) -> dict[_Side, str]:
        """Asks a bot whose opponent has failed in the first move for a move after one of the
        referee's, and returns its fault. Otherwise bots that never move would win as Red.
        """
        before = self._position
        for move in before.legal_moves:
            after = before.play(move)
            if after.legal_moves:
                ply = _Ply(before.to_grid(), move.to_tuples())
                try:
                    _moved(self._bots[side], after, ply, 2)
                except Fault as fault:
                    return {side: str(fault)}
                break
        return {}

    def _move(self, bot: Process | _Trusted) -> None:
        """Plays the move of a bot, or raises its fault."""
        before = self._position
        move, after = _moved(bot, before, self._last, len(self._moves) + 1)
        self._moves.append(move)
        self._last = _Ply(before.to_grid(), move.to_tuples())
        self._position = after
        self._seen[after] += 1

    def _lost_by(self, faults: dict[_Side, str]) -> Result:
        """Returns the result of a match in which one bot or both have a fault."""
        if len(faults) == 2:
            reasons = [f"{side}: {faults[side]}" for side in self._bots]
            return self._result(None, "; ".join(reasons))
        side, reason = faults.popitem()
        return self._result(_opponent(side), reason)

    def _result(self, winner: _Side | None, reason: str) -> Result:
        output = self._bots["black"].output(), self._bots["red"].output()
        return Result(winner, reason, self._moves, self._position, self._start, output)


def _drops(start: Position) -> Iterator[tuple[_Side, _Ply]]:
    """Yields drops that lead to a position, each with its side."""
    grid = [[" "] * start.rules.width for _ in range(start.rules.height)]
    circles: dict[_Side, tuple[int, ...]] = {"black": start.black, "red": start.red}
    for number in range(start.layer):
        side: _Side = "black" if number % 2 == 0 else "red"
        circle = circles[side][number // 2]
        row, column = divmod(circle - 1, start.rules.width)
        yield side, _Ply([line[:] for line in grid], [(row, column)])
        grid[row][column] = _SIGNS[side]


def _opponent(side: _Side) -> _Side:
    return "red" if side == "black" else "black"


def _bot(player: Any, *, seed: int, **limits: Any) -> Process | _Trusted:
    """Returns a player as a bot: the package's own here, others in a process with limits."""
    if type(player) is GridPlayer:
        return _Trusted(player)
    return Process(player, seed=seed, **limits)


def check_rules(rules: Rules) -> None:
    """Raises an error unless bots can play by these rules."""
    if "p" in rules.plan or rules.scoring == "pips":
        raise InputError(
            f"{rules.name}: expected rules in which each side chooses its own drops, found others"
        )


def _rules_of(
    black: object, red: object, rules: Rules | Game | str | None, start: Position | None
) -> Rules:
    """Returns the rules of a match: those given, or else those that a player or `start` has."""
    if rules is not None:
        rules = rules_of("rules", rules)
        check_rules(rules)
    found: Rules | None = rules
    if start is not None:
        instance("start", start, Position, "a teeko.Position")
    for name, value in (("black", black), ("red", red), ("start", start)):
        if not isinstance(value, (GridPlayer, Position)):
            continue
        if found is not None and value.rules != found:
            raise InputError(
                f"{name}: expected the rules {found.name}, found {value.rules.name}; a match has "
                "one game: that of `rules`, of its players and of `start`"
            )
        found = value.rules
    found = Rules() if found is None else found
    check_rules(found)
    return found


def play_series(
    first: CoursePlayer | Callable[[], Any],
    second: CoursePlayer | Callable[[], Any],
    games: int,
    *,
    seed: int | None = None,
    **settings: Any,
) -> Tally:
    """Plays `games` matches, in which the two bots take turns as Black.

    Each match gets its own seed from `seed`, by default a random one. `settings` are the other
    keyword arguments of :func:`play`.
    """
    check_positive("games", games, integer("games", games) > 0)
    source = _random(seed)
    results = []
    points: Counter[str] = Counter()
    for number in range(games):
        is_black = number % 2 == 0
        pair = (first, second) if is_black else (second, first)
        result = play(*pair, seed=source.getrandbits(63), **settings)
        results.append(result)
        points[result.outcome("black" if is_black else "red")] += 1
    return Tally(points["win"], points["draw"], points["loss"], results)


def _random(seed: int | None) -> random.Random:
    return random.Random(random.getrandbits(63) if seed is None else integer("seed", seed))


class _Trusted(contextlib.AbstractContextManager["_Trusted"]):
    """The package's own player as a :class:`Process`: it needs none, and keeps its random numbers
    between matches.
    """

    def __init__(self, player: GridPlayer) -> None:
        self._player = player

    def __exit__(self, *error: object) -> None:
        pass

    def start(self) -> None:
        pass

    def ask(self, request: dict[str, Any]) -> Cells:
        if "played" in request:
            # The player looks at the board only.
            return []
        self._player.my_piece = request["pieces"][0]
        return self._player.make_move(request["grid"])

    def output(self) -> str:
        return ""


def _request(grid: Grid, side: _Side, last: _Ply | None) -> dict[str, Any]:
    """Returns what a bot is asked: its move on a board. `last` is the ply before."""
    return {
        "pieces": (_SIGNS[side], _SIGNS[_opponent(side)]),
        "before": grid if last is None else last.before,
        "opponent": None if last is None else last.cells,
        "grid": grid,
    }


def _moved(
    bot: Process | _Trusted, position: Position, last: _Ply | None, ply: int
) -> tuple[Move, Position]:
    """Returns a bot's move and the position after it, or raises its fault. `ply` is the number of
    the move in the match.
    """
    cells = bot.ask(_request(position.to_grid(), position.turn, last))
    try:
        move = Move.from_tuples(cells, position.rules.width, position.rules.height)
    except (InputError, TypeError, ValueError, OverflowError) as error:
        raise Fault(f"ply {ply}: {error}") from None
    try:
        return move, position.play(move)
    except InputError:
        # Bots know rows and columns, and records of games have circles.
        played = f"played {move.to_tuples()} ({move})"
        raise Fault(f"ply {ply}: {played}: {_expected(position, move)}") from None


def _expected(position: Position, move: Move) -> str:
    """Returns what a bot should have played instead of an illegal move, in rows and columns."""
    cells = move.to_tuples()
    grid = position.to_grid()
    if position.phase == "drop" and move.source is not None:
        return "expected a drop [(row, column)], found a slide"
    if position.phase == "slide" and move.source is None:
        return "expected a slide [(row, column), (source_row, source_column)], found a drop"
    legal = [move.to_tuples() for move in position.legal_moves]
    if cells[::-1] in legal:
        return f"expected {cells[::-1]}: the destination comes first"
    for (row, column), expected in zip(cells, (" ", position.turn[0]), strict=False):
        if grid[row][column] != expected:
            return f"expected {expected!r} at ({row}, {column}), found {grid[row][column]!r}"
    same_source = [other for other in legal if other[1:] == cells[1:]]
    return f"expected a legal move such as {(same_source or legal)[0]}"
