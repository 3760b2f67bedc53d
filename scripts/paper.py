#!/usr/bin/env python3
"""Compares the numbers in .github/paper/paper.md with the data of this repository.

    scripts/paper.py check

Each phrase below must stand in the paper, filled with what the data say. Beside these phrases the
paper may have no digits but those of PLAIN, and every reference must be in paper.bib. Needs Python
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

# The words for small numbers that begin what the paper says of something counted.
WORDS = dict(enumerate("no one two three four five six seven eight nine ten eleven twelve thirteen "
                       "fourteen fifteen sixteen seventeen eighteen".split()))

# Digits that are no results: code, citations, years, sizes of boards and blocks, names, numbers of
# goals, and what the cited works say.
PLAIN = [r"`[^`]*`", r"\[[^]]*@[^]]*\]", r"\b(19|20)\d\d\b", r"\b\d+ x \d+\b", "HOL4", "Item 90",
         "rule 4", "the 44 rows", "or 58, which are", r"with (44|58) goals", "With (44|58) goals",
         "10 billion states", "18 plies for the opening", "89.6 GB", "889 billion positions",
         "64 canonical sets against 64", "64 columns"]


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

def phrases():
    """The phrases with numbers, in the order of the paper."""
    published = toml("crates/teeko-analysis/data/published.toml")
    yield from standard_game()
    yield from larger_boards()
    yield from variants(published)
    yield from claims(published)
    yield from resources()
    yield from certificates(published)
    yield from proofs()

def standard_game():
    """How large the standard game is, and what the sixteen variants take."""
    manifest = toml("crates/teeko-analysis/data/manifest.toml")
    slide = manifest["slide"]["44"]
    drop = manifest["drop"]["44-ssss"]
    slides = sum(slide["by_distance"]) + slide["draw"] + slide["impossible"] + slide["no_move"]
    (_, seconds, memory, _), = rows(SOLVE, "solve Scarne's sixteen variants")
    machine = re.search(r"medians on a (.*?):", " ".join(text(SOLVE).split()))[1]
    yield f"take {seconds} and {memory} of memory on a {machine};"
    yield f"With {slides + sum(map(sum, drop['layers'])):,} positions in both phases"
    yield f"Of the {slides:,} positions of the slide phase"
    yield f"{slide['draw']:,} are draws"
    yield f"the longest win takes {len(slide['by_distance']) - 1} plies"

def larger_boards():
    """What games on larger boards are worth."""
    boards = dict(recorded())
    largest = boards["44-ssss+8x8"]
    yield f"the slide phase has {largest[2]:,} positions"
    for board in "4x7", "5x6", "5x7", "6x6", "7x7", "8x8":
        value, deepest, size = boards[f"44-ssss+{board}"]
        yield f"| {board.replace('x', ' x ')} | {size:,} | {value} | {deepest} plies |"
    assert boards["44-pppp+6x6"][0] == "draw"
    yield f"on 7 x 7 Black needs {boards['44-pppp+7x7'][0].split()[-1]} plies"

def variants(published):
    """What other variants on the standard board are worth."""
    results = {result["id"]: result for result in published["result"]}
    wins = {name: result["dtw"] for name, result in results.items() if "dtw" in result}
    yield f"`58-ssss`, in {wins['58-ssss']} plies, and `58-sppp` in {wins['58-sppp']}."
    assert wins["64-ssss"] == wins["78-ssss"]
    yield f"with 64 or 78 goals in all, let Black win in {wins['64-ssss']} plies"
    points = rows("crates/teeko-cli/README.md", "Advanced Teeko for points (1955)")[0][3]
    yield f"In Scarne's game for points [@scarne1955] {points}"
    others = {}
    for plan, drop in toml("tests/golden/58.toml")["drop"].items():
        if "win" in drop["value"] and f"58-{plan}" not in results:
            others[plan] = drop["value"].split()[2]
    yield f"`58-pspp` in {others.pop('pspp')} plies and `58-ppsp` in {others.pop('ppsp')}."
    assert not others

def claims(published):
    """What is found about published claims."""
    expected = Counter(claim["expected"] for claim in published["claim"])
    yield f"{expected.total()} statements from Scarne's booklets, a description by Jackman"
    yield (f"{expected['holds']} hold, {expected['refuted']} are refuted, and "
           f"{expected['answered']} that leave something open")
    details = details_of(published)
    draws, games, _, _, share = details["draws-are-rare"]
    yield f"with best play {draws} of the {games} variants are draws, and {share} % of the positions"
    reached, sets = map(without_commas, details["equal-opportunity"])
    yield f"each of {sets:,} sets of eight circles"
    yield f"{sets - reached} of them are never reached"
    plays = len(toml("crates/teeko-analysis/data/scarne-plays.toml")["play"])
    yield f"The {WORDS[plays]} printed winning plays"
    yield from ten_move_limit(details)

def ten_move_limit(details):
    """What the ten move limit changes."""
    _, black, games, red, *_ = details["ten-move-limit-44"]
    assert black == red == games
    yield f"both sides hold all {games} draws"
    _, black, games, red, lost, *_ = details["ten-move-limit-58"]
    assert black == games and red == "0"
    yield f"Black holds all {games} draws and Red none, and {lost} drawn positions"
    most, black, games, red, *_ = details["ten-move-limit-58-both"]
    assert most == "10" and black == games
    yield f"If the limit binds both, Black still holds all, and Red {red}."

def details_of(published):
    """The numbers in what is found about each claim."""
    return {claim["id"]: re.findall(r"[\d.,]*\d", claim.get("detail", ""))
            for claim in published["claim"] + published["finding"]}

def resources():
    """What the solver's index and its largest game take."""
    said = text(SOLVE)
    sets, canonical = re.search(r"of the ([\d,]+) sets these are ([\d,]+)\.", said).groups()
    yield f"canonical, {canonical} of {sets}."
    yield "whole lines of 512 positions"
    larger = re.search(r"Today it takes [\d.]+ minutes on (.*?),", " ".join(said.split()))[1]
    (*_, time, memory), (*_, disk, tables) = rows(SOLVE, "8 x 8")
    yield (f"takes {time.split()[0]} minutes on {larger}, {memory} of memory and {disk} of disk "
           "space")
    yield f"its tables take {tables}, those of the standard game {rows(SOLVE, '5 x 5')[1][-1]}"

def certificates(published):
    """How large the strategies for a draw are."""
    black, red = details_of(published)["easy-draw"]
    size = rows("crates/teeko-certificate/README.md", "`44-ssss`")[0][5]
    yield f"{black} positions for Black and {red} for Red"
    yield f"up to symmetry, in {size} bytes"

def proofs():
    """What is proved, and what the proofs take."""
    boards = re.search(r"standard_boards : [^.]* Black (\d+)", text("tests/proof/Claims.v"))[1]
    yield f"Black wins Standard Teeko within {boards} plies on every board"
    proofs = toml("tests/proof/results.toml").values()
    seconds = sum(proof["seconds"] for proof in proofs)
    memory = max(proof["megabytes"] for proof in proofs)
    yield f"a record of {len(proofs)} of these checks: {seconds / 60:.0f} minutes of processor time"
    yield f"at most {memory / 1000:.1f} GB of memory"
    lines = {file: text(f"tests/proof/{file}").count("\n") for file in ("Teeko.v", "table.ml")}
    yield f"rules that take {lines['Teeko.v']} lines to define"
    yield f"the {lines['table.ml']} lines that read the rows"
    wrong = text("tests/proof/wrong_definition.txt").strip().count("\n\n")
    yield f"{wrong} wrong definitions"


def check():
    _, _, body = text(".github/paper/paper.md").split("---\n", 2)
    left = re.sub(r"\s+", " ", body)
    for phrase in phrases():
        if phrase not in left:
            sys.exit(f"error: paper.md: expected, as the data say: {phrase}")
        left = left.replace(phrase, " ")
    for pattern in PLAIN:
        left = re.sub(pattern, " ", left)
    if number := re.search(r".{0,40}\d.{0,40}", left):
        sys.exit(f"error: paper.md: expected a phrase of paper.py for this number: {number[0]}")
    known = set(re.findall(r"^@\w+\{(.*),$", text(".github/paper/paper.bib"), re.MULTILINE))
    cited = set(re.findall(r"@([\w]+)", body))
    if known != cited:
        sys.exit(f"error: paper.bib: expected what the paper cites, found {known ^ cited}")
    print(f"The paper has {len(body.split()):,} words, and its numbers are those of the data.")


if __name__ == "__main__":
    if sys.argv[1:] != ["check"]:
        sys.exit(__doc__)
    check()
