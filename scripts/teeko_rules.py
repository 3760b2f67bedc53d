"""The rules of Teeko as far as its tables go: positions, moves, symmetries, notation.

Used by read_table.py. A set of circles is a number with bit i set for the circle with index i:
Scarne's number less one, row by row from the top left.
"""

import functools
import itertools
import re
from typing import NamedTuple, Optional, Tuple

PIECES = 4  # of each side
SIDES = {"b": "black", "black": "black", "r": "red", "red": "red"}
GOALS, POINTS, PIPS = "goals", "points", "pips"  # what both sides play for
UNNUMBERED = (0,) * PIECES
BONUS = 4  # for completing a goal on a corner or the centre, beyond the pips


class PositionError(Exception):
    """A text that names no position of the game, or a position that is none."""


class Outcome(NamedTuple):
    """`win`, `draw` or `loss` for the side to move, and in how many plies (None for a draw)."""

    name: str
    dtw: Optional[int] = None

    def worth(self):
        """Greater is better: fast wins, slow wins, draws, slow losses, fast losses."""
        return (
            (1, -self.dtw)
            if self.name == "win"
            else (-1, self.dtw)
            if self.name == "loss"
            else (0, 0)
        )

    def of_move(self):
        """Returns the outcome of the move that leads to a position with this outcome."""
        return (
            self
            if self.dtw is None
            else Outcome("win" if self.name == "loss" else "loss", self.dtw + 1)
        )

    def __str__(self):
        return self.name if self.dtw is None else f"{self.name} in {self.dtw}"


class Value(NamedTuple):
    """The points that the side to move nets, and the outcome.

    In games that are not for points all wins score 1. The score is None if it is unknown.
    """

    score: Optional[int]
    outcome: Outcome

    def worth(self):
        """Greater is better: more points, then the better outcome."""
        return (self.score, *self.outcome.worth())

    def of_move(self):
        """Returns the value of the move that leads to a position with this value."""
        return Value(-self.score, self.outcome.of_move())


def value_of(outcome, points=1):
    """The value of an outcome that is worth this many points to the winner."""
    return Value({"win": points, "draw": 0, "loss": -points}[outcome.name], outcome)


class Position(NamedTuple):
    """The circles of the side to move and of its opponent, and the side to move: `black` or `red`.

    If pieces have numbers, `pips` has for each number, from 1, the circles of the two pieces with
    it, one of each side.
    """

    mover: int
    opponent: int
    turn: str
    pips: Tuple[int, ...] = UNNUMBERED

    def other(self):
        return "red" if self.turn == "black" else "black"

    def layer(self):
        return size(self.mover) + size(self.opponent)

    def plain(self):
        """The same position without numbers on the pieces."""
        return Position(self.mover, self.opponent, self.turn)

    def at_least(self, pieces, pips):
        """Those of the pieces that have at least this many pips."""
        return pieces & union(self.pips[pips - 1 :])

    def in_hand(self):
        """The pips of the pieces that the side to move has not dropped yet."""
        return [pips for pips, found in enumerate(self.pips, 1) if not found & self.mover]

    def dropped(self, to, pips=None):
        """Returns the position after a drop on a circle, in games with numbered pieces of the piece
        with `pips` pips.
        """
        numbers = tuple(found | (number == pips) << to for number, found in enumerate(self.pips, 1))
        return Position(self.opponent, self.mover | 1 << to, self.other(), numbers)

    def slid(self, left, to):
        """The position after a slide."""
        both = 1 << left | 1 << to
        numbers = tuple(found ^ both if found >> left & 1 else found for found in self.pips)
        return Position(self.opponent, self.mover ^ both, self.other(), numbers)


def bits(circles):
    return sum(1 << circle for circle in circles)


def union(sets):
    result = 0
    for squares in sets:
        result |= squares
    return result


def circles(squares):
    return [circle for circle in range(squares.bit_length()) if squares >> circle & 1]


def size(squares):
    return bin(squares).count("1")


def ascending(pieces, circles):
    """The sets of this size among the first circles, by their numbers."""
    squares, end = (1 << pieces) - 1, 1 << circles
    while squares < end:
        yield squares
        lowest = squares & -squares or end
        ripple = squares + lowest
        squares = ripple | (squares ^ ripple) // lowest >> 2


def listed(squares):
    return ",".join(str(circle + 1) for circle in circles(squares))


def quoted(text):
    return repr(text if len(text) <= 40 else text[:40] + "…")


def parse_pips(text, circle):
    """A number of pips that a piece can have."""
    if not re.fullmatch(f"[1-{PIECES}]", text):
        raise PositionError(f"pips {quoted(text)} on circle {circle + 1}: expected 1 to {PIECES}")
    return int(text)


@functools.lru_cache(4 * PIECES)
def canonical_sets(symmetries, circle_count, pieces):
    """Returns for every set of the given size the number of its canonical set, that set, and a
    symmetry that leads there.
    """
    places = {}
    for members in itertools.combinations(range(circle_count), pieces):
        images = ([symmetry[circle] for circle in members] for symmetry in symmetries)
        _, canonical, index = max(
            (sum(image), bits(image), index) for index, image in enumerate(images)
        )
        places[bits(members)] = canonical, symmetries[index]
    numbers = {
        canonical: number
        for number, canonical in enumerate(sorted({canonical for canonical, _ in places.values()}))
    }
    return {
        squares: (numbers[canonical], canonical, symmetry)
        for squares, (canonical, symmetry) in places.items()
    }


@functools.lru_cache(8 * PIECES)
def weighed_sets(symmetries, circle_count, heavy, light):
    """Returns the numbers of the canonical weighed sets by their circles and those of the heavy
    pieces.
    """
    numbers = {}
    for canonical in sorted(
        {
            canonical
            for _, canonical, _ in canonical_sets(symmetries, circle_count, heavy + light).values()
        }
    ):
        members = circles(canonical)
        same = [
            symmetry
            for symmetry in symmetries
            if bits(symmetry[circle] for circle in members) == canonical
        ]
        parts = itertools.combinations(members, heavy)
        for part in sorted(
            {max(bits(symmetry[circle] for circle in part) for symmetry in same) for part in parts}
        ):
            numbers[canonical, part] = len(numbers)
    return numbers


class Rules:
    """The rules of a table.

    Goals are pairs of sets with their worth: four circles, and those that must be empty for the
    goal to count. A goal worth 0 ends the game as a draw. Steps are offsets (columns, rows). Bit n
    of the plan says that drops n + 1 are pointed.
    """

    def __init__(
        self, width, height, goals, steps, plan=0, centre_ban=False, pass_rule=False, scoring=GOALS
    ):
        self.width, self.height, self.circles = width, height, width * height
        self.goals, self.steps = dict(goals), set(steps)
        # For each set of four circles its goals: the circles that must be empty, and the worth.
        self.conditions = {}
        for (goal, empty), worth in self.goals.items():
            self.conditions.setdefault(goal, []).append((empty, worth))
        self.any_parity = any(
            empty for _, empty in self.goals
        )  # of distances: who leaves a circle may complete the other's goal
        self.plan, self.centre_ban, self.pass_rule, self.scoring = (
            plan,
            centre_ban,
            pass_rule,
            scoring,
        )
        squares = [(column, row) for row in range(height) for column in range(width)]
        index = {square: circle for circle, square in enumerate(squares)}
        # By circle: the set of those that a piece there can step to when all are empty.
        self.targets = [
            bits(
                index[column + dx, row + dy]
                for dx, dy in self.steps
                if (column + dx, row + dy) in index
            )
            for column, row in squares
        ]
        # Each symmetry gives by circle its image.
        self.symmetries = []
        for turned, mirrored, flipped in itertools.product([False, True], repeat=3):
            moved = [
                (width - 1 - column if mirrored else column, height - 1 - row if flipped else row)
                for column, row in squares
            ]
            symmetry = [
                index.get((row, column) if turned else (column, row)) for column, row in moved
            ]
            if (width == height or not turned) and self.is_kept_by(symmetry):
                self.symmetries.append(tuple(symmetry))

    def for_points(self, scoring, goals):
        """The same rules with another scoring, and goals with their prices."""
        return Rules(
            self.width,
            self.height,
            goals,
            self.steps,
            self.plan,
            self.centre_ban,
            self.pass_rule,
            scoring,
        )

    def slide_phase(self):
        """All that the slide phase depends on."""
        return self.width, self.height, self.goals, self.steps

    def is_kept_by(self, symmetry):
        def image(squares):
            return bits(symmetry[circle] for circle in circles(squares))

        return all(
            self.goals.get((image(goal), image(empty))) == worth
            for (goal, empty), worth in self.goals.items()
        ) and all(
            image(self.targets[circle]) == self.targets[symmetry[circle]]
            for circle in range(self.circles)
        )

    def canonical_sets(self, pieces):
        """Returns for every set of the given size the number of its canonical set, that set, and a
        symmetry that leads there.
        """
        return canonical_sets(tuple(self.symmetries), self.circles, pieces)

    def weighed_sets(self, heavy, light):
        """Returns the numbers of the canonical weighed sets by their circles and those of the heavy
        pieces.
        """
        return weighed_sets(tuple(self.symmetries), self.circles, heavy, light)

    def worth(self, pieces, others):
        """Returns the worth of the dearest goal that pieces on these circles have completed, or
        None.
        """
        return max(
            (worth for empty, worth in self.conditions.get(pieces, []) if not empty & others),
            default=None,
        )

    def has_goal(self, pieces):
        """Whether pieces on these circles are a goal wherever the other side's are."""
        return any(not empty for empty, _ in self.conditions.get(pieces, []))

    def ended(self, position):
        """Returns the outcome for the side to move if the game is over.

        The side that has just moved takes precedence.
        """
        worth = self.worth(position.opponent, position.mover)
        if worth is not None:
            return Outcome("loss", 0) if worth else Outcome("draw")
        worth = self.worth(position.mover, position.opponent)
        return None if worth is None else Outcome("win", 0) if worth else Outcome("draw")

    def value_at_end(self, position, last=None):
        """Returns the value if the game is over, else None.

        If pieces have numbers, the value depends on the circle of the last move; without it the
        score is unknown.
        """
        ended = self.ended(position)
        if ended is None:
            return None
        if self.scoring == PIPS and last is None:
            return Value(None, ended)
        if self.scoring == POINTS:
            sides = (
                (position.mover, position.opponent)
                if ended.name == "win"
                else (position.opponent, position.mover)
            )
            return value_of(ended, self.worth(*sides))
        return value_of(
            ended,
            self.worth_of_piece(position, last)
            if self.scoring == PIPS and ended.name == "loss"
            else 1,
        )

    def bonus_circles(self):
        """The corners, and the centre of a board that has one."""
        corners = bits([0, self.width - 1, self.circles - self.width, self.circles - 1])
        return corners | (1 << self.circles // 2 if self.width % 2 == self.height % 2 == 1 else 0)

    def worth_of_piece(self, position, circle):
        """What the numbered piece on a circle scores that has just completed a goal there."""
        pips = next(pips for pips, found in enumerate(position.pips, 1) if found >> circle & 1)
        return pips + BONUS * (self.bonus_circles() >> circle & 1)

    def pointed(self, position):
        """Whether the opponent of the side to move chooses the circle of a drop."""
        return position.layer() < 2 * PIECES and self.plan >> position.layer() // 2 & 1 == 1

    def moves(self, position):
        """Lists all moves, of any chooser, by circle, then by pips:

        the names, the circles moved to, and the positions that the moves lead to.
        """
        free = (1 << self.circles) - 1 & ~(position.mover | position.opponent)
        if self.ended(position):
            return
        if position.layer() < 2 * PIECES:
            if self.centre_ban and position.layer() == 0:
                free &= ~(1 << self.circles // 2)
            numbered = self.scoring == PIPS
            for to in circles(free):
                for pips in position.in_hand() if numbered else [None]:
                    yield (
                        f"{to + 1}={pips}" if numbered else str(to + 1),
                        to,
                        position.dropped(to, pips),
                    )
        else:
            for left in circles(position.mover):
                for to in circles(self.targets[left] & free):
                    yield f"{left + 1}-{to + 1}", to, position.slid(left, to)

    def may_pass(self, position):
        """Whether the opponent may leave the choice of the circle to the side to move.

        Expects a game that is not over.
        """
        return self.pass_rule and self.pointed(position)

    def play(self, text):
        """Returns the position after a game from the empty board:

        `13 12 18 8 … 14-8`. Under the pass rule a drop may be `pass 13`. A drop of a numbered piece
        is `13=4`.
        """
        position = Position(0, 0, "black")
        text = re.sub(r"(?i)\s*(->|[-–>→])\s*|\s+to\s+", "-", text)
        words = re.findall(r"(?i)pass[-\s,;]+[^\s,;]+|[^\s,;]+", text)
        for ply, word in enumerate(words, 1):
            moves, place = (
                {name: after for name, _, after in self.moves(position)},
                f"ply {ply}, {quoted(word)}",
            )
            if not moves:
                raise PositionError(f"{place}: expected no more moves, found one")
            passed = re.match(r"(?i)pass[-\s,;]+", word)
            if passed and not self.may_pass(position):
                raise PositionError(f"{place}: expected a move, found a pass")
            try:
                name = self.move_name(word[passed.end() if passed else 0 :])
            except PositionError as error:
                raise PositionError(f"{place}: {error}") from error
            if name not in moves:
                drop = "drop such as 13=4" if self.scoring == PIPS else "drop such as 13"
                kind = "slide such as 14-8" if position.layer() == 2 * PIECES else drop
                raise PositionError(f"{place}: expected a legal {kind} of {position.turn}'s")
            position = moves[name]
        return position

    def move_name(self, text):
        """The name of a move that a text gives with any names of its circles."""
        if "-" in text:
            return "-".join(str(self.parse_circle(part) + 1) for part in text.split("-"))
        circle, pips = self.parse_piece(text)
        return f"{circle + 1}={pips}" if pips else str(circle + 1)

    def check(self, position):
        """Refuses a position in which numbered pieces are without numbers, or whose mover already
        has a goal that the other side had no part in.
        """
        for side, pieces in [
            (position.turn, position.mover),
            (position.other(), position.opponent),
        ]:
            unnumbered = pieces ^ position.at_least(pieces, 1)
            if unnumbered and self.scoring == PIPS:
                raise PositionError(
                    f"circle {listed(unnumbered)}: expected the pips of {side}'s piece there, 1 to "
                    f"{PIECES}, "
                    "after an equals sign, as in 7=2"
                )
        if self.has_goal(position.mover):
            both = (
                ", and so has its opponent: expected one goal at most"
                if self.has_goal(position.opponent)
                else ""
            )
            raise PositionError(
                f"{position.turn} to move has a goal "
                f"already{both or f': expected {position.other()} to move'}"
            )

    def parse(self, text):
        """Reads a position.

        That is `b:7,9,12,14 r:10,13,17,19 b`, `5/1b1br/1brb1/1r1r1/5 b` or `slot:8:123456 b`; with
        numbered pieces `b:7=2,9=4 r:10=1 r` or `5/1b21b4r1/5/5/5 r`.
        """
        if text.strip().lower().startswith("slot:"):
            return self.parse_slot(text.strip())
        words = re.findall(r"[^\s,;:]+[\s,;]*:|:|[^\s,;:]+", text)
        if any(word.endswith(":") for word in words):
            pieces, turn, numbers = self.parse_circles(words)
        elif "/" in text:
            pieces, turn, numbers = self.parse_rows(text)
        else:
            raise PositionError(
                f"position {quoted(text)}: expected circles such as 'b:7,9 r:6,13 b', or rows such "
                "as "
                "'5/rb1b1/2r2/5/5 b'"
            )
        black, red = pieces["black"], pieces["red"]
        for side, squares in pieces.items():
            for pips, found in enumerate(numbers, 1):
                if size(found & squares) > 1:
                    raise PositionError(
                        f"{pips} pips: expected once on {side}'s pieces, "
                        f"found on circles {listed(found & squares)}"
                    )
        if black & red:
            raise PositionError(
                f"circle {listed(black & red)}: expected one piece, found a black and a red one"
            )
        if size(black) > PIECES or size(black) - size(red) not in (0, 1):
            raise PositionError(
                f"{size(black)} black and {size(red)} red: expected at most {PIECES} pieces a "
                "side, and Black "
                "with as many as Red or one more"
            )
        expected = turn if size(red) == PIECES else "red" if size(black) > size(red) else "black"
        if expected is None or turn not in (None, expected):
            raise PositionError(
                f"side to move: expected {expected or 'black or red'} at the end, found "
                f"{turn or 'none'}"
            )
        sides = (black, red) if expected == "black" else (red, black)
        position = Position(*sides, expected, tuple(numbers))
        self.check(position)
        return position

    def parse_slot(self, text):
        """Reads a slot of the public index: layer, number, and in layer 8 the side to move.

        Slots are ordered by the occupied circles, of equivalent sets the lowest number, then by
        which of them are the mover's. Takes seconds in layer 8.
        """
        match = re.fullmatch(r"(?i)slot:\s*0*([0-8]):([0-9]{1,19})(?:\s+([br]))?", text)
        if match is None:
            raise PositionError(
                f"{quoted(text)}: expected slot:LAYER:NUMBER and the side to move, such as "
                "'slot:8:123456 b'"
            )
        layer, turn = int(match[1]), match[3] and SIDES[match[3].lower()]
        expected = turn if layer == 2 * PIECES else ("black", "red")[layer % 2]
        if expected is None or turn not in (None, expected):
            raise PositionError(
                f"{quoted(text)}: expected {expected or 'black or red'} to move, found "
                f"{turn or 'none'}"
            )
        splits = list(ascending(layer // 2, layer))
        number, split = divmod(int(match[2]), len(splits))
        least = (
            squares
            for squares in ascending(layer, self.circles)
            if all(
                bits(symmetry[circle] for circle in circles(squares)) >= squares
                for symmetry in self.symmetries
            )
        )
        occupied = next(itertools.islice(least, number, None), None)
        if occupied is None:
            raise PositionError(f"{quoted(text)}: expected a slot that layer {layer} has")
        mover = bits(
            circle for place, circle in enumerate(circles(occupied)) if splits[split] >> place & 1
        )
        position = Position(mover, occupied ^ mover, expected)
        self.check(position)
        return position

    def parse_circles(self, words):
        """Returns the pieces of each side, the side to move if it is given, and for each number of
        pips the circles of the pieces with it.

        A word with a colon says whose circles follow.
        """
        pieces, owner, turn, numbers = {}, None, None, list(UNNUMBERED)
        for word in words:
            name = SIDES.get(re.match(r"[^\s,;:]*", word)[0].lower())
            if turn or word.endswith(":") and (name is None or name in pieces):
                raise PositionError(
                    f"{quoted(word)}: expected b: and r: once each, and nothing after the side to "
                    "move"
                )
            if word.endswith(":"):
                owner, pieces[name] = name, 0
            elif name:
                turn = name
            elif owner is None:
                raise PositionError(f"{quoted(word)}: expected b: or r: before the circles")
            else:
                circle, pips = self.parse_piece(word)
                if pieces[owner] >> circle & 1:
                    raise PositionError(
                        f"circle {circle + 1}: expected each circle once, found twice among "
                        f"{owner}'s"
                    )
                pieces[owner] |= 1 << circle
                if pips:
                    numbers[pips - 1] |= 1 << circle
        return {"black": 0, "red": 0, **pieces}, turn, numbers

    def parse_piece(self, word):
        """A circle, and after an equals sign the pips of the piece there, or None: `13`, `13=4`."""
        if self.scoring != PIPS:
            return self.parse_circle(word), None
        circle, equals, pips = word.partition("=")
        circle = self.parse_circle(circle.rstrip())
        return circle, parse_pips(pips.lstrip(), circle) if equals else None

    def parse_circle(self, word):
        """Returns the circle with a number or a name:

        files a, b, … from left to right, ranks 1, 2, … from the bottom up.
        """
        last_file = "abcdefgh"[self.width - 1]
        if re.fullmatch("0*[1-9][0-9]?", word) and int(word[-2:]) <= self.circles:
            return int(word[-2:]) - 1
        # A university's course gives other circles names with capital letters.
        if re.fullmatch(f"[a-{last_file}][1-{self.height}]", word):
            return (self.height - int(word[1])) * self.width + ord(word[0]) - ord("a")
        raise PositionError(
            f"circle {quoted(word)}: expected 1 to {self.circles} or a{self.height} to {last_file}1"
        )

    def parse_rows(self, text):
        """Returns the pieces of each side, the side to move if it is given, and for each number of
        pips the circles of the pieces with it.

        A digit after a letter is a piece's number. Dots are empty circles, and `x` and `o` are the
        pieces of Black and Red in another spelling.
        """
        spelling = str.maketrans("xXoO", "bbrr")
        *upper, last = text.split("/")
        last, *after = last.split() or [""]
        rows, turn = (
            [row.strip() for row in upper] + [last],
            (SIDES.get(after[0].lower()) or SIDES.get(after[0].translate(spelling)))
            if after
            else None,
        )
        if after and turn is None or len(after) > 1:
            raise PositionError(
                f"{quoted(after[-1])}: expected b or r, the side to move, and nothing after it"
            )
        if len(rows) != self.height:
            raise PositionError(
                f"{len(rows)} rows: expected {self.height} on a {self.width}x{self.height} board"
            )
        if re.search("[bBrR]", "".join(rows)) and re.search("[xXoO]", "".join(rows)):
            raise PositionError(f"{quoted(text)}: expected b and r or x and o, found both")
        rows = [row.translate(spelling) for row in rows]
        squares, piece = [], "[bBrR][0-9]?" if self.scoring == PIPS else "[bBrR]"
        for number, row in enumerate(rows, 1):
            words = re.findall(f"{piece}|[1-9.]", row)
            wide = [
                found
                for word in words
                for found in ([word.lower()] if word[0] in "bBrR." else ["."] * int(word))
            ]
            if len(wide) != self.width or "".join(words) != row:
                raise PositionError(
                    f"row {number} from the top, {quoted(row)}: "
                    f"expected b, r and digits for {self.width} circles"
                )
            squares += wide
        pieces = {
            name: bits(circle for circle, found in enumerate(squares) if found[0] == name[0])
            for name in ("black", "red")
        }
        numbers = list(UNNUMBERED)
        for circle, found in enumerate(squares):
            if len(found) > 1:
                numbers[parse_pips(found[1], circle) - 1] |= 1 << circle
        return pieces, turn, numbers

    def rows(self, position):
        """The position as rows: `5/1b1br/1brb1/1r1r1/5 b`, with numbered pieces `5/1b21b41/…`."""
        letters = ["."] * self.circles
        for side, squares in [
            (position.turn, position.mover),
            (position.other(), position.opponent),
        ]:
            for circle in circles(squares):
                letters[circle] = side[0]
        for pips, found in enumerate(position.pips, 1):
            for circle in circles(found):
                letters[circle] += str(pips)
        starts = range(0, self.circles, self.width)
        rows = (
            itertools.groupby(letters[start : start + self.width], lambda letter: letter == ".")
            for start in starts
        )
        texts = (
            "".join(str(len(list(run))) if empty else "".join(run) for empty, run in row)
            for row in rows
        )
        return "/".join(texts) + " " + position.turn[0]
