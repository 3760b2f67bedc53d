"""Exceptions. Their messages are those of the program."""

from typing import Any


class TeekoError(Exception):
    """The base class of all errors of this package."""

    found: Any = None
    """What a method says it has found, such as the meanings of a circle's name in
    :meth:`teeko.Game.record`; else None.
    """


class InputError(TeekoError, ValueError):
    """An invalid name, rules, position, move, game or array."""


class InputTypeError(InputError, TypeError):
    """An argument of the wrong type."""


class MissingTablesError(TeekoError, FileNotFoundError):
    """Tables are missing from their folder."""


class DamagedTablesError(TeekoError):
    """Tables are damaged, or belong to other rules."""


class StoppedError(TeekoError):
    """Work was stopped: see :func:`teeko.stopped_by`."""


class ResourceError(TeekoError, OSError):
    """Memory, threads or a file are not available."""
