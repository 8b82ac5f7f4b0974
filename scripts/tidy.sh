#!/bin/bash
# tidy.sh [BUILD]: clang-tidy over src/. A file that passed is not checked again until it, a header, a
# language definition or the configuration changes.
cd "$(dirname "$0")/.." || exit 2
build=${1:-build}
stamps=$build/tidy
mkdir -p "$stamps"
common=$(cat .clang-tidy "$build/compile_commands.json" $(find src include languages -name "*.h" 2>/dev/null) \
    languages/*/*.def 2>/dev/null | sha256sum | cut -c1-16)
export build stamps common
tidy() {
    stamp=$stamps/$(echo "$1" | tr / _)
    key="$common $(sha256sum <"$1")"
    [ "$(cat "$stamp" 2>/dev/null)" = "$key" ] && exit 0
    clang-tidy --quiet --extra-arg=-U_FORTIFY_SOURCE -p "$build" "$1" 2>/dev/null && echo "$key" >"$stamp"
}
export -f tidy
find src languages -name '*.c' ! -name 'sample*' | sort | xargs -r -P "$(nproc)" -n 1 bash -c 'tidy "$1"' _
