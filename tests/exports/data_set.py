"""Loads a data set of one variant that scripts/dataset.sh has written, by its card and without the
network, and compares it with teeko's own counts.

    python tests/exports/data_set.py path/to/teeko FOLDER

Needs the package datasets; scripts/release_checks.sh installs it.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter

teeko, folder = map(os.path.abspath, sys.argv[1:])
cache = tempfile.TemporaryDirectory()
os.environ.update(HF_HOME=cache.name, HF_HUB_OFFLINE="1")

import datasets  # it reads the environment when it is imported

datasets.disable_progress_bars()
slide, drop = datasets.get_dataset_config_names(folder)
variant = slide.removesuffix(".slide")
assert drop == f"{variant}.drop", drop

counts = Counter()
for name in (slide, drop):
    orbits = set()
    for split in ("train", "validation", "test"):
        rows = datasets.load_dataset(folder, name, split=split)
        assert {"action", "outcome", "dtw"} == set(rows[0]["moves"][0]), rows[0]
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
