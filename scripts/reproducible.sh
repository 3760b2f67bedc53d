#!/usr/bin/env bash
# Runs a command that builds, such as cargo or maturin. What it builds does not depend on the
# folders of this machine, and does not contain their names: two builds of a commit have equal bytes.
#
#   scripts/reproducible.sh COMMAND [ARGUMENT…]
#
# RUSTFLAGS and CFLAGS are understood. `scripts/local_paths.py check FILE` checks the result.
set -euo pipefail
. "$(dirname "$0")/head.sh"
if [ $# -eq 0 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
# Compilers write paths as Windows does there.
native() {
    if command -v cygpath >/dev/null; then cygpath --windows "$1"; else echo "$1"; fi
}
root=$(cd -P "$(dirname "$0")/.." && pwd)
folders=("$(native "${CARGO_HOME:-$HOME/.cargo}")=/cargo" "$(native "$root")=/teeko")
# What build scripts generate is compiled there.
if [ -n "${CARGO_TARGET_DIR:-}" ]; then
    mkdir -p "$CARGO_TARGET_DIR"
    folders+=("$(native "$(cd -P "$CARGO_TARGET_DIR" && pwd)")=/teeko/target")
fi
# A path may have spaces, so the flags of Rust are separated by another character, and those of C are
# quoted as for a shell.
export CC_SHELL_ESCAPED_FLAGS=1
flags=$(printf '%s' "${RUSTFLAGS:-}" | tr -s ' ' '\037')
for folder in "${folders[@]}"; do
    flags+=${flags:+$'\037'}--remap-path-prefix=$folder
    # Microsoft's compiler has no such option, and writes no path without debug information.
    case $(uname -s) in
    MINGW* | MSYS*) continue ;;
    esac
    flag=-ffile-prefix-map=$(printf %q "$folder")
    # A command that this script runs may run it again.
    case " ${CFLAGS:-} " in
    *" $flag "*) ;;
    *) CFLAGS="${CFLAGS:+$CFLAGS }$flag" ;;
    esac
done
export CARGO_ENCODED_RUSTFLAGS=$flags CFLAGS=${CFLAGS:-}
# What records a time records that of the commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH
exec "$@"
