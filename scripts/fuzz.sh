#!/usr/bin/env bash
# Runs libFuzzer on one of the readers that tests/fuzz feeds, with the options that follow its name:
# scripts/fuzz.sh http -max_total_time=600. Needs a nightly compiler and cargo-fuzz. Inputs that fail
# are written to target/fuzz.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."
reader=${1:?expected a reader such as http}
corpus=target/fuzz/$reader
cargo run --quiet --release -p teeko-tests --example fuzz -- "$reader" --corpus "$corpus"
exec cargo +nightly fuzz run --fuzz-dir tests/fuzz/libfuzzer --target-dir target/fuzz/build \
    "$reader" "$corpus" -- "-artifact_prefix=target/fuzz/$reader-" "${@:2}"
