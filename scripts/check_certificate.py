#!/usr/bin/env python3
"""Checks certificates of wins and draws, as `teeko check` does, with Python's standard library.

Usage: check_certificate.py FILE...

It says of each file what it proves or why it fails. The exit code is 1 if any fails. It shares no
code with the Rust crates: neither the rules nor the checker.

Written to be read: crates/teeko-certificate/FORMAT.md describes the format and what makes a
certificate hold, and each function here is one step of that. A set of circles is a number in which
bit i stands for circle i + 1. A position is (own, other, turn): the circles of the side whose
strategy it is, those of the other side, and which of the two is to move."""
import os
import sys
import zlib
from collections import Counter
from functools import cache
from itertools import accumulate, product
from math import comb

OWN, OTHER, NEITHER = 0, 1, 2
WINNERS, DRAW = ("Black", "Red"), 2
PIECES = 8  # of both sides

# Limits of the format.
MOST_BYTES = 1 << 25
MOST_CHOICES = MOST_POSITIONS = 1 << 24
POSITIONS_AT_LEAST, POSITIONS_PER_BYTE = 1 << 20, 8  # of a win
DRAWN_POSITIONS_PER_BYTE = 16
MOST_GAP_BYTES = 9
MOST_GOALS_ALIKE = 64

# Bits of the options.
CENTRE_BAN, PASS_RULE, EMPTY_CIRCLES, WORTHS, FOR_POINTS = 1, 2, 4, 8, 16


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
    """The header of a certificate: its result, the rules and the points claimed."""

    def __init__(self, data):
        need(data[:8] == b"\x89TKC\r\n\x1a\n", "not a certificate")
        need(len(data) <= MOST_BYTES, f"a file of more than {MOST_BYTES:,} bytes")
        need(number(data, 8) == 1, "unknown version")
        need(number(data, 12) == len(data), "another length than the header's")
        need(zlib.crc32(data[:-4]) == number(data, len(data) - 4), "wrong checksum")
        # What is left to read, and the place of the next byte.
        self.data, self.end = data[:-4], 16
        self.result, self.points, self.choice_bits, reserved = self.take(4)
        need(self.result <= DRAW, "unknown result")
        need(reserved == 0, "reserved bytes other than 0")
        need(self.result != DRAW or self.choice_bits == 0, "bits of a choice in a draw")
        self.read_board()
        goals, steps = self.take_number(), self.take_number()
        self.read_goals(goals)
        self.read_steps(steps)
        self.symmetries = [image for image in self.board_images() if self.is_kept_by(image)]

    def take(self, size):
        """Returns the next bytes."""
        begin, self.end = self.end, self.end + size
        need(self.end <= len(self.data), "a file that is cut short")
        return self.data[begin:self.end]

    def take_number(self):
        """Returns the next number."""
        return number(self.take(4), 0)

    def read_board(self):
        """Reads the board, the drop plan and the options."""
        self.width, self.height, self.plan, self.options = self.take(4)
        need(4 <= self.width <= 8 and 4 <= self.height <= 8, "impossible board")
        need(self.plan < 16 and self.options < 32, "a drop plan or options that do not exist")
        self.circles = self.width * self.height
        self.all = (1 << self.circles) - 1
        self.places = [(x, y) for y in range(self.height) for x in range(self.width)]
        has_centre = self.width % 2 == 1 and self.height % 2 == 1
        bans_centre = self.options & CENTRE_BAN
        need(has_centre or not bans_centre, "a banned centre that the board does not have")
        need(self.plan or not self.options & PASS_RULE, "a pass rule without a pointed drop")
        self.banned = 1 << self.circles // 2 if bans_centre else 0
        is_for_points = self.options & FOR_POINTS
        need(self.points == 0 or is_for_points, "points in a game that is not for points")
        need(self.points > 0 or not is_for_points, "no points in a game for points")

    def read_goals(self, count):
        """Reads the goals: each has four circles, circles that must be empty, and a worth.

        Keeps those of the threshold game of the points claimed, by their circles."""
        size = 8 + 8 * bool(self.options & EMPTY_CIRCLES) + bool(self.options & WORTHS)
        data = self.take(count * size)
        goals = [self.goal(data[at:at + size]) for at in range(0, count * size, size)]
        ascend = all(one < other for one, other in zip(goals, goals[1:]))
        need(ascend, "goals that do not ascend, or one that is there twice")
        alike = Counter(circles for circles, _, _ in goals)
        most = max(alike.values(), default=0)
        need(most <= MOST_GOALS_ALIKE, f"more than {MOST_GOALS_ALIKE} goals with the same circles")
        has_empty = any(empty for _, empty, _ in goals)
        has_worths = any(worth != 1 for _, _, worth in goals)
        need(has_empty == bool(self.options & EMPTY_CIRCLES), "option 2 unlike the goals")
        need(has_worths == bool(self.options & WORTHS), "option 3 unlike the goals")
        need(len(not_implied(goals)) == count, "a goal that another implies")
        if self.points:
            goals = not_implied([(circles, empty, int(worth >= self.points))
                                 for circles, empty, worth in goals])
        self.goals = {}
        for circles, empty, worth in goals:
            self.goals.setdefault(circles, set()).add((empty, worth))

    def goal(self, data):
        """Reads a goal."""
        circles = number(data, 0, 8)
        empty = number(data, 8, 8) if self.options & EMPTY_CIRCLES else 0
        worth = data[-1] if self.options & WORTHS else 1
        need(circles.bit_count() == 4, "a goal without four circles")
        need((circles | empty) & ~self.all == 0, "a goal that is not on the board")
        need(circles & empty == 0, "a goal whose own circle must be empty")
        need(worth <= 1 or self.options & FOR_POINTS, "a worth other than 0 and 1")
        return circles, empty, worth

    def read_steps(self, count):
        """Reads the steps: by circle, the circles that a piece there reaches if they are free."""
        data = self.take(2 * count)
        parts = [byte - 256 if byte > 127 else byte for byte in data]
        steps = list(zip(parts[::2], parts[1::2]))
        ascend = all(one < other for one, other in zip(steps, steps[1:]))
        need(ascend, "steps that do not ascend, or one that is there twice")
        need(all(-7 <= part <= 7 for part in parts), "a step that is longer than every board")
        need((0, 0) not in steps, "a step that leads nowhere")
        self.targets = []
        for x, y in self.places:
            self.targets.append(set_of(index for index, (to_x, to_y) in enumerate(self.places)
                                       if (to_x - x, to_y - y) in steps))

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
        for circles, conditions in self.goals.items():
            images = {(image(empty), worth) for empty, worth in conditions}
            if self.goals.get(image(circles)) != images:
                return False
        return all(image(targets) == self.targets[image(1 << index).bit_length() - 1]
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


def not_implied(goals):
    """Leaves out the goals that another one implies: with the same circles, of which no others must
    be empty, and worth no less."""
    groups = {}
    for circles, empty, worth in goals:
        groups.setdefault(circles, set()).add((empty, worth))
    kept = []
    for circles, conditions in groups.items():
        for empty, worth in conditions:
            implied = any(other & ~empty == 0 and more >= worth
                          for other, more in conditions - {(empty, worth)})
            if not implied:
                kept.append((circles, empty, worth))
    return kept


# Certificates of wins.


class Visit:
    """A position that is being visited, with the moves still to follow."""

    def __init__(self, position, moves):
        self.position, self.moves = position, iter(moves)
        self.longest = 0  # the plies of the longest game after a move


class Win:
    """The walk through a strategy that wins."""

    def __init__(self, rules):
        self.rules = rules
        self.plies, self.count = rules.take_number(), rules.take_number()
        placements = comb(rules.circles, 4) * comb(rules.circles - 4, 4)
        need(self.plies <= 2 * placements + PIECES, "more plies than there are positions")
        need(self.count <= MOST_CHOICES, f"more than {MOST_CHOICES:,} choices")
        need(1 <= rules.choice_bits <= 8, "bits of a choice other than 1 to 8")
        size = (self.count * rules.choice_bits + 7) // 8
        self.read_choices(rules.take(size))
        need(rules.end == len(rules.data), "bytes after the choices")
        self.limit = min(POSITIONS_AT_LEAST + POSITIONS_PER_BYTE * size, MOST_POSITIONS)
        self.used = 0
        # By canonical position the plies within which the winner wins, or None while visited.
        self.known = {}
        self.choosing = 0

    def read_choices(self, data):
        """Reads the choices from the bytes that have them."""
        width, packed = self.rules.choice_bits, number(data, 0, len(data))
        need(packed >> self.count * width == 0, "padding bits other than 0")
        self.choices = []
        for begin in range(0, self.count, 8):  # Eight choices take whole bytes.
            group = number(data, begin // 8 * width, width)
            of_group = min(8, self.count - begin)
            self.choices += [group >> k * width & (1 << width) - 1 for k in range(of_group)]
        needed = max(self.choices, default=0).bit_length()
        need(width == max(needed, 1), "more bits of a choice than the largest needs")

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
        choice = self.choices[self.used]
        self.used += 1
        need(choice < len(moves), "a choice that is none of the moves")
        return moves[choice]

    def walk(self, start):
        """Visits everything that can arise from a position, depth first. Returns the plies of the
        longest game."""
        way = [self.begin(start, 0)]
        while way:
            visit = way[-1]
            move = next(visit.moves, None)
            if move is None:
                way.pop()
                self.finish(visit, way)
            elif not self.is_won(move):
                position = self.canonical(move)
                if position in self.known:
                    plies = self.known[position]
                    need(plies is not None, "play can go round for ever")
                    visit.longest = max(visit.longest, plies)
                else:
                    way.append(self.begin(position, len(way)))
        return self.known[start]

    def begin(self, position, played):
        """Begins to visit a position after `played` plies."""
        need(played < self.plies, "a game that takes too long")
        need(len(self.known) < self.limit, f"more than {self.limit:,} positions")
        self.known[position] = None
        return Visit(position, self.followed(position))

    def finish(self, visit, way):
        """Ends a visit, to which this way has led."""
        plies = visit.longest + 1
        self.known[visit.position] = plies
        if way:
            way[-1].longest = max(way[-1].longest, plies)

    def is_won(self, move):
        """Whether the winner has won after a move. Checks that the game has no other end."""
        end = self.rules.ended(move)
        need(end in (None, OWN), "a move with which the winner does not win")
        return end == OWN

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


def walk_win(rules):
    """Plays a winning strategy against everything that the other side can do. Returns the walk, and
    the plies of the longest game."""
    win = Win(rules)
    longest = win.walk((0, 0, rules.result))
    need(longest <= win.plies, "more plies than claimed")
    need(win.used == win.count, "choices that are left over")
    return win, longest


# Certificates of draws.


def gaps(data, count):
    """Lists the numbers that a part of a certificate has in a zlib stream: seven bits a byte, the
    lowest first, and bit 7 set in every byte but a number's last."""
    stream = zlib.decompressobj()
    found, gap, shift = [], 0, 0
    for byte in stream.decompress(data, MOST_GAP_BYTES * count + 1):
        need(byte or shift == 0, "a gap in more bytes than it needs")
        need(shift < 7 * MOST_GAP_BYTES, f"a gap of more than {MOST_GAP_BYTES} bytes")
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
    found = []
    for first in (OWN, OTHER):
        count, length = rules.take_number(), rules.take_number()
        data = rules.take(length)
        need(count <= MOST_POSITIONS, f"more than {MOST_POSITIONS:,} positions")
        need(count <= DRAWN_POSITIONS_PER_BYTE * length, "more positions than bytes can have")
        ends = accumulate(gap + 1 for gap in gaps(data, count))
        found.append((first, [end - 1 for end in ends]))
    need(rules.end == len(rules.data), "bytes after the positions")
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
    are_least = all(position == min(rules.images(position)) for position in positions)
    need(are_least, f"{name}: a position that is not the least of its images")
    strategy = Drawing(rules, name, positions)
    need(strategy.is_safe((0, 0, first)), f"{name}'s strategy does not cover the start")
    return len(positions), sum(map(strategy.count_answered, positions))


def counted(points):
    return f"{points} point" if points == 1 else f"{points} points"


def check(data):
    """Checks a certificate. Returns what it proves."""
    rules = Rules(data)
    if rules.result == DRAW:
        strategies = [check_strategy(rules, WINNERS[first], first, numbers)
                      for first, numbers in parts(rules)]
        (black, black_moves), (red, red_moves) = strategies
        claim = f"force {counted(rules.points)}" if rules.points else "be forced to lose"
        return (f"neither side can {claim}; {black:,} and {red:,} positions, "
                f"{black_moves + red_moves:,} moves")
    win, longest = walk_win(rules)
    claim = f"forces {counted(rules.points)}" if rules.points else "wins"
    return (f"{WINNERS[rules.result]} {claim} within {longest} plies; {len(win.known):,} positions, "
            f"{win.choosing:,} of them the winner's choice")


def check_file(path):
    """Checks a file, and says what it proves or why it fails. Returns whether it holds."""
    try:
        with open(path, "rb") as file:
            found = check(file.read(MOST_BYTES + 1))
    except (OSError, ValueError, zlib.error) as error:
        print(f"{path}: FAILED: {error}", file=sys.stderr)
        return False
    try:
        print(f"{path}: {found}", flush=True)
    except BrokenPipeError:  # The reader has left; the exit code still has the result.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return True


def main(paths):
    held = [check_file(path) for path in paths]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    if sys.argv[1:] in ([], ["-h"], ["--help"]):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] else 2)
    main(sys.argv[1:])
