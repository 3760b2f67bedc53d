"""Solves games on large boards and prints a record of each, as in tables/large-boards.json.

    python3 scripts/large_boards.py target/release/teeko 44-ssss+6x6 58-ssss+7x7 >records.json

A record has the value of the empty board, the first drops by value, the census and the deepest win
(all distances in plies). Its `sha256` is that of everything that `teeko solve --no-write --json`
says about the game but for `seconds` and `files`, as JSON without spaces.
"""

import hashlib
import json
import subprocess
import sys


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def record(program, variant):
    run = [program, "solve", "--no-write", "--yes", "--json", variant]
    (game,) = json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout)["variants"]
    del game["seconds"], game["files"]
    sha256 = hashlib.sha256(compact(game).encode()).hexdigest()
    drops = {}
    for drop in game["first_drops"]:
        drops.setdefault((drop["outcome"], drop["dtw"]), []).append(int(drop["move"]))
    del game["census"]["slide"]["by_dtw"]
    game["first_drops"] = [
        {"outcome": outcome, "dtw": dtw, "circles": circles}
        for (outcome, dtw), circles in drops.items()
    ]
    return {**game, "sha256": sha256}


def main():
    program, *variants = sys.argv[1:]
    records = (compact(record(program, variant)) for variant in variants)
    separator = "["
    for text in records:
        print(separator + text, end="", flush=True)
        separator = ",\n"
    print("]")


if __name__ == "__main__":
    main()
