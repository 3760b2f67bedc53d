#!/usr/bin/env bash
# Runs the tests of the crates with `unsafe` code (the solver's vector instructions) and of those
# that read files under AddressSanitizer. This takes about five minutes and is not part of CI.
# RUSTC_BOOTSTRAP lets a stable compiler use its own sanitizer. The C library for compression is not
# sanitized, because another compiler's sanitizer does not mix with it.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."
target=$(rustc -vV | sed -n 's/^host: //p')
RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address CFLAGS=-fno-sanitize=all CARGO_TARGET_DIR=target/sanitize \
    cargo test -p teeko-solve -p teeko-table --lib --tests --target "$target"
