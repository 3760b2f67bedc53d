"""Matches between the bots of a course.

A player is an object with a method ``make_move(state)``, or a class that is called without
arguments. `state` is a list of rows, each a list of ``'b'``, ``'r'`` and ``' '``. The method
returns ``[(row, column)]`` for a drop and ``[(row, column), (source_row, source_column)]`` for a
slide. Before each move, the player's attributes ``my_piece``, ``opp`` and ``board`` are set.

>>> import teeko
>>> from teeko.matches import GridPlayer, play
>>> game = teeko.solve("44-ssss+4x4")
>>> beginner, perfect = GridPlayer(game, strength=1, seed=1), GridPlayer(game)
>>> result = play(beginner, perfect, rules=game.rules, most_plies=40)
>>> result.winner, result.reason
('red', 'goal')
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol

from teeko._errors import InputError
from teeko._game import Game
from teeko._game import rules as read_rules
from teeko._player import Player
from teeko._teeko import Move, Position, Rules

Grid = list[list[str]]
Cells = list[tuple[int, int]]


class CoursePlayer(Protocol):
    """The method that a player needs."""

    def make_move(self, state: Grid) -> Cells:
        """Returns the move to play on the board `state`."""


class Result(NamedTuple):
    """How a match ended."""

    #: The side that won; None for a draw.
    winner: Literal["black", "red"] | None
    #: ``goal``, ``plies`` (`most_plies` were played), ``no move``, or the loser's mistake.
    reason: str
    #: The moves that were played.
    moves: list[Move]
    #: The final position.
    position: Position


class Tally(NamedTuple):
    """The results of a series of matches for its first player."""

    wins: int
    draws: int
    losses: int
    results: list[Result]


class GridPlayer:
    """A :class:`teeko.Player` for matches. It plays perfectly unless `strength` is below 5."""

    def __init__(self, game: Game, *, strength: int = 5, seed: int | None = 0) -> None:
        self._player = Player(game, strength=strength, seed=seed)
        self.my_piece = "b"

    def make_move(self, state: Grid) -> Cells:
        """Returns the player's move."""
        turn = "black" if self.my_piece == "b" else "red"
        position = Position.from_grid(state, turn, self._player.game.rules)
        return self._player.choose(position).to_tuples()


def play(
    black: CoursePlayer | Callable[[], Any],
    red: CoursePlayer | Callable[[], Any],
    *,
    rules: Rules | str = "44-ssss",
    most_plies: int = 200,
    seconds: float | None = None,
    start: Position | None = None,
) -> Result:
    """Plays a match and referees it.

    `rules` are any in which each side chooses its own moves, such as ``teeko2``. A player that
    makes an illegal move, raises an exception or thinks for more than `seconds` loses. After
    `most_plies` the match is a draw.
    """
    rules = read_rules(rules)
    if "p" in rules.plan or rules.scoring == "pips":
        raise InputError(
            f"{rules.name}: expected rules in which each side chooses its own drops, found others"
        )
    position = rules.start if start is None else start
    players: dict[str, Any] = {"black": _made(black), "red": _made(red)}
    moves: list[Move] = []
    while not position.is_over:
        if not position.legal_moves:
            return Result(None, "no move", moves, position)
        if len(moves) == most_plies:
            return Result(None, "plies", moves, position)
        move, fault = _asked(players[position.turn], position, seconds)
        if move is None:
            return Result("red" if position.turn == "black" else "black", fault, moves, position)
        moves.append(move)
        position = position.play(move)
    return Result(position.winner, "goal", moves, position)


def play_series(
    first: CoursePlayer | Callable[[], Any],
    second: CoursePlayer | Callable[[], Any],
    games: int,
    **settings: Any,
) -> Tally:
    """Plays `games` matches, in which the two players take turns as Black.

    `settings` are the keyword arguments of :func:`play`.
    """
    results = []
    points = {"win": 0, "draw": 0, "loss": 0}
    for number in range(games):
        is_black = number % 2 == 0
        result = play(first, second, **settings) if is_black else play(second, first, **settings)
        results.append(result)
        own = "black" if is_black else "red"
        points["draw" if result.winner is None else "win" if result.winner == own else "loss"] += 1
    return Tally(points["win"], points["draw"], points["loss"], results)


def _made(player: Any) -> Any:
    return player() if isinstance(player, type) else player


def _asked(player: Any, position: Position, seconds: float | None) -> tuple[Move | None, str]:
    """Returns the move of a player, or None and the reason why it loses."""
    player.my_piece, player.opp = ("b", "r") if position.turn == "black" else ("r", "b")
    player.board = position.to_grid()
    before = time.monotonic()
    try:
        cells = player.make_move(position.to_grid())
    except Exception as error:  # A player that raises any exception loses.
        return None, f"raised {type(error).__name__}: {error}"
    if seconds is not None and time.monotonic() - before > seconds:
        return None, f"thought for more than {seconds} s"
    try:
        board = position.rules.width, position.rules.height
        move = Move.from_tuples([tuple(cell) for cell in cells], *board)
        position.play(move)
    except (InputError, TypeError, ValueError) as error:
        return None, str(error)
    return move, ""
