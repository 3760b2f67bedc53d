"""Table files: the header, which is checked when a file is opened, and the values, block by block. Used by read_table.py.

What is checked and how values are found is said in tables/README.md.
"""
import functools
import hashlib
import itertools
import math
import pathlib
import struct
import zlib

import zstandard

from teeko_rules import PIECES, Rules, circles, size

MAGIC, SCHEME = b"\x89TKO\r\n\x1a\n", 1
VERSIONS = 1, 2  # the latter where a goal has circles that must be empty
FIXED = struct.Struct("<8s2I8B4IQ2I32s32s")  # the header as far as its lists
SLIDE, DROP = 1, 2  # kinds of file
DRAW, WIN, LOSS, NO_SLIDE, IMPOSSIBLE = range(5)  # classes of the census
KEPT = 1 << 24  # bytes of decoded blocks to keep: those of a whole slide phase on the standard board


class DamagedTable(Exception):
    """A file that breaks a rule of the format, or is of other rules than its name says."""


class TableFile:
    """A table file. Its header is checked when it is opened, each block when it is decoded."""

    def __init__(self, path, kind):
        self.path, self.kind, self.data = path, kind, pathlib.Path(path).read_bytes()
        data, length_found = self.data, len(self.data)
        if data[:8] != MAGIC:
            raise DamagedTable(f"{path}: not a table file: expected it to begin with {MAGIC.hex(' ')}, found {data[:8].hex(' ')}")
        self.require("length of the file", length_found >= FIXED.size, f"at least {FIXED.size} bytes", length_found)
        (_, version, length, found_kind, width, height, scheme, self.value_bytes, plan, options, reserved, goals, steps,
         self.block_bytes, blocks, self.values, census, reserved_too, self.content_hash, self.slide_hash) = FIXED.unpack_from(data)
        self.require("version of the format", version in VERSIONS, "1 or 2", version)
        sets = version  # of circles that each goal has: its own, and those that must be empty
        end = FIXED.size + 8 * sets * goals + (2 * steps + 7) // 8 * 8 + 16 * census + 16 * blocks
        self.equal("length of the header", end + 4, length)
        self.require("length of the file", length_found >= length, f"at least {length} bytes", length_found)
        self.equal("checksum of the header", int.from_bytes(data[end:length], "little"), zlib.crc32(data[:end]))
        self.equal("kind of file", kind, found_kind)
        self.equal("index scheme", SCHEME, scheme)
        self.equal("reserved bytes", [0, 0], [reserved, reserved_too])
        lists, at = [], FIXED.size
        for form, entries in [(f"<{sets}Q", goals), ("<2b", steps), ("<B", -2 * steps % 8), ("<2BHIQ", census), ("<Q2I", blocks)]:
            lists.append([struct.unpack_from(form, data, at + entry * struct.calcsize(form)) for entry in range(entries)])
            at += entries * struct.calcsize(form)
        goals, steps, padding, census, self.blocks = lists
        self.equal("padding of the steps", [(0,)] * len(padding), padding)
        self.require("goals", sets == 1 or any(empty for _, empty in goals), "one with empty circles in version 2", "none")
        self.rules = self.read_rules(width, height, [goal if sets > 1 else (*goal, 0) for goal in goals], steps, plan, options)
        self.check_census(census)

        # The stored layers, by the pieces of either side: first cell, length of a row, canonical sets.
        self.layers, cells = {}, 0
        for pieces in [PIECES] if kind == SLIDE else range(PIECES - 1, -1, -1):
            sets, row = self.rules.canonical_sets(pieces), math.comb(self.rules.circles - pieces, pieces)
            self.layers[pieces] = cells, row, sets
            cells += row * (1 + max(number for number, _, _ in sets.values()))
        self.equal("number of values", cells, self.values)
        self.require("bytes of a block", self.block_bytes in [1 << power for power in range(10, 25)],
                     "a power of two from 1024 to 16777216", self.block_bytes)
        self.equal("number of blocks", -(-cells * self.value_bytes // self.block_bytes), len(self.blocks))
        self.require("hash of a slide file", kind == DROP or not any(self.slide_hash), "0", self.slide_hash.hex())
        for number, (offset, compressed, _) in enumerate(self.blocks):
            self.require(f"block {number}", offset == length and compressed > 0,
                         f"1 byte or more at offset {length}", f"{compressed} at {offset}")
            length += compressed
        self.equal("length of the file", length, length_found)
        self.block = functools.lru_cache(KEPT // self.block_bytes)(self.decode_block)

    def require(self, what, holds, expected, found):
        if not holds:
            raise DamagedTable(f"{self.path}: damaged table: {what}: expected {expected}, found {found}")

    def equal(self, what, expected, found):
        self.require(what, expected == found, expected, found)

    def read_rules(self, width, height, goals, steps, plan, options):
        self.require("board", 4 <= width <= 8 and 4 <= height <= 8, "width and height from 4 to 8", f"{width}x{height}")
        on_board = all(size(goal) == PIECES and (goal | empty) >> width * height == 0 == goal & empty for goal, empty in goals)
        self.require("goals", on_board and goals == sorted(set(goals)), f"ascending sets of {PIECES} circles of the board", "others")
        # None implies another: has its circles and, if not more, all its empty ones.
        implied = any(one == other and some != more and some & more == some
                      for (one, some), (other, more) in itertools.combinations(goals, 2))
        self.require("goals", not implied, "none that another implies", "one")
        self.require("steps", (0, 0) not in steps and steps == sorted(set(steps)), "ascending offsets, none of them (0, 0)", "others")
        centre_ban, pass_rule, every_drop = options & 1 == 1, options & 2 == 2, (1 << PIECES) - 1
        fits = plan <= every_drop and options < 4 if self.kind == DROP else plan == options == 0
        has_centre = width % 2 == height % 2 == 1
        self.require("drop plan and options", fits and (has_centre or not centre_ban) and (plan == every_drop or not pass_rule),
                     "some that go together", (plan, options))
        return Rules(width, height, goals, steps, plan, centre_ban, pass_rule)

    def check_census(self, census):
        """Its entries ascend and are possible, the layers add up, and values are as wide as the greatest distance needs."""
        circles, layers = self.rules.circles, [2 * PIECES] if self.kind == SLIDE else range(2 * PIECES)
        missing = {layer: math.comb(circles, layer // 2) * math.comb(circles - layer // 2, layer - layer // 2) for layer in layers}
        last, greatest = (), 0
        for layer, outcome, reserved, distance, positions in census:
            none, in_slides = distance == 0, distance == 0 and layer == 2 * PIECES
            free = self.rules.any_parity
            won, lost = (distance > 0 or in_slides, True) if free else (distance % 2 == 1, distance % 2 == 0)
            possible = {DRAW: none, WIN: won, LOSS: lost, NO_SLIDE: in_slides, IMPOSSIBLE: in_slides}
            self.require("census", layer in missing and possible.get(outcome) and reserved == 0 < positions
                         and last < (layer, outcome, distance), f"an entry that can follow {last}", (layer, outcome, distance))
            last = layer, outcome, distance
            missing[layer] -= positions
            if self.kind == SLIDE and outcome == LOSS:
                greatest = max(greatest, distance + 1 if free else distance // 2 + 1)
            if self.kind == DROP and outcome in (WIN, LOSS) and layer % 2 == 0:
                greatest = max(greatest, 2 * distance + (2 if outcome == WIN else 1) if free else distance + 1)
        self.require("census", not any(missing.values()), "all positions of each layer", f"these too few: {missing}")
        self.equal("bytes of a value", 1 if greatest < 256 else 2, self.value_bytes)
        self.require("greatest value", greatest < 65536, "one of two bytes", greatest)

    def decode_block(self, number):
        """The values of a block, as the bytes they are stored in."""
        offset, length, checksum = self.blocks[number]
        compressed = self.data[offset:offset + length]
        self.equal(f"checksum of block {number}", checksum, zlib.crc32(compressed))
        length = min(self.block_bytes, self.values * self.value_bytes - number * self.block_bytes)
        try:
            # A frame says its length, or -1; believed only if it is right, since memory is taken for it.
            self.require(f"length of block {number}", zstandard.frame_content_size(compressed) in (-1, length), length, "another")
            values = zstandard.ZstdDecompressor().decompress(compressed, max_output_size=length, allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise DamagedTable(f"{self.path}: damaged table: block {number}: expected a zstd frame, found {error}") from error
        self.equal(f"length of block {number}", length, len(values))
        return values

    def value(self, position):
        """The value of a position of a stored layer."""
        first_cell, row, sets = self.layers[size(position.opponent)]
        number, canonical, symmetry = sets[position.opponent]
        images = sorted(symmetry[circle] for circle in circles(position.mover))
        rank = sum(math.comb(circle - size(canonical & (1 << circle) - 1), place) for place, circle in enumerate(images, 1))
        block, start = divmod((first_cell + number * row + rank) * self.value_bytes, self.block_bytes)
        return int.from_bytes(self.block(block)[start:start + self.value_bytes], "little")

    def check(self):
        """Checks every block, and the content hash."""
        content = hashlib.sha256()
        for number in range(len(self.blocks)):
            content.update(self.decode_block(number))
        self.equal("content hash", self.content_hash.hex(), content.hexdigest())
