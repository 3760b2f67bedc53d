#!/usr/bin/env bash
# Checks the lower bounds of all dependencies: everything compiles with the oldest versions that the
# manifests allow. This takes ten minutes and is not part of CI. RUSTC_BOOTSTRAP lets a stable cargo
# choose those versions. It works in a copy, so that Cargo.lock does not change.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - | tar --extract --directory "$folder"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/minimal-versions
cd "$folder"
for workspace in . tests/fuzz/libfuzzer; do
    (cd $workspace && RUSTC_BOOTSTRAP=1 cargo update -Z direct-minimal-versions)
    (cd $workspace && cargo check --workspace --all-targets --all-features "$@")
done
