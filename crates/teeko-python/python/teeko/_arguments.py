"""Checks of arguments. One of a wrong type raises an InputTypeError that names it."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

from teeko._errors import InputTypeError


def unfit(name: str, expected: str, found: object) -> InputTypeError:
    """Returns the error for an argument of the wrong type."""
    return InputTypeError(f"{name}: expected {expected}, found {type(found)}")


def integer(name: str, value: Any) -> int:
    """Returns a whole number of any type as an int."""
    try:
        return operator.index(value)
    except TypeError:
        raise unfit(name, "a whole number", value) from None


def instance(name: str, value: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Checks the type of an argument."""
    if not isinstance(value, kind):
        raise unfit(name, expected, value)


def items(name: str, value: Any, expected: str) -> list[Any]:
    """Returns the items of a list or another iterable; a text or a dict is none."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise unfit(name, expected, value)
    try:
        return list(value)
    except TypeError:
        # An array without dimensions.
        raise unfit(name, expected, value) from None
