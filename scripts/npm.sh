#!/usr/bin/env bash
# Makes the npm package `teeko`, the solver in WebAssembly with types, and compares it with the
# program.
#
#   scripts/npm.sh [FOLDER]
#
# FOLDER is target/npm by default. `npm pack FOLDER` then makes the package to publish.
#
# Needs Node 20 or later. Types are checked if npm can fetch the compiler.
set -euo pipefail
folder=$(realpath --canonicalize-missing -- "${1:-$(dirname "$0")/../target/npm}")
cd "$(dirname "$0")/.."

solver=$(scripts/wasm.sh)
mkdir -p "$folder"
cp crates/teeko-web/npm/{package.json,index.js,index.d.ts,README.md} crates/teeko-web/page/{request,solver_call}.js crates/teeko-web/LICENSE-* "$folder/"
cp "$solver" "$folder/teeko.wasm"

cargo build --quiet --release --package teeko-cli
node crates/teeko-web/npm/test.mjs "$folder" "${CARGO_TARGET_DIR:-target}/release/teeko"
types=$(mktemp -d)
trap 'rm -rf "$types"' EXIT
cat >"$types/use.mts" <<END
import { solve, TeekoError, type Query } from "$folder/index.js";
const game = await solve("58-ssss", { goals: [[1, 2, 3, 4]] });
const answer: Query = game.query({ moves: "13 12" });
const move: string | undefined = answer.moves?.[0]?.move;
console.log(move, game.value.dtw, new TeekoError("").hint);
END
(cd "$types" && npm install --silent --no-save typescript@5.9.3 && npx tsc --strict --noEmit --target es2022 --module nodenext --lib es2022,dom use.mts)
echo "$folder: $(du -sb "$folder" | cut -f1) bytes"
