"""The program's own counts of positions, with which what others read from a data set is compared."""

import json
import subprocess
from collections import Counter


def by_outcome(teeko, variant):
    """Returns the positions of a variant: {(layer, outcome): positions}."""
    command = [teeko, "--quiet", "stats", "-v", variant, "--json"]
    counted = json.loads(subprocess.check_output(command))["census"]
    counts = Counter()
    for layer in [*counted["drop"], {"layer": 8, **counted["slide"]}]:
        number = layer["layer"]
        counts[number, "win"] = layer["win"]
        counts[number, "loss"] = layer["loss"] + layer["over"]
        # Positions without a slide are counted separately, and are draws.
        counts[number, "draw"] = layer["draw"] + layer.get("no_move", 0)
    return counts
