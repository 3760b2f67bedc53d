"""Files for other programs, compared with those of the program."""

from collections.abc import Callable
from pathlib import Path

import pytest
import teeko


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("a.csv", {}),
        ("a.jsonl", {"layer": 5, "all_positions": True}),
        ("a.csv.zst", {"layer": "drop", "where": "outcome!=draw"}),
        ("a.npy", {"columns": ["slot", "dtw"]}),
        ("a.parquet", {"values": True}),
        ("a", {"to": "csv", "columns": "black,red,score"}),
    ],
)
def test_files_are_those_of_the_program(
    small: teeko.Game, program: Callable[..., str], tmp_path: Path, name: str, arguments: dict
) -> None:
    ours, theirs = tmp_path / name, tmp_path / f"their-{name}"
    written = small.export(ours, **arguments)
    options = []
    for option, value in arguments.items():
        text = ",".join(value) if isinstance(value, list) else str(value)
        options += [f"--{option.replace('_', '-')}", *([] if value is True else [text])]
    program("export", "-v", small.name, "-o", theirs, *options)
    assert ours.read_bytes() == theirs.read_bytes()
    assert written["schema"] == "teeko.export/1"
    assert (written["bytes"], written["path"]) == (ours.stat().st_size, str(ours))
    assert {path.name for path in tmp_path.iterdir()} == {name, f"their-{name}"}


def test_what_cannot_be_exported_is_said_in_the_programs_words(
    small: teeko.Game, tmp_path: Path
) -> None:
    there = tmp_path / "there.csv"
    there.write_text("mine")
    csv = tmp_path / "a.csv"
    for error, path, arguments, message in [
        (teeko.InputError, tmp_path / "a.png", {}, "expected a name that ends in .csv, .jsonl"),
        (teeko.InputError, csv, {"to": "xls"}, "format `xls`: expected csv, jsonl"),
        (teeko.InputError, csv, {"columns": ["plies"]}, "`plies`: expected some of position"),
        (teeko.ResourceError, there, {}, "there.csv: already exists"),
        (teeko.ResourceError, tmp_path / "no" / "a.csv", {}, "cannot be written: No such file"),
    ]:
        with pytest.raises(error, match=message) as raised:
            small.export(path, **arguments)
        assert "\n" not in str(raised.value)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
    small.export(there, force=True)
    assert there.read_text().startswith("position,")
