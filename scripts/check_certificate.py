#!/usr/bin/env python3
"""Checks a certificate of a win or a draw, as `teeko check` does, with nothing but Python's standard library.

    python3 scripts/check_certificate.py FILE...
It shares no code with the program. crates/teeko-certificate/src/lib.rs describes the format. A position is (own, other, turn): the
circles of the side whose strategy it is, those of the other side, and which of the two is to move. Bit i of a set is circle i + 1.
"""
import sys
import zlib
from bisect import bisect_left
from math import comb

OWN, OTHER = 0, 1
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
    """The rules in a file."""
    def __init__(self, data):
        need(data[:8] == b"\x89TKC\r\n\x1a\n", "not a certificate")
        need(zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little"), "wrong checksum")
        self.version, self.data = number(data, 8), data
        need(self.version in (1, 2, 3, 4), "unknown version")
        self.width, self.height, self.plan, options = data[12:16]
        self.circles, self.all = self.width * self.height, (1 << self.width * self.height) - 1
        need(4 <= self.width <= 8 and 4 <= self.height <= 8 and self.plan < 16 and options < 4, "impossible rules")
        need(self.circles % 2 or not options & 1, "a centre ban without a centre")
        self.banned = 1 << self.circles // 2 if options & 1 else 0
        goals, steps, size = number(data, 24), number(data, 28), [8, 16, 17, 17][self.version - 1]
        self.goals = {}
        for at in range(40, 40 + goals * size, size):
            circles, empty = number(data, at, 8), number(data, at + 8, 8) if size > 8 else 0
            need(circles.bit_count() == 4 and not (circles | empty) & ~self.all, "a goal off the board")
            self.goals.setdefault(circles, []).append((empty, data[at + 16] if size > 16 else 1))
        self.end = 40 + goals * size + 2 * steps
        offsets = {((data[i] ^ 128) - 128, (data[i + 1] ^ 128) - 128) for i in range(self.end - 2 * steps, self.end, 2)}
        self.targets = [sum(self.place(x + dx, y + dy) for dx, dy in offsets)
                        for y in range(self.height) for x in range(self.width)]
        self.symmetries = self.find_symmetries()
    def place(self, x, y):
        return 1 << y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else 0
    def find_symmetries(self):
        """The symmetries of the board that keep goals and steps: each as tables from 13 circles at a time to their images."""
        w, h, found = self.width - 1, self.height - 1, []
        maps = [lambda x, y: (x, y), lambda x, y: (w - x, y), lambda x, y: (x, h - y), lambda x, y: (w - x, h - y)]
        if w == h:
            maps += [lambda x, y, m=m: m(y, x) for m in maps[:4]]
        for m in maps:
            to = [self.place(*m(i % self.width, i // self.width)) for i in range(self.circles)]
            image = lambda s: sum(to[i] for i in bits(s))
            goals = {image(g): sorted((image(e), p) for e, p in es) for g, es in self.goals.items()}
            keeps_goals = goals == {g: sorted(es) for g, es in self.goals.items()}
            if keeps_goals and all(image(self.targets[i]) == self.targets[to[i].bit_length() - 1] for i in range(self.circles)):
                found.append([[image(s << low & self.all) for s in range(1 << 13)] for low in range(0, self.circles, 13)])
        return found
    def images(self, position):
        for tables in self.symmetries:
            yield *(sum(table[pieces >> 13 * part & 8191] for part, table in enumerate(tables)) for pieces in position[:2]), position[2]
    def ended(self, position):
        """None while play goes on; else who has won: OWN, OTHER or "nobody". The side that has just moved is looked at first."""
        for side in (1 - position[2], position[2]):
            worth = [price for empty, price in self.goals.get(position[side], ()) if not empty & position[1 - side]]
            if worth:
                return side if max(worth) else "nobody"
    def moves(self, position):
        own, other, turn = position
        free, mover = self.all & ~(own | other), position[turn]
        if (own | other).bit_count() < 8:
            after = [mover | 1 << i for i in bits(free & ~(0 if own | other else self.banned))]
        else:
            after = [mover ^ 1 << i | 1 << j for i in bits(mover) for j in bits(self.targets[i] & free)]
        return [(new, other, 1 - turn) if turn == OWN else (own, new, 1 - turn) for new in after]
    def chooser(self, position):
        return position[2] ^ self.plan >> (position[0] | position[1]).bit_count() // 2 & 1

def decoded(data, count):
    """Ascending numbers from the bytes of an adaptive range coder, that of LZMA."""
    code, width, at = int.from_bytes(data[:4].ljust(4, b"\0"), "big"), 0xFFFFFFFF, 4
    probabilities, previous, numbers = {}, 0, []
    def bit(key):
        nonlocal code, width, at
        p = probabilities.get(key, 1024) if key else 1024
        bound = (width >> 11) * p
        result = int(code >= bound)
        code, width = (code - bound, width - bound) if result else (code, bound)
        if key:
            probabilities[key] = p - (p >> 5) if result else p + (2048 - p >> 5)
        while width < 1 << 24:
            width, code, at = width << 8, code << 8 | (data[at] if at < len(data) else 0), at + 1
        return result
    for _ in range(count):
        node = 1
        for _ in range(6):
            node = node << 1 | bit((0, previous, node))
        previous, gap = node - 64, 1
        for known in range(previous):
            gap = gap << 1 | bit((1, previous, gap) if known < 3 else None)
        numbers.append(numbers[-1] + gap if numbers else gap - 1)
    return numbers

def unranked(size, rank):
    top = next((i for i in range(64, -1, -1) if size and comb(i, size) <= rank), None)
    return 0 if top is None else 1 << top | unranked(size - 1, rank - comb(top, size))

def check_strategy(rules, name, numbers):
    """The side never loses: each choice of the other side in a position of the set has an answer that leads back into the set."""
    first, n, positions, start = (OWN if name == "Black" else OTHER), rules.circles, [], 0
    for layer in range(9):
        mine, theirs = ((layer + 1) // 2, layer // 2)[::1 - 2 * first]
        splits = comb(n - mine, theirs)
        end = start + comb(n, mine) * splits
        for ranked in numbers[bisect_left(numbers, start):bisect_left(numbers, end)]:
            own, places = unranked(mine, (ranked - start) // splits), unranked(theirs, (ranked - start) % splits)
            free = list(bits(rules.all & ~own))
            positions.append((own, sum(1 << free[i] for i in bits(places)), OTHER if layer == 8 else first ^ layer % 2))
        start = end
    need(len(positions) == len(numbers), "a number that no position has")
    members = {image for position in positions for image in rules.images(position)}
    def serves(position):
        if rules.ended(position) is not None:
            return rules.ended(position) != OTHER
        return position in members if rules.chooser(position) == OTHER else answered(position)
    def answered(position):
        return any(map(serves, rules.moves(position))) or not rules.moves(position)
    def holds(position):
        """Whether all that the other side can choose is answered; counts what it can choose."""
        count = 0
        for move in rules.moves(position):
            end, count = rules.ended(move), count + 1
            if end is None and rules.chooser(move) == OTHER:
                count += holds(move)
            else:
                need(end != OTHER and (end is not None or answered(move)), f"{name} has no answer after {position} -> {move}")
        return count
    need(serves((0, 0, first)), f"{name}'s strategy does not cover the start")
    for position in positions:
        need(rules.ended(position) is None and rules.chooser(position) == OTHER, f"{name}: {position} is none of the other side's")
    return len(positions), sum(map(holds, positions))

def check_win(rules):
    """The winner completes a goal within the plies claimed: walks through all that can happen, in the order of the choices."""
    first, width, plies, count = *rules.data[16:18], number(rules.data, 20), number(rules.data, 32, 8)
    packed, used, known, choosing = int.from_bytes(rules.data[rules.end:-4], "little"), 0, {}, 0
    def canonical(position):
        return min(rules.images(position), key=lambda image: image[:2] if first == OWN else image[1::-1])
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
            need(used <= count and choice < len(moves), "a choice that is missing or is none of the moves")
            moves = [moves[choice]]
        for move in moves:
            end = rules.ended(move)
            need(end in (None, OWN), "a move with which the winner does not win")
            longest = max(longest, walk(canonical(move), played + 1) if end is None else 0)
        known[position] = longest + 1
        return known[position]
    longest = walk((0, 0, first), 0)
    need(longest <= plies and used == count, "a game that takes too long, or choices left")
    return longest, len(known), choosing

def check(path):
    data = open(path, "rb").read()
    rules = Rules(data)
    if rules.version < 4:
        return "{} wins within {} plies; {:,} positions, {:,} of them the winner's choice".format(("Black", "Red")[data[16]], *check_win(rules))
    at, results = rules.end, []
    for name, field in (("Black", 16), ("Red", 32)):
        count, length = number(data, field), number(data, field + 4)
        results.append(check_strategy(rules, name, decoded(data[at:at + length], count)))
        at += length
    need(at + 4 == len(data), "a length that differs from the header's")
    (black, black_moves), (red, red_moves) = results
    return f"neither side can be forced to lose; {black:,} and {red:,} positions, {black_moves + red_moves:,} moves"

sys.setrecursionlimit(10_000)
for path in sys.argv[1:]:
    try:
        print(f"{path}: {check(path)}", flush=True)
    except (ValueError, IndexError, RecursionError, StopIteration) as error:
        sys.exit(f"{path}: FAILED: {error}")
