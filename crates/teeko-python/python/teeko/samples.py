"""Labelled positions for learning systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from teeko import _teeko
from teeko._arguments import instance, integer, items
from teeko._errors import InputError
from teeko._game import Game
from teeko._teeko import Move, Position
from teeko._values import Outcome

if TYPE_CHECKING:
    # Importing NumPy takes longer than importing the rest.
    import numpy as np
    import numpy.typing as npt

ALL_LAYERS = range(9)
ALL_FOLDS = range(10)

#: The number of positions that are chosen together.
_TOGETHER = 4096
#: The number of candidates, as multiples of that, of which none fits if a layer has no position.
_TRIES = 16

_SIDES: tuple[Literal["black", "red"], ...] = ("black", "red")


class Samples(NamedTuple):
    """Random positions in which the game is not finished, as arrays of equal length."""

    black: npt.NDArray[Any]
    """Bitmasks of Black's circles, as in :class:`teeko.Layer`."""
    red: npt.NDArray[Any]
    """Bitmasks of Red's circles."""
    turn: npt.NDArray[np.uint8]
    """The sides to move: 0 for Black, 1 for Red. In layer 8 it is Black."""
    layers: npt.NDArray[np.uint8]
    """The numbers of pieces on the board."""
    folds: npt.NDArray[np.uint8]
    """The folds: see :meth:`Game.folds`."""
    values: npt.NDArray[np.int16]
    """The values, encoded as by :meth:`Game.probe_many`."""

    @property
    def wdl(self) -> npt.NDArray[np.int8]:
        """Labels: 1 for a win of the side to move, 0 for a draw, -1 for a loss."""
        import numpy as np

        return np.sign(self.values).astype(np.int8)


class Sample(NamedTuple):
    """A position in which the game is not finished, with its value and those of its moves."""

    position: Position
    outcome: Outcome
    """The value for the side to move."""
    best: list[Move]
    """The best moves for the side that chooses."""
    policy: npt.NDArray[np.float32]
    """Probabilities, float32 of shape ``(Actions.number,)``: equal for the best moves, else 0."""
    values: npt.NDArray[np.int16] | None
    """The values of all moves: a row of :meth:`Game.move_values`. None in games for points."""
    fold: int
    """The fold, 0 to 9: see :meth:`Game.folds`."""


def arrays(
    game: Game,
    size: int,
    *,
    layers: Iterable[int] = ALL_LAYERS,
    folds: Iterable[int] = ALL_FOLDS,
    seed: int = 0,
) -> Samples:
    """Returns `size` random positions of a game that are not finished, as arrays.

    `layers` are numbers of pieces on the board, 0 to 8. Each layer is equally likely, and so is
    each position of a layer. Layers without such a position are left out. Positions are of the
    `folds`, 0 to 9. All images of a position have one fold, so no position of one fold is the image
    of one of another. The same `seed` always yields the same positions.

    >>> import teeko
    >>> game = teeko.solve("44-ssss+4x4")
    >>> training = arrays(game, 1000, folds=range(9))
    >>> boards = game.planes(training.black, training.red, training.turn)
    >>> values = game.move_values(training.black, training.red, training.turn)
    >>> boards.shape, values.shape, training.wdl.shape
    ((1000, 4, 4, 2), (1000, 272), (1000,))
    >>> test = arrays(game, 100, folds=[9])
    """
    import numpy as np

    parts = []
    missing = _size(size)
    for chosen in _chosen(game, layers, folds, seed):
        parts.append(_rows(chosen, slice(missing)))
        missing -= len(parts[-1].black)
        if missing == 0:
            break
    return Samples(*map(np.concatenate, zip(*parts, strict=True)))


def dataset(
    game: Game,
    size: int,
    *,
    layers: Iterable[int] = ALL_LAYERS,
    folds: Iterable[int] = ALL_FOLDS,
    seed: int = 0,
) -> Iterator[Sample]:
    """Returns an iterator of the positions that :func:`arrays` chooses, one by one.

    Arrays are many times as fast.

    >>> import teeko
    >>> for sample in dataset(teeko.solve("44-ssss+4x4"), 2, layers=[8], seed=3):
    ...     assert sample.position.layer == 8 and abs(sample.policy.sum() - 1) < 1e-6
    """
    return _samples(game, _size(size), _chosen(game, layers, folds, seed))


def _samples(game: Game, size: int, chosen: Iterator[Samples]) -> Iterator[Sample]:
    """Yields the samples of :func:`dataset`."""
    # Rows of moves take memory, so few are made together.
    step = 512
    while size > 0:
        samples = next(chosen)
        for first in range(0, len(samples.black), step):
            part = _rows(samples, slice(first, first + min(step, size)))
            yield from _one_by_one(game, part)
            size -= len(part.black)
            if size == 0:
                return


def _rows(columns: Iterable[Any], chosen: Any) -> Samples:
    """Returns the chosen rows of columns."""
    return Samples(*(column[chosen] for column in columns))


def _one_by_one(game: Game, samples: Samples) -> Iterator[Sample]:
    """Yields samples as objects."""
    rules = game.rules
    positions = samples.black, samples.red, samples.turn
    policy = game.policy(*positions)
    is_for_points = rules.scoring != "goals"
    values = None if is_for_points else game.move_values(*positions)
    for place, (black, red, turn) in enumerate(zip(*positions, strict=True)):
        position = Position.from_masks(int(black), int(red), _SIDES[turn], rules)
        best = [_teeko.action_move(rules, int(move)) for move in policy[place].nonzero()[0]]
        value = samples.values[place]
        outcome = game.probe(position) if is_for_points else _outcome(int(value))
        of_moves = None if values is None else values[place]
        fold = int(samples.folds[place])
        yield Sample(position, outcome, best, policy[place], of_moves, fold)


def _outcome(plies: int) -> Outcome:
    """Returns the outcome of a value in signed plies."""
    if plies == 0:
        return Outcome("draw", None, 0)
    return Outcome("win", plies, 1) if plies > 0 else Outcome("loss", -plies, -1)


def _size(size: int) -> int:
    number = integer("size", size)
    if number < 0:
        raise InputError(f"size {size}: expected 0 or more")
    return number


def _numbers(name: str, numbers: Iterable[int], allowed: range) -> list[int]:
    """Returns layers or folds, ascending."""
    chosen = sorted({integer(name, number) for number in items(name, numbers, "a list")})
    if not chosen or not set(chosen) <= set(allowed):
        raise InputError(
            f"{name} {chosen}: expected numbers from 0 to {allowed[-1]}, one at least"
        )
    return chosen


def _chosen(
    game: Game, layers: Iterable[int], folds: Iterable[int], seed: int
) -> Iterator[Samples]:
    """Returns an iterator of random positions without end, many at a time."""
    import numpy as np

    instance("game", game, Game, "a teeko.Game")
    numbers = _numbers("layers", layers, ALL_LAYERS)
    in_folds = np.isin(np.arange(256), _numbers("folds", folds, ALL_FOLDS))
    # NumPy's generators take no negative seeds.
    generator = np.random.default_rng(integer("seed", seed) % (1 << 64))
    pools = [_Pool(game, layer, in_folds, generator) for layer in numbers]
    pools = [pool for pool in pools if pool.fill(1)]
    if not pools:
        raise InputError(
            f"layers {numbers}: expected one with unfinished positions in the folds, found none"
        )
    return _mixed(pools, generator)


def _mixed(pools: list[_Pool], generator: np.random.Generator) -> Iterator[Samples]:
    """Yields positions of several layers in random order."""
    import numpy as np

    while True:
        of_pool = generator.integers(len(pools), size=_TOGETHER)
        parts = []
        for number, pool in enumerate(pools):
            parts.append(pool.take(int(np.count_nonzero(of_pool == number))))
        # By pool, and then each at its place.
        order = np.argsort(np.argsort(of_pool, kind="stable"), kind="stable")
        yield _rows(map(np.concatenate, zip(*parts, strict=True)), order)


class _Pool:
    """Random positions of a layer that have not been taken."""

    def __init__(
        self,
        game: Game,
        layer: int,
        in_folds: npt.NDArray[np.bool_],
        generator: np.random.Generator,
    ) -> None:
        self._game = game
        self._layer = layer
        self._in_folds = in_folds
        self._generator = generator
        self._parts: list[Samples] = []
        self._size = 0

    def fill(self, size: int) -> bool:
        """Chooses positions until there are `size`. Returns False if the layer seems to have none.
        """
        tries = 0
        while self._size < size:
            part = self._candidates()
            self._parts.append(part)
            self._size += len(part.black)
            tries += 1
            if tries == _TRIES and self._size == 0:
                return False
        return True

    def take(self, size: int) -> Samples:
        """Returns `size` positions, and removes them from the pool."""
        import numpy as np

        self.fill(size)
        columns = list(map(np.concatenate, zip(*self._parts, strict=True)))
        self._parts = [_rows(columns, slice(size, None))]
        self._size -= size
        return _rows(columns, slice(size))

    def _candidates(self) -> Samples:
        """Returns the unfinished positions of the folds among random ones of the layer."""
        import numpy as np

        from teeko._arrays import mask_type

        rules = self._game.rules
        # The first circles of a random order, of which the even ones are Black's.
        order = self._generator.random((_TOGETHER, rules.width * rules.height)).argsort(axis=1)
        bits = np.uint64(1) << order[:, : self._layer].astype(np.uint64)
        dtype = mask_type(rules)
        black = bits[:, 0::2].sum(axis=1, dtype=np.uint64).astype(dtype)
        red = bits[:, 1::2].sum(axis=1, dtype=np.uint64).astype(dtype)
        turn = np.full(_TOGETHER, self._layer % 2, np.uint8)
        layers = np.full(_TOGETHER, self._layer, np.uint8)
        values = self._game.probe_many(black, red, turn)
        # IMPOSSIBLE is beyond OVER.
        is_open = np.abs(values.astype(int)) < abs(_teeko.OVER)
        folds = self._game.folds(black, red, turn)
        columns = (black, red, turn, layers, folds, values)
        return _rows(columns, is_open & self._in_folds[folds])
