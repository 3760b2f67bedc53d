#!/usr/bin/env bash
# Builds the wheel of the Python package for this system, which serves Python 3.11 and later.
# Installs it in a new environment, with no Rust in reach, and tries it there.
#
#   scripts/wheels.sh [FOLDER]
#
# FOLDER is target/wheels by default. Needs python3 (3.11 or later, with venv) and the package
# registry. On Linux, zig links the wheel to the symbols of glibc 2.17: a manylinux2014 wheel, for
# every distribution since 2014. WHEEL_FOR=musllinux_1_2 and
# MATURIN_OPTIONS='--target x86_64-unknown-linux-musl' make one for Alpine instead, which is not
# tried. On macOS the wheel is for the processor that it is built
# on: `rustup target add x86_64-apple-darwin aarch64-apple-darwin` and
# MATURIN_OPTIONS='--target universal2-apple-darwin' make one for both. On Windows run the script in
# Git Bash, with Rust's MSVC toolchain.
set -euo pipefail
. "$(dirname "$0")/head.sh"
folder=${1:-$(dirname "$0")/../target/wheels}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd -P "$(dirname "$0")/.."
tools=target/python-wheels
python3 -m venv "$tools"
bin=$tools/bin
options=()
packages=('maturin>=1.9,<2' 'twine>=6.1')
case $(uname -s) in
Linux)
    options=(--zig --compatibility "${WHEEL_FOR:-manylinux2014}")
    packages+=('ziglang>=0.13')
    ;;
MINGW* | MSYS*) bin=$tools/Scripts ;;
esac
"$bin/python" -m pip install --quiet --disable-pip-version-check "${packages[@]}"
rm -f "$folder"/teeko-*.whl
# maturin looks for zig as a module of the Python on the path.
# The bash of macOS takes an empty list for a variable that is not set.
# shellcheck disable=SC2086
PATH=$PWD/$bin:$PATH scripts/reproducible.sh "$bin/maturin" build --release --quiet --out "$folder" \
    --manifest-path crates/teeko-python/Cargo.toml ${options[@]+"${options[@]}"} ${MATURIN_OPTIONS:-}
wheel=$(echo "$folder"/teeko-*.whl)
"$bin/python" scripts/local_paths.py clean "$wheel"
"$bin/python" scripts/local_paths.py check "$wheel"
"$bin/python" -m twine check --strict "$wheel"
echo "$wheel: $(wc -c <"$wheel") bytes"
case ${WHEEL_FOR:-} in
musllinux*) exit ;;
esac

bare=$(mktemp -d)
trap 'rm -rf "$bare"' EXIT
python3 -m venv "$bare"
python=$bare/${bin#"$tools/"}/python
export PATH="$bare/${bin#"$tools/"}:/usr/bin:/bin"
if command -v cargo >&2; then
    echo 'expected no cargo in /usr/bin or /bin, found one' >&2
    exit 1
fi
cd "$bare"
"$python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: "$wheel"
"$python" - <<'TRIAL'
import teeko

game = teeko.solve("58-ssss")
assert game.value == ("win", 13, 1), game.value
assert game.probe_many([0, 1 << 12], 0, [0, 1]).tolist() == [13, -12]
assert teeko.solve("44-ssss").value.outcome == "draw"
print(f"teeko {teeko.__version__}: the wheel answers")
TRIAL
