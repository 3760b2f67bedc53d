#!/usr/bin/env bash
# Makes the page that shows, plays and explains every variant: one HTML file with the solver in it,
# in WebAssembly.
#
#   scripts/page.sh [FILE]
#
# FILE is teeko.html in the current folder by default.
set -euo pipefail
. "$(dirname "$0")/head.sh"
output=$(realpath --canonicalize-missing -- "${1:-teeko.html}")
cd "$(dirname "$0")/.."

solver=$(scripts/wasm.sh)

# The page appears complete or not at all.
temporary=$(mktemp "$output.XXXXXX")
trap 'rm -f "$temporary"' EXIT
cargo run --quiet --package teeko-web --example page -- "$solver" >"$temporary"
chmod 644 "$temporary"
mv -- "$temporary" "$output"
echo "$output: $(wc -c <"$output") bytes"
