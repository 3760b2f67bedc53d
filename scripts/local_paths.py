#!/usr/bin/env python3
"""Keeps the folders of the machine that builds out of what is published.

    scripts/local_paths.py check FILE...     fails if a file, or a file in an archive, names them
    scripts/local_paths.py clean WHEEL...    takes them out of the list of parts (SBOM) in a wheel

`clean` also takes out the time and the number that differ from build to build. What is compiled is
free of them if scripts/reproducible.sh has built it. Needs Python 3.9 or later, without packages.
"""

import base64
import hashlib
import json
import os
import pathlib
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

FOLDERS = [
    ROOT,
    pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve(),
    pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo")),
    pathlib.Path(os.environ.get("RUSTUP_HOME", pathlib.Path.home() / ".rustup")),
]


def main():
    actions = {"check": check, "clean": clean}
    if len(sys.argv) < 3 or sys.argv[1] not in actions:
        sys.exit("usage: local_paths.py check|clean FILE...")
    for path in sys.argv[2:]:
        actions[sys.argv[1]](path)


def contents(path):
    """Yields the name and the bytes of a file, or of each file in an archive."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield from ((info.filename, archive.read(info)) for info in archive.infolist())
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            files = (member for member in archive if member.isfile())
            yield from ((member.name, archive.extractfile(member).read()) for member in files)
    else:
        yield path, pathlib.Path(path).read_bytes()


def check(path):
    for name, data in contents(path):
        for folder in FOLDERS:
            for text in {str(folder), folder.as_posix()}:
                at = data.find(text.encode())
                if at >= 0:
                    found = data[at : at + 100].split(b"\0")[0].decode(errors="replace")
                    place = path if name == path else f"{path}: {name}"
                    sys.exit(
                        f"error: {place}: expected no folder of this machine, found {found!r}; "
                        "build it with scripts/reproducible.sh"
                    )


def clean(path):
    with zipfile.ZipFile(path) as wheel:
        files = [(info, wheel.read(info)) for info in wheel.infolist()]
    files = [(info, cleaned(data) if "/sboms/" in info.filename else data) for info, data in files]
    record = "".join(
        f"{info.filename},,\n" if info.filename.endswith(".dist-info/RECORD")
        else f"{info.filename},sha256={digest(data)},{len(data)}\n"
        for info, data in files
    )
    partial = f"{path}.partial"
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as wheel:
        for info, data in files:
            is_record = info.filename.endswith(".dist-info/RECORD")
            wheel.writestr(info, record.encode() if is_record else data)
    os.replace(partial, path)


def cleaned(data):
    parts = json.loads(data)
    parts.pop("serialNumber", None)
    parts["metadata"].pop("timestamp", None)
    text = json.dumps(parts, indent=2, ensure_ascii=False)
    return text.replace(ROOT.as_uri(), "file://").encode()


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
