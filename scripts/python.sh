#!/usr/bin/env bash
# Prints the path of a Python that has the packages of scripts/requirements.txt, in a virtual environment that is made on first use.
# Ends with 69 where there is no Python to make it with.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
requirements=$root/scripts/requirements.txt
environment=${CARGO_TARGET_DIR:-$root/target}/python-$(cksum <"$requirements" | cut -d ' ' -f 1)

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo 'expected python3 with its module venv, found none; install it (Debian: apt-get install python3-venv)' >&2
    exit 69
fi
if [ ! -e "$environment" ]; then
    # Made aside and moved as a whole, since several may ask at once.
    mkdir -p "$(dirname "$environment")"
    aside=$(mktemp -d "$environment.XXXXXX")
    trap 'rm -rf "$aside"' EXIT
    python3 -m venv "$aside" >&2
    "$aside/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" >&2
    [ -e "$environment" ] || mv "$aside" "$environment"
fi
echo "$environment/bin/python"
