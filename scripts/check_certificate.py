#!/usr/bin/env python3
"""Checks certificates of wins and draws, as `teeko check` does, with Python's standard library.

Usage: check_certificate.py FILE...  The format is described in crates/teeko-certificate/src/lib.rs.
A position is (own, other, turn): the circles of the side whose strategy it is, those of the other
side, and which of the two is to move. Bit i of a set stands for circle i + 1."""
import os
import sys
import zlib
from functools import cache
from itertools import starmap
from math import comb

OWN, OTHER = 0, 1
WINNERS, DRAW = ("Black", "Red"), 2
def need(condition, what):
    if not condition:
        raise ValueError(what)
def number(data, at, size=4):
    return int.from_bytes(data[at:at + size], "little")
def bits(circles):
    while circles:
        yield (circles & -circles).bit_length() - 1
        circles &= circles - 1

class Rules:
    def __init__(self, data):
        need(data[:8] == b"\x89TKC\r\n\x1a\n", "not a certificate")
        need(zlib.crc32(data[:-4]) == number(data, len(data) - 4), "wrong checksum")
        need(number(data, 8) == 1, "unknown version")
        need(number(data, 12) == len(data), "another length")
        self.result, self.data = data[16], data
        need(self.result <= DRAW, "unknown result")
        self.width, self.height, self.plan, options = data[20:24]
        self.circles, self.all = self.width * self.height, (1 << self.width * self.height) - 1
        need(4 <= self.width <= 8 and 4 <= self.height <= 8, "impossible board")
        need(self.plan < 16 and options < 16 and not options & ~self.circles & 1, "odd options")
        self.banned = 1 << self.circles // 2 if options & 1 else 0
        goals, steps = number(data, 24), number(data, 28)
        has_empty, has_worth = options >> 2 & 1, options >> 3
        size = 8 + 8 * has_empty + has_worth
        self.end = 32 + goals * size + 2 * steps
        need(self.end + 4 <= len(data), "goals or steps that are cut short")
        self.goals = {}
        for at in range(32, 32 + goals * size, size):
            circles, empty = number(data, at, 8), number(data, at + 8, 8) if has_empty else 0
            need(circles.bit_count() == 4 and not (circles | empty) & ~self.all, "an odd goal")
            worth = data[at + size - 1] if has_worth else 1
            self.goals.setdefault(circles, []).append((empty, worth))
        signed = [(byte ^ 128) - 128 for byte in data[self.end - 2 * steps:self.end]]
        offsets = set(zip(signed[::2], signed[1::2]))
        self.places = [(x, y) for y in range(self.height) for x in range(self.width)]
        self.targets = [sum(1 << i for i, (to_x, to_y) in enumerate(self.places)
                            if (to_x - x, to_y - y) in offsets) for x, y in self.places]
        self.symmetries = list(self.find_symmetries())
    def find_symmetries(self):
        """Those of the board that keep goals and steps, as functions from sets to images."""
        right, bottom = self.width - 1, self.height - 1
        maps = [lambda x, y, dx=dx, dy=dy: (abs(dx - x), abs(dy - y))
                for dx in (0, right) for dy in (0, bottom)]
        maps += [lambda x, y, m=m: m(y, x) for m in maps[:4] if right == bottom]
        goals = {(goal, *more) for goal, mores in self.goals.items() for more in mores}
        for m in maps:
            to = [y * self.width + x for x, y in starmap(m, self.places)]
            image = cache(lambda circles, to=to: sum(1 << to[i] for i in bits(circles)))
            keeps_goals = goals == {(image(g), image(empty), worth) for g, empty, worth in goals}
            keeps_steps = all(image(t) == self.targets[to[i]] for i, t in enumerate(self.targets))
            if keeps_goals and keeps_steps:
                yield lambda position, image=image: (*map(image, position[:2]), position[2])
    def ended(self, position):
        """None in open positions; else the winner: OWN, OTHER or "nobody"."""
        for side in (1 - position[2], position[2]):  # The side that has just moved comes first.
            worth = [price for empty, price in self.goals.get(position[side], ())
                     if not empty & position[1 - side]]
            if worth:
                return side if max(worth) else "nobody"
    def moves(self, position):
        own, other, turn = position
        free, mover = self.all & ~(own | other), position[turn]
        if (own | other).bit_count() < 8:
            after = [mover | 1 << i for i in bits(free & ~(0 if own | other else self.banned))]
        else:
            after = [mover ^ 1 << i | 1 << j
                     for i in bits(mover) for j in bits(self.targets[i] & free)]
        return [(new, other, OTHER) if turn == OWN else (own, new, OWN) for new in after]
    def chooser(self, position):
        return position[2] ^ self.plan >> (position[0] | position[1]).bit_count() // 2 & 1

def decoded(data, count):
    """Ascending numbers from the gaps between them: seven bits a byte, in a zlib stream."""
    stream = zlib.decompressobj()
    gaps, numbers, gap, shift = stream.decompress(data, 9 * count + 1), [], 0, 0
    for byte in gaps:
        gap, shift = gap | (byte & 127) << shift, shift + 7
        need(byte or shift == 7, "a gap in more bytes than it needs")
        if byte < 128:
            numbers.append(numbers[-1] + gap + 1 if numbers else gap)
            gap, shift = 0, 0
    need(stream.eof and not stream.unused_data and not shift and len(numbers) == count,
         "a part that is no whole stream, or has another number of gaps")
    return numbers

def parts(rules):
    """The numbers of each side's positions in a certificate of a draw."""
    data, at = rules.data, rules.end
    for first in (OWN, OTHER):
        count, length = number(data, at), number(data, at + 4)
        need(count <= 16 * length, "more positions than bytes can have")
        at += 8 + length
        yield first, decoded(data[at - length:at], count)
    need(at + 4 == len(data), "a length that differs from the header's")

def unranked(size, rank):
    top = next((i for i in range(64, -1, -1) if size and comb(i, size) <= rank), None)
    return 0 if top is None else 1 << top | unranked(size - 1, rank - comb(top, size))

def numbered(rules, first, number):
    """The position with a number, in a strategy of the side that is `first` to drop."""
    for layer in range(9):
        mine, theirs = ((layer + 1) // 2, layer // 2)[::1 - 2 * first]
        splits = comb(rules.circles - mine, theirs)
        if number < comb(rules.circles, mine) * splits:
            own = unranked(mine, number // splits)
            free = list(bits(rules.all & ~own))
            other = sum(1 << free[i] for i in bits(unranked(theirs, number % splits)))
            return own, other, OTHER if layer == 8 else first ^ layer % 2
        number -= comb(rules.circles, mine) * splits
    raise ValueError("a number that no position has")

def check_strategy(rules, name, first, numbers):
    """The side never loses: after each choice of the other side it can return to the set."""
    positions = [numbered(rules, first, number) for number in numbers]
    members = {image(position) for position in positions for image in rules.symmetries}
    def serves(position):
        if rules.ended(position) is not None:
            return rules.ended(position) != OTHER
        return position in members if rules.chooser(position) == OTHER else answered(position)
    def answered(position):
        return any(map(serves, rules.moves(position))) or not rules.moves(position)
    def count_answered(position):
        others, count = rules.ended(position) is None and rules.chooser(position) == OTHER, 0
        need(others, f"{name}: the other side does not choose in {position}")
        for move in rules.moves(position):
            end, count = rules.ended(move), count + 1
            if end is None and rules.chooser(move) == OTHER:
                count += count_answered(move)
            else:
                need(answered(move) if end is None else end != OTHER,
                     f"{name} has no answer after {position} -> {move}")
        return count
    need(serves((0, 0, first)), f"{name}'s strategy does not cover the start")
    return len(positions), sum(map(count_answered, positions))

def walk_win(rules):
    """The winner completes a goal within the plies claimed, whatever the other side does.

    Returns the positions that can arise, up to symmetry, each with the plies within which the
    winner wins from there, the first of them, and the number of those in which it chooses."""
    data, used, known, choosing = rules.data, 0, {}, 0
    first, width, at = rules.result, data[18], rules.end
    plies, count = number(data, at), number(data, at + 4)
    packed = number(data, at + 8, len(data) - 4 - at - 8)
    def canonical(position):
        return min((image(position) for image in rules.symmetries),
                   key=lambda image: image[:2][::1 - 2 * first])
    def walk(position, played):
        nonlocal used, choosing
        need(known.get(position, 1), "play can go round for ever")
        if position in known:
            return known[position]
        need(played < plies, "a game that takes too long")
        known[position], moves, longest = None, rules.moves(position), 0
        need(moves, "a position without a move")
        if rules.chooser(position) == OWN:
            choosing += 1
            if position[2] == OWN and any(rules.ended(move) == OWN for move in moves):
                known[position] = 1
                return 1
            choice, used = packed >> used * width & (1 << width) - 1, used + 1
            need(used <= count and choice < len(moves), "a choice that is none of the moves")
            moves = [moves[choice]]
        for move in moves:
            end = rules.ended(move)
            need(end in (None, OWN), "a move with which the winner does not win")
            longest = max(longest, walk(canonical(move), played + 1) if end is None else 0)
        known[position] = longest + 1
        return longest + 1
    need(walk((0, 0, first), 0) <= plies and used == count, "too many plies, or choices left")
    return known, (0, 0, first), choosing

def check(data):
    rules = Rules(data)
    if rules.result != DRAW:
        known, start, choosing = walk_win(rules)
        return ("{} wins within {} plies; {:,} positions, {:,} of them the winner's choice"
                .format(WINNERS[rules.result], known[start], len(known), choosing))
    strategies = [check_strategy(rules, WINNERS[first], first, numbers)
                  for first, numbers in parts(rules)]
    return ("neither side can be forced to lose; {:,} and {:,} positions, {:,} moves"
            .format(*(size for size, _ in strategies), sum(moves for _, moves in strategies)))

sys.setrecursionlimit(10_000)
if __name__ == "__main__":
    if sys.argv[1:] in ([], ["-h"], ["--help"]):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] else 2)
    for path in sys.argv[1:]:
        try:
            found = check(open(path, "rb").read())
        except (OSError, ValueError, IndexError, RecursionError, zlib.error) as error:
            sys.exit(f"{path}: FAILED: {error}")
        try:
            print(f"{path}: {found}", flush=True)
        except BrokenPipeError:  # Its reader has read enough; the exit code still tells the result.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
