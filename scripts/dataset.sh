#!/usr/bin/env bash
# Writes a data set to FOLDER, to be uploaded as it is: Parquet files of every position and the
# value of every move, certificates, the proofs in Coq, checksums, and a card, README.md, whose
# header data set hubs read. Without a variant it has Scarne's sixteen.
#
#   scripts/dataset.sh FOLDER [VARIANT…]
#
# TEEKO_PROGRAM is the program that solves and exports; if it is not set, this builds one.
set -euo pipefail
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
fields() { grep -o "\"$1\": *[^,}]*" | sed 's/.*: *"\{0,1\}\([^"]*\)"\{0,1\}/\1/'; }

variants=$(teeko solve "${@:-all}" -o "$tables" --json | fields variant)
[ -n "$variants" ]
mkdir "$new/certificates" "$new/proof"
cp tests/proof/* "$new/proof"
cp .github/CITATION.cff crates/teeko-python/LICENSE-* "$new"

# Each part of a header or a table of the card, one line or more for each configuration.
configurations='' information='' sizes='' total=0
add() { printf -v "$1" '%s%s\n' "${!1}" "$2"; }
for variant in $variants; do
    teeko certificate "$variant" --tables "$tables" \
        -o "$new/certificates/$variant.certificate" >/dev/null
    # As the exports have it: masks of 32 bits, or of 64 on boards with more circles.
    circles=$(teeko variants "$variant" --json | fields board | sed 's/x/ * /')
    mask=uint$((circles > 32 ? 64 : 32))
    for phase in slide drop; do
        # All positions of the drop phase have rows; an orbit of the slide phase has one.
        columns=black,red,layer,turn,outcome,dtw,slot,fold
        options=(--layer "$phase" --moves)
        if [ "$phase" = drop ]; then
            options+=(--all-positions --columns "$columns")
        else
            options+=(--columns "$columns,orbit_size")
        fi
        name=$variant.$phase
        mkdir "$new/$name"
        add configurations "- config_name: $name"
        [ "$total" -gt 0 ] || add configurations '  default: true'
        # By default readers take as many rows at once as the first row group has: in the drop phase,
        # where it is the empty board, one.
        add configurations '  batch_size: 65536'
        add configurations '  data_files:'
        add information "- config_name: $name
  features:"
        for feature in black:$mask red:$mask layer:uint8 turn:string outcome:string \
            dtw:uint16 slot:uint64 fold:uint8 $([ "$phase" = drop ] || echo orbit_size:uint8); do
            add information "  - name: ${feature%:*}
    dtype: ${feature#*:}"
        done
        add information '  - name: moves
    list:
    - name: action
      dtype: uint16
    - name: outcome
      dtype: string
    - name: dtw
      dtype: uint16
  splits:'
        bytes=0
        line="| \`$name\` |"
        for split in 'train fold<8' 'validation fold=8' 'test fold=9'; do
            read -r split condition <<<"$split"
            said=$(teeko export -v "$variant" --tables "$tables" "${options[@]}" \
                --where "$condition" -o "$new/$name/$split.parquet" --json)
            rows=$(fields rows <<<"$said")
            total=$((total + rows)) bytes=$((bytes + $(fields bytes <<<"$said")))
            add configurations "  - split: $split
    path: $name/$split.parquet"
            add information "  - name: $split
    num_examples: $rows"
            line+=" $rows |"
        done
        add information "  download_size: $bytes"
        add sizes "$line $bytes |"
    done
done
category='1B<n<10B' below=1000000000
for smaller in '100M<n<1B' '10M<n<100M' '1M<n<10M' '100K<n<1M'; do
    [ "$total" -ge "$below" ] || category=$smaller
    below=$((below / 10))
done

cat >"$new/README.md" <<END
---
pretty_name: Teeko, solved
license:
- mit
- apache-2.0
size_categories:
- $category
task_categories:
- reinforcement-learning
- tabular-classification
tags:
- board-games
- solved-games
- teeko
configs:
${configurations}dataset_info:
${information}---

# Teeko, solved

Every position of variants of John Scarne's board game Teeko, with its outcome, its distance to the
end under best play, and the same for every legal move. The values are exact: certificates and
proofs in Coq come with them.

Each variant has two configurations. \`VARIANT.drop\` has all positions with 0 to 7 pieces.
\`VARIANT.slide\` has those with 8 pieces, one of each orbit: a position and its symmetric images.

| configuration | train | validation | test | bytes |
|---|---|---|---|---|
$sizes
\`\`\`python
from datasets import load_dataset
rows = load_dataset("path/of/this/folder", "${variants%%$'\n'*}.slide", split="test")
\`\`\`

## Columns

| column | meaning | unit or values |
|---|---|---|
| \`black\`, \`red\` | where the pieces stand | bit \`n - 1\` for circle \`n\`; circles count from 1, row by row |
| \`layer\` | pieces on the board | pieces, 0 to 8 |
| \`turn\` | side to move | \`black\`, \`red\` |
| \`outcome\` | outcome for the side to move, with best play of both | \`win\`, \`draw\`, \`loss\` |
| \`dtw\` | distance to the end: the winner hurries, the loser delays | plies; 0 if the game is over; null in a draw |
| \`slot\` | number of the orbit in its layer | from 0 |
| \`fold\` | CRC-32 of the text \`layer:slot\`, such as \`8:123456\`, modulo 10 | 0 to 9 |
| \`orbit_size\` | positions that the row stands for, in the slide phase | positions, 1 to 8 |
| \`moves\` | every legal move, by \`action\`; none if the game is over | list |
| \`moves.action\` | a drop on circle \`c\`: \`c - 1\`; on a board of \`n\` circles a slide from \`a\` to \`b\`: \`n + n * (a - 1) + b - 1\` | number |
| \`moves.outcome\`, \`moves.dtw\` | as above, for the side to move before the move | plies, the move included |

The name of a variant is its goals and its four drops: \`s\` for a standard drop, \`p\` for a drop
on a circle that the opponent chooses. The metadata of each file has the rules in full and the
content hashes of the tables that its values come from.

## Splits

\`train\` has the folds 0 to 7, \`validation\` 8, \`test\` 9. Symmetric images share a fold, and
equal positions have equal folds in all variants of a board.

## Known limits

- Rows are positions that the rules allow, whether or not a game leads to them. In layer 8, Black is
  to move; for Red, exchange the colours.
- Splits keep images apart, not neighbours: a position and the one after a move may be in different
  splits.
- Outcomes are not balanced, and rows of the slide phase have weights: \`orbit_size\`.
- A distance assumes best play. It does not say how hard a position is for a player.
- Draws by repetition are draws here because neither side can force a goal. No rule ends a game
  early.

## Files

\`certificates\` has a strategy for each variant that \`teeko check\` verifies. \`proof\` has the
rules and a checker in Coq; its README says how to run it. \`sha256sum -c SHA256SUMS\` verifies all
files.

## How to cite

As \`CITATION.cff\` says. Licensed under MIT or Apache-2.0, at your option.
END
(cd "$new" && find . -type f -printf '%P\0' | LC_ALL=C sort --zero-terminated |
    xargs --null sha256sum >"$tables/SHA256SUMS")
mv "$tables/SHA256SUMS" "$new"
mv "$new" "$folder"
