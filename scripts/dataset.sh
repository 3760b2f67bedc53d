#!/usr/bin/env bash
# Writes a data set to FOLDER, to be uploaded as it is: Parquet files of every position and the
# value of every move, certificates, the proofs in Coq, checksums, a description for programs
# (croissant.json), and a card, README.md, whose header data set hubs read. Without a variant it has
# Scarne's sixteen.
#
#   scripts/dataset.sh FOLDER [VARIANT…]
#
# TEEKO_PROGRAM is the program that solves and exports; if it is not set, this builds one. Needs
# python3.
set -euo pipefail
. "$(dirname "$0")/head.sh"
if [ $# = 0 ] || [ -e "$1" ]; then
    echo 'usage: scripts/dataset.sh FOLDER [VARIANT…]; expected a FOLDER that does not exist' >&2
    exit 2
fi
folder=$(realpath "$1")
shift
cd -P "$(dirname "$0")/.."
if [ -z "${TEEKO_PROGRAM:-}" ]; then
    cargo build --quiet --release --package teeko-cli
    TEEKO_PROGRAM=${CARGO_TARGET_DIR:-target}/release/teeko
fi
# The folder gets its name when it is complete.
new=$(mktemp -d "$folder.XXXXXX")
tables=$(mktemp -d)
trap 'rm -rf "$new" "$tables"' EXIT
chmod 755 "$new"
teeko() { "$TEEKO_PROGRAM" --quiet "$@"; }

started=$SECONDS
variants=$(teeko solve "${@:-all}" -o "$tables" --json |
    grep -o '"variant":"[^"]*"' | cut -d '"' -f 4)
[ -n "$variants" ]
mkdir "$new/certificates" "$new/proof"
cp tests/proof/* "$new/proof"
cp crates/teeko-python/LICENSE-* "$new/proof"
cp crates/teeko-export/LICENSE-CC0 "$new"
grep -v '^#' .github/CITATION.cff >"$new/CITATION.cff"

# What each export has written, one a line.
exports=$(mktemp --tmpdir="$tables" exports.XXXXXX.json)
for variant in $variants; do
    teeko certificate "$variant" --tables "$tables" \
        -o "$new/certificates/$variant.certificate" >/dev/null
    for phase in slide drop; do
        # All positions of the drop phase have rows; an orbit of the slide phase has one.
        options=(--layer "$phase" --values)
        options+=(--columns black,red,layer,turn,outcome,dtw,slot,fold,weight,variant)
        [ "$phase" = slide ] || options+=(--all-positions)
        mkdir "$new/$variant.$phase"
        for split in 'train fold<8' 'validation fold=8' 'test fold=9'; do
            read -r split condition <<<"$split"
            teeko export -v "$variant" --tables "$tables" "${options[@]}" --where "$condition" \
                -o "$new/$variant.$phase/$split.parquet" --json >>"$exports"
        done
    done
done
python3 scripts/dataset_card.py "$TEEKO_PROGRAM" "$tables" "$exports" "$new" \
    --seconds $((SECONDS - started)) --command "scripts/dataset.sh FOLDER${*:+ $*}"
mv "$new" "$folder"
