#!/bin/bash
# headers.sh [BUILD]: every header compiles alone.
cd "$(dirname "$0")/.." || exit 2
build=${1:-build}
deps=$(sed -n 's/^FOVEA_DEPS_DIR:[A-Z]*=//p' "$build/CMakeCache.txt")/$(deps/build.sh --key)
export build deps
alone() {
    for header in "$@"; do
        echo "#include \"$header\"" | cc -std=c17 -D_GNU_SOURCE -Wall -Wextra -fsyntax-only -Werror \
            -Isrc -Iinclude -I. -I"$build/generated" -isystem "$deps/include" -x c - ||
            { echo "$header does not compile alone" && bad=1; }
    done
    return ${bad:-0}
}
export -f alone
find src include languages -name '*.h' ! -name 'sample*' | sort | xargs -r -P "$(nproc)" -n 8 bash -c 'alone "$@"' _
