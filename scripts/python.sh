#!/usr/bin/env bash
# Prints the path of a Python that has the packages of scripts/requirements.txt. The folder `older`
# of its environment has those of scripts/requirements-older.txt. The environment is made in
# target/python the first time, and again when a list or the Python has changed. Needs python3 (3.9
# or later, with venv) and, when it makes the environment, the package registry. Exits with 69 if
# there is no such Python.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd -P "$(dirname "$0")/.."
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo 'expected python3 with its module venv, found none; install it (Debian: apt-get install python3-venv)' >&2
    exit 69
fi
key=$(python3 -c '
import hashlib, sys
lists = b"".join(open(path, "rb").read() for path in sys.argv[1:])
print(hashlib.sha256(lists + sys.version.encode()).hexdigest()[:16])
' scripts/requirements.txt scripts/requirements-older.txt)
environment=$PWD/target/python/$key
if [ ! -d "$environment" ]; then
    # The environment gets its name when it is complete. If several are made at once, the first to
    # be ready stays.
    mkdir -p target/python
    new=$(mktemp -d "$environment.XXXXXX")
    trap 'rm -rf "$new"' EXIT
    python3 -m venv "$new" >&2
    "$new/bin/python" -m pip install --quiet --disable-pip-version-check -r scripts/requirements.txt >&2
    "$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$new/older" \
        -r scripts/requirements-older.txt >&2
    python3 -c 'import os, sys; os.rename(*sys.argv[1:])' "$new" "$environment" 2>/dev/null || [ -d "$environment" ]
fi
echo "$environment/bin/python"
