#!/usr/bin/env bash
# Makes the Debian package of what scripts/program.sh has put into target/program/files. Installs it
# in an empty folder, tries it there, and removes it.
#
#   scripts/debian.sh [TARGET]
#
# TARGET is that of this machine by default. The package is put into target/program. Installs
# cargo-deb if it is missing, which takes half a minute. Needs dpkg, and no rights of root.
set -euo pipefail
. "$(dirname "$0")/head.sh"
cd -P "$(dirname "$0")/.."
command -v cargo-deb >/dev/null ||
    cargo install --quiet --locked --debug --no-default-features --version '^3' cargo-deb
need dpkg dpkg-shlibdeps
rm -f target/program/teeko_*.deb
scripts/reproducible.sh cargo deb --quiet --package teeko-cli --no-build ${1:+--target "$1"} --output target/program/
package=$(echo target/program/teeko_*.deb)

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/var/lib/dpkg/{info,updates}
touch "$root/var/lib/dpkg/status"
within() {
    # The libraries that it needs are those of this machine.
    dpkg --root="$root" --force-not-root --force-script-chrootless --force-depends --log=/dev/null "$@"
}
within --install "$package"
within --verify teeko
[ "$("$root/usr/bin/teeko" query -v 58-ssss --json | grep -c '"dtw":13')" = 1 ]
gzip --decompress --stdout "$root/usr/share/man/man1/teeko.1.gz" | grep '^\.TH teeko' >/dev/null
# bash finds completions by the name of the command.
bash -c 'source "$0"; complete -p teeko' "$root/usr/share/bash-completion/completions/teeko"
within --purge teeko
left=$(find "$root" -path "$root/var/lib/dpkg" -prune -o ! -type d -print)
if [ -n "$left" ]; then
    printf 'expected no file of the package after its removal, found:\n%s\n' "$left" >&2
    exit 1
fi
echo "$package: $(wc -c <"$package") bytes"
