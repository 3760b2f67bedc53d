"""Matches between players as courses have them: boards are lists of lists, moves lists of pairs.

A player is an object, or a class without arguments, with a method ``make_move(state)``. `state` is a list of rows, each a list of
``'b'``, ``'r'`` and ``' '``; it returns ``[(row, column)]`` for a drop and ``[(row, column), (source_row, source_column)]`` for a slide.
Before each move its attributes ``my_piece``, ``opp`` and ``board`` are set.

>>> import teeko
>>> from teeko.matches import GridPlayer, play
>>> game = teeko.solve("44-ssss+4x4")
>>> result = play(GridPlayer(game, strength=1, seed=1), GridPlayer(game), rules=game.rules, most_plies=40)
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
    """What a player has to have."""

    def make_move(self, state: Grid) -> Cells:
        """The move for the side to move."""


class Result(NamedTuple):
    """How a match ended."""

    #: Who won; None for a draw.
    winner: Literal["black", "red"] | None
    #: ``goal``; ``plies`` where there were too many of them; ``no move``; else what the loser did wrong.
    reason: str
    #: What was played.
    moves: list[Move]
    #: The last position.
    position: Position


class Tally(NamedTuple):
    """How a series of matches ended, for the first player."""

    wins: int
    draws: int
    losses: int
    results: list[Result]


class GridPlayer:
    """A :class:`teeko.Player` that takes part in matches: perfect unless a strength is given."""

    def __init__(self, game: Game, *, strength: int = 5, seed: int | None = 0) -> None:
        self._player = Player(game, strength=strength, seed=seed)
        self.my_piece = "b"

    def make_move(self, state: Grid) -> Cells:
        """The move that this player chooses."""
        turn = "black" if self.my_piece == "b" else "red"
        return self._player.choose(Position.from_grid(state, turn, self._player.game.rules)).to_tuples()


def play(
    black: CoursePlayer | Callable[[], Any],
    red: CoursePlayer | Callable[[], Any],
    *,
    rules: Rules | str = "44-ssss",
    most_plies: int = 200,
    seconds: float | None = None,
    start: Position | None = None,
) -> Result:
    """Plays a match and referees it. Rules are those of any variant, such as ``teeko2``, in which each side chooses its own moves.

    Who makes an illegal move, raises an exception or thinks for longer than `seconds` loses. After `most_plies` it is a draw.
    """
    rules = read_rules(rules)
    if "p" in rules.plan or rules.scoring == "pips":
        raise InputError(f"{rules.name}: expected rules in which each side chooses its own drops, found others")
    position = rules.start if start is None else start
    players: dict[str, Any] = {side: _made(player) for side, player in (("black", black), ("red", red))}
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
    """Plays so many matches, in which the two are Black by turns; the settings are those of :func:`play`."""
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
    """The move of a player, or what is wrong with it."""
    player.my_piece, player.opp = ("b", "r") if position.turn == "black" else ("r", "b")
    player.board = position.to_grid()
    before = time.monotonic()
    try:
        cells = player.make_move(position.to_grid())
    except Exception as error:  # Whatever a player raises is its own fault.
        return None, f"raised {type(error).__name__}: {error}"
    if seconds is not None and time.monotonic() - before > seconds:
        return None, f"thought for more than {seconds} s"
    try:
        move = Move.from_tuples([tuple(cell) for cell in cells], position.rules.width, position.rules.height)
        position.play(move)
    except (InputError, TypeError, ValueError) as error:
        return None, str(error)
    return move, ""
