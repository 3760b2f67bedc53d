"""What is raised, each with the words that the program has for it."""


class TeekoError(Exception):
    """Whatever goes wrong here."""


class InputError(TeekoError, ValueError):
    """A name, rules, a position, a move, a game or an array that is not what was expected."""


class MissingTablesError(TeekoError, FileNotFoundError):
    """Tables that are not in their folder."""


class DamagedTablesError(TeekoError):
    """Tables that are damaged, or of other rules."""


class ResourceError(TeekoError, OSError):
    """Memory, threads or files that are not to be had."""
