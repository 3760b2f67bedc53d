"""Loads a data set of one variant that scripts/dataset.sh has written, by its card and without the
network, and compares it with teeko's own counts and with what other readers find. Runs the card's
example.

    python tests/exports/data_set.py path/to/teeko FOLDER

Needs the packages datasets, duckdb, pandas, polars and pyarrow; scripts/release_checks.sh installs
them.
"""

import json
import logging
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter

teeko, folder = map(os.path.abspath, sys.argv[1:])
cache = tempfile.TemporaryDirectory()
os.environ.update(HF_HOME=cache.name, HF_HUB_OFFLINE="1")

import datasets  # it reads the environment when it is imported
import duckdb
import pandas
import polars
import pyarrow.parquet

datasets.disable_progress_bars()
# The library only warns of what it ignores in a card.
handler = logging.Handler(logging.WARNING)
handler.emit = lambda record: sys.exit(f"datasets: {record.getMessage()}")
logging.getLogger("datasets").addHandler(handler)

READERS = {
    "pyarrow": pyarrow.parquet.read_table,
    "pandas": lambda path: pyarrow.Table.from_pandas(
        pandas.read_parquet(path, dtype_backend="pyarrow"), preserve_index=False
    ),
    "polars": lambda path: polars.read_parquet(path).to_arrow(),
    "duckdb": lambda path: duckdb.read_parquet(path).to_arrow_table(),
}


def types(schema):
    """Returns the types of columns by name, for any layout of texts and lists in memory."""
    varying = r"large_|_view|(?<=list<)\w+| not null"
    return {field.name: re.sub(varying, "", str(field.type)) for field in schema}


slide, drop = datasets.get_dataset_config_names(folder)
variant = slide.removesuffix(".slide")
assert drop == f"{variant}.drop", drop

counts = Counter()
for name in (slide, drop):
    orbits = set()
    for split in ("train", "validation", "test"):
        rows = datasets.load_dataset(folder, name, split=split)
        expected = len(rows), types(rows.features.arrow_schema)
        for reader, read in READERS.items():
            table = read(f"{folder}/{name}/{split}.parquet")
            found = table.num_rows, types(table.schema)
            assert found == expected, f"{name}, {split}, {reader}: {found}, expected {expected}"
        table = rows.remove_columns("moves").with_format("arrow")[:]
        places = table.group_by(["layer", "slot"]).aggregate([]).to_pylist()
        found = {(place["layer"], place["slot"]) for place in places}
        assert not orbits & found, f"{name}: orbits of {split} are in another split"
        orbits |= found
        # A row of the slide phase stands for all positions of its orbit.
        weight = ("orbit_size", "sum") if name == slide else ([], "count_all")
        for row in table.group_by(["layer", "outcome"]).aggregate([weight]).to_pylist():
            layer, outcome = row.pop("layer"), row.pop("outcome")
            counts[layer, outcome] += sum(row.values())

with open(f"{folder}/README.md", encoding="utf-8") as card:
    example = re.search(r"```python\n(.*?)```", card.read(), re.DOTALL)[1]
check = "assert planes.sum() == 8 * len(rows) == 8 * best.any(1).sum() == 8 * len(values) > 0"
subprocess.run([sys.executable, "-c", example + check], cwd=folder, check=True)

stats = subprocess.run(
    [teeko, "--quiet", "stats", "-v", variant, "--json"], stdout=subprocess.PIPE, check=True
)
census = json.loads(stats.stdout)["census"]
expected = Counter()
for layer in [*census["drop"], {"layer": 8, **census["slide"]}]:
    expected[layer["layer"], "win"] = layer["win"]
    expected[layer["layer"], "loss"] = layer["loss"] + layer["over"]
    expected[layer["layer"], "draw"] = layer["draw"] + layer.get("no_move", 0)
assert counts == expected, f"expected {expected}, found {counts}"

subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=True)
certificate = f"{folder}/certificates/{variant}.certificate"
subprocess.run([teeko, "--quiet", "check", certificate], check=True, stdout=subprocess.DEVNULL)
print(f"{folder}: the data set of {variant} agrees")
