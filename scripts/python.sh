#!/usr/bin/env bash
# Prints the path of a Python that has the packages of scripts/requirements.txt. It makes a virtual environment for them in
# target/python the first time, and again when the list or the Python has changed. Needs python3 (3.9 or later, with venv)
# and, that first time, the package registry. It ends with 69 where there is no such Python.
set -euo pipefail
cd -P "$(dirname "$0")/.."
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo 'expected python3 with its module venv, found none; install it (Debian: apt-get install python3-venv)' >&2
    exit 69
fi
key=$(python3 -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read() + sys.version.encode()).hexdigest()[:16])' \
    scripts/requirements.txt)
environment=$PWD/target/python/$key
if [ ! -d "$environment" ]; then
    # It gets its name when it is whole, so that nobody finds half of one. Of several made at once the first to be ready stays.
    mkdir -p target/python
    new=$(mktemp -d "$environment.XXXXXX")
    trap 'rm -rf "$new"' EXIT
    python3 -m venv "$new" >&2
    "$new/bin/python" -m pip install --quiet --disable-pip-version-check -r scripts/requirements.txt >&2
    python3 -c 'import os, sys; os.rename(*sys.argv[1:])' "$new" "$environment" 2>/dev/null || [ -d "$environment" ]
fi
echo "$environment/bin/python"
