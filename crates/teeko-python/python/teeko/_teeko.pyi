# By hand, but for the docstrings: scripts/declarations.py copies them from the comments in Rust.

import os
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, final

import numpy as np
import numpy.typing as npt

_Grid = Iterable[Iterable[str]] | Iterable[Iterable[int]]
_Side = Literal["black", "red"]
_Arrays = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.uint8]]
_MoveLike = Move | str | int | Sequence[int] | Sequence[Sequence[int]]

__version__: Final[str]
OVER: Final[int]
IMPOSSIBLE: Final[int]

def ask(question: str, parameters: dict[str, Any], games: list[Game]) -> bytes: ...
def probe_many(game: Game, positions: _Arrays, out: npt.NDArray[np.int16]) -> None: ...
def policy(game: Game, positions: _Arrays) -> npt.NDArray[np.float32]: ...
def move_values(game: Game, positions: _Arrays) -> npt.NDArray[np.int16]: ...
def folds(game: Game, positions: _Arrays) -> npt.NDArray[np.uint8]: ...
def legal_mask(rules: Rules, positions: _Arrays) -> npt.NDArray[np.int8]: ...
def planes(rules: Rules, positions: _Arrays) -> npt.NDArray[np.int8]: ...
def play_many(
    rules: Rules, positions: _Arrays, actions: npt.NDArray[np.int64]
) -> tuple[Any, Any, npt.NDArray[np.uint8], npt.NDArray[np.int8]]: ...
def action_mask(rules: Rules, position: Position) -> npt.NDArray[np.int8]: ...
def action_move(rules: Rules, action: int) -> Move: ...
def position_planes(position: Position) -> npt.NDArray[np.int8]: ...
# The fields of `teeko.Children` and `teeko.Layer`.
def children(game: Game, positions: _Arrays) -> tuple[Any, Any, Any, Any, Any]: ...
def layer(
    game: Game, layer: int, fold: bool, open_only: bool
) -> tuple[Any, Any, _Side, Any, Any]: ...

@final
class Rules:
    """A rule set: a variant, a rule file, or custom goals with a plan and options."""
    def __new__(cls, name: str = "44-ssss", goals: str | None = None) -> Rules:
        """Creates the rules of a variant such as `44-ssss`, of a rule file `@FILE-ssss`, or of
        `own-PLAN[+OPTION…]` with goals such as `1.2.6.7_2.3.7.8`: see `teeko.rules`.
        """
    @property
    def name(self) -> str:
        """The name of the rules, such as `44-ssss`."""
    @property
    def width(self) -> int:
        """The number of columns of the board."""
    @property
    def height(self) -> int:
        """The number of rows of the board."""
    @property
    def plan(self) -> str:
        """The drop plan: who chooses each of the four drops of a side. `s` is the side itself, `p`
        its opponent, who points.
        """
    @property
    def scoring(self) -> Literal["goals", "points", "pips"]:
        """How the game is scored: `goals`, `points` or `pips`."""
    @property
    def pass_rule(self) -> bool:
        """Whether the opponent may pass instead of pointing."""
    @property
    def start(self) -> Position:
        """The position of the empty board."""
    def targets(self) -> list[list[int]]:
        """Returns, for each circle, the circles that a piece there can slide to."""
    def symmetries(self) -> list[list[int]]:
        """Returns the symmetries of the rules, the identity first. Each lists, for each circle, the
        circle that it maps to.
        """
    def document(self) -> str:
        """Returns the rules in full as JSON: the document `teeko.rules/1`."""
    def position(self, text: str) -> Position:
        """Parses a position in any notation."""
    def after(self, moves: str | Sequence[_MoveLike]) -> Position:
        """Returns the position after `moves` from the empty board: a text or a list of moves."""

@final
class Move:
    """A drop or a slide on a board. Moves are sorted by the circles of their names, drops first."""
    def __new__(cls, text: str, width: int = 5, height: int = 5) -> Move:
        """Parses a move such as `13`, `c3`, `14-8` or `13=4` on a board of `width` columns and
        `height` rows.
        """
    @staticmethod
    def from_tuples(cells: Iterable[Iterable[int]], width: int = 5, height: int = 5) -> Move:
        """Creates a drop from `[(row, column)]`, or a slide from `[(row, column), (source_row,
        source_column)]`. Lists and arrays do as well as tuples.
        """
    @property
    def to(self) -> int:
        """The circle that the piece ends on, from 1."""
    @property
    def source(self) -> int | None:
        """The circle that the piece starts from; `None` for a drop."""
    @property
    def pips(self) -> int | None:
        """The pips of the dropped piece, in games with numbered pieces."""
    def to_tuples(self) -> list[tuple[int, int]]:
        """Returns the cells as `(row, column)`: the destination, then the source of a slide."""
    def letters(self) -> str:
        """Returns the move with letters for columns: `c3`, `d3-c4`."""
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...

@final
class Position:
    """A position of a rule set: the circles of both sides' pieces, and the side to move."""
    def __new__(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Parses a position in any notation. `rules` are an object or a name; the default is the
        standard game.
        """
    @staticmethod
    def from_masks(
        black: int, red: int, turn: str, rules: Rules | str | None = None
    ) -> Position:
        """Creates a position from bitmasks of circles; the lowest bit is circle 1."""
    @staticmethod
    def from_grid(
        grid: _Grid, turn: str | None = None, rules: Rules | str | None = None
    ) -> Position:
        """Creates a position from a list of rows, each a list of `'b'`, `'r'` and `' '`, or from a
        NumPy array or lists of numbers: 1 is Black's piece, -1 Red's, 0 none, whichever side is to
        move. You can leave out `turn` while pieces are still to be dropped.
        """
    @property
    def rules(self) -> Rules: ...
    @property
    def turn(self) -> _Side:
        """The side to move: `black` or `red`."""
    @property
    def chooser(self) -> _Side:
        """The side that chooses the next move: in a pointed drop the opponent of the side to move.
        """
    @property
    def black(self) -> tuple[int, ...]:
        """The circles of Black's pieces, ascending; `black_mask` is their bitmask."""
    @property
    def red(self) -> tuple[int, ...]:
        """The circles of Red's pieces, ascending; `red_mask` is their bitmask."""
    @property
    def black_mask(self) -> int:
        """A bitmask of the circles of Black's pieces; the lowest bit is circle 1."""
    @property
    def red_mask(self) -> int:
        """A bitmask of the circles of Red's pieces; the lowest bit is circle 1."""
    @property
    def layer(self) -> int:
        """The number of pieces on the board, 0 to 8."""
    @property
    def phase(self) -> Literal["drop", "slide", "over"]:
        """The phase: `drop`, `slide` or `over`."""
    @property
    def is_over(self) -> bool:
        """Whether a side has completed a goal."""
    @property
    def winner(self) -> _Side | None:
        """The side that has completed a goal: `black` or `red`; None while the game is not
        finished.
        """
    @property
    def legal_moves(self) -> list[Move]:
        """All moves, in the order of their circles."""
    @property
    def circles(self) -> str:
        """The position in circles: `b:7,9 r:13 r`."""
    @property
    def rows(self) -> str:
        """The position in rows: `5/1b1b1/2r2/5/5 r`."""
    @property
    def letters(self) -> str:
        """The position in circles with letters for columns: `b:b4,d4 r:c3 r`."""
    @property
    def slot(self) -> str:
        """The slot in the public index: `slot:3:123 r`. Symmetric positions share a slot."""
    @property
    def canonical(self) -> Position:
        """The image that stands for the position and all its images. Folded layers, exports and
        slots have the same one.
        """
    def images(self) -> list[Position]:
        """Returns the images under the symmetries of the rules, in the order of `Rules.symmetries`:
        first the position itself. Some may be equal.
        """
    def play(self, moves: _MoveLike) -> Position:
        """Returns the position after a move: an object, cells as in `Move.from_tuples`, or `(row,
        column)` for a drop. Text may have several moves.
        """
    def to_grid(self) -> list[list[str]]:
        """Returns the board as a list of rows, each a list of `'b'`, `'r'` and `' '`."""
    def svg(self) -> str:
        """Returns the board as a picture: an SVG document, which notebooks show."""
    def _repr_svg_(self) -> str: ...

@final
class GameRecord:
    """A game: its rules, the position that it starts from, and its moves. `str(record)` is the file
    that `teeko play` saves and `teeko review` reads.
    """
    def __new__(
        cls,
        moves: str | Sequence[_MoveLike] | None = None,
        rules: Rules | str | None = None,
        start: Position | str | None = None,
    ) -> GameRecord:
        """Reads a game: the text of a file, moves such as `13 12 18`, or a list of moves. Each move
        is checked. `rules` and `start` are those that the text names, or else the standard game and
        the empty board.
        """
    @property
    def rules(self) -> Rules: ...
    @property
    def start(self) -> Position:
        """The position before the first move."""
    @property
    def end(self) -> Position:
        """The position after the last move."""
    @property
    def moves(self) -> list[Move]: ...
    @property
    def plies(self) -> list[str]:
        """The moves as text, `pass 13` for one after a pass."""
    @property
    def positions(self) -> list[Position]:
        """The positions before each move, and that after the last."""
    def play(self, moves: _MoveLike) -> GameRecord:
        """Returns the game with one more move, in any form that `Position.play` takes. Text may
        have several moves.
        """

@final
class Game:
    @staticmethod
    def solve(rules: Rules) -> Game: ...
    @staticmethod
    def open(rules: Rules, tables: str | os.PathLike[str], whole: bool) -> Game: ...
    @property
    def rules(self) -> Rules: ...
    def probe(
        self, position: Position | str
    ) -> tuple[Literal["win", "draw", "loss"], int | None, int]: ...
    def choose(self, position: Position | str, strength: int, seed: int) -> Move: ...
    def export(
        self,
        path: str | os.PathLike[str],
        to: str | None,
        layer: str,
        condition: str | None,
        columns: str | Iterable[str] | None,
        values: bool,
        all_positions: bool,
        force: bool,
    ) -> str: ...
