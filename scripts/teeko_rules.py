"""The rules of Teeko as far as its tables go: positions, moves, symmetries, notation. Used by read_table.py.

A set of circles is a number with bit i set for the circle with index i: Scarne's number less one, row by row from the top left.
"""
import itertools
import re
from typing import NamedTuple, Optional

PIECES = 4  # of each side
SIDES = {"b": "black", "black": "black", "r": "red", "red": "red"}


class PositionError(Exception):
    """A text that names no position of the game, or a position that is none."""


class Outcome(NamedTuple):
    """`win`, `draw` or `loss` for the side to move, and in how many plies (None for a draw)."""
    name: str
    dtw: Optional[int] = None

    def worth(self):
        """Greater is better: fast wins, slow wins, draws, slow losses, fast losses."""
        return (1, -self.dtw) if self.name == "win" else (-1, self.dtw) if self.name == "loss" else (0, 0)

    def of_move(self):
        """What a move is worth to who makes it, this being the outcome of the position it leads to."""
        return self if self.dtw is None else Outcome("win" if self.name == "loss" else "loss", self.dtw + 1)

    def __str__(self):
        return self.name if self.dtw is None else f"{self.name} in {self.dtw}"


class Position(NamedTuple):
    """The circles of the side to move and of its opponent, and which side is to move: `black` or `red`."""
    mover: int
    opponent: int
    turn: str

    def other(self):
        return "red" if self.turn == "black" else "black"

    def layer(self):
        return size(self.mover) + size(self.opponent)


def bits(circles):
    return sum(1 << circle for circle in circles)


def circles(squares):
    return [circle for circle in range(squares.bit_length()) if squares >> circle & 1]


def size(squares):
    return bin(squares).count("1")


def ascending(pieces, circles):
    """The sets of so many of the first circles, by their numbers."""
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


class Rules:
    """Goals are pairs of sets: four circles, and those that must be empty for the goal to count. Steps are offsets (columns, rows),
    bit n of the plan says that drops n + 1 are pointed."""

    def __init__(self, width, height, goals, steps, plan=0, centre_ban=False, pass_rule=False):
        self.width, self.height, self.circles = width, height, width * height
        self.goals, self.steps = set(goals), set(steps)
        self.empty = {goal: [empty for other, empty in self.goals if other == goal] for goal, _ in self.goals}
        self.any_parity = any(empty for _, empty in self.goals)  # of distances: who leaves a circle may complete the other's goal
        self.plan, self.centre_ban, self.pass_rule = plan, centre_ban, pass_rule
        squares = [(column, row) for row in range(height) for column in range(width)]
        index = {square: circle for circle, square in enumerate(squares)}
        # By circle: the set of those that a piece there can step to when all are empty.
        self.targets = [bits(index[column + dx, row + dy] for dx, dy in self.steps if (column + dx, row + dy) in index)
                        for column, row in squares]
        # Each symmetry gives by circle its image.
        self.symmetries = []
        for turned, mirrored, flipped in itertools.product([False, True], repeat=3):
            moved = [(width - 1 - column if mirrored else column, height - 1 - row if flipped else row)
                     for column, row in squares]
            symmetry = [index.get((row, column) if turned else (column, row)) for column, row in moved]
            if (width == height or not turned) and self.is_kept_by(symmetry):
                self.symmetries.append(symmetry)

    def slide_phase(self):
        """All that the slide phase depends on."""
        return self.width, self.height, self.goals, self.steps

    def is_kept_by(self, symmetry):
        def image(squares):
            return bits(symmetry[circle] for circle in circles(squares))
        return (all((image(goal), image(empty)) in self.goals for goal, empty in self.goals)
                and all(image(self.targets[circle]) == self.targets[symmetry[circle]] for circle in range(self.circles)))

    def canonical_sets(self, pieces):
        """For every set of so many circles the number of its canonical set, that set, and a symmetry that leads there."""
        places = {}
        for members in itertools.combinations(range(self.circles), pieces):
            images = ([symmetry[circle] for circle in members] for symmetry in self.symmetries)
            _, canonical, index = max((sum(image), bits(image), index) for index, image in enumerate(images))
            places[bits(members)] = canonical, self.symmetries[index]
        numbers = {canonical: number for number, canonical in enumerate(sorted({canonical for canonical, _ in places.values()}))}
        return {squares: (numbers[canonical], canonical, symmetry) for squares, (canonical, symmetry) in places.items()}

    def has_goal(self, pieces, others):
        """Whether pieces on these circles are a goal, the other side's being on those."""
        return any(not empty & others for empty in self.empty.get(pieces, []))

    def ended(self, position):
        """The outcome for the side to move if the game is over: whoever has just moved is looked at first."""
        if self.has_goal(position.opponent, position.mover):
            return Outcome("loss", 0)
        return Outcome("win", 0) if self.has_goal(position.mover, position.opponent) else None

    def pointed(self, position):
        """Whether the opponent of the side to move chooses the circle of a drop."""
        return position.layer() < 2 * PIECES and self.plan >> position.layer() // 2 & 1 == 1

    def moves(self, position):
        """The moves there are to make, whoever chooses, by circle: names and the positions they lead to."""
        mover, opponent, _ = position
        free = (1 << self.circles) - 1 & ~(mover | opponent)
        if self.ended(position):
            return
        if position.layer() < 2 * PIECES:
            if self.centre_ban and position.layer() == 0:
                free &= ~(1 << self.circles // 2)
            for to in circles(free):
                yield str(to + 1), Position(opponent, mover | 1 << to, position.other())
        else:
            for left in circles(mover):
                for to in circles(self.targets[left] & free):
                    yield f"{left + 1}-{to + 1}", Position(opponent, mover ^ 1 << left | 1 << to, position.other())

    def may_pass(self, position):
        """Whether the opponent may leave the choice of the circle to the side to move, if the game goes on."""
        return self.pass_rule and self.pointed(position)

    def play(self, text):
        """The position after a game from the empty board: `13 12 18 8 … 14-8`. Under the pass rule a drop may be `pass 13`."""
        position = Position(0, 0, "black")
        text = re.sub(r"(?i)\s*(->|[-–>→])\s*|\s+to\s+", "-", text)
        words = re.findall(r"(?i)pass[-\s,;]+[^\s,;]+|[^\s,;]+", text)
        for ply, word in enumerate(words, 1):
            moves, place = dict(self.moves(position)), f"ply {ply}, {quoted(word)}"
            if not moves:
                raise PositionError(f"{place}: expected no more moves, found one")
            passed = re.match(r"(?i)pass[-\s,;]+", word)
            if passed and not self.may_pass(position):
                raise PositionError(f"{place}: expected a move, found a pass")
            try:
                squares = [self.parse_circle(part) for part in word[passed.end() if passed else 0:].split("-")]
            except PositionError as error:
                raise PositionError(f"{place}: {error}") from error
            name = "-".join(str(circle + 1) for circle in squares)
            if name not in moves:
                kind = "slide such as 14-8" if position.layer() == 2 * PIECES else "drop such as 13"
                raise PositionError(f"{place}: expected a legal {kind} of {position.turn}'s")
            position = moves[name]
        return position

    def check(self, position):
        """Refuses a position whose mover has a goal that the other side had no part in: the game was over before."""
        if 0 in self.empty.get(position.mover, []):
            both = ", and so has its opponent: expected one goal at most" if 0 in self.empty.get(position.opponent, []) else ""
            raise PositionError(f"{position.turn} to move has a goal already{both or f': expected {position.other()} to move'}")

    def parse(self, text):
        """The position that a text names: `b:7,9,12,14 r:10,13,17,19 b`, `5/1b1br/1brb1/1r1r1/5 b` or `slot:8:123456 b`."""
        if text.strip().lower().startswith("slot:"):
            return self.parse_slot(text.strip())
        words = re.findall(r"[^\s,;:]+[\s,;]*:|:|[^\s,;:]+", text)
        if any(word.endswith(":") for word in words):
            pieces, turn = self.parse_circles(words)
        elif "/" in text:
            pieces, turn = self.parse_rows(text)
        else:
            raise PositionError(f"position {quoted(text)}: expected circles such as 'b:7,9 r:6,13 b', or rows such as "
                                "'5/rb1b1/2r2/5/5 b'")
        black, red = pieces["black"], pieces["red"]
        if black & red:
            raise PositionError(f"circle {listed(black & red)}: expected one piece, found a black and a red one")
        if size(black) > PIECES or size(black) - size(red) not in (0, 1):
            raise PositionError(f"{size(black)} black and {size(red)} red: expected at most {PIECES} pieces a side, and Black "
                                "with as many as Red or one more")
        expected = turn if size(red) == PIECES else "red" if size(black) > size(red) else "black"
        if expected is None or turn not in (None, expected):
            raise PositionError(f"side to move: expected {expected or 'black or red'} at the end, found {turn or 'none'}")
        position = Position(black, red, "black") if expected == "black" else Position(red, black, "red")
        self.check(position)
        return position

    def parse_slot(self, text):
        """The position in a slot of the public index: layer, number, and in layer 8 the side to move. Slots go by the circles that are
        occupied, of sets that symmetries make equal the lowest number, then by which of them are the mover's. Takes seconds in layer 8."""
        match = re.fullmatch(r"(?i)slot:\s*0*([0-8]):([0-9]{1,19})(?:\s+([br]))?", text)
        if match is None:
            raise PositionError(f"{quoted(text)}: expected slot:LAYER:NUMBER and the side to move, such as 'slot:8:123456 b'")
        layer, turn = int(match[1]), match[3] and SIDES[match[3].lower()]
        expected = turn if layer == 2 * PIECES else ("black", "red")[layer % 2]
        if expected is None or turn not in (None, expected):
            raise PositionError(f"{quoted(text)}: expected {expected or 'black or red'} to move, found {turn or 'none'}")
        splits = list(ascending(layer // 2, layer))
        number, split = divmod(int(match[2]), len(splits))
        least = (squares for squares in ascending(layer, self.circles)
                 if all(bits(symmetry[circle] for circle in circles(squares)) >= squares for symmetry in self.symmetries))
        occupied = next(itertools.islice(least, number, None), None)
        if occupied is None:
            raise PositionError(f"{quoted(text)}: expected a slot that layer {layer} has")
        mover = bits(circle for place, circle in enumerate(circles(occupied)) if splits[split] >> place & 1)
        position = Position(mover, occupied ^ mover, expected)
        self.check(position)
        return position

    def parse_circles(self, words):
        """The pieces of the sides and the side to move, if it is given. A word with a colon says whose circles follow."""
        pieces, owner, turn = {}, None, None
        for word in words:
            name = SIDES.get(re.match(r"[^\s,;:]*", word)[0].lower())
            if turn or word.endswith(":") and (name is None or name in pieces):
                raise PositionError(f"{quoted(word)}: expected b: and r: once each, and nothing after the side to move")
            if word.endswith(":"):
                owner, pieces[name] = name, 0
            elif name:
                turn = name
            elif owner is None:
                raise PositionError(f"{quoted(word)}: expected b: or r: before the circles")
            else:
                circle = self.parse_circle(word)
                if pieces[owner] >> circle & 1:
                    raise PositionError(f"circle {circle + 1}: expected each circle once, found twice among {owner}'s")
                pieces[owner] |= 1 << circle
        return {"black": 0, "red": 0, **pieces}, turn

    def parse_circle(self, word):
        """The circle with a number, or with a name: files a, b, … from left to right, ranks 1, 2, … from the bottom up."""
        last_file = "abcdefgh"[self.width - 1]
        if re.fullmatch("0*[1-9][0-9]?", word) and int(word[-2:]) <= self.circles:
            return int(word[-2:]) - 1
        if re.fullmatch(f"(?i)[a-{last_file}][1-{self.height}]", word):
            return (self.height - int(word[1])) * self.width + ord(word[0].lower()) - ord("a")
        raise PositionError(f"circle {quoted(word)}: expected 1 to {self.circles} or a{self.height} to {last_file}1")

    def parse_rows(self, text):
        """The pieces of the sides and the side to move, if it is given."""
        *upper, last = text.split("/")
        last, *after = last.split() or [""]
        rows, turn = [row.strip() for row in upper] + [last], SIDES.get(after[0].lower()) if after else None
        if after and turn is None or len(after) > 1:
            raise PositionError(f"{quoted(after[-1])}: expected b or r, the side to move, and nothing after it")
        if len(rows) != self.height:
            raise PositionError(f"{len(rows)} rows: expected {self.height} on a {self.width}x{self.height} board")
        squares = ""
        for number, row in enumerate(rows, 1):
            wide = re.sub("[1-9]", lambda run: "." * int(run[0]), row).lower()
            if len(wide) != self.width or not re.fullmatch("[1-9bBrR]*", row):
                raise PositionError(f"row {number} from the top, {quoted(row)}: expected b, r and digits for {self.width} circles")
            squares += wide
        pieces = {name: bits(circle for circle, found in enumerate(squares) if found == name[0]) for name in ("black", "red")}
        return pieces, turn

    def rows(self, position):
        """The position as rows: `5/1b1br/1brb1/1r1r1/5 b`."""
        owners = {circle: side for side, squares in [(position.turn, position.mover), (position.other(), position.opponent)]
                  for circle in circles(squares)}
        letters = "".join(owners.get(circle, ".")[0] for circle in range(self.circles))
        rows = "/".join(letters[start:start + self.width] for start in range(0, self.circles, self.width))
        return re.sub(r"\.+", lambda run: str(len(run[0])), rows) + " " + position.turn[0]
