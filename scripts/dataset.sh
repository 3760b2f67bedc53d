#!/usr/bin/env bash
# Writes a data set to FOLDER, to be uploaded as it is: Parquet files of every position and the
# value of every move, certificates, the proofs in Coq, checksums, and a card, README.md, whose
# header data set hubs read. Without a variant it has Scarne's sixteen.
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
fields() { grep -o "\"$1\": *[^,}]*" | sed 's/.*: *"\{0,1\}\([^"]*\)"\{0,1\}/\1/'; }
grouped() { sed -E ':again; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; t again' <<<"$1"; }

variants=$(teeko solve "${@:-all}" -o "$tables" --json | fields variant)
[ -n "$variants" ]
mkdir "$new/certificates" "$new/proof"
cp tests/proof/* "$new/proof"
cp crates/teeko-python/LICENSE-* "$new"
grep -v '^#' .github/CITATION.cff >"$new/CITATION.cff"

# Each part of a header or a table of the card, one line or more for each configuration.
configurations='' information='' sizes='' total=0 all_bytes=0 first_circles=''
declare -A all=([train]=0 [validation]=0 [test]=0)
add() { printf -v "$1" '%s%s\n' "${!1}" "$2"; }
for variant in $variants; do
    teeko certificate "$variant" --tables "$tables" \
        -o "$new/certificates/$variant.certificate" >/dev/null
    # As the exports have it: masks of 32 bits, or of 64 on boards with more circles.
    circles=$(teeko variants "$variant" --json | fields board | sed 's/x/ * /')
    mask=uint$((circles > 32 ? 64 : 32))
    first_circles=${first_circles:-$((circles))}
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
      dtype: uint16'
        bytes=0
        line="| \`$name\` |"
        for split in 'train fold<8' 'validation fold=8' 'test fold=9'; do
            read -r split condition <<<"$split"
            said=$(teeko export -v "$variant" --tables "$tables" "${options[@]}" \
                --where "$condition" -o "$new/$name/$split.parquet" --json)
            rows=$(fields rows <<<"$said")
            all[$split]=$((all[$split] + rows))
            total=$((total + rows)) bytes=$((bytes + $(fields bytes <<<"$said")))
            add configurations "  - split: $split
    path: $name/$split.parquet"
            line+=" $(grouped "$rows") |"
        done
        all_bytes=$((all_bytes + bytes))
        add sizes "$line $(grouped "$bytes") |"
    done
done
category='1B<n<10B' below=1000000000
for smaller in '100M<n<1B' '10M<n<100M' '1M<n<10M' '100K<n<1M'; do
    [ "$total" -ge "$below" ] || category=$smaller
    below=$((below / 10))
done

line='| all |'
for split in train validation test; do
    line+=" $(grouped "${all[$split]}") |"
done
add sizes "$line $(grouped "$all_bytes") |"
program=$("$TEEKO_PROGRAM" --version)
version=${program#* }
address=$(scripts/address.py show) url=''
if [[ $address = https:* ]]; then
    program="[$program]($address)"
    url="
  url = {$address},"
fi
first_slide=${variants%%$'\n'*}.slide

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

Positions of variants of John Scarne's board game Teeko. Each has its outcome and its distance to
the end with best play, and the same for every legal move. The values are exact. The program that
wrote them is $program.

Black and Red take turns: each drops four pieces on a board of 5 x 5 circles, then they slide one
piece a turn to an empty circle next to it, also diagonally. The first to have four pieces on a
*goal* wins. The 44 goals of Standard Teeko are rows of four and squares of four neighbours; in
Advanced Teeko larger upright squares make it 58.

A variant is named for its goals on that board and its drops. The four letters are for the first to
fourth drop of each side: \`s\` if the side itself chooses the circle, \`p\` if its opponent does, by
pointing at it. A suffix such as \`+4x4\` names another board.

## Rows

\`VARIANT.drop\` has a row for each position with 0 to 7 pieces. \`VARIANT.slide\` has one for each
orbit of positions with 8 pieces. An *orbit* is a position with its symmetric images. Placements in
which the side to move already has a goal have no row: they cannot arise, because the game would
have ended before. All others have one, even if no game leads to them.

| configuration | train | validation | test | bytes |
|---|---|---|---|---|
$sizes
In the slide phase Black is to move in every row. For Red to move, exchange the colours: \`outcome\`,
\`dtw\` and \`moves\` stay the same, since they are for the side to move, and so do \`slot\` and
\`fold\`. With colours exchanged and Black still to move it is another position, with its own row.

## Columns

| column | meaning | unit or values |
|---|---|---|
| \`black\`, \`red\` | where the pieces stand | bit \`c - 1\` for circle \`c\`; circles count from 1, row by row |
| \`layer\` | pieces on the board | pieces, 0 to 8 |
| \`turn\` | side to move, whose piece is dropped or slides | \`black\`, \`red\` |
| \`outcome\` | outcome for the side to move, with best play | \`win\`, \`draw\`, \`loss\` |
| \`dtw\` | distance to the goal that ends the game: the winner hurries, the loser delays | plies (a ply is one drop or slide); 0 if the opponent has a goal, a finished game and a \`loss\`; null in a \`draw\` |
| \`slot\` | number of the orbit in its layer | from 0 |
| \`fold\` | CRC-32 of the text \`layer:slot\`, such as \`8:123456\`, modulo 10 | 0 to 9 |
| \`orbit_size\` | positions that the row stands for, in the slide phase | positions, 1 to 8 |
| \`moves\` | every legal move, by \`action\` | list; empty if the game is finished, or drawn because the side to move cannot slide |
| \`moves.action\` | on a board of \`n\` circles: if less than \`n\`, a drop on circle \`action + 1\`; otherwise, with \`k = action - n\`, a slide from \`k // n + 1\` to \`k % n + 1\` | number |
| \`moves.outcome\`, \`moves.dtw\` | as above, for the side to move before the move | plies, the move included |

The metadata of each file has the rules in full and the content hashes of the tables that its values
come from.

## Training

- **Best moves** have the best outcome; in a win the smallest \`dtw\`, in a loss the largest. Leave
  out rows without moves.
- **Pointed drops**, those of a \`p\`: values are for the side to move there too, but its opponent
  chooses, so the worst of \`moves\` is the value of the position. Drop \`i\` of a side, from 1, is
  played in layers \`2 * i - 2\` and \`2 * i - 1\`.
- **Weights**: a row of the slide phase counts \`orbit_size\` times, one of the drop phase once. There
  up to eight rows, the images of one position, share \`layer\` and \`slot\`.
- **Splits**: \`train\` has the folds 0 to 7, \`validation\` 8, \`test\` 9. Symmetric images share a
  fold, and equal positions have equal folds in all variants of a board. A position and the one
  after a move may be in different splits.
- **pandas** reads \`dtw\` as floating-point numbers, with NaN for null.

\`\`\`python
import numpy, pyarrow.parquet
n, points = $first_circles, {"win": 1, "draw": 0, "loss": -1}  # circles of the board
def worth(move):
    return points[move["outcome"]], -points[move["outcome"]] * (move["dtw"] or 0)
for batch in pyarrow.parquet.ParquetFile("$first_slide/test.parquet").iter_batches(1024):
    rows = [row for row in batch.to_pylist() if row["moves"]]
    masks = [(r["black"], r["red"])[:: 1 if r["turn"] == "black" else -1] for r in rows]
    # Own pieces, then the opponent's.
    planes = numpy.array(masks, "u8")[..., None] >> numpy.arange(n, dtype="u8") & 1
    values = numpy.array([points[row["outcome"]] for row in rows])
    best = numpy.zeros((len(rows), n + n * n), bool)
    for mask, row in zip(best, rows):
        top = max(map(worth, row["moves"]))  # min in a pointed drop: the opponent's choice
        mask[[move["action"] for move in row["moves"] if worth(move) == top]] = True
\`\`\`

With the package \`datasets\`:

\`\`\`python
from datasets import load_dataset
rows = load_dataset("path/of/this/folder", "$first_slide", split="test")
\`\`\`

## Known limits

- Outcomes are not balanced.
- A distance assumes best play. It does not say how hard a position is for a player.
- In a draw neither side can force a goal, or the side to move cannot slide. No rule counts
  repetitions.

## Files

\`certificates\` has a proof of each variant's value, from the empty board, that \`teeko check\`
verifies. \`proof\` has the rules, checkers and theorems in Coq. Its README explains them;
\`scripts/prove.sh\` and the other paths that it names outside of \`proof\` are in teeko's sources.
\`sha256sum -c SHA256SUMS\` verifies all files.

## How to cite

\`\`\`bibtex
@misc{teeko,
  author = {{The teeko developers}},
  title = {teeko: Teeko, solved},
  year = {$(date -u +%Y)},$url
  note = {Version $version}}
\`\`\`

Or as \`CITATION.cff\` says. Licensed under MIT or Apache-2.0, at your option.
END
(cd "$new" && find . -type f -printf '%P\0' | LC_ALL=C sort --zero-terminated |
    xargs --null sha256sum >"$tables/SHA256SUMS")
mv "$tables/SHA256SUMS" "$new"
mv "$new" "$folder"
