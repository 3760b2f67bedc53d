#!/usr/bin/env python3
"""Checks certificates of wins and draws, as `teeko check` does, with Python's standard library.

Usage: check_certificate.py FILE...

Written to be read: crates/teeko-certificate/FORMAT.md describes the format and what makes a
certificate hold, and each function here is one step of that. A set of circles is a number in which
bit i stands for circle i + 1. A position is (own, other, turn): the circles of the side whose
strategy it is, those of the other side, and which of the two is to move."""
import os
import struct
import sys
import zlib
from functools import cache
from itertools import accumulate, product
from math import comb

OWN, OTHER, NEITHER = 0, 1, 2
WINNERS, DRAW = ("Black", "Red"), 2
PIECES = 8  # of both sides


class Fault(ValueError):
    """What makes a certificate fail."""


def need(condition, what):
    if not condition:
        raise Fault(what)


def number(data, at, size=4):
    """Returns a little-endian number."""
    return int.from_bytes(data[at:at + size], "little")


def bits(circles):
    """Lists the indices of the circles in a set."""
    return [index for index in range(circles.bit_length()) if circles >> index & 1]


def set_of(indices):
    return sum(1 << index for index in indices)


# The rules: what a header says about the game, and how it is played.


class Rules:
    """The rules in the header of a certificate, and its result."""

    def __init__(self, data):
        self.data = data
        need(data[:8] == b"\x89TKC\r\n\x1a\n", "not a certificate")
        need(zlib.crc32(data[:-4]) == number(data, len(data) - 4), "wrong checksum")
        need(number(data, 8) == 1, "unknown version")
        need(number(data, 12) == len(data), "another length")
        self.result = data[16]
        need(self.result <= DRAW, "unknown result")
        need(not any(data[17 if self.result == DRAW else 19:20]), "reserved bytes other than 0")
        self.read_board()
        self.read_goals()
        self.read_steps()
        self.symmetries = [image for image in self.board_images() if self.is_kept_by(image)]

    def read_board(self):
        self.width, self.height, self.plan, self.options = self.data[20:24]
        need(4 <= self.width <= 8 and 4 <= self.height <= 8, "impossible board")
        need(self.plan < 16 and self.options < 16, "a drop plan or options that do not exist")
        self.circles = self.width * self.height
        self.all = (1 << self.circles) - 1
        self.places = [(x, y) for y in range(self.height) for x in range(self.width)]
        has_centre = self.width % 2 == 1 and self.height % 2 == 1
        bans_centre = self.options & 1
        need(has_centre or not bans_centre, "a banned centre that the board does not have")
        self.banned = 1 << self.circles // 2 if bans_centre else 0

    def read_goals(self):
        """Reads the goals: by their four circles, the circles that must be empty and the worth."""
        has_empty, has_worth = self.options >> 2 & 1, self.options >> 3 & 1
        size = 8 + 8 * has_empty + has_worth
        self.steps_at = 32 + number(self.data, 24) * size
        need(self.steps_at + 4 <= len(self.data), "goals that are cut short")
        self.goals = {}
        for at in range(32, self.steps_at, size):
            circles = number(self.data, at, 8)
            empty = number(self.data, at + 8, 8) if has_empty else 0
            worth = self.data[at + size - 1] if has_worth else 1
            need(circles.bit_count() == 4, "a goal without four circles")
            need((circles | empty) & ~self.all == 0, "a goal that is not on the board")
            self.goals.setdefault(circles, set()).add((empty, worth))

    def read_steps(self):
        """Reads the steps: by circle, the circles that a piece there reaches if they are free."""
        self.end = self.steps_at + 2 * number(self.data, 28)
        need(self.end + 4 <= len(self.data), "steps that are cut short")
        offsets = set(struct.iter_unpack("2b", self.data[self.steps_at:self.end]))
        self.targets = []
        for x, y in self.places:
            self.targets.append(set_of(index for index, (to_x, to_y) in enumerate(self.places)
                                       if (to_x - x, to_y - y) in offsets))

    def board_images(self):
        """Lists the symmetries of the board, as functions from a set of circles to its image."""
        width, height = self.width, self.height
        by_row = [range(row * width, (row + 1) * width) for row in range(height)]
        by_column = [range(column, width * height, width) for column in range(width)]
        for lines in (by_row, by_column) if width == height else (by_row,):
            for down, right in product((1, -1), repeat=2):
                images = [index for line in lines[::down] for index in line[::right]]
                yield cache(lambda circles, images=images: set_of(images[i] for i in bits(circles)))

    def is_kept_by(self, image):
        """Whether a symmetry of the board maps goals to goals and steps to steps."""
        images = {image(circles): {(image(empty), worth) for empty, worth in conditions}
                  for circles, conditions in self.goals.items()}
        return images == self.goals and all(
            image(targets) == self.targets[image(1 << index).bit_length() - 1]
            for index, targets in enumerate(self.targets))

    def images(self, position):
        """Returns the images of a position under all symmetries."""
        own, other, turn = position
        return [(image(own), image(other), turn) for image in self.symmetries]

    def ended(self, position):
        """Returns OWN or OTHER if that side has won, NEITHER if the game is over without a winner,
        and None if it is not over. The side that has just moved comes first."""
        turn = position[2]
        for side in (1 - turn, turn):
            pieces, others = position[side], position[1 - side]
            completed = [worth for empty, worth in self.goals.get(pieces, ())
                         if empty & others == 0]
            if completed:
                return side if max(completed) > 0 else NEITHER
        return None

    def moves(self, position):
        """Lists the positions after each legal move: drops by their circles, slides by the circle
        left, then by the circle reached."""
        own, other, turn = position
        free = self.all & ~(own | other)
        pieces = position[turn]
        if (own | other).bit_count() < PIECES:
            if own | other == 0:
                free &= ~self.banned
            moved = [pieces | 1 << to for to in bits(free)]
        else:
            moved = [pieces & ~(1 << left) | 1 << to
                     for left in bits(pieces) for to in bits(self.targets[left] & free)]
        if turn == OWN:
            return [(after, other, OTHER) for after in moved]
        return [(own, after, OWN) for after in moved]

    def chooser(self, position):
        """Returns the side that chooses the move: the other one than is to move if the drop is
        pointed. All eight pieces are dropped when the plan has no more bits."""
        own, other, turn = position
        drop = (own | other).bit_count() // 2
        return 1 - turn if self.plan >> drop & 1 else turn


# Certificates of wins.


class Win:
    """The walk through a strategy that wins."""

    def __init__(self, rules):
        self.rules = rules
        data, at = rules.data, rules.end
        self.choice_bits = data[18]
        self.plies, self.count = number(data, at), number(data, at + 4)
        self.choices = number(data, at + 8, len(data) - 4 - (at + 8))
        self.used = 0
        # By canonical position the plies within which the winner wins, or None while visited.
        self.known = {}
        self.choosing = 0

    def canonical(self, position):
        """Returns the image with the least set of black circles, then of red ones."""
        black_is_own = self.rules.result == 0

        def black_and_red(image):
            own, other, _ = image
            return (own, other) if black_is_own else (other, own)

        return min(self.rules.images(position), key=black_and_red)

    def next_choice(self, moves):
        """Takes the next number from the file, and returns the move with that number."""
        need(self.used < self.count, "fewer choices than positions")
        choice = self.choices >> self.used * self.choice_bits & (1 << self.choice_bits) - 1
        self.used += 1
        need(choice < len(moves), "a choice that is none of the moves")
        return moves[choice]

    def visit(self, position, played):
        """Visits a position after `played` plies. Returns within how many the winner wins."""
        if position in self.known:
            plies = self.known[position]
            need(plies is not None, "play can go round for ever")
            return plies
        need(played < self.plies, "a game that takes too long")
        self.known[position] = None
        self.known[position] = self.longest(self.followed(position), played)
        return self.known[position]

    def followed(self, position):
        """Lists the moves that can follow in play: the winner's choice, or all of the other
        side's."""
        moves = self.rules.moves(position)
        need(moves, "a position without a move")
        if self.rules.chooser(position) == OTHER:
            return moves
        self.choosing += 1
        wins = [move for move in moves if self.rules.ended(move) == OWN]
        # The winner makes a move that wins at once, and the file has no number for it.
        return wins[:1] or [self.next_choice(moves)]

    def longest(self, moves, played):
        """Returns the plies of the longest game that begins with one of the moves."""
        longest = 0
        for move in moves:
            end = self.rules.ended(move)
            need(end in (None, OWN), "a move with which the winner does not win")
            if end is None:
                longest = max(longest, self.visit(self.canonical(move), played + 1))
        return longest + 1


def walk_win(rules):
    """Plays a winning strategy against everything that the other side can do.

    Returns the positions that can arise, up to symmetry, each with the plies within which the
    winner wins from there, the first of them, and the number of those in which it chooses."""
    win, start = Win(rules), (0, 0, rules.result)
    need(win.visit(start, 0) <= win.plies, "more plies than claimed")
    need(win.used == win.count, "choices that are left over")
    return win.known, start, win.choosing


# Certificates of draws.


def gaps(data, count):
    """Lists the numbers that a part of a certificate has in a zlib stream: seven bits a byte, the
    lowest first, and bit 7 set in every byte but a number's last."""
    stream = zlib.decompressobj()
    found, gap, shift = [], 0, 0
    for byte in stream.decompress(data, 9 * count + 1):
        need(byte or shift == 0, "a gap in more bytes than it needs")
        gap |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(gap)
            gap, shift = 0, 0
    need(stream.eof and not stream.unused_data, "a part that is no whole stream")
    need(shift == 0 and len(found) == count, "a part with another number of gaps")
    return found


def parts(rules):
    """Lists for Black and Red the numbers of the positions of their strategies."""
    data, at = rules.data, rules.end
    found = []
    for first in (OWN, OTHER):
        count, length = number(data, at), number(data, at + 4)
        need(count <= 16 * length, "more positions than bytes can have")
        at += 8
        ends = accumulate(gap + 1 for gap in gaps(data[at:at + length], count))
        found.append((first, [end - 1 for end in ends]))
        at += length
    need(at + 4 == len(data), "a length that differs from the header's")
    return found


def unranked(size, rank):
    """Returns the set {s1 < s2 < …} of a size with the rank C(s1, 1) + C(s2, 2) + …"""
    circles = 0
    for place in range(size, 0, -1):
        index = place - 1
        while comb(index + 1, place) <= rank:
            index += 1
        circles |= 1 << index
        rank -= comb(index, place)
    return circles


def numbered(rules, first, number):
    """Returns the position with a number, in a strategy of the side that is `first` to drop: OWN
    in Black's, OTHER in Red's."""
    for layer in range(PIECES + 1):
        of_black, of_red = (layer + 1) // 2, layer // 2
        mine, theirs = (of_black, of_red) if first == OWN else (of_red, of_black)
        splits = comb(rules.circles - mine, theirs)
        in_layer = comb(rules.circles, mine) * splits
        if number < in_layer:
            own = unranked(mine, number // splits)
            free = bits(rules.all & ~own)
            other = set_of(free[place] for place in bits(unranked(theirs, number % splits)))
            # Black is next in even layers.
            turn = OTHER if layer == PIECES or (first == OWN) != (layer % 2 == 0) else OWN
            return own, other, turn
        number -= in_layer
    raise Fault("a number that no position has")


class Drawing:
    """A strategy that never loses: a set of positions in which the other side chooses."""

    def __init__(self, rules, name, positions):
        self.rules, self.name, self.positions = rules, name, positions
        self.members = {image for position in positions for image in rules.images(position)}

    def is_safe(self, position):
        """Whether the own side does not lose from a position by the strategy alone."""
        end = self.rules.ended(position)
        if end is not None:
            return end != OTHER
        if self.rules.chooser(position) == OTHER:
            return position in self.members
        return self.has_answer(position)

    def has_answer(self, position):
        """Whether the own side, which chooses, can go to a safe position. Without a move the game
        is drawn."""
        moves = self.rules.moves(position)
        return not moves or any(self.is_safe(move) for move in moves)

    def count_answered(self, position):
        """Checks that each choice of the other side in a position has an answer, and counts the
        choices. If the other side chooses again, both choices have one together."""
        chooses = self.rules.ended(position) is None and self.rules.chooser(position) == OTHER
        need(chooses, f"{self.name}: the other side does not choose in {position}")
        count = 0
        for move in self.rules.moves(position):
            count += 1
            end = self.rules.ended(move)
            if end is None and self.rules.chooser(move) == OTHER:
                count += self.count_answered(move)
                continue
            answered = end != OTHER if end is not None else self.has_answer(move)
            need(answered, f"{self.name} has no answer after {position} -> {move}")
        return count


def check_strategy(rules, name, first, numbers):
    """Checks a drawing strategy. Returns the number of its positions, and of the choices in them
    that it answers."""
    positions = [numbered(rules, first, number) for number in numbers]
    strategy = Drawing(rules, name, positions)
    need(strategy.is_safe((0, 0, first)), f"{name}'s strategy does not cover the start")
    return len(positions), sum(map(strategy.count_answered, positions))


def check(data):
    """Checks a certificate. Returns what it proves."""
    rules = Rules(data)
    if rules.result == DRAW:
        strategies = [check_strategy(rules, WINNERS[first], first, numbers)
                      for first, numbers in parts(rules)]
        (black, black_moves), (red, red_moves) = strategies
        return (f"neither side can be forced to lose; {black:,} and {red:,} positions, "
                f"{black_moves + red_moves:,} moves")
    known, start, choosing = walk_win(rules)
    return (f"{WINNERS[rules.result]} wins within {known[start]} plies; {len(known):,} positions, "
            f"{choosing:,} of them the winner's choice")


def main(paths):
    for path in paths:
        try:
            with open(path, "rb") as file:
                found = check(file.read())
        except (OSError, ValueError, IndexError, RecursionError, zlib.error) as error:
            sys.exit(f"{path}: FAILED: {error}")
        try:
            print(f"{path}: {found}", flush=True)
        except BrokenPipeError:  # The reader has left; the exit code still tells the result.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


sys.setrecursionlimit(10_000)
if __name__ == "__main__":
    if sys.argv[1:] in ([], ["-h"], ["--help"]):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] else 2)
    main(sys.argv[1:])
