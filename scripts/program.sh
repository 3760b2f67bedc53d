#!/usr/bin/env bash
# Builds the program as others install it, and packs it with its completions, manual pages, licences
# and those of the packages that it contains.
#
#   scripts/program.sh [TARGET]
#
# TARGET is that of this machine by default. With x86_64-unknown-linux-musl or
# aarch64-unknown-linux-musl the program runs on every Linux; that needs musl-gcc (Debian: apt-get
# install musl-tools). The archive is put into target/program. Its files are in
# target/program/files, where scripts/debian.sh and the Containerfile expect them. PROFILE is dist
# by default; PROGRAM=FILE packs a program that scripts/reproducible.sh has built already. The program
# writes its completions and pages itself. If it does not run on this machine, the same program,
# built for this machine, writes them.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd -P "$(dirname "$0")/.."
need cargo rustc python3
target=${1:-$(rustc -vV | sed -n 's/^host: //p')}
if [ -z "${PROGRAM:-}" ]; then
    profile=${PROFILE:-dist}
    case $target in
    *-linux-musl) export "CC_${target//-/_}=musl-gcc" ;;
    esac
    # The page of its service has it, too.
    solver=$(scripts/wasm.sh)
    TEEKO_SOLVER=$(realpath "$solver")
    export TEEKO_SOLVER
    need_target "$target"
    scripts/reproducible.sh cargo build --quiet --locked --profile "$profile" --package teeko-cli --target "$target"
    PROGRAM=${CARGO_TARGET_DIR:-target}/$target/$profile/teeko
    [ ! -e "$PROGRAM.exe" ] || PROGRAM=$PROGRAM.exe
fi

folder=target/program
files=$folder/files
rm -rf "$files"
mkdir -p "$files/completions"
program=$(basename "$PROGRAM")
cp "$PROGRAM" "$files/"
cp crates/teeko-cli/{README.md,CHANGELOG.md,LICENSE-APACHE,LICENSE-MIT} "$files/"
scripts/notices.py teeko-cli --target "$target" >"$files/THIRD-PARTY.txt"
writer=$files/$program
if ! "$writer" --version >/dev/null 2>&1; then
    cargo build --quiet --locked --release --package teeko-cli
    writer=${CARGO_TARGET_DIR:-target}/release/teeko
fi
"$writer" completions bash >"$files/completions/teeko"
"$writer" completions fish >"$files/completions/teeko.fish"
"$writer" completions powershell >"$files/completions/teeko.ps1"
"$writer" completions zsh >"$files/completions/_teeko"
"$writer" --quiet man --output "$files/man"
scripts/local_paths.py check "$files/$program"

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
name=teeko-$version-$target
# Archives of equal files have equal bytes: no times, no owners.
python3 - "$files" "$folder/$name.tar.gz" "$name" <<'PACK'
import gzip, io, pathlib, sys, tarfile

source, path, name = sys.argv[1:]
files = sorted(entry for entry in pathlib.Path(source).rglob("*") if entry.is_file())
packed = io.BytesIO()
with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
    for file in files:
        info = tarfile.TarInfo(f"{name}/{file.relative_to(source).as_posix()}")
        info.size = file.stat().st_size
        info.mode = 0o755 if file.parent == pathlib.Path(source) and file.stem == "teeko" else 0o644
        with file.open("rb") as data:
            archive.addfile(info, data)
pathlib.Path(path).write_bytes(gzip.compress(packed.getvalue(), mtime=0))
PACK
echo "$folder/$name.tar.gz: $(wc -c <"$folder/$name.tar.gz") bytes"
