#!/usr/bin/env bash
# Makes the pictures of README.md from the page and the program that scripts/browser.sh has built.
# Run that first.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."

target=$(realpath "${CARGO_TARGET_DIR:-target}")
cp scripts/browser/pictures.mjs "$target/browser/"
mkdir -p crates/teeko-web/pictures crates/teeko-cli/pictures
node "$target/browser/pictures.mjs" "$target/release/teeko" "$target/browser/teeko.html" \
    crates/teeko-web/pictures/explorer.png crates/teeko-cli/pictures/review.png
