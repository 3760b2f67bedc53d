#!/usr/bin/env bash
# Changes one operation or function at a time in a copy of the workspace, and lists the changes that
# no test of the same crate notices ("missed"). Without arguments it tries a sample of some forty.
#
#   scripts/mutants.sh                           a sample of all crates, the same every time
#   scripts/mutants.sh 7/300                     another sample: every 300th, from the 7th on
#   scripts/mutants.sh 3/28 -p teeko-table       a sample of one crate
#   scripts/mutants.sh 0/1 -f header_reader.rs   every change in a file
#
# Further options are those of `cargo mutants`, which nothing else needs: `cargo install
# cargo-mutants`. `.cargo/mutants.toml` says what is left out and why. The lists are in
# `target/mutants/mutants.out`.
set -euo pipefail
. "$(dirname "$0")/head.sh"
need cargo-mutants
cd "$(dirname "$0")/.."

# A change takes the build of one crate and its tests, so builds are incremental, and all runs share
# them.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}/mutants"
export CARGO_INCREMENTAL=1 CARGO_PROFILE_DEV_DEBUG=0
mkdir -p "$CARGO_TARGET_DIR"

shard=${1:-3/200}
shift || true
# The tests need the repository, for the list of its files.
exec nice -n 19 cargo mutants --copy-vcs true --sharding round-robin --shard "$shard" \
    --output "$CARGO_TARGET_DIR" "$@"
