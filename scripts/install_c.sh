#!/usr/bin/env bash
# Installs the library for C: the header, the shared and the static library, and what pkg-config and
# CMake need to find them. DESTDIR is understood.
#
#   scripts/install_c.sh PREFIX [FOLDER]
#
# FOLDER has the libraries, if they are built already.
set -euo pipefail
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
prefix=${DESTDIR:-}$(realpath --canonicalize-missing --no-symlinks -- "$1")
folder=$(realpath --canonicalize-missing -- "${2:-.}")
cd "$(dirname "$0")/.."
if [ $# -eq 1 ]; then
    scripts/reproducible.sh cargo build --quiet --release --package teeko-c
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

install -d "$prefix"/include "$prefix"/lib/pkgconfig "$prefix"/lib/cmake/teeko
install -m 644 $source/include/teeko.h "$prefix/include/"
# The archive that Rust makes has all of its libraries, with intermediate code and symbols for
# debuggers. One object with what the header declares, and what that needs, is much smaller. It hides
# all other names, so they cannot clash with those of another library in Rust.
if [ "$(uname)" = Linux ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    functions=$(grep -o '\bteeko_[a-z_]*(' $source/include/teeko.h | tr -d '(' | sort --unique)
    # shellcheck disable=SC2046,SC2086
    ld --relocatable --gc-sections --strip-debug $(printf -- '--undefined=%s ' $functions) \
        --output "$work/used.o" "$folder/libteeko_c.a"
    # Functions need no sections of their own any more.
    cat >"$work/script" <<'SECTIONS'
SECTIONS {
  .text : { *(.text .text.*) }
  .rodata : { *(.rodata .rodata.*) }
  .data.rel.ro : { *(.data.rel.ro .data.rel.ro.*) }
  .data : { *(.data .data.*) }
  .gcc_except_table : { *(.gcc_except_table .gcc_except_table.*) }
  /DISCARD/ : { *(.llvmbc .llvmcmd) }
}
SECTIONS
    ld --relocatable --script "$work/script" --output "$work/teeko.o" "$work/used.o"
    # shellcheck disable=SC2046,SC2086
    objcopy --strip-unneeded $(printf -- '--keep-global-symbol=%s ' $functions) "$work/teeko.o"
    ar rcsD "$work/libteeko_c.a" "$work/teeko.o"
    install -m 644 "$work/libteeko_c.a" "$prefix/lib/"
else
    install -m 644 "$folder/libteeko_c.a" "$prefix/lib/"
fi
install -m 755 "$folder/$built" "$prefix/lib/${names[0]}"
ln -sf "${names[0]}" "$prefix/lib/${names[1]}"
ln -sf "${names[1]}" "$prefix/lib/${names[2]}"
filled() {
    sed -e "s/@VERSION@/$version/" -e "s/@INTERFACE@/$interface/" -e "s/@LIBRARY@/${names[1]}/" "$source/install/$1.in" >"$2/$1"
}
filled teeko.pc "$prefix/lib/pkgconfig"
filled teeko-config.cmake "$prefix/lib/cmake/teeko"
filled teeko-config-version.cmake "$prefix/lib/cmake/teeko"
