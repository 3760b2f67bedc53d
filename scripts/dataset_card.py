"""Describes a data set that scripts/dataset.sh has written: its card, README.md, from the template
dataset_card.md and dataset_baseline.md; croissant.json, for programs; and the checksums of all files.

    python3 scripts/dataset_card.py PROGRAM TABLES EXPORTS FOLDER --seconds N --command TEXT

EXPORTS has a line of `teeko export --json` for each file. Needs Python 3.9 or later, without
packages.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import platform
import string
import subprocess

SCRIPTS = pathlib.Path(__file__).resolve().parent
SPLITS = ("train", "validation", "test")

#: The version of the data. The first number changes if columns, slots, folds or the order of rows
#: do, so that a program for the old data would be wrong; the second if there is more; the third if
#: only the card or the bytes of files differ.
DATA_VERSION = "1.0.0"

#: The types of columns in croissant.json, and what they mean. It has no type for the bytes of
#: `values`.
COLUMNS = {
    "black": ("sc:Integer", "Black's pieces: bit c - 1 for circle c"),
    "red": ("sc:Integer", "Red's pieces: bit c - 1 for circle c"),
    "layer": ("sc:Integer", "pieces on the board, 0 to 8"),
    "turn": ("sc:Text", "the side to move: black or red"),
    "outcome": ("sc:Text", "for the side to move, with best play: win, draw or loss"),
    "dtw": ("sc:Integer", "plies to the goal that ends the game, with best play; null in a draw"),
    "slot": ("sc:Integer", "number of the orbit in its layer"),
    "fold": ("sc:Integer", "CRC-32 of the text layer:slot, modulo 10"),
    "weight": ("sc:Integer", "positions that the row stands for"),
    "variant": ("sc:Text", "name of the rules"),
}

#: The sizes of data sets that hubs know.
SIZES = {
    "10K<n<100K": 100_000,
    "100K<n<1M": 1_000_000,
    "1M<n<10M": 10_000_000,
    "10M<n<100M": 100_000_000,
    "100M<n<1B": 1_000_000_000,
    "1B<n<10B": 10_000_000_000,
}

#: Terms of Croissant, for the context of its document.
CROISSANT = """citeAs column equivalentProperty extract field fileObject fileProperty fileSet format
includes isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace
samplingRate separator source subField transform""".split()

PROSE = """\
Exact values of every position and every move of the board game Teeko, in variants of the game: who
wins with best play, and in how many plies."""


def main():
    options = parsed_options()
    data = DataSet(options)
    template = string.Template((SCRIPTS / "dataset_card.md").read_text(encoding="utf-8"))
    card = template.substitute(card_fields(data, options))
    (data.folder / "README.md").write_text(card, encoding="utf-8")
    sums = checksums(data.folder)
    document = json.dumps(croissant(data, sums), indent=1, ensure_ascii=False) + "\n"
    (data.folder / "croissant.json").write_text(document, encoding="utf-8")
    sums["croissant.json"] = sha256(data.folder / "croissant.json")
    lines = [f"{sums[name]}  {name}\n" for name in sorted(sums)]
    (data.folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def parsed_options():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    for name in ("program", "tables", "exports", "folder"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--seconds", type=int, required=True)
    parser.add_argument("--command", required=True)
    return parser.parse_args()


class DataSet:
    """What is in the folder, and what the program says of it."""

    def __init__(self, options):
        self.folder = options.folder
        self.program = options.program
        self.tables = options.tables
        lines = options.exports.read_text(encoding="utf-8").splitlines()
        self.files = [json.loads(line) for line in lines if line]
        for file in self.files:
            path = pathlib.Path(file["path"])
            file["configuration"], file["split"] = path.parent.name, path.stem
            file["name"] = f"{path.parent.name}/{path.name}"
        self.variants = list(dict.fromkeys(file["variant"] for file in self.files))
        self.configurations = list(dict.fromkeys(file["configuration"] for file in self.files))
        self.rules = {name: self.ask("variants", name) for name in self.variants}
        self.stats = {name: self.ask("stats", "-v", name, "--tables", self.tables)
                      for name in self.variants}
        self.date = datetime.datetime.now(datetime.timezone.utc)
        self.version = self.said("--version").removeprefix("teeko ")
        address = subprocess.check_output([SCRIPTS / "address.py", "show"], text=True).strip()
        self.address = address if address.startswith("https:") else None

    def said(self, *arguments):
        command = [self.program, "--quiet", *arguments]
        return subprocess.check_output(command, text=True).strip()

    def ask(self, *arguments):
        return json.loads(self.said(*arguments, "--json"))

    def files_of(self, configuration):
        return [file for file in self.files if file["configuration"] == configuration]

    def rows(self, split=None):
        return sum(file["rows"] for file in self.files if split in (None, file["split"]))


def card_fields(data, options):
    """Returns what the template leaves open."""
    program = f"teeko {data.version}"
    url = ""
    if data.address:
        program = f"[{program}]({data.address})"
        url = f"\n  url = {{{data.address}}},"
    processor = f"{os.cpu_count()} processors, {platform.system()} on {platform.machine()}"
    width, height = data.rules[data.variants[0]]["board"].split("x")
    return {
        "configurations": header_configurations(data),
        "size_category": size_category(data.rows()),
        "description": PROSE,
        "variants": variants_table(data),
        "same_slides": same_slides(data),
        "sizes": sizes_table(data),
        "shares": shares_table(data),
        "hashes": hashes_table(data),
        "baseline": baseline(data),
        "program": program,
        "command": options.command,
        "date": data.date.strftime("%Y-%m-%d"),
        "year": data.date.year,
        "took": duration(options.seconds),
        "processor": processor,
        "data_version": DATA_VERSION,
        "version": data.version,
        "url": url,
        "width": width,
        "height": height,
        "slide": data.configurations[0],
        "variant": data.variants[0],
        "rows": f"{data.rows():,}",
    }


def header_configurations(data):
    """Returns the part of the header that says which files are which."""
    lines = []
    for configuration in data.configurations:
        lines.append(f"- config_name: {configuration}")
        if len(lines) == 1:
            lines.append("  default: true")
        lines.append("  data_files:")
        for file in data.files_of(configuration):
            lines += [f"  - split: {file['split']}", f"    path: {file['name']}"]
    return "\n".join(lines)


def size_category(rows):
    for name, below in SIZES.items():
        if rows < below:
            return name
    return "n>1T"


def table(titles, rows):
    """Returns a table in Markdown."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def variants_table(data):
    """Returns what each game is: its board, goals, drops and value."""
    rows = []
    for name, rules in data.rules.items():
        value = data.stats[name]["outcome"]
        if value != "draw":
            plies = data.stats[name]["dtw"]
            value = f"{'Black' if value == 'win' else 'Red'} wins in {plies} plies"
        board = rules["board"].replace("x", " x ")
        shapes = ", ".join(f"{shape['count']} {drawn(shape)}" for shape in rules["shapes"])
        rows.append([f"`{name}`", board, f"{len(rules['goals'])}: {shapes}", rules["plan"], value])
    return table(["variant", "board", "goals", "drops", "value for Black"], rows)


def drawn(shape):
    """Returns the rows of a goal's shape."""
    return f"`{'/'.join(shape['rows'])}`"


def same_slides(data):
    """Returns a note on configurations that have the same positions and values."""
    groups = {}
    for name, rules in data.rules.items():
        key = json.dumps([rules["board"], rules["goals"], rules["steps"]])
        groups.setdefault(key, []).append(f"`{name}.slide`")
    same = [" = ".join(names) for names in groups.values() if len(names) > 1]
    if not same:
        return ""
    return (
        "\nDrops do not matter once all pieces are on the board, so these have the same rows, but for\n"
        "`variant`. Use one of each line:\n\n" + "".join(f"* {names}\n" for names in same)
    )


def sizes_table(data):
    rows = []
    for configuration in data.configurations:
        files = {file["split"]: file for file in data.files_of(configuration)}
        counts = [f"{files[split]['rows']:,}" for split in SPLITS]
        total = sum(file["bytes"] for file in files.values())
        rows.append([f"`{configuration}`", *counts, f"{total:,}"])
    counts = [f"{data.rows(split):,}" for split in SPLITS]
    rows.append(["all", *counts, f"{sum(file['bytes'] for file in data.files):,}"])
    return table(["configuration", *SPLITS, "bytes"], rows)


def shares_table(data):
    """Returns the shares of outcomes among positions."""
    rows = []
    for name in data.variants:
        census = data.stats[name]["census"]
        for phase, layers in (("slide", [census["slide"]]), ("drop", census["drop"])):
            counts = dict.fromkeys(["win", "draw", "loss", "finished"], 0)
            for layer in layers:
                counts["win"] += layer["win"] + layer.get("gift", 0)
                counts["draw"] += layer["draw"] + layer.get("no_move", 0)
                counts["loss"] += layer["loss"]
                counts["finished"] += layer["over"]
            total = sum(counts.values())
            shares = [f"{100 * count / total:.1f} %" for count in counts.values()]
            rows.append([f"`{name}.{phase}`", f"{total:,}", *shares])
    titles = ["configuration", "positions", "win", "draw", "loss, open", "loss, finished"]
    return table(titles, rows)


def baseline(data):
    """Returns the section on the figures of models, if the data that they are for are here."""
    if "44-ssss" not in data.variants:
        return ""
    return (SCRIPTS / "dataset_baseline.md").read_text(encoding="utf-8") + "\n"


def hashes_table(data):
    """Returns the content hashes of the tables that the values come from."""
    rows = []
    for path in sorted(data.tables.iterdir()):
        if path.suffix in (".slide", ".drop"):
            content = data.ask("info", path)["content_hash"]
            rows.append([f"`{path.name}`", f"`{content}`"])
    return table(["table", "content hash"], rows)


def duration(seconds):
    return f"{seconds} seconds" if seconds < 120 else f"{round(seconds / 60)} minutes"


def sha256(path):
    found = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            found.update(part)
    return found.hexdigest()


def checksums(folder):
    """Returns the checksums of all files by name."""
    sums = {}
    for path in folder.rglob("*"):
        if path.is_file():
            sums[path.relative_to(folder).as_posix()] = sha256(path)
    return sums


def croissant(data, sums):
    """Returns the description of the data set in the format Croissant."""
    distribution = []
    for file in data.files:
        distribution.append({
            "@type": "cr:FileObject",
            "@id": file["name"],
            "name": file["name"],
            "contentUrl": file["name"],
            "contentSize": f"{file['bytes']} B",
            "encodingFormat": "application/x-parquet",
            "sha256": sums[file["name"]],
        })
    return {
        "@context": croissant_context(),
        "@type": "sc:Dataset",
        "name": "Teeko, solved",
        "description": PROSE.replace("\n", " "),
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "citeAs": f"The teeko developers: teeko, version {data.version}",
        "creator": {"@type": "sc:Organization", "name": "The teeko developers"},
        "datePublished": data.date.strftime("%Y-%m-%d"),
        "license": "https://creativecommons.org/publicdomain/zero/1.0/",
        **({"url": data.address} if data.address else {}),
        "version": DATA_VERSION,
        "distribution": distribution,
        "recordSet": [record_set(file) for file in data.files],
    }


def croissant_context():
    """Returns what the names in the document mean, as the format asks for it."""
    context = {"@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/"}
    context["cr"] = "http://mlcommons.org/croissant/"
    context["rai"] = "http://mlcommons.org/croissant/RAI/"
    context["dct"] = "http://purl.org/dc/terms/"
    context["conformsTo"] = "dct:conformsTo"
    for term in CROISSANT:
        context[term] = f"cr:{term}"
    for term in ("data", "examples"):
        context[term] = {"@id": f"cr:{term}", "@type": "@json"}
    context["dataType"] = {"@id": "cr:dataType", "@type": "@vocab"}
    return context


def record_set(file):
    """Returns the description of a file's rows."""
    name = f"{file['configuration']}/{file['split']}"
    fields = []
    for column, (kind, meaning) in COLUMNS.items():
        fields.append({
            "@type": "cr:Field",
            "@id": f"{name}/{column}",
            "name": f"{name}/{column}",
            "description": meaning,
            "dataType": kind,
            "source": {"fileObject": {"@id": file["name"]}, "extract": {"column": column}},
        })
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"{file['rows']} rows: {file['positions']} positions of {file['variant']}",
        "field": fields,
    }


if __name__ == "__main__":
    main()
