#!/usr/bin/env bash
# Everything the shell rules know.
set -euo pipefail

source ./lib.sh
. /etc/os-release

LIMIT=10
readonly NAME="x"
export PATH="$PATH:/opt"
declare -A table=([a]=1)
alias ll='ls -l'

# Prints usage. More.
usage() {
    cat <<EOF
not_a_function() {
}
EOF
}

function build {
    local target=$1
    make "$target" && usage
}

function deploy() (
    cd /tmp
)

if [ -n "${DEBUG:-}" ]; then
    debug() { echo "$@"; }
fi

main() {
    case "$1" in
        build) build "$2" ;;
        *) usage ;;
    esac
}

main "$@"
