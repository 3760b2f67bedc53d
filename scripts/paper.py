#!/usr/bin/env python3
"""Compares the numbers in .github/paper with the data of this repository.

    scripts/paper.py check

Each phrase below must stand in its text, filled with what the data say. Beside these phrases the
texts may have no digits but those of PLAIN, every reference must be in paper.bib, and what is shown
of Coq's files must stand there. paper.md has the length that its journal asks for. Needs Python
3.11 or later, without packages."""
import json
import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAPER = ROOT / ".github/paper"
SOLVE = "crates/teeko-solve/README.md"
CERTIFICATES = "crates/teeko-certificate/README.md"
PROOF = "tests/proof/README.md"
# Words of the journal's papers, without their metadata.
LEAST, MOST = 750, 1750

# The words for small numbers that begin what the paper says of something counted.
WORDS = dict(enumerate("no one two three four five six seven eight nine ten eleven twelve thirteen "
                       "fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()))

# Digits that are no results: code, citations, years, sizes of boards and blocks, names, numbers of
# goals and of sections, and what the cited works say.
PLAIN = [r"`[^`]*`", r"\[[^]]*@[^]]*\]", r"\b(19|20)\d\d\b", r"\b\d+ x \d+\b", "HOL4", "Z3",
         "Item 90", "its 44 goals and Advanced Teeko with 58", "with 44 goals",
         "With 64 or 78 goals",
         "44 in all", "58 in all", "with 64 or 78", "sets of 44 and 58", "ply 7, 9 or 11",
         r"# \d+\.", r"8\.16\.1", r"Coq 8\.16\s+to 9\.2",
         r"sections? \d( and \d)?"]


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")

def toml(path):
    return tomllib.loads(text(path))

def rows(path, first):
    """The cells of the rows of tables in a README whose first cell is this."""
    lines = [line for line in text(path).split("\n") if line.startswith(f"| {first} |")]
    return list(map(cells, lines))

def cells(line):
    """The cells of a row of a table."""
    return [cell.strip() for cell in line.strip("|").split("|")]

def without_commas(number):
    return int(number.replace(",", ""))

def recorded():
    """Of each game in tables/large-boards.json its value for Black, its longest win and the number
    of positions of its slide phase."""
    for game in json.loads(text("tables/large-boards.json")):
        value = game["outcome"] if game["dtw"] is None else f"Black wins in {game['dtw']}"
        size = sum(count for count in game["census"]["slide"].values())
        yield game["variant"], (value, game["deepest"], size)

def phrases_of_paper():
    """The phrases with numbers in paper.md."""
    published = toml("crates/teeko-analysis/data/published.toml")
    yield from standard_game()
    yield from larger_boards()
    yield from variants(published)
    yield from claims(published)
    yield from resources()
    yield f"Standard Teeko take {certificate_of_standard()[1]} bytes"
    yield f"rules, which take {lines('Teeko.v')} lines to define"

def standard_game():
    """How large the standard game is, and what the sixteen variants take."""
    (_, seconds, memory, _), = rows(SOLVE, "solve Scarne's sixteen variants")
    machine = re.search(r"medians on a (.*?):", " ".join(text(SOLVE).split()))[1]
    yield f"take {seconds} and {memory} of memory on a {machine}."
    yield f"With {positions_of_standard():,} positions in both phases"

def positions_of_standard():
    """The number of positions of Standard Teeko."""
    manifest = toml("crates/teeko-analysis/data/manifest.toml")
    slide = manifest["slide"]["44"]
    drop = manifest["drop"]["44-ssss"]
    slides = sum(slide["by_distance"]) + slide["draw"] + slide["impossible"] + slide["no_move"]
    return slides + sum(map(sum, drop["layers"]))

def larger_boards():
    """What games on larger boards are worth."""
    slides = dict(recorded())["44-ssss+8x8"][2]
    yield f"{plies_on_larger_boards()} plies on 5 x 7, 6 x 6, 7 x 7 and 8 x 8"
    yield f"8 x 8 has {slides:,} positions in its slide phase"
    assert int(stated("standard_boards_not_12")) + 1 == int(stated("standard_boards"))
    yield f"theorems say in {stated('standard_boards')} plies, no sooner, on every board"
    yield f"Another says within {stated('advanced_boards')} plies of Advanced Teeko"

def plies_on_larger_boards():
    """In how many plies Black wins on 5 x 7 and boards from 6 x 6 on. 4 x 7 and 5 x 6 are draws."""
    boards = dict(recorded())
    value = {board: boards[f"44-ssss+{board}"][0]
             for board in ("4x7", "5x6", "5x7", "6x6", "7x7", "8x8")}
    assert value["4x7"] == value["5x6"] == "draw"
    result, = {value[board] for board in ("5x7", "6x6", "7x7", "8x8")}
    return result.removeprefix("Black wins in ")

def variants(published):
    """What other variants on the standard board are worth."""
    wins = {result["id"]: result["dtw"] for result in published["result"] if "dtw" in result}
    yield (f"`58-ssss`, which is Advanced Teeko, in {wins['58-ssss']} plies and `58-sppp` in "
           f"{wins['58-sppp']},")
    assert wins["64-ssss"] == wins["78-ssss"]
    yield f"Black wins in {wins['64-ssss']} plies"

def claims(published):
    """What is found about published claims."""
    expected = Counter(claim["expected"] for claim in published["claim"])
    yield (f"Of {expected.total()} statements that were published about the game, "
           f"{expected['holds']} hold, {expected['refuted']} are refuted, and "
           f"{expected['answered']} that leave something open")
    _, black, games, red, *_ = details_of(published)["ten-move-limit-44"]
    assert black == red == games
    yield f"both sides still hold all {games} draws"

def details_of(published):
    """The numbers in what is found about each claim."""
    return {claim["id"]: re.findall(r"[\d.,]*\d", claim.get("detail", ""))
            for claim in published["claim"] + published["finding"]}

def resources():
    """What the solver's index and its largest game take."""
    said = text(SOLVE)
    sets, canonical = re.search(r"of the ([\d,]+) sets these are ([\d,]+)\.", said).groups()
    yield f"{canonical} of the {sets} sets"
    yield "whole lines of 512 positions"
    larger = re.search(r"Today it takes [\d.]+ minutes on (.*?),", " ".join(said.split()))[1]
    (*_, time, memory), (*_, disk, _) = rows(SOLVE, "8 x 8")
    yield (f"takes {time.split()[0]} minutes on {larger}, {memory} of memory and {disk} of disk "
           "space")

def certificate_of_standard():
    """Of Standard Teeko's certificate the positions for Black and for Red, and its bytes."""
    (_, _, black, red, _, size), = rows(CERTIFICATES, "`44-ssss`")
    return (black, red), size

def lines(file):
    """The lines of a file of the proof."""
    return text(f"tests/proof/{file}").count("\n")

def entries(file):
    """The number of wrong definitions, or of lies."""
    return text(f"tests/proof/{file}").strip().count("\n\n")

def stated(theorem):
    """The number of plies in a theorem."""
    return re.search(rf"Theorem {theorem} : [^.]* Black (\d+)", text("tests/proof/Claims.v"))[1]

def phrases_of_proof():
    """The phrases with numbers in proof.md."""
    yield from definitions()
    yield from certificates()
    yield from tables()
    yield from measurements()

def definitions():
    """How long the definitions are, and what tests them."""
    yield f"{lines('Teeko.v')} lines of definitions"
    yield f"definitions of {lines('Teeko.v')} lines"
    yield f"`Teeko.v`, {lines('Teeko.v')} lines,"
    yield f"Wrong edits of `Teeko.v`, {entries('wrong_definition.txt')} of them,"
    yield f"shows that {WORDS[entries('dishonest.txt')]} lies are refused"

def certificates():
    """How large strategies are, and how many plies theorems say."""
    (black, red), _ = certificate_of_standard()
    yield f"{black} positions for Black and {red} for Red"
    yield f"cannot win Advanced Teeko within {stated('advanced_not_12')} plies"
    yield f"Within {stated('standard_boards_not_12')} plies Black drops four pieces"
    yield f"Advanced Teeko within {stated('advanced_boards')} plies on every board"
    yield f"and within {stated('advanced_larger')} if both are"
    assert stated("plus_boards") == stated("all_boards")
    yield f"Black wins with these goals within {stated('plus_boards')} plies on every board"
    yield f"the solver finds that Black wins in {plies_on_larger_boards()} plies"

def tables():
    """What is known of whole tables."""
    by_distance = toml("crates/teeko-analysis/data/manifest.toml")["slide"]["44"]["by_distance"]
    yield f"The table of Standard Teeko has {positions_of_standard():,} positions"
    yield f"`table.ml`, {lines('table.ml')} lines"
    yield f"no win takes more than {len(by_distance) - 1} plies"

def measurements():
    """What the proofs take."""
    results = toml("tests/proof/results.toml")
    seconds = sum(result["seconds"] for result in results.values())
    memory = max(result["megabytes"] for result in results.values())
    yield f"All {len(results)} recorded checks take {seconds / 60:.0f} minutes of processor time"
    yield f"and at most {memory / 1000:.1f} GB of memory"
    search = results["44-ssss:boards:sooner"]
    yield f"It takes {search['seconds']} s and {search['megabytes']} MB."
    yield from measured_strategies(results)
    said = " ".join(text(PROOF).split())
    seconds, memory = re.search(r"This takes (\d+) seconds of processor time and ([\d.]+ GB)\.",
                                said).groups()
    yield f"takes {seconds} s of processor time and {memory}"
    yield f"took {re.search(r'`58-ssss` it took ([0-9]+) seconds', said)[1]} s"
    minutes, memory = re.search(r"this takes (\w+) minutes of processor time and ([\d.]+ GB)\.",
                                said).groups()
    yield f"takes {minutes} minutes and {memory}"
    for file in sorted((ROOT / "tests/proof").glob("*.v")):
        yield f"| `{file.name}` | {lines(file.name):,} |"

def measured_strategies(results):
    """The rows of the table of strategies."""
    for claim, size in tomllib.loads((PAPER / "sizes.toml").read_text()).items():
        result = results[claim]
        yield (f"| `{claim}` | {size['positions']:,} | {size['data']:,} | "
               f"{size['data'] / size['positions']:.1f} | {result['seconds']} s | "
               f"{result['megabytes']:,} MB |")


def check():
    cited = set()
    for name, phrases in ("paper.md", phrases_of_paper), ("proof.md", phrases_of_proof):
        _, _, body = text(f".github/paper/{name}").split("---\n", 2)
        check_numbers(name, without_code(name, body), phrases())
        cited |= set(re.findall(r"@([\w]+)", body))
        words = len(body.split())
        if name == "paper.md" and not LEAST <= words <= MOST:
            sys.exit(f"error: {name}: expected {LEAST} to {MOST} words, found {words:,}")
        print(f"{name} has {words:,} words, and its numbers are those of the data.")
    known = set(re.findall(r"^@\w+\{(.*),$", text(".github/paper/paper.bib"), re.MULTILINE))
    if known != cited:
        sys.exit(f"error: paper.bib: expected what the texts cite, found {known ^ cited}")

def without_code(name, body):
    """A text without its blocks of code, each line of which must stand in a file of the proof."""
    prose, *blocks = body.split("```")
    sources = {line.strip() for file in (ROOT / "tests/proof").glob("*.v")
               for line in file.read_text(encoding="utf-8").split("\n")}
    for block, more in zip(blocks[::2], blocks[1::2]):
        for line in block.split("\n")[1:]:
            if line.strip() not in sources:
                sys.exit(f"error: {name}: expected a line of tests/proof, found {line}")
        prose += more
    return prose

def check_numbers(name, prose, phrases):
    """Looks for each phrase, and for numbers that are in none."""
    left = re.sub(r"\s+", " ", prose)
    for phrase in phrases:
        if phrase not in left:
            sys.exit(f"error: {name}: expected, as the data say: {phrase}")
        left = left.replace(phrase, " ")
    for pattern in PLAIN:
        left = re.sub(pattern, " ", left)
    if number := re.search(r".{0,40}\d.{0,40}", left):
        sys.exit(f"error: {name}: expected a phrase of paper.py for this number: {number[0]}")


if __name__ == "__main__":
    if sys.argv[1:] != ["check"]:
        sys.exit(__doc__)
    check()
