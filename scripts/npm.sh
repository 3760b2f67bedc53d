#!/usr/bin/env bash
# Makes the npm package `teeko`, the solver in WebAssembly with types, and compares its answers with
# the contract. Checks the types and the manifest, that esbuild, Next.js, Vite and webpack bundle the
# package, and that Deno and Bun run it.
#
#   scripts/npm.sh [--quick] [FOLDER]
#
# FOLDER is target/npm by default. `npm pack FOLDER` then makes the package to publish. --quick stops
# after the types.
#
# Needs Node 20.19 or later, and npm. The bundles run in the browser of scripts/browser.sh if that is
# installed.
set -euo pipefail
. "$(dirname "$0")/head.sh"
quick=
if [ "${1:-}" = --quick ]; then
    quick=$1
    shift
fi
folder=$(realpath --canonicalize-missing -- "${1:-$(dirname "$0")/../target/npm}")
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}

solver=$(scripts/wasm.sh --features atlas)
mkdir -p "$folder"
cp crates/teeko-web/npm/{package.json,README.md,index.d.ts,index.js,browser.js,core.js,error.js,position.js,worker_asker.js} "$folder/"
cp crates/teeko-web/page/solver/{request,solver_call}.js crates/teeko-web/LICENSE-* "$folder/"
cp "$solver" "$folder/teeko.wasm"
# It names its repository once that is known.
if scripts/address.py check 2>/dev/null; then
    address=$(scripts/address.py show)
    (cd "$folder" && npm pkg set "homepage=$address" "bugs=$address/issues" \
        repository.type=git "repository.url=git+$address.git" repository.directory=crates/teeko-web/npm)
fi
node crates/teeko-web/npm/build.mjs "$folder"

node crates/teeko-web/npm/test.mjs "$folder"
node scripts/npm/contract.mjs "$folder" tests/contract

# Copies the programs of scripts/$1 to a folder that has their packages, and prints its path.
installed() {
    local copy=$target/$1-check
    mkdir -p "$copy"
    copy=$(cd "$copy" && pwd)
    cp "scripts/$1"/* "$copy"
    if ! cmp --silent "$copy/package-lock.json" "$copy/node_modules/.installed"; then
        npm ci --silent --prefix "$copy" --no-audit --no-fund --ignore-scripts
        cp "$copy/package-lock.json" "$copy/node_modules/.installed"
    fi
    echo "$copy"
}

# The types of answers, from the description of the service.
cargo build --quiet --release --package teeko-cli
types=$(installed types)
node "$types/types.mjs" "$target/release/teeko" "$folder"
ln -sfn "$folder" "$types/node_modules/teeko"
for libraries in es2022 es2022,dom; do
    "$types/node_modules/.bin/tsc" --project "$types" --lib $libraries
done

if [ -n "$quick" ]; then
    exit
fi
# The tools that packages meet, with the files that would be published.
check=$(installed npm)
rm -rf "$check/node_modules/teeko" "$check/node_modules/.vite"
mkdir "$check/node_modules/teeko"
npm pack --silent --pack-destination "$check" "$folder" >/dev/null
tar --extract --gzip --file "$check"/teeko-*.tgz --strip-components 1 --directory "$check/node_modules/teeko"
scripts/local_paths.py check "$check"/teeko-*.tgz
browser=$(realpath --canonicalize-missing -- "$target/browser")
cd "$check"
node_modules/.bin/publint --strict "$folder"
# It has ES modules only. WebAssembly has no types.
node_modules/.bin/attw --profile esm-only --exclude-entrypoints teeko.wasm --no-color ./teeko-*.tgz
node bundlers.mjs "$browser"
echo "$folder: $(du -sb "$folder" | cut -f1) bytes, packed $(cat ./teeko-*.tgz | wc -c)"
