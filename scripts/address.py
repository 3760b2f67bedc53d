#!/usr/bin/env python3
"""The address of this project: the field `repository` of Cargo.toml, and what follows from it.

    scripts/address.py show         prints the address
    scripts/address.py check        fails while the address is not known: run it before you publish
    scripts/address.py links        makes the relative links in the READMEs of packages absolute
    scripts/address.py cite FOLDER  writes CITATION.cff and zenodo.json with version and date

Registries show a README without the repository around it, so relative links lead nowhere there.
`links` changes the files in place: run it in a checkout that you only make packages from. Needs
Python 3.9 or later, without packages.
"""

import datetime
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Relative links: those to other sites begin with a scheme, those within a file with `#`.
LINK = re.compile(r"(!?)\[([^]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")


def main():
    actions = {"show": show, "check": check, "links": links}
    if sys.argv[1:2] == ["cite"] and len(sys.argv) == 3:
        cite(pathlib.Path(sys.argv[2]))
    elif len(sys.argv) == 2 and sys.argv[1] in actions:
        actions[sys.argv[1]]()
    else:
        sys.exit("usage: address.py show|check|links|cite FOLDER")


def field(name):
    """Returns a field of the packages that all of them share."""
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    shared = manifest.split("[workspace.package]\n", 1)[1].split("\n[", 1)[0]
    return re.search(rf'^{name} = "(.*)"$', shared, re.MULTILINE)[1]


def show():
    print(field("repository"))


def check():
    for name in ["repository", "homepage"]:
        if not re.fullmatch(r"https://[^/\s]+/\S*[^/\s]", field(name)):
            sys.exit(
                f"error: Cargo.toml: {name}: expected an address such as "
                f"https://example.org/teeko, found `{field(name)}`; enter it before you publish"
            )


def links():
    for readme in sorted(ROOT.glob("crates/**/README.md")):
        text = readme.read_text(encoding="utf-8")
        # Every second part is a block of code.
        parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
        parts[::2] = [LINK.sub(lambda link: absolute(link, readme), part) for part in parts[::2]]
        readme.write_text("".join(parts), encoding="utf-8")


def absolute(link, readme):
    """Returns a link as one to the file of this version. Pictures are linked to as raw files."""
    picture, words, target = link.groups()
    path, mark, heading = target.partition("#")
    place = (readme.parent / path).resolve().relative_to(ROOT).as_posix()
    kind = "raw" if picture else "blob"
    version = field("version")
    return f"{picture}[{words}]({field('repository')}/{kind}/v{version}/{place}{mark}{heading})"


def cite(folder):
    """Writes the citation files of this version, with the date and version of the release."""
    folder.mkdir(parents=True, exist_ok=True)
    version, address = field("version"), field("repository")
    date = datetime.date.today().isoformat()
    citation = (ROOT / ".github/CITATION.cff").read_text(encoding="utf-8")
    deposit = json.loads((ROOT / ".github/.zenodo.json").read_text(encoding="utf-8"))
    citation += f'version: "{version}"\ndate-released: "{date}"\n'
    deposit |= {"version": version, "publication_date": date}
    if address.startswith("https:"):
        citation += f'repository-code: "{address}"\n'
        tag = {"identifier": f"{address}/tree/v{version}", "relation": "isSupplementTo"}
        deposit["related_identifiers"].append({**tag, "scheme": "url"})
    (folder / "CITATION.cff").write_text(citation, encoding="utf-8")
    text = json.dumps(deposit, indent=2, ensure_ascii=False)
    (folder / "zenodo.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
