#!/usr/bin/env bash
# Builds a program that reads tables and does nothing else, outside the workspace, and lets it look up
# the value of Advanced Teeko in the tables of a folder.
#
#   scripts/table_reader.sh [FOLDER]
#
# FOLDER is `tables` by default, and has the tables that `teeko solve 58-ssss` writes. The script
# fails if the program is made of more than twelve crates of others than itself, macros apart, or if
# it needs a C compiler.
set -euo pipefail
. "$(dirname "$0")/head.sh"
tables=$(realpath "${1:-$(dirname "$0")/../tables}")
cd -P "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/table-reader
reader=$(mktemp -d)
trap 'rm -rf "$reader"' EXIT
mkdir "$reader/src"
cp Cargo.lock "$reader"
cat >"$reader/Cargo.toml" <<MANIFEST
[package]
name = "reader"
edition = "2024"

[dependencies]
teeko-rules = { path = "$PWD/crates/teeko-rules", default-features = false }
teeko-table = { path = "$PWD/crates/teeko-table", default-features = false, features = ["portable"] }

[workspace]
MANIFEST
cat >"$reader/src/main.rs" <<'PROGRAM'
use std::error::Error;
use std::path::Path;

use teeko_rules::Position;
use teeko_table::{Table, TableFile};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected a folder of tables")?;
    let open = |name: &str| -> Result<TableFile, Box<dyn Error>> {
        Ok(TableFile::open(std::fs::read(Path::new(&folder).join(name))?, name)?)
    };
    let table = Table::open(open("58.slide")?, Some(open("58-ssss.drop")?))?;
    let outcome = table.outcome(&Position::EMPTY)?.ok_or("expected a value, found none")?;
    println!("{outcome}");
    Ok(())
}
PROGRAM
cd "$reader"
crates=$(cargo tree --quiet --edges normal,no-proc-macro --prefix none --no-dedupe | grep -v '^reader ' | sort --unique)
if [ "$(wc -l <<<"$crates")" -gt 12 ] || grep -q '^\(cc\|.*-sys\) ' <<<"$(cargo tree --quiet --prefix none)"; then
    printf 'expected at most twelve crates, none of them in C, found:\n%s\n' "$crates" >&2
    exit 1
fi
cargo build --quiet --release --target-dir "$target"
# Steele 1998: Black wins in 13 plies.
found=$("$target/release/reader" "$tables")
if [ "$found" != 'win in 13 plies' ]; then
    echo "expected a win in 13 plies, found $found" >&2
    exit 1
fi
echo "a reader of tables has $(wc -l <<<"$crates") crates: $found"
