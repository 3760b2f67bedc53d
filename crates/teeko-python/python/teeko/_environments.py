"""What the environments for learning systems share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from teeko._arguments import quoted
from teeko._drawing import BOARD, CELL, EMPTY, PIECES, RADIUS
from teeko._errors import InputError
from teeko._teeko import Position, Rules
from teeko.actions import Actions

if TYPE_CHECKING:
    from gymnasium import spaces

Observation: TypeAlias = dict[str, npt.NDArray[np.int8]]

#: ``human`` prints the board.
RENDER_MODES = ["human", "ansi", "rgb_array"]


def observation_space(rules: Rules, actions: Actions) -> spaces.Dict:
    """Returns the space of the observations."""
    from gymnasium import spaces

    shape = (rules.height, rules.width, 2)
    space: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 1, shape, np.int8),
        "action_mask": spaces.Box(0, 1, (actions.number,), np.int8),
    }
    return spaces.Dict(space)


def seen(actions: Actions, position: Position, side: str) -> npt.NDArray[np.int8]:
    """Returns the board as `side` sees it: its pieces, then those of its opponent."""
    planes = actions.planes(position)
    return planes if side == position.turn else planes[..., ::-1].copy()


def observation(actions: Actions, position: Position, side: str, *, acts: bool) -> Observation:
    """Returns the observation of `side`, with the legal moves if it `acts`."""
    mask = actions.mask(position) if acts else np.zeros(actions.number, np.int8)
    return {"observation": seen(actions, position, side), "action_mask": mask}


def check_render_mode(mode: str | None) -> str | None:
    """Returns the mode, if there is such a mode."""
    if mode not in (None, *RENDER_MODES):
        raise InputError(f"render_mode `{quoted(mode)}`: expected human, ansi, rgb_array or None")
    return mode


def rendered(position: Position, mode: str | None) -> Any:
    """Returns the board as text or as an array of pixels; for people it is printed."""
    if mode == "rgb_array":
        return _pixels(position)
    if mode == "human":
        print(position, end="\n\n", flush=True)
    return str(position) if mode == "ansi" else None


def show(position: Position, mode: str | None) -> None:
    """Prints the board if people watch."""
    if mode == "human":
        rendered(position, mode)


def _pixels(position: Position) -> npt.NDArray[np.uint8]:
    """Returns a picture of a position: an array of shape ``(height, width, 3)``."""
    colours = {cell: _colour(PIECES.get(cell, EMPTY)) for cell in "br "}
    grid = position.to_grid()
    cells = np.array([list(map(colours.__getitem__, row)) for row in grid])
    rows, columns = np.mgrid[0 : len(grid) * CELL, 0 : len(grid[0]) * CELL]
    distance = _from_centre(rows) ** 2 + _from_centre(columns) ** 2
    is_circle = distance <= RADIUS**2
    pixels = np.where(
        is_circle[..., None], cells[rows // CELL, columns // CELL], _colour(BOARD)
    )
    return pixels.astype(np.uint8)


def _colour(text: str) -> list[int]:
    """Returns red, green and blue of a colour such as ``#1c1c1c``."""
    return list(bytes.fromhex(text[1:]))


def _from_centre(pixels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Returns how far pixels are from the centres of their cells, in one direction."""
    return pixels % CELL - (CELL - 1) / 2
