#!/usr/bin/env python3
"""Prints manifest.toml of teeko-analysis: content hashes and censuses of the sixteen variants.

    cargo run --release -- solve --force
    python3 scripts/manifest.py target/release/teeko tables >manifest.new
    mv manifest.new crates/teeko-analysis/data/manifest.toml

If the numbers change, the solution has changed. Tests compare it with the reference solver's
censuses. Needs Python 3.9 or later, without packages.
"""

import json
import pathlib
import subprocess
import sys

HEADING = """\
# What the table files of the sixteen variants contain: the SHA-256 of their values, and the number
# of positions of each class. The hash is not that of the files, so it does not depend on
# compression. `teeko verify --tables` compares files with this.
#
# Made by scripts/manifest.py. A test compares the censuses with those of the reference solver.
# by_distance: positions lost in 0, won in 1, lost in 2, won in 3 … plies.
# layers: for layers 0 to 7, the positions [won, lost, drawn, over].
"""


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: manifest.py PROGRAM FOLDER")
    program, folder = sys.argv[1:]
    sections = {"slide": [], "drop": []}
    for path in sorted(pathlib.Path(folder).glob("*.slide")) + sorted(
        pathlib.Path(folder).glob("*.drop")
    ):
        answer = subprocess.run(
            [program, "info", "--json", path], check=True, capture_output=True, text=True
        )
        table = json.loads(answer.stdout)
        sections[table["kind"]].append(entry(path.stem, table))
    print("\n".join([HEADING, *sections["slide"], *sections["drop"]]), end="")


def entry(name, table):
    kind = table["kind"]
    lines = [f'[{kind}."{name}"]', f'content_hash = "{table["content_hash"]}"']
    census = table["census"][kind]
    if kind == "slide":
        by_distance = [0] * (table["deepest"] + 1)
        by_distance[0] = census["over"]
        for row in census["by_dtw"]:
            by_distance[row["dtw"]] = row["positions"]
        for field in ("impossible", "no_move", "draw"):
            lines.append(f"{field} = {census[field]}")
        lines += wrapped("by_distance", by_distance)
    else:
        layers = [[layer[field] for field in ("win", "loss", "draw", "over")] for layer in census]
        lines += ["layers = [", *(f"  {layer}," for layer in layers), "]"]
    return "\n".join(lines) + "\n"


def wrapped(name, numbers, width=8):
    rows = [numbers[start : start + width] for start in range(0, len(numbers), width)]
    return [f"{name} = [", *("  " + ", ".join(map(str, row)) + "," for row in rows), "]"]


if __name__ == "__main__":
    main()
