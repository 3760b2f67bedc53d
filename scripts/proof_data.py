"""Turns certificates into theorems for Coq, which checks the result: nothing here is trusted.
prove.py starts it."""
import gzip
import re
import sys
from pathlib import Path
from typing import NamedTuple

from check_certificate import DRAW, OTHER, OWN, Rules, bits, numbered, parts, walk_win

SIDES = ("Black", "Red")
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
        self.width = int(width or 5)
        self.height = int(height or 5)
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


class Strategy(NamedTuple):
    """A strategy of a side, 0 or 1."""

    side: int
    #: Whether the side `Wins`, `HoldsOut` or `Draws`.
    kind: str
    #: The position that it is for, as a term of Teeko.v.
    root: str
    plies: int
    #: The plies left in each position in which the other side chooses.
    plies_of: dict


def encoded(sequences):
    """The positions of a group, as Checker.v describes."""
    text = []
    previous = None
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
    terms = [group(*key, sequences) for key, sequences in sorted(found.items())]
    return "[" + ";\n".join(terms) + "]"

def group(turn, drops, plies, sequences):
    """A Coq term with positions that have the side to move, the drops and the plies in common."""
    text = encoded(sequences)
    chunks = "; ".join(f'"{text[i:i + CHUNK]}"%bytes' for i in range(0, len(text), CHUNK))
    return (f"{{| group_turn := {SIDES[turn]}; group_drops := {drops}; "
            f"group_plies := {plies};\n  group_data := [{chunks}] |}}")

def strategies_of(path):
    """The strategies of a certificate, or of what the example `strategy` has written."""
    content = path.read_bytes()
    if path.suffix == ".strategy":
        return written(gzip.decompress(content).decode())
    return certified(Rules(content))

def certified(rules):
    """The strategies of a certificate."""
    if rules.result == DRAW:
        for side, numbers in parts(rules):
            plies_of = {numbered(rules, side, each): 0 for each in numbers}
            yield Strategy(side, "Draws", "start", 0, plies_of)
    else:
        win, _ = walk_win(rules)
        plies_of = {position: plies for position, plies in win.known.items()
                    if rules.chooser(position) == OTHER}
        yield Strategy(rules.result, "Wins", "start", win.plies, plies_of)

def written(text):
    """The strategies that the example `strategy` has written."""
    for section in re.split(r"\n(?=[A-Z])", text.strip()):
        first, *lines = section.split("\n")
        side, kind, *first = first.split()
        side = SIDES.index(side)
        root, plies = written_position(side, *first)
        plies_of = dict(written_position(side, *line.split()) for line in lines)
        yield Strategy(side, kind, position(side, root), plies, plies_of)

def written_position(side, plies, black, red, turn):
    """A position as it is in a strategy of a side, and the plies left in it."""
    own, other = (black, red) if side == 0 else (red, black)
    is_own_turn = SIDES.index(turn) == side
    return (int(own), int(other), OWN if is_own_turn else OTHER), int(plies)

def moved(plies_of):
    """The same positions, but one has a piece of the side to move elsewhere."""
    chosen = list(plies_of)[len(plies_of) // 2]
    own, other, turn = chosen
    occupied = own | other
    empty = [circle for circle in range(occupied.bit_length()) if not occupied >> circle & 1]
    pieces = own if turn == OWN else other
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
    side begins, and when the game has other goals, another drop plan or no centre ban; with `only`
    those of these mutants. Returns its path."""
    path = Path(certificate)
    variant = Variant(variant)
    lines = ["From TeekoProof Require Import Teeko Checker.\n"]
    proved = []
    for number, strategy in enumerate(strategies_of(path)):
        attacks = [("strategy", strategy.plies_of, variant.game())]
        if mutants:
            attacks = mutants_of(variant, strategy)
        for attack, plies_of, game in attacks:
            if not only or attack in only:
                name = f"{attack}_{number}"
                lines += checked(name, variant, game, strategy._replace(plies_of=plies_of), mutants)
        proved.append(theorem(variant.game(), strategy))
    if not mutants:
        lines.append(conjunction(proved))
    file = Path(folder) / f"{'mutants' if mutants else 'proof'}_of_{module_name(path.stem)}.v"
    file.write_text("".join(lines))
    return file

def module_name(claim):
    """The name of a claim as one of Coq."""
    return re.sub(r"\W", "_", claim)

def mutants_of(variant, strategy):
    """Strategies and games that the checker refuses, by what differs."""
    game = variant.game()
    yield "moved", moved(strategy.plies_of), game
    yield "swapped", swapped(strategy.plies_of), game
    for what, other in other_rules(variant, strategy.side):
        yield what, strategy.plies_of, other

def checked(name, variant, game, strategy, is_mutant):
    """A definition of a strategy, and a lemma that the checker accepts it, or refuses a mutant."""
    side, kind, root, plies, plies_of = strategy
    data = f"{name}_data"
    claim = f"check {game} {SIDES[side]} {kind} {variant.width} {plies} {root} {data}"
    return [f"Definition {data} : list group :=\n{groups(side, plies_of)}.\n",
            lemma(name, claim, "false" if is_mutant else "true")]

def theorem(game, strategy):
    """What a strategy that the checker accepts proves, and the lemma by which it does."""
    side = SIDES[strategy.side]
    other = SIDES[1 - strategy.side]
    root = strategy.root
    if strategy.kind == "Wins":
        return f"wins {game} {side} {strategy.plies} {root}", "wins_if _ _ _ _ _ _"
    if strategy.kind == "HoldsOut":
        claim = f"~ wins {game} {other} {strategy.plies} {root}"
        return claim, f"cannot_win_if _ {other} _ _ _ _"
    return f"never_loses {game} {side} {root}", "never_loses_if _ _ _ _ _"

def conjunction(proved):
    """The lemma `proof`, that all of these theorems hold."""
    statements = " /\\\n  ".join(statement for statement, _ in proved)
    terms = [f"({lemma} strategy_{number})" for number, (_, lemma) in enumerate(proved)]
    term = terms.pop()
    while terms:
        term = f"(conj {terms.pop()} {term})"
    return f"Lemma proof : {statements}.\nProof. exact {term}. Qed.\n"

class Boards(NamedTuple):
    """A theorem about all boards, from the strategies that the example `boards` writes. One without
    strategies rests on a search by Coq itself."""

    #: The file with the check, and what that calls the strategies, the check and the lemma that the
    #: check proves the theorem.
    library: str
    strategies: str
    check: str
    lemma: str
    theorem: str
    #: Checks that fail, by what is wrong.
    mutants: dict


STANDARD_PLAN = "(Plan Standard Standard Standard Standard)"
BOARDS = {
    "44-ssss:boards": Boards(
        "Boards", "narrow middle large", "check_boards", "boards_if",
        "forall w h, 5 <= w -> 5 <= h -> 12 <= w + h ->\n"
        f"  wins (teeko w h standard_shapes {STANDARD_PLAN} None) Black 13 start",
        {"exchanged": "check_boards middle narrow large",
         "sooner": "window_wins 7 7 standard_shapes true true 5 large",
         "open": "window_wins 6 6 standard_shapes true true 6 middle"}),
    "44-ssss:boards:sooner": Boards(
        "HoldsOut", "", "all_held window windows", "standard_if",
        "forall w h, 5 <= w -> 5 <= h ->\n"
        f"  ~ wins (teeko w h standard_shapes {STANDARD_PLAN} None) Black 12 start",
        {"cramped": "all_held window [(Stretch 1 1 false false, Stretch 1 1 false false)]",
         "open": "all_held window [(Stretch 0 2 false false, Stretch 0 2 false false)]"}),
    "58-ssss:boards": Boards(
        "Boards", "small", "check_advanced", "advanced_if",
        "forall w h, 5 <= w -> 5 <= h ->\n"
        f"  wins (teeko w h advanced_shapes {STANDARD_PLAN} None) Black 13 start",
        {"sooner": "window_wins 5 5 advanced_shapes true true 5 small",
         "goals": "window_wins 5 5 standard_shapes true true 6 small",
         "traces": "window_wins 5 5 all_shapes true true 6 small"}),
    "58-ssss:larger": Boards(
        "Boards", "large", "check_larger", "larger_if",
        "forall w h, 6 <= w -> 6 <= h -> 13 <= w + h ->\n"
        f"  wins (teeko w h advanced_shapes {STANDARD_PLAN} None) Black 11 start",
        {"exchanged": "window_wins 7 6 advanced_shapes true true 5 large",
         "sooner": "window_wins 6 7 advanced_shapes true true 4 large",
         "goals": "window_wins 6 7 standard_shapes true true 5 large"}),
    "64-ssss:boards": Boards(
        "Boards", "small", "check_plus", "plus_if",
        "forall w h, 5 <= w -> 5 <= h ->\n"
        f"  wins (teeko w h plus_shapes {STANDARD_PLAN} None) Black 11 start",
        {"sooner": "window_wins 5 5 plus_shapes true true 4 small",
         "goals": "window_wins 5 5 advanced_shapes true true 5 small",
         "traces": "window_wins 5 5 all_shapes true true 5 small"}),
    "78-ssss:boards": Boards(
        "Boards", "small", "check_all", "all_if",
        "forall w h, 5 <= w -> 5 <= h ->\n"
        f"  wins (teeko w h all_shapes {STANDARD_PLAN} None) Black 11 start",
        {"sooner": "window_wins 5 5 all_shapes true true 4 small",
         "goals": "window_wins 5 5 plus_shapes true true 5 small",
         "upright": "window_wins 5 5 advanced_shapes true true 5 small"}),
}


def boards(claim, certificate, folder, mutants=False):
    """Writes a theorem about all boards, from what the example `boards` has written: no file, if
    Coq searches itself. Returns the path."""
    about = BOARDS[claim]
    strategies = []
    if about.strategies:
        strategies = gzip.decompress(Path(certificate).read_bytes()).decode().splitlines()
    named = zip(about.strategies.split(), strategies, strict=True)
    lines = [f"From TeekoProof Require Import Teeko {about.library}.\n"]
    lines += [f"Definition {name} :=\n{strategy}.\n" for name, strategy in named]
    if mutants:
        lines += [lemma(*mutant, "false") for mutant in about.mutants.items()]
    else:
        checked = "strategies" if strategies else "search"
        lines += [lemma(checked, f"{about.check} {about.strategies}".rstrip(), "true"),
                  f"Lemma proof : {about.theorem}.\n"
                  f"Proof. exact ({about.lemma} {'_ ' * len(strategies)}{checked}). Qed.\n"]
    file = Path(folder) / f"{'mutants' if mutants else 'proof'}_of_{module_name(claim)}.v"
    file.write_text("".join(lines))
    return file
