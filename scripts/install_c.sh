#!/usr/bin/env bash
# Installs the library for C: the header, the shared and the static library, and what pkg-config and
# CMake need to find them. DESTDIR is understood. Needs Rust and a compiler for C; packagers may
# prefer cargo-c, as the README of teeko-c shows.
#
#   scripts/install_c.sh [--libdir DIR] [--includedir DIR] PREFIX [FOLDER]
#
# DIR is a folder in PREFIX, by default lib and include. FOLDER has the libraries, if they are built
# already. What is installed may be moved, if all of it is.
set -euo pipefail
. "$(dirname "$0")/head.sh"
usage() {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}
libdir=lib
includedir=include
while true; do
    case ${1:-} in
    --libdir=*) libdir=${1#*=} ;;
    --includedir=*) includedir=${1#*=} ;;
    --libdir | --includedir)
        set -- "$1=${2:-}" "${@:3}"
        continue
        ;;
    -*) usage ;;
    *) break ;;
    esac
    shift
done
[ $# -eq 1 ] || [ $# -eq 2 ] || usage
prefix=$(realpath --canonicalize-missing --no-symlinks -- "$1")
folder=$(realpath --canonicalize-missing -- "${2:-.}")
destination=${DESTDIR:+$(realpath --canonicalize-missing --no-symlinks -- "$DESTDIR")}
# They may be absolute, as for cargo-c.
libdir=${libdir#"$prefix/"}
includedir=${includedir#"$prefix/"}
for inside in "$libdir" "$includedir"; do
    case $inside in
    '' | /* | *..*) usage ;;
    esac
done
cd "$(dirname "$0")/.."
if [ $# -eq 1 ]; then
    scripts/reproducible.sh cargo build --quiet --locked --release --package teeko-c
    folder=${CARGO_TARGET_DIR:-target}/release
fi

source=crates/teeko-c
version=$(sed -n 's/^#define TEEKO_VERSION "\(.*\)"/\1/p' $source/include/teeko.h)
# As in the build script of the crate.
interface=${version%%.*}
[ "$interface" != 0 ] || interface=${version%.*}
if [ "$(uname)" = Darwin ]; then
    built=libteeko_c.dylib
    names=("libteeko_c.$version.dylib" "libteeko_c.$interface.dylib" libteeko_c.dylib)
else
    built=libteeko_c.so
    names=("libteeko_c.so.$version" "libteeko_c.so.$interface" libteeko_c.so)
fi

root=${destination:-}$prefix
libraries=$root/$libdir
cmake=$root/share/cmake/teeko
licences=$root/share/doc/teeko-c
install -d "$root/$includedir" "$libraries/pkgconfig" "$cmake" "$licences"
install -m 644 $source/LICENSE-* "$licences/"
install -m 644 $source/include/teeko.h "$root/$includedir/"
# The archive that Rust makes has all of its libraries, with intermediate code and symbols for
# debuggers. One object with what the header declares, and what that needs, is much smaller. It hides
# all other names. Otherwise it could not be linked to a program beside a library in Rust that
# another version of the compiler has made, since both have the function `rust_eh_personality`.
if [ "$(uname)" = Linux ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    functions=$(grep -o '\bteeko_[a-z_]*(' $source/include/teeko.h | tr -d '(' | sort --unique)
    # shellcheck disable=SC2046,SC2086
    ld --relocatable --gc-sections --strip-debug $(printf -- '--undefined=%s ' $functions) \
        --output "$work/used.o" "$folder/libteeko_c.a"
    # Functions need no sections of their own any more. COMDAT groups are dissolved: of those with one
    # name a linker keeps the first, and would drop that of the other library, or this one's, although
    # what is in it is hidden here.
    cat >"$work/script" <<'END'
SECTIONS {
  .text : { *(.text .text.*) }
  .rodata : { *(.rodata .rodata.*) }
  .data.rel.ro : { *(.data.rel.ro .data.rel.ro.*) }
  .data : { *(.data .data.*) }
  .gcc_except_table : { *(.gcc_except_table .gcc_except_table.*) }
  /DISCARD/ : { *(.llvmbc .llvmcmd) }
}
END
    ld --relocatable --force-group-allocation --script "$work/script" --output "$work/teeko.o" "$work/used.o"
    # shellcheck disable=SC2046,SC2086
    objcopy --strip-unneeded $(printf -- '--keep-global-symbol=%s ' $functions) "$work/teeko.o"
    ar rcsD "$work/libteeko_c.a" "$work/teeko.o"
    install -m 644 "$work/libteeko_c.a" "$libraries/"
else
    install -m 644 "$folder/libteeko_c.a" "$libraries/"
fi
install -m 755 "$folder/$built" "$libraries/${names[0]}"
ln -sf "${names[0]}" "$libraries/${names[1]}"
ln -sf "${names[1]}" "$libraries/${names[2]}"

# The way back from the folder of teeko.pc, such as ../.. for lib/pkgconfig.
up=$(sed 's|[^/]\{1,\}|..|g' <<<"$libdir/pkgconfig")
sed -e "s|@UP@|$up|" -e "s|@LIBDIR@|$libdir|" -e "s|@INCLUDEDIR@|$includedir|" -e "s|@VERSION@|$version|" \
    $source/teeko.pc.in >"$libraries/pkgconfig/teeko.pc"
install -m 644 $source/cmake/*.cmake "$cmake/"
printf 'set(TEEKO_%s "%s")\n' LIBDIR "$libdir" INCLUDEDIR "$includedir" >"$cmake/teeko-folders.cmake"
