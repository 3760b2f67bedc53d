#!/usr/bin/env bash
# Proves values of variants with Coq: makes their certificates, and has Coq check each against the
# rules in tests/proof/Teeko.v. Prints every theorem with the assumptions that it rests on.
#
#   scripts/prove.sh [--quick] [VARIANT…]
#
# Without VARIANT: Scarne's sixteen variants, both draws under the centre ban, and Teeko Junior; also
# 58-ssss:sooner and 58-sppp:sooner, that Black wins these no sooner. With --quick: those that take
# seconds. Files are kept in target/proof; certificates found there are used. Coq is installed by
# apt where it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

quick=(44-ssss+4x4 58-ssss 58-ssss:sooner 58-sppp)
others=(58-sppp:sooner 58-ssss+no-centre 58-sppp+no-centre
    44-{pppp,ppps,ppss,psss,sppp,sspp,sssp,ssss} 58-{pppp,ppps,ppss,psss,sspp,sssp})
case ${1:-} in
--quick) variants=("${quick[@]}") ;;
'') variants=("${quick[@]}" "${others[@]}") ;;
-*)
    echo "error: $1: expected --quick or variants" >&2
    exit 2
    ;;
*) variants=("$@") ;;
esac

if ! command -v coqc >/dev/null; then
    { apt-get update && apt-get install --yes coq; } ||
        { echo "error: coqc: expected Coq 8.16 or later, found none; install Debian's package coq" >&2; exit 1; }
fi
# Long strings are read by recursion.
ulimit -s unlimited || ulimit -s "$(ulimit -H -s)"

folder=${CARGO_TARGET_DIR:-target}/proof
mkdir -p "$folder"
cp tests/proof/*.v "$folder"
prove() {
    # A file that Coq rejects leaves no theorem.
    # Coq's cache of arithmetic goes to the folder that it is started in.
    (cd "$folder" && coqc -Q . TeekoProof "$(basename "$1")") >"${1%.v}.log" 2>&1 ||
        {
            cat "${1%.v}.log" >&2
            echo "error: $1: expected Coq to accept it, and room for what it writes" >&2
            return 1
        }
}
for file in Teeko Checker; do
    prove "$folder/$file.v"
done

proved() {
    local start=$SECONDS
    prove "$1" || return 1
    grep -qx 'Closed under the global context' "${1%.v}.log" ||
        { echo "error: $1: expected a theorem without axioms" >&2; return 1; }
    echo "$(cat "${1%.v}.log")
$(basename "$1"): $(wc -c <"$1") bytes, $((SECONDS - start)) s
"
}
refused() {
    prove "$1" || return 1
    echo "$(basename "$1"): refused $(grep -c '^Lemma' "$1") mutants
"
}
# Coq uses one core, and up to some gigabytes of memory, so there are two at a time.
begin() {
    while (($(jobs -pr | wc -l) >= 2)); do
        wait -n
    done
    "$@" &
}
trap 'jobs -pr | xargs --no-run-if-empty kill || true' EXIT
for variant in "${variants[@]}"; do
    certificate=$folder/$variant.certificate
    if [ ! -e "$certificate" ]; then
        case $variant in
        *:sooner)
            # The tests have built this, with the same features.
            cargo build --quiet --workspace --example hold_out
            "${CARGO_TARGET_DIR:-target}/debug/examples/hold_out" "${variant%:sooner}" \
                >"$certificate.partial"
            mv "$certificate.partial" "$certificate"
            ;;
        *) cargo run --quiet --release -- --quiet certificate "$variant" --output "$certificate" ;;
        esac
    fi
    theorem=$(python3 scripts/proof_data.py "${variant%:sooner}" "$certificate" "$folder")
    begin proved "$theorem"
    # A strategy with a piece elsewhere, one with the other side to move, and one for other goals:
    # Coq proves that the checker refuses each.
    case $variant in
    44-ssss+4x4 | 58-ssss)
        mutants=$(python3 scripts/proof_data.py "$variant" "$certificate" "$folder" --mutants)
        begin refused "$mutants"
        ;;
    esac
done
for job in $(jobs -p); do
    wait "$job"
done
echo "All ${#variants[@]} values are proved, in $SECONDS s."
