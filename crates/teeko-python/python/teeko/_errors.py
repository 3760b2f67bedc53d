"""Exceptions. Their messages are those of the program."""


class TeekoError(Exception):
    """The base class of all errors of this package."""


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
