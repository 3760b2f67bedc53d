"""Positions as NumPy arrays: what callers may pass, and what the core takes."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from teeko._arguments import instance, items, quoted
from teeko._errors import InputError, InputTypeError
from teeko._teeko import Position, Rules

Flat: TypeAlias = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.uint8]]

_SIDES = {"black": 0, "b": 0, "red": 1, "r": 1}

_TURNS = "black or red, or 0 for Black, 1 for Red"


def positions(rules: Rules, black: Any, red: Any, turn: Any) -> tuple[tuple[int, ...], Flat]:
    """Returns the shape of some positions, and their arrays in one dimension.

    `black` is a position or a list of positions if the others are None. Arrays that fit are not
    copied. Numbers that do not fit raise an InputError.
    """
    if red is None and turn is None:
        black, red, turn = _of_objects(rules, black)
    sides = _sides(turn)
    black = _masks("black", black)
    red = _masks("red", red)
    dtype = np.uint32 if black.dtype == red.dtype == np.uint32 else np.uint64
    masks = f"numbers from 0 to {(1 << rules.width * rules.height) - 1}"
    arrays = [
        _exact("black", black, dtype, masks),
        _exact("red", red, dtype, masks),
        _exact("turn", sides, np.uint8, _TURNS),
    ]
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        found = ", ".join(str(array.shape) for array in arrays)
        raise InputError(
            f"arrays: expected shapes of black, red and turn that fit together, found {found}"
        ) from None
    flat = [np.ascontiguousarray(np.broadcast_to(array, shape)).reshape(-1) for array in arrays]
    return shape, (flat[0], flat[1], flat[2])


def _of_objects(rules: Rules, given: Any) -> tuple[Any, Any, Any]:
    """Returns a position, or a list of positions, as bitmasks and sides to move."""
    if isinstance(given, Position):
        black, red, turn = _of_objects(rules, [given])
        return black[0], red[0], turn[0]
    expected = "a teeko.Position, a list of those, or arrays black, red and turn"
    found = items("positions", given, expected)
    for position in found:
        instance("positions", position, Position, expected)
        _check_board(rules, position)
    dtype = mask_type(rules)
    return (
        np.array([position.black_mask for position in found], dtype),
        np.array([position.red_mask for position in found], dtype),
        np.array([position.turn == "red" for position in found], np.uint8),
    )


def mask_type(rules: Rules) -> type[np.unsignedinteger[Any]]:
    """Returns the type of bitmasks of a board's circles."""
    return np.uint32 if rules.width * rules.height <= 32 else np.uint64


def _check_board(rules: Rules, position: Position) -> None:
    found = position.rules
    if (found.width, found.height) != (rules.width, rules.height):
        raise InputError(
            f"positions: expected those of {rules.width}x{rules.height}, "
            f"found one of {found.width}x{found.height}"
        )


def _sides(turn: Any) -> npt.NDArray[Any]:
    if isinstance(turn, str):
        if turn.lower() not in _SIDES:
            raise InputError(f"turn `{quoted(turn)}`: expected {_TURNS}")
        return np.asarray(_SIDES[turn.lower()], np.uint8)
    array = _array("turn", turn)
    if array.size and isinstance(array.flat[0], str):
        return _sides_of_names(array)
    return _integers("turn", turn, "integers, 0 for Black, 1 for Red")


def _sides_of_names(names: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Returns the numbers of sides that are named, as in the exports."""
    sides = np.zeros(names.shape, np.uint8)
    is_known = np.zeros(names.shape, bool)
    for name, side in _SIDES.items():
        has_name = names == name
        sides[has_name] = side
        is_known |= has_name
    if not is_known.all():
        raise InputError(f"turn `{quoted(str(names[~is_known][0]))}`: expected {_TURNS}")
    return sides


def _masks(name: str, value: Any) -> npt.NDArray[Any]:
    if isinstance(value, tuple):
        # The attributes of a position with these names are tuples of circles.
        raise InputTypeError(
            f"{name}: expected bitmasks, found a tuple; for a teeko.Position pass the position "
            f"itself, or position.{name}_mask"
        )
    return _integers(name, value, "integers")


def _array(name: str, value: Any) -> npt.NDArray[Any]:
    try:
        return np.asarray(value)
    except (ValueError, OverflowError, TypeError) as error:
        raise InputTypeError(
            f"{name}: expected an array of integers, found one of {error}"
        ) from None


def _integers(name: str, value: Any, expected: str) -> npt.NDArray[Any]:
    """Returns the array of integers; `expected` says for a message what they are."""
    array = _array(name, value)
    if array.size == 0 and not isinstance(value, np.ndarray):
        # An empty list has no type.
        array = array.astype(np.uint32)
    if array.dtype.kind == "O":
        # Numbers that fit no type of NumPy are objects. Other values are named by their type.
        for item in array.flat:
            if not isinstance(item, (int, np.integer)):
                raise InputTypeError(f"{name}: expected {expected}, found {type(item)}")
    elif array.dtype.kind not in "bui":
        raise InputTypeError(f"{name}: expected {expected}, found an array of {array.dtype}")
    return array


def _exact(
    name: str, array: npt.NDArray[Any], dtype: type[np.unsignedinteger[Any]], expected: str
) -> Any:
    """Returns the array as one of `dtype` if that has all its numbers."""
    if array.dtype != dtype and array.size and array.dtype.kind != "b":
        least = int(array.min())
        most = int(array.max())
        if least < 0 or most > np.iinfo(dtype).max:
            found = least if least < 0 else most
            raise InputError(f"{name}: expected {expected}, found {found}")
    return array.astype(dtype, copy=False)


def output(out: Any, shape: tuple[int, ...]) -> npt.NDArray[np.int16]:
    """Returns the array for values: `out` if it fits, a new one if it is None."""
    if out is None:
        return np.empty(shape, np.int16)
    if not isinstance(out, np.ndarray) or out.dtype != np.int16 or out.shape != shape:
        found = type(out).__name__
        if isinstance(out, np.ndarray):
            found = f"one of {out.dtype} and shape {out.shape}"
        raise InputTypeError(f"out: expected an array of int16 and shape {shape}, found {found}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise InputError("out: expected an array that is contiguous and writable, found another")
    return out
