# What every script does first: with --help it prints the comment at its head and ends.
#
#   . "$(dirname "$0")/head.sh"
case ${1:-} in
-h | --help)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit
    ;;
esac

# Ends with a message unless the tools are there: need TOOL…
need() {
    local tool
    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null; then
            echo "error: ${0##*/} needs $tool, and found none" >&2
            exit 69
        fi
    done
}

# Adds the standard library for a target of Rust if it is missing: need_target TARGET
need_target() {
    need rustc
    [ -d "$(rustc --print target-libdir --target "$1")" ] && return
    if ! command -v rustup >/dev/null; then
        echo "error: ${0##*/} needs Rust's standard library for $1, and found none; install it" >&2
        exit 69
    fi
    rustup target add "$1" >&2
}
