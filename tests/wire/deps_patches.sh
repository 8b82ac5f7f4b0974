#!/bin/bash
# The patches of deps/patches apply to the upstream files of grammars.lock, and each hunk on its own can
# fail: with one line of its context changed, deps/mend.sh ends with an error that names patch and hunk,
# and deps/compile.sh ends before it compiles anything.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${FOVEA_BUILD:-build}
deps=$(sed -n 's/^FOVEA_DEPS_DIR:[A-Z]*=//p' "$build/CMakeCache.txt")
temp=$(mktemp -d) && trap 'rm -rf "$temp"' EXIT
failed=0
fail() { echo "$1" && failed=1; }

folder() { # row id: its folder of sources
    local package version sub
    read -r _ package version sub _ < <(grep "^$1 " deps/grammars.lock)
    package=${package#@}
    echo "$deps/src/${package//\//-}-$version/$sub/src"
}

for patch in deps/patches/*/*.patch; do
    id=$(basename "$(dirname "$patch")") name=$(basename "$patch" .patch)
    upstream=$(folder "$id")/$name
    cp "$upstream" "$temp/$name"
    deps/mend.sh "$patch" "$temp/$name" || fail "$patch does not apply"
    hunk=0
    while IFS=' ,' read -r _ from count _; do
        hunk=$((hunk + 1))
        sed "$((${from#-} + count / 2))s/\$/ changed/" "$upstream" >"$temp/$name"
        said=$(deps/mend.sh "$patch" "$temp/$name" 2>&1) && fail "$patch: hunk $hunk applied to other lines"
        [[ $said == "Error: $patch does not apply"*"Hunk #$hunk FAILED"* ]] || fail "$patch: hunk $hunk: $said"
    done < <(grep '^@@ ' "$patch")
    [ $hunk -gt 0 ] || fail "$patch has no hunk"
done

# A build whose upstream file was changed in one line.
core=$(folder core)
copy=$temp/deps/${core#"$deps/"}
mkdir -p "$(dirname "$copy")"
cp -r "$core" "$copy"
sed -i 's/^  if (self->link_count == MAX_LINK_COUNT) return;/  if (self->link_count == MAX_LINK_COUNT) { return; }/' "$copy/stack.c"
said=$(deps/compile.sh "$temp/deps" "$temp/out" release core 2>&1) && fail 'the core was compiled without a hunk'
[[ $said == *"core/stack.c.patch does not apply"* ]] || fail "compile.sh: $said"
[ ! -e "$temp/out/release/libtree-sitter.a" ] || fail 'there is an archive after a hunk failed'
exit $failed
