"""Every variant of John Scarne's board game Teeko, solved.

>>> import teeko
>>> game = teeko.solve("58-ssss")
>>> game.value
Outcome(outcome='win', dtw=13, score=1)
>>> position = game.after("13 12 18")
>>> game.best(position)
Move('23')
>>> game.probe(position.play("23"))
Outcome(outcome='win', dtw=13, score=1)

Circles are numbered row by row from the top left, 1 to 25 on the standard board. Distances are in
plies; a ply is one move by one side. ``teeko.Rules("44-ssss").document()`` returns the rules of a
variant in full.
"""

import sys

# `python -m teeko.tournament` puts the folder of the bots before Python's own modules, some of
# which have the names of bots, such as `random`. While Python looks for the module, this is "-m".
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    if any(argument.endswith("teeko.tournament") for argument in sys.orig_argv):
        del sys.path[0]

from teeko._asking import Answer
from teeko._errors import (
    DamagedTablesError,
    InputError,
    MissingTablesError,
    ResourceError,
    StoppedError,
    TeekoError,
)
from teeko._game import (
    VARIANTS,
    Game,
    claims,
    open,
    plays,
    questions,
    rules,
    solve,
    variants,
)
from teeko._player import Player
from teeko._questions import atlas
from teeko._stopping import stopped_by
from teeko._teeko import (
    IMPOSSIBLE,
    OVER,
    GameRecord,
    Move,
    Position,
    Rules,
    __version__,
)
from teeko._values import Children, Layer, Outcome
from teeko.samples import Sample, dataset

__all__ = [
    "IMPOSSIBLE",
    "OVER",
    "VARIANTS",
    "Answer",
    "Children",
    "DamagedTablesError",
    "Game",
    "GameRecord",
    "InputError",
    "Layer",
    "MissingTablesError",
    "Move",
    "Outcome",
    "Player",
    "Position",
    "ResourceError",
    "Rules",
    "Sample",
    "StoppedError",
    "TeekoError",
    "__version__",
    "atlas",
    "claims",
    "dataset",
    "open",
    "plays",
    "questions",
    "rules",
    "solve",
    "stopped_by",
    "variants",
]
