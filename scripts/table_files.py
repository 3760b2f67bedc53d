"""Table files: the header, which is checked when a file is opened, and the values, block by block.

Used by read_table.py. tables/README.md specifies the checks and the places of values.
"""

import functools
import hashlib
import itertools
import math
import pathlib
import struct
import zlib

import zstandard

from teeko_rules import BONUS, PIECES, Rules, bits, circles, size

MAGIC, VERSION, SCHEME = b"\x89TKO\r\n\x1a\n", 1, 1
FIXED = struct.Struct("<8s2I4B3IQ32s32s4B2I")  # the header as far as its lists
CENTRE_BAN, PASS_RULE, EMPTY_CIRCLES, VOID_GOALS = 1, 2, 4, 8  # bits of the options
SLIDE, DROP, ATTACK_SLIDE, ATTACK_DROP = 1, 2, 3, 4  # kinds of file
SLIDES, ATTACKS = (SLIDE, ATTACK_SLIDE), (ATTACK_SLIDE, ATTACK_DROP)
DRAW, WIN, LOSS, NO_SLIDE, IMPOSSIBLE = range(5)  # classes of the census
KEPT = (
    1 << 24
)  # bytes of decoded blocks to keep: those of a whole slide phase on the standard board
KEPT_OF_ATTACK = 1 << 21  # the same of one file of seven
MOST_SPLITS = math.comb(PIECES, 2)  # ways to have heavy and light pieces on the same circles
ATTACKERS = "black", "red"


class DamagedTable(Exception):
    """A file that breaks a rule of the format, or is of other rules than its name says."""


class TableFile:
    """A table file. Its header is checked when it is opened, each block when it is decoded."""

    def __init__(self, path, kind):
        self.path, self.kind, self.data = path, kind, pathlib.Path(path).read_bytes()
        data, length_found = self.data, len(self.data)
        if data[:8] != MAGIC:
            raise DamagedTable(
                f"{path}: not a table file: expected it to begin with {MAGIC.hex(' ')}, found "
                f"{data[:8].hex(' ')}"
            )
        self.require(
            "length of the file",
            length_found >= FIXED.size,
            f"at least {FIXED.size} bytes",
            length_found,
        )
        (
            _,
            version,
            length,
            found_kind,
            scheme,
            self.value_bytes,
            self.points,
            self.block_bytes,
            blocks,
            census,
            self.values,
            self.content_hash,
            self.slide_hash,
            width,
            height,
            plan,
            options,
            goals,
            steps,
        ) = FIXED.unpack_from(data)
        self.equal("version of the format", VERSION, version)
        goal = "<Q" + "Q" * bool(options & EMPTY_CIRCLES) + "B" * bool(options & VOID_GOALS)
        end = FIXED.size + struct.calcsize(goal) * goals + 2 * steps + 16 * census + 16 * blocks
        self.equal("length of the header", end + 4, length)
        self.require(
            "length of the file", length_found >= length, f"at least {length} bytes", length_found
        )
        self.equal(
            "checksum of the header",
            int.from_bytes(data[end:length], "little"),
            zlib.crc32(data[:end]),
        )
        self.equal("kind of file", kind, found_kind)
        self.equal("index scheme", SCHEME, scheme)
        self.require(
            "points",
            2 <= self.points <= 2 * PIECES if kind in ATTACKS else self.points == 0,
            f"2 to {2 * PIECES} in a file of an attack, 0 in others",
            self.points,
        )
        lists, at = [], FIXED.size
        for form, entries in [
            (goal, goals),
            ("<2b", steps),
            ("<2BHIQ", census),
            ("<Q2I", blocks),
        ]:
            lists.append(
                [
                    struct.unpack_from(form, data, at + entry * struct.calcsize(form))
                    for entry in range(entries)
                ]
            )
            at += entries * struct.calcsize(form)
        goals, steps, census, self.blocks = lists
        goals = [self.whole_goal(options, *goal) for goal in goals]
        needed = EMPTY_CIRCLES * any(empty for _, empty, _ in goals)
        needed |= VOID_GOALS * any(worth == 0 for _, _, worth in goals)
        self.equal("options of these goals", needed, options & (EMPTY_CIRCLES | VOID_GOALS))
        self.rules = self.read_rules(width, height, goals, steps, plan, options)
        (self.check_attack_census if kind in ATTACKS else self.check_census)(census)
        self.equal("number of values", self.place_sections(), self.values)
        self.require(
            "bytes of a block",
            self.block_bytes in [1 << power for power in range(10, 21)],
            "a power of two from 1024 to 1048576",
            self.block_bytes,
        )
        self.equal(
            "number of blocks",
            -(-self.values * self.value_bytes // self.block_bytes),
            len(self.blocks),
        )
        self.require(
            "hash of a slide file",
            kind not in SLIDES or not any(self.slide_hash),
            "0",
            self.slide_hash.hex(),
        )
        for number, (offset, compressed, _) in enumerate(self.blocks):
            self.require(
                f"block {number}",
                offset == length and compressed > 0,
                f"1 byte or more at offset {length}",
                f"{compressed} at {offset}",
            )
            length += compressed
        self.equal("length of the file", length, length_found)
        kept = KEPT_OF_ATTACK if kind in ATTACKS else KEPT
        self.block = functools.lru_cache(max(1, kept // self.block_bytes))(self.decode_block)

    def whole_goal(self, options, goal, *more):
        """Returns circles, empty circles and worth of a goal: none empty, and worth 1, unless the
        options say that the file has them.
        """
        empty = more[0] if options & EMPTY_CIRCLES else 0
        return goal, empty, more[-1] if options & VOID_GOALS else 1

    def require(self, what, holds, expected, found):
        if not holds:
            raise DamagedTable(
                f"{self.path}: damaged table: {what}: expected {expected}, found {found}"
            )

    def equal(self, what, expected, found):
        self.require(what, expected == found, expected, found)

    def read_rules(self, width, height, goals, steps, plan, options):
        self.require(
            "board",
            4 <= width <= 8 and 4 <= height <= 8,
            "width and height from 4 to 8",
            f"{width}x{height}",
        )
        on_board = all(
            size(goal) == PIECES and (goal | empty) >> width * height == 0 == goal & empty
            for goal, empty, _ in goals
        )
        self.require(
            "goals",
            on_board and goals == sorted(set(goals)),
            f"ascending sets of {PIECES} circles of the board",
            "others",
        )
        self.require(
            "worth of the goals", all(worth in (0, 1) for _, _, worth in goals), "0 or 1", "more"
        )
        # None implies another: has its circles, of those that must be empty no others, and is worth
        # as much.
        implied = any(
            one == other and some & more == some and worth >= least
            for (one, some, worth), (other, more, least) in itertools.permutations(goals, 2)
        )
        self.require("goals", not implied, "none that another implies", "one")
        self.require(
            "steps",
            (0, 0) not in steps
            and steps == sorted(set(steps))
            and all(-8 < part < 8 for step in steps for part in step),
            "ascending offsets from -7 to 7, none of them (0, 0)",
            "others",
        )
        centre_ban, pass_rule = bool(options & CENTRE_BAN), bool(options & PASS_RULE)
        every_drop = (1 << PIECES) - 1
        fits = plan <= every_drop and options < 16
        if self.kind in SLIDES:
            fits = plan == 0 and not centre_ban and not pass_rule
        has_centre = width % 2 == height % 2 == 1
        self.require(
            "drop plan and options",
            fits and (has_centre or not centre_ban) and (plan or not pass_rule),
            "some that go together",
            (plan, options),
        )
        goals = {(goal, empty): worth for goal, empty, worth in goals}
        return Rules(width, height, goals, steps, plan, centre_ban, pass_rule)

    def place_sections(self):
        """Lays out the sections of the file.

        For each number of pieces it stores the first cell, the length of a row, and the canonical
        sets. Returns the number of all cells.
        """
        self.sections, cells, circles = {}, 0, self.rules.circles
        if self.kind in ATTACKS:
            for layer, attacker, on_board, light in attack_sections(
                self.kind, heavy_pieces(self.points)
            ):
                numbers = self.rules.weighed_sets(on_board, light)
                row = math.comb(circles - on_board - light, layer - on_board - light)
                self.sections[layer, attacker, on_board] = cells, row, numbers
                cells += row * len(numbers)
            return cells
        for pieces in [PIECES] if self.kind == SLIDE else range(PIECES - 1, -1, -1):
            sets, row = self.rules.canonical_sets(pieces), math.comb(circles - pieces, pieces)
            self.sections[pieces] = cells, row, sets
            cells += row * (1 + max(number for number, _, _ in sets.values()))
        return cells

    def check_census(self, census):
        """Checks the census:

        entries ascend and are possible, layers add up, and values are as wide as the greatest
        distance needs.
        """
        circles, layers = (
            self.rules.circles,
            [2 * PIECES] if self.kind == SLIDE else range(2 * PIECES),
        )
        missing = {layer: positions_of_layer(circles, layer) for layer in layers}
        last, greatest = (), 0
        for layer, outcome, reserved, distance, positions in census:
            none, in_slides = distance == 0, distance == 0 and layer == 2 * PIECES
            free = self.rules.any_parity
            won, lost = (
                (distance > 0 or in_slides, True)
                if free
                else (distance % 2 == 1, distance % 2 == 0)
            )
            possible = {
                DRAW: none,
                WIN: won,
                LOSS: lost,
                NO_SLIDE: in_slides,
                IMPOSSIBLE: in_slides,
            }
            self.require(
                "census",
                layer in missing
                and possible.get(outcome)
                and reserved == 0 < positions
                and last < (layer, outcome, distance),
                f"an entry that can follow {last}",
                (layer, outcome, distance),
            )
            last = layer, outcome, distance
            missing[layer] -= positions
            if self.kind == SLIDE and outcome == LOSS:
                greatest = max(greatest, distance + 1 if free else distance // 2 + 1)
            if self.kind == DROP and outcome in (WIN, LOSS) and layer % 2 == 0:
                greatest = max(
                    greatest, 2 * distance + (2 if outcome == WIN else 1) if free else distance + 1
                )
        self.require(
            "census",
            not any(missing.values()),
            "all positions of each layer",
            f"these too few: {missing}",
        )
        self.equal("bytes of a value", 1 if greatest < 256 else 2, self.value_bytes)
        self.require("greatest value", greatest < 65536, "one of two bytes", greatest)

    def check_attack_census(self, census):
        """Checks the census of an attack:

        entries ascend, are forced wins and losses, do not exceed the positions, and values are as
        wide as the greatest distance needs.
        """
        circles, layers = (
            self.rules.circles,
            [2 * PIECES] if self.kind in SLIDES else range(2 * PIECES),
        )
        last, found, greatest = (), {}, 0
        for layer, outcome, reserved, distance, positions in census:
            forced = distance > 0 and outcome == (WIN if distance % 2 else LOSS)
            self.require(
                "census",
                layer in layers
                and forced
                and reserved == 0 < positions
                and last < (layer, outcome, distance),
                f"an entry that can follow {last}",
                (layer, outcome, distance),
            )
            last = layer, outcome, distance
            found[layer, outcome] = found.get((layer, outcome), 0) + positions
            greatest = max(greatest, (distance + 1) // 2)
        for (layer, _), positions in found.items():
            most = MOST_SPLITS * positions_of_layer(circles, layer)
            self.require(
                "census", positions <= most, f"at most {most} positions in layer {layer}", positions
            )
        self.equal("bytes of a value", 1 if greatest < 256 else 2, self.value_bytes)
        self.require("greatest value", greatest < 65536, "one of two bytes", greatest)

    def decode_block(self, number):
        """Returns the values of a block, as bytes."""
        offset, length, checksum = self.blocks[number]
        compressed = self.data[offset : offset + length]
        self.equal(f"checksum of block {number}", checksum, zlib.crc32(compressed))
        length = min(self.block_bytes, self.values * self.value_bytes - number * self.block_bytes)
        try:
            # A frame says its length, or -1; believed only if it is right, since memory is taken
            # for it.
            self.require(
                f"length of block {number}",
                zstandard.frame_content_size(compressed) in (-1, length),
                length,
                "another",
            )
            values = zstandard.ZstdDecompressor().decompress(
                compressed, max_output_size=length, allow_extra_data=False
            )
        except zstandard.ZstdError as error:
            raise DamagedTable(
                f"{self.path}: damaged table: block {number}: expected a zstd frame, found {error}"
            ) from error
        self.equal(f"length of block {number}", length, len(values))
        return values

    def value(self, position):
        """Returns the value of a position of a stored layer."""
        first_cell, row, sets = self.sections[size(position.opponent)]
        number, canonical, symmetry = sets[position.opponent]
        return self.value_at(first_cell + number * row + rank(position.mover, canonical, symmetry))

    def value_of_attack(self, attacker, heavy, light, defender):
        """Returns the value of a position of an attack.

        `heavy` and `light` are the circles of the attacker's pieces.
        """
        members = circles(heavy | light)
        images = [
            (sum(image), bits(image), bits(symmetry[circle] for circle in circles(heavy)), symmetry)
            for symmetry in self.rules.symmetries
            for image in [[symmetry[circle] for circle in members]]
        ]
        _, canonical, part, symmetry = max(images)
        layer = len(members) + size(defender)
        first_cell, row, numbers = self.sections[
            layer, attacker if layer < 2 * PIECES else ATTACKERS[0], size(heavy)
        ]
        return self.value_at(
            first_cell + numbers[canonical, part] * row + rank(defender, canonical, symmetry)
        )

    def value_at(self, cell):
        block, start = divmod(cell * self.value_bytes, self.block_bytes)
        return int.from_bytes(self.block(block)[start : start + self.value_bytes], "little")

    def check(self):
        """Checks every block, and the content hash."""
        content = hashlib.sha256()
        for number in range(len(self.blocks)):
            content.update(self.decode_block(number))
        self.equal("content hash", self.content_hash.hex(), content.hexdigest())


def positions_of_layer(circles, layer):
    """Returns the number of positions of a layer with a given side to move."""
    return math.comb(circles, layer // 2) * math.comb(circles - layer // 2, layer - layer // 2)


def heavy_pips(points):
    """Returns the least pips of a heavy piece in the attack for `points` points."""
    return points - BONUS if points > BONUS else points


def heavy_pieces(points):
    """Returns the number of heavy pieces of a side in the attack for `points` points."""
    return PIECES + 1 - heavy_pips(points)


def attack_sections(kind, heavy):
    """Lists the sections of a file in order:

    layer, attacker, and the attacker's heavy and light pieces. A side has `heavy` heavy pieces in
    the whole game. With all pieces on the board the attacker does not matter.
    """
    if kind == ATTACK_SLIDE:
        yield 2 * PIECES, ATTACKERS[0], heavy, PIECES - heavy
        return
    for layer in range(2 * PIECES - 1, -1, -1):
        for attacker, pieces in zip(ATTACKERS, (layer - layer // 2, layer // 2)):
            for on_board in range(heavy + 1):
                if 0 <= pieces - on_board <= PIECES - heavy:
                    yield layer, attacker, on_board, pieces - on_board


def rank(squares, others, symmetry):
    """Returns the rank of the image of a set among the sets of its size on the circles that
    `others` leaves free.
    """
    images = sorted(symmetry[circle] for circle in circles(squares))
    return sum(
        math.comb(circle - size(others & (1 << circle) - 1), place)
        for place, circle in enumerate(images, 1)
    )
