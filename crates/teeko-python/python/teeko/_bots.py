"""The bots in a folder."""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import os
import pkgutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from teeko._arguments import instance
from teeko._errors import InputError
from teeko._grading import STANDINGS, is_level
from teeko._processes import Fault, Process, check_limits

#: The file of a bot that is a folder.
BOT = "bot.py"


class NoBot(InputError):
    """A file has no class that could be a bot."""


@dataclass(frozen=True)
class Submission:
    """A bot in a file. Calling it creates the bot."""

    path: Path
    is_alone: bool = False
    """Whether the folder is the bot's own."""

    def __call__(self) -> Any:
        """Imports the file, in the process of the bot, and creates the bot."""
        os.environ.pop("PYTHONSAFEPATH", None)
        os.chdir(self.path.parent)
        self._find_own_files()
        # A bot may be called like a module that it imports.
        name = self.path.stem
        if name in sys.modules:
            name = f"bot {name}"
        spec = importlib.util.spec_from_file_location(name, self.path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return _bot_class(module)()

    def _find_own_files(self) -> None:
        """Lets the bot import the files next to it, even if the referee has loaded modules of those
        names. If they are several bots', names of Python's modules still mean those.
        """
        folder = str(self.path.parent)
        own = {module.name for module in pkgutil.iter_modules([folder])}
        if not self.is_alone:
            for name in own & sys.stdlib_module_names:
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
            own -= sys.stdlib_module_names
        own -= {"__main__", *sys.builtin_module_names}
        for name in list(sys.modules):
            if name.partition(".")[0] in own:
                del sys.modules[name]
        sys.path.insert(0, folder)


def _bot_class(module: ModuleType) -> Any:
    """Returns the class of a bot that a module defines: ``TeekoPlayer``, or else the only one."""
    classes = {}
    for name, value in vars(module).items():
        if inspect.isclass(value) and value.__module__ == module.__name__:
            classes[name] = value
    bots = {name: value for name, value in classes.items() if hasattr(value, "make_move")}
    if classes and not bots:
        names = ", ".join(classes)
        raise NoBot(f"expected a class with a method make_move, found {names} without it")
    if not bots:
        raise NoBot("expected a class TeekoPlayer with make_move, found none")
    if "TeekoPlayer" in bots:
        return bots["TeekoPlayer"]
    if len(bots) > 1:
        assert module.__file__ is not None
        raise InputError(
            f"{Path(module.__file__).name}: expected a class TeekoPlayer with make_move, "
            f"found {', '.join(bots)}"
        )
    return next(iter(bots.values()))


def found_bots(
    folder: Path, *, reports: Path | None = None, seconds: float = 5, memory: int = 1 << 30
) -> tuple[dict[str, Submission], dict[str, str]]:
    """Returns the bots in a folder, by name, and why each other file or folder is ignored.

    Each file is imported in its own process, with the limits of a match. The folder `reports`
    and Python's own ``__pycache__`` are in neither.
    """
    instance("folder", folder, Path, "a path")
    check_limits(seconds, memory)
    bots: dict[str, Submission] = {}
    ignored = {}
    own = None if reports is None else reports.resolve()
    for path in sorted(folder.iterdir(), key=lambda path: (path.stem, path.is_dir())):
        if path.name == "__pycache__" or path.resolve() == own:
            continue
        submission = Submission(_source(path).resolve(), is_alone=path.is_dir())
        reason = _unfit_name(path, bots)
        if not reason:
            reason = _no_bot(submission, seconds=seconds, memory=memory)
        if not reason:
            bots[path.stem] = submission
        else:
            ignored[path.name + "/" * path.is_dir()] = reason
    return bots, ignored


def _source(path: Path) -> Path:
    """Returns the file of a bot that is a file or a folder."""
    return path / BOT if path.is_dir() else path


def _unfit_name(path: Path, bots: Mapping[str, Submission]) -> str:
    """Returns why a file or folder cannot be another bot, as its name shows; else an empty text."""
    if path.name[0] in "._":
        return f"its name begins with {path.name[0]}"
    if path.is_dir() and not _source(path).is_file():
        return f"a folder without {BOT}"
    if _source(path).suffix != ".py":
        return "not a Python file"
    if path.stem in bots:
        return f"there is another bot called {path.stem}"
    if path.stem.casefold() == STANDINGS or is_level(path.stem):
        return "its name has another meaning in the results"
    return ""


def _no_bot(submission: Submission, **limits: Any) -> str:
    """Returns why a file is not a bot; an empty text for a bot, even one that cannot be created."""
    mark = f"raised {NoBot.__name__}: "
    with Process(submission, seed=0, **limits) as process:
        try:
            process.start()
        except Fault as fault:
            if str(fault).startswith(mark):
                return str(fault).removeprefix(mark)
    return ""
