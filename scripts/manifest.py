#!/usr/bin/env python3
"""Prints manifest.toml of teeko-analysis: content hashes and censuses of the sixteen variants.

    cargo run --release -- solve --force
    python3 scripts/manifest.py target/release/teeko tables >manifest.new
    mv manifest.new crates/teeko-analysis/data/manifest.toml
    (cd tables && sha256sum *.drop *.slide) | LC_ALL=C sort -k 2 >crates/teeko-analysis/data/SHA256SUMS

If the numbers change, the solution has changed. If only the checksums of the files change,
compression has. Tests compare the manifest with the reference solver's censuses. Needs Python 3.9
or later, without packages.
"""

import json
import pathlib
import subprocess
import sys

# The manifest keeps its heading.
PRESENT = pathlib.Path(__file__).parent / "../crates/teeko-analysis/data/manifest.toml"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: manifest.py PROGRAM FOLDER")
    program, folder = sys.argv[1:]
    heading, _ = PRESENT.read_text(encoding="utf-8").split("\n[", 1)
    sections = [heading]
    for kind in ("slide", "drop"):
        for path in sorted(pathlib.Path(folder).glob(f"*.{kind}")):
            table = json.loads(subprocess.check_output([program, "info", "--json", path]))
            sections.append(entry(path.stem, table))
    print("\n".join(sections), end="")


def entry(name, table):
    """Returns the section of a table."""
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
        lines.append("by_distance = [")
        for start in range(0, len(by_distance), 8):
            row = ", ".join(map(str, by_distance[start : start + 8]))
            lines.append(f"  {row},")
    else:
        lines.append("layers = [")
        for layer in census:
            counts = [layer[field] for field in ("win", "loss", "draw", "over")]
            lines.append(f"  {counts},")
    lines.append("]")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
