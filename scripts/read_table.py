#!/usr/bin/env python3
"""Reads teeko's table files: the value of a position, and of every move in it.

    read_table.py tables/44.slide tables/44-ssss.drop "5/1b1br/1brb1/1r1r1/5 b"

This is the format of tables/README.md as a program. Its sections follow those of that page: the
header, index scheme 1, the values, looking up a position. It shares no code with the Rust crates.
The files say all that play depends on: board, goals, steps, drop plan, options. Only files of kinds
1 and 2 are read here; teeko's packages read those of numbered pieces, and combine threshold games.

A set of circles is a number with bit i set for the circle with index i. Needs Python 3.10 or later
and one package, zstandard; `scripts/python.sh` prints the path of a Python that has it.
"""

import argparse
import io
import itertools
import json
import math
import re
import struct
import sys
import zlib
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

PIECES = 4  # of each side


class Refused(Exception):
    """A file that breaks a rule of the format, or a text that is not a position."""


def require(holds, what):
    if not holds:
        raise Refused(what)


def bits(circles):
    return sum(1 << circle for circle in circles)


def circles(squares):
    return [circle for circle in range(squares.bit_length()) if squares >> circle & 1]


# The header

MAGIC, VERSION, SCHEME = b"\x89TKO\r\n\x1a\n", 1, 1
SLIDE, DROP = 1, 2
FIXED = struct.Struct("<8s2I4B3IQ32s32s4B2I")
STEP, CENSUS_ENTRY, BLOCK = struct.Struct("<2b"), struct.Struct("<2BHIQ"), struct.Struct("<Q2I")
CENTRE_BAN, PASS_RULE, EMPTY_CIRCLES, VOID_GOALS = 1, 2, 4, 8  # bits of the options
DRAW, WIN, LOSS, NO_SLIDE, IMPOSSIBLE = range(5)  # classes of the census


class Goal(NamedTuple):
    """Four circles, those that must be empty for the goal to count, and 0 for a goal that ends the
    game as a draw."""

    circles: int
    empty: int
    worth: int


class TableFile:
    """A file whose header keeps every rule of the format."""

    def __init__(self, path, kind):
        self.path, self.kind = path, kind
        self.data = Path(path).read_bytes()
        try:
            self.read_header()
        except (struct.error, Refused) as error:
            raise Refused(f"{path}: {error}") from error
        self.block = lru_cache(64)(self.decode_block)

    def read_header(self):
        require(self.data[:8] == MAGIC, "not a table file")
        fields = FIXED.unpack_from(self.data)
        _, version, length, kind, scheme, self.value_bytes, points = fields[:7]
        self.block_bytes, blocks, census, self.values, self.content_hash = fields[7:12]
        self.slide_hash, width, height, plan, options, goals, steps = fields[12:]
        require(version == VERSION, f"version {version} of the format, expected {VERSION}")
        require(kind == self.kind, f"kind of file {kind}, expected {self.kind}")
        require(scheme == SCHEME, f"index scheme {scheme}, expected {SCHEME}")
        require(points == 0, "points of an attack")

        goal = struct.Struct(
            "<Q" + "Q" * bool(options & EMPTY_CIRCLES) + "B" * bool(options & VOID_GOALS)
        )
        end = FIXED.size + goal.size * goals + STEP.size * steps + 16 * (census + blocks)
        require(length == end + 4 <= len(self.data), "wrong length of the header")
        require(end - 16 * blocks <= 1 << 24, "rules and census of more than 16 MiB")
        checksum = int.from_bytes(self.data[end:length], "little")
        require(checksum == zlib.crc32(self.data[:end]), "wrong checksum of the header")

        rest = io.BytesIO(self.data[FIXED.size : end])
        lists = (goal, goals), (STEP, steps), (CENSUS_ENTRY, census), (BLOCK, blocks)
        goals, steps, census, self.blocks = (
            list(entry.iter_unpack(rest.read(entry.size * count))) for entry, count in lists
        )
        self.rules = self.read_rules(width, height, plan, options, goals, steps)
        self.lay_out()
        self.check_census(census)
        self.check_blocks(length)

    def read_rules(self, width, height, plan, options, goals, steps):
        require(4 <= width <= 8 and 4 <= height <= 8, f"board {width}x{height}")
        has_centre = width % 2 == height % 2 == 1
        require(plan < 1 << PIECES and options < 16, "drop plan or options that do not exist")
        require(has_centre or not options & CENTRE_BAN, "centre ban without a centre")
        require(plan or not options & PASS_RULE, "pass rule without a pointed drop")
        if self.kind == SLIDE:
            phase = plan == 0 and not options & CENTRE_BAN
            require(phase, "rules of the drop phase in a slide file")

        with_empty, with_worth = options & EMPTY_CIRCLES, options & VOID_GOALS
        goals = [
            Goal(goal[0], goal[1] if with_empty else 0, goal[-1] if with_worth else 1)
            for goal in goals
        ]
        require(bool(with_empty) == any(goal.empty for goal in goals), "bit 2 of the options")
        require(bool(with_worth) == any(goal.worth == 0 for goal in goals), "bit 3 of the options")
        for goal in goals:
            on_board = (goal.circles | goal.empty) >> width * height == 0
            require(on_board and goal.circles.bit_count() == PIECES, "goal that is off the board")
            require(not goal.circles & goal.empty, "goal whose own circle must be empty")
            require(goal.worth in (0, 1), "worth of a goal that is neither 0 nor 1")
        require(goals == sorted(set(goals)), "goals that do not ascend")
        for _, alike in itertools.groupby(goals, lambda goal: goal.circles):
            alike = list(alike)
            require(len(alike) <= 64, "too many goals with the same circles")
            for one, other in itertools.permutations(alike, 2):
                implied = one.empty & other.empty == other.empty and one.worth <= other.worth
                require(not implied, "goal that another implies")

        require(steps == sorted(set(steps)) and (0, 0) not in steps, "steps that do not ascend")
        require(all(-8 < part < 8 for step in steps for part in step), "step that is too long")
        return Rules(width, height, goals, steps, plan, options)

    def check_census(self, census):
        """Checks that each entry can follow the one before, that layers add up, and that values
        are as wide as the greatest distance of a stored layer needs."""
        rules, layers = self.rules, [8] if self.kind == SLIDE else range(8)
        missing = {layer: rules.positions_of_layer(layer) for layer in layers}
        last, greatest = (), 0
        for layer, outcome, reserved, plies, positions in census:
            entry = layer, outcome, plies
            require(reserved == 0 < positions and layer in missing, f"census entry {entry}")
            require(last < entry, f"census entry {entry} after {last}")
            if outcome == WIN:
                possible = plies % 2 == 1 or rules.any_parity and (plies > 0 or layer == 8)
            elif outcome == LOSS:
                possible = plies % 2 == 0 or rules.any_parity
            else:
                possible = plies == 0 and outcome <= (IMPOSSIBLE if layer == 8 else DRAW)
            require(possible, f"census entry {entry}")
            last = entry
            missing[layer] -= positions
            if self.kind == SLIDE and outcome == LOSS or self.kind == DROP and layer % 2 == 0:
                greatest = max(greatest, self.value_for(outcome, plies))
        require(not any(missing.values()), "census of more or fewer positions than a layer has")
        require(greatest < 1 << 16, "distance that no value has")
        require(self.value_bytes == (1 if greatest < 1 << 8 else 2), "bytes of a value")

    def check_blocks(self, end):
        """Checks that the blocks hold all values, and follow the header without gaps."""
        powers = [1 << power for power in range(10, 21)]
        require(self.block_bytes in powers, f"{self.block_bytes} bytes of a block")
        blocks = math.ceil(self.values * self.value_bytes / self.block_bytes)
        require(len(self.blocks) == blocks, f"{len(self.blocks)} blocks, expected {blocks}")
        require(self.kind == DROP or not any(self.slide_hash), "slide hash in a slide file")
        for number, (offset, length, _) in enumerate(self.blocks):
            require(offset == end and length > 0, f"offset of block {number}")
            end += length
        require(end == len(self.data), f"{len(self.data)} bytes, expected {end}")

    def decode_block(self, number):
        """Returns the values of a block, as bytes."""
        import zstandard

        offset, length, checksum = self.blocks[number]
        compressed = self.data[offset : offset + length]
        where = f"{self.path}: block {number}"
        require(zlib.crc32(compressed) == checksum, f"{where}: wrong checksum")
        rest = self.values * self.value_bytes - number * self.block_bytes
        expected = min(self.block_bytes, rest)
        require(length <= 2 * max(expected, 1024), f"{where}: {length} compressed bytes")
        try:
            # A frame says its length, or -1. Memory is taken for it, so it has to be right.
            found = zstandard.frame_content_size(compressed)
            require(found in (-1, expected), f"{where}: {found} bytes, expected {expected}")
            values = zstandard.ZstdDecompressor().decompress(
                compressed, max_output_size=expected, allow_extra_data=False
            )
        except zstandard.ZstdError as error:
            raise Refused(f"{where}: expected a zstd frame: {error}") from error
        require(len(values) == expected, f"{where}: {len(values)} bytes, expected {expected}")
        return values

    # Index scheme 1

    def lay_out(self):
        """Finds the first cell of each stored layer, by the pieces of a side."""
        self.first_cell, cells = {}, 0
        for pieces in [4] if self.kind == SLIDE else [3, 2, 1, 0]:
            self.first_cell[pieces] = cells
            rows = 1 + max(row for row, _, _ in self.rules.canonical_sets(pieces).values())
            cells += self.rules.cells_of_row(pieces) * rows
        require(cells == self.values, f"{self.values} values, expected {cells}")

    def value(self, position):
        """Returns the value of a position of a stored layer."""
        pieces = position.opponent.bit_count()
        row, canonical, symmetry = self.rules.canonical_sets(pieces)[position.opponent]
        mover = sorted(symmetry[circle] for circle in circles(position.mover))
        places = (circle - (canonical & (1 << circle) - 1).bit_count() for circle in mover)
        rank = sum(math.comb(place, size) for size, place in enumerate(places, 1))
        cell = self.first_cell[pieces] + row * self.rules.cells_of_row(pieces) + rank
        block, start = divmod(cell * self.value_bytes, self.block_bytes)
        return int.from_bytes(self.block(block)[start : start + self.value_bytes], "little")

    # The values

    def value_for(self, outcome, plies):
        """Returns the value that stands for a class of the census."""
        if outcome not in (WIN, LOSS):
            return 0
        if self.kind == SLIDE:
            return plies + 1 if self.rules.any_parity else plies // 2 + 1
        if self.rules.any_parity:
            return 2 * (plies + 1) if outcome == WIN else 2 * plies + 1
        return plies + 1

    def outcome(self, position):
        """Returns what the value of a position says: None in a slide file for one that is not
        lost."""
        value = self.value(position)
        if self.kind == SLIDE:
            plies = value - 1 if self.rules.any_parity else 2 * (value - 1)
            return Outcome("loss", plies) if value else None
        if value == 0:
            return Outcome("draw")
        plies = (value - 1) // 2 if self.rules.any_parity else value - 1
        return Outcome("win" if value % 2 == 0 else "loss", plies)


class Rules:
    """The rules in a header, and what follows from them for every file."""

    def __init__(self, width, height, goals, steps, plan, options):
        self.width, self.height, self.goals, self.plan = width, height, goals, plan
        self.options, self.of_slides = options, (width, height, goals, steps)
        self.circles = width * height
        # Who leaves a circle that must be empty may complete a goal of the other side.
        self.any_parity = any(goal.empty for goal in goals)
        squares = [(column, row) for row in range(height) for column in range(width)]
        index = {square: circle for circle, square in enumerate(squares)}
        # By circle the circles that a piece there could step to on an empty board.
        self.targets = []
        for column, row in squares:
            reached = [(column + dx, row + dy) for dx, dy in steps]
            self.targets.append(bits(index[to] for to in reached if to in index))
        self.symmetries = [map_ for map_ in self.board_symmetries() if self.is_kept_by(map_)]
        self.canonical_sets = cache(self.find_canonical_sets)

    def board_symmetries(self):
        """Lists the symmetries of the board: tuples of the image of each circle."""
        board = range(self.circles)
        rows = [board[row * self.width :][: self.width] for row in range(self.height)]
        columns = [board[column :: self.width] for column in range(self.width)]
        for lines in [rows, columns] if self.width == self.height else [rows]:
            for down, right in itertools.product([1, -1], repeat=2):
                yield tuple(circle for line in lines[::down] for circle in line[::right])

    def is_kept_by(self, symmetry):
        """Whether a symmetry maps the goals and the targets of steps onto themselves."""

        def image(squares):
            return bits(symmetry[circle] for circle in circles(squares))

        goals = {Goal(image(goal.circles), image(goal.empty), goal.worth) for goal in self.goals}
        return goals == set(self.goals) and all(
            image(targets) == self.targets[symmetry[circle]]
            for circle, targets in enumerate(self.targets)
        )

    def images_of(self, members):
        """Yields for each symmetry the sum of the circles of the image of a set, the image, and
        the number of the symmetry."""
        for number, symmetry in enumerate(self.symmetries):
            image = [symmetry[circle] for circle in members]
            yield sum(image), bits(image), number

    def find_canonical_sets(self, pieces):
        """Returns for each set of `pieces` circles its row, its canonical set, and a symmetry that
        leads there."""
        best = {}
        for members in itertools.combinations(range(self.circles), pieces):
            best[bits(members)] = max(self.images_of(members))
        canonical_sets = sorted({canonical for _, canonical, _ in best.values()})
        rows = {canonical: row for row, canonical in enumerate(canonical_sets)}
        return {
            squares: (rows[canonical], canonical, self.symmetries[number])
            for squares, (_, canonical, number) in best.items()
        }

    def cells_of_row(self, pieces):
        return math.comb(self.circles - pieces, pieces)

    def positions_of_layer(self, layer):
        mover, opponent = layer // 2, layer - layer // 2
        return math.comb(self.circles, mover) * math.comb(self.circles - mover, opponent)

    def end(self, position):
        """Returns the outcome of a finished game, else None. The side that has just moved
        takes precedence."""
        for name, pieces, others in [
            ("loss", position.opponent, position.mover),
            ("win", position.mover, position.opponent),
        ]:
            goals = [goal for goal in self.goals if goal.circles == pieces]
            completed = [goal.worth for goal in goals if not goal.empty & others]
            if completed:
                return Outcome(name, 0) if max(completed) else Outcome("draw")
        return None

    def is_pointed(self, position):
        """Whether the opponent of the mover chooses the circle."""
        return self.plan >> position.layer() // 2 & 1 == 1

    def moves(self, position):
        """Lists the moves in a position: names, and the positions after them."""
        mover, opponent = position
        if self.end(position):
            return
        free = (1 << self.circles) - 1 & ~(mover | opponent)
        if position.layer() < 2 * PIECES:
            if position.layer() == 0 and self.options & CENTRE_BAN:
                free &= ~(1 << self.circles // 2)
            for to in circles(free):
                yield str(to + 1), Position(opponent, mover | 1 << to)
            return
        for start in circles(mover):
            for to in circles(self.targets[start] & free):
                after = mover ^ 1 << start ^ 1 << to
                yield f"{start + 1}-{to + 1}", Position(opponent, after)


# Looking up a position


class Position(NamedTuple):
    """The circles of the side to move and of its opponent."""

    mover: int
    opponent: int

    def layer(self):
        return self.mover.bit_count() + self.opponent.bit_count()


class Outcome(NamedTuple):
    """`win`, `draw` or `loss` for the mover, and in how many plies."""

    name: str
    plies: int | None = None

    def worth(self):
        """Returns a greater number for a better outcome."""
        if self.name == "draw":
            return 0
        return 1 / (1 + self.plies) if self.name == "win" else -1 / (1 + self.plies)

    def of_move(self):
        """Returns the outcome of the move that leads to a position with this one."""
        if self.name == "draw":
            return self
        return Outcome("win" if self.name == "loss" else "loss", self.plies + 1)

    def __str__(self):
        return self.name if self.plies is None else f"{self.name} in {self.plies}"


class Solution:
    """A slide file and a drop file that belongs to it."""

    def __init__(self, slide_path, drop_path):
        self.slide, self.drop = TableFile(slide_path, SLIDE), TableFile(drop_path, DROP)
        self.rules, of_slide = self.drop.rules, self.slide.rules
        same_content = self.drop.slide_hash == self.slide.content_hash
        belong = same_content and self.rules.of_slides == of_slide.of_slides
        require(belong, f"{drop_path}: belongs to another slide file than {slide_path}")

    def outcome(self, position):
        """Returns the outcome of a position for its mover."""
        end = self.rules.end(position)
        if end:
            return end
        if position.layer() == 2 * PIECES:
            return self.slide.outcome(position) or self.best_slide(position)
        if position.layer() % 2 == 0:
            return self.drop.outcome(position)
        choose = min if self.rules.is_pointed(position) else max
        return choose((outcome for _, outcome in self.moves(position)), key=Outcome.worth)

    def best_slide(self, position):
        """Returns the outcome of a position that the slide file does not say is lost."""
        wins = []
        for _, after in self.rules.moves(position):
            loss = self.slide.outcome(after)
            if loss:
                wins.append(loss.of_move())
        return max(wins, key=Outcome.worth, default=Outcome("draw"))

    def moves(self, position):
        """Lists the moves in a position with their outcomes for the mover."""
        for name, after in self.rules.moves(position):
            yield name, self.outcome(after).of_move()

    def read(self, text):
        """Reads a position: rows from the top, `b` and `r` for pieces, digits for empty circles,
        and the side to move."""
        rows, _, turn = text.strip().partition(" ")
        shown = re.sub("[1-9]", lambda digit: "." * int(digit[0]), rows).split("/")
        lengths = [len(row) for row in shown]
        board = "".join(shown)
        expected = f"{text!r}: expected rows such as '5/1b1br/1brb1/1r1r1/5 b'"
        require(lengths == [self.rules.width] * self.rules.height, expected)
        require(set(board) <= {"b", "r", "."}, expected)
        black = bits(circle for circle, found in enumerate(board) if found == "b")
        red = bits(circle for circle, found in enumerate(board) if found == "r")
        more = black.bit_count() - red.bit_count()
        require(black.bit_count() <= PIECES and more in (0, 1), f"{text!r}: number of pieces")
        if red.bit_count() == PIECES:
            turns = ["b", "r"]
        else:
            turns = ["r"] if more else ["b"]
        require(turn in turns, f"{text!r}: side to move")
        position = Position(black, red) if turn == "b" else Position(red, black)
        # A goal that counts wherever the opponent's pieces are.
        has_goal = any(goal[:2] == (position.mover, 0) for goal in self.rules.goals)
        require(not has_goal, f"{text!r}: the mover has a goal already")
        return position

    def answer(self, text):
        """Returns the fields of `teeko query --json` that a table determines."""
        position = self.read(text)
        outcome = self.outcome(position)
        moves = [
            {"move": name, "outcome": found.name, "dtw": found.plies}
            for name, found in self.moves(position)
        ]
        return {"outcome": outcome.name, "dtw": outcome.plies, "moves": moves}

    def show(self, text):
        """Prints a position's outcome, and the moves, best for the mover first."""
        position = self.read(text)
        pointed = " (the other side points)" if self.rules.is_pointed(position) else ""
        print(f"{self.outcome(position)}{pointed}")
        moves = sorted(self.moves(position), key=lambda move: -move[1].worth())
        for name, outcome in moves:
            print(f"{name:>5}  {outcome}")


def main():
    parser = argparse.ArgumentParser(description="Answers questions from teeko's table files.")
    parser.add_argument("slide", help="the slide file, such as tables/44.slide")
    parser.add_argument("drop", help="a drop file that belongs to it, such as tables/44-ssss.drop")
    parser.add_argument("position", nargs="?", help="such as '5/1b1br/1brb1/1r1r1/5 b'")
    parser.add_argument(
        "--stdin", action="store_true", help="a position in each line of input, JSON for each"
    )
    arguments = parser.parse_args()
    if (arguments.position is None) != arguments.stdin:
        parser.error("expected either a position or --stdin")
    solution = Solution(arguments.slide, arguments.drop)
    if arguments.stdin:
        for line in sys.stdin:
            print(json.dumps(solution.answer(line)))
    else:
        solution.show(arguments.position)


if __name__ == "__main__":
    try:
        main()
    except (Refused, OSError, ImportError) as error:
        sys.exit(f"error: {error}")
