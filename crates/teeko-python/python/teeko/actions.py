"""Moves as numbers, for learning systems."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from teeko import _teeko
from teeko._arguments import instance, integer
from teeko._errors import InputError
from teeko._game import Game, rules_of
from teeko._teeko import Move, Position, Rules


class Actions:
    """The numbering of the moves of a rule set, from 0.

    On a board of `n` circles the drop on circle `c` is ``c - 1``. The slide from `a` to `b` is
    ``n + n * (a - 1) + (b - 1)``. In a pointed drop, the opponent of the side to move chooses the
    number. Games with numbered pieces or passes raise an InputError: they have other choices than
    moves.

    >>> actions = Actions(Rules("44-ssss"))
    >>> actions.number, actions.of(Move("13")), actions.of(Move("14-8")), actions.move(12)
    (650, 12, 357, Move('13'))
    """

    def __init__(self, rules: Rules | Game | str) -> None:
        rules = rules_of("rules", rules)
        if rules.scoring == "pips" or rules.pass_rule:
            raise InputError(
                f"{rules.name}: expected rules in which every choice is a move, "
                "found numbered pieces or passes"
            )
        self.rules = rules
        self.circles = rules.width * rules.height
        self.number = self.circles + self.circles**2
        """The number of actions. It depends on the size of the board only."""

    def of(self, move: Move) -> int:
        """Returns the number of a move."""
        instance("move", move, Move, "a teeko.Move")
        to = move.to - 1
        return to if move.source is None else self.circles + self.circles * (move.source - 1) + to

    def move(self, action: int) -> Move:
        """Returns the move with the number `action`."""
        action = integer("action", action)
        if not 0 <= action < self.number:
            raise InputError(f"action {action}: expected a number from 0 to {self.number - 1}")
        return _teeko.action_move(self.rules, action)

    def symmetries(self) -> npt.NDArray[np.int64]:
        """Returns, for each symmetry of the rules, the number of the image of each action.

        The shape is ``(symmetries, number)``. Rows are in the order of :meth:`Rules.symmetries`.
        The first columns are the drops: there, a row is also a permutation of the circles, from 0.

        >>> turned = Actions(Rules("44-ssss")).symmetries()[1]
        >>> int(turned[12]), int(turned[0])
        (12, 4)
        """
        circles = np.array(self.rules.symmetries()) - 1
        slides = self.circles + self.circles * circles[:, :, np.newaxis] + circles[:, np.newaxis]
        return np.hstack([circles, slides.reshape(len(circles), -1)])

    def mask(self, position: Position) -> npt.NDArray[np.int8]:
        """Returns an array of shape ``(number,)``: 1 for each legal move, 0 for all others."""
        instance("position", position, Position, "a teeko.Position")
        return _teeko.action_mask(self.rules, position)

    def planes(self, position: Position) -> npt.NDArray[np.int8]:
        """Returns an array of shape ``(height, width, 2)``, 1 where a piece stands.

        Plane 0 has the pieces of the side to move, plane 1 those of its opponent.
        """
        instance("position", position, Position, "a teeko.Position")
        return _teeko.position_planes(position)
