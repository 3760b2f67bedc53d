#!/usr/bin/env bash
# Checks the numbers in the two papers, .github/paper/paper.md and proof.md, and makes
# target/paper.pdf and target/proof.pdf, if there are pandoc and WeasyPrint (Debian: apt-get install
# pandoc weasyprint).
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."
python3 scripts/paper.py check
if ! command -v pandoc || ! command -v weasyprint; then
    echo 'paper.sh: expected pandoc and weasyprint to make PDFs, found neither or one' >&2
    exit
fi >/dev/null
mkdir -p target
folder=.github/paper
# Tables stay on one page, and cells on one line.
style='@page { margin: 20mm 23mm } body { padding: 0; font-size: 10pt } h1 { font-size: 140% }
    pre { font-size: 85% } img { width: 100% }
    table { break-inside: avoid } td { white-space: nowrap }'
for name in paper proof; do
    # The journal has `authors` with affiliations where pandoc has the name of an `author`.
    author=$(sed -n '/^authors:/,/affiliation:/s/.* name: //p' "$folder/$name.md")
    pandoc "$folder/$name.md" --citeproc --resource-path "$folder" --pdf-engine weasyprint \
        --bibliography "$folder/paper.bib" \
        --metadata author="$author" \
        --variable fontsize=10pt --variable maxwidth=none --variable backgroundcolor=white \
        --variable "header-includes=<style>$style</style>" --output "target/$name.pdf"
    echo "target/$name.pdf"
done
