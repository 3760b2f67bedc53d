"""Exceptions, with the messages of the program."""


class TeekoError(Exception):
    """The base class of all errors of this package."""


class InputError(TeekoError, ValueError):
    """An invalid name, rules, position, move, game or array."""


class MissingTablesError(TeekoError, FileNotFoundError):
    """Tables that are missing from their folder."""


class DamagedTablesError(TeekoError):
    """Tables that are damaged, or of other rules."""


class ResourceError(TeekoError, OSError):
    """Memory, threads or files that are not available."""
