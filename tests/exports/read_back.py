"""Reads exports with the programs that they are for, and compares them with teeko's own counts
and answers.

    python tests/exports/read_back.py path/to/teeko folder

Needs the packages of scripts/requirements.txt, and those of scripts/requirements-older.txt in the
folder `older` next to them; scripts/python.sh finds or makes a Python that has them.
"""

import csv
import functools
import io
import json
import os
import random
import struct
import subprocess
import sys
import zlib
from collections import Counter
from math import comb

import duckdb
import numpy
import pandas
import polars
import pyarrow.csv
import pyarrow.json
import pyarrow.parquet
import zstandard

# The outcomes in NumPy.
OUTCOMES = {1: "win", 0: "draw", -1: "loss"}

teeko, folder = sys.argv[1:]
random.seed(1)


def run(*arguments, input=None):
    """Runs the program and returns its output."""
    command = [teeko, "--quiet", *arguments]
    one = {**os.environ, "RAYON_NUM_THREADS": "1"}
    return subprocess.run(
        command, cwd=folder, input=input, stdout=subprocess.PIPE, check=True, text=True, env=one
    ).stdout


def export(form, path, *arguments):
    """Exports to a file, and returns the program's report."""
    return json.loads(run("export", "--to", form, "-o", path, "--json", *arguments))


@functools.cache
def census(variant):
    """Returns the program's own counts of positions: {(layer, outcome, dtw): positions}."""
    counted = json.loads(run("stats", "-v", variant, "--json"))["census"]
    counts = {}
    for layer in [*counted["drop"], {"layer": 8, **counted["slide"]}]:
        for entry in layer["by_dtw"]:
            counts[layer["layer"], entry["outcome"], entry["dtw"]] = entry["positions"]
        # Positions without a slide are counted separately, and are draws.
        counts[layer["layer"], "draw", None] = layer["draw"] + layer.get("no_move", 0)
        counts[layer["layer"], "loss", 0] = layer["over"]
    return {key: positions for key, positions in counts.items() if positions}


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: expected {str(expected)[:300]}, found {str(found)[:300]}")
    print("agrees:", what)


def values(variant, positions):
    """Returns the program's answers to positions in rows form."""
    answers = run(
        "query", "-v", variant, "--stdin", "--json", "--brief", input="\n".join(positions) + "\n"
    )
    return [(answer["outcome"], answer["dtw"]) for answer in map(json.loads, answers.splitlines())]


def check_sample(what, variant, rows):
    """Compares the outcomes and distances of some rows with the program's answers."""
    sample = random.sample(rows, 500)
    answers = values(variant, [row["position"] for row in sample])
    check(f"{what}, by position", [(row["outcome"], int(row["dtw"])) for row in sample], answers)


def rows_form(black, red, turn):
    """Returns a position of the standard board as text, given its masks."""
    circles = ["b" if black >> i & 1 else "r" if red >> i & 1 else "1" for i in range(25)]
    return "/".join("".join(circles[row : row + 5]) for row in range(0, 25, 5)) + " " + turn[0]


def older(query):
    """Returns the answer of the DuckDB of scripts/requirements-older.txt, as JSON values."""
    script = (
        "import duckdb, json, sys; duckdb.execute('SET enable_progress_bar = false'); "
        "rows = duckdb.execute(sys.argv[1]).fetchall(); "
        "print(json.dumps([duckdb.__version__, rows]))"
    )
    environment = {**os.environ, "PYTHONPATH": os.path.join(sys.prefix, "older")}
    command = [sys.executable, "-B", "-c", script, query]
    version, rows = json.loads(
        subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    )
    check("an older DuckDB", version.split(".")[0], "1")
    return rows


def test_parquet_of_orbits(variant):
    """All orbits with the usual columns: small, and readable without the encodings of 2024."""
    said = export("parquet", "usual.parquet", "-v", variant)
    check(f"{variant}: at most 20 MB", said["bytes"] <= 20_000_000, True)
    usual = f"'{folder}/usual.parquet'"
    counts = f"SELECT layer, outcome, dtw, sum(weight)::BIGINT FROM {usual} GROUP BY ALL"
    counted = {(layer, outcome, dtw): positions for layer, outcome, dtw, positions in older(counts)}
    check(f"{variant}: sizes of orbits in DuckDB 1", counted, census(variant))
    masks = f"SELECT sum(black)::BIGINT, sum(red)::BIGINT, count(DISTINCT turn) FROM {usual}"
    found = [tuple(row) for row in older(masks)]
    check(f"{variant}: masks in DuckDB 1", found, duckdb.execute(masks).fetchall())


def test_provenance_in_parquet(variant):
    """Rules and content hashes are those of the program's tables."""
    export("parquet", "provenance.parquet", "-v", variant)
    metadata = pyarrow.parquet.ParquetFile(f"{folder}/provenance.parquet").metadata.metadata
    said = {key.decode().removeprefix("teeko."): text.decode() for key, text in metadata.items()}
    solved = json.loads(run("solve", variant, "-o", "tables-of-provenance", "--json"))
    for file in solved["variants"][0]["files"]:
        header = json.loads(run("info", file["path"], "--json"))
        kind, expected = header["kind"], header["content_hash"]
        check(f"{variant}: content hash of {kind}", said[f"{kind}_content_hash"], expected)
    rules = json.loads(said["rules"])
    check(f"{variant}: rules", rules, json.loads(run("variants", variant, "--json")))
    of_file = header["rules"]
    check(f"{variant}: rules of the table", {name: rules[name] for name in of_file}, of_file)
    check(f"{variant}: variant", said["variant"], variant)


def test_parquet_of_all_positions(variant):
    said = export("parquet", "all.parquet", "-v", variant, "--all-positions", "--layer", "5")
    query = "SELECT layer, outcome::VARCHAR, dtw, count(*) FROM read_parquet(?) GROUP BY ALL"
    counted = duckdb.execute(query, [f"{folder}/all.parquet"]).fetchall()
    expected = {key: positions for key, positions in census(variant).items() if key[0] == 5}
    found = {tuple(row[:3]): row[3] for row in counted}
    check(f"{variant}: all positions in DuckDB", found, expected)
    distinct = "SELECT count(*) FROM (SELECT DISTINCT layer, black, red FROM read_parquet(?))"
    path = [f"{folder}/all.parquet"]
    check("each position once", duckdb.execute(distinct, path).fetchone()[0], said["rows"])
    sample = (
        "SELECT black, red, turn, outcome, dtw FROM read_parquet(?) "
        "USING SAMPLE reservoir(3000 ROWS) REPEATABLE (1)"
    )
    sample = duckdb.execute(sample, path).fetchall()
    answers = values(variant, [rows_form(black, red, turn) for black, red, turn, _, _ in sample])
    check(f"{variant}: a sample, by position", [row[3:] for row in sample], answers)


def test_orbits_in_every_format():
    """All orbits of six layers: compares NumPy with the census, and Parquet and CSV (by pyarrow)
    and JSON Lines with NumPy.
    """
    columns = "black,red,layer,turn,outcome,dtw,slot,weight"
    arguments = ["--layer", "drop", "--where", "layer<=5", "--columns", columns]
    export("npy", "orbits.npy", *arguments)
    rows = numpy.load(f"{folder}/orbits.npy", mmap_mode="r")
    sizes = pandas.DataFrame(rows).groupby(["layer", "outcome", "dtw"])["weight"].sum()
    found = {
        (layer, OUTCOMES[outcome], dtw if outcome else None): positions
        for (layer, outcome, dtw), positions in sizes.items()
    }
    expected = {key: positions for key, positions in census("44-ssss").items() if key[0] <= 5}
    check("sizes of orbits in NumPy", found, expected)
    places = rows["layer"].astype(numpy.int64) << 40 | rows["slot"].astype(numpy.int64)
    check("the order of the index", bool((numpy.diff(places) > 0).all()), True)

    export("parquet", "orbits.parquet", *arguments)
    table = pyarrow.parquet.read_table(f"{folder}/orbits.parquet")
    export("csv", "orbits.csv", *arguments)
    text = pyarrow.csv.read_csv(f"{folder}/orbits.csv")
    outcomes = numpy.array(["loss", "draw", "win"])[rows["outcome"] + 1]
    turns = numpy.array(["black", "red"])[rows["turn"]]
    export("jsonl", "orbits.jsonl", *arguments)
    lines = pyarrow.json.read_json(f"{folder}/orbits.jsonl")
    for form, other in (("Parquet", table), ("CSV", text), ("JSON Lines", lines)):
        for column in ("black", "red", "layer", "slot", "weight"):
            same = numpy.array_equal(other[column].to_numpy(), rows[column])
            check(f"{column} in {form}", same, True)
        distances = other["dtw"].cast("int32").fill_null(-1).to_numpy()
        check(f"dtw in {form}", numpy.array_equal(distances, rows["dtw"]), True)
        for column, texts in (("outcome", outcomes), ("turn", turns)):
            same = numpy.array_equal(other[column].cast("string").to_numpy(), texts)
            check(f"{column} in {form}", same, True)


def test_types_in_parquet(variant):
    """Row groups go on across layers, columns by which rows ascend are declared, and texts of which
    there are few are categories.
    """
    columns = "layer,slot,weight,turn,outcome,variant,black"
    path = f"{folder}/types.parquet"
    options = ["--all-positions", "--layer", "drop", "--columns", columns, "--values"]
    export("parquet", path, "-v", variant, *options)
    metadata = pyarrow.parquet.read_metadata(path)
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    rows = [group.num_rows for group in groups]
    check("row groups as long as the first", len(rows) > 2 and min(rows[:-1]) > 200_000, True)
    order = [(column.column_index, column.descending) for column in groups[0].sorting_columns]
    check("columns by which rows ascend", order, [(0, False), (1, False)])
    frame = pandas.read_parquet(path)
    expected = sum(positions for key, positions in census(variant).items() if key[0] < 8)
    check("weights of positions", int(frame["weight"].sum()), expected)
    kinds = [str(frame[name].dtype) for name in columns.split(",")]
    expected = ["uint8", "int64", "uint8", "category", "category", "category", "uint32"]
    check("types in pandas", kinds, expected)


def test_text():
    """The text formats, compressed or not, read by Python's own modules."""
    export("csv", "five.csv", "-v", "58-ssss", "--layer", "5", "--where", "outcome=win")
    with open(f"{folder}/five.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    orbits = Counter()
    for row in rows:
        orbits[5, row["outcome"], int(row["dtw"])] += int(row["weight"])
    expected = {key: n for key, n in census("58-ssss").items() if key[:2] == (5, "win")}
    check("CSV with a condition", orbits, expected)
    check_sample("CSV", "58-ssss", rows)

    export("jsonl", "slow.jsonl.zst", "-v", "58-sppp", "--layer", "drop", "--where", "dtw>=20")
    with open(f"{folder}/slow.jsonl.zst", "rb") as file:
        lines = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(file))
        rows = [json.loads(line) for line in lines]
    slow = min(row["dtw"] for row in rows) >= 20 and len(rows) > 1000
    check("JSON Lines with a condition", slow, True)
    duck = duckdb.execute(
        "SELECT count(*), sum(dtw) FROM read_json(?)", [f"{folder}/slow.jsonl.zst"]
    ).fetchone()
    check("JSON Lines in DuckDB", duck, (len(rows), sum(row["dtw"] for row in rows)))
    check_sample("JSON Lines", "58-sppp", rows)


def test_guessed_types():
    """Programs that guess the types of text from its first rows guess right, without options."""
    columns = "position,black,red,layer,turn,outcome,score,dtw,slot,weight,fold,variant"
    texts = {"position", "turn", "outcome", "variant"}
    numbers = set(columns.split(",")) - texts
    # On this board the first wins and losses come after more than a hundred draws.
    for form in ("csv", "jsonl"):
        path = f"{folder}/junior.{form}"
        said = export(form, path, "-v", "junior", "--columns", columns)
        if form == "csv":
            eager, frame = polars.read_csv(path), pandas.read_csv(path)
        else:
            eager, frame = polars.read_ndjson(path), pandas.read_json(path, lines=True)
            lazy = polars.scan_ndjson(path).select(polars.len()).collect().item()
            check("rows of JSON Lines in polars, lazily", lazy, said["rows"])
        found = {name for name, kind in eager.schema.items() if kind.is_integer()}
        check(f"numbers in {form} in polars", found, numbers)
        found = {name for name in frame if pandas.api.types.is_integer_dtype(frame[name])}
        check(f"numbers in {form} in pandas", found, numbers)
        described = duckdb.execute(f"DESCRIBE SELECT * FROM '{path}'").fetchall()
        found = {name for name, kind, *_ in described if kind.endswith("INT")}
        check(f"numbers in {form} in DuckDB", found, numbers)
        # The weights add up to the program's own counts, and to what the report says.
        check(f"weights in {form}", int(frame["weight"].sum()), said["positions"])
        check(f"positions of {form}", said["positions"], sum(census("44-ssss+4x4").values()))
        check(f"distances in {form}", int(eager["dtw"].max()), int(frame["dtw"].max()))
        drawn = frame[frame["outcome"] == "draw"]["dtw"]
        check(f"distances of draws in {form}", set(drawn), {-1})
        check(f"variants in {form}", set(frame["variant"]), {"44-ssss+4x4"})


def test_values_of_moves(variant, layer):
    """The values of the moves of positions, in every format that has them, read by every program,
    are those of `query`; and the folds are as documented.
    """
    count = 40 * int(os.environ.get("ROUNDS", "1"))
    columns = "position,layer,slot,dtw,fold"
    run("solve", variant, "-o", "tables")
    tables = ["-v", variant, "--tables", "tables"]
    selection = [*tables, "--layer", layer, "--where", f"slot<{3000 + count}"]
    paths = {form: f"{folder}/values-{variant}.{form}" for form in ("parquet", "jsonl", "npy")}
    for form, path in paths.items():
        export(form, path, *selection, "--columns", columns, "--values")
    with open(paths["jsonl"]) as file:
        rows = [json.loads(line) for line in file]
    finished = [number for number, row in enumerate(rows) if row["dtw"] == 0][:3]
    sample = finished + random.sample(range(len(rows)), count)
    asked = "".join(rows[row]["position"] + "\n" for row in sample)
    answers = run("query", *tables, "--stdin", "--json", input=asked).splitlines()
    expected = [values_of_moves(json.loads(answer)["moves"]) for answer in answers]
    check(f"{variant}: finished games have no moves", expected[:3], [[]] * 3)

    metadata = pyarrow.parquet.read_metadata(paths["parquet"]).metadata
    check(f"{variant}: bytes of a value", metadata[b"teeko.value_bytes"], b"1")
    table = pyarrow.parquet.read_table(paths["parquet"])
    query = "SELECT \"values\" FROM '{}'"
    of_parquet = {
        "pyarrow": table["values"].to_pylist(),
        "pandas": list(pandas.read_parquet(paths["parquet"])["values"]),
        "polars": polars.read_parquet(paths["parquet"])["values"].to_list(),
        "DuckDB": [row[0] for row in duckdb.execute(query.format(paths["parquet"])).fetchall()],
    }
    for reader, values in of_parquet.items():
        found = [numpy.frombuffer(values[row], "i1").tolist() for row in sample]
        check(f"{variant}: values of moves, Parquet in {reader}", found, expected)
    of_lines = {
        "Python": [row["values"] for row in rows],
        "pyarrow": pyarrow.json.read_json(paths["jsonl"])["values"].to_pylist(),
        "polars": polars.read_ndjson(paths["jsonl"])["values"].to_list(),
        "DuckDB": [row[0] for row in duckdb.execute(query.format(paths["jsonl"])).fetchall()],
    }
    for reader, values in of_lines.items():
        found = [list(values[row]) for row in sample]
        check(f"{variant}: values of moves, JSON Lines in {reader}", found, expected)
    hexadecimal = "SELECT hex(\"values\") FROM '{}'"
    found = [bytes.fromhex(row[0]) for row in older(hexadecimal.format(paths["parquet"]))]
    check(f"{variant}: values of moves, DuckDB 1", found, table["values"].to_pylist())
    array = numpy.load(paths["npy"], mmap_mode="r")
    check(f"{variant}: type of values in NumPy", array["values"].dtype, numpy.dtype("i1"))
    found = [[value for value in array[row]["values"].tolist() if value != -128] for row in sample]
    check(f"{variant}: values of moves, NumPy", found, expected)

    folds = [zlib.crc32(f"{row['layer']}:{row['slot']}".encode()) % 10 for row in rows]
    check(f"{variant}: folds", [row["fold"] for row in rows], folds)
    check(f"{variant}: folds in Parquet", table["fold"].to_pylist(), folds)
    check(f"{variant}: folds in NumPy", array["fold"].tolist(), folds)
    selection[-1] += ",fold=3"
    found = export("npy", f"{folder}/fold.npy", *selection, "--force")["rows"]
    check(f"{variant}: rows of a fold", found, folds.count(3))


def values_of_moves(moves):
    """Returns the values of moves, as of an answer, in the order of their actions."""
    values = {}
    for move in moves:
        sign = {"win": 1, "draw": 0, "loss": -1}[move["outcome"]]
        values[action(move["move"])] = sign * (move["dtw"] or 0)
    return [values[number] for number in sorted(values)]


def action(move):
    """Returns the number of a move on the standard board among the actions of the environments."""
    circles = [int(circle) - 1 for circle in move.split("-")]
    return circles[0] if len(circles) == 1 else 25 + 25 * circles[0] + circles[1]


def test_teeko_cc():
    """The database of teeko.cc, looked up as its bot does: by the rank of the canonical index,
    from the checkpoint before it.
    """
    said = export("teeko-cc", "db2")
    with open(f"{folder}/db2", "rb") as file:
        data = file.read()
    check("magic and version", data[:8], b"TEEK\x02\0\0\0")
    offset, layers = 8, []
    for _ in range(9):
        count, checkpoints = struct.unpack_from("<II", data, offset)
        starts = struct.unpack_from(f"<{checkpoints}I", data, offset + 8)
        offset += 8 + 4 * checkpoints
        layers.append((starts, memoryview(data)[offset : offset + count].cast("b")))
        offset += count
    check("length", offset, len(data))
    board = numpy.arange(25).reshape(5, 5)
    turned = [
        numpy.rot90(sides, turns).ravel().tolist()
        for sides in (board, board.T)
        for turns in range(4)
    ]

    def index(a, b):
        """`a` are the circles of the side to move, counted from 0."""
        occupied = sorted(a | b)
        n, red = len(occupied), len(b)
        where = sum(comb(24 - circle, n - place) for place, circle in enumerate(occupied))
        whose = 0
        for bit in range(n):
            if occupied[n - 1 - bit] in b:
                whose += comb(n - bit - 1, red)
                red -= 1
        return where + comb(25, n) * whose

    def canonical(a, b):
        return min(index({image[i] for i in a}, {image[i] for i in b}) for image in turned)

    def members(rest, size, limit):
        """Yields the greatest item each time that does not lead beyond a number of sets."""
        for k in range(size, 0, -1):
            item = max(i for i in range(limit) if comb(i, k) <= rest)
            rest -= comb(item, k)
            yield item

    def position(n, number):
        """Returns the circles of both sides in the position of `n` pieces with this index."""
        colours, where = divmod(number, comb(25, n))
        occupied = sorted(24 - item for item in members(where, n, 25))
        b = {occupied[place] for place in members(colours, (n + 1) // 2, n)}
        return set(occupied) - b, b

    def looked_up(a, b):
        """Looks a position up: counts the canonical indexes from the checkpoint before it."""
        n, place = len(a) + len(b), canonical(a, b)
        starts, scores = layers[n]
        before = range(place // 1024 * 1024, place)
        rank = sum(canonical(*position(n, number)) == number for number in before)
        return scores[starts[place // 1024] + rank]

    # By Burnside's lemma, and published by the site's solver as well.
    orbits = [1, 6, 85, 904, 9_664, 66_859, 443_850, 2_105_695, 9_469_965]
    check("orbits of each layer", [len(scores) for _, scores in layers], orbits)
    check("rows of the database", said["rows"], sum(orbits))
    row, other_row, none = {0, 1, 2, 3}, {20, 21, 22, 23}, {4, 8, 13, 22}
    over = [looked_up(row, none), looked_up(none, row), looked_up(row, other_row)]
    check("won, lost and impossible positions", over, [126, -126, -128])
    signs = set()
    for n in range(9):
        drawn = [random.sample(range(25), n) for _ in range(100 if n <= 3 else 12)]
        drawn = [(set(circles[: n // 2]), set(circles[n // 2 :])) for circles in drawn]
        texts = []
        for sides in drawn:
            masks = [sum(1 << circle for circle in side) for side in sides]
            black, red = masks if n % 2 == 0 else reversed(masks)
            texts.append(rows_form(black, red, "br"[n % 2]))
        expected = [
            {"win": 126 - (dtw or 0), "loss": (dtw or 0) - 126, "draw": 0}[outcome]
            for outcome, dtw in values("44-ssss", texts)
        ]
        check(f"layer {n}: values", [looked_up(a, b) for a, b in drawn], expected)
        signs.update((value > 0) - (value < 0) for value in expected)
    check("positions won, drawn and lost", signs, {1, 0, -1})


test_parquet_of_orbits("44-ssss")
test_provenance_in_parquet("58-ppsp+4x4")
test_parquet_of_all_positions("44-ssss")
test_orbits_in_every_format()
test_text()
test_guessed_types()
test_values_of_moves("44-ssss", "slide")
test_values_of_moves("58-sppp", "7")
test_types_in_parquet("junior")
test_teeko_cc()
print("every export agrees")
