#!/usr/bin/env bash
# Installs the Python package in a new environment, target/python-package, and tests it there: its
# tests, the examples of its documentation, its types, and that the stubs match the module. Its API
# reference is target/python-package/reference then. Needs python3 (3.11 or later, with venv) and
# the package registry.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd -P "$(dirname "$0")/.."
environment=$PWD/target/python-package
python3 -m venv "$environment"
python=$environment/bin/python
"$python" -m pip install --quiet --disable-pip-version-check './crates/teeko-python[test]'
# OpenSpiel has wheels for some systems only, and its source takes an hour.
without=()
if ! "$python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: open_spiel; then
    echo 'found no wheel of open_spiel for this Python; its tests are left out' >&2
    without=(--ignore-glob='*open_spiel.py')
fi
cargo build --quiet --release --package teeko-cli
cd crates/teeko-python
export TEEKO_PROGRAM=${CARGO_TARGET_DIR:-../../target}/release/teeko
TEEKO_PROGRAM=$(realpath "$TEEKO_PROGRAM")
# Files of Python's own stay out of the sources.
export PYTHONDONTWRITEBYTECODE=1
# Several threads are no faster for small matrices, and much slower on a busy machine.
export OPENBLAS_NUM_THREADS=1
"$python" -m pytest -q -p no:cacheprovider
"$python" -m pytest -q -p no:cacheprovider --doctest-modules "${without[@]}" --pyargs teeko
"$python" -m pytest -q -p no:cacheprovider --doctest-glob=README.md -o doctest_optionflags=ELLIPSIS README.md
# The commands that the README shows.
commands=$(sed -n '/^```sh$/,/^```$/{/^```/!p}' README.md)
(cd "$(mktemp -d)" && PATH=$environment/bin:$PATH && set -x && eval "$commands")
"$python" -m mypy --cache-dir=/dev/null
# Type checkers accept the programs that the README shows. What students write has no annotations.
programs=$(mktemp -d)
"$python" -c 'import doctest, sys; print(doctest.script_from_examples(sys.stdin.read()))' \
    <README.md >"$programs/readme.py"
"$python" -m mypy --cache-dir=/dev/null --config-file= --strict --allow-untyped-defs "$programs"
"$python" -m pyright --level error --pythonpath "$python" "$programs"
# The classes of OpenSpiel's games have a metaclass that its stubs do not mention. The core's stub
# lists no names. The test takes names for a Literal for a Union.
"$python" -m mypy.stubtest --mypy-config-file pyproject.toml --ignore-unused-allowlist \
    --allowlist <(printf '%s\n' 'teeko\.open_spiel.*' 'teeko\._teeko\.__all__' 'teeko\.answers\.(About|GoalSet|NamedStep|Phase|PuzzlePhase|Side|Wdl)' 'teeko\.matches\._Side') teeko
# Each module has its page in the reference.
modules=(teeko teeko.{actions,answers,batched,gymnasium,matches,pettingzoo,samples,template,tournament})
"$python" -W ignore -m pdoc --no-show-source --docformat restructuredtext \
    --output-directory "$environment/reference" "${modules[@]}"
for module in "${modules[@]}"; do
    test -s "$environment/reference/${module//.//}.html"
done
grep -q 'id="GameRecord.positions"' "$environment/reference/teeko.html"
