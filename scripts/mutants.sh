#!/usr/bin/env bash
# Changes one operation or function of a crate at a time in a copy of the workspace, and lists the
# changes that no test of the crate notices ("missed").
#
#   scripts/mutants.sh teeko-table           ten changes, the same every time
#   scripts/mutants.sh teeko-table 7/113     another sample: every 113th change, from the 7th on
#   scripts/mutants.sh teeko-table 0/1 -f header_reader.rs    every change in a file
#
# Further options are those of `cargo mutants`, which nothing else needs: `cargo install
# cargo-mutants`. `.cargo/mutants.toml` says what is left out and why. The lists are in
# `target/mutants/mutants.out`.
set -euo pipefail
. "$(dirname "$0")/head.sh"
need cargo-mutants
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
    echo "error: ${0##*/} expects the name of a crate, such as teeko-table" >&2
    exit 2
fi
crate=$1
shift
if [ $# -gt 0 ]; then
    shard=$1
    shift
else
    changes=$(cargo mutants --list --package "$crate" | wc -l)
    shard=3/$((changes / 10))
fi

# A change takes the build of the crate, of what its tests use, and of its tests. So all runs share
# builds, which are incremental and in parts: with one part for a crate, a change in a function
# would compile the crate as a whole.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}/mutants"
export CARGO_INCREMENTAL=1 CARGO_PROFILE_DEV_CODEGEN_UNITS=16 CARGO_PROFILE_DEV_DEBUG=0
mkdir -p "$CARGO_TARGET_DIR"

# The tests need the repository, for the list of its files.
exec nice -n 19 cargo mutants --copy-vcs true --package "$crate" --sharding round-robin \
    --shard "$shard" --output "$CARGO_TARGET_DIR" "$@"
