"""Positions as NumPy arrays: what callers may pass, and what the core takes."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from teeko._arguments import quoted
from teeko._errors import InputError, InputTypeError

Flat: TypeAlias = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.uint8]]

_SIDES = {"black": 0, "b": 0, "red": 1, "r": 1}


def positions(black: Any, red: Any, turn: Any) -> tuple[tuple[int, ...], Flat]:
    """Returns the shape of some positions, and their arrays in one dimension.

    Arrays that fit are not copied. Numbers that do not fit raise an InputError.
    """
    sides, black, red = _sides(turn), _integers("black", black), _integers("red", red)
    dtype = np.uint32 if black.dtype == red.dtype == np.uint32 else np.uint64
    arrays = [_exact("black", black, dtype), _exact("red", red, dtype)]
    arrays.append(_exact("turn", sides, np.uint8))
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        found = ", ".join(str(array.shape) for array in arrays)
        raise InputError(
            f"arrays: expected shapes of black, red and turn that fit together, found {found}"
        ) from None
    flat = [np.ascontiguousarray(np.broadcast_to(array, shape)).reshape(-1) for array in arrays]
    return shape, (flat[0], flat[1], flat[2])


def _sides(turn: Any) -> npt.NDArray[Any]:
    if isinstance(turn, str):
        if turn.lower() not in _SIDES:
            raise InputError(f"turn `{quoted(turn)}`: expected black or red")
        return np.asarray(_SIDES[turn.lower()], np.uint8)
    return _integers("turn", turn)


def _integers(name: str, value: Any) -> npt.NDArray[Any]:
    try:
        array = np.asarray(value)
    except (ValueError, OverflowError, TypeError) as error:
        raise InputTypeError(
            f"{name}: expected an array of integers, found one of {error}"
        ) from None
    if array.size == 0 and not isinstance(value, np.ndarray):
        # An empty list has no type.
        array = array.astype(np.uint32)
    if array.dtype.kind == "O":
        # Numbers that fit no type of NumPy are objects. Other values are named by their type.
        for item in array.flat:
            if not isinstance(item, (int, np.integer)):
                raise InputTypeError(f"{name}: expected integers, found {type(item)}")
    elif array.dtype.kind not in "bui":
        raise InputTypeError(f"{name}: expected integers, found an array of {array.dtype}")
    return array


def _exact(name: str, array: npt.NDArray[Any], dtype: type[np.unsignedinteger[Any]]) -> Any:
    """Returns the array as one of `dtype` if that has all its numbers."""
    if array.dtype != dtype and array.size and array.dtype.kind != "b":
        least, most = int(array.min()), int(array.max())
        if least < 0 or most > np.iinfo(dtype).max:
            found = least if least < 0 else most
            raise InputError(
                f"{name}: expected numbers from 0 to {np.iinfo(dtype).max}, found {found}"
            )
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
