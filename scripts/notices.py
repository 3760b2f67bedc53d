#!/usr/bin/env python3
"""Prints the licences and notices of the packages that a program or library of this workspace links.

    scripts/notices.py PACKAGE [OPTION OF CARGO]... >THIRD-PARTY.txt

A text that several packages have is printed once, after all their names. Fails if a package has no
text. Needs cargo and Python 3.9 or later, and the sources of all packages, which `cargo fetch` gets.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ("licen", "copying", "notice", "unlicense")


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    package, *options = sys.argv[1:]
    # By the words of a text, since copies differ in their spaces.
    packages_of_text = {}
    for linked in linked_packages(package, options):
        texts = texts_of(folder_of(linked))
        if not texts:
            sys.exit(f"error: {name_of(linked)}: expected a licence or notice, found none")
        for text in texts:
            _, packages = packages_of_text.setdefault(" ".join(text.split()), (text, []))
            packages.append(name_of(linked))
    print(f"{package} contains code of these packages, under these terms.")
    for text, packages in packages_of_text.values():
        print(f"\n{'=' * 80}\n{', '.join(packages)}\n{'-' * 80}\n\n{text}")


def linked_packages(package, options):
    """Returns what cargo says of the packages that are linked, but for those of this workspace."""
    tree = cargo(
        "tree", "--locked", "--package", package, "--edges", "normal,no-proc-macro",
        "--prefix", "none", "--format", "{p}", *options,
    )  # fmt: skip
    # Lines such as `serde v1.0.0`, with `(*)` if it was there before.
    linked = {tuple(line.split()[:2]) for line in tree.splitlines()}
    metadata = json.loads(cargo("metadata", "--locked", "--format-version", "1"))
    packages = [of for of in metadata["packages"] if of["source"]]
    packages.sort(key=name_of)
    return [of for of in packages if (of["name"], f"v{of['version']}") in linked]


def name_of(package):
    return f"{package['name']} {package['version']} ({package['license']})"


def folder_of(package):
    return pathlib.Path(package["manifest_path"]).parent


def texts_of(folder):
    """Returns the texts in a package, and in folders of other people's sources in it."""
    files = [file for file in sorted(folder.rglob("*")) if file.name.lower().startswith(NAMES)]
    return [
        file.read_text("utf-8", "replace").strip()
        for file in files
        if file.is_file() and file.suffix.lower() in ("", ".md", ".txt", ".rst", ".mit", ".apache")
    ]


def cargo(*arguments):
    done = subprocess.run(["cargo", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout


if __name__ == "__main__":
    main()
