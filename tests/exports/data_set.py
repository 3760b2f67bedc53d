"""Loads a data set of one variant that scripts/dataset.sh has written, by its card and without the
network, and compares it with teeko's own counts and with what other readers find. Runs the card's
examples.

    python tests/exports/data_set.py path/to/teeko FOLDER

Needs the packages datasets, duckdb, mlcroissant, pandas, polars, pyarrow and scikit-learn;
scripts/release_checks.sh installs them.
"""

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
import mlcroissant
import pandas
import polars
import pyarrow.parquet

import census

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
    """Returns the types of columns by name, for any layout of texts in memory."""
    found = {}
    for field in schema:
        name = re.sub(r"^dictionary<values=(\w+),.*", r"\1", str(field.type))
        found[field.name] = re.sub("large_|_view", "", name)
    return found


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
        table = rows.remove_columns("values").with_format("arrow")[:]
        places = table.group_by(["layer", "slot"]).aggregate([]).to_pylist()
        found = {(place["layer"], place["slot"]) for place in places}
        assert not orbits & found, f"{name}: orbits of {split} are in another split"
        orbits |= found
        weights = table.group_by(["layer", "outcome"]).aggregate([("weight", "sum")])
        for row in weights.to_pylist():
            counts[row["layer"], row["outcome"]] += row["weight_sum"]

with open(f"{folder}/README.md", encoding="utf-8") as card:
    examples = re.findall(r"```python\n(.*?)```", card.read(), re.DOTALL)
programs = [text.replace("path/of/this/folder", folder) for text in examples]
# The others begin with the function of the first.
arrays = programs[0]
programs[0] += f"""
for name in "{slide}", "{drop}":
    found = arrays(name + "/test.parquet", 20_000)
    assert (found["planes"].sum(axis=(1, 2, 3)) <= 8).all() and found["legal"].any()
    wins = found["outcome"] == 1
    assert ((found["values"].max(axis=1) > 0) == wins).all()
    chosen = (found["policy"] * found["values"]).sum(axis=1)
    assert (chosen[wins] > 0).all() and (chosen[~wins] <= 0).all()
"""
for program in programs:
    text = program if program.startswith(arrays) else arrays + program
    subprocess.run([sys.executable, "-c", text], cwd=folder, check=True, stdout=subprocess.DEVNULL)

# What the description for programs says is what the files have.
described = mlcroissant.Dataset(f"{folder}/croissant.json")
expected = pyarrow.parquet.read_table(f"{folder}/{slide}/test.parquet").to_pylist()[0]
found = next(iter(described.records(f"{slide}/test")))
for field, value in found.items():
    value = value.decode() if isinstance(value, bytes) else value
    assert value == expected[field.rpartition("/")[2]], field

expected = census.by_outcome(teeko, variant)
assert counts == expected, f"expected {expected}, found {counts}"

subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=True)
certificate = f"{folder}/certificates/{variant}.certificate"
subprocess.run([teeko, "--quiet", "check", certificate], check=True, stdout=subprocess.DEVNULL)
print(f"{folder}: the data set of {variant} agrees")
