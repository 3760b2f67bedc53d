#!/usr/bin/env bash
# Checks the numbers in the paper, .github/paper/paper.md, and makes target/paper.pdf, if there are
# pandoc and WeasyPrint (Debian: apt-get install pandoc weasyprint).
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."
python3 scripts/paper.py check
if ! command -v pandoc || ! command -v weasyprint; then
    echo 'paper.sh: expected pandoc and weasyprint to make the PDF, found neither or one' >&2
    exit
fi >/dev/null
mkdir -p target
paper=.github/paper/paper
# Tables stay on one page, and cells on one line.
style='table { break-inside: avoid } td { white-space: nowrap }'
# The journal has `authors` with affiliations where pandoc has the name of an `author`.
pandoc "$paper.md" --citeproc --bibliography "$paper.bib" --pdf-engine weasyprint \
    --metadata author="$(sed -n '/^authors:/,/affiliation:/s/.* name: //p' "$paper.md")" \
    --variable fontsize=10pt --variable maxwidth=48em --variable backgroundcolor=white \
    --variable "header-includes=<style>$style</style>" \
    --output target/paper.pdf
echo target/paper.pdf
