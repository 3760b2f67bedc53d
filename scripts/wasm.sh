#!/usr/bin/env bash
# Builds the solver for pages and for Node, and prints the path of its WebAssembly. Adds the target
# if it is missing.
#
#   scripts/wasm.sh [OPTION OF CARGO]...
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."

# The solver does not contain itself.
unset TEEKO_SOLVER
target=wasm32-unknown-unknown
need_target $target
RUSTFLAGS="-C target-feature=+simd128,+bulk-memory" \
    scripts/reproducible.sh cargo build --quiet --locked --package teeko-web --lib --profile page --target $target "$@"
echo "${CARGO_TARGET_DIR:-target}/$target/page/teeko_web.wasm"
