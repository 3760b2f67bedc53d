"""Counts the positions of a data set by layer and outcome with Dask and with Spark, by the queries
that the README of teeko-export shows, and compares them with teeko's own counts.

    python tests/exports/engines.py path/to/teeko FOLDER

FOLDER is a data set of one variant that scripts/dataset.sh has written. Needs the packages dask
(with dataframe) and pyspark, and Java 17 or later; scripts/release_checks.sh installs the packages.
"""

import pathlib
import re
import sys
from collections import Counter

import census

teeko, folder = (pathlib.Path(path).resolve() for path in sys.argv[1:])
readme = pathlib.Path(__file__).parents[2] / "crates/teeko-export/README.md"

block = re.search(r"```py\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)[1]
names = {}
exec(block.replace("teeko-data", str(folder)), names)
found = {
    "Dask": Counter({key: int(count) for key, count in names["by_dask"].items()}),
    "Spark": Counter({(row[0], row[1]): row[2] for row in names["by_spark"].collect()}),
}
variant = next(folder.glob("*.slide")).name.removesuffix(".slide")
expected = census.by_outcome(teeko, variant)
for engine, counts in found.items():
    assert counts == expected, f"{engine}: expected {expected}, found {counts}"
print(f"{folder}: Dask and Spark agree")
