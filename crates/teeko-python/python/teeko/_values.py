"""What positions are worth: one, a layer, and the positions after moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    # Importing NumPy takes longer than importing the rest, and single positions do not need it.
    import numpy as np
    import numpy.typing as npt


class Outcome(NamedTuple):
    """The value of a position for the side to move."""

    outcome: Literal["win", "draw", "loss"]
    dtw: int | None
    """The distance in plies to the end with best play: 0 if the game is over, None in a draw. In
    games for points it is a bound: the side that scores can force at least abs(score) points within
    `dtw` plies.
    """
    score: int
    """The points that the side to move gets: 1, 0 or -1, except in games for points."""

    @property
    def plies(self) -> int:
        """The signed distance that arrays use: positive for a win, negative for a loss, 0 for a
        draw. In games for points it is a bound, as `dtw` is.
        """
        return {"win": 1, "draw": 0, "loss": -1}[self.outcome] * (self.dtw or 0)


class Layer(NamedTuple):
    """The positions with a given number of pieces on the board, as arrays of equal length."""

    black: npt.NDArray[Any]
    """Bitmasks of Black's circles; the lowest bit is circle 1. The type is uint32, or uint64 on
    boards of more than 32 circles.
    """
    red: npt.NDArray[Any]
    """Bitmasks of Red's circles."""
    turn: Literal["black", "red"]
    """The side to move in all positions. In layer 8 it is Black: values do not depend on the side.
    """
    values: npt.NDArray[np.int16]
    """The values, encoded as by :meth:`Game.probe_many`."""
    orbit_sizes: npt.NDArray[np.uint8]
    """The number of positions that each entry stands for: 1 to 8 if folded, else 1."""

    @property
    def wdl(self) -> npt.NDArray[np.int8]:
        """Labels of type int8: 1 for a win of the side to move, 0 for a draw, -1 for a loss.

        A finished game that the side to move has lost is a loss.
        """
        import numpy as np

        return np.sign(self.values).astype(np.int8)


class Children(NamedTuple):
    """The positions after each legal move of some positions, as arrays of equal length."""

    black: npt.NDArray[Any]
    """Bitmasks of Black's circles."""
    red: npt.NDArray[Any]
    """Bitmasks of Red's circles."""
    turn: npt.NDArray[np.uint8]
    """The sides to move, of type uint8: 0 for Black, 1 for Red."""
    parent: npt.NDArray[np.int64]
    """The index of the position before the move, of type int64, in ascending order."""
    action: npt.NDArray[np.int32]
    """The number of the move in :class:`teeko.actions.Actions`, of type int32."""
