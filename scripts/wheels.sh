#!/usr/bin/env bash
# Makes the wheel of the Python package for this system, which serves Python 3.11 and later.
#
#   scripts/wheels.sh [FOLDER]
#
# FOLDER is target/wheels by default.
set -euo pipefail
folder=$(realpath --canonicalize-missing -- "${1:-$(dirname "$0")/../target/wheels}")
cd -P "$(dirname "$0")/.."
python3 -m venv target/python-wheels
target/python-wheels/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" ./crates/teeko-python
du -b "$folder"/teeko-*.whl
