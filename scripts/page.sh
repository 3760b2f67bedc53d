#!/usr/bin/env bash
# Makes the page that shows, plays and explains every variant: one HTML file with the solver in it, in WebAssembly.
#
#   scripts/page.sh [FILE]     FILE is teeko.html in the current folder unless it is named
set -euo pipefail
output=$(realpath --canonicalize-missing -- "${1:-teeko.html}")
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
if ! [ -d "$(rustc --print target-libdir --target $target)" ]; then
    rustup target add $target
fi
RUSTFLAGS="-C target-feature=+simd128,+bulk-memory" \
    cargo build --quiet --package teeko-web --lib --profile page --target $target
solver=${CARGO_TARGET_DIR:-target}/$target/page/teeko_web.wasm

# Complete or not there at all.
temporary=$(mktemp "$output.XXXXXX")
trap 'rm -f "$temporary"' EXIT
gzip --best --no-name --stdout "$solver" | base64 --wrap=0 | cargo run --quiet --package teeko-web --example page >"$temporary"
chmod 644 "$temporary"
mv -- "$temporary" "$output"
echo "$output: $(wc -c <"$output") bytes"
