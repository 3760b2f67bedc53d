#!/usr/bin/env bash
# Installs the Python package in an environment of its own, target/python-package, and tests it
# there: its tests, the examples of its documentation, its types, and that the stubs match the
# module. Needs python3 (3.11 or later, with venv) and the package registry.
set -euo pipefail
cd -P "$(dirname "$0")/.."
environment=$PWD/target/python-package
python3 -m venv "$environment"
python=$environment/bin/python
"$python" -m pip install --quiet --disable-pip-version-check './crates/teeko-python[test]'
cargo build --quiet --release --package teeko-cli
cd crates/teeko-python
export TEEKO_PROGRAM=${CARGO_TARGET_DIR:-../../target}/release/teeko
TEEKO_PROGRAM=$(realpath "$TEEKO_PROGRAM")
# Files of Python's own stay out of the sources.
export PYTHONDONTWRITEBYTECODE=1
"$python" -m pytest -q -p no:cacheprovider
"$python" -m pytest -q -p no:cacheprovider --doctest-modules --pyargs teeko
"$python" -m pytest -q -p no:cacheprovider --doctest-glob=README.md -o doctest_optionflags=ELLIPSIS README.md
"$python" -m mypy --cache-dir=/dev/null
"$python" -m mypy.stubtest --mypy-config-file pyproject.toml teeko
