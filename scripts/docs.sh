#!/bin/bash
# docs.sh [--check]: writes the generated parts of docs/, or fails when they are not up to date.
cd "$(dirname "$0")/.." || exit 2
bad=0

# Replaces file $1 by standard input.
settle() {
    local new
    new=$(mktemp)
    cat >"$new"
    if ! cmp -s "$new" "$1"; then
        if [ "$check" = 1 ]; then
            echo "$1 is not what is generated: run make docs" && bad=1
        else
            cp "$new" "$1" && echo "wrote $1"
        fi
    fi
    rm -f "$new"
}

# Replaces the text between the two marker comments in file $1 by standard input.
generated() {
    local body
    body=$(cat)
    settle "$1" < <(awk -v body="$body" '
        /<!-- generated: end -->/ { inside = 0 }
        !inside { print }
        /<!-- generated: begin/ { print body; inside = 1 }' "$1")
}

grammar_table() {
    echo '| grammar | npm package | version | licence |'
    echo '|---|---|---|---|'
    grep -v '^#' deps/grammars.lock | sort | while read -r id package version _; do
        folder=${package#@}
        folder=$deps/src/${folder//\//-}-$version
        licence=$(grep -oE '"license": *"[^"]+"' "$folder/package.json" | cut -d'"' -f4)
        echo "| $id | $package | $version | $licence |"
    done
}

symbol_kinds() {
    sed -n '/define SYMBOL_KINDS/,/^$/s/.*X([A-Z_]*, "\(.*\)").*/\1/p' src/lang/outline.h | grep -v none |
        paste -sd, | sed 's/,/, /g; s/$/./' | fold -sw 110 | sed 's/ *$//'
}

package_sizes() {
    echo '| package | packed | installed |'
    echo '|---|---|---|'
    awk -F'\t' '{ printf "| `%s` | %s | %s |\n", $1, $2, $3 }' packaging/sizes
}

check=0
[ "${1-}" = --check ] && check=1
deps=$(sed -n 's/^FOVEA_DEPS_DIR:[A-Z]*=//p' build/CMakeCache.txt)
settle docs/tools.md < <(build/fovea help --markdown)
settle docs/mcp-tools.md < <(build/fovea help --mcp)
generated docs/dependencies.md < <(grammar_table)
generated docs/library.md < <(symbol_kinds)
generated docs/packaging.md < <(package_sizes)
generated docs/review.md < <(build/fovea review --rules --output markdown)
exit $bad
