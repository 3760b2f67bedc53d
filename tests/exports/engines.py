"""Counts the positions of a data set by layer and outcome with Dask and with Spark, by the queries
that the README of teeko-export shows, and compares them with teeko's own counts.

    python tests/exports/engines.py path/to/teeko FOLDER

FOLDER is a data set of one variant that scripts/dataset.sh has written. Needs the packages dask
(with dataframe) and pyspark, and Java 17 or later; scripts/release_checks.sh installs the packages.
"""

import json
import pathlib
import re
import subprocess
import sys

teeko, folder = (pathlib.Path(path).resolve() for path in sys.argv[1:])
readme = pathlib.Path(__file__).parents[2] / "crates/teeko-export/README.md"


def expected_census():
    """Returns the program's own counts of positions: {(layer, outcome): positions}."""
    variant = next(folder.glob("*.slide")).name.removesuffix(".slide")
    command = [teeko, "--quiet", "stats", "-v", variant, "--json"]
    census = json.loads(subprocess.check_output(command))["census"]
    counts = {}
    for layer in [*census["drop"], {"layer": 8, **census["slide"]}]:
        number = layer["layer"]
        counts[number, "win"] = layer["win"]
        counts[number, "loss"] = layer["loss"] + layer["over"]
        counts[number, "draw"] = layer["draw"] + layer.get("no_move", 0)
    return {key: positions for key, positions in counts.items() if positions}


block = re.search(r"```py\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)[1]
names = {}
exec(block.replace("teeko-data", str(folder)), names)
found = {
    "Dask": {key: int(count) for key, count in names["by_dask"].items() if count},
    "Spark": {(row[0], row[1]): row[2] for row in names["by_spark"].collect()},
}
expected = expected_census()
for engine, counts in found.items():
    assert counts == expected, f"{engine}: expected {expected}, found {counts}"
print(f"{folder}: Dask and Spark agree")
