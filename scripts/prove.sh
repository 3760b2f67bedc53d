#!/usr/bin/env bash
# Proves values of variants with Coq: makes their certificates, has Coq check each against the rules
# in tests/proof/Teeko.v, and prints the theorems of tests/proof/Claims.v with the assumptions that
# they rest on.
#
#   scripts/prove.sh [--quick | --all] [--record] [--coqchk] [CLAIM…]
#   scripts/prove.sh VARIANT POSITION
#   scripts/prove.sh --table VARIANT
#
# A claim is the name of a theorem in Claims.v: a variant; VARIANT:sooner, that Black cannot win it
# sooner; VARIANT:plays and VARIANT:longest, about positions; or 44-ssss:boards,
# 44-ssss:boards:sooner, 58-ssss:boards, 58-ssss:larger, 64-ssss:boards and 78-ssss:boards, about
# all boards of some size or more. Without one: Scarne's sixteen variants, both draws under the
# centre ban, Teeko Junior, and that Black wins 58-ssss and 58-sppp no sooner. --quick proves four
# that take seconds, --all everything in Claims.v. The files made are compared with
# tests/proof/results.toml; --record writes it. They are kept in target/proof until the next run,
# which uses certificates found there and removes all else. With a POSITION that a side wins it
# proves in how many plies. --table has a program that Coq wrote check all values of a variant. Each
# run has coqchk, Coq's second checker, check the files written by hand; with --coqchk it checks the
# theorems and their proofs, too. Needs Coq and OCaml, which apt installs with CI=true where they
# are missing.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd "$(dirname "$0")/.."

if ! command -v coqc || ! command -v ocamlopt; then
    if [ "${CI:-}" = true ]; then
        echo 'Coq or OCaml is missing; installing them: apt-get install --yes coq ocaml' >&2
        as_root=$([ "$(id -u)" = 0 ] || echo sudo)
        $as_root apt-get update && $as_root apt-get install --yes coq ocaml
    else
        echo "error: expected coqc 8.16.1 and ocamlopt; install Debian's coq and ocaml" >&2
        exit 1
    fi
fi >/dev/null
# Long strings are read by recursion.
ulimit -s unlimited || ulimit -s "$(ulimit -H -s)"
cargo build --quiet --release -p teeko-cli -p teeko --bin teeko --example strategy \
    --example boards
exec python3 scripts/prove.py "$@"
