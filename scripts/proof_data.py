"""Turns certificates into theorems for Coq, which checks the result: nothing here is trusted.
prove.py starts it."""
import gzip
import re
import sys
from pathlib import Path

from check_certificate import DRAW, OTHER, OWN, Rules, bits, numbered, parts, walk_win

SIDES = "Black", "Red"
SHAPES = {"44": "standard_shapes", "58": "advanced_shapes", "64": "plus_shapes", "78": "all_shapes"}
CHUNK = 8000  # Coq reads short strings faster.


class Variant:
    """The game that a name stands for, as a term of Teeko.v."""

    def __init__(self, name):
        found = re.fullmatch(r"(44|58|64|78)-([ps]{4})(\+no-centre)?(?:\+([4-8])x([4-8]))?", name)
        if not found:
            sys.exit(f"{name}: expected 44, 58, 64 or 78, a drop plan, +no-centre or not, and +4x4 "
                     "to +8x8")
        goals, plan, ban, width, height = found.groups()
        self.name = re.sub(r"\W", "_", name)
        self.width, self.height = int(width or 5), int(height or 5)
        if ban and not self.width * self.height % 2:
            sys.exit(f"{name}: expected a board with a centre circle, as +no-centre forbids it")
        styles = {"s": "Standard", "p": "Pointed"}
        self.plan = " ".join(["Plan", *(styles[letter] for letter in plan)])
        self.banned = f"(Some {self.width * self.height // 2})" if ban else "None"
        self.shapes = SHAPES[goals]

    def game(self, **other):
        """Its rules, or rules that differ in `shapes`, `plan` or `banned`."""
        of = vars(self) | other
        return (f"(teeko {self.width} {self.height} {of['shapes']} ({of['plan']}) "
                f"{of['banned']})")


def encoded(sequences):
    """The positions of a group, as Checker.v describes."""
    text, previous = [], None
    for sequence in sorted(sequences):
        same = 0
        if previous:
            while sequence[same] == previous[same]:
                same += 1
            if forgotten := len(sequence) - 1 - same:
                text.append(str(forgotten))
        text += [chr(ord("?") + circle) for circle in sequence[same:]]
        previous = sequence
    return "".join(text)

def groups(side, plies_of):
    """A Coq term with the positions in which the opponent of `side` (0 or 1) chooses."""
    found = {}
    for (own, other, turn), plies in plies_of.items():
        # The pieces of the side that is not to move come first.
        waiting, mover = (own, other) if turn == OTHER else (other, own)
        drops = (own | other).bit_count()
        key = side ^ turn, drops, plies
        found.setdefault(key, set()).add((*bits(waiting), *bits(mover)))
    terms = []
    for (turn, drops, plies), sequences in sorted(found.items()):
        text = encoded(sequences)
        chunks = "; ".join(f'"{text[i:i + CHUNK]}"%bytes' for i in range(0, len(text), CHUNK))
        terms.append(f"{{| group_turn := {SIDES[turn]}; group_drops := {drops}; "
                     f"group_plies := {plies};\n  group_data := [{chunks}] |}}")
    return "[" + ";\n".join(terms) + "]"

def certified(rules):
    """The strategies of a certificate, as `written` has them. The positions are those in which the
    other side chooses."""
    if rules.result == DRAW:
        for side, numbers in parts(rules):
            plies_of = {numbered(rules, side, each): 0 for each in numbers}
            yield side, "Draws", "start", 0, plies_of
    else:
        win, _ = walk_win(rules)
        plies_of = {position: plies for position, plies in win.known.items()
                    if rules.chooser(position) == OTHER}
        yield rules.result, "Wins", "start", win.plies, plies_of

def written(text):
    """The strategies that the example `strategy` has written: of each its side, whether it wins or
    holds out, the position that it is for, the plies, and the plies left in each position."""
    for section in re.split(r"\n(?=[A-Z])", text.strip()):
        first, *lines = (line.split() for line in section.split("\n"))
        side, kind = SIDES.index(first[0]), first[1]
        def read(plies, black, red, turn):
            sets = (int(black), int(red))[::1 - 2 * side]
            return (*sets, OWN if SIDES.index(turn) == side else OTHER), int(plies)
        root, plies = read(*first[2:])
        yield side, kind, position(side, root), plies, dict(read(*line) for line in lines)

def moved(plies_of):
    """The same positions, but one has a piece of the side to move elsewhere."""
    chosen = list(plies_of)[len(plies_of) // 2]
    own, other, turn = chosen
    pieces, all_circles = (own, other)[turn], range((own | other).bit_length())
    empty = [circle for circle in all_circles if not (own | other) >> circle & 1]
    pieces ^= pieces & -pieces | 1 << empty[0]
    mutant = (pieces, other, turn) if turn == OWN else (own, pieces, turn)
    return {mutant if position == chosen else position: plies
            for position, plies in plies_of.items()}

def swapped(plies_of):
    """The same positions with the other side to move."""
    return {(own, other, 1 - turn): plies for (own, other, turn), plies in plies_of.items()}

def other_rules(variant, side):
    """Rules in which a strategy of a side of the variant proves nothing, by what differs."""
    yield "goals", variant.game(shapes=next(s for s in SHAPES.values() if s != variant.shapes))
    if "Pointed" in variant.plan:
        yield "plan", variant.game(plan="Plan Standard Standard Standard Standard")
    if variant.banned != "None" and side == 1:  # Red alone relies on it.
        yield "ban", variant.game(banned="None")

def position(side, root):
    """A term of Teeko.v for a position of a strategy of `side`."""
    if root == (0, 0, side):
        return "start"
    own, other, turn = root
    pieces = [f"set_of [{'; '.join(map(str, bits(circles)))}]"
              for circles in ((own, other) if turn == OWN else (other, own))]
    return (f"{{| own := {pieces[0]}; other := {pieces[1]}; turn := {SIDES[side ^ turn]}; "
            f"drops := {(own | other).bit_count()} |}}")

def lemma(name, claim, answer):
    """A lemma that Coq proves by computing."""
    return (f"Lemma {name} : {claim} = {answer}.\n"
            f"Proof. vm_cast_no_check (eq_refl {answer}). Qed.\n")

def main(variant, certificate, folder, mutants=False, only=None):
    """Writes FOLDER/NAME.v, in which the strategies of a certificate, or of what the example
    `strategy` has written, prove the value of a variant as a lemma `proof`. With `mutants` the file
    states that Coq refuses each strategy when one position has a piece elsewhere, when the other
    side begins, and when the game has other goals, another drop plan or no centre ban. Returns its
    path."""
    path, variant = Path(certificate), Variant(variant)
    content = path.read_bytes()
    if path.suffix == ".strategy":
        strategies = written(gzip.decompress(content).decode())
    else:
        strategies = certified(Rules(content))
    name, game = re.sub(r"\W", "_", path.stem), variant.game()
    lines, proved = ["From TeekoProof Require Import Teeko Checker.\n"], []
    for i, (side, kind, root, plies, strategy) in enumerate(strategies):
        attacks = [("strategy", strategy, game)]
        if mutants:
            attacks = [("moved", moved(strategy), game), ("swapped", swapped(strategy), game)]
            attacks += ((what, strategy, other) for what, other in other_rules(variant, side))
        for attack, mutant, rules_of in attacks:
            if only and attack not in only:
                continue
            data, answer = f"{attack}_{i}_data", "false" if mutants else "true"
            claim = f"check {rules_of} {SIDES[side]} {kind} {variant.width} {plies} {root} {data}"
            lines += [f"Definition {data} : list group :=\n{groups(side, mutant)}.\n",
                      lemma(f"{attack}_{i}", claim, answer)]
        proved.append({
            "Wins": (f"wins {game} {SIDES[side]} {plies} {root}", "wins_if _ _ _ _ _ _"),
            "HoldsOut": (f"~ wins {game} {SIDES[1 - side]} {plies} {root}",
                         f"cannot_win_if _ {SIDES[1 - side]} _ _ _ _"),
            "Draws": (f"never_loses {game} {SIDES[side]} {root}", "never_loses_if _ _ _ _ _"),
        }[kind])
    if not mutants:
        statements = " /\\\n  ".join(statement for statement, _ in proved)
        terms = [f"({lemma} strategy_{i})" for i, (_, lemma) in enumerate(proved)]
        term = terms.pop()
        while terms:
            term = f"(conj {terms.pop()} {term})"
        lines.append(f"Lemma proof : {statements}.\nProof. exact {term}. Qed.\n")
    file = Path(folder) / f"{'mutants' if mutants else 'proof'}_of_{name}.v"
    file.write_text("".join(lines))
    return file

def boards(certificate, folder, mutants=False):
    """Writes the theorem about all boards, from what the example `boards` has written."""
    path = Path(certificate)
    strategies = gzip.decompress(path.read_bytes()).decode().splitlines()
    named = zip(["narrow", "middle", "large"], strategies)
    lines = ["From TeekoProof Require Import Teeko Boards.\n"]
    lines += [f"Definition {name} :=\n{strategy}.\n" for name, strategy in named]
    checks = [("strategies", "check_boards narrow middle large", "true")]
    if mutants:
        checks = [("exchanged", "check_boards middle narrow large", "false"),
                  ("sooner", "window_wins 7 7 true true 5 large", "false"),
                  ("open", "window_wins 6 6 true true 6 middle", "false")]
    lines += [lemma(*check) for check in checks]
    if not mutants:
        lines.append(
            "Lemma proof : forall w h, 5 <= w -> 5 <= h -> 12 <= w + h ->\n"
            "  wins (teeko w h standard_shapes (Plan Standard Standard Standard Standard) None) "
            "Black 13 start.\nProof. exact (boards_if _ _ _ strategies). Qed.\n")
    file = Path(folder) / f"{'mutants' if mutants else 'proof'}_of_44_ssss_boards.v"
    file.write_text("".join(lines))
    return file
