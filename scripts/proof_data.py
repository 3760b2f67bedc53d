#!/usr/bin/env python3
"""Turns certificates into theorems for Coq, which checks the result: nothing here is trusted.

Usage: proof_data.py VARIANT CERTIFICATE FOLDER [--mutants]

Writes FOLDER/NAME.v, in which the strategies of CERTIFICATE prove the value of VARIANT, such as
44-ssss, 58-ssss+no-centre or 44-ssss+4x4. CERTIFICATE may also be what the example hold_out of the
crate teeko prints: then the file proves that Black cannot win sooner. With --mutants the file
states instead that Coq refuses each strategy when one position has a piece elsewhere, when the
other side begins, and when the game has other goals."""
import re
import sys
from pathlib import Path

from check_certificate import DRAW, OTHER, OWN, Rules, bits, number, numbered, parts, walk_win

SIDES = "Black", "Red"
SHAPES = {"44": "standard_shapes", "58": "advanced_shapes"}
CHUNK = 8000  # Coq reads short strings faster.


class Variant:
    """The game that a name stands for, as a term of Teeko.v."""

    def __init__(self, name):
        found = re.fullmatch(r"(44|58)-([ps]{4})(\+no-centre)?(?:\+([4-8])x([4-8]))?", name)
        if not found:
            sys.exit(f"{name}: expected 44 or 58, a drop plan, +no-centre or not, and +4x4 to +8x8")
        goals, plan, ban, width, height = found.groups()
        self.name = re.sub(r"\W", "_", name)
        self.width, self.height = int(width or 5), int(height or 5)
        self.plan = "; ".join({"s": "Standard", "p": "Pointed"}[letter] for letter in plan)
        self.banned = f"(Some {self.width * self.height // 2})" if ban else "None"
        self.shapes = SHAPES[goals]

    def game(self, shapes=None):
        return (f"(teeko {self.width} {self.height} {shapes or self.shapes} [{self.plan}] "
                f"{self.banned})")


def letters(circles):
    return [chr(ord("A") + circle) for circle in circles]

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
        text += letters(sequence[same:])
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

def drawing(rules):
    """For each side the positions of its drawing strategy."""
    for side, numbers in parts(rules):
        yield side, {numbered(rules, side, each): 0 for each in numbers}

def winning(rules):
    """The winner, and the plies left in the positions of its strategy in which the other side
    chooses."""
    known, _, _ = walk_win(rules)
    return rules.result, {position: plies for position, plies in known.items()
                            if rules.chooser(position) == OTHER}

def holding_out(text):
    """Red's strategy against a win of Black's that is too quick: the plies for which it holds out
    from the positions in which Black chooses."""
    lines = (line.split() for line in text.splitlines())
    return {(int(red), int(black), OTHER if turn == "Black" else OWN): int(plies)
            for plies, black, red, turn in lines}

def moved(plies_of):
    """The same positions, but one has a piece of the side to move elsewhere."""
    positions = list(plies_of)
    own, other, turn = positions[len(positions) // 2]
    pieces, all_circles = (own, other)[turn], range((own | other).bit_length())
    empty = [circle for circle in all_circles if not (own | other) >> circle & 1]
    pieces ^= pieces & -pieces | 1 << empty[0]
    mutant = (pieces, other, turn) if turn == OWN else (own, pieces, turn)
    return {mutant if position == positions[len(positions) // 2] else position: plies
            for position, plies in plies_of.items()}

def swapped(plies_of):
    """The same positions with the other side to move."""
    return {(own, other, 1 - turn): plies for (own, other, turn), plies in plies_of.items()}

def lemma(name, game, side, kind, width, plies, answer):
    return (f"Lemma {name} : check {game} {SIDES[side]} {kind} {width} {plies} {name}_data = "
            f"{answer}.\nProof. vm_cast_no_check (eq_refl {answer}). Qed.\n")

def data(name, term):
    return f"Definition {name}_data : list group :=\n{term}.\n"

def main(variant, certificate, folder, mutants):
    variant, content = Variant(variant), Path(certificate).read_bytes()
    game, width = variant.game(), variant.width
    lines = ["From TeekoProof Require Import Teeko Checker.\n"]
    if content[:1].isdigit():
        strategy = holding_out(content.decode())
        strategies, kind, plies = [(1, strategy)], "HoldsOut", strategy[0, 0, OTHER]
        theorem = f"not_sooner_{variant.name}"
        statement = f"~ wins {game} Black {plies} start"
        proof = "exact (cannot_win_if _ Black _ _ _ red_strategy)."
    elif (rules := Rules(content)).result != DRAW:
        side, strategy = winning(rules)
        plies = number(rules.data, rules.end)
        strategies, kind = [(side, strategy)], "Wins"
        theorem = f"{SIDES[side].lower()}_wins_{variant.name}"
        statement = f"wins {game} {SIDES[side]} {plies} start"
        proof = f"exact (wins_if _ _ _ _ _ {SIDES[side].lower()}_strategy)."
    else:
        strategies, kind, plies = list(drawing(rules)), "Draws", 0
        theorem, statement = f"draw_{variant.name}", f"draw {game}"
        proof = ("split; [exact (never_loses_if _ _ _ _ black_strategy) | "
                 "exact (never_loses_if _ _ _ _ red_strategy)].")
    if mutants:
        other = variant.game(next(shapes for shapes in SHAPES.values() if shapes != variant.shapes))
        for side, strategy in strategies:
            attacks = [("moved", moved(strategy), game), ("swapped", swapped(strategy), game),
                       ("goals", strategy, other)]
            for attack, mutant, rules_of in attacks:
                name = f"{SIDES[side].lower()}_{attack}"
                lines += [data(name, groups(side, mutant)),
                          lemma(name, rules_of, side, kind, width, plies, "false")]
        theorem = f"mutants_{variant.name}"
    else:
        for side, strategy in strategies:
            name = f"{SIDES[side].lower()}_strategy"
            lines += [data(name, groups(side, strategy)),
                      lemma(name, game, side, kind, width, plies, "true")]
        lines.append(f"Theorem {theorem} : {statement}.\nProof. {proof} Qed.\n"
                     f"Check {theorem}.\nPrint Assumptions {theorem}.\n")
    path = Path(folder) / f"{theorem}.v"
    path.write_text("".join(lines))
    print(path)

if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--mutants"]
    if len(arguments) != 3:
        sys.exit(__doc__)
    main(*arguments, "--mutants" in sys.argv)
