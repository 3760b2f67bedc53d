"""Checks of arguments. One of a wrong type raises an InputTypeError that names it."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Iterable, Mapping
from typing import Any

from teeko._errors import InputError, InputTypeError

#: The strengths of players.
STRENGTHS = range(1, 6)


def unfit(name: str, expected: str, found: object) -> InputTypeError:
    """Returns the error for an argument of the wrong type."""
    return InputTypeError(f"{name}: expected {expected}, found {type(found)}")


def quoted(value: object) -> str:
    """Returns a value as messages quote it. Half a character, which cannot be printed, is escaped.
    """
    return str(value).encode(errors="backslashreplace").decode()


def integer(name: str, value: Any) -> int:
    """Returns a whole number of any type as an int."""
    try:
        return operator.index(value)
    except TypeError:
        raise unfit(name, "a whole number", value) from None


def strength_of(name: str, value: Any) -> int:
    """Returns the strength of a player as an int."""
    strength = integer(name, value)
    if strength not in STRENGTHS:
        expected = "expected a number from 1, a beginner, to 5, perfect"
        raise InputError(f"{name} {strength}: {expected}")
    return strength


def instance(name: str, value: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Checks the type of an argument."""
    if not isinstance(value, kind):
        raise unfit(name, expected, value)


def items(name: str, value: Any, expected: str) -> list[Any]:
    """Returns the items of a list or another iterable, but not of a text or a dict."""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        # An array without dimensions has no items.
        with contextlib.suppress(TypeError):
            return list(value)
    raise unfit(name, expected, value)
